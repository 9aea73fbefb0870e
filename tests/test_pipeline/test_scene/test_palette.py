"""Colours against published values, the palette's distances and names, and markers found again in pictures."""

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from dataset.video.decode import read_frames
from pipeline.film.encode import encode_video
from pipeline.film.profiles import CLAYS
from pipeline.scene.colour_space import (
    SHOULDER_START,
    display,
    emission,
    linear_to_srgb,
    shoulder,
    srgb_to_lab,
    srgb_to_linear,
)
from pipeline.scene.palette import PALETTE, PaletteError, colour_named
from tests.support.colour_differences import ciede2000, lab_to_srgb, to_8bit
from tests.support.marker_pixels import NOBODY, RADIUS, MarkerSpot, classify, marker_counts

Array = NDArray[np.float64]
NAMES = [colour.name for colour in PALETTE]
LAB = np.array([colour.lab for colour in PALETTE])
RIM_SHADE = 0.55
BALL_PX = 6.9
"""A marker of 35 mm seen from 8 m in a picture 900 pixels high with a field of view of 32 degrees."""

# What people call colours: the centroids of the XKCD colour-name survey (CC0), and the CSS colour of the same name
# where it is a different one. CSS `lime` is what people call green, CSS `lavender` is nearly white: left out.
CALLED = {
    "green": ("15b01a", "008000"),
    "magenta": ("c20078", "ff00ff"),
    "orange": ("f97306", "ffa500"),
    "cyan": ("00ffff",),
    "blue": ("0343df", "0000ff"),
    "red": ("e50000", "ff0000"),
    "yellow": ("ffff14",),
    "pink": ("ff81c0", "ffc0cb"),
    "maroon": ("650021", "800000"),
    "mint": ("9ffeb0",),
    "navy": ("01153e", "000080"),
    "lavender": ("c79fef",),
    "purple": ("7e1e9c", "800080"),
    "olive": ("6e750e", "808000"),
    "teal": ("029386", "008080"),
    "brown": ("653700", "8b4513"),
    "lime": ("aaff32",),
    "black": ("000000",),
    # Not in the palette, but a marker must not look like them.
    "white": ("ffffff",),
    "grey": ("929591",),
    "violet": ("9a0eea",),
    "turquoise": ("06c2ac",),
    "salmon": ("ff796c",),
    "beige": ("e6daa6",),
    "tan": ("d1b26f",),
    "peach": ("ffb07c",),
    "gold": ("dbb40c",),
    "indigo": ("380282",),
}

# Sharma, Wu, Dalal, "The CIEDE2000 color-difference formula", 2005, table 1: the pairs that catch wrong hue means.
SHARMA = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


def rgb(code: str) -> Array:
    return np.array([int(code[i : i + 2], 16) for i in (0, 2, 4)]) / 255


def shades(colours: Array, count: int = 19) -> Array:
    """CIELAB of each display colour's ball from rim to middle, (colours, count, 3)."""
    steps = np.linspace(RIM_SHADE, 1.0, count)[:, np.newaxis]
    return srgb_to_lab(display(emission(colours)[..., np.newaxis, :] * steps))


def smallest(distances: Array) -> float:
    return float(distances[~np.eye(len(distances), dtype=bool)].min())


def distances_of(count: int) -> tuple[float, float, float]:
    """Smallest CIEDE2000, CIELAB and shade-to-shade CIELAB distance within the first `count` colours."""
    lab, balls = LAB[:count], shades(np.array([c.srgb for c in PALETTE[:count]]))
    between = np.linalg.norm(balls[:, None, :, None] - balls[None, :, None, :], axis=-1).min(axis=(2, 3))
    return (
        smallest(ciede2000(lab[:, None], lab[None])),
        smallest(np.linalg.norm(lab[:, None] - lab[None], axis=-1)),
        smallest(between),
    )


