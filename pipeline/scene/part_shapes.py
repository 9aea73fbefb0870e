"""Signed distances of points to the parts of a scene brief: inside or outside, how far, and the outward direction.

Pure functions over points `(n, 3)` in metres and the records alone: they share no code with the kernel that made the
brief or with the script that is audited against it. Faces of polyhedral parts are convex and flat.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.scene.records import Part, PolyhedralPart, RoundPart

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

MOST_PAIRS = 300_000
"""Point-triangle pairs per block: some tens of megabytes."""


def depth(part: Part, points: Array) -> Array:
    """Distance `(n,)` of points from the part's surface, negative inside."""
    if isinstance(part, RoundPart):
        return _round_depth(part, points)
    away = nearest_on_faces(part, points)[0]
    return np.asarray(np.where(contains(part, points), -away, away))


def contains(part: Part, points: Array) -> Flags:
    """Whether points `(n,)` are inside the part; faster than their depth."""
    return np.asarray(_round_depth(part, points) < 0 if isinstance(part, RoundPart) else _winding(part, points) > 0.5)


def whole_contains(parts: Sequence[Part], points: Array) -> Flags:
    """Whether points `(n,)` are inside the whole: in a joined part and in no removed one."""
    joined = np.logical_or.reduce([contains(p, points) for p in parts if p.role == "added"])
    removed = [contains(p, points) for p in parts if p.role == "removed"]
    return np.asarray(joined & ~np.logical_or.reduce(removed)) if removed else np.asarray(joined)


def whole_depth(parts: Sequence[Part], points: Array) -> Array:
    """Negative inside the whole. Its size is a lower bound of the distance."""
    joined = np.minimum.reduce([depth(p, points) for p in parts if p.role == "added"])
    removed = [-depth(p, points) for p in parts if p.role == "removed"]
    return np.asarray(np.maximum.reduce([joined, *removed]))


def outward(part: Part, points: Array) -> Array:
    """Outward unit normals `(n, 3)` of the part's surface where it is nearest to the points."""
    if isinstance(part, RoundPart):
        return _round_outward(part, points)
    return triangle_normals(part)[nearest_on_faces(part, points)[1]]


# Polyhedral parts


def triangles(part: PolyhedralPart) -> Array:
    """The faces as fans of triangles `(t, 3, 3)`, turned outward."""
    rings = [[part.vertices_m[label] for label in face] for face in part.faces]
    return np.array([(r[0], r[i], r[i + 1]) for r in rings for i in range(1, len(r) - 1)])


def triangle_normals(part: PolyhedralPart) -> Array:
    a, b, c = np.moveaxis(triangles(part), 1, 0)
    normals = np.cross(b - a, c - a)
    return np.asarray(normals / np.linalg.norm(normals, axis=1, keepdims=True))


def nearest_on_faces(part: PolyhedralPart, points: Array) -> tuple[Array, NDArray[np.intp]]:
    """Distance `(n,)` from the nearest triangle of the surface, and which one `(n,)`."""
    away = np.concatenate([_from_triangles(points, some) for some in _blocks(triangles(part), len(points))])
    nearest = np.argmin(away, axis=0)
    return np.asarray(away[nearest, np.arange(len(points))]), nearest


