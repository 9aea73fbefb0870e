"""Which points of a solid can be seen on its surface.

A point is visible if material and open air meet at it above the floor: not the centre of a sphere, not the middle of
the underside, not a corner that was cut away. Occlusion between camera and point is not tested here.
"""

from collections.abc import Sequence

import numpy as np

from geometry.shapes.coordinates import Vec3
from pipeline.scene.part_shapes import Array, Flags, depth, whole_contains
from pipeline.scene.records import Part, PolyhedralPart

PROBE_M = 2e-4
"""Radius around the point at which material and air are probed; far below any detail, far above rounding."""

DIRECTIONS = 600
"""Number of probed directions; a cone of 8 degrees contains at least one."""


def on_surface(parts: Sequence[Part], position: Vec3) -> bool:
    """Whether a point lies on the surface of the whole and is open to the air above the floor."""
    here = np.array([position])
    near = [part for part in parts if abs(float(depth(part, here)[0])) <= PROBE_M / 2]
    if not near:
        return False
    if len(near) == 1 and here[0, 2] > 2 * PROBE_M:
        return _bare(parts, near[0], here)
    return bool(meets_air(parts, here, above=0.05 * PROBE_M)[0])


def meets_air(parts: Sequence[Part], places: Array, above: float = -np.inf) -> Flags:
    """Whether there is both material and air, the air higher than `above`, close to each point `(n, 3)`."""
    inward = np.array([middle(part) for part in parts]) - places[:, None]
    inward = inward / np.maximum(np.linalg.norm(inward, axis=2, keepdims=True), PROBE_M)
    even = np.broadcast_to(even_directions(), (len(places), DIRECTIONS, 3))
    # Towards the centre of a convex part there is material even at its sharpest corner.
    probes = places[:, None] + PROBE_M * np.concatenate([even, inward], axis=1)
    inside = whole_contains(parts, probes.reshape(-1, 3)).reshape(probes.shape[:2])
    return np.asarray(inside.any(axis=1) & (~inside & (probes[..., 2] > above)).any(axis=1))


def _bare(parts: Sequence[Part], own: Part, here: Array) -> bool:
    """Whether a part's surface is surface of the whole: an added part not inside another, a hollow in material."""
    joined = any(float(depth(p, here)[0]) < 0 for p in parts if p.role == "added" and p is not own)
    removed = any(float(depth(p, here)[0]) < 0 for p in parts if p.role == "removed" and p is not own)
    return not removed and joined == (own.role == "removed")


def even_directions() -> Array:
    """Unit vectors spread evenly over the sphere (Fibonacci lattice)."""
    n = np.arange(DIRECTIONS) + 0.5
    height, turn = 1 - 2 * n / DIRECTIONS, np.pi * (1 + 5**0.5) * n
    level = np.sqrt(1 - height**2)
    return np.stack([level * np.cos(turn), level * np.sin(turn), height], axis=1)


def middle(part: Part) -> Array:
    """A point inside a convex part: the mean of its vertices, the middle of its axis."""
    if isinstance(part, PolyhedralPart):
        return np.asarray(np.mean(list(part.vertices_m.values()), axis=0))
    if part.kind == "sphere":
        return np.array(part.base_m)
    return np.asarray((np.array(part.base_m) + np.array(part.top_m)) / 2)
