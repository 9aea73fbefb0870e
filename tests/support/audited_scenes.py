"""What the tests of the audit share: briefs of solved figures, what the audit finds, and ways to change a scene."""

import numpy as np

from geometry.pose.fit import fit
from pipeline.scene.audit.scene_audit import audit_scene
from pipeline.scene.brief import scene_brief
from pipeline.scene.palette import PALETTE
from pipeline.scene.records import SceneData
from tests.support.solved_figures import solved

NAMES = [colour.name for colour in PALETTE]
PYRAMID = "solid pyramid P-ABCD\ngiven square(A,B,C,D), AB = 2, PA ⟂ ABCD, PA = 3\nfind PC"


def brief_of(text):
    figure, coordinates = solved(text)
    return scene_brief(figure, fit(figure, coordinates), NAMES)


def failures(brief, scene):
    return [check for check in audit_scene(brief, scene) if check.status != "passed"]


def edited(scene, **changes):
    return SceneData.model_validate(scene.model_dump() | changes)


def moved_vertices(scene, change, faces=None):
    places = [tuple(row) for row in change(np.array(scene.vertices_m))]
    return edited(scene, vertices_m=places, faces=scene.faces if faces is None else faces)


def lifted(scene, height):
    return moved_vertices(scene, lambda places: places + np.array([0, 0, height]))


def scaled(scene, factor):
    return moved_vertices(scene, lambda places: places * factor)


def inside_out(scene):
    return edited(scene, faces=[face[::-1] for face in scene.faces])


def vertex_near(scene, place):
    return int(np.linalg.norm(np.array(scene.vertices_m) - place, axis=1).argmin())


def with_vertex_moved(scene, place, step):
    number = vertex_near(scene, place)
    return moved_vertices(scene, lambda p: p + np.outer(np.arange(len(p)) == number, step))


def with_marker(scene, number, **changes):
    markers = [marker.model_dump() for marker in scene.markers]
    markers[number] |= changes
    return edited(scene, markers=markers)
