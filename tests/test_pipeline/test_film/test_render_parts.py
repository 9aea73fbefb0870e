"""The parts of the renderer that need no Blender: colours, maps, smoothing, keys, choices."""

import struct
from pathlib import Path

import numpy as np
import pytest

from bench.image_metrics import psnr_db, ssim
from blender_scripts.light import light_gradient, shadow_map, smoothing
from blender_scripts.light.patches import Light, Patches
from blender_scripts.render import colour, exr
from blender_scripts.render.orbit import Orbit
from pipeline.film.plates.cache import drop_damaged, trim
from pipeline.film.plates.keys import plate_key, plate_orbit
from pipeline.film.profiles import BAKED, MOST_GRID, PREVIEW, preview_orbit, quality_of, varied
from pipeline.film.records import FilmSpec, ProfileName
from pipeline.film.request import FilmRequest, RequestError
from pipeline.film.room_choice import ROOM_NAMES, RoomChoiceError, pick_room, read_rooms
from pipeline.scene import colour_space
from workers.blender_jobs import BakedQuality, FrontRoomsAnswer, FrontRoomsJob, OrbitSpec, ProceduralRoom
from workers.blender_pool import BlenderPool


def test_both_sides_of_the_process_border_show_light_alike() -> None:
    light = np.linspace(0, 3, 500)
    assert np.allclose(colour.to_display(light), colour_space.display(light), atol=1e-12)
    assert np.abs(colour.to_bytes(light) - colour_space.display(light) * 255).max() < 0.6


def test_display_values_come_back_from_linear_light() -> None:
    levels = np.arange(256, dtype=np.uint8)
    assert np.array_equal(colour.to_bytes(colour.from_bytes(levels))[:255], levels[:255])


def test_an_uncompressed_exr_is_read_channel_by_channel(tmp_path: Path) -> None:
    header = struct.pack("<II", 20000630, 2)
    channels = b"".join(name + b"\0" + struct.pack("<iB3xii", 2, 0, 1, 1) for name in (b"L.A", b"L.B")) + b"\0"
    for name, kind, value in (
        (b"channels", b"chlist", channels),
        (b"compression", b"compression", b"\0"),
        (b"dataWindow", b"box2i", struct.pack("<4i", 0, 0, 2, 1)),
    ):
        header += name + b"\0" + kind + b"\0" + struct.pack("<i", len(value)) + value
    header += b"\0"
    rows = np.arange(12, dtype="<f4").reshape(2, 2, 3)
    lines = b"".join(struct.pack("<ii", y, 24) + rows[y].tobytes() for y in range(2))
    path = tmp_path / "two.exr"
    path.write_bytes(header + struct.pack("<2Q", 0, 0) + lines)
    found = exr.read_exr(path)
    assert np.array_equal(found["L.A"], [[0, 1, 2], [6, 7, 8]])
    assert np.array_equal(found["L.B"], [[3, 4, 5], [9, 10, 11]])
    path.write_bytes(b"\x89PNG1234")
    with pytest.raises(ValueError, match="not an EXR"):
        exr.read_exr(path)


def _grid(size: int) -> Patches:
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(size), np.arange(size)))
    index = np.arange(size * size).reshape(size, size)
    across = np.stack([index[:, :-1].ravel(), index[:, 1:].ravel()], axis=1)
    down = np.stack([index[:-1].ravel(), index[1:].ravel()], axis=1)
    points = np.stack([x, y, 0 * x], axis=1) * 0.1
    normals = np.tile([0.0, 0.0, 1.0], (size * size, 1))
    none = np.zeros(size * size, dtype=bool)
    return Patches(points, normals, np.concatenate([across, down]), none, none)


