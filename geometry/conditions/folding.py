"""A flat sheet folded along a crease: where its points go."""

from typing import Any

import numpy as np

from geometry.conditions.residuals import ConditionResiduals, components, condition_residuals
from geometry.numerics.vectors import Array, cross, dot, norm, unit
from geometry.shapes.values import Line
from geometry.tolerances import STRICT


def folded(crease: Line, *points: Any) -> ConditionResiduals:
    """One turn about the crease takes each point to the next one: `points` are flat, folded, flat, folded ...

    The first pair leaves the angle of the turn open, which the others share. A point on the crease shows no turn.
    """
    axis = unit(crease.direction)
    flat, image = (_split(p - crease.point, axis) for p in points[:2])
    away, there = norm(flat[1]), norm(image[1])
    size = away + there
    residuals = [(image[0] - flat[0]) / size, (there - away) / size]
    # The turn as cosine and sine: a distance between two folded points would be stationary where it is right.
    cosine = dot(flat[1], image[1]) / (away * there)
    sine = dot(axis, cross(flat[1], image[1])) / (away * there)
    for before, after in zip(points[2::2], points[3::2], strict=True):
        along, across = _split(before - crease.point, axis)
        turned = cosine[..., None] * across + sine[..., None] * cross(axis, across)
        gap = after - crease.point - along[..., None] * axis - turned
        residuals += components(gap / size[..., None])
    return condition_residuals(residuals, [np.asarray(away / norm(crease.direction) - STRICT)])


def _split(spoke: Array, axis: Array) -> tuple[Array, Array]:
    """The distance along the axis, and the part perpendicular to it."""
    along = dot(spoke, axis)
    return along, spoke - along[..., None] * axis
