"""Points, lines and planes constructed from others, over `(..., 3)` arrays. Nothing here raises on degenerate input:
a construction that does not exist (the intersection of parallel lines) gives non-finite coordinates, which the
caller's checks reject."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from geometry.errors import GeometryError
from geometry.numerics.vectors import Array, cross, dot, norm, point_plane
from geometry.shapes.bodies import (
    apex_of,
    base_centre,
    base_plane,
    centre_of,
    circle_of,
    top_centre,
    top_circle,
    top_plane,
)
from geometry.shapes.slices import blocks, sliced
from geometry.shapes.touching_spheres import (
    circumcenter_tetrahedron,
    circumcenter_triangle,
    incenter_triangle,
    insphere_tetrahedron,
    orthocenter_triangle,
)
from geometry.shapes.values import Body, Circle, Interior, Line, Plane, RoundBody, Section, Surface


def plane_through(*points: Array) -> Plane:
    """The plane through three or more points, from the three that span it best; the order does not matter.

    The caller checks that the other points lie in it (`degeneracy`).
    """
    triples = [(a, b, c) for a, b, c in combinations(points, 3)]
    normals = [cross(b - a, c - a) for a, b, c in triples]
    best = int(np.argmax([np.nan_to_num(norm(n)).mean() for n in normals])) if len(normals) > 1 else 0
    return Plane(triples[best][0], normals[best])


def _midpoint(a: Array, b: Array) -> Array:
    return (a + b) / 2


def _divide(a: Array, b: Array, ratio: Any) -> Array:
    """X on AB with AX : XB = ratio."""
    share = np.asarray(np.asarray(ratio) / (1 + np.asarray(ratio)))
    return np.asarray(a + (b - a) * share[..., None])


def _centroid(*points: Array) -> Array:
    return sum(points[1:], points[0]) / len(points)


def _foot(p: Array, target: Line | Plane) -> Array:
    if isinstance(target, Plane):
        n = target.normal
        return p - n * (dot(p - target.point, n) / dot(n, n))[..., None]
    d = target.direction
    return target.point + d * (dot(p - target.point, d) / dot(d, d))[..., None]


def _reflect(p: Array, mirror: Array | Line | Plane) -> Array:
    still = mirror if isinstance(mirror, np.ndarray) else _foot(p, mirror)
    return 2 * still - p


def _intersection(first: Line | Plane, second: Line | Plane) -> Any:
    if isinstance(first, Plane) and isinstance(second, Plane):
        return _planes_meet(first, second)
    if isinstance(first, Line) and isinstance(second, Line):
        return _lines_meet(first, second)
    line, plane = (first, second) if isinstance(first, Line) else (second, first)
    return _pierce(line, plane)  # type: ignore[arg-type]


def _pierce(line: Line, plane: Plane) -> Array:
    t = dot(plane.point - line.point, plane.normal) / dot(line.direction, plane.normal)
    return line.point + line.direction * t[..., None]


def _lines_meet(first: Line, second: Line) -> Array:
    """The point of `first` nearest to `second`: their intersection if they meet, which the caller checks."""
    u, v, w = first.direction, second.direction, second.point - first.point
    n = cross(u, v)
    t = dot(cross(w, v), n) / dot(n, n)
    return first.point + u * t[..., None]


def _planes_meet(first: Plane, second: Plane) -> Line:
    n, m = first.normal, second.normal
    direction = cross(n, m)
    # The point on both planes nearest to first.point: move within the first plane towards the second.
    inside = cross(direction, n)
    t = dot(second.point - first.point, m) / dot(inside, m)
    return Line(first.point + inside * t[..., None], direction)


def _total(make: Callable[..., Array]) -> Callable[..., Array]:
    """`make` over a batch in which degenerate members become NaN instead of raising for the whole batch."""

    def each_or_nan(*points: Array) -> Array:
        try:
            return make(*points)
        except GeometryError:
            if max(p.ndim for p in points) == 1:
                raise
        rows = np.broadcast_arrays(*points)
        return np.stack([_or_nan(make, *row) for row in zip(*rows, strict=True)])

    return each_or_nan


def _or_nan(make: Callable[..., Array], *points: Array) -> Array:
    try:
        return make(*points)
    except GeometryError:
        return np.full(3, np.nan)


def _circumcenter(*points: Array) -> Array:
    return circumcenter_triangle(*points) if len(points) == 3 else circumcenter_tetrahedron(*points)


def _incenter(*points: Array) -> Array:
    return incenter_triangle(*points) if len(points) == 3 else insphere_tetrahedron(*points)[0]


def _circle(body: Body, plane: Plane | None = None) -> Circle:
    if plane is None:
        return circle_of(body)
    if not (isinstance(body, RoundBody) and body.kind == "sphere"):
        raise GeometryError("circle(k, plane) is the section of a sphere; for other solids write section(k, plane)")
    away = point_plane(body.base, plane.point, plane.normal)
    return Circle(_foot(body.base, plane), plane.normal, np.sqrt(body.radius**2 - away**2))


def _axis(body: Body) -> Line:
    base = base_centre(body)
    return Line(base, top_centre(body) - base)


def _bisector(a: Array, b: Array) -> Plane:
    return Plane((a + b) / 2, b - a)


MAKERS: dict[str, Callable[..., Any]] = {
    "plane": plane_through,
    "vector": lambda a, b: b - a,
    "parallel_plane": lambda p, plane: Plane(p, plane.normal),
    "normal_plane": lambda p, line: Plane(p, line.direction),
    "bisector_plane": _bisector,
    "normal_line": lambda p, plane: Line(p, plane.normal),
    "parallel_line": lambda p, line: Line(p, line.direction),
    "axis": _axis,
    "base": base_plane,
    "top": top_plane,
    "circle": _circle,
    "topcircle": top_circle,
    "surface": Surface,
    "interior": Interior,
    "section": Section,
    "slices": sliced,
    "blocks": blocks,
    "piece": lambda pieces: pieces.piece,
    "midpoint": _midpoint,
    "divide": _divide,
    "centroid": _centroid,
    "circumcenter": _total(_circumcenter),
    "incenter": _total(_incenter),
    "orthocenter": _total(orthocenter_triangle),
    "foot": _foot,
    "intersection": _intersection,
    "reflect": _reflect,
    "center": centre_of,
    "apex": apex_of,
    "base_center": base_centre,
    "top_center": top_centre,
}
