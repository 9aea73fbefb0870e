"""Which faces of an audited scene get smooth shading: the brief determines it, a script's own flags are not used.

Shading shows roundness as much as the outline does; a cube shaded like a ball would look like another solid.
"""

import numpy as np

from pipeline.scene.audit.mesh_triangles import Array, Flags, Indices
from pipeline.scene.audit.surface import ON_SURFACE_M
from pipeline.scene.part_shapes import sheets
from pipeline.scene.records import SceneBrief, SceneData


def with_smooth_faces(brief: SceneBrief, scene: SceneData) -> SceneData:
    """The same scene with those faces smooth that lie on a round side of the solid."""
    return scene.model_copy(update={"smooth": tuple(_on_round_sides(brief, scene).tolist())})


def _on_round_sides(brief: SceneBrief, scene: SceneData) -> Flags:
    """Whether each face `(f,)` lies on a curved sheet and no flat one is nearer.

    Corners alone are ambiguous: those of a prism's side may all lie on a cylinder around it, and a facet that touches a
    wall lies within the tolerance of both. Corners and centre together are not.
    """
    sizes = np.array([len(face) for face in scene.faces], dtype=np.intp)
    corners = np.array([v for face in scene.faces for v in face], dtype=np.intp)
    starts, places = np.cumsum(sizes) - sizes, np.array(scene.vertices_m)
    middles = np.add.reduceat(places[corners], starts) / sizes[:, None]
    nearest = {is_curved: np.full(len(sizes), np.inf) for is_curved in (True, False)}
    for part in brief.parts:
        for at_corners, at_middles in zip(sheets(part, places), sheets(part, middles), strict=True):
            away = _mean_distance(at_corners.away[corners], at_middles.away, starts)
            is_curved = at_corners.curved_radius_m > 0
            nearest[is_curved] = np.minimum(nearest[is_curved], away)
    return np.asarray(nearest[True] < nearest[False])


def _mean_distance(at_corners: Array, at_middles: Array, starts: Indices) -> Array:
    """Mean distance `(f,)` of corners and centre; infinite for a face with a corner off the sheet."""
    counts = np.diff(starts, append=len(at_corners))
    mean = (np.add.reduceat(at_corners, starts) + at_middles) / (counts + 1)
    return np.asarray(np.where(np.maximum.reduceat(at_corners, starts) <= ON_SURFACE_M, mean, np.inf))
