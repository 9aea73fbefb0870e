"""Real frames from real Blender, small: where things are, what colour they have, and that they repeat."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from dataset.video.checks import check_video
from pipeline.film import encode
from pipeline.film.make_film import filmed, make_stills
from pipeline.film.records import FilmResult, FilmSpec, MarkerSight
from pipeline.film.request import FilmRequest
from pipeline.film.room_choice import ROOM_NAMES, read_rooms
from pipeline.film.visibility_checks import view_check, visibility_checks
from pipeline.scene.records import SceneData
from tests.support.film_fixtures import TINY, box_scene, depths_of, projected, small_spec
from tests.support.front3d_sample import write_sample
from tests.support.marker_pixels import classify
from workers.blender_jobs import FrontRoomsJob, TracedQuality
from workers.blender_pool import BlenderPool

pytestmark = pytest.mark.blender

Array = NDArray[np.float64]
Pixels = NDArray[np.uint8]
Films = tuple[SceneData, FilmSpec, FilmResult, Pixels]


@pytest.fixture(scope="module")
def scene() -> SceneData:
    return box_scene()


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BlenderPool]:
    with BlenderPool(tmp_path_factory.mktemp("logs")) as made:
        yield made


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def film(scene: SceneData, pool: BlenderPool, cache: Path) -> Films:
    spec = small_spec()
    with filmed(pool, scene, spec, cache, quality=TINY) as result:
        return scene, spec, result, np.load(result.frames_file)


def _own_pixels(frame: Pixels, colours: list[str], index: int, near: Array) -> Array:
    """(n, 2) pixel centres classified as a colour within 12 px of a place."""
    rows, columns = np.nonzero(classify(frame, colours) == index)
    found = np.stack([columns + 0.5, rows + 0.5], axis=1)
    return np.asarray(found[np.linalg.norm(found - near, axis=1) < 12])


def _centroid_errors(film: Films, least_z_m: float = -1.0, most_z_m: float = 9.0) -> list[float]:
    """Pixels between each marker's own pixels and its projected vertex, where nothing covers it; heights as given."""
    scene, spec, result, frames = film
    colours = [marker.name.rpartition("_")[2] for marker in scene.markers]
    focal_px = spec.orbit.height / 2 / np.tan(np.radians(spec.orbit.fov_deg) / 2)
    points = np.array([m.position_m for m in scene.markers])
    errors = []
    for frame, picture in zip(result.frames, frames, strict=True):
        places, depths = projected(spec.orbit, points, frame), depths_of(spec.orbit, points, frame)
        for index, (place, sight) in enumerate(zip(places, result.sights, strict=True)):
            disc_px = np.pi * (sight.radius_m * focal_px / depths[index]) ** 2
            if sight.visible_px[frame] < 0.99 * disc_px or not least_z_m <= points[index][2] <= most_z_m:
                continue
            own = _own_pixels(picture, colours, index, place)
            assert len(own) > 0.5 * disc_px, sight.name
            errors.append(float(np.linalg.norm(own.mean(axis=0) - place)))
    return errors


def test_every_uncovered_marker_is_drawn_in_its_colour_centred_on_its_vertex(film: Films) -> None:
    for heights in ((-1.0, 0.01), (0.1, 9.0)):
        errors = _centroid_errors(film, *heights)
        assert len(errors) >= 4
        assert max(errors) < 0.5


def test_a_path_traced_film_draws_markers_on_the_floor_centred_on_their_vertices(
    scene: SceneData, pool: BlenderPool, tmp_path: Path
) -> None:
    spec = small_spec(width=480)
    with filmed(pool, scene, spec, tmp_path, (0, 2), TracedQuality(samples=2)) as result:
        errors = _centroid_errors((scene, spec, result, np.load(result.frames_file)), most_z_m=0.01)
    assert len(errors) >= 2
    assert max(errors) < 0.5


