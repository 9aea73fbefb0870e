"""Shortest paths that cross the flat ends of a cylinder, by minimising over the points where they cross the rims.

Angles are measured from the first point towards the second, the shorter way round; a shortest path stays
within the angle between them, so rim points are searched only there. The caller checks the points.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import minimum_filter

FloatArray = NDArray[np.float64]
Length = Callable[[FloatArray], FloatArray]
"""Length of the path for rim angles (k, ...) as an array of the remaining shape."""

GRID = 65
"""Grid points per rim angle; the length has few minima and each is many grid steps wide."""

ZOOM_GRID = 17
"""Grid points per rim angle while zooming in on a minimum."""

DIPS = 12
"""Number of minima of the first grid that are refined, the lowest first."""

RESOLUTION = 1e-10
"""Tolerance of rim angles, as a fraction of the angle between the points; the error of the length is its square."""


def over_one_disk(radius: float, first_drop: float, last_drop: float, angle: float) -> float:
    """Up the wall by the first drop, across the disk by a chord and down by the last drop."""

    def length(rim: FloatArray) -> FloatArray:
        chord = 2.0 * radius * np.sin((rim[1] - rim[0]) / 2.0)
        walls = np.hypot(radius * rim[0], first_drop) + np.hypot(radius * (angle - rim[1]), last_drop)
        return np.asarray(np.abs(chord) + walls)

    return _least(length, 2, angle)


def over_one_rim(radius: float, reach: float, drop: float, angle: float) -> float:
    """From a point inside a disk, `reach` from its centre, to a point on the wall, `drop` below the rim."""

    def length(rim: FloatArray) -> FloatArray:
        return np.asarray(_to_rim(radius, reach, rim[0]) + np.hypot(radius * (angle - rim[0]), drop))

    return _least(length, 1, angle)


def over_two_disks(radius: float, reach: tuple[float, float], height: float, angle: float) -> float:
    """From inside one end disk down the wall to inside the other."""

    def length(rim: FloatArray) -> FloatArray:
        wall = np.hypot(radius * (rim[1] - rim[0]), height)
        ends = _to_rim(radius, reach[0], rim[0]) + _to_rim(radius, reach[1], angle - rim[1])
        return np.asarray(ends + wall)

    return _least(length, 2, angle)


def _to_rim(radius: float, reach: float, turn: FloatArray) -> FloatArray:
    """Distance from a point inside a disk to the rim point at an angle `turn` from it."""
    return np.asarray(np.sqrt((radius - reach) ** 2 + 4.0 * radius * reach * np.sin(turn / 2.0) ** 2))


def _least(length: Length, count: int, angle: float) -> float:
    """Least value of the length over `count` rim angles between 0 and the angle."""
    if angle == 0.0:
        return float(length(np.zeros(count)))
    axis = np.linspace(0.0, angle, GRID)
    values = length(np.stack(np.meshgrid(*[axis] * count, indexing="ij")))
    dips = np.argwhere(values == minimum_filter(values, size=3, mode="nearest"))
    deepest = sorted(dips, key=lambda dip: float(values[tuple(dip)]))[:DIPS]
    return min(_zoomed(length, axis[dip], angle) for dip in deepest)


def _zoomed(length: Length, centre: FloatArray, angle: float) -> float:
    """Least length near a minimum: the grid is recentred on its lowest point and shrinks once that is well inside."""
    half, best = 2.0 * angle / (GRID - 1), np.inf
    while half > RESOLUTION * angle:
        axes = [np.linspace(max(0.0, x - half), min(angle, x + half), ZOOM_GRID) for x in centre]
        values = length(np.stack(np.meshgrid(*axes, indexing="ij")))
        lowest = np.unravel_index(int(values.argmin()), values.shape)
        moved = np.array([axis[k] for axis, k in zip(axes, lowest, strict=True)])
        improved = float(values.min()) < best
        best = min(best, float(values.min()))
        if not improved or np.abs(moved - centre).max() < 0.9 * half:
            half /= 3.0
        centre = moved
    return best