def test_smoothing_takes_noise_away_and_leaves_a_shadow_edge() -> None:
    patches, rng = _grid(40), np.random.default_rng(1)
    truth = np.where(patches.points[:, 0] < 2.0, 0.8, 0.3)
    noise = 0.04
    light = Light((truth + rng.normal(0, noise, len(truth)))[:, None] * np.ones(3), np.full(len(truth), noise))
    found = smoothing.smoothed(light, patches).mean(axis=1)
    inner = np.abs(patches.points[:, 0] - 1.95) > 0.3
    assert np.sqrt(np.mean((found - truth)[inner] ** 2)) < 0.35 * noise
    edge = np.abs(patches.points[:, 0] - 1.95) < 0.06
    assert np.abs(found - truth)[edge].max() < 0.15


def test_only_sure_steep_long_lit_edges_are_cut_finer() -> None:
    patches = _grid(10)
    truth = np.where(patches.points[:, 0] < 0.45, 0.8, 0.3)
    light, lit = Light(truth[:, None] * np.ones(3), np.full(100, 0.01)), np.ones(100, dtype=bool)
    across = patches.edges[light_gradient.steep_edges(light, patches, lit, 0.05)]
    assert len(across) == 10
    assert np.allclose(patches.points[across][..., 0].mean(axis=1), 0.45)
    assert not len(light_gradient.steep_edges(light, patches, lit, 0.2))
    assert not len(light_gradient.steep_edges(light, patches, ~lit, 0.05))
    assert not len(light_gradient.steep_edges(Light(light.mean, np.full(100, 0.2)), patches, lit, 0.05))


def test_buried_covered_and_lone_dark_vertices_take_their_neighbours_light() -> None:
    patches = _grid(9)
    mean = np.full((81, 3), 0.5)
    mean[40], mean[20], mean[60] = 0.0, 0.3, 0.04
    cover = np.full(81, np.inf)
    cover[60], cover[40] = 0.0, 0.5
    found = smoothing.smoothed(Light(mean, np.full(81, 0.001)), patches, cover)
    deep = np.arange(81) == 40
    assert np.allclose(found[~deep], 0.5, atol=1e-6)
    assert np.allclose(found[deep], 0.5 * (1 - smoothing.CONTACT), atol=1e-6)


@pytest.mark.parametrize(("dark", "shown"), [(0.04, 0.04), (0.006, 0.5)])
def test_the_dark_of_a_crevice_stays_and_that_under_a_rug_does_not(dark: float, shown: float) -> None:
    patches = _grid(9)
    mean, cover = np.full((81, 3), 0.5), np.full(81, np.inf)
    mean[39:42], cover[39:42] = dark, 0.005
    found = smoothing.smoothed(Light(mean, np.full(81, 0.001)), patches, cover)
    assert np.allclose(found[39:42], shown, atol=1e-6)


def test_an_object_that_changes_nothing_throws_no_shadow_and_a_dark_spot_stays_dark() -> None:
    empty = np.full((40, 40, 3), 0.4)
    assert shadow_map.ratio_map(empty, empty, 2.0).reach_m() == 0.0
    shaded = empty.copy()
    shaded[18:22, 18:22] *= 0.5
    shadow = shadow_map.ratio_map(shaded, empty, 2.0)
    assert 0.15 < shadow.reach_m() < 0.4
    assert abs(shadow.levels[80, 80, 0] / shadow_map.STEPS - 0.5) < 0.01


def test_the_hole_under_the_object_is_filled_from_its_rim() -> None:
    empty = np.full((40, 40, 3), 0.4)
    shaded = empty * 0.7
    shaded[18:22, 18:22] = 0.0
    levels = shadow_map.ratio_map(shaded, empty, 2.0).levels
    assert np.allclose(levels[70:90, 70:90] / shadow_map.STEPS, 0.7, atol=0.01)


