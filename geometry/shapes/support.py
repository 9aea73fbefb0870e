"""Support functions of convex bodies, exact outside distances, and whether one body is inside another.

Everything broadcasts over a batch. Bodies that exist one figure at a time (hulls, parts) raise GeometryError.
"""

from itertools import pairwise
from typing import Any

import numpy as np

from geometry.errors import GeometryError
from geometry.numerics.vectors import Array, cross, dot, following, newell, norm, point_plane, point_segment, unit
from geometry.shapes.signed_distance import signed_distance
from geometry.shapes.values import PolyBody, RoundBody


def needs_shape(body: Any) -> PolyBody | RoundBody:
    """`body` if its faces or profile are known; raises GeometryError otherwise."""
    if isinstance(body, PolyBody | RoundBody):
        return body
    raise GeometryError("contacts are defined for declared solids; declare this one with its own solid line")


def support(body: PolyBody | RoundBody, direction: Array) -> Array:
    """The largest value of direction · x over the body; `direction` `(..., 3)` has unit length."""
    if isinstance(body, PolyBody):
        return np.asarray(dot(body.vertices, direction[..., None, :]).max(-1))
    if body.kind == "sphere":
        return np.asarray(dot(body.base, direction) + body.radius)
    axis = unit(body.top - body.base)
    along = dot(axis, direction)
    across = np.sqrt(np.maximum(1.0 - along**2, 0.0))
    disk = dot(body.base, direction) + body.radius * across
    if body.kind == "hemisphere":
        return np.asarray(np.where(along >= 0, dot(body.base, direction) + body.radius, disk))
    return np.asarray(np.maximum(disk, dot(body.top, direction) + body.top_radius * across))


def sticks_out(inner: PolyBody | RoundBody, outer: PolyBody | RoundBody) -> Array:
    """How far `inner` reaches outside `outer`, zero or negative if it is inside.

    Exact for a polyhedral or spherical `outer`, for a polyhedral or spherical `inner`, and for coaxial round solids;
    for other round pairs it is a lower bound taken at eight points of each rim.
    """
    if isinstance(outer, PolyBody):
        return _beyond_faces(inner, outer)
    if isinstance(inner, RoundBody) and inner.kind == "sphere":
        return np.asarray(signed_distance(inner.base, outer) + inner.radius)
    if isinstance(inner, PolyBody):
        count = inner.vertices.shape[-2]
        return _largest([signed_distance(inner.vertices[..., i, :], outer) for i in range(count)])
    return _largest([signed_distance(p, outer) for p in rim_points(inner)])


def _largest(values: list[Array]) -> Array:
    return np.asarray(np.maximum.reduce(np.broadcast_arrays(*values)))


def _beyond_faces(inner: PolyBody | RoundBody, outer: PolyBody) -> Array:
    reaches = []
    for point, normal in outward_faces(outer):
        reaches.append(support(inner, normal) - dot(point, normal))
    return _largest(reaches)


def outward_faces(body: PolyBody) -> list[tuple[Array, Array]]:
    """A point and the outward unit normal of every face of a convex polyhedron."""
    centre, found = body.vertices.mean(axis=-2), []
    for face in body.faces:
        ring = body.vertices[..., list(face), :]
        normal = unit(newell(ring))
        outward = np.sign(point_plane(ring[..., 0, :], centre, normal))
        found.append((ring[..., 0, :], normal * outward[..., None]))
    return found


def rim_points(body: RoundBody, count: int = 8) -> list[Array]:
    """Points of a round solid's outline: its rims, its apex, the pole of a hemisphere."""
    axis = unit(body.top - body.base)
    aside = np.where(np.abs(axis[..., :1]) < 0.9, np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))
    first = unit(cross(axis, aside))
    second = cross(axis, first)
    turns = 2 * np.pi * np.arange(count) / count
    spokes = [first * np.cos(t) + second * np.sin(t) for t in turns]
    base_rim = [body.base + spoke * np.asarray(body.radius)[..., None] for spoke in spokes]
    if body.kind == "hemisphere":
        return [*base_rim, body.top]
    return [*base_rim, *(body.top + spoke * np.asarray(body.top_radius)[..., None] for spoke in spokes)]


def outside_distance(p: Array, body: PolyBody | RoundBody) -> Array:
    """The distance of `p` from a convex body; inside it, the negative depth."""
    inside = signed_distance(p, body)
    if isinstance(body, PolyBody):
        away = _from_faces(p, body)
    elif body.kind == "sphere":
        return inside
    else:
        away = _from_profile(p, body)
    return np.asarray(np.where(inside <= 0, inside, away))


def _from_faces(p: Array, body: PolyBody) -> Array:
    """The least distance of `p` from the face polygons: from the interior if `p` projects into it, else from a side."""
    nearest = []
    for face in body.faces:
        ring = body.vertices[..., list(face), :]
        normal = newell(ring)
        sides = following(ring) - ring
        above = (dot(cross(sides, p[..., None, :] - ring), normal[..., None, :]) >= 0).all(-1)
        n = ring.shape[-2]
        edges = [point_segment(p, ring[..., i, :], ring[..., (i + 1) % n, :]) for i in range(n)]
        edge = np.minimum.reduce(np.broadcast_arrays(*edges))
        nearest.append(np.where(above, np.abs(point_plane(p, ring[..., 0, :], normal)), edge))
    return np.asarray(np.minimum.reduce(np.broadcast_arrays(*nearest)))


def _from_profile(p: Array, body: RoundBody) -> Array:
    """Distance from the profile of a round solid, in the half-plane of its axis."""
    axis = unit(body.top - body.base)
    along = dot(p - body.base, axis)
    out = norm(p - body.base - axis * along[..., None])
    if body.kind == "hemisphere":
        dome = norm(p - body.base) - body.radius
        disk = np.hypot(np.maximum(out - body.radius, 0.0), along)
        return np.asarray(np.where(along >= 0, dome, disk))
    zero, h = np.zeros_like(out), norm(body.top - body.base) + np.zeros_like(out)
    place = np.stack([out, along, zero], axis=-1)
    corners = [
        np.stack(np.broadcast_arrays(x, y, zero), axis=-1)
        for x, y in ((zero, zero), (body.radius, zero), (body.top_radius, h), (zero, h))
    ]
    pieces = [point_segment(place, a, b) for a, b in pairwise(corners) if _has_length(a, b)]
    return np.asarray(np.minimum.reduce(pieces))


def _has_length(a: Array, b: Array) -> bool:
    return bool((norm(b - a) > 0).all())
