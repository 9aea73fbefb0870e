"""Still pictures of a film: poster, contact sheet, and the evenly spaced samples for image models.

Frames are eight-bit arrays (n, height, width, 3), in memory or on disk; every size follows from them. The same frames
give the same PNG bytes (fixed filter and compression, no metadata). Files are written atomically. Rejects frames of
another shape and more samples than there are frames.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from dataset.atomic_write import draft_of

Pixels = NDArray[np.uint8]

SHEET_GAP_SHARE = 0.01
"""Width of the gaps of a contact sheet as a share of a cell's width."""
SHEET_GREY = 245
COMPRESSION = 3
"""Of zlib's 9; a grainy frame takes a third of the time of the default level and 3 % more bytes."""


class PictureError(ValueError):
    """A picture that cannot be made of these frames; one sentence and its remedy."""


def uniform_indices(frames: int, count: int) -> tuple[int, ...]:
    """`count` frames spread evenly over a closed orbit of `frames`: ⌊i · frames / count⌋.

    On an orbit the last frame is one step before the first, so `linspace(0, frames - 1, count)`, usual for ordinary
    films, would show nearly the same view at both ends and space the others unevenly: 16 of 48 frames come out 3 and
    4 apart, the ends 1. Dividing the circle gives equal angles whenever `count` divides `frames`.
    """
    if not 0 < count <= frames:
        raise PictureError(f"Cannot take {count} samples of {frames} frames. Remedy: ask for 1 to {frames}.")
    return tuple(i * frames // count for i in range(count))


def write_png(pixels: Pixels, path: Path) -> None:
    """Write one picture (height, width, 3) as an RGB PNG."""
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3 or 0 in pixels.shape:
        raise PictureError(
            f"A picture is {pixels.dtype} of shape {pixels.shape}. Remedy: pass uint8 of shape (height, width, 3)."
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft_of(path) as draft:
            Image.fromarray(np.ascontiguousarray(pixels)).save(draft, format="PNG", compress_level=COMPRESSION)
    except OSError as error:
        raise PictureError(
            f"{path} cannot be written: {error.strerror or error}. Remedy: choose another folder."
        ) from error


def write_poster(frames: Pixels, path: Path, index: int = 0) -> None:
    """Write one frame of the film as its poster."""
    if not 0 <= index < len(frames):
        raise PictureError(f"There is no frame {index} of {len(frames)}. Remedy: name one from 0 to {len(frames) - 1}.")
    write_png(frames[index], path)


def write_samples(frames: Pixels, folder: Path, count: int) -> tuple[int, ...]:
    """Write `count` evenly spaced frames as `folder`/frame_000.png, numbered as in the film; return their numbers.

    Samples of an earlier film in the same folder are removed, so that the folder holds one film's samples only.
    """
    indices = uniform_indices(len(frames), count)
    names = {index: f"frame_{index:03d}.png" for index in indices}
    for index in indices:
        write_png(frames[index], folder / names[index])
    for old in folder.glob("frame_*.png"):
        if old.name not in names.values():
            old.unlink()
    return indices


def contact_sheet(frames: Pixels, columns: int = 4, rows: int = 3) -> Pixels:
    """Evenly spaced frames in a grid, row by row, each scaled so that the sheet is about as wide as two frames.

    If the film has fewer frames than the grid has cells, all of them are shown.
    """
    indices = uniform_indices(len(frames), min(columns * rows, len(frames)))
    columns = min(columns, len(indices))
    height, width = frames.shape[1:3]
    cell_width = max(1, min(width, round(2 * width / columns)))
    cell_height = max(1, round(height * cell_width / width))
    gap = max(1, round(SHEET_GAP_SHARE * cell_width))
    cells = [_shrunk(frames[index], cell_width, cell_height) for index in indices]
    return _grid(cells, columns, gap)


def write_contact_sheet(frames: Pixels, path: Path, columns: int = 4, rows: int = 3) -> None:
    """Write `contact_sheet` as a PNG."""
    write_png(contact_sheet(frames, columns, rows), path)


def _shrunk(frame: Pixels, width: int, height: int) -> Pixels:
    """Area-averaged, so that thin edges of the solid do not break up."""
    if (height, width) == frame.shape[:2]:
        return frame
    picture = Image.fromarray(np.ascontiguousarray(frame))
    return np.asarray(picture.resize((width, height), Image.Resampling.BOX), dtype=np.uint8)


def _grid(cells: Sequence[Pixels], columns: int, gap: int) -> Pixels:
    """Cells of one size in rows of `columns`, with gaps between them and none around."""
    height, width = cells[0].shape[:2]
    rows = -(-len(cells) // columns)
    sheet = np.full((rows * (height + gap) - gap, columns * (width + gap) - gap, 3), SHEET_GREY, dtype=np.uint8)
    for i, cell in enumerate(cells):
        top, left = i // columns * (height + gap), i % columns * (width + gap)
        sheet[top : top + height, left : left + width] = cell
    return sheet
