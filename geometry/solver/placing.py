"""Placement of points from their definitions, over a batch `(N, 3)`."""

import numpy as np

from geometry.numerics.vectors import Array, cross, unit
from geometry.shapes.state import FigureState
from geometry.shapes.values import Circle, Line, Plane, Polygon


def as_rows(point: Array, x: Array) -> Array:
    return np.broadcast_to(point, (len(x), 3)) if point.ndim == 1 else point


def assign(state: FigureState, labels: tuple[str, ...], vertices: Array) -> None:
    for i, label in enumerate(labels):
        state.points[label] = vertices[:, i, :]


def along(line: Line, t: Array) -> Array:
    return line.point + line.direction * t


def within(place: Plane | Polygon, uv: Array) -> Array:
    """Affine coordinates in a plane (unit axes) or a polygon (its first two sides)."""
    u, v = uv[:, 0, None], uv[:, 1, None]
    if isinstance(place, Polygon):
        a, b, c = (place.vertices[..., i, :] for i in (0, 1, -1))
        return np.asarray(a + (b - a) * u + (c - a) * v)
    first, second = _plane_axes(place.normal)
    return place.point + first * u + second * v


def _plane_axes(normal: Array) -> tuple[Array, Array]:
    n = unit(normal)
    # The axis least aligned with the normal gives a well-conditioned frame; chosen once for the whole batch.
    least = np.eye(3)[np.argmin(np.abs(n).reshape(-1, 3).mean(0))]
    first = unit(cross(np.broadcast_to(least, n.shape), n))
    return first, cross(n, first)


def round_circle(circle: Circle, turn: Array) -> Array:
    first, second = _plane_axes(circle.normal)
    spoke = first * np.cos(turn)[:, None] + second * np.sin(turn)[:, None]
    return np.asarray(circle.center + spoke * np.asarray(circle.radius)[..., None])
