"""Symbolic geometry of the nsolve baseline: vectors, lines, planes and bodies whose coordinates are sympy expressions.

Written the way a textbook states the formulas, independent of the kernel's numerical measures. Where a measure
has several pieces (a hull's faces, the nearer end of a segment) the caller's `near` tells which piece holds.
What has no plain formula (sections, parts, paths on surfaces) raises UnformulatedError.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import sympy as sp
from scipy.spatial import ConvexHull

Near = Callable[[Any], float]
"""The value of a symbolic expression at the kernel's solution."""

FLAT = 1e-6
"""Below this a determinant or sine of size one counts as zero when a piece is chosen."""


class UnformulatedError(ValueError):
    """The baseline has no equations for this; the message says for what."""


@dataclass(frozen=True, slots=True)
class Vec:
    """A point or vector with symbolic coordinates."""

    x: Any
    y: Any
    z: Any

    def __add__(self, other: "Vec") -> "Vec":
        return Vec(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: "Vec") -> "Vec":
        return Vec(self.x - other.x, self.y - other.y, self.z - other.z)

    def __neg__(self) -> "Vec":
        return Vec(-self.x, -self.y, -self.z)

    def __mul__(self, factor: Any) -> "Vec":
        return Vec(self.x * factor, self.y * factor, self.z * factor)

    def __truediv__(self, divisor: Any) -> "Vec":
        return Vec(self.x / divisor, self.y / divisor, self.z / divisor)

    @property
    def parts(self) -> list[Any]:
        return [self.x, self.y, self.z]


ZERO = Vec(sp.S.Zero, sp.S.Zero, sp.S.Zero)


def dot(u: Vec, v: Vec) -> Any:
    return u.x * v.x + u.y * v.y + u.z * v.z


def cross(u: Vec, v: Vec) -> Vec:
    return Vec(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)


def square(u: Vec) -> Any:
    return dot(u, u)


def norm(u: Vec) -> Any:
    return sp.sqrt(square(u))


def mean(points: Sequence[Vec]) -> Vec:
    return sum(points[1:], points[0]) / len(points)


def ring_normal(points: Sequence[Vec]) -> Vec:
    """Twice the vector area of a polygon, by fan triangles from its first vertex."""
    fan = [cross(b - points[0], c - points[0]) for b, c in pairwise(points[1:])]
    return sum(fan[1:], fan[0])


# Things


@dataclass(frozen=True)
class Line:
    """A line, segment or ray; the direction of a segment ends at its end."""

    point: Vec
    direction: Vec
    extent: str = "line"


@dataclass(frozen=True)
class Plane:
    """A plane by a point and a normal of any length."""

    point: Vec
    normal: Vec


@dataclass(frozen=True)
class Circle:
    """A circle in space."""

    center: Vec
    normal: Vec
    radius: Any


@dataclass(frozen=True)
class Ring:
    """A polygon by its vertices in order."""

    vertices: tuple[Vec, ...]


@dataclass(frozen=True)
class PolyBody:
    """A polyhedron: vertices, faces as index cycles turned one way, kind and label groups as indices."""

    vertices: tuple[Vec, ...]
    faces: tuple[tuple[int, ...], ...]
    kind: str
    groups: tuple[tuple[int, ...], ...] = ()

    @property
    def pointed(self) -> bool:
        return self.kind in ("pyramid", "tetrahedron")

    def group(self, which: int) -> tuple[Vec, ...]:
        if which >= len(self.groups) or self.kind == "polyhedron":
            raise UnformulatedError(f"base or top of a {self.kind}")
        return tuple(self.vertices[i] for i in self.groups[which])

    @property
    def base(self) -> tuple[Vec, ...]:
        return self.group(1 if self.pointed or self.kind == "octahedron" else 0)

    @property
    def top(self) -> tuple[Vec, ...]:
        """The top polygon; a pointed solid's only top vertex is its apex."""
        return self.group(0 if self.pointed or self.kind == "octahedron" else 1)

    def ring(self, face: Sequence[int]) -> tuple[Vec, ...]:
        return tuple(self.vertices[i] for i in face)

    @property
    def edges(self) -> list[tuple[int, int]]:
        pairs = {tuple(sorted(p)) for f in self.faces for p in zip(f, (*f[1:], f[0]), strict=True)}
        return sorted((a, b) for a, b in pairs)


