"""Shortest paths that cross the flat ends of a cylinder, by minimising over where they pass the rims.

Angles are measured from the first point towards the second, the nearer way round; a shortest path never
leaves the angle between them, so every rim point is sought there. The points are not checked here.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import minimum_filter

FloatArray = NDArray[np.float64]
Length = Callable[[FloatArray], FloatArray]
"""Length of the path for rim angles (k, ...) as an array of the remaining shape."""

GRID = 65
"""First points tried per rim angle; the length has few dips and each is many such steps wide."""

ZOOM_GRID = 17
"""Points tried per rim angle while zooming in on a dip."""

DIPS = 12
"""How many dips of the first grid are followed, the deepest first."""

RESOLUTION = 1e-10
"""Rim angles are found to this fraction of the angle between the points; the length errs by its square."""


def over_one_disk(radius: float, first_drop: float, last_drop: float, angle: float) -> float:
    """Up the wall by the first drop, across the disk by a chord and down by the last drop."""

    def length(rim: FloatArray) -> FloatArray:
        chord = 2.0 * radius * np.sin((rim[1] - rim[0]) / 2.0)
        walls = np.hypot(radius * rim[0], first_drop) + np.hypot(radius * (angle - rim[1]), last_drop)
        return np.asarray(np.abs(chord) + walls)

    return _least(length, 2, angle)


def over_one_rim(radius: float, reach: float, drop: float, angle: float) -> float:
    """From a point inside a disk, `reach` from its centre, to a point of the wall below by the drop."""

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
    """Distance from a point inside a disk to the point of the rim turned by an angle from it."""
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
    """Least length near a dip: a grid that follows the lowest point and shrinks once it lies well inside."""
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