def muted_backgrounds() -> Array:
    """Clay and walls of any hue up to chroma 20, wood and cloth of warm hues up to chroma 35, not darker than L 12."""
    hues = [(hue, chroma) for hue in range(0, 360, 15) for chroma in (0, 8, 20)]
    hues += [(hue, 35) for hue in (45, 60, 75, 90)]
    lab = np.array(
        [
            (light, chroma * np.cos(np.radians(hue)), chroma * np.sin(np.radians(hue)))
            for light in range(12, 97, 3)
            for hue, chroma in hues
        ]
    )
    can_be_shown = np.abs(srgb_to_lab(lab_to_srgb(lab)) - lab).max(axis=1) < 0.1
    return np.asarray(lab[can_be_shown])


@pytest.mark.parametrize(("first", "second", "expected"), SHARMA)
def test_ciede2000_gives_the_published_values_both_ways(first: object, second: object, expected: float) -> None:
    one, other = np.array(first), np.array(second)
    assert float(ciede2000(one, other)) == pytest.approx(expected, abs=5e-5)
    assert float(ciede2000(other, one)) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(
    ("srgb", "lab"),
    # Lindbloom's calculator, D65, to two decimals.
    [((1, 1, 1), (100, 0, 0)), ((1, 0, 0), (53.24, 80.09, 67.20)), ((0, 0, 1), (32.30, 79.19, -107.86))],
)
def test_cielab_of_primaries_is_the_textbook_one(srgb: tuple[float, ...], lab: tuple[float, ...]) -> None:
    np.testing.assert_allclose(srgb_to_lab(np.array(srgb, dtype=float)), lab, atol=0.02)


COLOURS = arrays(np.float64, 3, elements=st.floats(0, 250 / 255))


@given(COLOURS)
def test_every_way_through_the_colour_spaces_leads_back(srgb: Array) -> None:
    np.testing.assert_allclose(linear_to_srgb(srgb_to_linear(srgb)), srgb, atol=1e-6)
    np.testing.assert_allclose(lab_to_srgb(srgb_to_lab(srgb)), srgb, atol=1e-6)
    np.testing.assert_allclose(display(emission(srgb)), srgb, atol=1e-6)


def test_full_white_needs_finite_light_and_is_shown_as_255() -> None:
    light = emission(np.ones(3))
    assert np.isfinite(light).all()
    assert to_8bit(display(light)).tolist() == [255, 255, 255]


def test_the_shoulder_has_no_kink_and_never_clips() -> None:
    x = np.linspace(0, 3, 30001)
    slope = np.diff(shoulder(x)) / np.diff(x)
    assert slope.max() <= 1 + 1e-9
    assert slope.min() > 0
    assert np.abs(np.diff(slope)).max() < 1e-3
    assert shoulder(np.array([SHOULDER_START, 0.3])).tolist() == [SHOULDER_START, 0.3]
    assert shoulder(x).max() < 1


def test_names_are_distinct_single_words_and_found_again() -> None:
    assert len(PALETTE) == len(set(NAMES)) == 18
    assert all(colour_named(name).name == name for name in NAMES)
    with pytest.raises(PaletteError, match=r"no 'grey'\. Remedy: use one of green"):
        colour_named("grey")


def test_each_colour_is_what_people_call_by_its_name() -> None:
    for colour, lab in zip(PALETTE, LAB, strict=True):
        away = {
            name: min(float(ciede2000(lab, srgb_to_lab(rgb(code)))) for code in codes) for name, codes in CALLED.items()
        }
        assert min(away, key=lambda name: away[name]) == colour.name
        assert away[colour.name] < 12.5


# Measured minimum distances: CIEDE2000, CIELAB, and CIELAB between any two shades of two colours.
@pytest.mark.parametrize(
    ("count", "measured"),
    [(4, (44.2, 88.6, 79.85)), (8, (25.4, 49.0, 35.9)), (12, (24.9, 43.9, 35.6)), (18, (20.7, 42.0, 25.55))],
)
def test_the_palette_keeps_its_distances(count: int, measured: tuple[float, float, float]) -> None:
    np.testing.assert_allclose(distances_of(count), measured, atol=0.1)