@dataclass(frozen=True)
class RoundBody:
    """A right circular solid: centres of base and top (apex, pole), radii of both ends."""

    kind: str
    base: Vec
    top: Vec
    radius: Any
    top_radius: Any

    @property
    def is_ball(self) -> bool:
        return self.kind in ("sphere", "hemisphere")


@dataclass(frozen=True)
class Composite:
    """Bodies joined and removed."""

    parts: tuple[tuple[Literal["+", "-"], Any], ...]


@dataclass(frozen=True)
class Skin:
    """The surface or the inside of a body, to lie on or in."""

    body: Any
    inside: bool


def base_center(body: Any) -> Vec:
    return body.base if isinstance(body, RoundBody) else mean(body.base)


def top_center(body: Any) -> Vec:
    return body.top if isinstance(body, RoundBody) else mean(body.top)


def center(body: Any) -> Vec:
    if isinstance(body, RoundBody):
        return body.base if body.is_ball else (body.base + body.top) / 2
    return mean(body.vertices)


def axis_of(body: Any) -> Vec:
    return top_center(body) - base_center(body)


def base_plane(body: Any) -> Plane:
    if isinstance(body, RoundBody):
        return Plane(body.base, axis_of(body))
    return Plane(body.base[0], ring_normal(body.base))


def top_plane(body: Any) -> Plane:
    if isinstance(body, RoundBody):
        return Plane(body.top, axis_of(body))
    return Plane(body.top[0], ring_normal(body.top))


def hull(points: tuple[Vec, ...], near: Near) -> PolyBody:
    """The convex hull as triangles; which vertices span a face is read off the kernel's solution."""
    at = np.array([[near(c) for c in p.parts] for p in points])
    found = ConvexHull(at)
    faces = []
    for simplex, outward in zip(found.simplices, found.equations[:, :3], strict=True):
        i, j, k = (int(n) for n in simplex)
        turned = float(np.cross(at[j] - at[i], at[k] - at[i]) @ outward) > 0
        faces.append((i, j, k) if turned else (i, k, j))
    return PolyBody(points, tuple(faces), "hull")


# Points


def foot(p: Vec, target: Line | Plane) -> Vec:
    along = target.normal if isinstance(target, Plane) else target.direction
    part: Vec = along * (dot(p - target.point, along) / square(along))
    return p - part if isinstance(target, Plane) else target.point + part


def reflect(p: Vec, mirror: Vec | Line | Plane) -> Vec:
    return (mirror if isinstance(mirror, Vec) else foot(p, mirror)) * 2 - p


def intersection(first: Line | Plane, second: Line | Plane) -> Any:
    if isinstance(first, Plane) and isinstance(second, Plane):
        direction = cross(first.normal, second.normal)
        inside = cross(direction, first.normal)
        t = dot(second.point - first.point, second.normal) / dot(inside, second.normal)
        return Line(first.point + inside * t, direction)
    if isinstance(first, Line) and isinstance(second, Line):
        n = cross(first.direction, second.direction)
        t = dot(cross(second.point - first.point, second.direction), n) / square(n)
        return first.point + first.direction * t
    line, plane = (first, second) if isinstance(first, Line) else (second, first)
    t = dot(plane.point - line.point, plane.normal) / dot(line.direction, plane.normal)  # type: ignore[union-attr]
    return line.point + line.direction * t  # type: ignore[union-attr]


def circumcenter(*points: Vec) -> Vec:
    if len(points) == 3:
        b, c = points[1] - points[0], points[2] - points[0]
        n = cross(b, c)
        shift: Vec = (cross(n, b) * square(c) + cross(c, n) * square(b)) / (2 * square(n))
        return points[0] + shift
    b, c, d = (p - points[0] for p in points[1:4])
    shift = (cross(c, d) * square(b) + cross(d, b) * square(c) + cross(b, c) * square(d)) / (2 * dot(b, cross(c, d)))
    return points[0] + shift


def incenter(*points: Vec) -> Vec:
    """Vertices weighted by the opposite side or face."""
    if len(points) == 3:
        a, b, c = points
        weights = [norm(c - b), norm(a - c), norm(b - a)]
    else:
        weights = [norm(ring_normal([q for q in points if q is not p])) for p in points]
    weighted = [p * w for p, w in zip(points, weights, strict=True)]
    found: Vec = sum(weighted[1:], weighted[0]) / sum(weights[1:], weights[0])
    return found


