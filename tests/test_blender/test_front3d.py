"""The 3D-FRONT loader on a made-up download: nothing mirrored, nothing in the way, everything missing named."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from blender_scripts.front3d import FrontError, list_rooms
from blender_scripts.front3d.floorplan import STEP_M, distances_m, floor_grid
from tests.support.blender_probes import PROBES
from tests.support.front3d_sample import ARMS, CORNER, ROOM, TILT_XYZW, TURN_XYZW, chiral_points, write_sample
from tests.support.paths import ROOT

pytestmark = pytest.mark.blender

Array = NDArray[np.float64]
Vec3 = tuple[float, float, float]
Facts = dict[str, Any]
"""What Blender told of a scene, or of one thing in it."""
Rooms = dict[str, Facts]

REQUESTS = {
    "living": ("a_living", "LivingRoom-1", "none", True),
    "living again": ("a_living.json", "LivingRoom-1", "none", True),
    "corner": ("c_corner", "LivingDiningRoom-9", "none", True),
    "rule": ("a_living", "LivingRoom-1", "rule", False),
    "tiles": ("a_living", "LivingRoom-1", "tiles", True),
    "heavy": ("e_heavy", "Library-11", "none", False),
    "gallery": ("e_heavy", "Gallery-12", "none", False),
    "missing": ("d_small", "Study-5", "none", False),
    "narrow": ("d_small", "Kitchen-10", "rule", False),
    "no cue": ("d_small", "Kitchen-10", "ruler", False),
    "no room": ("a_living", "LivingRoom-2", "none", False),
    "no house": ("z", "LivingRoom-2", "none", False),
    "broken": ("b_broken", "LivingRoom-1", "none", False),
}


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sample(tmp_path_factory.mktemp("front"))


@pytest.fixture(scope="module")
def rooms(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Rooms:
    folder = tmp_path_factory.mktemp("answers")
    asked = [
        {"path": str(sample), "house": house, "room": room, "cue": cue, "look": look}
        for house, room, cue, look in REQUESTS.values()
    ]
    (folder / "asked.json").write_text(json.dumps(asked))
    command = [sys.executable, str(PROBES / "front3d_driver.py"), "asked.json", "answers.json"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return dict(zip(REQUESTS, json.loads((folder / "answers.json").read_text()), strict=True))


def house_to_scene(points: Array | Iterable[Vec3]) -> Array:
    """Rx(+90 degrees), written out."""
    return np.array([(x, -z, y) for x, y, z in points])


def turned(points: Array, quat_xyzw: list[float]) -> Array:
    """q v q* with Hamilton's product: not the matrix the loader uses."""
    vector, scalar = np.array(quat_xyzw[:3]), quat_xyzw[3]
    twice = 2 * np.cross(vector, points)
    return np.asarray(points + scalar * twice + np.cross(vector, twice))


def shift_of(facts: Facts) -> Array:
    """Where the house's origin came to lie, read off the floor's corner."""
    floor = np.array(mesh(facts, "floor")["vertices"])
    x, y, z = CORNER
    return np.asarray(floor.min(axis=0) - house_to_scene([(x, y, z + ROOM[2])])[0])


def mesh(facts: Facts, ending: str) -> Facts:
    return next(facts["meshes"][name] for name in sorted(facts["meshes"]) if name.endswith(ending))


def reasons(facts: Facts) -> dict[str, str]:
    return {row["what"].split()[-1]: row["reason"] for row in facts["room"]["left_out"]}


def corners(item: Facts) -> Array:
    """The triangles (n, 3, 3) of a mesh of triangles."""
    return np.asarray(np.array(item["vertices"])[np.array(item["faces"])])


def material_of(facts: Facts, ending: str) -> Facts:
    found: Facts = facts["materials"][mesh(facts, ending)["materials"][0]]
    return found


