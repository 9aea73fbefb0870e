"""Whether every face of a mesh is a simple polygon: planar, not self-intersecting, with a bounded number of corners.

The renderer triangulates faces in its own way, the audit in another. Only for a planar face that does not intersect
itself do all triangulations cover the same area, so that what was measured is what is shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.scene.audit.findings import Finding, shown_m
from pipeline.scene.audit.mesh_checks import Mesh
from pipeline.scene.audit.mesh_triangles import (
    MOST_WINDING_CORNERS,
    STRAIGHT_M,
    Array,
    Face,
    Flags,
    Indices,
    flattened,
    too_winding,
)
from pipeline.scene.audit.surface import ON_SURFACE_M, face_words

OFF_PLANE_M = 2 * ON_SURFACE_M
"""How far corners may be off the plane of their face: twice the tolerance of a corner to the surface."""

CUT_M = 0.08
"""The renderer subdivides edges to this length, to bake light at the vertices."""

MOST_CUTS = 15_000
"""Three times as many as any solid of the truth table needs; the subdivided mesh then has half a million faces."""

LOOP_M = 1e-3
"""How much longer than twice its extent along an axis a face's outline may be: rounding of many corners adds up."""


def winding_findings(vertices: Sequence[Sequence[float]], faces: Sequence[Face]) -> list[Finding]:
    """Faces that are not convex and would take too long to triangulate."""
    refused = too_winding(np.array(vertices, dtype=np.float64).reshape(-1, 3), faces)
    return [
        Finding(
            f"face {n}",
            f"Face {n} of the solid has {len(faces[n])} corners and is not convex: cut it into triangles.",
            (float(len(faces[n])), float(min(len(faces[n]) - 1, MOST_WINDING_CORNERS))),
        )
        for n in refused
    ]


def cut_findings(vertices: Sequence[Sequence[float]], faces: Sequence[Face]) -> list[Finding]:
    """Whether the renderer would subdivide the mesh beyond its memory: many faces, each long and thin."""
    places = np.array(vertices, dtype=np.float64).reshape(-1, 3)
    pairs = {(min(a, b), max(a, b)) for face in faces for a, b in zip(face, (*face[1:], face[0]), strict=True)}
    one, other = np.array(sorted(pairs)).T
    cuts = float((np.ceil(np.linalg.norm(places[one] - places[other], axis=1) / CUT_M) - 1).clip(0).sum())
    if cuts <= MOST_CUTS:
        return []
    sentence = (
        f"The solid has so many long thin faces that their edges would be cut {cuts:.0f} times for rendering; use at"
        " most 256 segments for a circle, and do not cut plane faces into strips."
    )
    return [Finding("Solid", sentence, (cuts, float(MOST_CUTS)))]


def shape_findings(mesh: Mesh) -> list[Finding]:
    """Faces that are not planar, and planar ones that intersect themselves."""
    numbers = np.array([n for n, face in enumerate(mesh.faces) if len(face) > 3], dtype=np.intp)
    if not len(numbers):
        return []
    rings = _Rings.of(mesh, numbers)
    off = rings.off_plane()
    crossed = (_overlapping(mesh, numbers, rings) | _looped(mesh, numbers, rings)) & (off <= OFF_PLANE_M)
    for k in np.flatnonzero(~mesh.convex[numbers] & ~crossed & (off <= OFF_PLANE_M)):
        crossed[k] = _crossing(mesh.vertices[list(mesh.outlines[numbers[k]])])
    bent = [_bent_finding(mesh, int(numbers[k]), float(off[k])) for k in np.flatnonzero(off > OFF_PLANE_M)]
    return bent + [_crossed_finding(mesh, int(n)) for n in numbers[crossed]]


def _bent_finding(mesh: Mesh, face: int, off: float) -> Finding:
    sentence = (
        f"The face {face_words(mesh, face)} is bent: its corners are up to {shown_m(off)} off its plane. Cut it into"
        " triangles, each within one face or round side of the solid."
    )
    return Finding(f"face {face}", sentence, (off, OFF_PLANE_M))


