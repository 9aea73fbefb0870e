"""The audit passes every right scene, however it was meshed, and catches every wrong one with a sentence to act on."""

import re
from itertools import pairwise

import numpy as np
import pytest
from scene_batches import run_scripts
from solved_figures import chosen_cases, solved

from geometry.catalogue import KINDS
from geometry.fit import fit
from geometry.main_solid import main_solid
from pipeline.mesh_checks import edge_faults, mesh_of
from pipeline.palette import PALETTE, colour_named
from pipeline.scene_audit import audit_scene
from pipeline.scene_brief import scene_brief
from pipeline.scene_records import MarkerBrief, RoundPart, SceneBrief, SceneData
from pipeline.template_script import write_script

NAMES = [colour.name for colour in PALETTE]
CASES = dict(list(chosen_cases().items())[::2]) | {n: t for n, t in chosen_cases().items() if "solid composite" in t}


def brief_of(text):
    figure, coordinates = solved(text)
    return scene_brief(figure, fit(figure, coordinates), NAMES)


def failures(brief, scene):
    return [check for check in audit_scene(brief, scene) if check.status != "passed"]


# The template's own scenes

OF_EACH_KIND = {
    "parallelepiped": "solid parallelepiped ABCD-A1B1C1D1\ngiven AB = 2, AD = 3, AA1 = 2, angle(B,A,D) = 60°,"
    " angle(A1,A,B) = 60°, angle(A1,A,D) = 60°\nfind AC1",
    "oblique pyramid": "solid pyramid P-ABCDE\ngiven regular(A,B,C,D,E), AB = 2, PA ⟂ ABC, PA = 5\nfind PC",
    "frustum": "solid regular frustum ABC-A1B1C1\ngiven AB = 4, A1B1 = 2, AA1 = 3\nfind AC1",
    "octahedron": "solid regular octahedron P-ABCD-Q\ngiven AB = 2\nfind PQ",
    "cone_frustum": "solid cone_frustum k = O-O1\ngiven radius(k) = 1, top_radius(k) = 2, height(k) = 2\nfind slant(k)",
    "hemisphere": "solid hemisphere O\ngiven radius(O) = 2\nfind volume(O)",
    "pinched at corners": "solid cylinder k\nsolid regular hexagonal prism c\nsolid composite t = k - c\n"
    "given radius(k) = 2, height(k) = 3, inscribed(c, k)\nfind volume(t)",
    "pinched at a rim": "solid cube k\nsolid cone c\nsolid composite t = k - c\n"
    "given edge(k) = 2, inscribed(c, k)\nfind volume(t)",
    "hollow stack": "solid cylinder a\nsolid hemisphere b\nsolid cone c\nsolid composite t = a + b - c\n"
    "given radius(a) = radius(b) = 2, height(a) = 3, stacked(b, a), inscribed(c, a)\nfind volume(t)",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Brief and scene of every case, all built by one Blender process."""
    briefs = {name: brief_of(text) for name, text in (CASES | OF_EACH_KIND).items()}
    scenes = run_scripts([write_script(b) for b in briefs.values()], tmp_path_factory.mktemp("scenes"))
    return {name: (briefs[name], scene) for name, scene in zip(briefs, scenes, strict=True)}


def test_the_cases_hold_every_kind_of_the_catalogue():
    shown = {main_solid(solved(text)[0]).kind for text in (CASES | OF_EACH_KIND).values()}
    assert shown == set(KINDS)


@pytest.mark.parametrize("name", [*CASES, *OF_EACH_KIND])
def test_what_the_template_builds_passes(built, name):
    brief, scene = built[name]
    assert [check.sentence for check in failures(brief, scene)] == []


@pytest.mark.parametrize("name", [*CASES, *OF_EACH_KIND])
def test_the_same_scene_lifted_enlarged_or_turned_inside_out_fails(built, name):
    brief, scene = built[name]
    # One of the three a case, in turn: each is met by solids of every sort.
    wrong = (lambda s: lifted(s, 0.001), lambda s: scaled(s, 1.01), inside_out)[list(built).index(name) % 3]
    assert failures(brief, wrong(scene))


# Mutations of a scene. The tetrahedron has no symmetry, so its mirror image is another solid.


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


TETRAHEDRON = "solid tetrahedron ABCD\ngiven AB = 4, AC = 5, AD = 6, BC = 4, BD = 5, CD = 3\nfind volume(ABCD)"
PYRAMID = "solid pyramid P-ABCD\ngiven square(A,B,C,D), AB = 2, PA ⟂ ABCD, PA = 3\nfind PC"
CYLINDER = "solid cylinder O-O1\ngiven radius(O-O1) = 2, height(O-O1) = 3\nfind volume(O-O1)"
NOTCHED = (
    "solid cube k = ABCD-A1B1C1D1\nsolid tetrahedron c = A-BDA1\nsolid composite t = k - c\n"
    "given AB = 6\nfind volume(t)"
)


@pytest.fixture(scope="module")
def originals(tmp_path_factory):
    texts = {"tetrahedron": TETRAHEDRON, "pyramid": PYRAMID, "cylinder": CYLINDER, "notched": NOTCHED}
    briefs = {name: brief_of(text) for name, text in texts.items()}
    scenes = run_scripts([write_script(b) for b in briefs.values()], tmp_path_factory.mktemp("originals"))
    return {name: (briefs[name], scene) for name, scene in zip(briefs, scenes, strict=True)}


def position(brief, label):
    return np.array(next(marker.position_m for marker in brief.markers if marker.label == label))


def swapped(scene):
    first, second = (marker.position_m for marker in scene.markers[:2])
    return with_marker(with_marker(scene, 0, position_m=second), 1, position_m=first)


def doubled(scene):
    count = len(scene.vertices_m)
    again = [tuple(v + count for v in face) for face in scene.faces]
    return edited(
        scene, vertices_m=scene.vertices_m * 2, faces=[*scene.faces, *again], smooth=[*scene.smooth, *scene.smooth]
    )


def mirrored(scene):
    markers = [
        m.model_dump() | {"position_m": (m.position_m[0], -m.position_m[1], m.position_m[2])} for m in scene.markers
    ]
    flipped = moved_vertices(scene, lambda p: p * [1, -1, 1], faces=[face[::-1] for face in scene.faces])
    return edited(flipped, markers=markers)


def unmerged(scene):
    """Every face with vertices of its own."""
    places = [scene.vertices_m[v] for face in scene.faces for v in face]
    starts = np.cumsum([0, *(len(face) for face in scene.faces)])
    return edited(scene, vertices_m=places, faces=[tuple(range(a, b)) for a, b in pairwise(starts)])


def without_faces(scene, keep):
    return edited(scene, faces=scene.faces[keep], smooth=scene.smooth[keep])


CORNER, SURFACE, CLOSED = "every corner is in its place", "the surface is the solid's", "the mesh is closed"
OUTWARD, VOLUME, FLOOR = "faces look outward", "the volume is right", "the solid stands on the floor"
MARKERS, STRAYS, RIMS = "every marker is in its place", "nothing else is in the scene", "rims are round"

MUTATIONS = {
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
        r"which is no polygon",
    ),
    "face beyond the mesh": (
        "pyramid",
        lambda b, s: edited(s, faces=[(0, 1, 99), *s.faces[1:]]),
        "there is a solid: face 0",
        r"which is no polygon",
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


def is_cut(brief, scene, face):
    """Whether a face of the notched cube is the one its cut left."""
    ends = {vertex_near(scene, position(brief, label)) for label in ("B", "D", "A1")}
    return set(face) == ends


def notch_filled(brief, scene):
    """The notched cube with the corner back in the middle of the cut."""
    corner = next(p.vertices_m["A"] for p in brief.parts if p.kind == "cube")
    cut = next(n for n, face in enumerate(scene.faces) if is_cut(brief, scene, face))
    tip, ring = len(scene.vertices_m), scene.faces[cut]
    walls = [(a, b, tip) for a, b in pairwise((*ring, ring[0]))]
    faces = [*scene.faces[:cut], *walls, *scene.faces[cut + 1 :]]
    return edited(scene, vertices_m=[*scene.vertices_m, corner], faces=faces, smooth=[False] * len(faces))


def base_cut_across(brief, scene):
    """The pyramid without its edge PC: the faces beside it joined otherwise, still a closed mesh."""
    p, b, c, d = (vertex_near(scene, position(brief, label)) for label in "PBCD")
    sides = [face for face in scene.faces if set(face) in ({p, b, c}, {p, c, d})]
    others = [face for face in scene.faces if face not in sides]
    return edited(scene, faces=[*others, (p, b, d), (b, c, d)])


@pytest.mark.parametrize(("solid", "mutate", "name", "sentence"), MUTATIONS.values(), ids=MUTATIONS)
def test_a_fault_is_found_under_its_own_name_and_told_in_a_sentence(originals, solid, mutate, name, sentence):
    brief, scene = originals[solid]
    assert failures(brief, scene) == []
    found = [check for check in failures(brief, mutate(brief, scene)) if check.name.startswith(name)]
    assert found
    assert found[0].status == "failed"
    assert found[0].measured > found[0].tolerance
    assert re.search(sentence, found[0].sentence), found[0].sentence


def test_a_fault_of_a_marker_does_not_blame_the_solid_nor_the_other_way_round(originals):
    brief, scene = originals["pyramid"]
    assert {check.name.split(":")[0] for check in failures(brief, swapped(scene))} == {MARKERS}
    moved = with_vertex_moved(scene, position(brief, "C"), [2e-4, 0, 0])
    assert MARKERS not in {check.name.split(":")[0] for check in failures(brief, moved)}


def test_a_tenth_of_the_tolerance_passes(originals):
    brief, scene = originals["notched"]
    nudged = moved_vertices(scene, lambda p: p + np.random.default_rng(0).uniform(-5e-6, 5e-6, p.shape))
    assert failures(brief, nudged) == []


def test_what_cannot_be_looked_at_is_not_judged_rather_than_passed(originals):
    brief, scene = originals["pyramid"]
    statuses = {c.name: c.status for c in audit_scene(brief, edited(scene, vertices_m=[], faces=[], smooth=[]))}
    assert statuses[VOLUME] == statuses[CLOSED] == "not_judged"
    assert all(status != "passed" for name, status in statuses.items() if name in (CORNER, SURFACE, OUTWARD, FLOOR))


# Other ways to mesh the same solids, as different writers would do it

MARKER_LINES = """
def ball(name, place, colour):
    bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3, radius=0.035, location=place)
    ball = bpy.context.object
    ball.name = name
    material = bpy.data.materials.new(name)
    material.diffuse_color = (*colour, 1)
    ball.data.materials.append(material)
