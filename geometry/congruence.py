"""Telling solutions apart: figures that differ only by a rigid motion or a reflection are one figure.

Every measure of the notation is the same on congruent figures, so only the others need to be measured.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from geometry.state import Coordinates
from geometry.vectors import Array

SAME_SHAPE = 1e-10
"""Distances that agree to this fraction of the figure belong to congruent figures."""


def signature(coordinates: Coordinates) -> Array:
    """Distances between all points, radii, and how planes lie: equal for congruent figures.

    A plane enters by the feet of the points on it, which also tell how two planes lie to each other, and by its
    angles with the others.
    """
    points = np.array(list(coordinates.points.values())).reshape(-1, 3)
    normals = np.array([plane.normal for plane in coordinates.planes.values()]).reshape(-1, 3)
    feet = [points - np.outer(points @ np.array(p.normal) - p.offset, p.normal) for p in coordinates.planes.values()]
    everything = np.concatenate([points, *feet])
    i, j = np.triu_indices(len(everything), 1)
    distances = np.linalg.norm(everything[i] - everything[j], axis=1)
    angles = np.abs(normals @ normals.T).ravel()
    return np.concatenate([distances, angles, np.array(list(coordinates.numbers.values()))])


def incongruent(first: Coordinates, others: Iterable[Coordinates]) -> Iterator[Coordinates]:
    """Those of `others` that are congruent neither to `first` nor to one given before."""
    seen = [signature(first)]
    size = float(np.abs(seen[0]).max(initial=0.0)) or 1.0
    for coordinates in others:
        shape = signature(coordinates)
        if all(np.abs(shape - known).max(initial=0.0) > SAME_SHAPE * size for known in seen):
            seen.append(shape)
            yield coordinates
