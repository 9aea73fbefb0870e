"""How a command reports a failure: one line with a remedy, and with `--debug` the traceback above it."""

import errno
import sys
import traceback

import typer

_MOST_CHARACTERS = 300
"""Most characters shown of an unexpected exception's message; some contain whole documents."""
_OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO)
"""Errors of the output disk, which a user can fix; other system errors are unexpected."""


class Debugging:
    """Whether tracebacks are printed. Set once, by the global option, before any command runs."""

    wanted = False


def complain(line: str) -> None:
    """Print the line on standard error; with `--debug` below the traceback that led to it."""
    if Debugging.wanted:
        typer.echo(_traceback(), err=True)
    typer.echo(line, err=True)


def unexpected(error: Exception) -> str:
    """The line for an error that no command handles."""
    if isinstance(error, OSError) and error.errno in _OF_THE_DISK:
        where = f" {error.filename}" if error.filename else ""
        return f"cannot write{where}: {error.strerror}. Remedy: free space or choose another place"
    words = " ".join(str(error).split())
    if "Remedy:" in words:
        return words
    shown = words if len(words) <= _MOST_CHARACTERS else f"{words[:_MOST_CHARACTERS]} ..."
    said = f"{type(error).__name__}: {shown}" if shown else type(error).__name__
    return (
        f"unexpected {said.rstrip('.')}. Remedy: run again with --debug for the traceback "
        "(solidscene --debug COMMAND ...), and report it"
    )


def _traceback() -> str:
    """Of the error that is being handled, or the call stack if a command failed without one."""
    if sys.exc_info()[0] is not None:
        return traceback.format_exc()
    return "Traceback (most recent call last):\n" + "".join(traceback.format_stack()[:-2])
