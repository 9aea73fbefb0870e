"""Sizes drawn for problems, scales that make short numbers, and the points that need a marker."""

from collections import Counter
from fractions import Fraction

import pytest

from agents.language.wording.variants import named_points
from geometry.notation.resolve import parse_figure
from geometry.pose.short_scale import StatedLength, short_scale
from pipeline.scene.figure_to_scene import solve_and_fit
from pipeline.scene.fit_scene import SceneRefused, fit_scene
from pipeline.scene.presentation import PresentationError, drawn_size, problem_seed, size_range
from pipeline.scene.size_steps import STEPS, size_step
from pipeline.stages.answer import rounded

CUBE = "solid cube ABCD-EFGH\npoint M = midpoint(A,B)\ngiven AB = 3\nfind MG"


def test_sizes_fill_their_range_and_depend_on_the_problem_and_the_seed() -> None:
    seeds = [problem_seed(0, f"problem-{n}") for n in range(600)]
    sizes = [drawn_size((0.5, 2.0), seed).longest_m for seed in seeds]
    assert min(sizes) < 0.52
    assert max(sizes) > 1.94
    by_step = Counter(size_step(size).longest_m for size in sizes)
    assert all(by_step[step.longest_m] > 150 for step in STEPS)
    assert drawn_size((0.5, 2.0), seeds[0]).longest_m == sizes[0]
    assert problem_seed(1, "problem-0") != seeds[0]


@pytest.mark.parametrize(("text", "range_m"), [("1.5", (1.5, 1.5)), (" 0.8 - 1.2 ", (0.8, 1.2)), (".5-2", (0.5, 2.0))])
def test_a_size_or_a_range_can_be_asked_for(text: str, range_m: tuple[float, float]) -> None:
    assert size_range(text) == range_m


@pytest.mark.parametrize("text", ["", "0.4", "2.5", "1.2-0.8", "1-3", "a", "1.5 m", "-1"])
def test_any_other_size_is_refused_with_what_would_do(text: str) -> None:
    with pytest.raises(PresentationError, match=r"such as 1\.5, or a range"):
        size_range(text)


@pytest.mark.parametrize("wanted", [0.0071, 0.043, 0.3333, 0.987, 4.56])
def test_a_scale_has_three_digits_and_is_near_the_wanted_one(wanted: float) -> None:
    scale = short_scale(wanted, (wanted / 2, wanted * 2), ())
    assert scale == pytest.approx(wanted, rel=0.006)
    assert float(f"{scale:.3g}") == scale


def test_a_scale_makes_thirds_and_areas_short() -> None:
    third = StatedLength(coefficient=Fraction(7, 3), power=Fraction(1))
    scale = Fraction(str(short_scale(0.217, (0.1, 0.4), (third,))))
    assert (scale * Fraction(7, 3) * 1000).denominator == 1
    area = StatedLength(coefficient=Fraction(48), power=Fraction(2))
    scale = Fraction(str(short_scale(0.237, (0.1, 0.4), (area,))))
    assert len(str(float(48 * scale**2)).replace(".", "").strip("0")) <= 3


def test_only_points_of_the_question_have_a_marker() -> None:
    figure = parse_figure(CUBE)
    assert named_points(figure) == {"A", "B", "G"}
    whole = solve_and_fit(figure)
    assert len(whole.brief.markers) == 8
    scene = fit_scene(figure, whole.fitted.coordinates, 0, marked=named_points(figure))
    assert [marker.label for marker in scene.brief.markers] == ["A", "B", "G"]
    assert len({marker.colour for marker in scene.brief.markers}) == 3


def test_a_question_about_the_whole_object_needs_no_marker() -> None:
    assert not named_points(parse_figure("solid cube k = ABCD-EFGH\ngiven AB = 3\nfind volume(k)"))


def test_markers_are_as_small_as_their_solid() -> None:
    figure = parse_figure(CUBE)
    coordinates = solve_and_fit(figure).fitted.coordinates
    radii = [
        fit_scene(figure, coordinates, 0, drawn_size((size, size), 0)).brief.marker_radius_m for size in (0.6, 1.0, 1.8)
    ]
    assert radii == [step.script_marker_radius_m for step in STEPS]


@pytest.mark.parametrize(
    ("value", "expected"), [(5.624999999999997, 5.625), (59.99999999999999, 60.0), (0.0387923860865, 0.0387924), (0, 0)]
)
def test_answers_are_rounded_and_say_how_far(value: float, expected: float) -> None:
    answer, tolerance = rounded(value)
    assert answer == expected
    assert abs(answer - value) <= tolerance <= 1e-5 * abs(value)


def test_an_object_too_thin_to_be_measured_is_refused() -> None:
    plate = "solid cuboid k = ABCD-EFGH\ngiven AB = 4, BC = 4, AE = {}\nfind volume(k)"
    assert solve_and_fit(parse_figure(plate.format("0.5"))).checks[0].status == "passed"
    with pytest.raises(SceneRefused, match="cannot be read from a film"):
        solve_and_fit(parse_figure(plate.format("0.05")))
