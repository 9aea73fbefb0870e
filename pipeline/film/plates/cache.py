"""The plate cache: removal of damaged files, and LRU cache eviction when it exceeds its size limit.

Plates are folders, the light of a room is a file; both are evicted by age. Floor lightmaps are small and stay.
"""

import contextlib
import os
import shutil
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

MOST_BYTES = 12 << 30
"""Size limit of the cache: about seventy rooms and orbits at full size."""
DRAFT_SECONDS = 24 * 3600.0
"""Age at which a draft counts as abandoned; rendering the plates of a film takes minutes, of the largest hours."""


def trim(cache: Path, most_bytes: int = MOST_BYTES, keep: Sequence[Path] = ()) -> int:
    """Evict the least recently used plate sets and lights until the rest fits, never `keep`; returns their number."""
    _sweep(cache)
    kept = {*keep, *_drafts(cache)}
    folders = [f for f in (cache / "plates").glob("*") if f.is_dir()]
    found = [path for path in (*folders, *(cache / "lights").glob("*.npz")) if path not in kept]
    sizes = {path: _size(path) for path in found}
    total, removed = sum(sizes.values()), 0
    for path in sorted(found, key=_last_use):
        if total <= most_bytes:
            break
        _remove(path)
        total, removed = total - sizes[path], removed + 1
    return removed


def open_up(folder: Path) -> None:
    """Give plates the permissions of their parent folder: drafts are created readable by their owner only."""
    with contextlib.suppress(OSError):  # owned by another user, or removed
        folder.chmod(folder.parent.stat().st_mode & 0o777)


def drop_damaged(folder: Path, floor: Path) -> int:
    """Remove plates and floor lightmaps that cannot be read, so that they are rendered again. Returns how many.

    They are written atomically, so a truncated file comes from a full disk, a crash of the machine or a manual edit.
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
    """Whether a file is an array with as many bytes as its header says; memory-mapping it verifies that."""
    try:
        return isinstance(np.load(path, mmap_mode="r"), np.ndarray)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        return False


def _sweep(cache: Path) -> None:
    """Remove abandoned drafts: not written to for so long that the process that began them must be dead."""
    for draft in _drafts(cache):
        touched = max(_last_use(path) for path in (draft, *draft.glob("*")))
        if time.time() - touched > DRAFT_SECONDS:
            _remove(draft)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _drafts(cache: Path) -> list[Path]:
    """Drafts of this and other processes: plates in folders, light in files."""
    files = [*(cache / "floors").glob("*.draft.npy"), *(cache / "lights").glob("*.draft.npz")]
    return [*(cache / "plates").glob(".draft-*"), *files]


def _size(path: Path) -> int:
    return sum(_stat(each).st_size for each in (path.glob("*") if path.is_dir() else [path]))


def _last_use(path: Path) -> float:
    return _stat(path).st_mtime


def _stat(path: Path) -> os.stat_result:
    """Stat of a file; zeros if another process has removed it since it was listed."""
    try:
        return path.stat()
    except OSError:
        return os.stat_result((0,) * 10)