def rays_stopped(triangles: Array, both_sides: bool) -> int:
    """How many of the sight lines from 48 cameras to a cylinder the triangles stop (Möller and Trumbore)."""
    around = np.arange(48) * np.pi / 24
    ring = np.column_stack([np.cos(around), np.sin(around), np.zeros(48)])
    eyes = ring * 8 * np.cos(np.pi / 6) + [0, 0, 0.6 + 8 * np.sin(np.pi / 6)]
    targets = np.concatenate([ring[::3] * 1.2 + [0, 0, height] for height in (0.02, 0.7, 1.3, 2.0)])
    edge_1, edge_2 = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    stopped = 0
    for eye in eyes:
        way = (targets - eye)[:, None, :]
        across = np.cross(way, edge_2[None])
        det = (across * edge_1).sum(axis=2)
        faces_us = np.abs(det) > 1e-12 if both_sides else det > 1e-12
        det = np.where(np.abs(det) > 1e-12, det, np.inf)
        start = eye - triangles[:, 0]
        u = (across * start).sum(axis=2) / det
        other = np.cross(start, edge_1)
        v = (way * other).sum(axis=2) / det
        t = (edge_2 * other).sum(axis=1) / det
        hit = faces_us & (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0) & (t < 1)
        stopped += int(hit.any(axis=1).sum())
    return stopped


def test_the_list_says_of_each_room_whether_it_can_be_used_and_why_not(sample: Path) -> None:
    found = {(room.house, room.room): room for room in list_rooms(str(sample))}
    assert [key for key, room in found.items() if room.usable] == [
        ("a_living.json", "LivingRoom-1"),
        ("c_corner.json", "LivingDiningRoom-9"),
        ("d_small.json", "Bedroom-4"),
        ("d_small.json", "Kitchen-10"),
        ("e_heavy.json", "Gallery-12"),
        ("e_heavy.json", "Library-11"),
    ]
    for key, words in {
        ("b_broken.json", ""): "b_broken.json is not readable JSON",
        ("d_small.json", "Balcony-7"): "no level floor",
        ("d_small.json", "Storage-6"): "radius of 1.20 m",
        ("d_small.json", "Study-5"): str(Path("3D-FUTURE-model", "never-made", "raw_model.obj")),
        ("d_small.json", "Hall-8"): "not the name of a folder",
    }.items():
        assert words in found[key].reason
        assert "Remedy:" in found[key].reason
    assert all(bool(room.reason) != room.usable for room in found.values())


def test_floor_areas_are_those_of_the_plans(sample: Path) -> None:
    areas = {room.room: room.floor_area_m2 for room in list_rooms(str(sample))}
    assert areas["LivingRoom-1"] == pytest.approx(ROOM[0] * ROOM[2], abs=0.1)
    assert areas["LivingDiningRoom-9"] == pytest.approx(9 * 3 + 3.4 * 5, abs=0.1)


def test_the_largest_circle_of_a_room_is_half_its_shorter_side(sample: Path) -> None:
    circles = {room.room: room.largest_circle_m for room in list_rooms(str(sample)) if room.usable}
    assert circles["LivingRoom-1"] == pytest.approx(ROOM[2] / 2, abs=STEP_M + 0.01)
    assert circles["Gallery-12"] == pytest.approx(3.5, abs=STEP_M + 0.01)


def test_every_way_to_name_the_download_gives_the_same_list(sample: Path) -> None:
    whole = list_rooms(str(sample))
    assert list_rooms(str(sample / "3D-FRONT")) == whole
    assert list_rooms(str(sample / "3D-FRONT" / "d_small.json")) == [r for r in whole if r.house == "d_small.json"]
    assert list_rooms(str(sample), first=1) == whole[:1]


@pytest.mark.parametrize("name", ["nowhere", "3D-FUTURE-model"])
def test_a_folder_without_houses_is_refused_with_a_remedy(sample: Path, name: str) -> None:
    with pytest.raises(FrontError, match=f"{name}.*Remedy"):
        list_rooms(str(sample / name))