def test_a_shadow_darkens_only_floor_pixels_and_at_the_right_place() -> None:
    orbit = Orbit(160, 120, 4, 2, 8.0, 30.0, 0.0, 1, 0.0, 30.0)
    empty = np.full((64, 64, 3), 0.4)
    shaded = empty.copy()
    shaded[30:34, 30:34] *= 0.25
    shadow = shadow_map.ratio_map(shaded, empty, 2.0)
    picture = np.full((120, 160, 3), 180, dtype=np.uint8)
    floor = np.ones((120, 160), dtype=bool)
    floor[:, 80:] = False
    shadow_map.shade(picture, floor, shadow, orbit, 0)
    assert picture[60, 79, 0] < 120  # the origin is in the middle of the picture
    assert (picture[:, 80:] == 180).all()
    assert (picture[:40] == 180).all()


def test_equal_pictures_are_alike_and_noise_has_its_known_psnr() -> None:
    rng = np.random.default_rng(0)
    one = rng.integers(40, 200, (64, 64, 3)).astype(np.uint8)
    assert psnr_db(one, one) == float("inf")
    assert ssim(one, one) == pytest.approx(1.0)
    off = (one + 5).astype(np.uint8)
    assert psnr_db(one, off) == pytest.approx(20 * np.log10(255 / 5))
    flat = np.full((64, 64, 3), 100, dtype=np.uint8)
    # Two flat pictures: only the means count, (2ab + C1) / (a² + b² + C1).
    expected = (2 * 100 * 110 + 6.5025) / (100**2 + 110**2 + 6.5025)
    assert ssim(flat, (flat + 10).astype(np.uint8)) == pytest.approx(expected, abs=1e-9)


def test_plates_are_named_by_everything_they_show() -> None:
    room, orbit = ProceduralRoom(name="oak_loft"), OrbitSpec()
    key = plate_key(room, orbit, BAKED)
    assert key == plate_key(room, orbit.model_copy(update={"fps": 12}), BAKED)
    assert key == plate_key(room, orbit, BAKED.model_copy(update={"crop_grid": 9}))
    others = {
        plate_key(room.model_copy(update={"seed": 1}), orbit, BAKED),
        plate_key(room.model_copy(update={"scale_cue": "rule"}), orbit, BAKED),
        plate_key(room.model_copy(update={"light_gain": 1.1}), orbit, BAKED),
        plate_key(room, orbit.model_copy(update={"tilt_deg": 31.0}), BAKED),
        plate_key(room, orbit, BAKED.model_copy(update={"plate_grid": 4})),
    }
    assert len(others | {key}) == 6


def test_small_frames_get_more_rays_a_pixel_and_full_ones_those_of_the_profile() -> None:
    def spec(profile: ProfileName, width: int) -> FilmSpec:
        return FilmSpec(room=ProceduralRoom(name="oak_loft"), orbit=OrbitSpec(width=width), profile=profile)

    assert quality_of(spec("baked", 1200)) == BAKED
    assert quality_of(spec("baked", 2400)) == BAKED
    small, smallest, preview = (quality_of(spec(*each)) for each in (("baked", 600), ("baked", 100), ("preview", 400)))
    assert isinstance(small, BakedQuality)
    assert isinstance(smallest, BakedQuality)
    assert isinstance(preview, BakedQuality)
    assert (small.plate_grid, small.crop_grid) == (2 * BAKED.plate_grid, 2 * BAKED.crop_grid)
    grids = {"plate_grid": BAKED.plate_grid, "crop_grid": BAKED.crop_grid}
    assert small.model_copy(update=grids) == BAKED
    assert smallest.plate_grid == MOST_GRID
    assert preview.plate_grid == 3 * PREVIEW.plate_grid


@pytest.mark.parametrize(
    ("shape", "small"),
    [
        ((1200, 900, 48, 6), (400, 300, 16, 2)),
        ((1920, 1080, 48, 6), (400, 224, 16, 2)),
        ((900, 1200, 48, 6), (300, 400, 16, 2)),
        ((320, 240, 12, 1), (320, 240, 12, 1)),
        ((7680, 64, 48, 6), (400, 64, 16, 2)),
    ],
)
def test_a_preview_keeps_the_shape_of_the_picture(shape: tuple[int, ...], small: tuple[int, ...]) -> None:
    width, height, frames, fps = shape
    found = preview_orbit(OrbitSpec(width=width, height=height, frames=frames, fps=fps))
    assert (found.width, found.height, found.frames, found.fps) == small
    assert OrbitSpec.model_validate(found.model_dump()) == found


