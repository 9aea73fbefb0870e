"""The sandbox brings back what a script built, to the micrometre, and nothing else; without a sandbox nothing runs."""

import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from pydantic import ValidationError

from geometry.shapes.coordinates import Vec3
from pipeline.scene.records import SceneData
from pipeline.scene.sandbox import build_scene as sandbox
from pipeline.scene.sandbox import launch
from pipeline.scene.sandbox.build_scene import (
    SandboxLimits,
    SandboxUnavailable,
    available_sandboxes,
    build_scene,
    run_script,
)
from pipeline.scene.sandbox.records import SandboxAvailability, SandboxMode
from pipeline.scene.sandbox.reply import read_reply
from tests.support.paths import DATA, ROOT

pytestmark = pytest.mark.blender

T = TypeVar("T")

MODES = [entry.kind for entry in available_sandboxes() if entry.available]


def regular_area(sides: int, radius: float) -> float:
    return sides / 2 * radius**2 * math.sin(2 * math.pi / sides)


HONEST_VOLUMES = {
    "cube_from_pydata": 1.0,
    "pyramid_bmesh": 1.2 / 3,
    "cylinder_primitive": regular_area(96, 0.4),
    "boolean_modifier": 1 - regular_area(64, 0.2),
    "prism_edit_mode": regular_area(6, 0.5) * 0.9,
    "cone_rings": regular_area(128, 0.5) * 1.1 / 3,
    "octahedron_aliases": 2 * (2 * 0.6**2) * 0.6 / 3,
}
HONEST_MARKERS: dict[str, dict[str, Vec3]] = {
    "cube_from_pydata": {"A_orange": (-0.5, -0.5, 0), "C1_cyan": (0.5, 0.5, 1)},
    "pyramid_bmesh": {"P_orange": (0, 0, 1.2), "A_blue": (-0.5, -0.5, 0)},
    "cylinder_primitive": {"O_magenta": (0, 0, 1)},
    "boolean_modifier": {"B1_red": (0.5, 0.5, 1)},
    "prism_edit_mode": {"A_green": (0.5, 0, 0), "D_yellow": (-0.5, 0, 0)},
    "cone_rings": {"S_purple": (0, 0, 1.1), "A_white": (0.5, 0, 0)},
    "octahedron_aliases": {"E_orange": (0, 0, 1.2), "F_blue": (0, 0, 0)},
}
COLOURS = {
    "orange": (1, 0.5, 0),
    "cyan": (0, 1, 1),
    "blue": (0, 0, 1),
    "magenta": (1, 0, 1),
    "red": (1, 0, 0),
    "green": (0, 1, 0),
    "yellow": (1, 1, 0),
    "purple": (0.5, 0, 0.5),
    "white": (1, 1, 1),
}


def signed_volume(scene: SceneData) -> float:
    """By the divergence theorem over fans of triangles; positive when the faces look outwards."""
    points = np.array(scene.vertices_m)
    triangles = [(face[0], face[i], face[i + 1]) for face in scene.faces for i in range(1, len(face) - 1)]
    return float(sum(np.linalg.det(points[list(triangle)]) for triangle in triangles) / 6)


def directed_edges(scene: SceneData) -> list[tuple[int, int]]:
    return [(face[i - 1], face[i]) for face in scene.faces for i in range(len(face))]


def built(source: str, mode: SandboxMode = "auto") -> SceneData:
    result = run_script(source, mode=mode)
    assert result.outcome == "built", result
    assert result.scene != "none"
    return result.scene


@pytest.mark.parametrize("name", HONEST_VOLUMES)
def test_an_honest_script_is_built_as_written(name: str) -> None:
    result = build_scene((DATA / "honest" / f"{name}.py.txt").read_text())
    assert result.outcome == "built", result.sentence
    scene = result.scene
    assert scene != "none"
    edges = directed_edges(scene)
    assert len(set(edges)) == len(edges)
    assert {(b, a) for a, b in edges} == set(edges), "not closed"
    assert signed_volume(scene) == pytest.approx(HONEST_VOLUMES[name], rel=1e-5)
    assert scene.strays == ()
    assert {marker.name for marker in scene.markers} == set(HONEST_MARKERS[name])
    for marker in scene.markers:
        assert marker.position_m == pytest.approx(HONEST_MARKERS[name][marker.name], abs=1e-6)
        assert marker.radius_m == pytest.approx(0.035, abs=1e-6)
        assert marker.colour_rgb == pytest.approx(COLOURS[marker.name.partition("_")[2]], abs=1e-6)


