"""Pixel filter: from rays on a grid finer than the pixels to pixels. Pure numpy.

The filter is the default of Cycles (Blackman-Harris), so that these frames and traced frames look the same.
"""

from collections.abc import Iterator

import numpy as np

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom are exclusive."""

REACH_PX = 1.5
"""Half width of the Blackman-Harris window."""
WINDOW = (0.35875, -0.48829, 0.14128, -0.01168)
"""Its cosine terms (Harris 1978, minimum 4-term)."""
MARGIN_PX = 2
"""Pixels around the wanted ones whose rays are needed: the filter's support, in whole pixels."""
BAND_RAYS = 5_000_000
"""Most rays in memory at once; larger frames are rendered in bands."""


def bands_of(box: Box, grid: int) -> Iterator[Box]:
    """The box in bands of whole rows, none with more than BAND_RAYS rays."""
    left, top, right, bottom = box
    rows = max(1, BAND_RAYS // ((right - left) * grid * grid))
    for first in range(top, bottom, rows):
        yield left, first, right, min(first + rows, bottom)


def with_margin(box: Box, size: tuple[int, int]) -> Box:
    """The box with its margin, clipped to the picture (width, height)."""
    left, top, right, bottom = box
    low = max(left - MARGIN_PX, 0), max(top - MARGIN_PX, 0)
    return (*low, min(right + MARGIN_PX, size[0]), min(bottom + MARGIN_PX, size[1]))


def pixels(rays: np.ndarray, grid: int, box: Box, traced: Box) -> np.ndarray:
    """(h, w) or (h, w, c) pixels of `box` from the rays of `traced`, the box with its margin.

    Beyond the edge of the picture its last rays are repeated.
    """
    left, top, right, bottom = (grid * (MARGIN_PX - abs(a - b)) for a, b in zip(box, traced, strict=True))
    sides = [(top, bottom), (left, right)] + [(0, 0)] * (rays.ndim - 2)
    weights = ray_weights(grid)
    down = _along_rows(np.pad(rays, sides, mode="edge"), weights, grid)
    return np.ascontiguousarray(_along_rows(down.swapaxes(0, 1), weights, grid).swapaxes(0, 1))


def ray_weights(grid: int) -> np.ndarray:
    """Weights, with sum 1, of the rays from the margin before a pixel to the margin after it, along one axis."""
    inner = (np.arange(64) + 0.5) / 64
    place = (np.arange((2 * MARGIN_PX + 1) * grid)[:, None] + inner) / grid - (MARGIN_PX + 0.5)
    angle = np.pi * (place / REACH_PX + 1)
    window = sum(term * np.cos(order * angle) for order, term in enumerate(WINDOW))
    weights = np.where(np.abs(place) < REACH_PX, window, 0.0).mean(axis=1)
    return (weights / weights.sum()).astype(np.float32)


def _along_rows(rays: np.ndarray, weights: np.ndarray, grid: int) -> np.ndarray:
    count = rays.shape[0] // grid - 2 * MARGIN_PX
    total = np.zeros((count, *rays.shape[1:]), dtype=np.float32)
    weighted = np.empty_like(total)
    for first in np.flatnonzero(weights):
        total += np.multiply(rays[first : first + count * grid : grid], weights[first], out=weighted)
    return total
