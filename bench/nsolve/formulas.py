"""Closed formulas of solid geometry over sympy expressions, and the functions of the notation made of them.

A point or vector is an object array `(3,)` of expressions. There are no sections, parts, hulls, paths on surfaces,
inscribed spheres or distances of segments: a function that is not in the table is not covered.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import sympy as sp

Vector = Any
Expression = Any


class NotCoveredError(ValueError):
    """The baseline has no equation or formula for this; the message names it."""


class Line(NamedTuple):
    """A line; a segment or ray if `extent` says so. The direction of a segment reaches its end."""

    point: Vector
    direction: Vector
    extent: str = "line"


class Plane(NamedTuple):
    """A plane by a point and a normal of any length."""

    point: Vector
    normal: Vector


class Circle(NamedTuple):
    """A circle parallel to the plane z = 0."""

    center: Vector
    radius: Expression


@dataclass(frozen=True)
class Body:
    """A polyhedron by the vertices of both ends and its faces; a round solid by the centres and radii of both ends."""

    kind: str
    base: tuple[Vector, ...]
    top: tuple[Vector, ...]
    faces: tuple[tuple[Vector, ...], ...] = ()
    radius: Expression = sp.S.Zero
    top_radius: Expression = sp.S.Zero

    @property
    def axis(self) -> Line:
        return Line(mean(*self.base), mean(*self.top) - mean(*self.base))

    @property
    def base_plane(self) -> Plane:
        return Plane(self.base[0], ring_normal(*self.base) if self.faces else self.axis.direction)


def vec(x: Expression, y: Expression, z: Expression) -> Vector:
    return np.array([sp.sympify(x), sp.sympify(y), sp.sympify(z)], dtype=object)


def cross(u: Vector, v: Vector) -> Vector:
    return vec(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])


def norm(u: Vector) -> Expression:
    return sp.sqrt(u @ u)


def mean(*points: Vector) -> Vector:
    return sum(points[1:], points[0]) / len(points)


def ring_normal(*ring: Vector) -> Vector:
    """Twice the vector area of a polygon, by triangles from its first vertex."""
    fan = [cross(b - ring[0], c - ring[0]) for b, c in pairwise(ring[1:])]
    return sum(fan[1:], fan[0])


def directions(first: Any, second: Any) -> tuple[Vector, Vector, bool]:
    """Directions of lines, normals of planes or vectors themselves, and whether it is a line and a plane."""
    u, v = (x if isinstance(x, np.ndarray) else x[1] for x in (first, second))
    return u, v, isinstance(first, Plane) != isinstance(second, Plane)


def foot(p: Vector, target: Line | Plane) -> Vector:
    along = target[1] * ((p - target.point) @ target[1] / (target[1] @ target[1]))
    return p - along if isinstance(target, Plane) else target.point + along


def distance(first: Any, second: Any) -> Expression:
    """Between points, lines and planes; lines are taken as skew, a plane as parallel to what is not a point."""
    planes = [x for x in (first, second) if isinstance(x, Plane)]
    lines = [x for x in (first, second) if isinstance(x, Line)]
    if any(line.extent != "line" for line in lines):
        raise NotCoveredError("the distance of a segment")
    p, q = (x if isinstance(x, np.ndarray) else x.point for x in (first, second))
    if planes or len(lines) == 2:
        normal = planes[0].normal if planes else cross(lines[0].direction, lines[1].direction)
        return sp.Abs((q - p) @ normal) / norm(normal)
    return norm(cross(q - p, lines[0].direction)) / norm(lines[0].direction) if lines else norm(q - p)


def angle(*things: Any) -> Expression:
    """Angle ABC of three points; the acute one of lines and planes; up to 180° of vectors."""
    if len(things) == 3:
        return angle(things[0] - things[1], things[2] - things[1])
    u, v, mixed = directions(*things)
    share = u @ v / (norm(u) * norm(v))
    if isinstance(things[0], np.ndarray):
        return sp.acos(share)
    return (sp.asin if mixed else sp.acos)(sp.Abs(share))


def area(*ring: Vector) -> Expression:
    if len(ring) < 3:
        raise NotCoveredError("the area of a region")
    return norm(ring_normal(*ring)) / 2


def height(body: Body) -> Expression:
    return distance(body.top[0], body.base_plane) if body.faces else norm(body.axis.direction)


def slant(body: Body) -> Expression:
    if body.faces:
        return distance(body.top[0], Line(body.base[0], body.base[1] - body.base[0]))
    return sp.sqrt(height(body) ** 2 + (body.radius - body.top_radius) ** 2)


def base_area(body: Body) -> Expression:
    return area(*body.base) if body.faces else sp.pi * body.radius**2


def top_area(body: Body) -> Expression:
    return area(*body.top) if len(body.top) > 1 else sp.pi * body.top_radius**2


def lateral_area(body: Body) -> Expression:
    if body.kind in ("sphere", "hemisphere"):
        return (4 if body.kind == "sphere" else 2) * sp.pi * body.radius**2
    if body.faces:
        return sum(area(*face) for face in body.faces) - base_area(body) - top_area(body)
    return sp.pi * (body.radius + body.top_radius) * slant(body)


def surface_area(body: Body) -> Expression:
    return lateral_area(body) + (0 if body.kind == "sphere" else base_area(body) + top_area(body))


def volume(body: Body) -> Expression:
    """Archimedes' r S / 3 of a ball; the formula of a frustum, which is that of prisms and pyramids too."""
    if body.kind in ("sphere", "hemisphere"):
        return body.radius * lateral_area(body) / 3
    base, top = base_area(body), top_area(body)
    return height(body) * (base + sp.sqrt(base * top) + top) / 3


FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(sp, name) for name in ("sqrt", "cbrt", "sin", "cos", "tan", "asin", "acos", "atan")},
    "abs": sp.Abs,
    "degrees": lambda x: x * sp.pi / 180,
    "line": lambda a, b: Line(a, b - a),
    "segment": lambda a, b: Line(a, b - a, "segment"),
    "ray": lambda a, b: Line(a, b - a, "ray"),
    "vector": lambda a, b: b - a,
    "plane": lambda *points: Plane(points[0], ring_normal(*points[:3])),
    "midpoint": mean,
    "centroid": mean,
    "divide": lambda a, b, ratio: a + (b - a) * (ratio / (1 + ratio)),
    "foot": foot,
    "reflect": lambda p, mirror: 2 * (mirror if isinstance(mirror, np.ndarray) else foot(p, mirror)) - p,
    "base": lambda body: body.base_plane,
    "axis": lambda body: body.axis,
    "circle": lambda body: Circle(body.base[0], body.radius),
    "topcircle": lambda body: Circle(body.top[0], body.top_radius),
    "distance": distance,
    "angle": angle,
    "dihedral": lambda a, b, c, d: angle(cross(c - b, a - b), cross(c - b, d - b)),
    "radius": lambda body: body.radius,
    "top_radius": lambda body: body.top_radius,
    "diameter": lambda body: 2 * body.radius,
    "circumference": lambda body: 2 * sp.pi * body.radius,
    "height": height,
    "slant": slant,
    "edge": lambda body: norm(body.base[1] - body.base[0]),
    "base_edge": lambda body: norm(body.base[1] - body.base[0]),
    "lateral_edge": lambda body: norm(body.top[0] - body.base[0]),
    "diagonal": lambda body: norm(body.top[2] - body.base[0]),
    "edge_sum": lambda body: sum(norm(b - a) for face in body.faces for a, b in pairwise((*face, face[0]))) / 2,
    "area": area,
    "base_area": base_area,
    "top_area": top_area,
    "lateral_area": lateral_area,
    "surface_area": surface_area,
    "volume": volume,
}
