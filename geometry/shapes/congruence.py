"""Deduplication of solutions: figures that differ only by a rigid motion or a reflection are congruent.

Every measure of the notation is the same on congruent figures, so only one of each shape is kept.
"""

import numpy as np

from geometry.numerics.vectors import Array, dot, norm
from geometry.shapes.state import FigureState

SAME_SHAPE = 1e-10
"""Tolerance, as a fraction of the figure's size, within which distances of congruent figures agree."""


def distinct_shapes(state: FigureState, count: int) -> list[int]:
    """Indices of the first figure of each shape in a batch of `count`."""
    shapes = _signatures(state, count)
    size = float(np.abs(shapes[0]).max(initial=0.0)) or 1.0
    kept: list[int] = []
    for i in range(count):
        gaps = np.abs(shapes[kept] - shapes[i]).max(-1, initial=0.0)
        if not kept or not (gaps <= SAME_SHAPE * size).any():
            kept.append(i)
    return kept


def _signatures(state: FigureState, count: int) -> Array:
    """Distances between all points, radii, and positions of planes, `(N, k)`: equal for congruent figures.

    A plane enters by the perpendicular feet of the points on it, which also fix the relative position of two planes,
    and by its angles with the other planes.
    """
    shape = (count, len(state.points), 3)
    points = np.empty(shape)
    for column, p in enumerate(state.points.values()):
        points[:, column] = p
    planes = [(np.broadcast_to(n, (count, 3)), np.broadcast_to(d, (count,))) for n, d in state.planes.values()]
    feet = [points - n[:, None] * (dot(points, n[:, None]) - d[:, None])[..., None] for n, d in planes]
    everything = np.concatenate([points, *feet], axis=1)
    i, j = np.triu_indices(everything.shape[1], 1)
    parts = [norm(everything[:, i] - everything[:, j])]
    parts += [np.abs(dot(n, m))[:, None] for n, _ in planes for m, _ in planes]
    parts += [np.broadcast_to(v, (count,))[:, None] for v in state.numbers.values()]
    return np.concatenate(parts, axis=1)
