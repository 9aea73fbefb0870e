"""A film file as a `Media` record, read from its MP4 boxes without decoding it."""

import hashlib
import struct
from pathlib import Path

from dataset.errors import DatasetError
from dataset.items import Media
from dataset.video.mp4_container import VideoError, read_container


def film_media(folder: Path, path: str) -> Media:
    """The film at `folder`/`path`; fails if it is missing, outside the folder, or truncated."""
    file = folder / path
    if not file.resolve().is_relative_to(folder.resolve()):
        raise DatasetError(f"film {path} is outside {folder}. Remedy: run convert again")
    if not file.is_file():
        raise DatasetError(f"film {path} is missing in {folder}. Remedy: run the same convert command again")
    try:
        container = read_container(file)
        data = file.read_bytes()
        width, height = _picture_size(data)
        ticks = sum(count * step for count, step in container.steps)
        fps = container.frames * container.ticks_per_s / ticks
    except (VideoError, ValueError, struct.error, ZeroDivisionError) as error:
        raise DatasetError(f"{file} is not a complete MP4 file. Remedy: delete it and run convert again") from error
    return Media(
        path=path,
        kind="video",
        role="film",
        sha256=hashlib.sha256(data).hexdigest(),
        size_bytes=len(data),
        width_px=width,
        height_px=height,
        frames=container.frames,
        fps=round(fps, 6),
    )


def _picture_size(data: bytes) -> tuple[int, int]:
    """Width and height of the first sample entry (VisualSampleEntry, ISO/IEC 14496-12 § 12.1.3)."""
    entry = data.index(b"stsd") + 4 + 8
    # Size, format, reserved and index are 16 bytes; 16 more are predefined before the size of the picture.
    width, height = struct.unpack_from(">HH", data, entry + 32)
    return int(width), int(height)