"""
CONE_BRIEF = SceneBrief(
    parts=(RoundPart(kind="cone", base_m=(0, 0, 0), top_m=(0, 0, 1.5), radius_m=0.6),),
    markers=(MarkerBrief(label="S", colour="red", position_m=(0, 0, 1.5)),),
    volume_m3=np.pi * 0.36 * 1.5 / 3,
    scale=1.0,
)
TUBE_BRIEF = SceneBrief(
    parts=(
        RoundPart(kind="cylinder", base_m=(0, 0, 0), top_m=(0, 0, 1), radius_m=0.6, top_radius_m=0.6),
        RoundPart(kind="cylinder", role="removed", base_m=(0, 0, 0), top_m=(0, 0, 1), radius_m=0.4, top_radius_m=0.4),
    ),
    markers=(),
    volume_m3=np.pi * 0.2,
    scale=1.0,
)
BALL_BRIEF = SceneBrief(
    parts=(RoundPart(kind="sphere", base_m=(0, 0, 0.9), top_m=(0, 0, 1.8), radius_m=0.9),),
    markers=(),
    volume_m3=4 * np.pi * 0.9**3 / 3,
    scale=1.0,
)
CAN_BRIEF = SceneBrief(
    parts=(RoundPart(kind="cylinder", base_m=(0, 0, 0), top_m=(0, 0, 1), radius_m=0.5, top_radius_m=0.5),),
    markers=(),
    volume_m3=np.pi * 0.25,
    scale=1.0,
)
TOWER_BRIEF = "solid cube k = ABCD-A1B1C1D1\nsolid pyramid c = P-A1B1C1D1\nsolid composite t = k + c\n" + (
    "given AB = 6, PA1 = PB1 = PC1 = PD1, height(c) = 4, opposite_sides(P, A, plane(A1,B1,C1))\nfind volume(t)"
)


def hull_script(brief):
    """All corners, hull by bmesh, triangles everywhere."""
    places = {label: place for part in brief.parts for label, place in part.vertices_m.items()}
    lines = ["import bpy, bmesh", "bm = bmesh.new()"]
    lines += [f"bm.verts.new({place})" for place in places.values()]
    lines += [
        "bmesh.ops.convex_hull(bm, input=bm.verts)",
        "bmesh.ops.triangulate(bm, faces=bm.faces)",
        "bmesh.ops.subdivide_edges(bm, edges=bm.edges, cuts=2, use_grid_fill=True)",
        "mesh = bpy.data.meshes.new('Solid')",
        "bm.to_mesh(mesh)",
        "bpy.context.collection.objects.link(bpy.data.objects.new('Solid', mesh))",
        MARKER_LINES,
        *(f'ball("{m.object_name}", {m.position_m}, {colour_named(m.colour).linear_rgb})' for m in brief.markers),
    ]
    return "\n".join(lines)


NAMED = "import bpy\n{make}\nbpy.context.object.name = 'Solid'\n"
CONE_SCRIPT = NAMED + MARKER_LINES + f"ball('S_red', (0, 0, 1.5), {colour_named('red').linear_rgb})\n"
TUBE_SCRIPT = """
import bpy
bpy.ops.mesh.primitive_cylinder_add(vertices={n}, radius=0.4, depth=2, location=(0, 0, 0.5))
tool = bpy.context.object
bpy.ops.mesh.primitive_cylinder_add(vertices={n}, radius=0.6, depth=1, location=(0, 0, 0.5))
solid = bpy.context.object
solid.name = "Solid"
cut = solid.modifiers.new("Cut", "BOOLEAN")
cut.object, cut.operation, cut.solver = tool, "DIFFERENCE", "EXACT"
bpy.ops.object.modifier_apply(modifier="Cut")
bpy.data.objects.remove(tool)
"""
CONE_CALL = "bpy.ops.mesh.primitive_cone_add(vertices={}, radius1=0.6, depth=1.5, location=(0, 0, 0.75){})"
BALL_CALL = "bpy.ops.mesh.primitive_uv_sphere_add(segments={}, ring_count={}, radius=0.9, location=(0, 0, 0.9))"
ICO_CALL = "bpy.ops.mesh.primitive_ico_sphere_add(subdivisions={}, radius=0.9, location=(0, 0, 0.9))"
CAN_CALL = "bpy.ops.mesh.primitive_cylinder_add(vertices=64, radius=0.5, depth=1, location=(0, 0, 0.5))"
WIDE_CAN = CAN_CALL.replace("radius=0.5", "radius=0.6")
BEVEL = CAN_CALL + (
    "\nbevel = bpy.context.object.modifiers.new('Bevel', 'BEVEL')"
    "\nbevel.width, bevel.segments, bevel.limit_method = 0.004, 1, 'ANGLE'"
)
SCALED_CAN = (
    "bpy.ops.mesh.primitive_cylinder_add(vertices=48, radius=1, depth=2)\n"
    "bpy.context.object.scale = (0.5, 0.5, 0.5)\nbpy.context.object.location = (0, 0, 0.5)"
)

WAYS = {
    "hull of a pyramid, cut fine": (lambda: brief_of(PYRAMID), hull_script),
    "hull of a cube with a roof": (lambda: brief_of(TOWER_BRIEF), hull_script),
    "cone of 32": (lambda: CONE_BRIEF, lambda b: CONE_SCRIPT.format(make=CONE_CALL.format(32, ""))),
    "cone with a fan below": (
        lambda: CONE_BRIEF, lambda b: CONE_SCRIPT.format(make=CONE_CALL.format(100, ", end_fill_type='TRIFAN'")),
    ),
    "tube of 40": (lambda: TUBE_BRIEF, lambda b: TUBE_SCRIPT.format(n=40)),
    "sphere of 32 by 16": (lambda: BALL_BRIEF, lambda b: NAMED.format(make=BALL_CALL.format(32, 16))),
    "sphere of triangles": (lambda: BALL_BRIEF, lambda b: NAMED.format(make=ICO_CALL.format(5))),
    "cylinder by a scaled object": (lambda: CAN_BRIEF, lambda b: NAMED.format(make=SCALED_CAN)),
}  # fmt: skip
WRONG_WAYS = {
    "cone of 24": (CONE_BRIEF, CONE_SCRIPT.format(make=CONE_CALL.format(24, "")), "at least 32"),
    "sphere of 24 by 12": (BALL_BRIEF, NAMED.format(make=BALL_CALL.format(24, 12)), "at least 32 segments"),
    "sphere of few triangles": (BALL_BRIEF, NAMED.format(make=ICO_CALL.format(3)), "at least 32 segments"),
    "tube of 20": (TUBE_BRIEF, TUBE_SCRIPT.format(n=20), "at least 32"),
    "cylinder with a bevelled rim": (CAN_BRIEF, NAMED.format(make=BEVEL), "The rim with centre"),
    "cylinder without its hole": (TUBE_BRIEF, NAMED.format(make=WIDE_CAN), "hollows"),
    "cone without its marker": (CONE_BRIEF, NAMED.format(make=CONE_CALL.format(64, "")), "Marker S_red is missing"),
    "cone beside a lamp": (
        CONE_BRIEF, CONE_SCRIPT.format(make=CONE_CALL.format(64, ""))
        + "bpy.context.collection.objects.link(bpy.data.objects.new('Lamp', bpy.data.lights.new('Lamp', 'POINT')))\n",
        "light Lamp, which was not asked for",
    ),
    "cone of another name": (CONE_BRIEF, CONE_SCRIPT.format(make=CONE_CALL.format(64, "")).replace("'Solid'", "'Cone'"),
                             "no mesh object called Solid"),
}  # fmt: skip


@pytest.fixture(scope="module")
def other_ways(tmp_path_factory):
    pairs = {name: (make(), write) for name, (make, write) in WAYS.items()}
    sources = {name: write(brief) for name, (brief, write) in pairs.items()}
    sources |= {name: source for name, (_, source, _) in WRONG_WAYS.items()}
    scenes = run_scripts(list(sources.values()), tmp_path_factory.mktemp("ways"))
    briefs = {name: brief for name, (brief, _) in pairs.items()} | {name: w[0] for name, w in WRONG_WAYS.items()}
    return {name: (briefs[name], scene) for name, scene in zip(sources, scenes, strict=True)}


@pytest.mark.parametrize("name", WAYS)
def test_a_right_solid_passes_however_it_is_cut_into_faces(other_ways, name):
    assert [check.sentence for check in failures(*other_ways[name])] == []


@pytest.mark.parametrize("name", WRONG_WAYS)
def test_a_wrong_solid_fails_with_advice(other_ways, name):
    told = " ".join(check.sentence for check in failures(*other_ways[name]))
    assert WRONG_WAYS[name][2] in told


# The mesh measures themselves


def test_a_face_that_is_not_convex_is_cut_into_triangles_inside_it():
    outline = [(0, 0, 0), (3, 0, 0), (3, 1, 0), (1, 1, 0), (1, 3, 0), (0, 3, 0)]
    for start in range(6):
        mesh = mesh_of(outline, [tuple((start + k) % 6 for k in range(6))])
        assert len(mesh.triangles) == 4
        assert np.allclose(mesh.vector_areas.sum(axis=0), [0, 0, 5])
        assert np.linalg.norm(mesh.vector_areas, axis=1).sum() == pytest.approx(5.0)


def test_a_vertex_in_the_middle_of_a_side_is_no_corner_of_the_face():
    mesh = mesh_of([(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)], [(0, 1, 2, 3, 4)])
    assert len(mesh.triangles) == 2
    assert 1 not in mesh.triangles


def test_edges_are_told_apart_by_what_is_wrong_with_them():
    tetrahedron = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
    assert edge_faults(tetrahedron) == []
    assert {kind for kind, _, _ in edge_faults(tetrahedron[1:])} == {"open"}
    assert {kind for kind, _, _ in edge_faults([tetrahedron[0][::-1], *tetrahedron[1:]])} == {"same_way"}
    assert {kind for kind, _, _ in edge_faults([*tetrahedron, (0, 1, 4)])} == {"crowded", "open"}
    beside = [(0, 1, 4), (0, 5, 1), (1, 5, 4), (5, 0, 4)]
    assert {kind for kind, _, _ in edge_faults(tetrahedron + beside)} == {"crowded"}
    assert edge_faults(tetrahedron + beside, pinched=True) == []
