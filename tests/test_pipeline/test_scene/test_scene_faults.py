"""Every fault of a scene is found under its own name and told in a sentence to act on.

The tetrahedron has no symmetry, so its mirror image is another solid.
"""

import re
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from pipeline.scene.audit.mesh_triangles import Array, Face
from pipeline.scene.audit.scene_audit import audit_scene
from pipeline.scene.palette import colour_named
from pipeline.scene.records import SceneBrief, SceneData
from pipeline.scene.template.script import write_script
from tests.support.audited_scenes import (
    PYRAMID,
    brief_of,
    edited,
    failures,
    inside_out,
    lifted,
    moved_vertices,
    polyhedral,
    scaled,
    vertex_near,
    with_marker,
    with_vertex_moved,
)
from tests.support.scene_batches import run_scripts

pytestmark = pytest.mark.blender

Originals = dict[str, tuple[SceneBrief, SceneData]]
Mutation = Callable[[SceneBrief, SceneData], SceneData]

TETRAHEDRON = "solid tetrahedron ABCD\ngiven AB = 4, AC = 5, AD = 6, BC = 4, BD = 5, CD = 3\nfind volume(ABCD)"
CYLINDER = "solid cylinder O-O1\ngiven radius(O-O1) = 2, height(O-O1) = 3\nfind volume(O-O1)"
NOTCHED = (
    "solid cube k = ABCD-A1B1C1D1\nsolid tetrahedron c = A-BDA1\nsolid composite t = k - c\n"
    "given AB = 6\nfind volume(t)"
)


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Originals:
    texts = {"tetrahedron": TETRAHEDRON, "pyramid": PYRAMID, "cylinder": CYLINDER, "notched": NOTCHED}
    briefs = {name: brief_of(text) for name, text in texts.items()}
    scenes = run_scripts([write_script(b) for b in briefs.values()], tmp_path_factory.mktemp("originals"))
    return {name: (briefs[name], scene) for name, scene in zip(briefs, scenes, strict=True)}


def position(brief: SceneBrief, label: str) -> Array:
    return np.array(next(marker.position_m for marker in brief.markers if marker.label == label))


def swapped(scene: SceneData) -> SceneData:
    first, second = (marker.position_m for marker in scene.markers[:2])
    return with_marker(with_marker(scene, 0, position_m=second), 1, position_m=first)


def doubled(scene: SceneData) -> SceneData:
    count = len(scene.vertices_m)
    again = [tuple(v + count for v in face) for face in scene.faces]
    return edited(
        scene, vertices_m=scene.vertices_m * 2, faces=[*scene.faces, *again], smooth=[*scene.smooth, *scene.smooth]
    )


def mirrored(scene: SceneData) -> SceneData:
    markers = [
        m.model_dump() | {"position_m": (m.position_m[0], -m.position_m[1], m.position_m[2])} for m in scene.markers
    ]
    flipped = moved_vertices(scene, lambda p: p * [1, -1, 1], faces=[face[::-1] for face in scene.faces])
    return edited(flipped, markers=markers)


def unmerged(scene: SceneData) -> SceneData:
    """Every face with vertices of its own."""
    places = [scene.vertices_m[v] for face in scene.faces for v in face]
    starts = np.cumsum([0, *(len(face) for face in scene.faces)])
    return edited(scene, vertices_m=places, faces=[tuple(range(a, b)) for a, b in pairwise(starts)])


def without_faces(scene: SceneData, keep: slice) -> SceneData:
    return edited(scene, faces=scene.faces[keep], smooth=scene.smooth[keep])


CORNER, SURFACE, CLOSED = "every corner is in its place", "the surface is the solid's", "the mesh is closed"
OUTWARD, VOLUME, FLOOR = "faces look outward", "the volume is right", "the solid stands on the floor"
PARTS = "every part is there once"
MARKERS, STRAYS, RIMS = "every marker is in its place", "nothing else is in the scene", "rims are round"