def orthocenter(a: Vec, b: Vec, c: Vec) -> Vec:
    """Euler's line: H = A + B + C - 2 O."""
    return a + b + c - circumcenter(a, b, c) * 2


# Distances and angles


def plane_distance(p: Vec, plane: Plane) -> Any:
    return sp.Abs(dot(p - plane.point, plane.normal)) / norm(plane.normal)


def line_distance(p: Vec, line: Line) -> Any:
    return norm(cross(p - line.point, line.direction)) / norm(line.direction)


def _segment_distance(p: Vec, line: Line, near: Near) -> Any:
    share = near(dot(p - line.point, line.direction) / square(line.direction))
    if 0 <= share <= 1:
        return line_distance(p, line)
    return norm(p - line.point - (line.direction if share > 1 else ZERO))


def _between_lines(first: Line, second: Line, near: Near) -> Any:
    u, v, w = first.direction, second.direction, second.point - first.point
    n = cross(u, v)
    if near(norm(n)) < FLAT * near(norm(u)) * near(norm(v)):
        return line_distance(second.point, first)
    return sp.Abs(dot(w, n)) / norm(n)


def _between_segments(first: Line, second: Line, near: Near) -> Any:
    """Between the lines where both nearest points lie inside, else from the nearest of the four ends."""
    u, v, w = first.direction, second.direction, second.point - first.point
    n = cross(u, v)
    bulk = near(square(n))
    if bulk > FLAT * near(square(u)) * near(square(v)):
        shares = (near(dot(cross(w, v), n)) / bulk, near(dot(cross(w, u), n)) / bulk)
        if all(0 <= share <= 1 for share in shares):
            return sp.Abs(dot(w, n)) / norm(n)
    ends = [(x.point, y) for x, y in ((first, second), (second, first))]
    ends += [(x.point + x.direction, y) for x, y in ((first, second), (second, first))]
    return min((_segment_distance(p, line, near) for p, line in ends), key=near)


def distance(first: Any, second: Any, near: Near) -> Any:
    """The distance of any pair of points, lines, segments and planes (planes taken as parallel)."""
    if isinstance(first, Plane) or (isinstance(second, Vec) and not isinstance(first, Vec)):
        first, second = second, first
    if isinstance(second, Plane):
        return plane_distance(first if isinstance(first, Vec) else first.point, second)
    if isinstance(second, Vec):
        return norm(second - first)
    if isinstance(first, Vec):
        return _segment_distance(first, second, near) if second.extent == "segment" else line_distance(first, second)
    both = first.extent == second.extent == "segment"
    return _between_segments(first, second, near) if both else _between_lines(first, second, near)


@dataclass(frozen=True)
class Turn:
    """An angle as `function`(angle) = top / bottom; `unsigned` takes the acute of two supplementary angles."""

    function: Any
    top: Any
    bottom: Any
    unsigned: bool

    @property
    def angle(self) -> Any:
        inverse = sp.acos if self.function is sp.cos else sp.asin
        return inverse((sp.Abs(self.top) if self.unsigned else self.top) / self.bottom)

    def equation(self, other: Any) -> Any:
        """Zero when the angle equals `other`; a right angle needs no absolute value, which has a kink there."""
        share = self.function(other)
        return (sp.Abs(self.top) if self.unsigned and share != 0 else self.top) - share * self.bottom


def turn(name: str, things: Sequence[Any]) -> Turn:
    """The angle or dihedral angle of the notation."""
    if name == "dihedral":
        a, b, c, d = things
        n, m = cross(c - b, a - b), cross(c - b, d - b)
        return Turn(sp.cos, dot(n, m), norm(n) * norm(m), False)
    if len(things) == 3:
        u, v = things[0] - things[1], things[2] - things[1]
        return Turn(sp.cos, dot(u, v), norm(u) * norm(v), False)
    planes = sum(isinstance(x, Plane) for x in things)
    u, v = (direction(x) for x in things)
    unsigned = not isinstance(things[0], Vec)
    return Turn(sp.sin if planes == 1 else sp.cos, dot(u, v), norm(u) * norm(v), unsigned)


def direction(thing: Any) -> Vec:
    """The direction of a line or vector, the normal of a plane."""
    if isinstance(thing, Vec):
        return thing
    return thing.normal if isinstance(thing, Plane) else thing.direction