def test_a_circle_begun_between_two_cameras_has_plates_of_its_own() -> None:
    kept, order = plate_orbit(OrbitSpec(frames=8, start_deg=90.0, turn=-1))
    assert (kept.start_deg, kept.turn) == (0.0, 1)
    assert order == (2, 1, 0, 7, 6, 5, 4, 3)
    odd = OrbitSpec(frames=8, start_deg=10.0)
    assert plate_orbit(odd) == (odd, tuple(range(8)))


def test_the_cache_gives_up_what_was_used_longest_ago(tmp_path: Path) -> None:
    import os

    for age, name in enumerate(("new", "middle", "old")):
        folder = tmp_path / "plates" / name
        folder.mkdir(parents=True)
        (folder / "frames.npy").write_bytes(bytes(1000))
        os.utime(folder, (1e9 - age, 1e9 - age))
    (tmp_path / "lights").mkdir()
    for name, age in (("new", 0), ("oldest", 9)):
        light = tmp_path / "lights" / f"{name}.npz"
        light.write_bytes(bytes(100))
        os.utime(light, (1e9 - age, 1e9 - age))
    assert trim(tmp_path, most_bytes=3200) == 0
    assert trim(tmp_path, most_bytes=3150, keep=[tmp_path / "lights" / "oldest.npz", tmp_path / "plates" / "old"]) == 0
    assert trim(tmp_path, most_bytes=2150) == 2
    assert sorted(f.name for f in (tmp_path / "plates").iterdir()) == ["middle", "new"]
    assert [f.name for f in (tmp_path / "lights").iterdir()] == ["new.npz"]


def test_drafts_go_when_nobody_has_written_to_them_for_a_day_and_not_before(tmp_path: Path) -> None:
    import os
    import time

    (tmp_path / "floors").mkdir()
    for name, age in (("dead", 2 * 86400), ("slow", 2 * 86400), ("young", 60)):
        folder = tmp_path / "plates" / f".draft-{name}"
        folder.mkdir(parents=True)
        (folder / "frames.npy").write_bytes(bytes(1000))
        floor = tmp_path / "floors" / f"{name}.12.draft.npy"
        floor.write_bytes(b"x")
        then = time.time() - age
        for path in (folder / "frames.npy", folder, floor):
            os.utime(path, (then, then))
    os.utime(tmp_path / "plates" / ".draft-slow" / "frames.npy")  # still written to
    assert trim(tmp_path, most_bytes=0) == 0  # what is being made is no plate set yet
    assert {p.name for p in (tmp_path / "plates").iterdir()} == {".draft-slow", ".draft-young"}
    assert {p.name for p in (tmp_path / "floors").iterdir()} == {"young.12.draft.npy"}


def test_a_file_that_vanishes_while_the_cache_is_trimmed_is_no_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plates" / "p").mkdir(parents=True)
    (tmp_path / "plates" / "p" / "frames.npy").write_bytes(bytes(1000))
    listed = Path.glob

    def glob(self: Path, pattern: str) -> list[Path]:
        found = list(listed(self, pattern))
        for path in found:
            if path.is_file():
                path.unlink()
        return found

    monkeypatch.setattr(Path, "glob", glob)
    assert trim(tmp_path, most_bytes=10) == 0


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.999])
@pytest.mark.parametrize("torn", ["plates/p/frames.npy", "plates/p/floor.npy", "floors/f.npy"])
def test_a_torn_file_of_the_cache_is_removed_and_a_whole_one_stays(tmp_path: Path, torn: str, share: float) -> None:
    folder, floor = tmp_path / "plates" / "p", tmp_path / "floors" / "f.npy"
    for path in (folder / "frames.npy", folder / "floor.npy", floor):
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, np.ones((4, 30, 40, 3), dtype=np.uint8))
    assert drop_damaged(folder, floor) == 0
    assert floor.is_file()
    whole = (tmp_path / torn).read_bytes()
    (tmp_path / torn).write_bytes(whole[: int(share * len(whole))])
    assert drop_damaged(folder, floor) == 1
    assert (folder.is_dir(), floor.is_file()) == (torn.startswith("floors"), torn.startswith("plates"))
    assert drop_damaged(tmp_path / "plates" / "none", tmp_path / "floors" / "none.npy") == 0