MUTATIONS: dict[str, tuple[str, Mutation, str, str]] = {
    "vertex 0.2 mm off": (
        "pyramid",
        lambda b, s: with_vertex_moved(s, position(b, "C"), [2e-4, 0, 0]),
        f"{CORNER}: vertex C",
        r"Vertex C is 0\.0002 m from where it should be: move it to \(",
    ),
    "vertex of a cut solid off": (
        "notched",
        lambda b, s: with_vertex_moved(s, position(b, "C1"), [0, 0, -2e-4]),
        f"{CORNER}: vertex C1",
        r"Vertex C1 is 0\.0002 m",
    ),
    "vertex of a round side off": (
        "cylinder",
        lambda b, s: with_vertex_moved(s, s.vertices_m[5], [0, 0, 2e-4 - 0.5]),
        f"{SURFACE}: vertex 5",
        r"outside the surface of the solid, where the solid has no corner",
    ),
    "vertex of a rim pushed in": (
        "cylinder",
        lambda b, s: with_vertex_moved(s, s.vertices_m[5], -2e-3 * np.array(s.vertices_m[5])),
        f"{SURFACE}: face",
        r"do not lie on one face or round side",
    ),
    "vertex left out": (
        "notched",
        lambda b, s: with_vertex_moved(s, position(b, "C"), position(b, "B") - position(b, "C")),
        f"{CORNER}: vertex C",
        r"Vertex C is missing: .* the nearest is",
    ),
    "face missing": (
        "pyramid",
        lambda b, s: without_faces(s, slice(1, None)),
        f"{CLOSED}: edge",
        r"belongs to one face only",
    ),
    "round face missing": (
        "cylinder",
        lambda b, s: without_faces(s, slice(1, None)),
        f"{CLOSED}: edge",
        r"Add the missing face",
    ),
    "face flipped": (
        "pyramid",
        lambda b, s: edited(s, faces=[s.faces[0][::-1], *s.faces[1:]]),
        f"{OUTWARD}: face 0",
        r"is turned inside out: reverse the order of its vertices",
    ),
    "cap flipped": (
        "cylinder",
        lambda b, s: edited(s, faces=[*s.faces[:-1], s.faces[-1][::-1]]),
        f"{OUTWARD}: face 181",
        r"of 180 corners around \(0, 0, ",
    ),
    "wall of a cut flipped": (
        "notched",
        lambda b, s: edited(s, faces=[f[::-1] if is_cut(b, s, f) else f for f in s.faces]),
        f"{OUTWARD}: face",
        r"is turned inside out",
    ),
    "all flipped": ("pyramid", lambda b, s: inside_out(s), f"{OUTWARD}: all faces", r"The faces are turned inside out"),
    "all flipped, round": ("cylinder", lambda b, s: inside_out(s), f"{OUTWARD}: all faces", r"counter-clockwise"),
    "1 % larger": ("pyramid", lambda b, s: scaled(s, 1.01), f"{CORNER}: vertex P", r"Vertex P is 0\.\d+ m from"),
    "1 % larger, round": ("cylinder", lambda b, s: scaled(s, 1.01), f"{SURFACE}: vertex", r"outside the surface"),
    "1 % more volume": ("pyramid", lambda b, s: scaled(s, 1.003), f"{VOLUME}: Solid", r"encloses .* the solid has"),
    "1 % more volume, round": ("cylinder", lambda b, s: scaled(s, 1.003), f"{VOLUME}: Solid", r"encloses"),
    "mirrored": ("tetrahedron", lambda b, s: mirrored(s), f"{CORNER}: vertex", r"move it to"),
    "mirrored markers": ("tetrahedron", lambda b, s: mirrored(s), f"{MARKERS}: ", r"from vertex"),
    "shell doubled": ("pyramid", lambda b, s: doubled(s), f"{VOLUME}: Solid", r"every part is there exactly once"),
    "shell doubled, round": ("cylinder", lambda b, s: doubled(s), f"{VOLUME}: Solid", r"encloses"),
    "shell doubled, counted": (
        "pyramid",
        lambda b, s: doubled(s),
        f"{PARTS}: part 0",
        r"pyramid, 2 times: build every",
    ),
    "hollow closed, counted": ("notched", lambda b, s: notch_filled(b, s), f"{PARTS}: part 1", r"is to be cut away"),
    "floating": ("pyramid", lambda b, s: lifted(s, 0.001), f"{FLOOR}: Solid", r"z = 0\.001, .* down by 0\.001 m"),
    "sunk": ("cylinder", lambda b, s: lifted(s, -0.001), f"{FLOOR}: Solid", r"up by 0\.001 m"),
    "corner cut across": ("pyramid", lambda b, s: base_cut_across(b, s), f"{SURFACE}: face", r"do not lie on one face"),
    "hollow closed": (
        "notched",
        lambda b, s: notch_filled(b, s),
        f"{SURFACE}: face",
        r"covers a part that is to be cut away",
    ),
    "no merged vertices": ("pyramid", lambda b, s: unmerged(s), f"{CLOSED}: vertices", r"remove_doubles"),
    "loose vertex": (
        "pyramid",
        lambda b, s: edited(s, vertices_m=[*s.vertices_m, (0, 0, 0.1)]),
        f"{CLOSED}: vertex 5",
        r"belongs to no face: remove it",
    ),
    "extra wall inside": (
        "pyramid",
        lambda b, s: edited(s, faces=[*s.faces, (0, 1, 2)], smooth=[*s.smooth, False]),
        f"{CLOSED}: edge",
        r"more than two faces",
    ),
    "no solid": (
        "pyramid",
        lambda b, s: edited(s, vertices_m=[], faces=[], smooth=[]),
        "there is a solid: Solid",
        r"no mesh object called Solid",
    ),
    "face with a corner twice": (
        "pyramid",
        lambda b, s: edited(s, faces=[(0, 0, 1), *s.faces[1:]]),
        "there is a solid: face 0",
        r"which is not a polygon",
    ),
    "face beyond the mesh": (
        "pyramid",
        lambda b, s: edited(s, faces=[(0, 1, 99), *s.faces[1:]]),
        "there is a solid: face 0",
        r"which is not a polygon",
    ),
    "markers swapped": (
        "pyramid",
        lambda b, s: swapped(s),
        f"{MARKERS}: P_",
        r"Marker P_\w+ is .* m from vertex P: move its centre to \(",
    ),
    "marker 0.2 mm off": (
        "pyramid",
        lambda b, s: with_marker(s, 2, position_m=tuple(position(b, "B") + np.array([0, 2e-4, 0]))),
        f"{MARKERS}: B_",
        r"0\.0002 m from vertex B",
    ),
    "wrong colour": (
        "pyramid",
        lambda b, s: with_marker(s, 1, colour_rgb=colour_named("yellow").linear_rgb),
        f"{MARKERS}: A_",
        r"set it to \(.*\) \(linear values\)",
    ),
    "colour not linear": (
        "pyramid",
        lambda b, s: with_marker(s, 2, colour_rgb=colour_named(b.markers[2].colour).srgb),
        f"{MARKERS}: B_",
        r"set it to",
    ),
    "wrong colour in the name": (
        "pyramid",
        lambda b, s: with_marker(s, 0, name="P_black"),
        f"{MARKERS}: P_",
        r"Marker P_black should be",
    ),
    "marker missing": (
        "pyramid",
        lambda b, s: edited(s, markers=s.markers[1:]),
        f"{MARKERS}: P_",
        r"is missing: add a ball of radius 0\.035 m",
    ),
    "marker too many": (
        "pyramid",
        lambda b, s: edited(s, markers=[*s.markers, s.markers[0].model_dump() | {"name": "Q_black"}]),
        f"{MARKERS}: Q_black",
        r"was not asked for: remove it",
    ),
    "marker of one point twice": (
        "pyramid",
        lambda b, s: edited(s, markers=[*s.markers, s.markers[0].model_dump() | {"name": "P_black"}]),
        f"{MARKERS}: P_black",
        r"was not asked for: remove it",
    ),
    "marker too large": (
        "pyramid",
        lambda b, s: with_marker(s, 0, radius_m=0.05),
        f"{MARKERS}: P_",
        r"make it 0\.035 m",
    ),
    "extra object": (
        "pyramid",
        lambda b, s: edited(s, strays=["light Lamp"]),
        f"{STRAYS}: light Lamp",
        r"light Lamp, which was not asked for",
    ),
}