@pytest.mark.parametrize("mode", MODES)
def test_every_sandbox_of_this_machine_gives_the_same_scene(mode: SandboxMode) -> None:
    source = (DATA / "honest" / "boolean_modifier.py.txt").read_text()
    result = run_script(source, mode=mode)
    assert result.sandbox == mode
    assert result.scene == built(source, "none")


def test_smooth_faces_are_the_mantle_and_not_the_caps() -> None:
    scene = built((DATA / "honest" / "cylinder_primitive.py.txt").read_text())
    assert [len(face) == 4 for face in scene.faces] == list(scene.smooth)
    assert sum(scene.smooth) == 96


def test_modifiers_and_transforms_are_read_as_evaluated_in_world_space() -> None:
    source = """
import bpy
from math import radians
bpy.ops.mesh.primitive_cube_add(size=1)
solid = bpy.context.object
solid.name = "Solid"
solid.scale = (1, 2, 3)
solid.rotation_euler = (0, 0, radians(90))
solid.location = (5, 0, 1.5)
modifier = solid.modifiers.new("a", "ARRAY")
modifier.count = 2
modifier.relative_offset_displace = (2, 0, 0)
"""
    points = np.array(built(source).vertices_m)
    assert len(points) == 16
    # The local x axis, along which the copies stand, is the world's y after a quarter turn.
    assert points.min(axis=0) == pytest.approx((4, -0.5, 0), abs=1e-6)
    assert points.max(axis=0) == pytest.approx((6, 2.5, 3), abs=1e-6)


def test_nothing_is_repaired() -> None:
    source = "import bpy\nbpy.ops.mesh.primitive_cube_add(size=1)\nbpy.context.object.name = 'Solid'\n"
    turned = built(source + "bpy.context.object.data.flip_normals()\n")
    assert signed_volume(turned) == pytest.approx(-1)


def test_a_missing_solid_is_an_empty_mesh() -> None:
    scene = built("x = 1")
    assert (scene.vertices_m, scene.faces, scene.markers, scene.strays) == ((), (), (), ())


def test_everything_that_the_contract_does_not_name_is_reported() -> None:
    source = """
import bpy
link = bpy.context.collection.objects.link
bpy.ops.mesh.primitive_cube_add()
solid = bpy.context.object
solid.name = "Solid"
solid.driver_add("location", 0).driver.expression = "1.0"
link(bpy.data.objects.new("Eye", bpy.data.cameras.new("EyeData")))
link(bpy.data.objects.new("Lamp", bpy.data.lights.new("LampData", "POINT")))
link(bpy.data.objects.new("Helper", bpy.data.meshes.new("h")))
link(bpy.data.objects.new("Nothing", None))
bpy.data.objects.new("Loose", None)
bpy.data.texts.new("note.py")
bpy.data.images.new("picture", 4, 4)
bpy.data.scenes.new("Second")
bpy.data.node_groups.new("group", "GeometryNodeTree")
material = bpy.data.materials.new("glow")
material.use_nodes = True
material.node_tree.nodes["Principled BSDF"].inputs["Roughness"].keyframe_insert("default_value")
bpy.app.handlers.frame_change_pre.append(lambda scene: None)
"""
    expected = """
        driver Solid|camera Eye|camera EyeData|light Lamp|light LampData|mesh Helper|empty Nothing|unlinked Loose
        |text note.py|image picture|scene Second|nodetree group|animation glow|handler frame_change_pre.<lambda>
    """
    assert {entry.strip() for entry in expected.split("|")} <= set(built(source).strays)


def test_an_error_names_the_line_of_the_script_and_keeps_what_it_printed() -> None:
    result = run_script("print('before')\n\ndef f():\n    return [][3]\n\nf()\n")
    assert result.outcome == "script_error"
    assert result.sentence == "Line 4: IndexError: list index out of range."
    assert result.stdout_tail == "before\n"


def test_a_refused_script_is_not_started() -> None:
    result = build_scene("import os\nopen('x')")
    assert (result.outcome, result.sandbox, result.scene) == ("refused", "not_started", "none")
    assert result.sentence.splitlines() == [
        "Line 1: `os` cannot be imported; only bpy, bmesh, mathutils, math can.",
        "Line 2: `open` is a built-in that scene scripts may not use; do without, or rename it.",
    ]


def test_the_longest_script_is_read_whole_and_a_longer_one_not_at_all() -> None:
    longest = "x = '" + "\N{GRINNING FACE}" * 199_980 + "'\n1 / 0"
    assert run_script(longest).sentence == "Line 2: ZeroDivisionError: division by zero."
    assert (run_script(longest * 2).outcome, run_script(longest * 2).sandbox) == ("too_large", "not_started")


