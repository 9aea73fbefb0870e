"""Predicates on polygon shapes and on relative positions of points, as residuals and margins."""

from collections.abc import Callable

import numpy as np

from geometry.conditions.residuals import ConditionResiduals, components, condition_residuals
from geometry.errors import GeometryError
from geometry.numerics.vectors import Array, cross, dot, following, newell, norm, rows_of, unit
from geometry.shapes.touching_spheres import circumcenter_tetrahedron, circumcenter_triangle


def _scale(*points: Array) -> Array:
    """The mean side of the closed polygon of `points`, never zero."""
    ring = [norm(b - a) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    return np.maximum(sum(ring[1:], ring[0]) / len(ring), np.finfo(float).tiny)


def _parallelogram_gaps(a: Array, b: Array, c: Array, d: Array) -> list[Array]:
    return components((a - b + c - d) / _scale(a, b, c, d)[..., None])


def _parallelogram(a: Array, b: Array, c: Array, d: Array) -> ConditionResiduals:
    return condition_residuals(_parallelogram_gaps(a, b, c, d))


def _right_gap(a: Array, b: Array, c: Array) -> Array:
    return dot(unit(a - b), unit(c - b))


def _equal_gap(u: Array, v: Array) -> Array:
    """The relative difference of two vectors' lengths."""
    first, second = norm(u), norm(v)
    return np.asarray((first - second) / np.maximum(first + second, np.finfo(float).tiny))


def _rectangle(a: Array, b: Array, c: Array, d: Array) -> ConditionResiduals:
    return condition_residuals([*_parallelogram_gaps(a, b, c, d), _right_gap(a, b, c)])


def _rhombus(a: Array, b: Array, c: Array, d: Array) -> ConditionResiduals:
    return condition_residuals([*_parallelogram_gaps(a, b, c, d), _equal_gap(b - a, c - b)])


def _square(a: Array, b: Array, c: Array, d: Array) -> ConditionResiduals:
    return condition_residuals([*_parallelogram_gaps(a, b, c, d), _equal_gap(b - a, c - b), _right_gap(a, b, c)])


def _trapezoid(a: Array, b: Array, c: Array, d: Array) -> ConditionResiduals:
    # AB and DC point the same way in a trapezoid named in order; if not, its sides cross.
    gap = cross(unit(b - a), unit(c - d))
    return condition_residuals(components(gap), [dot(unit(b - a), unit(c - d))])


def _equilateral(a: Array, b: Array, c: Array) -> ConditionResiduals:
    return condition_residuals([_equal_gap(b - a, c - b), _equal_gap(c - b, a - c)])


def _isosceles(a: Array, b: Array, c: Array) -> ConditionResiduals:
    return condition_residuals([_equal_gap(b - a, c - a)])


def _regular(*points: Array) -> ConditionResiduals:
    """Linear recurrence of a regular polygon about its centre, and equal radii, which exclude its affine images."""
    n = len(points)
    if n == 3:
        return _equilateral(*points)
    if n == 4:
        # Opposite spokes and equal radii hold for every rectangle; the right angle between spokes makes it a square.
        return _square(*points)
    centre = sum(points[1:], points[0]) / n
    spokes = [p - centre for p in points]
    scale = _scale(*points)[..., None]
    turn = 2 * np.cos(2 * np.pi / n)
    gaps: list[Array] = []
    for i in range(n):
        gaps += components((spokes[i - 1] + spokes[(i + 1) % n] - turn * spokes[i]) / scale)
    return condition_residuals([*gaps, *(_equal_gap(spokes[i], spokes[i + 1]) for i in range(2))])


def _convex(*points: Array) -> ConditionResiduals:
    return condition_residuals(_coplanar_gaps(*points), [turning_margin(rows_of(points))])


def turning_margin(ring: Array) -> Array:
    """Margin of convexity for polygons `(..., n, 3)`: the smallest sine of a corner, positive for one full turn."""
    along = unit(following(ring) - ring)
    before = np.roll(along, 1, axis=-2)
    axis = unit(newell(ring))[..., None, :]
    sines = dot(cross(before, along), axis)
    turns = np.arctan2(sines, dot(before, along)).sum(-1) / (2 * np.pi)
    # Every corner turns left and the total is one turn: a star also turns left at every corner, but twice round.
    return np.where(np.abs(turns - 1) < 0.5, sines.min(-1), -1.0)


def _coplanar_gaps(*points: Array) -> list[Array]:
    a, b, c, *rest = points
    scale = _scale(*points) ** 3
    normal = cross(b - a, c - a)
    return [dot(p - a, normal) / scale for p in rest]


def _coplanar(*points: Array) -> ConditionResiduals:
    return condition_residuals(_coplanar_gaps(*points))


def _collinear(*points: Array) -> ConditionResiduals:
    a, b, *rest = points
    scale = (_scale(*points) ** 2)[..., None]
    return condition_residuals([x for p in rest for x in components(cross(b - a, p - a) / scale)])


def _right_angle(a: Array, b: Array, c: Array) -> ConditionResiduals:
    return condition_residuals([_right_gap(a, b, c)])


def _concyclic(*points: Array) -> ConditionResiduals:
    centre = circumcenter_triangle(*points[:3])
    gaps = [_equal_gap(p - centre, points[0] - centre) for p in points[3:]]
    return condition_residuals([*_coplanar_gaps(*points), *gaps])


def _cospherical(*points: Array) -> ConditionResiduals:
    centre = circumcenter_tetrahedron(*points[:4])
    return condition_residuals([_equal_gap(p - centre, points[0] - centre) for p in points[4:]])


def _homothetic(*points: Array) -> ConditionResiduals:
    if len(points) % 2:
        raise GeometryError("homothetic(...) takes an even number of points, the images after the originals")
    half = len(points) // 2
    first, second = points[:half], points[half:]
    ratio = (norm(second[1] - second[0]) / norm(first[1] - first[0]))[..., None]
    scale = _scale(*first)[..., None]
    gaps = [
        x
        for p, q in zip(first, second, strict=True)
        for x in components((q - second[0] - ratio * (p - first[0])) / scale)
    ]
    return condition_residuals(gaps[3:])


POLYGONS: dict[str, Callable[..., ConditionResiduals]] = {
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
