"""Triangulation of polygons: removal of collinear corners, convexity, fans, and ear clipping for non-convex faces.

Pure numpy over vertices `(n, 3)` and rings of vertex indices. Ear clipping takes quadratic time in the corners of a
face, and faces are untrusted input: `too_winding` lists beforehand which would take too long.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]
Face = tuple[int, ...]

STRAIGHT_M = 2e-6
"""A corner this close to the line between its neighbours counts as collinear: far above single precision, far below the
sagitta of any circle that a mesh can afford."""

FLAT_TURN = 1e-14
"""A turn (product of a cross product and an area, m⁴) below this is straight, up to rounding."""

MOST_WINDING_CORNERS = 512
"""Most corners of a non-convex face; a plate with a hole of 180 segments has about a hundred."""

CLIP_COST = 64
"""Fixed cost of clipping a corner, in tests of other corners."""

MOST_CLIPPING = 4 * MOST_WINDING_CORNERS * (MOST_WINDING_CORNERS + CLIP_COST)
"""Most corner tests over all non-convex faces: some seconds in the worst case."""


def too_winding(places: Array, faces: Sequence[Face]) -> list[int]:
    """Indices of non-convex faces with too many corners, alone or in total; longest first."""
    rings = outlines(places, faces)
    sizes = np.array([len(ring) for ring in rings], dtype=np.intp)
    numbers = np.flatnonzero(~convex_faces(places, rings))
    numbers = numbers[np.argsort(sizes[numbers], kind="stable")]
    costs = np.cumsum(sizes[numbers] * (sizes[numbers] + CLIP_COST))
    refused = (sizes[numbers] > MOST_WINDING_CORNERS) | (costs > MOST_CLIPPING)
    return [int(n) for n in numbers[refused][::-1]]


# Outlines


def outlines(places: Array, faces: Sequence[Face]) -> tuple[Face, ...]:
    """The corners of each face without collinear vertices, which boolean operations leave in the middle of sides."""
    rings = list(faces)
    for numbers, corners in _by_size(faces):
        if corners.shape[1] == 3:
            continue
        straight = _straight(places[corners])
        # The corners of a fine arc are all nearly collinear with their neighbours: then the whole face is kept.
        plain = straight.any(axis=1) & (np.count_nonzero(~straight, axis=1) >= 3)
        plain[plain] = _on_chords(places[corners[plain]], straight[plain])
        for n, ring, flags in zip(numbers[plain], corners[plain], straight[plain], strict=True):
            rings[n] = tuple(ring[~flags].tolist())
    return tuple(rings)


def _by_size(faces: Sequence[Face]) -> list[tuple[Indices, Indices]]:
    """Faces grouped by number of corners: their indices `(m,)` and corners `(m, k)`."""
    sizes = np.array([len(face) for face in faces], dtype=np.intp)
    groups = [np.flatnonzero(sizes == size) for size in np.unique(sizes)]
    return [(numbers, np.array([faces[n] for n in numbers], dtype=np.intp)) for numbers in groups]


def _straight(rings: Array) -> Flags:
    """Whether each corner `(m, k)` of polygons `(m, k, 3)` is collinear with and between its neighbours."""
    before, along = np.roll(rings, 1, axis=1), np.roll(rings, -1, axis=1) - np.roll(rings, 1, axis=1)
    spokes = rings - before
    share = (spokes * along).sum(-1) / np.maximum((along**2).sum(-1), STRAIGHT_M**2)
    off = np.linalg.norm(spokes - share[..., None] * along, axis=-1)
    return np.asarray((off <= STRAIGHT_M) & (share > 0) & (share < 1))


def _on_chords(rings: Array, straight: Flags) -> Flags:
    """Whether all straight corners of polygons `(m, k, 3)` lie on the chords between the kept corners around them."""
    count = rings.shape[1]
    kept, steps = np.tile(~straight, 2), np.arange(2 * count)
    before = np.maximum.accumulate(np.where(kept, steps, -1), axis=1)[:, count:] % count
    after = np.minimum.accumulate(np.where(kept, steps, 2 * count)[:, ::-1], axis=1)[:, ::-1][:, :count] % count
    start, end = (np.take_along_axis(rings, index[..., None], axis=1) for index in (before, after))
    along, spokes = end - start, rings - start
    share = (spokes * along).sum(-1) / np.maximum((along**2).sum(-1), STRAIGHT_M**2)
    off = np.linalg.norm(spokes - np.clip(share, 0, 1)[..., None] * along, axis=-1)
    return np.asarray(((off <= STRAIGHT_M) | ~straight).all(axis=1))


def convex_faces(places: Array, rings: Sequence[Face]) -> Flags:
    """Whether each face is convex; only then does a fan lie inside it."""
    found = np.ones(len(rings), dtype=bool)
    for numbers, corners in _by_size(rings):
        found[numbers] = _convex(places[corners])
    return found


def _convex(rings: Array) -> Flags:
    """Whether polygons `(m, k, 3)` turn in one direction only."""
    sides = np.roll(rings, -1, axis=1) - rings
    turns = np.cross(sides, np.roll(sides, -1, axis=1))
    spokes = rings - rings[:, :1]
    areas = np.cross(spokes[:, 1:-1], spokes[:, 2:]).sum(axis=1, keepdims=True)
    return np.asarray(((turns * areas).sum(-1) >= -FLAT_TURN).all(axis=1))


# Triangles


def triangulated(places: Array, rings: Sequence[Face], convex: Flags) -> tuple[Indices, Indices]:
    """Triangles `(t, 3)` with the winding of their faces, and the face `(t,)` of each."""
    triangles, face_of = [np.empty((0, 3), np.intp)], [np.empty(0, np.intp)]
    for numbers, corners in _by_size(rings):
        cut = _fans(corners)
        for k in np.flatnonzero(~convex[numbers]):
            cut[k] = corners[k][np.array(_ears(flattened(places[corners[k]])))]
        triangles.append(cut.reshape(-1, 3))
        face_of.append(np.repeat(numbers, corners.shape[1] - 2))
    return np.concatenate(triangles), np.concatenate(face_of)


def _fans(rings: Indices) -> Indices:
    """Polygons `(m, k)` as fans of triangles `(m, k - 2, 3)`."""
    first = np.broadcast_to(rings[:, :1], rings[:, 1:-1].shape)
    return np.stack([first, rings[:, 1:-1], rings[:, 2:]], axis=-1)


def flattened(ring: Array) -> Array:
    """The polygon `(n, 3)` in its own plane `(n, 2)`, counter-clockwise."""
    spokes = ring - ring.mean(axis=0)
    normal = np.cross(spokes, np.roll(spokes, -1, axis=0)).sum(axis=0)
    length = float(np.linalg.norm(normal))
    normal = normal / length if length > 0 else np.array([0.0, 0.0, 1.0])
    first = np.cross(np.eye(3)[int(np.argmin(np.abs(normal)))], normal)
    first = first / np.linalg.norm(first)
    return np.asarray(np.stack([spokes @ first, spokes @ np.cross(normal, first)], axis=1))


def _ears(flat: Array) -> list[tuple[int, int, int]]:
    """Ear clipping (Meisters, 1975); what cannot be clipped because sides intersect becomes a fan.

    An ear stays an ear until it or a neighbour is clipped, so all corners are tested again only when none is left.
    """
    left, found = np.arange(len(flat)), []
    is_ear = _are_ears(flat, left)
    while len(left) > 3:
        if not is_ear.any():
            is_ear = _are_ears(flat[left], np.arange(len(left)))
            if not is_ear.any():
                break
        ear = int(np.argmax(is_ear))
        found.append((int(left[ear - 1]), int(left[ear]), int(left[(ear + 1) % len(left)])))
        left, is_ear = np.delete(left, ear), np.delete(is_ear, ear)
        beside = np.array([ear - 1, ear % len(left)])
        is_ear[beside] = _are_ears(flat[left], beside)
    rest = left.tolist()
    return [*found, *((rest[0], rest[i], rest[i + 1]) for i in range(1, len(rest) - 1))]


def _are_ears(flat: Array, asked: Indices) -> Flags:
    """Whether the corners `(m,)` of a polygon `(n, 2)` turn left with no other corner in their triangle."""
    a, b, c = (flat[(asked + step) % len(flat)][:, None] for step in (-1, 0, 1))
    inside = (_turn(a, b, flat) >= 0) & (_turn(b, c, flat) >= 0) & (_turn(c, a, flat) >= 0)
    for corner in (a, b, c):
        inside &= (flat != corner).any(axis=-1)
    return np.asarray((_turn(a, b, c)[:, 0] >= 0) & ~inside.any(axis=1))


def _turn(a: Array, b: Array, points: Array) -> Array:
    """Positive `(m, n)` where points are to the left of the line from a to b, both `(m, 1, 2)`."""
    way, spokes = b - a, points - a
    return np.asarray(way[..., 0] * spokes[..., 1] - way[..., 1] * spokes[..., 0])