def test_without_a_sandbox_nothing_runs_unless_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    none = tuple(
        SandboxAvailability(kind=kind, available=False, reason="not here") for kind in ("landlock", "bubblewrap")
    )
    monkeypatch.setattr(launch, "available_sandboxes", lambda: none)
    started = []
    monkeypatch.setattr(sandbox, "start_runner", lambda *given: started.append(given))
    for mode in ("auto", "landlock", "bubblewrap"):
        with pytest.raises(SandboxUnavailable, match=r"not run.*not here.*Remedy: .*bubblewrap"):
            run_script("x = 1", mode=mode)
    assert started == []
    assert launch.choose_sandbox("none") == "none"


def test_bubblewrap_is_taken_where_landlock_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = (
        SandboxAvailability(kind="landlock", available=False, reason="this kernel has no Landlock"),
        SandboxAvailability(kind="bubblewrap", available=True, reason="works"),
    )
    monkeypatch.setattr(launch, "available_sandboxes", lambda: found)
    assert launch.choose_sandbox("auto") == "bubblewrap"
    with pytest.raises(SandboxUnavailable, match="no Landlock"):
        launch.choose_sandbox("landlock")


def test_a_missing_bubblewrap_is_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    found = launch._probe("bubblewrap")
    assert not found.available
    assert "bwrap is not installed" in found.reason


def test_the_child_sees_nothing_of_our_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_KEY", "very-secret")
    result = run_script("import os\nprint(dict(os.environ))", mode="none")
    assert "HOME" in result.stdout_tail
    assert "very-secret" not in result.stdout_tail


@pytest.mark.skipif("landlock" not in MODES, reason="this kernel has no Landlock")
def test_a_dead_parent_leaves_no_orphan() -> None:
    program = (
        "from pipeline.scene.sandbox.build_scene import run_script\n"
        "run_script('import os, time, sys; print(1); time.sleep(100)', mode='landlock')\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=DATA.parent)
    child = wait_for(lambda: runner_child(parent.pid))
    parent.kill()
    parent.wait()
    assert wait_for(lambda: not Path(f"/proc/{child}").exists())


def runner_child(pid: int) -> int | None:
    """The runner beneath a process, once it has been confined (the probes are short-lived)."""
    for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        try:
            confined = "Seccomp:\t2" in Path(f"/proc/{word}/status").read_text()
            threads = len(os.listdir(f"/proc/{word}/task"))
        except OSError:
            continue
        if confined and threads > 1:
            return int(word)
    return None


def wait_for(condition: Callable[[], T | None], seconds: float = 20) -> T:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError("did not happen in time")


SCENE = {"vertices_m": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "faces": [[0, 1, 2]], "smooth": [False], "markers": []}
MARKER = {"name": "A_red", "position_m": [0, 0, 0], "radius_m": 0.035, "colour_rgb": [1, 0, 0]}


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({}, "built"),
        ({"markers": [MARKER]}, "built"),
        ({"vertices_m": [[0, 0, 101], [1, 0, 0], [0, 1, 0]]}, "too_large"),
        ({"vertices_m": [[0, 0, 0]] * 11}, "too_large"),
        ({"faces": [[0, 1, 2]] * 11, "smooth": [False] * 11}, "too_large"),
        ({"markers": [MARKER] * 4}, "too_large"),
        ({"markers": [MARKER, {**MARKER, "name": "B_red"}]}, "built"),
        ({"markers": [MARKER, {**MARKER, "position_m": [0, 0, 1]}]}, "malformed"),
        ({"strays": ["x"] * 1000}, "too_large"),
        ({"strays": ["x" * 1000]}, "malformed"),
        ({"faces": [[0, 1, 3]]}, "malformed"),
        ({"faces": [[0, 1, -1]]}, "malformed"),
        ({"faces": [[0, 1]]}, "malformed"),
        ({"faces": [[0, 1, 2.5]]}, "malformed"),
        ({"faces": [[0, 1, 10**400]]}, "malformed"),
        ({"smooth": []}, "malformed"),
        ({"smooth": ["yes"]}, "malformed"),
        ({"vertices_m": [["0", "0", "0"]] * 3}, "malformed"),
        ({"vertices_m": None}, "malformed"),
        ({"extra": 1}, "malformed"),
        ({"markers": [{**MARKER, "name": "../../etc"}]}, "malformed"),
        ({"markers": [{**MARKER, "name": "A_" + "r" * 500}]}, "malformed"),
        ({"markers": [{**MARKER, "radius_m": -1}]}, "malformed"),
        ({"markers": [{**MARKER, "colour_rgb": [-1, 0, 0]}]}, "malformed"),
    ],
)
def test_a_reply_is_read_as_a_claim_within_bounds(change: dict[str, Any], outcome: str) -> None:
    limits = SandboxLimits(vertices=10, faces=10, markers=3)
    data = json.dumps({"outcome": "built", "scene": {**SCENE, **change}}).encode()
    found, scene, sentence = read_reply(data, limits)
    assert found == outcome
    assert (scene != "none") == (outcome == "built")
    assert sentence


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[" * 100_000,
        b'{"outcome":"built"}',
        b'{"outcome":"refused","sentence":"x"}',
        b'{"outcome":"script_error","sentence":"' + b"x" * 5000 + b'"}',
        b'{"outcome":"built","scene":{"vertices_m":[[NaN,0,0]],"faces":[],"smooth":[],"markers":[]}}',
        b'{"outcome":"built","scene":{"vertices_m":[[1e999,0,0]],"faces":[],"smooth":[],"markers":[]}}',
        b'\xff\xfe{"outcome":"built"}',
        b'{"outcome":"script_error","sentence":"a"}{"outcome":"built"}',
    ],
)
def test_a_reply_that_is_no_scene_is_malformed(data: bytes) -> None:
    assert read_reply(data, SandboxLimits())[0] == "malformed"