def _blocks(shapes: Array, points: int) -> list[Array]:
    """Triangles in blocks of bounded memory."""
    size = max(1, MOST_PAIRS // max(points, 1))
    return [shapes[k : k + size] for k in range(0, len(shapes), size)]


def _from_triangles(points: Array, shapes: Array) -> Array:
    """Distance `(t, n)` of each point from each triangle."""
    normal = np.cross(shapes[:, 1] - shapes[:, 0], shapes[:, 2] - shapes[:, 0])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    spokes = points[None] - shapes[:, :1]
    height = np.einsum("tnk,tk->tn", spokes, normal)
    above = np.ones(height.shape, dtype=bool)
    sides = np.full(height.shape, np.inf)
    for k in range(3):
        spokes, along = points[None] - shapes[:, k, None], shapes[:, (k + 1) % 3] - shapes[:, k]
        above &= np.einsum("tnk,tk->tn", spokes, np.cross(normal, along)) >= 0
        share = np.einsum("tnk,tk->tn", spokes, along) / np.einsum("tk,tk->t", along, along)[:, None]
        gap = spokes - np.clip(share, 0.0, 1.0)[..., None] * along[:, None]
        sides = np.minimum(sides, np.sqrt(np.einsum("tnk,tnk->tn", gap, gap)))
    return np.asarray(np.where(above, np.abs(height), sides))


def _winding(part: PolyhedralPart, points: Array) -> Array:
    """Winding number of the surface at each point: 1 inside, 0 outside (solid angles, van Oosterom and Strackee)."""
    total = np.zeros(len(points))
    for some in _blocks(triangles(part), len(points)):
        a, b, c = (some[:, k, None] - points[None] for k in range(3))
        la, lb, lc = (np.sqrt(np.einsum("tnk,tnk->tn", v, v)) for v in (a, b, c))
        over = np.einsum("tnk,tnk->tn", a, np.cross(b, c))
        ab, bc, ca = (np.einsum("tnk,tnk->tn", v, w) for v, w in ((a, b), (b, c), (c, a)))
        total += 2 * np.arctan2(over, la * lb * lc + ab * lc + bc * la + ca * lb).sum(axis=0)
    return total / (4 * np.pi)


# Round parts, seen in the half-plane of their axis: x is the distance from the axis, y the height above the base.


def axis_frame(part: RoundPart) -> tuple[Array, Array, float]:
    """Base, unit axis and height; a sphere's axis is vertical."""
    base, top = np.array(part.base_m), np.array(part.top_m)
    height = float(np.linalg.norm(top - base))
    return base, (top - base) / height, height


def _profile(part: RoundPart, points: Array) -> tuple[Array, Array, Array]:
    """Distance from the axis, height above the base, and the unit vectors away from the axis (zero on it)."""
    base, axis, _ = axis_frame(part)
    spokes = points - base
    y = spokes @ axis
    across = spokes - y[:, None] * axis
    x = np.linalg.norm(across, axis=1)
    return x, y, across / np.where(x > 0, x, 1.0)[:, None]


def outline_corners(part: RoundPart) -> list[tuple[float, float]]:
    """The straight outline of a cylinder, cone or frustum from the centre of the base to the centre of the top."""
    height = axis_frame(part)[2]
    corners = [(0.0, 0.0), (part.radius_m, 0.0), (part.top_radius_m, height)]
    return [*corners, (0.0, height)] if part.top_radius_m > 0 else corners


def _pieces(part: RoundPart, x: Array, y: Array) -> list[tuple[Array, Array, Array]]:
    """Per piece of the outline: distance `(n,)` from it, signed height over it, and its normal `(n, 2)`."""
    found = []
    if part.kind in ("sphere", "hemisphere"):
        away = np.hypot(x, y)
        normal = np.stack([x, y], axis=1) / np.where(away > 0, away, 1.0)[:, None]
        gap = away - part.radius_m
        if part.kind == "sphere":
            return [(np.abs(gap), gap, normal)]
        rim = np.hypot(x - part.radius_m, y)
        found.append((np.where(y >= 0, np.abs(gap), rim), gap, normal))
        corners = [(0.0, 0.0), (part.radius_m, 0.0)]
    else:
        corners = outline_corners(part)
    place = np.stack([x, y], axis=1)
    for start, end in zip(np.array(corners[:-1]), np.array(corners[1:]), strict=True):
        along = end - start
        normal = np.array([along[1], -along[0]]) / np.linalg.norm(along)
        share = np.clip((place - start) @ along / (along @ along), 0.0, 1.0)
        away = np.linalg.norm(place - start - share[:, None] * along, axis=1)
        found.append((away, (place - start) @ normal, np.broadcast_to(normal, place.shape)))
    return found


def _round_depth(part: RoundPart, points: Array) -> Array:
    x, y, _ = _profile(part, points)
    pieces = _pieces(part, x, y)
    away = np.minimum.reduce([distance for distance, _, _ in pieces])
    inside = np.maximum.reduce([height for _, height, _ in pieces]) < 0
    return np.asarray(np.where(inside, -away, away))


def _round_outward(part: RoundPart, points: Array) -> Array:
    x, y, away = _profile(part, points)
    pieces = _pieces(part, x, y)
    nearest = np.argmin(np.stack([distance for distance, _, _ in pieces]), axis=0)
    flat = np.stack([normal for _, _, normal in pieces])[nearest, np.arange(len(points))]
    return np.asarray(flat[:, :1] * away + flat[:, 1:] * axis_frame(part)[1])


@dataclass(frozen=True, eq=False)
class Sheet:
    """One smooth piece of a part's surface, extended without bounds: a plane, or a round surface of this radius."""

    away: Array
    """(n,) distances of the query points."""
    normals: Array
    """(n, 3) outward unit normals where the sheet is nearest to them."""
    curved_radius_m: float
    """0 for a plane."""


def sheets(part: Part, points: Array) -> list[Sheet]:
    """Distances of points `(n, 3)` to each sheet of a part."""
    if isinstance(part, PolyhedralPart):
        corners, normals = triangles(part)[:, 0], triangle_normals(part)
        return [
            Sheet(np.abs((points - c) @ n), np.broadcast_to(n, points.shape), 0.0)
            for c, n in zip(corners, normals, strict=True)
        ]
    x, y, away = _profile(part, points)
    axis = axis_frame(part)[1]
    # A dome comes first in the outline, a straight side second, after the disk of the base.
    curved = 0 if part.kind in ("sphere", "hemisphere") else 1
    return [
        Sheet(np.abs(height), flat[:, :1] * away + flat[:, 1:] * axis, part.radius_m if n == curved else 0.0)
        for n, (_, height, flat) in enumerate(_pieces(part, x, y))
    ]