def test_pixels_seen_agree_with_the_pixels_counted_by_rays(film: Films) -> None:
    scene, spec, result, frames = film
    colours = [marker.name.rpartition("_")[2] for marker in scene.markers]
    for frame, picture in enumerate(frames):
        places = projected(spec.orbit, np.array([m.position_m for m in scene.markers]), frame)
        for index, place in enumerate(places):
            drawn, counted = len(_own_pixels(picture, colours, index, place)), result.sights[index].visible_px[frame]
            assert drawn <= counted * 1.25 + 8
            if counted == 0:
                assert drawn == 0


def test_the_object_throws_a_shadow_and_hides_the_room(film: Films, pool: BlenderPool, cache: Path) -> None:
    scene, spec, _, frames = film
    bare = scene.model_copy(
        update={"vertices_m": tuple((x * 0.01, y * 0.01, z * 0.01) for x, y, z in scene.vertices_m)}
    )
    bare = bare.model_copy(update={"markers": ()})
    with filmed(pool, bare, spec, cache, quality=TINY) as result:
        empty = np.load(result.frames_file).astype(int)
    change = np.abs(frames.astype(int) - empty).max(axis=3)
    assert (change > 12).mean() > 0.01
    darker = (empty.sum(axis=3) - frames.astype(int).sum(axis=3)) > 20
    solid = projected(spec.orbit, np.array(scene.vertices_m), 0)
    floor_row = int(solid[:, 1].max()) + 6
    assert darker[0, floor_row:, :].sum() + darker[1:, :, :].sum() > 200


def _leaning(scene: SceneData) -> SceneData:
    """The box with its lid pushed aside, so that its upper vertices stand over open floor."""

    def pushed(point: tuple[float, float, float]) -> tuple[float, float, float]:
        x, y, z = point
        return x + 0.9 * z, y + 0.5 * z, z

    markers = tuple(m.model_copy(update={"position_m": pushed(m.position_m)}) for m in scene.markers)
    moved = tuple(pushed(point) for point in scene.vertices_m)
    return scene.model_copy(update={"vertices_m": moved, "markers": markers})


def test_markers_colour_their_own_discs_and_nothing_else(film: Films, pool: BlenderPool, cache: Path) -> None:
    spec, scene = film[1], _leaning(film[0])
    pictures = []
    for each in (scene, scene.model_copy(update={"markers": ()})):
        with filmed(pool, each, spec, cache, quality=TINY) as result:
            pictures.append(np.load(result.frames_file).astype(int))
    marked, bare = pictures
    radius_px = spec.look.marker_radius_m * spec.orbit.height / 2 / np.tan(np.radians(15)) / 7
    for frame in range(spec.orbit.frames):
        rows, columns = np.nonzero(np.abs(marked[frame] - bare[frame]).max(axis=2) > 1)
        places = projected(spec.orbit, np.array([m.position_m for m in scene.markers]), frame)
        spots = np.stack([columns + 0.5, rows + 0.5], axis=1)
        away = np.linalg.norm(spots[:, None] - places[None], axis=2).min(axis=1)
        assert len(away) > 100
        assert away.max() < radius_px + 2.5


def _box_edges(scene: SceneData) -> list[tuple[Array, Array]]:
    corners = np.array(scene.vertices_m)
    pairs = {tuple(sorted(pair)) for face in scene.faces for pair in zip(face, (*face[1:], face[0]), strict=True)}
    return [(corners[a], corners[b]) for a, b in sorted(pairs)]


