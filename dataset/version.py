"""The version of the program."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def program_version() -> str:
    """The installed version, or a word where the program runs uninstalled."""
    try:
        return version("solidscene")
    except PackageNotFoundError:
        return "uninstalled"
