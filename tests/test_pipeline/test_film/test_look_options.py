"""Camera, light and look by words: what they mean, what is refused, and that a film records them."""

from pathlib import Path

import pytest

from pipeline.film.look_options import CAMERA, LIGHT, LOOK
from pipeline.film.profiles import CLAYS, TINTS
from pipeline.film.records import FilmSpec, Look
from pipeline.film.request import FilmRequest, RequestError
from workers.blender_jobs import OrbitSpec, ProceduralRoom
from workers.blender_pool import BlenderPool


def spec_of(tmp_path: Path, **asked: str) -> FilmSpec:
    with BlenderPool(tmp_path) as pool:
        return FilmRequest(**asked).spec(pool)


def test_words_are_written_into_the_records_of_the_film(tmp_path: Path) -> None:
    spec = spec_of(
        tmp_path,
        camera="tilt=40, radius=6.5,start=90,turn=left,aim=0.5,lens=40",
        light="strength=1.2,tint=warm",
        look="colour=slate,marker=0.06,edges=lines",
    )
    assert spec.orbit == OrbitSpec(radius_m=6.5, tilt_deg=40, start_deg=90, turn=-1, aim_z_m=0.5, fov_deg=40)
    assert spec.room == ProceduralRoom(name="oak_loft", light_gain=1.2, light_tint=TINTS["warm"])
    assert spec.look == Look(solid_rgb=CLAYS["slate"], marker_radius_m=0.06, edges="lines")


def test_without_words_a_film_is_the_usual_one(tmp_path: Path) -> None:
    assert spec_of(tmp_path) == FilmSpec(room=ProceduralRoom(name="oak_loft"))
    assert CLAYS["clay"] == Look().solid_rgb


def test_every_word_stands_for_a_field() -> None:
    for words, record in ((CAMERA, OrbitSpec), (LIGHT, ProceduralRoom), (LOOK, Look)):
        assert set(words.values()) <= set(record.model_fields)


def test_what_is_told_stays_where_the_seed_chooses_the_rest(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, camera="radius=7", look="edges=lines", vary="camera,material")
    assert spec.orbit.radius_m == 7
    assert spec.look.edges == "lines"


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ({"camera": "tilt"}, "--camera 'tilt' is not a setting. Remedy: KEY=VALUE with KEY from radius, tilt"),
        ({"camera": "zoom=2"}, "--camera 'zoom=2' is not a setting. Remedy"),
        ({"camera": "tilt=89"}, "--camera tilt=89: input should be less than or equal to 80. Remedy"),
        ({"camera": "tilt=nan"}, "--camera tilt=nan: input should be a finite number. Remedy"),
        ({"camera": "start=inf"}, "--camera start=inf: input should be a finite number. Remedy"),
        ({"camera": "tilt=steep"}, "--camera tilt=steep: input should be a valid number"),
        ({"camera": "tilt=20,tilt=30"}, "--camera names tilt twice. Remedy"),
        ({"camera": "turn=1"}, "--camera turn: unknown value '1'. Remedy: choose from left, right"),
        ({"light": "tint=red"}, "--light tint: unknown value 'red'. Remedy: choose from neutral, warm, cool"),
        ({"light": "strength=9"}, "--light strength=9: input should be less than or equal to 1.5. Remedy"),
        ({"look": "colour=red"}, "--look colour: unknown value 'red'. Remedy: choose from clay"),
        ({"look": "edges=thick"}, "--look edges: unknown value 'thick'. Remedy: choose from none, lines"),
        ({"camera": "tilt=20", "vary": "camera"}, "--vary camera sets tilt too. Remedy: either set it or vary it"),
        ({"light": "tint=warm", "vary": "light"}, "--vary light sets tint too. Remedy"),
        ({"look": "colour=sage", "vary": "material"}, "--vary material sets colour too. Remedy"),
    ],
)
def test_words_without_a_meaning_are_refused_before_any_work(asked: dict[str, str], answer: str) -> None:
    with pytest.raises(RequestError) as refusal:
        FilmRequest(**asked).check()
    assert str(refusal.value).startswith(answer)


def test_the_help_names_every_word_and_every_named_value() -> None:
    from solidscene.cli.help_text import CAMERA_HELP, LIGHT_HELP, LOOK_HELP

    for words, said in ((CAMERA, CAMERA_HELP), (LIGHT, LIGHT_HELP), (LOOK, LOOK_HELP)):
        assert [word for word in words if word not in said] == []
    assert [name for name in TINTS if name not in LIGHT_HELP] == []
    assert [name for name in CLAYS if name not in LOOK_HELP] == []
