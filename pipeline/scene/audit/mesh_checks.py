"""A mesh as arrays, and its properties that do not depend on a brief: edges, triangles, volume.

Pure numpy over vertices `(n, 3)` and faces of any number of corners, convex or not. Measures, never repairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pipeline.scene.audit.mesh_triangles import Array, Face, Flags, Indices, convex_faces, outlines, triangulated


@dataclass(frozen=True, eq=False)
class Mesh:
    """Vertices, faces, and the triangulated faces."""

    vertices: Array
    faces: tuple[Face, ...]
    outlines: tuple[Face, ...]
    """The faces without collinear vertices in the middle of a side."""
    convex: Flags
    """(f,) whether a face is convex."""
    triangles: Indices
    """(t, 3) vertex indices, with the winding of their face."""
    face_of: Indices
    """(t,) the face each triangle belongs to."""

    @property
    def corners(self) -> Array:
        """(t, 3, 3) corners of the triangles."""
        return np.asarray(self.vertices[self.triangles])

    @property
    def vector_areas(self) -> Array:
        """(t, 3) normals of the triangles, with their area as length."""
        a, b, c = np.moveaxis(self.corners, 1, 0)
        return np.asarray(np.cross(b - a, c - a) / 2)

    @property
    def volume(self) -> float:
        """Signed volume, relative to the centre to avoid cancellation."""
        a, b, c = np.moveaxis(self.corners - self.vertices.mean(axis=0), 1, 0)
        return float((a * np.cross(b, c)).sum() / 6)


def mesh_of(vertices: Sequence[Sequence[float]], faces: Sequence[Face]) -> Mesh:
    """A mesh with its triangles; the faces must have three or more valid corners."""
    places = np.array(vertices, dtype=np.float64).reshape(-1, 3)
    whole = tuple(tuple(face) for face in faces)
    rings = outlines(places, whole)
    convex = convex_faces(places, rings)
    return Mesh(places, whole, rings, convex, *triangulated(places, rings, convex))


def malformed(count: int, faces: Sequence[Face]) -> list[int]:
    """Indices of faces that are not polygons: too few corners, a repeated one, or one that does not exist."""
    return [n for n, f in enumerate(faces) if len(f) < 3 or len(set(f)) < len(f) or min(f) < 0 or max(f) >= count]


# Edges

EdgeFault = tuple[Literal["open", "crowded", "same_way"], int, int]


def edge_faults(faces: Sequence[Face], pinched: bool = False) -> list[EdgeFault]:
    """Edges that are not used exactly once in each direction (non-manifold), in the order they occur.

    With `pinched`, more than two faces may share an edge if as many run one way as the other, as they do where parts of
    a solid touch along a line.
    """
    runs: dict[tuple[int, int], int] = {}
    for face in faces:
        for a, b in zip(face, (*face[1:], face[0]), strict=True):
            runs[a, b] = runs.get((a, b), 0) + 1
    faults: list[EdgeFault] = []
    for (a, b), count in runs.items():
        back = runs.get((b, a), 0)
        if (count, back) == (1, 1) or (pinched and count == back) or (back and b < a):
            continue
        total = count + back
        faults.append(("open" if total == 1 else "same_way" if total == 2 else "crowded", a, b))
    return faults


def used_vertices(mesh: Mesh) -> Flags:
    """Whether each vertex belongs to a face, be it a corner or in the middle of a side."""
    used = np.zeros(len(mesh.vertices), dtype=bool)
    used[[v for face in mesh.faces for v in face]] = True
    return used