@pytest.mark.parametrize("value", ["nan", 1e300, None, [1.0], {}, "wide"])
def test_a_floor_with_unbelievable_coordinates_makes_its_room_unusable_and_nothing_else(
    sample: Path, tmp_path: Path, value: object
) -> None:
    house = json.loads((sample / "3D-FRONT" / "d_small.json").read_text())
    next(entry for entry in house["mesh"] if entry["uid"] == "hall")["xyz"][4] = value
    (tmp_path / "odd.json").write_text(json.dumps(house))
    found = {room.room: room for room in list_rooms(str(tmp_path))}
    assert "'hall' is not a list of triangles" in found["Bedroom-4"].reason
    assert found["Kitchen-10"].usable


def test_the_distance_transform_is_exact() -> None:
    free = np.random.default_rng(3).random((17, 23)) > 0.2
    blocked = np.argwhere(~free)
    expected = [[np.hypot(*(blocked - (i, j)).T).min() * STEP_M for j in range(23)] for i in range(17)]
    assert np.allclose(distances_m(free), expected, atol=1e-12)


def test_the_floor_is_the_level_with_the_most_area() -> None:
    low = np.array([[(0, 0, 0), (3, 0, 0), (0, 3, 0)], [(3, 0, 0), (3, 3, 0), (0, 3, 0)]], dtype=float)
    step = low[:1] * 0.5 + [0, 0, 0.15]
    grid = floor_grid(np.concatenate([step, low]))
    assert grid.level_m == 0.0
    assert grid.area_m2 == pytest.approx(9.0, abs=0.05)


@pytest.mark.parametrize(
    ("ending", "pos", "quat", "scale"),
    [
        ("000_cabinet_block", (0.3, 0.0, 0.4), TURN_XYZW, (0.8, 1.0, 1.2)),
        ("001_cabinet_block", (0.4, 0.3, ROOM[2] - 0.4), TILT_XYZW, (0.4, 0.4, 0.4)),
    ],
)
def test_a_chiral_model_stands_where_the_toolbox_puts_it_and_is_not_mirrored(
    rooms: Rooms, ending: str, pos: Vec3, quat: list[float], scale: Vec3
) -> None:
    points = turned(np.array(chiral_points()) * scale, quat) + np.array(CORNER) + pos
    built = np.array(mesh(rooms["living"], ending)["vertices"])
    assert np.allclose(built, house_to_scene(points) + shift_of(rooms["living"]), atol=1e-5)
    # Of each arm's box the last point is its far end: of the three arms x, y, z, right-handed in the model.
    ends = [built[4] - built[0], built[10] - built[8], built[17] - built[16]]
    assert np.linalg.det(ends) == pytest.approx(np.prod(ARMS) * np.prod(scale), rel=1e-4)


def test_a_model_with_a_negative_scale_still_has_its_outside_outside(rooms: Rooms) -> None:
    triangles = corners(mesh(rooms["living"], "table_side_table"))
    volume = np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])).sum() / 6
    assert volume == pytest.approx(0.6 * 0.6 * 0.4, rel=1e-4)


def test_the_floor_is_at_zero_and_the_spot_is_as_clear_as_the_room_says(rooms: Rooms) -> None:
    facts = rooms["living"]
    floor = np.array(mesh(facts, "floor")["vertices"])
    assert np.abs(floor[:, 2]).max() < 1e-6
    clear = facts["room"]["clear_radius_m"]
    assert 1.3 <= clear <= min(np.abs(floor[:, :2]).min(axis=0)) + STEP_M
    for name, item in facts["meshes"].items():
        if "Piece" in name and "rug" not in name:
            plan = corners(item).mean(axis=1)[:, :2]
            assert np.linalg.norm(plan, axis=1).min() > clear - STEP_M
    assert facts["room"]["half_size_m"] == [ROOM[0] / 2, ROOM[2] / 2]


@pytest.mark.parametrize("name", ["living", "corner", "rule"])
def test_nothing_that_is_drawn_stands_between_a_camera_and_the_solid(rooms: Rooms, name: str) -> None:
    facts = rooms[name]
    walls = [corners(item) for item in facts["meshes"].values() if marks(facts, item) == ["cull_back"]]
    things = [
        corners(item) for item in facts["meshes"].values() if not marks(facts, item) and len(item["faces"][0]) == 3
    ]
    assert len(walls) >= 4
    assert rays_stopped(np.concatenate(walls), both_sides=False) == 0
    if things:
        assert rays_stopped(np.concatenate(things), both_sides=True) == 0