def is_cut(brief: SceneBrief, scene: SceneData, face: Face) -> bool:
    """Whether a face of the notched cube is the one its cut left."""
    ends = {vertex_near(scene, position(brief, label)) for label in ("B", "D", "A1")}
    return set(face) == ends


def notch_filled(brief: SceneBrief, scene: SceneData) -> SceneData:
    """The notched cube with the corner back in the middle of the cut."""
    corner = next(polyhedral(p).vertices_m["A"] for p in brief.parts if p.kind == "cube")
    cut = next(n for n, face in enumerate(scene.faces) if is_cut(brief, scene, face))
    tip, ring = len(scene.vertices_m), scene.faces[cut]
    walls = [(a, b, tip) for a, b in pairwise((*ring, ring[0]))]
    faces = [*scene.faces[:cut], *walls, *scene.faces[cut + 1 :]]
    return edited(scene, vertices_m=[*scene.vertices_m, corner], faces=faces, smooth=[False] * len(faces))


def base_cut_across(brief: SceneBrief, scene: SceneData) -> SceneData:
    """The pyramid without its edge PC: the faces beside it joined otherwise, still a closed mesh."""
    p, b, c, d = (vertex_near(scene, position(brief, label)) for label in "PBCD")
    sides = [face for face in scene.faces if set(face) in ({p, b, c}, {p, c, d})]
    others = [face for face in scene.faces if face not in sides]
    return edited(scene, faces=[*others, (p, b, d), (b, c, d)])


