"""Rooms keep the renderer's contract: free view, flat floor, matte and muted surfaces, soft light, no chance."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from pipeline.film.room_choice import ROOM_NAMES
from pipeline.scene.size_steps import STEPS, SizeStep
from tests.support.blender_probes import PROBES
from tests.support.film_fixtures import projected
from workers.blender_jobs import OrbitSpec

pytestmark = pytest.mark.blender

Array = NDArray[np.float64]
Report = dict[str, Any]
Reports = dict[tuple[str, int], Report]
Cues = dict[tuple[str, str], Report]

SEEDS = (1, 2)
TEXTURES = {"ShaderNodeTexNoise", "ShaderNodeTexWhiteNoise"}
PLAIN = {
    "ShaderNodeOutputMaterial",
    "ShaderNodeBsdfDiffuse",
    "ShaderNodeEmission",
    "ShaderNodeNewGeometry",
    "ShaderNodeUVMap",
    "ShaderNodeSeparateXYZ",
    "ShaderNodeCombineXYZ",
    "ShaderNodeVectorMath",
    "ShaderNodeVectorRotate",
    "ShaderNodeMath",
    "ShaderNodeMapRange",
    "ShaderNodeMix",
    "ShaderNodeValToRGB",
}


def probe(jobs: list[dict[str, Any]], folder: Path, hash_seed: str = "0") -> list[Report]:
    """Build rooms in a process of their own and read the report."""
    report = folder / "report.jsonl"
    with report.open("w") as out:
        environment = os.environ | {
            "PROBE_OUT": str(out.fileno()),
            "PROBE_FOLDER": str(folder),
            "PYTHONHASHSEED": hash_seed,
        }
        command = [sys.executable, str(PROBES / "room_probe.py"), json.dumps(jobs)]
        done = subprocess.run(
            command, env=environment, pass_fds=(out.fileno(),), capture_output=True, text=True, timeout=900, check=False
        )
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in report.read_text().splitlines()]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Reports:
    """Every room with every seed: the scene, the views, and for one seed a picture."""
    jobs = [
        {
            "name": name,
            "seed": seed,
            "cue": "none",
            "want": ["digest", "scene", "views"] + (["frame"] if seed == SEEDS[k % 2] else []),
        }
        for k, name in enumerate(ROOM_NAMES)
        for seed in SEEDS
    ]
    found = probe(jobs, tmp_path_factory.mktemp("rooms"))
    return {(report["job"]["name"], report["job"]["seed"]): report for report in found}


@pytest.fixture(scope="module")
def cues(tmp_path_factory: pytest.TempPathFactory) -> Cues:
    """Two rooms, with and without a rug, under each scale cue; and the rules of one for each size of objects."""
    jobs: list[dict[str, Any]] = [
        {"name": name, "seed": 4, "cue": cue, "want": ["scene", cue] + ["corners"] * (cue == "rule")}
        for name in ("oak_loft", "winter_garden")
        for cue in ("rule", "tiles")
    ]
    jobs += [
        {"name": "studio", "seed": 4, "cue": "rule", "size": step.longest_m, "want": ["corners"]} for step in STEPS
    ]
    found = probe(jobs, tmp_path_factory.mktemp("cues"))
    return {(report["job"]["name"], str(report["job"].get("size", report["job"]["cue"]))): report for report in found}


every_room = pytest.mark.parametrize("key", [(name, seed) for name in ROOM_NAMES for seed in SEEDS], ids=str)


def luminance(picture: ArrayLike) -> Array:
    found: Array = np.array(picture) @ (0.2126, 0.7152, 0.0722)
    return found


def chroma(linear: Array) -> Array:
    """CIELAB chroma of displayed colours: the display clips at 1 after a soft shoulder above 0.8."""
    shown = np.where(linear <= 0.8, linear, 0.8 + 0.2 * (1 - np.exp(-(linear - 0.8) / 0.2)))
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    ratio = np.clip(shown, 0, None) @ to_xyz.T / (0.9505, 1.0, 1.089)
    f = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    found: Array = np.hypot(500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2]))
    return found


def on_picture(points: Array, azimuth_deg: float, size: tuple[int, int]) -> Array:
    """Pixel (column, row) of world points: camera 8 m from (0, 0, 0.6), 30 degrees down, 32 degrees high."""
    a = np.radians(azimuth_deg)
    back = np.array([np.cos(a) * np.cos(np.pi / 6), np.sin(a) * np.cos(np.pi / 6), np.sin(np.pi / 6)])
    right = np.array([-np.sin(a), np.cos(a), 0.0])
    ray = points - (np.array([0, 0, 0.6]) + 8.0 * back)
    depth = -ray @ back
    scale = size[1] / 2 / np.tan(np.radians(16.0))
    return np.column_stack(
        [size[0] / 2 + scale * (ray @ right) / depth, size[1] / 2 - scale * (ray @ np.cross(back, right)) / depth]
    )


def test_chroma_of_a_pure_red_is_the_textbook_value() -> None:
    assert chroma(np.array([0.5, 0.5, 0.5])) == pytest.approx(0.0, abs=0.3)
    # Pure sRGB red has CIELAB chroma 104.6; the shoulder shows 1.0 as 0.93, which lowers it a little.
    assert 95 < chroma(np.array([1.0, 0.0, 0.0])) < 104.6


@every_room
def test_no_camera_finds_anything_before_the_object(reports: Reports, key: tuple[str, int]) -> None:
    assert reports[key]["blocked_with_post"] > 0
    assert reports[key]["blocked"] == 0


@every_room
def test_every_angle_shows_furniture_behind_the_object(reports: Reports, key: tuple[str, int]) -> None:
    assert min(reports[key]["shares"]) > 0.12
    assert max(reports[key]["shares"]) < 0.7


@every_room
def test_nothing_sticks_into_the_foreground(reports: Reports, key: tuple[str, int]) -> None:
    assert reports[key]["foreground"] == 0


@every_room
def test_the_middle_of_the_floor_is_flat_and_marked(reports: Reports, key: tuple[str, int]) -> None:
    report = reports[key]
    near = report["middle"]
    assert {"floor"} <= set(near) <= {"floor", "rug"}
    assert max(near.values()) == pytest.approx(report["room"]["floor_is_flat_to_m"], abs=1e-5)
    assert report["room"]["floor_is_flat_to_m"] <= 0.012
    assert report["room"]["clear_radius_m"] >= 2.8
    assert all(report["materials"][name]["floor"] == 1 for name in near)


@every_room
def test_the_camera_is_inside_the_walls(reports: Reports, key: tuple[str, int]) -> None:
    report = reports[key]
    assert min(report["room"]["half_size_m"]) >= 8.0
    furniture = [
        facts for name, facts in report["objects"].items() if name in {"wood", "fabric", "books", "leaf", "pot"}
    ]
    assert furniture
    for facts in furniture:
        assert facts["reach_m"][0] < report["room"]["half_size_m"][0]
        assert facts["reach_m"][1] < report["room"]["half_size_m"][1]


@every_room
def test_meshes_are_plain_and_few(reports: Reports, key: tuple[str, int]) -> None:
    report = reports[key]
    assert report["other_types"] == []
    assert sum(facts["vertices"] for facts in report["objects"].values()) <= 60_000
    for facts in report["objects"].values():
        assert facts["identity"]
        assert facts["attached"] == 0
        assert facts["uv_maps"] == ["UVMap"]
        assert len(facts["materials"]) == 1
        assert facts["smallest_face_m2"] > 1e-8
    assert report["seconds"] < 6.0  # one takes about one; other tests run beside this one


@every_room
def test_materials_are_matte_or_glowing_and_survive_joining(reports: Reports, key: tuple[str, int]) -> None:
    for name, facts in reports[key]["materials"].items():
        assert facts["surface"] in {"BSDF_DIFFUSE", "EMISSION"}, name
        assert set(facts["kinds"]) <= PLAIN | TEXTURES, name
        assert set(facts["geometry_outputs"]) <= {"Position"}, name
        assert set(facts["uv_maps"]) <= {"UVMap"}, name
        assert facts["other_outputs_used"] == []
        assert facts["roughness"] == 0.0
        assert facts["strength"] <= 1.5
        if facts["surface"] == "EMISSION":
            assert facts["sampling"] == "NONE"


@every_room
def test_light_is_soft_unseen_and_has_a_direction(reports: Reports, key: tuple[str, int]) -> None:
    report = reports[key]
    assert set(report["lights"]) == set(report["room"]["light_names"])
    assert 4 <= len(report["lights"]) <= 9
    for light in report["lights"].values():
        assert light["type"] == "AREA"
        assert light["size_m"] >= 0.799
        assert not light["seen"]
    key_watts = sum(light["watts"] for name, light in report["lights"].items() if name.startswith("key"))
    fill_watts = sum(light["watts"] for name, light in report["lights"].items() if name.startswith("fill"))
    assert key_watts > 2 * fill_watts


@pytest.mark.parametrize("name", ROOM_NAMES)
def test_pictures_are_muted_and_well_exposed(reports: Reports, name: str) -> None:
    seed = SEEDS[ROOM_NAMES.index(name) % 2]
    picture = np.array(reports[name, seed]["frame"])
    assert np.percentile(chroma(picture), 99.9) <= 35
    ring = np.array([(r * np.cos(a), r * np.sin(a), 0.0) for r in (1.4, 1.9, 2.3) for a in np.linspace(0, 6.2, 40)])
    column, row = on_picture(ring, 37.0 + 95.0 * seed, (160, 120)).T.astype(int)
    assert 0.18 < luminance(picture[np.clip(row, 0, 119), np.clip(column, 0, 159)]).mean() < 0.55
    assert np.mean(luminance(picture) > 1.2) < 0.02


def test_the_same_arguments_give_the_same_room_in_another_process(reports: Reports, tmp_path: Path) -> None:
    jobs = [{"name": name, "seed": SEEDS[0], "cue": "none", "want": ["digest"]} for name in ROOM_NAMES]
    again = probe(jobs, tmp_path, hash_seed="12345")
    assert [r["digest"] for r in again] == [reports[name, SEEDS[0]]["digest"] for name in ROOM_NAMES]


def test_names_and_seeds_give_different_rooms(reports: Reports) -> None:
    assert all(tuple(report["known"]) == ROOM_NAMES for report in reports.values())
    assert len({report["digest"] for report in reports.values()}) == len(ROOM_NAMES) * len(SEEDS)
    assert len({report["room"]["description"] for report in reports.values()}) == len(ROOM_NAMES)


@pytest.mark.parametrize("name", ["oak_loft", "winter_garden"])
def test_rules_are_a_metre_of_ten_bands_flat_on_the_floor(cues: Cues, name: str) -> None:
    report = cues[name, "rule"]
    assert report["room"]["floor_is_flat_to_m"] <= 0.012
    assert report["materials"]["rule"]["floor"] == 1
    assert len(report["rules"]) == 2
    for parts, strip in zip(np.array(report["rules"]), report["strips"], strict=True):
        assert np.ptp(parts[..., 2]) == pytest.approx(0.007, abs=1e-5)
        along, across = _axes(parts)
        assert np.ptp(parts @ along) == pytest.approx(1.0, abs=1e-4)
        assert [np.ptp(part @ across) for part in parts] == pytest.approx([0.06, 0.12, 0.12], abs=1e-4)
        assert np.hypot(*parts.mean(axis=(0, 1))[:2]) == pytest.approx(1.45, abs=0.01)
        # 220 pixels show 1.1 m; the middle of band k lies 0.05 + 0.1 + 0.1 k - 0.05 m from the left.
        line = luminance(strip)[5]
        bands = line[[20 + 20 * k for k in range(10)]]
        assert min(bands[0::2].max(), bands[1::2].max()) * 2 < max(bands[0::2].min(), bands[1::2].min())
        # The last two centimetres are white, behind a dark line.
        for ends in (line, line[::-1]):
            assert ends[12] > 1.2 * bands.max()
            assert ends[15] < 0.25 * ends[12]


def _axes(parts: Array) -> tuple[Array, Array]:
    """Unit vectors along a rule and across it, from the plates at its ends."""
    along = parts[2].mean(axis=0) - parts[1].mean(axis=0)
    along /= np.linalg.norm(along)
    return along, np.array([-along[1], along[0], 0.0])


def _ends(parts: Array) -> Array:
    """(2, 2) the ends of a rule on the floor."""
    along, _ = _axes(parts)
    middle = parts.mean(axis=(0, 1))
    return np.stack([(middle - along / 2)[:2], (middle + along / 2)[:2]])


def _off(one: Array, other: Array) -> float:
    """How far the ends of two rules are from each other's, whichever end is first."""
    return float(min(np.linalg.norm(one - each, axis=1).max() for each in (other, other[::-1])))


