"""Batched plane cuts of a convex polyhedron, which the search evaluates thousands of times.

With the apex of the volume sum in the cutting plane, the cut face adds nothing to the volume, so the clipped side
faces are enough. Single figures are measured by `polyhedra`, which builds the part; a test checks that both agree.
"""

from dataclasses import dataclass

import numpy as np

from geometry.numerics.vectors import Array, cross, dot, norm, point_plane
from geometry.shapes.values import Plane, PolyBody


@dataclass(frozen=True)
class Cut:
    """The part on the side the normal points to: `volume`, area of its old faces, and of the new `section`."""

    volume: Array
    old_faces: Array
    section: Array


def cut(body: PolyBody, plane: Plane) -> Cut:
    """The cut of a convex polyhedron `(..., V, 3)`; zero volume or section where the plane misses it."""
    origin = plane.point
    volume, old, rim = np.asarray(0.0), np.asarray(0.0), np.zeros(3)
    for face in body.faces:
        ring = body.vertices[..., list(face), :]
        kept, seam = _clip_face(ring, plane)
        volume = volume + dot(ring[..., 0, :] - origin, kept) / 3
        old = old + norm(kept)
        rim = rim + seam
    return Cut(np.abs(volume), old, norm(rim))


def _clip_face(ring: Array, plane: Plane) -> tuple[Array, Array]:
    """Vector areas `(..., 3)` of the kept piece of a face, and of the triangle from the plane's point to its cut."""
    origin = plane.point[..., None, :]
    here = ring - origin
    there = np.roll(here, -1, axis=-2)
    height = point_plane(ring, origin, plane.normal[..., None, :])
    after = np.roll(height, -1, axis=-1)
    inside, goes_on = height > 0, after > 0
    crossing = inside != goes_on
    share = np.where(crossing, height / np.where(crossing, height - after, 1.0), 0.0)
    meet = here + (there - here) * share[..., None]
    start = np.where(inside[..., None], here, meet)
    end = np.where(goes_on[..., None], there, meet)
    # Sides entirely outside collapse to a point and add nothing.
    sides = cross(start, end) * (inside | goes_on)[..., None]
    leaves = (meet * (inside & ~goes_on)[..., None]).sum(-2)
    enters = (meet * (~inside & goes_on)[..., None]).sum(-2)
    seam = cross(leaves, enters) / 2
    return np.asarray(sides.sum(-2) / 2 + seam), np.asarray(-seam)
