"""Template scripts and the example of the prompt: vetted, run in real Blender, and found to build what was asked."""

import ast
import json
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from geometry.errors import GeometryError
from geometry.pose.fit import fit
from pipeline.scene.audit.scene_audit import audit_scene
from pipeline.scene.brief import marker_spacing, open_hollows, scene_brief
from pipeline.scene.brief_text import prompt_inputs
from pipeline.scene.palette import PALETTE
from pipeline.scene.part_shapes import Array, contains
from pipeline.scene.records import MarkerBrief, PolyhedralPart, RoundPart, SceneBrief, SceneData
from pipeline.scene.sandbox.build_scene import build_scene
from pipeline.scene.sandbox.script_vetting import vet_script
from pipeline.scene.template.plan import plan
from pipeline.scene.template.script import write_script
from pipeline.scene.template.shapes import SEGMENTS, first_spoke, tool
from tests.support.audited_scenes import polyhedral, rounded
from tests.support.paths import ROOT
from tests.support.scene_batches import run_scripts
from tests.support.solved_figures import solved

pytestmark = pytest.mark.blender

Pairs = tuple[tuple[int, int], ...]

NAMES = [colour.name for colour in PALETTE]
PROMPT = ROOT / "prompts" / "scene_script.md"


def brief_of(text: str, **options: Sequence[str]) -> SceneBrief:
    figure, coordinates = solved(text)
    return scene_brief(figure, fit(figure, coordinates), NAMES, **options)


def marked(brief: SceneBrief) -> list[str]:
    return [marker.label for marker in brief.markers]


CUBE = "solid cube k = ABCD-A1B1C1D1\n"
TOUCHING = CUBE + (
    "solid regular pyramid c = P-A1B1C1D1\nsolid composite t = k + c\n"
    "given AB = 6, height(c) = 4, opposite_sides(P, A, plane(A1,B1,C1))\nfind volume(t)"
)
OVERLAPPING = CUBE + (
    "solid tetrahedron a = A-CB1D1\nsolid tetrahedron b = B-DA1C1\nsolid composite t = a + b\n"
    "given AB = 6\nfind volume(t)"
)
CORNER_OFF = CUBE + "solid tetrahedron c = A-BDA1\nsolid composite t = k - c\ngiven AB = 6\nfind volume(t)"
CAVITY = (
    "solid sphere a = O\nsolid sphere b = O\nsolid composite t = a - b\n"
    "given radius(a) = 5, radius(b) = 4\nfind volume(t)"
)
CYLINDER = "solid cylinder k = O-O1\ngiven radius(k) = 3, height(k) = 5\nfind volume(k)"
CONE = "solid cone k = S-O\ngiven radius(k) = 3, height(k) = 5\nfind volume(k)"


# What is marked


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (CYLINDER, ["O1"]),
        (CONE, ["S"]),
        ("solid cone_frustum k = O-O1\ngiven radius(k) = 3, top_radius(k) = 2, height(k) = 5\nfind volume(k)", ["O1"]),
        ("solid sphere k = O\ngiven radius(k) = 3\nfind volume(k)", []),
        ("solid hemisphere k = O\ngiven radius(k) = 3\nfind volume(k)", []),
        ("solid cube k\ngiven edge(k) = 3\nfind volume(k)", []),
        (TOUCHING, ["A", "B", "C", "D", "A1", "B1", "C1", "D1", "P"]),
        (OVERLAPPING, ["A", "C", "B1", "D1", "B", "D", "A1", "C1"]),
        (CORNER_OFF, ["B", "C", "D", "A1", "B1", "C1", "D1"]),
        (
            "solid pyramid P-ABCD\nsolid sphere b\ngiven square(A,B,C,D), AB = 2, PA ⟂ ABCD, PA = 2\nfind PC",
            list("PABCD"),
        ),
        # The flat place of a folded point is not on the solid.
        (
            "solid tetrahedron k = D-ABC\npoint E\ngiven square(A,B,C,E), AB = 2, folded(AC, E, D), DB = 2\nfind DB",
            list("DABC"),
        ),
    ],
)
def test_the_named_points_that_can_be_seen_are_marked_in_the_order_of_the_palette(text: str, labels: list[str]) -> None:
    brief = brief_of(text)
    assert marked(brief) == labels
    assert [marker.colour for marker in brief.markers] == NAMES[: len(labels)]
    assert len({marker.object_name for marker in brief.markers}) == len(labels)


def test_further_points_are_marked_only_where_they_can_be_seen() -> None:
    text = CUBE + (
        "point M = midpoint(A1,C1)\npoint N = midpoint(A,B)\npoint Q = midpoint(A,C)\npoint R = center(k)\n"
        "point S = reflect(A1, A)\ngiven AB = 2\nfind AC1"
    )
    assert marked(brief_of(text, extra=["M", "N"]))[-2:] == ["M", "N"]
    assert marked(brief_of(text, extra=["M", "A", "M"])).count("M") == 1
    for hidden in ("Q", "R", "S"):
        with pytest.raises(GeometryError, match=f"point {hidden} cannot be marked"):
            brief_of(text, extra=[hidden])
    with pytest.raises(GeometryError, match="no point Z"):
        brief_of(text, extra=["Z"])


