"""What the tests of the audit share: briefs of solved figures, what the audit finds, and ways to change a scene."""

from collections.abc import Callable, Sequence

import numpy as np

from geometry.checks import Check
from geometry.pose.fit import fit
from pipeline.scene.audit.mesh_triangles import Array, Face
from pipeline.scene.audit.scene_audit import audit_scene
from pipeline.scene.brief import scene_brief
from pipeline.scene.palette import PALETTE
from pipeline.scene.records import Part, PolyhedralPart, RoundPart, SceneBrief, SceneData
from tests.support.solved_figures import solved

NAMES = [colour.name for colour in PALETTE]
PYRAMID = "solid pyramid P-ABCD\ngiven square(A,B,C,D), AB = 2, PA ⟂ ABCD, PA = 3\nfind PC"


def brief_of(text: str) -> SceneBrief:
    figure, coordinates = solved(text)
    return scene_brief(figure, fit(figure, coordinates), NAMES)


def polyhedral(part: Part) -> PolyhedralPart:
    """The part, known to be flat-faced."""
    assert isinstance(part, PolyhedralPart)
    return part


def rounded(part: Part) -> RoundPart:
    """The part, known to be round."""
    assert isinstance(part, RoundPart)
    return part


def failures(brief: SceneBrief, scene: SceneData) -> list[Check]:
    return [check for check in audit_scene(brief, scene) if check.status != "passed"]


def edited(scene: SceneData, **changes: object) -> SceneData:
    return SceneData.model_validate(scene.model_dump() | changes)


def moved_vertices(
    scene: SceneData, change: Callable[[Array], Array], faces: Sequence[Face] | None = None
) -> SceneData:
    places = [tuple(row) for row in change(np.array(scene.vertices_m))]
    return edited(scene, vertices_m=places, faces=scene.faces if faces is None else faces)


def lifted(scene: SceneData, height: float) -> SceneData:
    return moved_vertices(scene, lambda places: places + np.array([0, 0, height]))


def scaled(scene: SceneData, factor: float) -> SceneData:
    return moved_vertices(scene, lambda places: places * factor)


def inside_out(scene: SceneData) -> SceneData:
    return edited(scene, faces=[face[::-1] for face in scene.faces])


def vertex_near(scene: SceneData, place: Array | Sequence[float]) -> int:
    return int(np.linalg.norm(np.array(scene.vertices_m) - place, axis=1).argmin())


def with_vertex_moved(scene: SceneData, place: Array | Sequence[float], step: Array | Sequence[float]) -> SceneData:
    number = vertex_near(scene, place)
    return moved_vertices(scene, lambda p: p + np.outer(np.arange(len(p)) == number, step))


def with_marker(scene: SceneData, number: int, **changes: object) -> SceneData:
    markers = [marker.model_dump() for marker in scene.markers]
    markers[number] |= changes
    return edited(scene, markers=markers)
