"""The version of the program."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def program_version() -> str:
    """The installed version, or `uninstalled` if the package is not installed."""
    try:
        return version("solidscene")
    except PackageNotFoundError:
        return "uninstalled"
