"""Shapes of polygons and positions of points relative to each other, as demands."""

from collections.abc import Callable

import numpy as np

from geometry.conditions.residuals import Demand, components, demand
from geometry.errors import GeometryError
from geometry.numerics.vectors import Array, cross, dot, following, newell, norm, rows_of, unit
from geometry.shapes.touching_spheres import circumcenter_tetrahedron, circumcenter_triangle


def _scale(*points: Array) -> Array:
    """The mean side of the closed polygon of `points`, never zero."""
    ring = [norm(b - a) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    return np.maximum(sum(ring[1:], ring[0]) / len(ring), np.finfo(float).tiny)


def _parallelogram_gaps(a: Array, b: Array, c: Array, d: Array) -> list[Array]:
    return components((a - b + c - d) / _scale(a, b, c, d)[..., None])


def _parallelogram(a: Array, b: Array, c: Array, d: Array) -> Demand:
    return demand(_parallelogram_gaps(a, b, c, d))


def _right_gap(a: Array, b: Array, c: Array) -> Array:
    return dot(unit(a - b), unit(c - b))


def _equal_gap(u: Array, v: Array) -> Array:
    """Zero when two vectors have one length, relative to it."""
    first, second = norm(u), norm(v)
    return np.asarray((first - second) / np.maximum(first + second, np.finfo(float).tiny))


def _rectangle(a: Array, b: Array, c: Array, d: Array) -> Demand:
    return demand([*_parallelogram_gaps(a, b, c, d), _right_gap(a, b, c)])


def _rhombus(a: Array, b: Array, c: Array, d: Array) -> Demand:
    return demand([*_parallelogram_gaps(a, b, c, d), _equal_gap(b - a, c - b)])


def _square(a: Array, b: Array, c: Array, d: Array) -> Demand:
    return demand([*_parallelogram_gaps(a, b, c, d), _equal_gap(b - a, c - b), _right_gap(a, b, c)])


def _trapezoid(a: Array, b: Array, c: Array, d: Array) -> Demand:
    # AB and DC point the same way in a trapezoid named in order; opposite ways is a crossed one.
    gap = cross(unit(b - a), unit(c - d))
    return demand(components(gap), [dot(unit(b - a), unit(c - d))])


def _equilateral(a: Array, b: Array, c: Array) -> Demand:
    return demand([_equal_gap(b - a, c - b), _equal_gap(c - b, a - c)])


def _isosceles(a: Array, b: Array, c: Array) -> Demand:
    return demand([_equal_gap(b - a, c - a)])


def _regular(*points: Array) -> Demand:
    """Linear recurrence of a regular polygon about its centre, and equal radii (an affine image has not)."""
    n = len(points)
    if n == 3:
        return _equilateral(*points)
    if n == 4:
        # Opposite spokes and equal radii make any rectangle; only the right angle between them a square.
        return _square(*points)
    centre = sum(points[1:], points[0]) / n
    spokes = [p - centre for p in points]
    scale = _scale(*points)[..., None]
    turn = 2 * np.cos(2 * np.pi / n)
    gaps: list[Array] = []
    for i in range(n):
        gaps += components((spokes[i - 1] + spokes[(i + 1) % n] - turn * spokes[i]) / scale)
    return demand([*gaps, *(_equal_gap(spokes[i], spokes[i + 1]) for i in range(2))])


def _convex(*points: Array) -> Demand:
    return demand(_coplanar_gaps(*points), [turning_margin(rows_of(points))])


def turning_margin(ring: Array) -> Array:
    """Positive when the polygon `(..., n, 3)` turns one way once round: the smallest sine of a corner."""
    along = unit(following(ring) - ring)
    before = np.roll(along, 1, axis=-2)
    axis = unit(newell(ring))[..., None, :]
    sines = dot(cross(before, along), axis)
    turns = np.arctan2(sines, dot(before, along)).sum(-1) / (2 * np.pi)
    # Every corner turns left, and the whole turn is one: a star turns left too, but twice.
    return np.where(np.abs(turns - 1) < 0.5, sines.min(-1), -1.0)


def _coplanar_gaps(*points: Array) -> list[Array]:
    a, b, c, *rest = points
    scale = _scale(*points) ** 3
    normal = cross(b - a, c - a)
    return [dot(p - a, normal) / scale for p in rest]


def _coplanar(*points: Array) -> Demand:
    return demand(_coplanar_gaps(*points))


def _collinear(*points: Array) -> Demand:
    a, b, *rest = points
    scale = (_scale(*points) ** 2)[..., None]
    return demand([x for p in rest for x in components(cross(b - a, p - a) / scale)])


def _right_angle(a: Array, b: Array, c: Array) -> Demand:
    return demand([_right_gap(a, b, c)])


def _concyclic(*points: Array) -> Demand:
    centre = circumcenter_triangle(*points[:3])
    gaps = [_equal_gap(p - centre, points[0] - centre) for p in points[3:]]
    return demand([*_coplanar_gaps(*points), *gaps])


def _cospherical(*points: Array) -> Demand:
    centre = circumcenter_tetrahedron(*points[:4])
    return demand([_equal_gap(p - centre, points[0] - centre) for p in points[4:]])


def _homothetic(*points: Array) -> Demand:
    if len(points) % 2:
        raise GeometryError("homothetic(...) takes as many points in its second half as in its first")
    half = len(points) // 2
    first, second = points[:half], points[half:]
    ratio = (norm(second[1] - second[0]) / norm(first[1] - first[0]))[..., None]
    scale = _scale(*first)[..., None]
    gaps = [
        x
        for p, q in zip(first, second, strict=True)
        for x in components((q - second[0] - ratio * (p - first[0])) / scale)
    ]
    return demand(gaps[3:])


POLYGONS: dict[str, Callable[..., Demand]] = {
    "square": _square,
    "rectangle": _rectangle,
    "rhombus": _rhombus,
    "parallelogram": _parallelogram,
    "trapezoid": _trapezoid,
    "equilateral": _equilateral,
    "isosceles": _isosceles,
    "right_angle": _right_angle,
    "regular": _regular,
    "convex": _convex,
    "collinear": _collinear,
    "coplanar": _coplanar,
    "concyclic": _concyclic,
    "cospherical": _cospherical,
    "homothetic": _homothetic,
}
