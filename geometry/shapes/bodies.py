"""Bodies of declared solids and their parts: vertices, centres, bases, tops, circles.

A part that a body does not have (the apex of a cube) raises GeometryError naming both.
"""

from typing import Any

import numpy as np

from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.catalogue import BASELESS, KINDS, faces_of
from geometry.numerics.vectors import Array, newell, polygon_centroid, rows_of
from geometry.shapes.state import FigureState
from geometry.shapes.values import Body, Circle, CompositeBody, HullBody, Plane, PolyBody, RoundBody


def body_of(solid: s.SolidDecl, state: FigureState) -> Body:
    """The body of a declared solid at the state's coordinates."""
    if solid.kind == "composite":
        bodies = [(sign, body_of(state.solids[name], state)) for sign, name in solid.parts]
        plus, minus = (tuple(b for sign, b in bodies if sign == wanted) for wanted in "+-")
        return CompositeBody(plus, minus)
    if KINDS[solid.kind].family == "round":
        return _round_body(solid, state)
    index = {label: i for i, label in enumerate(solid.labels)}
    vertices = rows_of([state.points[label] for label in solid.labels])
    faces = tuple(tuple(index[label] for label in face) for face in faces_of(solid))
    groups = tuple(tuple(index[label] for label in group) for group in solid.groups)
    return PolyBody(vertices, faces, solid.kind, groups)


def _round_body(solid: s.SolidDecl, state: FigureState) -> RoundBody:
    points = [state.points[label] for label in solid.labels]
    radius = state.numbers[f"{solid.name}.radius"]
    kind: Any = solid.kind
    if kind == "cone":
        return RoundBody(kind, points[1], points[0], radius, np.zeros_like(radius))
    if kind == "cone_frustum":
        return RoundBody(kind, points[0], points[1], radius, state.numbers[f"{solid.name}.top_radius"])
    if kind == "sphere":
        return RoundBody(kind, points[0], points[0], radius, radius)
    return RoundBody(kind, points[0], points[1], radius, radius)


def missing(body: Body, what: str) -> GeometryError:
    kind = body.kind if isinstance(body, PolyBody | RoundBody) else "composite solid"
    article = "an" if kind[0] in "aeio" else "a"
    return GeometryError(f"{article} {kind.replace('_', ' ')} has no {what}")


def _group(body: PolyBody, which: int) -> Array:
    return np.asarray(body.vertices[..., list(body.groups[which]), :])


def base_vertices(body: PolyBody) -> Array:
    """The base polygon `(..., n, 3)`."""
    if body.kind in BASELESS:
        raise missing(body, "base")
    return _group(body, 1 if body.kind in ("pyramid", "tetrahedron", "octahedron") else 0)


def top_vertices(body: PolyBody) -> Array:
    if body.kind in ("pyramid", "tetrahedron", "octahedron", *BASELESS):
        raise missing(body, "top face")
    return _group(body, 1)


def apex_of(body: Body) -> Array:
    if isinstance(body, PolyBody) and body.kind in ("pyramid", "tetrahedron", "octahedron"):
        return np.asarray(_group(body, 0)[..., 0, :])
    if isinstance(body, RoundBody) and body.kind == "cone":
        return body.top
    raise missing(body, "apex")


def centre_of(body: Body) -> Array:
    """The centre of a sphere; for a polyhedron the mean of its vertices; for other round solids mid-axis."""
    if isinstance(body, PolyBody):
        return np.asarray(body.vertices.mean(axis=-2))
    if isinstance(body, HullBody):
        return np.asarray(body.points.mean(axis=-2))
    if isinstance(body, RoundBody):
        return body.base if body.kind in ("sphere", "hemisphere") else (body.base + body.top) / 2
    raise missing(body, "centre")


def base_centre(body: Body) -> Array:
    if isinstance(body, RoundBody) and body.kind != "sphere":
        return body.base
    if isinstance(body, PolyBody):
        return polygon_centroid(base_vertices(body))
    raise missing(body, "base")


def top_centre(body: Body) -> Array:
    """The centre of the top face; for pyramids and cones the apex, so that every axis has an upper end."""
    if isinstance(body, RoundBody) and body.kind != "sphere":
        return body.top
    if isinstance(body, PolyBody):
        pointed = body.kind in ("pyramid", "tetrahedron", "octahedron")
        return apex_of(body) if pointed else polygon_centroid(top_vertices(body))
    raise missing(body, "top")


def base_plane(body: Body) -> Plane:
    if isinstance(body, PolyBody):
        ring = base_vertices(body)
        return Plane(ring[..., 0, :], newell(ring))
    return Plane(base_centre(body), axis_of(body))


def top_plane(body: Body) -> Plane:
    if isinstance(body, PolyBody):
        ring = top_vertices(body)
        return Plane(ring[..., 0, :], newell(ring))
    if isinstance(body, RoundBody) and body.kind in ("cylinder", "cone_frustum"):
        return Plane(body.top, axis_of(body))
    raise missing(body, "top face")


def axis_of(body: Body) -> Array:
    """The direction from base to top."""
    return top_centre(body) - base_centre(body)


def circle_of(body: Body) -> Circle:
    if isinstance(body, RoundBody) and body.kind != "sphere":
        return Circle(body.base, axis_of(body), body.radius)
    raise missing(body, "base circle")


def top_circle(body: Body) -> Circle:
    if isinstance(body, RoundBody) and body.kind in ("cylinder", "cone_frustum"):
        return Circle(body.top, axis_of(body), body.top_radius)
    raise missing(body, "top circle")