@pytest.mark.parametrize(("solid", "mutate", "name", "sentence"), MUTATIONS.values(), ids=MUTATIONS)
def test_a_fault_is_found_under_its_own_name_and_told_in_a_sentence(
    originals: Originals, solid: str, mutate: Mutation, name: str, sentence: str
) -> None:
    brief, scene = originals[solid]
    assert failures(brief, scene) == []
    found = [check for check in failures(brief, mutate(brief, scene)) if check.name.startswith(name)]
    assert found
    assert found[0].status == "failed"
    assert found[0].measured > found[0].tolerance
    assert re.search(sentence, found[0].sentence), found[0].sentence


def test_a_fault_of_a_marker_does_not_blame_the_solid_nor_the_other_way_round(originals: Originals) -> None:
    brief, scene = originals["pyramid"]
    assert {check.name.split(":")[0] for check in failures(brief, swapped(scene))} == {MARKERS}
    moved = with_vertex_moved(scene, position(brief, "C"), [2e-4, 0, 0])
    assert MARKERS not in {check.name.split(":")[0] for check in failures(brief, moved)}


def test_a_tenth_of_the_tolerance_passes(originals: Originals) -> None:
    brief, scene = originals["notched"]
    nudged = moved_vertices(scene, lambda p: p + np.random.default_rng(0).uniform(-5e-6, 5e-6, p.shape))
    assert failures(brief, nudged) == []


def test_what_cannot_be_looked_at_is_not_judged_rather_than_passed(originals: Originals) -> None:
    brief, scene = originals["pyramid"]
    statuses = {c.name: c.status for c in audit_scene(brief, edited(scene, vertices_m=[], faces=[], smooth=[]))}
    assert statuses[VOLUME] == statuses[CLOSED] == "not_judged"
    assert all(
        status != "passed" for name, status in statuses.items() if name in (CORNER, SURFACE, OUTWARD, PARTS, FLOOR)
    )
