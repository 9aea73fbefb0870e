"""Shortest paths along curved surfaces: cylinder, cone, cone frustum, sphere, helix; and polyhedra.

Developable surfaces are unrolled, where the shortest path is straight unless the unrolled piece is not convex.
Lengths only. Raises GeometryError for points that are not on the surface and, unless end disks are allowed, for
points inside an end disk of a cylinder.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.errors import GeometryError
from geometry.shapes.disk_crossings import over_one_disk, over_one_rim, over_two_disks
from geometry.shapes.polyhedron_paths import on_polyhedron
from geometry.tolerances import ON_SURFACE_RELATIVE

__all__ = [
    "helix",
    "loop_on_cone",
    "on_cone",
    "on_cone_frustum",
    "on_cylinder",
    "on_polyhedron",
    "on_sphere",
]

FloatArray = NDArray[np.float64]

NEARLY_CYLINDER = 1e-12
"""A frustum whose radii differ by less than this fraction is unrolled as a cylinder: its apex is too far away."""


def on_sphere(center: ArrayLike, a: ArrayLike, b: ArrayLike) -> float:
    """Length of the shorter great-circle arc between two points of a sphere about the centre."""
    middle = _point(center)
    u, v = _point(a) - middle, _point(b) - middle
    radius, other = float(np.linalg.norm(u)), float(np.linalg.norm(v))
    if radius == 0.0 or abs(radius - other) > ON_SURFACE_RELATIVE * radius:
        raise GeometryError("The two points are not on one sphere about the centre.")
    return (radius + other) / 2.0 * _angle(u, v)


def helix(circumference: float, height: float, turns: float) -> float:
    """Length of a helix on a cylinder that rises by the height in the given number of turns."""
    if not (circumference > 0.0 and height >= 0.0 and turns >= 0.0 and height + turns > 0.0):
        raise GeometryError("A helix needs a positive circumference and a height and turns not both zero.")
    length = math.hypot(circumference * turns, height)
    if not math.isfinite(length):
        raise GeometryError("A measure of the helix is not a finite number.")
    return length


def on_cylinder(
    base: ArrayLike, top: ArrayLike, radius: float, a: ArrayLike, b: ArrayLike, *, lateral_only: bool = True
) -> float:
    """Shortest path on a cylinder; over its end disks too when `lateral_only` is off."""
    spots = _Spots.of(base, top, a, b)
    _check_radii(radius, radius)
    size = max(radius, spots.height)
    inner = [abs(r - radius) > ON_SURFACE_RELATIVE * size for r in spots.reach]
    for inside, r, z in zip(inner, spots.reach, spots.level, strict=True):
        at_end = min(abs(z), abs(z - spots.height)) <= ON_SURFACE_RELATIVE * size
        if inside and (lateral_only or not at_end or r > radius):
            raise GeometryError("A point does not lie on the allowed surface of the cylinder.")
    flat = math.hypot(radius * spots.angle, spots.level[0] - spots.level[1])
    if lateral_only:
        return flat
    return _with_disks(spots, radius, inner, flat)


def _with_disks(spots: "_Spots", radius: float, inner: list[bool], flat: float) -> float:
    """Shortest path on a closed cylinder, given which points are inside an end disk."""
    one, other = spots.reach
    rise = abs(spots.level[0] - spots.level[1])
    if all(inner):
        if rise < spots.height / 2.0:
            return math.sqrt((one - other) ** 2 + 4.0 * one * other * math.sin(spots.angle / 2.0) ** 2)
        return over_two_disks(radius, (one, other), spots.height, spots.angle)
    if any(inner):
        return over_one_rim(radius, one if inner[0] else other, rise, spots.angle)
    drops = [spots.level, (spots.height - spots.level[0], spots.height - spots.level[1])]
    return min(flat, *(over_one_disk(radius, max(p, 0.0), max(q, 0.0), spots.angle) for p, q in drops))


def on_cone(base: ArrayLike, apex: ArrayLike, radius: float, a: ArrayLike, b: ArrayLike) -> float:
    """Shortest path on the lateral surface of a cone.

    The shorter way round spans less than half the unrolled sector, so it is straight and misses the apex.
    """
    return on_cone_frustum(base, apex, radius, 0.0, a, b)


def loop_on_cone(base: ArrayLike, apex: ArrayLike, radius: float, a: ArrayLike) -> float:
    """Shortest closed path from a point round the lateral surface of a cone and back.

    A chord of the unrolled sector, or along a generator to the apex and back if the sector is a half disk or more.
    """
    spots = _Spots.of(base, apex, a, a)
    _check_radii(radius, 0.0)
    slant = math.hypot(radius, spots.height)
    distance = _slant_positions(spots, radius, 0.0)[0]
    return 2.0 * distance * math.sin(min(math.pi * radius / slant, math.pi / 2.0))


def on_cone_frustum(base: ArrayLike, top: ArrayLike, r_base: float, r_top: float, a: ArrayLike, b: ArrayLike) -> float:
    """Shortest path on the lateral surface of a cone frustum.

    The surface unrolls into a sector of an annulus. If the chord would cross the inner circle, the path is a
    tangent, an arc of that circle and a tangent.
    """
    _check_radii(r_base, r_top)
    if r_base < r_top:
        return on_cone_frustum(top, base, r_top, r_base, a, b)
    if r_base - r_top <= NEARLY_CYLINDER * r_base:
        return on_cylinder(base, top, r_base, a, b)
    spots = _Spots.of(base, top, a, b)
    sine = (r_base - r_top) / math.hypot(r_base - r_top, spots.height)
    inner = r_top / sine
    above = _slant_positions(spots, r_base, r_top)
    turn = spots.angle * sine
    tangents = [math.sqrt(s * (s + 2.0 * inner)) for s in above]
    arc = turn - sum(math.atan2(tangent, inner) for tangent in tangents)
    if arc > 0.0 and inner > 0.0:
        return sum(tangents) + inner * arc
    product = (inner + above[0]) * (inner + above[1])
    return math.sqrt((above[0] - above[1]) ** 2 + 4.0 * product * math.sin(turn / 2.0) ** 2)


@dataclass(frozen=True)
class _Spots:
    """Two points in the frame of an axis: distances from it, levels along it and the angle between them."""

    height: float
    reach: tuple[float, float]
    level: tuple[float, float]
    angle: float

    @classmethod
    def of(cls, base: ArrayLike, top: ArrayLike, a: ArrayLike, b: ArrayLike) -> "_Spots":
        foot, tip = _point(base), _point(top)
        height = float(np.linalg.norm(tip - foot))
        if height == 0.0:
            raise GeometryError("The axis of the round solid has no length.")
        axis = (tip - foot) / height
        offsets = [_point(x) - foot for x in (a, b)]
        levels = [float(offset @ axis) for offset in offsets]
        across = [offset - z * axis for offset, z in zip(offsets, levels, strict=True)]
        for z in levels:
            if not -ON_SURFACE_RELATIVE * height <= z <= (1.0 + ON_SURFACE_RELATIVE) * height:
                raise GeometryError("A point lies beyond the ends of the round solid.")
        reach = [float(np.linalg.norm(arm)) for arm in across]
        return cls(height, (reach[0], reach[1]), (levels[0], levels[1]), _angle(*across))


def _slant_positions(spots: _Spots, r_base: float, r_top: float) -> tuple[float, float]:
    """Distances of the two points from the top rim along the generators; raises GeometryError off the surface."""
    slant = math.hypot(r_base - r_top, spots.height)
    for r, z in zip(spots.reach, spots.level, strict=True):
        expected = r_base + (r_top - r_base) * z / spots.height
        if abs(r - expected) > ON_SURFACE_RELATIVE * max(r_base, spots.height):
            raise GeometryError("A point does not lie on the lateral surface of the round solid.")
    first, last = (max(0.0, slant * (1.0 - z / spots.height)) for z in spots.level)
    return first, last


def _check_radii(r_base: float, r_top: float) -> None:
    if not (math.isfinite(r_base + r_top) and min(r_base, r_top) >= 0.0 and max(r_base, r_top) > 0.0):
        raise GeometryError("The radii of a round solid must not be negative nor both zero.")


def _point(value: ArrayLike) -> FloatArray:
    point = np.asarray(value, dtype=np.float64)
    if point.shape != (3,) or not np.isfinite(point).all():
        raise GeometryError("A path needs finite points in space.")
    return point


def _angle(u: FloatArray, v: FloatArray) -> float:
    """Angle between two vectors from 0 to π, accurate near both ends; 0 if a vector is zero."""
    return math.atan2(float(np.linalg.norm(np.cross(u, v))), float(u @ v))
