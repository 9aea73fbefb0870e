"""Keeping the cache of plates sound and within bounds: torn files go at once, then what was not used for longest."""

import contextlib
import os
import shutil
import time
import zipfile
from pathlib import Path

import numpy as np

MOST_BYTES = 12 << 30
"""About seventy rooms and orbits at full size."""
DRAFT_SECONDS = 24 * 3600.0
"""The plates of one film take minutes, of the largest one hours."""


def trim(cache: Path, most_bytes: int = MOST_BYTES, keep: str = "") -> int:
    """Remove plate sets until the rest fits; `keep` is never removed. The number removed comes back."""
    _sweep(cache)
    kept = (keep, *(draft.name for draft in _drafts(cache)))
    folders = [f for f in (cache / "plates").glob("*") if f.is_dir() and f.name not in kept]
    sizes = {folder: _size(folder) for folder in folders}
    total, removed = sum(sizes.values()), 0
    for folder in sorted(folders, key=_last_use):
        if total <= most_bytes:
            break
        shutil.rmtree(folder, ignore_errors=True)
        total, removed = total - sizes[folder], removed + 1
    return removed


def open_up(folder: Path) -> None:
    """Let others read plates that stand where others may look: drafts are made for their maker only."""
    with contextlib.suppress(OSError):  # somebody else's already, or gone
        folder.chmod(folder.parent.stat().st_mode & 0o777)


def drop_damaged(folder: Path, floor: Path) -> int:
    """Remove plates and floor light that cannot be read, so that they are made anew; the number removed comes back.

    They are put in place whole: what is torn was torn by a full disk, a crash of the machine or by hand.
    """
    removed = 0
    if folder.is_dir() and not all(_is_whole(folder / name) for name in ("frames.npy", "floor.npy")):
        shutil.rmtree(folder, ignore_errors=True)
        removed += 1
    if floor.is_file() and not _is_whole(floor):
        floor.unlink(missing_ok=True)
        removed += 1
    return removed


def _is_whole(path: Path) -> bool:
    """Whether a file is an array with as many bytes as its header says; mapping it asks for just that."""
    try:
        return isinstance(np.load(path, mmap_mode="r"), np.ndarray)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        return False


def _sweep(cache: Path) -> None:
    """Remove drafts that nobody has written to for so long that whoever began them must be dead."""
    for draft in _drafts(cache):
        touched = max(_last_use(path) for path in (draft, *draft.glob("*")))
        if time.time() - touched > DRAFT_SECONDS:
            _remove(draft)


def _remove(draft: Path) -> None:
    if draft.is_dir():
        shutil.rmtree(draft, ignore_errors=True)
    else:
        draft.unlink(missing_ok=True)


def _drafts(cache: Path) -> list[Path]:
    """What is being made, by us or by others: plates in folders, light on floors in files."""
    return [*(cache / "plates").glob(".draft-*"), *(cache / "floors").glob("*.draft.npy")]


def _size(folder: Path) -> int:
    return sum(_stat(path).st_size for path in folder.glob("*"))


def _last_use(path: Path) -> float:
    return _stat(path).st_mtime


def _stat(path: Path) -> os.stat_result:
    """Of a file that another process may have removed since it was listed."""
    try:
        return path.stat()
    except OSError:
        return os.stat_result((0,) * 10)