by_size = pytest.mark.parametrize("step", STEPS, ids=lambda step: str(step.longest_m))


@by_size
def test_no_mirror_and_no_half_turn_maps_one_rule_to_the_other(cues: Cues, step: SizeStep) -> None:
    one, other = (_ends(np.array(parts)) for parts in cues["studio", str(step.longest_m)]["rules"])
    assert _off(-one, other) > 0.3
    for turn in np.radians(np.arange(0.0, 360.0, 0.5)):
        mirror = np.array([[np.cos(turn), np.sin(turn)], [np.sin(turn), -np.cos(turn)]])
        assert _off(one @ mirror.T, other) > 0.12


@by_size
def test_every_camera_has_both_rules_in_its_picture_and_one_in_full_sight(cues: Cues, step: SizeStep) -> None:
    rules = [_ends(np.array(parts)) for parts in cues["studio", str(step.longest_m)]["rules"]]
    orbit = OrbitSpec(fov_deg=step.fov_deg, aim_z_m=step.aim_z_m)
    for frame in range(orbit.frames):
        pixels = [projected(orbit, np.column_stack([ends, np.zeros(2)]), frame) for ends in rules]
        assert all(((each > 20) & (each < (orbit.width - 20, orbit.height - 20))).all() for each in pixels)
        # End-on, at 30 degrees, a rule looks half as long.
        assert max(np.linalg.norm(each[1] - each[0]) for each in pixels) > 0.55 * _metre_px(orbit)
        assert any(_is_in_sight(ends, orbit, frame, step.longest_m) for ends in rules)


