"""Vector geometry over arrays `(..., 3)`: every function broadcasts over the leading dimensions.

Angles come from atan2 of a cross and a dot product, which stays accurate near 0° and 180° where arccos
loses half its digits (Kahan, "How Futile are Mindless Assessments of Roundoff", 2006, §12).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def dot(u: Array, v: Array) -> Array:
    """Dot products of `(..., 3)` arrays."""
    return np.asarray(np.einsum("...i,...i->...", u, v))


def cross(u: Array, v: Array) -> Array:
    """Cross products of `(..., 3)` arrays; several times faster than numpy's on small batches."""
    ux, uy, uz = u[..., 0], u[..., 1], u[..., 2]
    vx, vy, vz = v[..., 0], v[..., 1], v[..., 2]
    first = np.asarray(uy * vz - uz * vy)
    out = np.empty((*first.shape, 3))
    out[..., 0] = first
    out[..., 1] = uz * vx - ux * vz
    out[..., 2] = ux * vy - uy * vx
    return out


def norm(v: Array) -> Array:
    return np.asarray(np.sqrt(np.einsum("...i,...i->...", v, v)))


def unit(v: Array) -> Array:
    """Unit vectors of `v`; a zero vector stays zero instead of becoming NaN, so that residuals stay finite."""
    size = norm(v)[..., None]
    return np.asarray(v / np.where(size > 0, size, 1.0))


def angle_between(u: Array, v: Array) -> Array:
    """The angle between two vectors, 0..π."""
    return np.asarray(np.arctan2(norm(cross(u, v)), dot(u, v)))


def acute_angle(u: Array, v: Array) -> Array:
    """The angle between two lines (or two planes by their normals), 0..π/2."""
    return np.asarray(np.arctan2(norm(cross(u, v)), np.abs(dot(u, v))))


def line_plane_angle(direction: Array, normal: Array) -> Array:
    """The angle between a line and a plane, 0..π/2."""
    return np.asarray(np.arctan2(np.abs(dot(direction, normal)), norm(cross(direction, normal))))


def dihedral_angle(a: Array, b: Array, c: Array, d: Array) -> Array:
    """The angle, 0..π, between the half-planes that start at line bc and contain a and d."""
    edge = c - b
    across_a = a - b - edge * (dot(a - b, edge) / dot(edge, edge))[..., None]
    across_d = d - b - edge * (dot(d - b, edge) / dot(edge, edge))[..., None]
    return angle_between(across_a, across_d)


def beside(parts: Sequence[Array]) -> Array:
    """Broadcasts arrays and stacks them along a new last axis, in a third of the time that numpy's stack takes."""
    out = np.empty((*_common_shape(parts), len(parts)))
    for i, part in enumerate(parts):
        out[..., i] = part
    return out


def rows_of(points: Sequence[Array]) -> Array:
    """Points `(3,)` or `(N, 3)` as the rows of one array `(n, 3)` or `(N, n, 3)`."""
    *batch, width = _common_shape(points)
    out = np.empty((*batch, len(points), width))
    for i, point in enumerate(points):
        out[..., i, :] = point
    return out


def _common_shape(parts: Sequence[Array]) -> tuple[int, ...]:
    shapes = {np.shape(part) for part in parts}
    return shapes.pop() if len(shapes) == 1 else np.broadcast_shapes(*shapes)


def following(ring: Array) -> Array:
    """The vertices `(..., n, 3)` of a closed ring, shifted by one: row i is vertex i + 1."""
    return np.concatenate([ring[..., 1:, :], ring[..., :1, :]], axis=-2)


def newell(vertices: Array) -> Array:
    """The vector area of polygons `(..., n, 3)`: half the sum of cross products round the boundary (Newell)."""
    return np.asarray(cross(vertices, following(vertices)).sum(-2) / 2)


def polygon_centroid(vertices: Array) -> Array:
    """The centroid of planar polygons `(..., n, 3)`: triangles of a fan weighted by their signed area."""
    normal = newell(vertices)
    first, second, third = vertices[..., :1, :], vertices[..., 1:-1, :], vertices[..., 2:, :]
    weight = dot(cross(second - first, third - first), normal[..., None, :])
    total = weight.sum(-1)[..., None]
    middle = (first + second + third) / 3
    return np.asarray((middle * weight[..., None]).sum(-2) / np.where(total == 0, 1.0, total))


