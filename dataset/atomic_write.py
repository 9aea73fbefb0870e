"""Atomic writes: a file or folder appears under its name complete or not at all.

Content is written to a draft in the same directory, so on the same file system, and renamed at the end. The draft's
name contains the process id, so two processes never share one; it begins with a dot, so one that a crash leaves behind
is never mistaken for the file itself.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """A draft to write to; renamed to `path` if the block succeeds, removed if it raises."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        yield draft
        os.replace(draft, path)
    finally:
        with suppress(OSError):
            draft.unlink()


def atomic_write(path: Path, content: str | bytes) -> None:
    """Write a file atomically: a reader sees the old content or the new, never a part of it."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    with draft_of(path) as draft:
        draft.write_bytes(data)


@contextmanager
def draft_folder_of(folder: Path) -> Iterator[Path]:
    """A draft folder to fill; it replaces `folder` if the block succeeds.

    An existing folder of that name is removed only after the new one is in place.
    """
    draft = folder.with_name(f".{folder.name}.{os.getpid()}.draft")
    try:
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        yield draft
        _swap(draft, folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _swap(draft: Path, folder: Path) -> None:
    old = folder.with_name(f".{folder.name}.{os.getpid()}.old")
    if folder.exists():
        folder.rename(old)
    try:
        draft.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)