def _metre_px(orbit: OrbitSpec) -> float:
    return float(orbit.height / 2 / np.tan(np.radians(orbit.fov_deg) / 2) / orbit.radius_m)


def _is_in_sight(ends: Array, orbit: OrbitSpec, frame: int, size_m: float) -> bool:
    """Whether a drum of that size, measured across corners, hides nothing of a rule from a camera."""
    turn, tilt = np.radians(360 * frame / orbit.frames), np.radians(orbit.tilt_deg)
    back = np.array([np.cos(tilt) * np.cos(turn), np.cos(tilt) * np.sin(turn), np.sin(tilt)])
    eye = np.array([0.0, 0.0, orbit.aim_z_m]) + orbit.radius_m * back
    spots = np.column_stack([ends[0] + np.linspace(0, 1, 41)[:, None] * (ends[1] - ends[0]), np.zeros(41)])
    ways = spots[:, None] + np.linspace(0, 0.6, 400)[None, :, None] * (eye - spots)[:, None]
    inside = (np.hypot(ways[..., 0], ways[..., 1]) < 0.35 * size_m) & (ways[..., 2] < 0.7 * size_m)
    return not inside.any()


@pytest.mark.parametrize("name", ["oak_loft", "winter_garden"])
def test_tiles_of_half_a_metre_meet_at_the_origin(cues: Cues, name: str) -> None:
    report = cues[name, "tiles"]
    assert "rug" not in report["objects"]
    # 320 pixels show 1.6 m around the origin: joints every 100 pixels from pixel 160.
    floor = luminance(report["floor"])
    for profile in (np.median(floor, axis=0), np.median(floor, axis=1)):
        joints = sorted(int(i) for i in np.argsort(profile)[:6])
        assert {round((i + 0.5 - 160) / 100) for i in joints} == {-1, 0, 1}
        assert all(abs((i + 0.5 - 160) % 100 - 50) > 47 for i in joints)


def test_unknown_rooms_and_cues_are_refused(tmp_path: Path) -> None:
    for job in ({"name": "attic", "seed": 1, "cue": "none"}, {"name": "library", "seed": 1, "cue": "ruler"}):
        with pytest.raises(AssertionError, match="Remedy: rooms are oak_loft"):
            probe([job | {"want": []}], tmp_path)
