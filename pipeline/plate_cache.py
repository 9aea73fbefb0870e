"""Keeping the cache of plates within bounds: what was not used for longest goes first."""

import shutil
from pathlib import Path

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


def _size(folder: Path) -> int:
    return sum(f.stat().st_size for f in folder.glob("*") if f.is_file())


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0