def _crossed_finding(mesh: Mesh, face: int) -> Finding:
    sentence = (
        f"The face {face_words(mesh, face)} crosses itself: list its vertices once round its outline, or cut it into"
        " triangles."
    )
    return Finding(f"face {face}", sentence, (1.0, 0.0))


@dataclass(frozen=True, eq=False)
class _Rings:
    """Faces with their corners concatenated in one array: meshes have many faces of few corners."""

    places: Array
    """(c, 3) corners."""
    starts: Indices
    """(m,) index of each face's first corner."""
    sizes: Indices
    """(m,) number of corners of each face."""

    @classmethod
    def of(cls, mesh: Mesh, numbers: Indices) -> "_Rings":
        sizes = np.array([len(mesh.faces[n]) for n in numbers], dtype=np.intp)
        return cls(mesh.vertices[[v for n in numbers for v in mesh.faces[n]]], np.cumsum(sizes) - sizes, sizes)

    @property
    def sides(self) -> Array:
        """(c, 3) from each corner to the next of its face."""
        onward = np.arange(1, len(self.places) + 1)
        onward[self.starts + self.sizes - 1] = self.starts
        return np.asarray(self.places[onward] - self.places)

    def off_plane(self) -> Array:
        """The largest distance `(m,)` of a corner from the least-squares plane of its face."""
        middles = np.add.reduceat(self.places, self.starts) / self.sizes[:, None]
        spokes = self.places - np.repeat(middles, self.sizes, axis=0)
        spread = np.add.reduceat(spokes[:, :, None] * spokes[:, None, :], self.starts)
        # The direction of least variance, which unlike Newell's normal is defined for a face without area too.
        normals = np.linalg.eigh(spread)[1][:, :, 0]
        heights = np.abs((spokes * np.repeat(normals, self.sizes, axis=0)).sum(axis=1))
        return np.asarray(np.maximum.reduceat(heights, self.starts))


def _overlapping(mesh: Mesh, numbers: Indices, rings: _Rings) -> Flags:
    """Whether the triangles of each face `(m,)` have more area than the face, beyond a tolerance along its outline."""
    areas, count = mesh.vector_areas, len(mesh.faces)
    whole = np.stack([np.bincount(mesh.face_of, areas[:, k], count) for k in range(3)], axis=1)
    pieces = np.bincount(mesh.face_of, np.linalg.norm(areas, axis=1), count)
    seam = ON_SURFACE_M * np.add.reduceat(np.linalg.norm(rings.sides, axis=1), rings.starts)
    return np.asarray((pieces - np.linalg.norm(whole, axis=1))[numbers] > seam)


def _looped(mesh: Mesh, numbers: Indices, rings: _Rings) -> Flags:
    """Whether faces `(m,)` that turn in one direction only wind around more than once.

    An outline that winds once runs along any axis up once and down once.
    """
    ways = np.add.reduceat(np.abs(rings.sides), rings.starts)
    extents = np.maximum.reduceat(rings.places, rings.starts) - np.minimum.reduceat(rings.places, rings.starts)
    return np.asarray(mesh.convex[numbers] & (ways - 2 * extents > LOOP_M).any(axis=1))


def _crossing(ring: Array) -> bool:
    """Whether two sides of a planar polygon `(n, 3)` intersect, each separating the ends of the other."""
    flat = flattened(ring)
    along = np.roll(flat, -1, axis=0) - flat
    lengths = np.maximum(np.linalg.norm(along, axis=1), STRAIGHT_M)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1) / lengths[:, None]
    heights = across @ flat.T - (across * flat).sum(axis=1, keepdims=True)
    ends = np.roll(heights, -1, axis=1)
    parted = (np.minimum(heights, ends) < -ON_SURFACE_M) & (np.maximum(heights, ends) > ON_SURFACE_M)
    return bool((parted & parted.T).any())
