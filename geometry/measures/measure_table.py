"""Quantities of points, lines, planes, regions and solids: the measuring functions of the notation.

Every measure broadcasts over a batch. If a quantity does not exist (the insphere radius of a solid without an
insphere) it raises GeometryError.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from geometry.measures.body_measures import BODY_MEASURES
from geometry.measures.contact_measures import CONTACT_MEASURES
from geometry.measures.longest_segment import longest_segment
from geometry.numerics.vectors import (
    Array,
    acute_angle,
    angle_between,
    bounded_bounded,
    cross,
    dihedral_angle,
    dot,
    line_plane_angle,
    norm,
    point_bounded,
    point_plane,
)
from geometry.shapes.values import Line, Plane

Thing = Array | Line | Plane


def distance(first: Thing, second: Thing) -> Array:
    """Distance between any two of: point, line, ray, segment, plane."""
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        return norm(second - first)
    if isinstance(first, np.ndarray):
        return _from_point(first, second)  # type: ignore[arg-type]
    if isinstance(second, np.ndarray):
        return _from_point(second, first)
    if isinstance(first, Line) and isinstance(second, Line):
        return bounded_bounded(_bounded(first), _bounded(second))
    plane = first if isinstance(first, Plane) else second
    other = second if plane is first else first
    return _from_plane(plane, other)  # type: ignore[arg-type]


def _bounded(line: Line) -> tuple[Array, Array, str]:
    return line.point, line.direction, line.extent


def _from_point(p: Array, other: Line | Plane) -> Array:
    if isinstance(other, Plane):
        return np.abs(point_plane(p, other.point, other.normal))
    return point_bounded(p, *_bounded(other))


def _from_plane(plane: Plane, other: Line | Plane) -> Array:
    """Distance to a parallel line or plane; zero if they intersect."""
    direction = other.direction if isinstance(other, Line) else other.normal
    tilt = dot(direction, plane.normal) if isinstance(other, Line) else norm(cross(direction, plane.normal))
    parallel = np.abs(tilt) <= PARALLEL_TILT * norm(direction) * norm(plane.normal)
    return np.asarray(np.where(parallel, np.abs(point_plane(other.point, plane.point, plane.normal)), 0.0))


PARALLEL_TILT = 1e-7
"""Tolerance: sine below which a line counts as parallel to a plane; solved coordinates are accurate to 1e-9."""


def _angle(*things: Any) -> Array:
    if len(things) == 3:
        a, b, c = things
        return angle_between(a - b, c - b)
    first, second = things
    if isinstance(first, Plane) and isinstance(second, Plane):
        return acute_angle(first.normal, second.normal)
    if isinstance(first, Plane):
        first, second = second, first
    if isinstance(second, Plane):
        return line_plane_angle(first.direction, second.normal)
    if isinstance(first, Line):
        return acute_angle(first.direction, second.direction)
    return angle_between(first, second)


def _gap(other: Line | Plane, plane: Plane) -> Array:
    return np.abs(point_plane(other.point, plane.point, plane.normal))


MEASURES: dict[str, Callable[..., Any]] = {
    "distance": distance,
    "gap": _gap,
    "angle": _angle,
    "dihedral": dihedral_angle,
    "norm": norm,
    "dot": dot,
    "longest_segment": longest_segment,
    **BODY_MEASURES,
    **CONTACT_MEASURES,
}
