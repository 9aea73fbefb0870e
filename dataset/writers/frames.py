"""Evenly spaced frames of a film as JPEG pictures, for harnesses and models that take pictures.

JPEG at quality 95 without chroma subsampling: a tenth of PNG's bytes, and the colours of markers stay apart. The same
film gives the same bytes with the same Pillow.
"""

import io
from pathlib import Path

from PIL import Image

from dataset.video.decode import read_frames
from dataset.video.mp4_container import VideoError
from dataset.video.pictures import PictureError, uniform_indices
from dataset.writers.records import Chosen, ExportError

QUALITY = 95


def sampled_pictures(chosen: Chosen, count: int) -> list[tuple[int, bytes]]:
    """Number and JPEG bytes of `count` frames spread evenly over the orbit."""
    assert chosen.video is not None
    assert chosen.film is not None
    try:
        indices = uniform_indices(chosen.film.frames, count)
        pixels = read_frames(chosen.video, indices)
    except (PictureError, VideoError) as error:
        raise ExportError(f"{chosen.item.id}: {error}") from error
    return [(index, _jpeg(Image.fromarray(frame))) for index, frame in zip(indices, pixels, strict=True)]


def write_pictures(chosen: Chosen, count: int, folder: Path) -> list[str]:
    """Write the frames to `folder`/frames/FILM/; returns their names relative to `folder`."""
    assert chosen.video is not None
    names = []
    for index, data in sampled_pictures(chosen, count):
        name = f"frames/{chosen.video.stem}/frame_{index:03d}.jpg"
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
        names.append(name)
    return names


def _jpeg(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, format="JPEG", quality=QUALITY, subsampling=0)
    return buffer.getvalue()
