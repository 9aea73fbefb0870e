"""Signed distance of a point from a convex body: positive outside, negative inside, zero on the surface.

Exact inside and on the surface; outside near an edge it is a lower bound of the distance, which is sufficient
for "lies on" and "lies in".
"""

from typing import Any

import numpy as np

from geometry.errors import GeometryError
from geometry.numerics.vectors import Array, dot, newell, norm, point_plane, spread, unit
from geometry.shapes.polyhedra import convex_hull
from geometry.shapes.values import HullBody, PolyBody, RoundBody, each


def signed_distance(p: Array, body: Any) -> Array:
    if isinstance(body, RoundBody):
        return _round(p, body)
    if isinstance(body, PolyBody):
        return _faces(p, body)
    if isinstance(body, HullBody):
        return each(_hull, p, body)
    raise GeometryError("a point can lie on or in a polyhedron or a round solid only")


def _faces(p: Array, body: PolyBody) -> Array:
    centre = body.vertices.mean(axis=-2)
    heights = []
    for face in body.faces:
        ring = body.vertices[..., list(face), :]
        normal = newell(ring)
        outward = np.sign(point_plane(ring[..., 0, :], centre, normal))
        heights.append(outward * point_plane(p, ring[..., 0, :], normal))
    return np.asarray(np.maximum.reduce(heights))


def convexity(body: PolyBody) -> Array:
    """Convexity margin, not negative for a convex polyhedron: the least relative depth of a vertex below a face."""
    size, depths = spread(body.vertices), []
    centre = body.vertices.mean(axis=-2)
    for face in body.faces:
        ring = body.vertices[..., list(face), :]
        normal = newell(ring)
        outward = np.sign(point_plane(ring[..., 0, :], centre, normal))
        heights = point_plane(body.vertices, ring[..., :1, :], normal[..., None, :]) * outward[..., None]
        depths.append(-heights.max(-1))
    return np.asarray(np.minimum.reduce(depths) / size)


def _hull(p: Array, body: HullBody) -> float:
    hull = convex_hull(body.points)
    return float(_faces(p, PolyBody(hull.vertices, hull.faces)))


def _round(p: Array, body: RoundBody) -> Array:
    spoke = p - body.base
    if body.kind == "sphere":
        return norm(spoke) - body.radius
    axis = unit(body.top - body.base)
    along = dot(spoke, axis)
    if body.kind == "hemisphere":
        return np.maximum(norm(spoke) - body.radius, -along)
    h = norm(body.top - body.base)
    out = norm(spoke - axis * along[..., None])
    # In the half-plane of the axis the side is a straight line from (radius, 0) to (top_radius, h).
    slant = np.hypot(h, body.radius - body.top_radius)
    side = ((out - body.radius) * h + along * (body.radius - body.top_radius)) / slant
    return np.asarray(np.maximum.reduce(np.broadcast_arrays(side, -along, along - h)))
