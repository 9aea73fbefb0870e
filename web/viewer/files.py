"""Files of a run that a page shows: found by what the run's rows say, never outside its folder, pictures made small.

A path that leaves the folder, be it by `..`, as an absolute one or through a symbolic link, is treated as not there.
"""

import io
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, UnidentifiedImageError

SHOWN_KINDS: Final = {".mp4": "video/mp4", ".png": "image/png", ".jpg": "image/jpeg", ".webm": "video/webm"}
"""Media types by ending; nothing else of a run is handed out as a file."""
_QUALITY: Final = 80
_MOST_PIXELS: Final = 50_000_000
"""Larger pictures are not ours; opening them would only fill the memory."""


def file_within(run: Path, name: str) -> Path | None:
    """The picture or video of this name in the run, or nothing."""
    if not name or "\0" in name:
        return None
    try:
        root = run.resolve(strict=True)
        path = (root / name).resolve(strict=True)
    except (OSError, RuntimeError):
        return None
    is_ours = path.is_relative_to(root) and path.is_file() and path.suffix.lower() in SHOWN_KINDS
    return path if is_ours else None


def thumbnail(path: Path, width_px: int) -> bytes | None:
    """A picture as a small JPEG, or nothing when it cannot be read; kept in memory until the file changes."""
    try:
        return _thumbnail(path, width_px, path.stat().st_mtime_ns)
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, ValueError, SyntaxError):
        # A poster that is being written at this moment is cut short; the next look finds it whole.
        return None


@lru_cache(maxsize=2000)
def _thumbnail(path: Path, width_px: int, _changed_ns: int) -> bytes:
    with Image.open(path) as picture:
        if picture.width * picture.height > _MOST_PIXELS:
            raise ValueError("too large a picture")
        height_px = max(1, round(picture.height * width_px / picture.width))
        small = picture.convert("RGB").resize((width_px, height_px), Image.Resampling.LANCZOS)
    kept = io.BytesIO()
    small.save(kept, "JPEG", quality=_QUALITY, optimize=True)
    return kept.getvalue()