def marks(facts: Facts, item: Facts) -> list[str]:
    found: list[str] = facts["materials"][item["materials"][0]]["marks"]
    return found


def test_a_wall_that_faces_a_camera_in_front_of_the_solid_is_left_out_and_recorded(rooms: Rooms) -> None:
    facts = rooms["corner"]
    assert set(reasons(facts)) <= {"wall2", "wall3"}
    assert reasons(facts)
    # Without culling the walls that stay would hide the solid: the rays do find walls.
    walls = [corners(item) for item in facts["meshes"].values() if marks(facts, item) == ["cull_back"]]
    assert rays_stopped(np.concatenate(walls), both_sides=True) > 1000


@pytest.mark.parametrize("name", ["living", "tiles"])
def test_walls_turn_their_fronts_to_the_room_and_floors_look_up(rooms: Rooms, name: str) -> None:
    facts = rooms[name]
    middle = np.array(mesh(facts, "floor")["vertices"]).mean(axis=0)
    for item in facts["meshes"].values():
        triangles = corners(item)[:, :3] if len(item["faces"][0]) == 3 else np.zeros((0, 3, 3))
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        if marks(facts, item) == ["cull_back"]:
            assert ((normals * (middle - triangles.mean(axis=1)))[:, :2].sum(axis=1) > 0).all()
    floor = corners(mesh(facts, "floor"))
    assert (np.cross(floor[:, 1] - floor[:, 0], floor[:, 2] - floor[:, 0])[:, 2] > 0).all()


def test_ceilings_lids_wall_tops_and_jambs_are_not_built(rooms: Rooms) -> None:
    kinds = sorted(name[9:] for name in rooms["living"]["meshes"] if name[:8] != "FrontPie" and name != "FrontGround")
    assert kinds == ["floor", "wallinner", "wallinner", "wallinner", "wallinner", "window"]


def test_what_the_house_has_and_the_room_has_not_is_recorded_with_its_reason(rooms: Rooms) -> None:
    found = reasons(rooms["living"])
    assert set(found) == {"architecture", "husk", "tower", "lamp"}
    assert "'torn'" in found["architecture"]
    assert str(Path("husk", "raw_model.obj")) in found["husk"]
    assert "hides the solid" in found["tower"]
    assert "hangs" in found["lamp"]


def test_pictures_are_found_by_jid_and_by_folder_and_colours_stand_in(rooms: Rooms, sample: Path) -> None:
    facts = rooms["living"]
    floor, wall, window = (material_of(facts, name) for name in ("floor", "wallinner", "window"))
    assert floor["pictures"] == [str(sample / "3D-FRONT-texture" / "floor-picture" / "texture.png")]
    assert material_of(facts, "cabinet_block")["pictures"] == [
        str(sample / "3D-FUTURE-model" / "chiral" / "texture.png")
    ]
    assert wall["pictures"] == window["pictures"] == material_of(facts, "coffee_table")["pictures"] == []
    # sRGB (200, 190, 170) in linear light has this luminance, which toning down keeps.
    assert np.dot(wall["colour"], (0.2126, 0.7152, 0.0722)) == pytest.approx(0.5202, abs=0.001)
    assert facts["images"] == sorted(floor["pictures"] + material_of(facts, "cabinet_block")["pictures"])


def test_the_uv_transform_is_applied_by_its_two_by_two_part(rooms: Rooms) -> None:
    item = mesh(rooms["living"], "floor")
    expected = {(0.5 * v, -0.5 * u) for u, v in ((0, 0), (2, 0), (2, 2), (0, 2))}
    assert {tuple(np.round(uv, 6) + 0.0) for uv in item["uv"]} == expected