def test_no_pixel_can_belong_to_two_colours() -> None:
    assert distances_of(len(PALETTE))[2] > 2 * RADIUS


def test_green_stands_out_from_clay_and_dark_floors_in_the_shade() -> None:
    floors = [srgb_to_linear(rgb(code)) for code in ("5a4030", "b8936a", "606468")]  # walnut, oak, slate
    lit = np.array([*CLAYS.values(), *floors])
    shaded = srgb_to_lab(display(lit[:, None] * np.array([0.05, 0.1, 0.2, 0.4])[:, None])).reshape(-1, 3)
    ball = shades(np.array([colour_named("green").srgb])).reshape(-1, 1, 3)
    assert ciede2000(ball, shaded[None]).min() > 23.5
    assert colour_named("green").lab[0] > 55  # as light as a marker of a pure hue


@pytest.mark.slow
def test_no_shade_of_a_marker_is_taken_for_clay_wall_or_wood() -> None:
    balls = shades(np.array([c.srgb for c in PALETTE])).reshape(-1, 1, 3)
    assert np.linalg.norm(balls - muted_backgrounds(), axis=-1).min() > 11.9 > RADIUS
    pictures = to_8bit(lab_to_srgb(muted_backgrounds()))[np.newaxis]
    assert (classify(pictures, NAMES) == NOBODY).all()


def test_every_shade_of_every_colour_is_recognised() -> None:
    light = np.array([c.emission_rgb for c in PALETTE])[:, np.newaxis]
    picture = to_8bit(display(light * np.linspace(RIM_SHADE, 1.0, 91)[:, np.newaxis]))
    assert (classify(picture, NAMES) == np.arange(len(NAMES))[:, np.newaxis]).all()


