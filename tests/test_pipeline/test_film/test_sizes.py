"""Films of solids of any size: lens, aim, markers, rulers and grids follow the size step; light is shared by all."""

import pytest

from pipeline.film.make_film import plates_for
from pipeline.film.plates.keys import light_key, light_views
from pipeline.film.profiles import BAKED, PREVIEW, VARIATIONS, quality_of
from pipeline.film.records import FilmSpec, Look
from pipeline.film.request import FilmRequest
from pipeline.film.room_choice import ROOM_NAMES
from pipeline.scene.size_steps import LARGEST, STEPS, SizeStep
from workers.blender_jobs import BakedQuality, FrontRoom, OrbitSpec, ProceduralRoom

ROOMS = [ProceduralRoom(name=name, scale_cue="rule") for name in ROOM_NAMES]

by_step = pytest.mark.parametrize("step", STEPS, ids=lambda step: str(step.longest_m))


def _specs(**options: object) -> list[FilmSpec]:
    return [FilmRequest.model_validate(options).spec_in(ROOMS, step.longest_m) for step in STEPS]


@by_step
def test_camera_markers_and_rulers_follow_the_size_of_the_solid(step: SizeStep) -> None:
    spec = FilmRequest().spec_in(ROOMS, step.longest_m - 0.1)
    assert (spec.orbit.fov_deg, spec.orbit.aim_z_m) == (step.fov_deg, step.aim_z_m)
    assert spec.look.marker_radius_m == step.marker_radius_m
    assert spec.room.object_size_m == step.longest_m
    assert spec.orbit.radius_m == OrbitSpec().radius_m


def test_without_a_size_a_film_is_that_of_the_largest_solids() -> None:
    spec = FilmRequest().spec_in(ROOMS)
    assert spec == FilmRequest().spec_in(ROOMS, LARGEST.longest_m)
    assert (spec.orbit, spec.look, spec.room.object_size_m) == (OrbitSpec(), Look(), 2.0)


def test_what_a_user_sets_stays() -> None:
    for spec in _specs(camera="lens=25,aim=0.5", look="marker=0.04"):
        assert (spec.orbit.fov_deg, spec.orbit.aim_z_m, spec.look.marker_radius_m) == (25.0, 0.5, 0.04)


def test_a_varied_film_keeps_the_size() -> None:
    for step, spec in zip(STEPS, _specs(vary=",".join(VARIATIONS), seed=3), strict=True):
        assert (spec.room.object_size_m, spec.orbit.fov_deg) == (step.longest_m, step.fov_deg)


@by_step
@pytest.mark.parametrize("base", [BAKED, PREVIEW])
def test_light_and_shadow_of_small_solids_are_measured_as_finely_as_their_lens_is_long(
    step: SizeStep, base: BakedQuality
) -> None:
    quality = quality_of(FilmRequest(profile="baked" if base is BAKED else "preview").spec_in(ROOMS, step.longest_m))
    assert isinstance(quality, BakedQuality)
    for name in ("solid_edge_m", "floor_half_m"):
        assert getattr(quality, name) / step.longest_m == pytest.approx(getattr(base, name) / LARGEST.longest_m)
    assert (quality.room_edge_m, quality.room_samples) == (base.room_edge_m, base.room_samples)


def test_films_of_all_sizes_lengths_and_formats_share_the_light_of_a_room() -> None:
    specs = _specs() + _specs(shape=(640, 480, 7, 2)) + _specs(camera="start=11,turn=left")
    assert len({light_key(spec.room, light_views(spec.orbit), BAKED) for spec in specs}) == 1
    assert len({plates_for(spec, BAKED).plates for spec in specs}) == len(specs)
    bare = ROOMS[0].model_copy(update={"scale_cue": "none"})
    assert len({light_key(room, light_views(OrbitSpec()), BAKED) for room in (ROOMS[0], bare)}) == 1


def test_another_room_quality_circle_or_view_has_light_of_its_own() -> None:
    room, orbit = ROOMS[0], OrbitSpec()
    keys = {
        light_key(room, light_views(orbit), BAKED),
        light_key(room, light_views(orbit), PREVIEW),
        light_key(ROOMS[1], light_views(orbit), BAKED),
        light_key(room.model_copy(update={"scale_cue": "tiles"}), light_views(orbit), BAKED),
        light_key(room.model_copy(update={"light_gain": 1.1}), light_views(orbit), BAKED),
        *(
            light_key(room, light_views(orbit.model_copy(update=change)), BAKED)
            for change in ({"tilt_deg": 25.0}, {"radius_m": 7.0}, {"fov_deg": 40.0}, {"width": 1600})
        ),
    }
    assert len(keys) == 9


def test_rulers_decide_what_stands_in_a_house() -> None:
    house = FrontRoom(path="data", house="a.json", name="room")
    views = light_views(OrbitSpec())
    small = house.model_copy(update={"object_size_m": 0.8})
    assert light_key(house, views, BAKED) == light_key(small, views, BAKED)
    assert light_key(house, views, BAKED) != light_key(house.model_copy(update={"scale_cue": "rule"}), views, BAKED)