def test_colours_are_toned_down_and_a_red_rug_is_floor(rooms: Rooms) -> None:
    facts = rooms["living"]
    assert all(s <= 0.6 + 1e-6 for material in facts["materials"].values() for s in material["saturations"])
    rug = material_of(facts, "rug_carpet")
    assert rug["marks"] == ["floor"]
    assert (max(rug["colour"]) - min(rug["colour"])) / max(rug["colour"]) <= 0.6 * (0.8 - 0.02) / 0.8 + 1e-6
    assert facts["room"]["floor_is_flat_to_m"] == pytest.approx(0.008)


@pytest.mark.parametrize("name", ["living", "corner", "rule", "tiles", "heavy"])
def test_the_scene_keeps_the_renderers_contract(rooms: Rooms, name: str) -> None:
    facts = rooms[name]
    assert facts["others"] == []
    assert {material["shader"] for material in facts["materials"].values()} == {"ShaderNodeBsdfDiffuse"}
    for item in facts["meshes"].values():
        assert np.array_equal(item["matrix"], np.eye(4))
        assert item["modifiers"] == 0
        assert not facts["materials"][item["materials"][0]]["pictures"] or item["uv"]
    assert 3 <= len(facts["lights"]) <= 6
    assert set(facts["room"]["light_names"]) == set(facts["lights"])
    for light in facts["lights"].values():
        assert light["kind"] == "AREA"
        assert min(light["sides"]) >= 0.8
        assert not light["seen"]
    ground = np.array(facts["meshes"]["FrontGround"]["vertices"])
    assert np.allclose(ground[:, 2], -0.02)
    assert sum(len(item["vertices"]) for item in facts["meshes"].values()) <= 300_000


@pytest.mark.parametrize("name", ["living", "corner", "tiles"])
def test_the_floor_by_the_solid_is_as_bright_as_rooms_shall_be(rooms: Rooms, name: str) -> None:
    assert 0.25 <= rooms[name]["floor_radiance"] <= 0.45


def test_the_same_room_twice_is_the_same_scene(rooms: Rooms) -> None:
    first, second = (dict(rooms[name]) for name in ("living", "living again"))
    assert first.pop("floor_radiance") == pytest.approx(second.pop("floor_radiance"), rel=1e-6)
    assert first == second


def test_a_heavy_model_is_decimated(rooms: Rooms) -> None:
    sheet = mesh(rooms["heavy"], "cabinet_block")
    assert 20_000 < len(sheet["vertices"]) <= 40_000 * 1.02


def test_a_screen_that_hides_the_solid_with_its_middle_only_is_left_out(rooms: Rooms) -> None:
    assert reasons(rooms["gallery"]) == {"screen": "hides the solid from a camera"}


def test_metre_rules_lie_free_on_the_floor(rooms: Rooms) -> None:
    facts = rooms["rule"]
    parts = [facts["meshes"][f"FrontRule{index}"] for index in range(6)]
    for rule in (parts[:3], parts[3:]):
        points = np.concatenate([part["vertices"] for part in rule])
        spread = np.linalg.norm(points[:, None, :2] - points[None, :, :2], axis=2).max()
        assert spread == pytest.approx(np.hypot(1.0, 0.12), abs=1e-6)
        assert np.hypot(points[:, 0], points[:, 1]).max() < facts["room"]["clear_radius_m"]
        assert points[:, 2].min() >= 0
        assert all(marks(facts, part) == ["floor", "ruler"] for part in rule)
    assert "would cover" in reasons(facts)["rug"]


def test_half_metre_tiles_replace_the_floor(rooms: Rooms) -> None:
    assert mesh(rooms["tiles"], "floor")["materials"] == ["FrontTiles"]
    assert not any("rug" in name for name in rooms["tiles"]["meshes"])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing", str(Path("never-made", "raw_model.obj"))),
        ("narrow", "no clear circle of 1.75 m"),
        ("no cue", "scale cue 'ruler'"),
        ("no room", "no room 'LivingRoom-2'"),
        ("no house", "No house 'z'"),
        ("broken", "b_broken.json is not readable JSON"),
    ],
)
def test_what_cannot_be_built_is_refused_with_a_remedy(rooms: Rooms, name: str, words: str) -> None:
    assert words in rooms[name]["error"]
    assert "Remedy:" in rooms[name]["error"]
