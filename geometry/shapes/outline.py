"""Points that outline a body, for its enclosing ball and its rest pose, and its centre of mass."""

import numpy as np

from geometry.numerics.vectors import Array, cross, unit
from geometry.shapes.polyhedra import signed_volume
from geometry.shapes.support import rim_points
from geometry.shapes.values import PolyBody, RoundBody

Shape = PolyBody | RoundBody

RIM_POINTS = 48
"""Points per rim; an even number, so that their smallest enclosing ball is that of the rim."""

DOME_RINGS = 6
"""Circles of latitude on half a sphere."""


def outline(body: Shape) -> Array:
    """Points `(n, 3)` of the surface: all vertices, rims and poles."""
    if isinstance(body, PolyBody):
        return body.vertices
    if body.kind == "sphere":
        up = np.array([0.0, 0.0, float(body.radius)])
        return np.concatenate([_dome(body.base, up), _dome(body.base, -up)])
    if body.kind == "hemisphere":
        return _dome(body.base, body.top - body.base)
    return np.array(rim_points(body, RIM_POINTS))


def _dome(centre: Array, pole: Array) -> Array:
    """Points on the hemisphere above `centre` whose pole is at `centre + pole`."""
    radius = np.asarray(np.linalg.norm(pole))
    spokes = np.array(rim_points(RoundBody("hemisphere", np.zeros(3), pole, radius, radius), RIM_POINTS)[:-1])
    turns = np.arange(DOME_RINGS) / DOME_RINGS * np.pi / 2
    rings = [np.cos(t) * spokes + np.sin(t) * pole for t in turns]
    return np.asarray(centre + np.concatenate([*rings, pole[None]]))


def centre_of_mass(body: Shape) -> Array:
    """The centroid `(3,)` of the volume."""
    if isinstance(body, PolyBody):
        return _polyhedron_centroid(body)
    r, t = float(body.radius), float(body.top_radius)
    if body.kind == "sphere":
        return body.base
    if body.kind == "hemisphere":
        return np.asarray(body.base + 3 * r / 8 * unit(body.top - body.base))
    # A frustum's centroid divides its height in (r² + 2rt + 3t²) : 4(r² + rt + t²); cone and cylinder are its limits.
    share = (r * r + 2 * r * t + 3 * t * t) / (4 * (r * r + r * t + t * t))
    return np.asarray(body.base + share * (body.top - body.base))


def _polyhedron_centroid(body: PolyBody) -> Array:
    start = body.vertices[0]
    fan = np.array([(f[0], f[i], f[i + 1]) for f in body.faces for i in range(1, len(f) - 1)])
    a, b, c = (body.vertices[fan[:, k]] - start for k in range(3))
    weights = (a * cross(b, c)).sum(1) / 6
    return np.asarray(start + weights @ ((a + b + c) / 4) / float(signed_volume(body.vertices, body.faces)))