def test_edge_lines_are_dark_lie_on_the_edges_and_change_nothing_else(
    film: Films, pool: BlenderPool, cache: Path
) -> None:
    scene, spec, _, plain = film
    lined_spec = spec.model_copy(update={"look": spec.look.model_copy(update={"edges": "lines"})})
    with filmed(pool, scene, lined_spec, cache, quality=TINY) as result:
        assert not result.cold_plates
        lined = np.load(result.frames_file).astype(int)
    edges = _box_edges(scene)
    top = max(point[2] for point in scene.vertices_m)
    assert len(edges) == 12
    for frame, (one, other) in enumerate(zip(plain.astype(int), lined, strict=True)):
        changed = np.abs(one - other).max(axis=2) > 2
        assert (one - other)[changed].mean() > 10
        along = np.concatenate([a + np.linspace(0, 1, 400)[:, None] * (b - a) for a, b in edges])
        drawn = projected(spec.orbit, along, frame)
        rows, columns = np.nonzero(changed)
        far = [np.linalg.norm(drawn - (x + 0.5, y + 0.5), axis=1).min() for x, y in zip(columns, rows, strict=True)]
        assert max(far) < 3.0
        # The edges of the lid are never hidden by the box itself.
        for a, b in (edge for edge in edges if edge[0][2] == edge[1][2] == top):
            for x, y in projected(spec.orbit, np.array([0.7 * a + 0.3 * b, 0.4 * a + 0.6 * b]), frame).astype(int):
                assert changed[y - 1 : y + 2, x - 1 : x + 2].any()


def test_the_same_job_gives_the_same_pixels_in_another_process(film: Films, tmp_path: Path) -> None:
    scene, spec, _, frames = film
    with BlenderPool(tmp_path / "logs") as fresh, filmed(fresh, scene, spec, tmp_path, quality=TINY) as result:
        assert result.cold_plates
        (plates,) = (tmp_path / "plates").iterdir()
        assert plates.stat().st_mode == plates.parent.stat().st_mode  # of a cache that users share
        assert np.array_equal(frames, np.load(result.frames_file))


