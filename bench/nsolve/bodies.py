"""Symbolic lengths, areas and volumes of polyhedra and round solids, for the nsolve baseline.

Closed formulas only. Measures of composites with polyhedral parts that may overlap, and spheres touching the
edges of solids without full symmetry, raise UnformulatedError.
"""

from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp

from bench.nsolve.measures import (
    FLAT,
    Circle,
    Composite,
    Line,
    Near,
    Plane,
    PolyBody,
    Ring,
    RoundBody,
    UnformulatedError,
    Vec,
    axis_of,
    base_plane,
    center,
    circumcenter,
    cross,
    dot,
    line_distance,
    norm,
    plane_distance,
    ring_normal,
)


def _polyhedron(body: Any, what: str) -> PolyBody:
    if not isinstance(body, PolyBody):
        raise UnformulatedError(f"{what} of this solid")
    return body


def _round(body: Any, what: str) -> RoundBody:
    if not isinstance(body, RoundBody):
        raise UnformulatedError(f"{what} of this solid")
    return body


# Volumes and areas


def volume(body: Any) -> Any:
    if isinstance(body, Composite):
        return _composite_volume(body)
    if isinstance(body, RoundBody):
        r, t = body.radius, body.top_radius
        if body.is_ball:
            return sp.Rational(4 if body.kind == "sphere" else 2, 3) * sp.pi * r**3
        return sp.pi * height(body) * (r * r + r * t + t * t) / 3
    corner, total = body.vertices[0], sp.S.Zero
    for face in body.faces:
        if 0 not in face:
            total += dot(body.vertices[face[0]] - corner, ring_normal(body.ring(face)))
    return sp.Abs(total) / 6


def _composite_volume(body: Composite) -> Any:
    """Parts beside or inside each other; polyhedra alone may overlap, which a sum of volumes cannot tell."""
    if not any(isinstance(part, RoundBody) for _, part in body.parts):
        raise UnformulatedError("a composite of polyhedra")
    return sum(volume(part) if sign == "+" else -volume(part) for sign, part in body.parts)


def polygon_area(points: Sequence[Vec]) -> Any:
    return norm(ring_normal(points)) / 2


def area(*things: Any) -> Any:
    if isinstance(things[0], Vec):
        return polygon_area(things)
    if isinstance(things[0], Ring):
        return polygon_area(things[0].vertices)
    return sp.pi * things[0].radius ** 2


def perimeter(*things: Any) -> Any:
    if isinstance(things[0], Circle):
        return 2 * sp.pi * things[0].radius
    points = things[0].vertices if isinstance(things[0], Ring) else things
    return sum(norm(b - a) for a, b in zip(points, (*points[1:], points[0]), strict=True))


def _faces_area(body: PolyBody, faces: Sequence[Sequence[int]]) -> Any:
    return sum(polygon_area(body.ring(face)) for face in faces)


def surface_area(body: Any) -> Any:
    if isinstance(body, RoundBody):
        if body.kind == "sphere":
            return 4 * sp.pi * body.radius**2
        return lateral_area(body) + sp.pi * (body.radius**2 + (0 if body.is_ball else body.top_radius**2))
    return _faces_area(_polyhedron(body, "the surface"), body.faces)


def lateral_area(body: Any) -> Any:
    if isinstance(body, RoundBody):
        if body.is_ball:
            return (4 if body.kind == "sphere" else 2) * sp.pi * body.radius**2
        return sp.pi * (body.radius + body.top_radius) * slant(body)
    solid = _polyhedron(body, "the lateral surface")
    if solid.kind in ("octahedron", "polyhedron", "hull"):
        raise UnformulatedError(f"the lateral surface of a {solid.kind}")
    return _faces_area(solid, solid.faces[1 if solid.pointed else 2 :])


def base_area(body: Any) -> Any:
    return sp.pi * body.radius**2 if isinstance(body, RoundBody) else polygon_area(body.base)


def top_area(body: Any) -> Any:
    return sp.pi * body.top_radius**2 if isinstance(body, RoundBody) else polygon_area(body.top)


# Lengths


def height(body: Any) -> Any:
    if isinstance(body, RoundBody):
        return body.radius if body.kind == "hemisphere" else norm(axis_of(body))
    return plane_distance(_polyhedron(body, "the height").top[0], base_plane(body))


def slant(body: Any) -> Any:
    if isinstance(body, RoundBody):
        return sp.sqrt(height(body) ** 2 + (body.radius - body.top_radius) ** 2)
    a, b = _polyhedron(body, "the slant height").base[:2]
    return line_distance(body.top[0], Line(a, b - a))


