"""Cameras that do not see the object whole are refused before anything is rendered, in a real Blender."""

import json
from pathlib import Path

import pytest

from pipeline.film.room_choice import ROOM_NAMES
from pipeline.scene.size_steps import STEPS
from tests.support.blender_probes import told_by

pytestmark = pytest.mark.blender

VARIED = [
    {"tilt_deg": tilt, "fov_deg": step.fov_deg, "aim_z_m": step.aim_z_m, "size_m": step.longest_m}
    for step in STEPS
    for tilt in (25.0, 30.0, 35.0)
]


@pytest.mark.parametrize("room", ROOM_NAMES)
def test_every_camera_that_a_seed_may_choose_sees_the_largest_object_of_each_size_whole(
    room: str, tmp_path: Path
) -> None:
    found = told_by("occlusion_probe.py", tmp_path, json.dumps([room, VARIED]))
    for view in found["orbits"]:
        assert (view["rays"], view["blocked_rays"], view["cut_frames"], view["sentence"]) == (48 * 49, 0, 0, "")
        assert view["edge_px"] > 0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"radius_m": 12.0, "tilt_deg": 20.0}, "finds wall before the object. Remedy: a camera that is nearer"),
        ({"tilt_deg": 5.0}, "before the object. Remedy"),
        ({"fov_deg": 12.0}, "frame 1 cuts the object off. Remedy: a camera farther away or with a wider lens"),
        ({"aim_z_m": 2.0, "radius_m": 4.0}, "cuts the object off"),
    ],
)
def test_a_camera_behind_a_wall_or_too_near_is_refused(change: dict[str, float], sentence: str, tmp_path: Path) -> None:
    (found,) = told_by("occlusion_probe.py", tmp_path, json.dumps(["oak_loft", [change]]))["orbits"]
    assert sentence in found["sentence"]
    assert found["blocked_rays"] > 0 or (found["cut_frames"] > 0 and found["edge_px"] < 0)


def test_only_walls_whose_back_is_not_drawn_let_a_ray_through(tmp_path: Path) -> None:
    screens = told_by("occlusion_probe.py", tmp_path, json.dumps(["studio", []]), "screens")["screens"]
    through = screens.pop("True False")
    assert (through["blocked_rays"], through["sentence"]) == (0, "")
    assert len(screens) == 3
    for view in screens.values():
        assert "finds screen before the object" in view["sentence"]
        assert 0 < view["blocked_rays"] < view["rays"]
