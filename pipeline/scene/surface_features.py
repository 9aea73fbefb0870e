"""Features that any mesh of a brief's solid must have: its corners by label, and the circles of its rims.

A corner of a part counts if it is still a corner of the whole: not if it was cut away, is inside another part or lies
in the middle of an edge or face.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from geometry.shapes.coordinates import Vec3
from pipeline.scene.part_shapes import Array, Flags, axis_frame, depth, whole_contains
from pipeline.scene.records import Part, PolyhedralPart, RoundPart, SceneBrief
from pipeline.scene.visible_points import PROBE_M, even_directions, meets_air

RIM_SAMPLES = 48
"""Sample points per rim."""


def expected_corners(brief: SceneBrief) -> dict[str, Vec3]:
    """Position of each corner by label; the apex of an unnamed cone is named after its part, such as `apex 1`."""
    alone = len(brief.parts) == 1
    found: dict[str, Vec3] = {}
    for label, place in _candidates(brief):
        if label not in found and (alone or _is_corner(brief.parts, np.array(place))):
            found[label] = place
    return found


def _candidates(brief: SceneBrief) -> Iterator[tuple[str, Vec3]]:
    names = {marker.position_m: marker.label for marker in brief.markers}
    for number, part in enumerate(brief.parts):
        if isinstance(part, PolyhedralPart):
            yield from part.vertices_m.items()
        elif part.kind == "cone":
            yield names.get(part.top_m, f"apex {number}"), part.top_m


def _is_corner(parts: Sequence[Part], place: Array) -> bool:
    """Whether the boundary between material and air at a point is not invariant along any line through it."""
    near = [part for part in parts if abs(float(depth(part, place[None])[0])) <= PROBE_M / 2]
    if not near or not meets_air(parts, place[None])[0]:
        return False
    directions = even_directions()
    shifted = [directions + 0.5 * line for line in _lines(near, place)]
    inside = _inside(parts, place, np.stack([directions, *shifted]))
    return bool((inside[1:] != inside[0]).any(axis=1).all())


def _inside(parts: Sequence[Part], place: Array, directions: Array) -> Flags:
    """Whether there is material close to a point in each direction `(m, n, 3)`."""
    lengths = np.linalg.norm(directions, axis=-1, keepdims=True)
    probes = place + PROBE_M * directions / np.maximum(lengths, 1e-9)
    return whole_contains(parts, probes.reshape(-1, 3)).reshape(directions.shape[:-1])


def _lines(near: Sequence[Part], place: Array) -> Iterator[Array]:
    """Directions of the edges of the parts at a point, and of the axes of round ones."""
    for part in near:
        if isinstance(part, RoundPart):
            yield axis_frame(part)[1]
            continue
        edges = {tuple(sorted(edge)) for face in part.faces for edge in pairwise((*face, face[0]))}
        for a, b in sorted(edges):
            start, end = np.array(part.vertices_m[a]), np.array(part.vertices_m[b])
            along = (end - start) / np.linalg.norm(end - start)
            if np.linalg.norm(np.cross(place - start, along)) <= PROBE_M / 2:
                yield along


def rims(part: RoundPart) -> list[tuple[Array, float]]:
    """Centre and radius of each circle where the surface has an edge."""
    if part.kind == "sphere":
        return []
    found = [(np.array(part.base_m), part.radius_m)]
    return [*found, (np.array(part.top_m), part.top_radius_m)] if part.top_radius_m > 0 else found


def rim_points(part: RoundPart, centre: Array, radius: float) -> Array:
    """Points `(n, 3)` evenly round a rim."""
    side = np.linalg.svd(axis_frame(part)[1][None])[2][1:]
    turns = 2 * np.pi * np.arange(RIM_SAMPLES) / RIM_SAMPLES
    return np.asarray(centre + radius * (np.cos(turns)[:, None] * side[0] + np.sin(turns)[:, None] * side[1]))


def surviving_rims(brief: SceneBrief) -> Iterator[tuple[RoundPart, Array, float, Array]]:
    """Part, centre, radius and those sample points of each rim that are edges of the whole."""
    for part in brief.parts:
        if not isinstance(part, RoundPart):
            continue
        for centre, radius in rims(part):
            points = rim_points(part, centre, radius)
            if len(brief.parts) > 1:
                points = points[meets_air(brief.parts, points)]
            yield part, centre, radius, points