class Bakes:
    """Counts how often the light of a room is baked."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, what: str, share: float) -> None:
        self.count += what == "room light" and share == 1.0


def test_plates_are_used_again_by_another_start_of_the_same_circle(film: Films, pool: BlenderPool, cache: Path) -> None:
    scene, spec, bakes = film[0], small_spec(width=160), Bakes()
    here = spec.model_copy(update={"orbit": spec.orbit.model_copy(update={"start_deg": 0.0})})
    there = spec.model_copy(update={"orbit": spec.orbit.model_copy(update={"start_deg": 90.0, "turn": -1})})
    with filmed(pool, scene, here, cache, quality=TINY, progress=bakes) as first:
        ahead, made = np.load(first.frames_file), first.cold_plates
    with filmed(pool, scene, there, cache, quality=TINY, progress=bakes) as second:
        back, made_again = np.load(second.frames_file), second.cold_plates
    assert (made, made_again) == (True, False)
    assert np.array_equal(back, ahead[[1, 0, 3, 2]])
    assert bakes.count == 0  # the room has its light from the film of another size


def test_torn_plates_floors_and_lights_are_made_anew(
    film: Films, pool: BlenderPool, cache: Path, tmp_path: Path
) -> None:
    scene, spec, bakes = film[0], small_spec(frames=1, width=96), Bakes()
    shutil.copytree(cache / "lights", tmp_path / "lights")
    (light,) = (tmp_path / "lights").iterdir()
    whole = light.read_bytes()
    for count in range(2):
        with filmed(pool, scene, spec, tmp_path, quality=TINY, progress=bakes) as result:
            assert result.cold_plates
        assert bakes.count == count
        for path in tmp_path.rglob("*.npy"):
            path.write_bytes(b"")
        light.write_bytes(whole[: len(whole) // 2])


def _shrunk(scene: SceneData, longest_m: float) -> SceneData:
    """The scene at another size, standing on the floor as before."""
    places = np.array(scene.vertices_m)
    share = longest_m / np.linalg.norm(places[:, None] - places[None], axis=2).max()
    markers = tuple(m.model_copy(update={"position_m": tuple(share * np.array(m.position_m))}) for m in scene.markers)
    return scene.model_copy(update={"vertices_m": tuple(map(tuple, share * places)), "markers": markers})


def test_a_small_solid_is_filmed_from_close_by_in_the_light_that_its_room_has(
    film: Films, pool: BlenderPool, cache: Path
) -> None:
    small, bakes = _shrunk(film[0], 0.7), Bakes()
    spec = FilmRequest(profile="preview", scale_cue="rule", shape=(400, 300, 4, 1)).spec(pool, longest_m=0.7)
    lengths = {"solid_edge_m": 0.4 * TINY.solid_edge_m, "floor_half_m": 0.4 * TINY.floor_half_m}
    with filmed(pool, small, spec, cache, quality=TINY.model_copy(update=lengths), progress=bakes) as result:
        frames = np.load(result.frames_file)
    assert bakes.count == 0
    assert {check.status for check in (view_check(result.view), *visibility_checks(result, spec))} == {"passed"}
    large = film[2].view.edge_px / film[1].orbit.height
    assert result.view.edge_px / spec.orbit.height == pytest.approx(large, abs=0.1)
    # White ends of rulers, which are brighter than floor and solid.
    assert ((frames.min(axis=3) > 200).sum(axis=(1, 2)) > 20).all()


def test_baked_and_traced_frames_show_the_same_scene(film: Films, pool: BlenderPool, tmp_path: Path) -> None:
    scene, spec, _, frames = film
    rows = slice(140, 380)  # the object and the floor before it
    quality = TracedQuality(samples=8, rows=(rows.start, rows.stop))
    with filmed(pool, scene, spec, tmp_path, (0,), quality) as traced:
        reference = np.load(traced.frames_file)[0].astype(float)
    error = np.mean((frames[0][rows] - reference[rows]) ** 2)
    assert 10 * np.log10(255**2 / error) > 22  # the quality here is the lowest that draws anything


def test_a_strip_of_a_traced_frame_is_that_part_of_the_whole(
    scene: SceneData, pool: BlenderPool, tmp_path: Path
) -> None:
    spec = small_spec(frames=1, width=160)
    rows = (20, 45)
    pictures = []
    for chosen in (None, rows):
        quality = TracedQuality(samples=4, denoise=False, rows=chosen)
        with filmed(pool, scene, spec, tmp_path, (0,), quality) as result:
            pictures.append(np.load(result.frames_file)[0].astype(int))
    whole, strip = pictures
    assert np.abs(whole[slice(*rows)] - strip[slice(*rows)]).max() <= 1
    assert not strip[: rows[0]].any()
    assert not strip[rows[1] :].any()


def test_stills_are_one_picture_per_view(
    scene: SceneData, pool: BlenderPool, tmp_path: Path, plate_cache: Path
) -> None:
    spec = FilmRequest(profile="preview", stills=2, scale_cue="rule").spec(pool)
    (tmp_path / "views").mkdir()
    for name in ("still-02.png", "still-03.png", "notes.txt"):
        (tmp_path / "views" / name).write_text("of an earlier film")
    made = make_stills(pool, scene, spec, plate_cache, tmp_path / "views")
    assert [path.name for path in made.files] == ["still-01.png", "still-02.png"]
    assert all(path.stat().st_size > 1000 for path in made.files)
    there = sorted(path.name for path in (tmp_path / "views").iterdir())
    assert there == ["notes.txt", "still-01.png", "still-02.png"]
    # They are frames of a film whose plates come with the program, and are the same pictures.
    assert made.result.cold_plates is False
    whole = FilmRequest(profile="preview", scale_cue="rule").spec(pool)
    with filmed(pool, scene, whole, plate_cache, wanted=(0, whole.orbit.frames // 2)) as result:
        frames = np.load(result.frames_file)
        for frame, path in zip(frames, made.files, strict=True):
            assert np.abs(np.asarray(Image.open(path)).astype(int) - frame).mean() < 1.0


def test_the_video_of_a_film_has_its_frames(film: Films, tmp_path: Path) -> None:
    _, spec, _, frames = film
    facts = encode.encode_video(frames, tmp_path / "film.mp4", spec.orbit.fps)
    checks = check_video(tmp_path / "film.mp4", facts, frames)
    assert {check.status for check in checks} == {"passed"}
    assert (facts.frames, facts.width_px, facts.height_px) == (4, 640, 480)


def test_a_marker_that_is_never_in_view_fails_the_audit(film: Films) -> None:
    _, spec, result, _ = film
    hidden = result.model_copy(update={"sights": (MarkerSight(name="A_red", radius_m=0.05, visible_px=(0.0,) * 4),)})
    (check,) = visibility_checks(hidden, spec)
    assert check.status == "failed"
    assert "A_red is in view in 0 of 4 frames" in check.sentence
    assert {each.status for each in visibility_checks(result, spec)} == {"passed"}


@pytest.mark.parametrize("room", ROOM_NAMES)
def test_markers_keep_their_colour_names_in_every_room(
    room: str, scene: SceneData, pool: BlenderPool, cache: Path
) -> None:
    spec = small_spec(room, frames=1, width=480)
    rough = TINY.model_copy(update={"room_edge_m": 1.4, "room_samples": 2})
    colours = [marker.name.rpartition("_")[2] for marker in scene.markers]
    with filmed(pool, scene, spec, cache, quality=rough) as result:
        frames = np.load(result.frames_file)
        for frame, picture in enumerate(frames):
            places = projected(spec.orbit, np.array([m.position_m for m in scene.markers]), frame)
            for index, sight in enumerate(result.sights):
                if sight.visible_px[frame] > 40:
                    assert len(_own_pixels(picture, colours, index, places[index])) > 20, sight.name


def test_rooms_too_small_for_the_rule_are_left_out_and_told(pool: BlenderPool, tmp_path: Path) -> None:
    folder = write_sample(tmp_path / "front")
    listed = pool.run(FrontRoomsJob(path=str(folder)))
    usable = {room.room: room.largest_circle_m for room in listed.rooms if room.usable}
    small = {name for name, circle in usable.items() if circle < listed.rule_clear_m}
    told: list[str] = []
    assert small
    assert {room.name for room in read_rooms(f"3d-front:{folder}", "rule", pool, told.append)} == set(usable) - small
    assert {
        name for name in usable if any(f" {name}: its largest free circle" in sentence for sentence in told)
    } == small
    assert {room.name for room in read_rooms(f"3d-front:{folder}", "tiles", pool)} == set(usable)


def test_a_3d_front_room_is_filmed_alike_by_both_methods(scene: SceneData, pool: BlenderPool, tmp_path: Path) -> None:
    told: list[str] = []
    rooms = read_rooms(f"3d-front:{write_sample(tmp_path / 'front')}", "none", pool, told.append)
    assert any("broken" in sentence or "JSON" in sentence for sentence in told)
    spec = small_spec(frames=2, width=320).model_copy(update={"room": rooms[0]})
    colours = [marker.name.rpartition("_")[2] for marker in scene.markers]
    with filmed(pool, scene, spec, tmp_path, quality=TINY) as result:
        frames = np.load(result.frames_file)
        places = projected(spec.orbit, np.array([m.position_m for m in scene.markers]), 0)
        for index, sight in enumerate(result.sights):
            if sight.visible_px[0] > 30:
                assert len(_own_pixels(frames[0], colours, index, places[index])) > 10, sight.name
    with filmed(pool, scene, spec, tmp_path, (0,), TracedQuality(samples=8)) as traced:
        reference = np.load(traced.frames_file)[0].astype(float)
    # A wall before the object would be most of the picture.
    assert 10 * np.log10(255**2 / np.mean((frames[0] - reference) ** 2)) > 20
