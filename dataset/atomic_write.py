"""Atomic writes: a file or folder appears under its name whole or not at all.

What is written grows as a draft beside its place, on the same disk, and is renamed into it at the end. A draft is named
after the process that makes it, so that two processes never share one; one that a crash leaves behind begins with a dot
and is never taken for the file itself.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """A draft to write to; it becomes `path` when the block ends well, and is removed when it does not."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        yield draft
        os.replace(draft, path)
    finally:
        with suppress(OSError):
            draft.unlink()


def atomic_write(path: Path, content: str | bytes) -> None:
    """Write a file so that nobody ever reads half of it."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    with draft_of(path) as draft:
        draft.write_bytes(data)


@contextmanager
def draft_folder_of(folder: Path) -> Iterator[Path]:
    """A folder to fill, which takes the place of `folder` when the block ends well.

    An older folder of that name is removed only when the new one stands in its place.
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
