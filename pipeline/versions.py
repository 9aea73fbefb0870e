"""Versions that checkpoints and samples depend on. Light: a run with nothing to do needs no stage."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version

STAGE_VERSIONS = {
    "translate": 1,
    "read": 1,
    "solve": 2,
    "fit": 1,
    "script": 3,
    "render": 2,
    "rewrite": 2,
    "answer": 2,
    "publish": 1,
}
"""Counted up by whoever changes what a stage makes of the same input; its checkpoints then run again."""


@cache
def program_version() -> str:
    """The installed version, or a word where the program runs uninstalled."""
    try:
        return version("solidscene")
    except PackageNotFoundError:
        return "uninstalled"
