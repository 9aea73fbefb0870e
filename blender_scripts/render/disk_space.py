"""Handling of a full disk: frame files with preallocated space, and errors that name a remedy."""

import contextlib
import errno
import os
import tempfile
import traceback
from collections.abc import Iterator

import numpy as np

from blender_scripts.errors import JobError
from blender_scripts.render import exr

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def new_frames(path: str, shape: tuple[int, ...]) -> np.ndarray:
    """A memory-mapped array file of 8-bit values, with its disk space preallocated.

    A mapped file is sparse until it is written; on a full disk such a write kills the process (SIGBUS).
    """
    frames = np.lib.format.open_memmap(path, "w+", np.uint8, shape)
    with open(path, "r+b") as file:
        try:
            os.posix_fallocate(file.fileno(), 0, os.path.getsize(path))
        except OSError as error:
            if error.errno in FULL:
                raise OSError(error.errno, error.strerror, path) from error
            # The file system does not support preallocation; a full disk is then noticed while rendering.
    return frames


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Convert errors of a full disk into a JobError with a remedy."""
    try:
        yield
    except OSError as error:
        if error.errno not in FULL:
            raise
        where = error.filename or tempfile.gettempdir()
        raise JobError("disk_full", f"no space is left to write {where}. {_REMEDY}") from error
    except Exception as error:
        # Blender does not report a truncated picture; reading it fails.
        if not _is_torn_picture(error):
            raise
        where = tempfile.gettempdir()
        raise JobError(
            "disk_full", f"the picture of a frame in {where} is not whole ({error}): the disk is full. {_REMEDY}"
        ) from error


_REMEDY = "Remedy: free space there, or set TMPDIR and SOLIDSCENE_CACHE to places that have more"


def _is_torn_picture(error: Exception) -> bool:
    return any(step.filename == exr.__file__ for step in traceback.extract_tb(error.__traceback__))