def test_more_markers_than_colours_are_refused_with_the_labels() -> None:
    figure, coordinates = solved(CUBE + "given AB = 2\nfind AC1")
    with pytest.raises(GeometryError, match=r"8 points to mark \(A, B, .*\) and the palette 3 colours"):
        scene_brief(figure, fit(figure, coordinates), NAMES[:3])
    with pytest.raises(ValueError, match="twice"):
        scene_brief(figure, fit(figure, coordinates), ["red"] * 8)


def test_markers_that_run_into_each_other_are_allowed_and_told() -> None:
    text = CUBE + "point M on segment(A1,B1) with A1M = 1/20\ngiven AB = 2\nfind AC1"
    assert marker_spacing(brief_of(text)).status == "passed"
    check = marker_spacing(brief_of(text, extra=["M"]))
    assert check.status == "failed"
    assert "A1 and M" in check.sentence


def test_a_hollow_that_no_picture_can_show_is_told() -> None:
    assert open_hollows(brief_of(CORNER_OFF)).status == "passed"
    assert open_hollows(brief_of(CAVITY)).sentence.endswith("cannot be seen: sphere")


@pytest.mark.parametrize("text", [TOUCHING, OVERLAPPING, CORNER_OFF])
def test_faces_of_every_part_look_outward(text: str) -> None:
    for part in map(polyhedral, brief_of(text).parts):
        middle = np.mean(list(part.vertices_m.values()), axis=0)
        for face in part.faces:
            a, b, c = (np.array(part.vertices_m[label]) for label in face[:3])
            assert np.cross(b - a, c - a) @ (a - middle) > 0


# How parts go together


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (TOUCHING, ((), (), ())),
        (OVERLAPPING, ((), ((0, 1),), ())),
        (CORNER_OFF, (((0, 1),), (), ())),
        (CAVITY, ((), (), (1,))),
    ],
)
def test_parts_are_cut_united_or_hollowed_only_where_they_must_be(
    text: str, steps: tuple[Pairs, Pairs, tuple[int, ...]]
) -> None:
    found = plan(brief_of(text).parts)
    assert (found.cuts, found.unions, found.cavities) == steps


def test_a_tool_sticks_out_where_its_host_ends_and_cuts_nothing_more() -> None:
    cube, corner = brief_of(CORNER_OFF).parts
    longer = tool(corner, cube)
    points = np.random.default_rng(0).uniform(-1, 1, (4000, 3))
    inside = contains(cube, points)
    assert (contains(longer, points) & inside == contains(corner, points) & inside).all()
    assert (contains(longer, points) & ~inside).any()


def test_circles_have_vertices_on_the_corners_that_touch_them_and_none_where_faces_do() -> None:
    given = "\ngiven radius(k) = 2, height(k) = 3, inscribed(c, k)\nfind volume(t)"
    hexagon = brief_of("solid cylinder k\nsolid regular hexagonal prism c\nsolid composite t = k - c" + given).parts
    corner = np.array(next(iter(polyhedral(hexagon[1]).vertices_m.values())))[:2]
    spoke = first_spoke(rounded(hexagon[0]), hexagon)[:2]
    assert angle_in_steps(corner, spoke) % 1 == pytest.approx(0.0, abs=1e-6)
    text = (
        "solid cube k\nsolid cylinder c\nsolid composite t = k - c\ngiven edge(k) = 2, inscribed(c, k)\nfind volume(t)"
    )
    host, hole = brief_of(text).parts
    cube, drill = polyhedral(host), rounded(hole)
    face = np.mean([cube.vertices_m[label] for label in cube.faces[2]], axis=0)[:2]
    assert angle_in_steps(face, first_spoke(drill, (cube, drill))[:2]) % 1 == pytest.approx(0.5, abs=1e-6)


def angle_in_steps(first: Array, second: Array) -> float:
    turn = np.arctan2(first[1], first[0]) - np.arctan2(second[1], second[0])
    return float((turn / (2 * np.pi / SEGMENTS) + 1e-7) % SEGMENTS)


# The scripts


def test_the_same_brief_gives_the_same_text() -> None:
    assert write_script(brief_of(CORNER_OFF)) == write_script(brief_of(CORNER_OFF))


@pytest.mark.parametrize("text", [CYLINDER, CONE, TOUCHING, OVERLAPPING, CORNER_OFF, CAVITY])
def test_a_script_keeps_to_what_the_vetting_allows_and_carries_nothing_it_does_not_use(text: str) -> None:
    source = write_script(brief_of(text))
    assert vet_script(source) == ()
    tree = ast.parse(source)
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    assert defined | imported <= used


