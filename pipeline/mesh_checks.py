"""A mesh as arrays, and what can be said of it without knowing what it should be: edges, triangles, volume.

Pure numpy over vertices `(n, 3)` and faces of any number of corners, convex or not. Measures, never repairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
Face = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Mesh:
    """Vertices, faces, and the faces cut into triangles."""

    vertices: Array
    faces: tuple[Face, ...]
    triangles: Indices
    """(t, 3) vertex numbers, turned as their face is."""
    face_of: Indices
    """(t,) the face each triangle belongs to."""

    @property
    def corners(self) -> Array:
        """(t, 3, 3) corners of the triangles."""
        return np.asarray(self.vertices[self.triangles])

    @property
    def vector_areas(self) -> Array:
        """(t, 3) normals of the triangles, as long as their area."""
        a, b, c = np.moveaxis(self.corners, 1, 0)
        return np.asarray(np.cross(b - a, c - a) / 2)

    @property
    def volume(self) -> float:
        """Signed volume, measured from the middle so that no digits are lost."""
        a, b, c = np.moveaxis(self.corners - self.vertices.mean(axis=0), 1, 0)
        return float((a * np.cross(b, c)).sum() / 6)


def mesh_of(vertices: Sequence[Sequence[float]], faces: Sequence[Face]) -> Mesh:
    """A mesh with its triangles; the faces must have three or more corners that exist."""
    places = np.array(vertices, dtype=np.float64).reshape(-1, 3)
    shapes = _bends(places, [tuple(face) for face in faces])
    triangles, face_of = [np.empty((0, 3), np.intp)], [np.empty(0, np.intp)]
    sizes = np.array([len(shape) for shape in shapes], dtype=np.intp)
    for size in np.unique(sizes):
        numbers = np.flatnonzero(sizes == size)
        rings = np.array([shapes[n] for n in numbers], dtype=np.intp)
        fans, convex = _fans(rings), _convex(places[rings])
        for k in np.flatnonzero(~convex):
            fans[k] = rings[k][np.array(_ears(_flattened(places[rings[k]])))]
        triangles.append(fans.reshape(-1, 3))
        face_of.append(np.repeat(numbers, size - 2))
    return Mesh(places, tuple(tuple(f) for f in faces), np.concatenate(triangles), np.concatenate(face_of))


def _bends(places: Array, faces: Sequence[Face]) -> list[Face]:
    """The corners at which each face turns; a vertex in the middle of a side, as booleans leave them, says nothing."""
    shapes, sizes = list(faces), np.array([len(face) for face in faces], dtype=np.intp)
    for size in np.unique(sizes[sizes > 3]):
        numbers = np.flatnonzero(sizes == size)
        straight = _straight(places[np.array([faces[n] for n in numbers])])
        for n, flags in zip(numbers[straight.any(axis=1)], straight[straight.any(axis=1)], strict=True):
            kept = tuple(v for v, flag in zip(faces[n], flags, strict=True) if not flag)
            shapes[n] = kept if len(kept) >= 3 else faces[n]
    return shapes


def _straight(rings: Array) -> NDArray[np.bool_]:
    """Whether each corner `(m, k)` of polygons `(m, k, 3)` lies between its neighbours on their line."""
    before, along = np.roll(rings, 1, axis=1), np.roll(rings, -1, axis=1) - np.roll(rings, 1, axis=1)
    spokes = rings - before
    share = (spokes * along).sum(-1) / np.maximum((along**2).sum(-1), STRAIGHT_M**2)
    off = np.linalg.norm(spokes - share[..., None] * along, axis=-1)
    return np.asarray((off <= STRAIGHT_M) & (share > 0) & (share < 1))


def malformed(count: int, faces: Sequence[Face]) -> list[int]:
    """Numbers of faces that are no polygons: too few corners, one twice, or one that does not exist."""
    return [n for n, f in enumerate(faces) if len(f) < 3 or len(set(f)) < len(f) or min(f) < 0 or max(f) >= count]


# Edges

STRAIGHT_M = 2e-6
"""A corner this close to the line between its neighbours is no corner: far above single precision, far below the
sagitta of any circle that a mesh can afford."""

EdgeFault = tuple[Literal["open", "crowded", "same_way"], int, int]


def edge_faults(faces: Sequence[Face], pinched: bool = False) -> list[EdgeFault]:
    """Edges that are not run along exactly once in each direction, in the order they are met.

    With `pinched`, more than two faces may meet at an edge if as many run one way as the other: where parts of a solid
    touch along a line, they do.
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