def point_line(p: Array, q: Array, direction: Array) -> Array:
    """Distance from `p` to the line through `q`."""
    return np.asarray(norm(cross(p - q, direction)) / norm(direction))


def point_plane(p: Array, q: Array, normal: Array) -> Array:
    """Signed distance of `p` from the plane through `q`, positive on the side the normal points to."""
    return np.asarray(dot(p - q, normal) / norm(normal))


def point_segment(p: Array, a: Array, b: Array) -> Array:
    """Distance from `p` to the segment ab."""
    t = np.clip(dot(p - a, b - a) / dot(b - a, b - a), 0.0, 1.0)
    return norm(p - a - (b - a) * t[..., None])


def spread(points: Array) -> Array:
    """Root mean square distance of points `(..., n, 3)` from their mean: a size that is smooth in every point.

    The largest distance would also be a size, but it is not differentiable where two points are equally far, as in
    every box, and a kink in the scale would make the derivatives of residuals wrong.
    """
    away = points - points.mean(axis=-2, keepdims=True)
    return np.asarray(np.sqrt(np.einsum("...ij,...ij->...", away, away) / points.shape[-2]))


PARALLEL_SINE = 1e-12
"""Tolerance: below this sine two lines count as parallel when their distance is taken; the cross product is noise."""


def line_line(p: Array, u: Array, q: Array, v: Array) -> Array:
    """Distance between two lines: skew, intersecting or parallel."""
    common = cross(u, v)
    size = norm(common)
    parallel = size <= PARALLEL_SINE * norm(u) * norm(v)
    skew = np.abs(dot(q - p, common)) / np.where(parallel, 1.0, size)
    return np.asarray(np.where(parallel, point_line(q, p, u), skew))


BOUNDS: dict[str, tuple[float, float]] = {"line": (-np.inf, np.inf), "ray": (0.0, np.inf), "segment": (0.0, 1.0)}
"""Range of the parameter t of p + t·u on a line, ray or segment."""


def point_bounded(p: Array, q: Array, direction: Array, extent: str) -> Array:
    """Distance from `p` to a line, ray or segment starting at `q`."""
    low, high = BOUNDS[extent]
    t = np.clip(dot(p - q, direction) / dot(direction, direction), low, high)
    return norm(p - q - direction * t[..., None])


def bounded_bounded(first: tuple[Array, Array, str], second: tuple[Array, Array, str]) -> Array:
    """Distance between two lines, rays or segments, each `(point, direction, extent)`: that of the infinite lines if
    their nearest points are on both, else the least distance from an end point."""
    (p, u, extent_u), (q, v, extent_v) = first, second
    (low_u, high_u), (low_v, high_v) = BOUNDS[extent_u], BOUNDS[extent_v]
    uu, vv, uv, w = dot(u, u), dot(v, v), dot(u, v), q - p
    gram = uu * vv - uv * uv
    skew = gram > PARALLEL_SINE * uu * vv
    safe = np.where(skew, gram, 1.0)
    s, t = (dot(w, u) * vv - dot(w, v) * uv) / safe, (dot(w, u) * uv - dot(w, v) * uu) / safe
    inside = skew & (s >= low_u) & (s <= high_u) & (t >= low_v) & (t <= high_v)
    ends = [point_bounded(p + u * end, q, v, extent_v) for end in (low_u, high_u) if np.isfinite(end)]
    ends += [point_bounded(q + v * end, p, u, extent_u) for end in (low_v, high_v) if np.isfinite(end)]
    if not ends:
        return line_line(p, u, q, v)
    return np.asarray(np.where(inside, line_line(p, u, q, v), np.minimum.reduce(np.broadcast_arrays(*ends))))


def rotate(points: Array, rotation: Array) -> Array:
    """Points `(N, V, 3)` rotated by rotation vectors `(N, 3)` (Rodrigues; the limit at 0 is exact to rounding)."""
    theta = norm(rotation)[..., None, None]
    safe = np.where(theta > 1e-12, theta, 1.0)
    sine = np.where(theta > 1e-12, np.sin(theta) / safe, 1.0)
    cosine = np.where(theta > 1e-12, (1 - np.cos(theta)) / safe**2, 0.5)
    axis = np.broadcast_to(rotation[..., None, :], points.shape)
    once = cross(axis, points)
    return np.asarray(points + sine * once + cosine * cross(axis, once))
