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
    """All distances between points and to planes, and all radii: equal exactly for congruent figures."""
    points = np.array(list(coordinates.points.values()))
    i, j = np.triu_indices(len(points), 1)
    parts = [np.linalg.norm(points[i] - points[j], axis=1), np.array(list(coordinates.numbers.values()))]
    # Signed with respect to the plane's own normal, whose sense is arbitrary: the first point decides it.
    for plane in coordinates.planes.values():
        heights = points @ np.array(plane.normal) - plane.offset
        parts.append(heights * (np.sign(heights[np.argmax(np.abs(heights))]) or 1.0))
    return np.concatenate(parts)


def incongruent(first: Coordinates, others: Iterable[Coordinates]) -> Iterator[Coordinates]:
    """Those of `others` that are congruent neither to `first` nor to one given before."""
    seen = [signature(first)]
    size = float(np.abs(seen[0]).max(initial=0.0)) or 1.0
    for coordinates in others:
        shape = signature(coordinates)
        if all(np.abs(shape - known).max(initial=0.0) > SAME_SHAPE * size for known in seen):
            seen.append(shape)
            yield coordinates