def loose_vertices(mesh: Mesh) -> Indices:
    """Vertices that belong to no face."""
    used = np.zeros(len(mesh.vertices), dtype=bool)
    used[[v for face in mesh.faces for v in face]] = True
    return np.flatnonzero(~used)


# Triangles

FLAT_TURN = 1e-14
"""A turn (product of a cross product and an area, m⁴) below this is straight on, to rounding."""


def _fans(rings: Indices) -> Indices:
    """Polygons `(m, k)` as fans of triangles `(m, k - 2, 3)`."""
    first = np.broadcast_to(rings[:, :1], rings[:, 1:-1].shape)
    return np.stack([first, rings[:, 1:-1], rings[:, 2:]], axis=-1)


def _convex(rings: Array) -> NDArray[np.bool_]:
    """Whether polygons `(m, k, 3)` turn one way all round; only then is a fan inside them."""
    sides = np.roll(rings, -1, axis=1) - rings
    turns = np.cross(sides, np.roll(sides, -1, axis=1))
    spokes = rings - rings[:, :1]
    areas = np.cross(spokes[:, 1:-1], spokes[:, 2:]).sum(axis=1, keepdims=True)
    return np.asarray(((turns * areas).sum(-1) >= -FLAT_TURN).all(axis=1))


def _flattened(ring: Array) -> Array:
    """The polygon `(n, 3)` in its own plane `(n, 2)`, counter-clockwise."""
    spokes = ring - ring.mean(axis=0)
    normal = np.cross(spokes, np.roll(spokes, -1, axis=0)).sum(axis=0)
    length = float(np.linalg.norm(normal))
    normal = normal / length if length > 0 else np.array([0.0, 0.0, 1.0])
    first = np.cross(np.eye(3)[int(np.argmin(np.abs(normal)))], normal)
    first = first / np.linalg.norm(first)
    return np.asarray(np.stack([spokes @ first, spokes @ np.cross(normal, first)], axis=1))


def _ears(flat: Array) -> list[tuple[int, int, int]]:
    """Ear clipping (Meisters, 1975); what cannot be clipped because sides cross is left as a fan."""
    left, found = list(range(len(flat))), []
    while len(left) > 3:
        ear = next((k for k in range(len(left)) if _is_ear(flat, left, k)), None)
        if ear is None:
            break
        found.append((left[ear - 1], left[ear], left[(ear + 1) % len(left)]))
        del left[ear]
    return [*found, *((left[0], left[i], left[i + 1]) for i in range(1, len(left) - 1))]


def _is_ear(flat: Array, left: list[int], k: int) -> bool:
    a, b, c = flat[left[k - 1]], flat[left[k]], flat[left[(k + 1) % len(left)]]
    if _turn(a, b, c[None])[0] < 0:
        return False
    others = flat[left]
    apart = np.array([not (np.array_equal(p, a) or np.array_equal(p, b) or np.array_equal(p, c)) for p in others])
    rest = others[apart]
    inside = (_turn(a, b, rest) >= 0) & (_turn(b, c, rest) >= 0) & (_turn(c, a, rest) >= 0)
    return not inside.any()


def _turn(a: Array, b: Array, points: Array) -> Array:
    """Positive `(n,)` where points `(n, 2)` lie to the left of the way from a to b."""
    return np.asarray((b[0] - a[0]) * (points[:, 1] - a[1]) - (b[1] - a[1]) * (points[:, 0] - a[0]))