def test_what_varies_is_what_was_named_and_the_seed_decides() -> None:
    rooms = [ProceduralRoom(name=name) for name in ROOM_NAMES]
    spec = FilmSpec(room=ProceduralRoom(name="studio", scale_cue="rule"))
    films = [varied(spec.model_copy(update={"seed": seed}), ["room", "light"], rooms) for seed in range(40)]
    assert {film.room.scale_cue for film in films} == {"rule"}
    assert {film.orbit for film in films} == {spec.orbit}
    assert {film.look for film in films} == {spec.look}
    assert len({film.room.model_dump_json() for film in films}) > 12
    assert films[3] == varied(spec.model_copy(update={"seed": 3}), ["light", "room"], rooms)
    turned = {varied(spec.model_copy(update={"seed": s}), ["camera"], rooms).orbit.start_deg % 7.5 for s in range(9)}
    assert turned == {0.0}


@pytest.mark.parametrize("rooms", ["all", "oak_loft", "library:7,studio"])
def test_a_varied_room_is_mostly_another_than_the_one_the_seed_would_pick(rooms: str, tmp_path: Path) -> None:
    with BlenderPool(tmp_path) as pool:
        plain = [FilmRequest(rooms=rooms, seed=seed).spec(pool).room for seed in range(60)]
        other = [FilmRequest(rooms=rooms, seed=seed, vary="room").spec(pool).room for seed in range(60)]
        again = [FilmRequest(rooms=rooms, seed=seed, vary="room").spec(pool).room for seed in range(60)]
    assert other == again
    assert {room.name for room in other} == {room.name for room in plain}
    assert sum(one != two for one, two in zip(plain, other, strict=True)) > 30
    assert len(set(other)) >= 4 * len({room.name for room in plain}) - 6  # 32 rooms are not all drawn in 60


def test_rooms_are_read_from_words(tmp_path: Path) -> None:
    with BlenderPool(tmp_path) as pool:
        assert read_rooms("library:7,studio", "none", pool) == (
            ProceduralRoom(name="library", seed=7),
            ProceduralRoom(name="studio"),
        )
        every = read_rooms("all", "tiles", pool)
        assert tuple(room.name for room in every) == ROOM_NAMES
        assert pick_room(every, 5) == pick_room(every, 5)
        with pytest.raises(RoomChoiceError, match=r"unknown room 'cellar'. Remedy: choose from oak_loft"):
            read_rooms("cellar", "none", pool)


class Listing:
    """A pool that has one 3D-FRONT folder to tell of, and counts how often it is asked."""

    def __init__(self, *circles_m: float) -> None:
        self.asked = 0
        self._rooms = [
            {
                "house": "h.json",
                "room": f"r{k}",
                "kind": "LivingRoom",
                "floor_area_m2": 4 * c * c,
                "largest_circle_m": c,
                "usable": c >= 1.3,
                "reason": "too small",
            }
            for k, c in enumerate(circles_m)
        ]

    def run(self, job: FrontRoomsJob) -> FrontRoomsAnswer:
        self.asked += 1
        return FrontRoomsAnswer.model_validate({"rooms": self._rooms, "rule_clear_m": 1.75, "peak_mb": 1.0})