GARBAGE = {
    "flags that are numbers": ("smooth", b"0,"),
    "flags, too many of them": ("smooth", b"true,"),
    "empty faces": ("faces", b"[],"),
    "faces of texts": ("faces", b'["x"],'),
    "markers that are empty": ("markers", b"{},"),
    "keys that nobody knows": ("", b'"%d":0,'),
}
MEASURE = """
import resource, sys
from pipeline.scene.sandbox.reply import read_reply
from pipeline.scene.sandbox.records import SandboxLimits
data = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(read_reply(data, SandboxLimits())[0], (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


@pytest.mark.parametrize(("field", "item"), GARBAGE.values(), ids=GARBAGE)
def test_a_million_wrong_items_cost_little_memory(field: str, item: bytes) -> None:
    lists = dict.fromkeys(("vertices_m", "faces", "smooth", "markers"), b"[]")
    items = b"".join(item % n if b"%" in item else item for n in range(1_000_000))
    if field:
        lists[field] = b"[" + items[:-1] + b"]"
    scene = b",".join(b'"%s":%s' % (name.encode(), value) for name, value in lists.items())
    data = b'{"outcome":"built","scene":{' + (b"" if field else items) + scene + b"}}"
    done = subprocess.run([sys.executable, "-c", MEASURE], input=data, capture_output=True, check=True, cwd=DATA.parent)
    outcome, megabytes = done.stdout.split()
    assert outcome in (b"malformed", b"too_large")
    assert float(megabytes) < 100


def test_one_wrong_item_is_complained_of_once_however_many_there_are() -> None:
    with pytest.raises(ValidationError) as refusal:
        SceneData.model_validate_json(b'{"vertices_m":[],"faces":[],"markers":[],"smooth":[' + b"9," * 999 + b"9]}")
    assert refusal.value.error_count() == 1


def test_control_characters_do_not_come_through() -> None:
    data = b'{"outcome":"script_error","sentence":"\\u001b[2Jgone"}'
    assert re.fullmatch(r".\[2Jgone", read_reply(data, SandboxLimits())[2])
    assert "\x1b" not in read_reply(data, SandboxLimits())[2]


def test_an_older_landlock_is_spoken_to_in_its_own_words() -> None:
    """A kernel accepts the rulesets of every ABI up to its own, so those of older kernels can be tried here."""
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'blender_scripts' / 'sandbox')!r})\n"
        "import landlock\n"
        "print([landlock._create_ruleset(abi) > 0 for abi in range(1, landlock.abi_version() + 1)])\n"
    )
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True, timeout=30)
    if "landlock" in MODES:
        assert "True" in done.stdout
    assert "False" not in done.stdout


def test_a_signal_from_the_limits_is_told_from_a_crash() -> None:
    assert "processor time" in sandbox._crash_sentence(-signal.SIGKILL)
    assert "SIGSEGV" in sandbox._crash_sentence(-signal.SIGSEGV)
    assert "exit code 3" in sandbox._crash_sentence(3)