def test_round_solids_are_close_to_their_volume_and_shaded_smoothly_on_the_round_side_only(tmp_path: Path) -> None:
    texts = [CYLINDER, CONE, CAVITY, "solid hemisphere k\ngiven radius(k) = 3\nfind volume(k)"]
    briefs = [brief_of(text) for text in texts]
    for brief, scene in zip(briefs, run_scripts([write_script(b) for b in briefs], tmp_path), strict=True):
        assert enclosed(scene) == pytest.approx(brief.volume_m3, rel=2e-3)
        flat_discs = [face for face, smooth in zip(scene.faces, scene.smooth, strict=True) if not smooth]
        assert all(len(face) >= 128 for face in flat_discs)
        assert len(flat_discs) == {"cylinder": 2, "cone": 1, "sphere": 0, "hemisphere": 1}[brief.parts[0].kind]


def enclosed(scene: SceneData) -> float:
    places = np.array(scene.vertices_m)
    volume: float = sum(
        np.linalg.det(places[[face[0], face[i], face[i + 1]]]) / 6
        for face in scene.faces
        for i in range(1, len(face) - 1)
    )
    return volume


def test_labels_with_primes_and_hidden_ones_reach_the_scene(tmp_path: Path) -> None:
    brief = brief_of("solid prism ABC-A'B'C'\ngiven AB = 2, BC = 2, CA = 2, AA' = 3, AA' ⟂ ABC\nfind BC'")
    (scene,) = run_scripts([write_script(brief)], tmp_path)
    assert {marker.name for marker in scene.markers} == {marker.object_name for marker in brief.markers}
    assert "A'_" in " ".join(marker.name for marker in scene.markers)
    assert all(check.status == "passed" for check in audit_scene(brief, scene))


def test_a_template_script_passes_vetting_sandbox_and_audit_together() -> None:
    brief = brief_of(CORNER_OFF)
    result = build_scene(write_script(brief))
    assert result.outcome == "built", result.sentence
    assert result.scene != "none"
    assert [check.sentence for check in audit_scene(brief, result.scene) if check.status != "passed"] == []


# The prompt


def example_brief() -> SceneBrief:
    low = {"A": (-0.6, -0.45, 0.0), "B": (0.6, -0.45, 0.0), "C": (0.6, 0.45, 0.0), "D": (-0.6, 0.45, 0.0)}
    vertices = low | {f"{label}1": (x, y, 0.9) for label, (x, y, _) in low.items()}
    faces = ["D C B A", "A1 B1 C1 D1", "A B B1 A1", "B C C1 B1", "C D D1 C1", "D A A1 D1"]
    hole = RoundPart(
        kind="cylinder", role="removed", base_m=(0, 0, 0), top_m=(0, 0, 0.9), radius_m=0.25, top_radius_m=0.25
    )
    return SceneBrief(
        parts=(PolyhedralPart(kind="cuboid", vertices_m=vertices, faces=tuple(tuple(f.split()) for f in faces)), hole),
        markers=(
            MarkerBrief(label="A", colour="green", position_m=vertices["A"]),
            MarkerBrief(label="C1", colour="orange", position_m=vertices["C1"]),
        ),
        volume_m3=1.2 * 0.9 * 0.9 - np.pi * 0.25**2 * 0.9,
        scale=1.0,
    )


def prompt_fields() -> tuple[dict[str, str], str]:
    found = re.fullmatch(r"---\n(.*?)\n---\n(.*)", PROMPT.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    head, body = found.groups()
    return dict(line.split(": ", 1) for line in head.splitlines()), body


def test_the_prompt_says_what_it_is_and_uses_exactly_the_inputs_it_declares() -> None:
    fields, body = prompt_fields()
    assert set(fields) == {"name", "version", "role", "inputs", "output"}
    assert fields["name"] == PROMPT.stem
    declared = set(re.findall(r"\w+", fields["inputs"]))
    assert declared == set(re.findall(r"\{\{(\w+)\}\}", body)) == set(prompt_inputs(example_brief()))


def test_the_example_of_the_prompt_is_described_as_a_task_would_be() -> None:
    _, body = prompt_fields()
    for block in prompt_inputs(example_brief()).values():
        assert f"```text\n{block}\n```" in body


def test_the_example_script_of_the_prompt_is_vetted_runs_in_the_sandbox_and_passes_the_audit() -> None:
    _, body = prompt_fields()
    (source,) = re.findall(r"```python\n(.*?)```", body, re.DOTALL)
    assert vet_script(source) == ()
    result = build_scene(source)
    assert result.outcome == "built", result.sentence
    assert result.scene != "none"
    assert [check.sentence for check in audit_scene(example_brief(), result.scene) if check.status != "passed"] == []


def test_the_text_of_a_brief_names_every_vertex_face_and_marker_with_its_numbers() -> None:
    brief = brief_of(CORNER_OFF)
    inputs = prompt_inputs(brief)
    for part in map(polyhedral, brief.parts):
        for label, place in part.vertices_m.items():
            line = re.search(rf"^  {label} = \((.*)\)$", inputs["solid"], re.MULTILINE)
            assert line is not None
            assert json.loads(f"[{line[1]}]") == pytest.approx(place, abs=1e-6)
        for face in part.faces:
            assert f"\n  {' '.join(face)}\n" in inputs["solid"]
    assert all(f"  {marker.object_name}: (" in inputs["markers"] for marker in brief.markers)
    assert "No markers" in prompt_inputs(brief_of(CAVITY))["markers"]
