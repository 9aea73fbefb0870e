"""Files of a run that a page shows: located by the run's rows, never outside its folder; thumbnails of pictures.

A path that leaves the folder, by `..`, as an absolute path or through a symbolic link, is treated as missing.
"""

import io
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, UnidentifiedImageError

SHOWN_KINDS: Final = {".mp4": "video/mp4", ".png": "image/png", ".jpg": "image/jpeg", ".webm": "video/webm"}
"""Media types by suffix; no other file of a run is served."""
_QUALITY: Final = 80
_MOST_PIXELS: Final = 50_000_000
"""Larger pictures were not made by the program; opening them could fill the memory."""


def file_within(run: Path, name: str) -> Path | None:
    """The picture or video of this name in the run, or None."""
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
    """A picture as a small JPEG, or None if it cannot be read; cached in memory until the file changes."""
    try:
        return _thumbnail(path, width_px, path.stat().st_mtime_ns)
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, ValueError, SyntaxError):
        # A poster that is being written is truncated; the next request finds it complete.
        return None


@lru_cache(maxsize=2000)
def _thumbnail(path: Path, width_px: int, _changed_ns: int) -> bytes:
    with Image.open(path) as picture:
        if picture.width * picture.height > _MOST_PIXELS:
            raise ValueError("the picture is too large")
        height_px = max(1, round(picture.height * width_px / picture.width))
        small = picture.convert("RGB").resize((width_px, height_px), Image.Resampling.LANCZOS)
    kept = io.BytesIO()
    small.save(kept, "JPEG", quality=_QUALITY, optimize=True)
    return kept.getvalue()
