"""The radius of every marker in a film: smaller where a ball of the film's radius would hide what it marks.

A ball is made smaller at a sharp corner, which it would hide, and near another marked point, so that most of the edge
between them is seen. The limits are relative to the film's radius, and so is the least radius.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.scene.records import SceneData
from pipeline.scene.size_steps import LEAST_MARKER_SHARE

Array = NDArray[np.float64]

LEAST_TIP_SHARE = 0.65
"""The least share at a sharp corner without a marker near: a smaller ball is overlooked beside those of full size."""
REACH = 4.0
"""A ball must not be wider than its corner at a distance of this many radii from the tip: full size from 30° on."""
SPACING = 0.25
"""Largest radius as a share of the distance to the next marked point: half of the edge between two balls is seen."""

SAME_M = 1e-3
"""Vertices of the mesh that are closer than this to a marked point are that point."""
PARALLEL = 1e-3
"""Two directions with a smaller sine between them span no plane."""
MOST_EDGES = 24
"""So many edges of a corner are looked at; the apex of a round cone has any number of them."""


def marker_radii(scene: SceneData, radius_m: float) -> tuple[float, ...]:
    """Radius of each marker of a scene in a film whose markers have `radius_m`."""
    return tuple(
        max(LEAST_MARKER_SHARE * radius_m, min(_tip_share(rays) * radius_m, SPACING * gap))
        for gap, rays in zip(_gaps(scene), _edges_at_markers(scene), strict=True)
    )


def _tip_share(rays: Sequence[Array]) -> float:
    return max(LEAST_TIP_SHARE, min(1.0, REACH / 2 * corner_width(rays)))


def corner_width(rays: Sequence[Array]) -> float:
    """How wide a corner is at distance 1 from its tip, in its thinnest direction; infinite if it is not a corner.

    `rays` are unit vectors along its edges. The width is measured perpendicular to each plane through two edges, up to
    the farthest direction of the corner: the sine of the opening angle if that is acute.
    """
    chosen = np.array(rays[:: 1 + len(rays) // MOST_EDGES]).reshape(-1, 3)
    one, other = (chosen[side] for side in np.triu_indices(len(chosen), 1))
    normals = _unit(np.cross(one, other))
    # A blunt corner is widest between its edges.
    directions = np.concatenate([np.zeros((1, 3)), chosen, _unit(one + other)])
    heights = normals @ directions.T
    return float(np.min(np.ptp(heights, axis=1), initial=np.inf))


def _unit(vectors: Array) -> Array:
    """Those of the vectors that have a direction, with length 1."""
    lengths = np.linalg.norm(vectors, axis=1)
    kept = lengths > PARALLEL
    return np.asarray(vectors[kept] / lengths[kept, None])


def _gaps(scene: SceneData) -> list[float]:
    """Distance of each marker to the next one."""
    points = np.array([marker.position_m for marker in scene.markers]).reshape(-1, 3)
    away = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(away, np.inf)
    return [float(row.min()) for row in away]


def _edges_at_markers(scene: SceneData) -> Iterator[list[Array]]:
    """For each marker the directions of the mesh's edges that start there; none if it is not at a vertex."""
    vertices = np.array(scene.vertices_m).reshape(-1, 3)
    for marker in scene.markers:
        away = vertices - np.array(marker.position_m)
        here = np.linalg.norm(away, axis=1) < SAME_M
        ends = _neighbours(scene.faces, set(np.flatnonzero(here).tolist()))
        yield [away[end] / np.linalg.norm(away[end]) for end in sorted(ends)]


def _neighbours(faces: Sequence[Sequence[int]], here: set[int]) -> set[int]:
    """Vertices that share an edge with one of `here`."""
    pairs = (pair for face in faces if here.intersection(face) for pair in zip(face, (*face[1:], face[0]), strict=True))
    return {end for pair in pairs for end in pair if here.intersection(pair)} - here