def test_the_camera_of_a_house_keeps_its_tilt_and_varies_in_all_else(tmp_path: Path) -> None:
    front = FilmRequest(rooms=f"3d-front:{tmp_path}", vary="camera")
    rooms = front.found_rooms(Listing(2.0, 2.0))  # type: ignore[arg-type]
    for request, places, tilts in ((front, rooms, {30.0}), (FilmRequest(vary="camera"), None, {25.0, 30.0, 35.0})):
        places = places or (ProceduralRoom(name="oak_loft"),)
        orbits = [request.model_copy(update={"seed": seed}).spec_in(places).orbit for seed in range(40)]
        assert {orbit.tilt_deg for orbit in orbits} == tilts
        assert len({(orbit.start_deg, orbit.turn) for orbit in orbits}) > 20


def test_a_run_looks_through_a_folder_of_houses_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import ExitStack, nullcontext

    from pipeline.run import resources
    from pipeline.run.options import ConvertOptions

    listing = Listing(2.0, 2.5, 3.0)
    monkeypatch.setattr(resources, "BlenderPool", lambda folder: nullcontext(listing))
    options = ConvertOptions(film=FilmRequest(rooms=f"3d-front:{tmp_path}"))
    with ExitStack() as stack:
        filming = resources._filming(stack, tmp_path, options, tmp_path, print)
        assert filming is not None
        rooms = {filming.spec_of(f"problem-{k}", 2.0).room for k in range(40)}
    assert len(rooms) == 3
    assert listing.asked == 1


def test_a_folder_without_room_for_the_rule_is_told_with_the_other_cues(tmp_path: Path) -> None:
    sentence = r"has enough free floor for the metre rule. Remedy: --scale-cue tiles or none"
    with pytest.raises(RoomChoiceError, match=sentence):
        read_rooms(f"3d-front:{tmp_path}", "rule", Listing(1.0, 1.5, 1.75))  # type: ignore[arg-type]
    with pytest.raises(RoomChoiceError, match="no usable 3D-FRONT room"):
        read_rooms(f"3d-front:{tmp_path}", "rule", Listing(1.0))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ({"profile": "fast"}, "unknown profile 'fast'. Remedy: choose from baked, path, preview"),
        ({"scale_cue": "cat"}, "unknown scale cue 'cat'. Remedy: choose from none, rule, tiles"),
        ({"vary": "camera,mood"}, "unknown variation 'mood'. Remedy: choose from camera, light, room, material"),
        ({"shape": (10000, 900, 48, 6)}, "width: Input should be less than or equal to 7680. Remedy: even sizes from"),
        ({"shape": (1200, 900, 3000, 6)}, "frames: Input should be less than or equal to 2000. Remedy: 1 to 2000"),
        ({"shape": (1200, 900, 48, 500)}, "fps: Input should be less than or equal to 120. Remedy: 1 to 120"),
        ({"stills": 3000}, "stills: Input should be less than or equal to 2000. Remedy: 1 to 2000"),
        ({"stills": 4, "samples": 4}, "samples are frames of a film, and --stills makes no film. Remedy: --stills or"),
        ({"rooms": "oak_loft:²"}, "unknown room 'oak_loft:²'. Remedy: choose from oak_loft"),
        ({"rooms": "3d-front:nowhere"}, "no 3D-FRONT folder at nowhere. Remedy: check --rooms"),
        ({"samples": 49}, "cannot take 49 samples of 48 frames. Remedy: at most 48 samples"),
        ({"samples": 17, "profile": "preview"}, "cannot take 17 samples of 16 frames. Remedy"),
        ({"shape": (1201, 900, 48, 6)}, "width: Input should be a multiple of 2. Remedy: even sizes"),
    ],
)
def test_options_without_a_meaning_are_refused_before_any_work(asked: dict[str, object], answer: str) -> None:
    with pytest.raises(RequestError) as refusal:
        FilmRequest(**asked).check()
    assert str(refusal.value).startswith(answer)