def backdrop(height: int, width: int, seed: int) -> Array:
    """Wall above, boards in the middle, clay below, with grain; linear light."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:height, :width]
    wood = np.stack([50 + 8 * np.sin(x / 5), 12 + 0 * x, 26 + 0 * x], axis=-1)
    lab = np.where((y < height / 3)[..., None], (86.0, 1.0, 7.0), wood)
    lab = np.where((y >= 2 * height / 3)[..., None], (75.0, 2.0, 8.0), lab)
    lab[..., 0] += rng.normal(0, 1.0, (height, width))
    return emission(lab_to_srgb(lab))


def ball_scene(spots: list[MarkerSpot], height: int, width: int, seed: int = 1) -> NDArray[np.uint8]:
    """Shaded, antialiased balls over the backdrop, the furthest first."""
    picture = backdrop(height, width, seed)
    for spot in sorted(spots, key=lambda s: -s.distance_m):
        cover, shade, window = ball(spot, height, width)
        light = np.array(colour_named(spot.colour).emission_rgb)
        picture[window] = picture[window] * (1 - cover) + shade * light
    return to_8bit(display(picture))


def ball(spot: MarkerSpot, height: int, width: int, fine: int = 4) -> tuple[Array, Array, tuple[slice, slice]]:
    """Per pixel of a window the share that the ball covers, and that share times its shade."""
    reach = int(spot.radius_px) + 2
    top, left = max(int(spot.y_px) - reach, 0), max(int(spot.x_px) - reach, 0)
    bottom, right = max(min(int(spot.y_px) + reach, height), top), max(min(int(spot.x_px) + reach, width), left)
    y, x = (np.mgrid[top * fine : bottom * fine, left * fine : right * fine] + 0.5) / fine
    away = np.hypot(x - spot.x_px, y - spot.y_px) / spot.radius_px
    shade = (away <= 1) * (RIM_SHADE + (1 - RIM_SHADE) * np.sqrt(np.clip(1 - away**2, 0, 1)))
    blocks = (bottom - top, fine, right - left, fine, 1)
    cover = (away <= 1).reshape(blocks).mean(axis=(1, 3))
    return cover, shade.reshape(blocks).mean(axis=(1, 3)), (slice(top, bottom), slice(left, right))


def spread_spots(shift: float = 0.0) -> list[MarkerSpot]:
    """Every colour once on every backdrop."""
    return [
        MarkerSpot(colour=name, x_px=14.3 + 21 * column + shift, y_px=25.7 + 60 * row, radius_px=BALL_PX)
        for row, (column, name) in itertools.product(range(3), enumerate(NAMES))
    ]


HEIGHT, WIDTH = 180, 400


def test_markers_are_found_on_every_backdrop_and_nothing_else_is() -> None:
    spots = spread_spots()
    picture = ball_scene(spots, HEIGHT, WIDTH)
    assert [c.visible_px > 80 and c.share for c in marker_counts(picture, spots)] == [1.0] * len(spots)
    assert (classify(ball_scene([], HEIGHT, WIDTH), NAMES) == NOBODY).all()


@pytest.mark.slow
def test_markers_survive_the_film(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    films = [spread_spots(shift) for shift in (0.0, 1.7, 3.1, 4.4)]
    encode_video(np.stack([ball_scene(s, HEIGHT, WIDTH, i) for i, s in enumerate(films)]), path, 6)
    for frame, spots in zip(read_frames(path, range(4)), films, strict=True):
        counts = marker_counts(frame, spots)
        assert min(count.share for count in counts) > 0.9, [c for c in counts if c.share <= 0.9]
        assert np.mean([count.share for count in counts]) > 0.99


def test_a_nearer_ball_hides_the_further_one_and_is_not_held_against_it() -> None:
    far = MarkerSpot(colour="red", x_px=60, y_px=150, radius_px=10, distance_m=8)
    near = MarkerSpot(colour="blue", x_px=68, y_px=150, radius_px=10, distance_m=7)
    behind, front = marker_counts(ball_scene([far, near], HEIGHT, WIDTH), [far, near])
    assert behind.share == front.share == 1.0
    assert 0 < behind.visible_px < front.visible_px


def test_a_marker_of_the_wrong_colour_or_none_gets_no_share() -> None:
    spot = MarkerSpot(colour="red", x_px=60, y_px=150, radius_px=10)
    wrong = spot.model_copy(update={"colour": "orange"})
    assert marker_counts(ball_scene([wrong], HEIGHT, WIDTH), [spot])[0].share == 0.0
    assert marker_counts(ball_scene([], HEIGHT, WIDTH), [spot])[0].share == 0.0


def test_pixels_that_the_renderer_hid_do_not_count() -> None:
    spot = MarkerSpot(colour="red", x_px=60, y_px=150, radius_px=10)
    picture, drawn = ball_scene([spot], HEIGHT, WIDTH), np.zeros((HEIGHT, WIDTH), dtype=np.int16)
    picture[:, 60:], drawn[:, 60:] = 200, NOBODY
    assert marker_counts(picture, [spot])[0].share == pytest.approx(0.5, abs=0.05)
    assert marker_counts(picture, [spot], drawn)[0].share == 1.0


@pytest.mark.parametrize(("x", "visible"), [(-30.0, False), (500.0, False), (-3.0, True)])
def test_a_marker_outside_the_picture_shows_no_pixel(x: float, visible: bool) -> None:
    spot = MarkerSpot(colour="red", x_px=x, y_px=150, radius_px=10)
    (count,) = marker_counts(ball_scene([spot], HEIGHT, WIDTH), [spot])
    assert (count.visible_px > 0) == visible
    assert count.share == float(visible)


def test_a_scene_without_markers_has_no_counts() -> None:
    assert marker_counts(ball_scene([], HEIGHT, WIDTH), []) == ()