def edge(body: Any) -> Any:
    a, b = _polyhedron(body, "the edge").edges[0]
    return norm(body.vertices[b] - body.vertices[a])


def base_edge(body: Any) -> Any:
    a, b = _polyhedron(body, "the base edge").base[:2]
    return norm(b - a)


def lateral_edge(body: Any) -> Any:
    return norm(_polyhedron(body, "the lateral edge").top[0] - body.base[0])


def diagonal(body: Any) -> Any:
    far = {"cube": 6, "cuboid": 6, "octahedron": 5}.get(_polyhedron(body, "the diagonal").kind)
    if far is None:
        raise UnformulatedError(f"the diagonal of a {body.kind}")
    return norm(body.vertices[far] - body.vertices[0])


def edge_sum(body: Any) -> Any:
    solid = _polyhedron(body, "the edges")
    if solid.kind == "hull":
        raise UnformulatedError("the edges of a hull")  # its triangles may split a face
    return sum(norm(solid.vertices[b] - solid.vertices[a]) for a, b in solid.edges)


def radius(thing: Any) -> Any:
    if isinstance(thing, RoundBody | Circle):
        return thing.radius
    raise UnformulatedError("the radius of this")


def helix(body: Any, turns: Any) -> Any:
    return sp.sqrt(height(body) ** 2 + (2 * sp.pi * _round(body, "a helix").radius * turns) ** 2)


# Spheres and circles that touch


def circumradius(near: Near, *things: Any) -> Any:
    if isinstance(things[0], RoundBody):
        return _round_circumradius(things[0])
    points = things if isinstance(things[0], Vec) else things[0].vertices
    if len(points) == 3:
        a, b, c = points
        return norm(b - a) * norm(c - b) * norm(a - c) / (4 * polygon_area(points))
    a, b, c = points[:3]
    sides = near(norm(b - a) * norm(c - a))
    off = (p for p in points[3:] if abs(near(dot(p - a, cross(b - a, c - a)))) > FLAT * sides * near(norm(p - a)))
    fourth = next(off, None)
    if fourth is None:
        raise UnformulatedError("the circumradius of points in one plane")
    return norm(circumcenter(a, b, c, fourth) - a)


def _round_circumradius(body: RoundBody) -> Any:
    """Equally far along the axis from both rims: h - x and x from the ends with x² + r² = (h - x)² + t²."""
    if body.is_ball:
        return body.radius
    h = height(body)
    x = (h * h + body.top_radius**2 - body.radius**2) / (2 * h)
    return sp.sqrt(x * x + body.radius**2)


def inradius(*things: Any) -> Any:
    """3 V / S where a sphere touches every face, 2 A / P in a triangle."""
    if isinstance(things[0], Vec):
        return 2 * polygon_area(things) / perimeter(*things)
    body = things[0]
    if not isinstance(body, RoundBody):
        return 3 * volume(body) / surface_area(body)
    if body.kind == "cone":
        return body.radius * height(body) / (body.radius + slant(body))
    return body.radius if body.kind == "sphere" else height(body) / 2


def midradius(body: Any) -> Any:
    """From the centre to an edge; only where symmetry puts the centre at the mean of the vertices."""
    if _polyhedron(body, "the sphere touching the edges").kind not in ("cube", "tetrahedron", "octahedron"):
        raise UnformulatedError(f"the sphere touching the edges of a {body.kind}")
    a, b = (body.vertices[i] for i in body.edges[0])
    return line_distance(center(body), Line(a, b - a))


def sphere_circle(body: Any, plane: Plane) -> Circle:
    """The circle in which a plane cuts a sphere."""
    if _round(body, "a section").kind != "sphere":
        raise UnformulatedError("a section that is not a sphere's")
    away = dot(body.base - plane.point, plane.normal)
    middle = body.base - plane.normal * (away / dot(plane.normal, plane.normal))
    return Circle(middle, plane.normal, sp.sqrt(body.radius**2 - away**2 / dot(plane.normal, plane.normal)))


BODY_MEASURES: dict[str, Callable[..., Any]] = {
    "volume": volume,
    "surface_area": surface_area,
    "lateral_area": lateral_area,
    "base_area": base_area,
    "top_area": top_area,
    "area": area,
    "perimeter": perimeter,
    "height": height,
    "slant": slant,
    "edge": edge,
    "base_edge": base_edge,
    "lateral_edge": lateral_edge,
    "diagonal": diagonal,
    "edge_sum": edge_sum,
    "radius": radius,
    "top_radius": lambda body: _round(body, "the top radius").top_radius,
    "diameter": lambda body: 2 * radius(body),
    "circumference": lambda body: 2 * sp.pi * radius(body),
    "helix": helix,
    "inradius": inradius,
    "midradius": midradius,
}
