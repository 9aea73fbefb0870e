"""Keeping the cache of plates sound and within bounds: torn files go at once, then what was not used for longest."""

import shutil
import zipfile
from pathlib import Path

import numpy as np

MOST_BYTES = 12 << 30
"""About seventy rooms and orbits at full size."""


def trim(cache: Path, most_bytes: int = MOST_BYTES, keep: str = "") -> int:
    """Remove plate sets until the rest fits; `keep` is never removed. The number removed comes back."""
    folders = [f for f in (cache / "plates").glob("*") if f.is_dir() and f.name != keep]
    sizes = {folder: _size(folder) for folder in folders}
    total, removed = sum(sizes.values()), 0
    for folder in sorted(folders, key=_last_use):
        if total <= most_bytes:
            break
        shutil.rmtree(folder, ignore_errors=True)
        total, removed = total - sizes[folder], removed + 1
    return removed


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


def _size(folder: Path) -> int:
    return sum(f.stat().st_size for f in folder.glob("*") if f.is_file())


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0
