"""Versions that checkpoints and samples depend on."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

STAGE_MODULES = ("translate", "read", "solve", "fit", "script", "render", "rewrite", "answer", "publish")


@cache
def program_version() -> str:
    """The installed version, or a word where the program runs uninstalled."""
    try:
        return version("solidscene")
    except PackageNotFoundError:
        return "uninstalled"


@cache
def stage_versions() -> dict[str, int]:
    """The version number of every stage."""
    from importlib import import_module

    modules: list[Any] = [import_module(f"pipeline.stages.{name}") for name in STAGE_MODULES]
    return {module.NAME: module.VERSION for module in modules}
