"""A right solid passes the audit however its writer meshed it; a wrong one fails with advice."""

from collections.abc import Callable

import numpy as np
import pytest

from pipeline.scene.palette import colour_named
from pipeline.scene.records import MarkerBrief, RoundPart, SceneBrief, SceneData
from tests.support.audited_scenes import PYRAMID, brief_of, failures, polyhedral
from tests.support.scene_batches import run_scripts

pytestmark = pytest.mark.blender

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


def hull_script(brief: SceneBrief) -> str:
    """All corners, hull by bmesh, triangles everywhere."""
    places = {label: place for part in brief.parts for label, place in polyhedral(part).vertices_m.items()}
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

WAYS: dict[str, tuple[Callable[[], SceneBrief], Callable[[SceneBrief], str]]] = {
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
def other_ways(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[SceneBrief, SceneData]]:
    pairs = {name: (make(), write) for name, (make, write) in WAYS.items()}
    sources = {name: write(brief) for name, (brief, write) in pairs.items()}
    sources |= {name: source for name, (_, source, _) in WRONG_WAYS.items()}
    scenes = run_scripts(list(sources.values()), tmp_path_factory.mktemp("ways"))
    briefs = {name: brief for name, (brief, _) in pairs.items()} | {name: w[0] for name, w in WRONG_WAYS.items()}
    return {name: (briefs[name], scene) for name, scene in zip(sources, scenes, strict=True)}


@pytest.mark.parametrize("name", WAYS)
def test_a_right_solid_passes_however_it_is_cut_into_faces(
    other_ways: dict[str, tuple[SceneBrief, SceneData]], name: str
) -> None:
    assert [check.sentence for check in failures(*other_ways[name])] == []


@pytest.mark.parametrize("name", WRONG_WAYS)
def test_a_wrong_solid_fails_with_advice(other_ways: dict[str, tuple[SceneBrief, SceneData]], name: str) -> None:
    told = " ".join(check.sentence for check in failures(*other_ways[name]))
    assert WRONG_WAYS[name][2] in told
