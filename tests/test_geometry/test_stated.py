"""Measures of a statement looked for in a solved figure."""

import math

import pytest

from geometry.equivalence.stated import StatedMeasure, asks_for, measure_gaps
from geometry.notation.resolve import parse_figure

CYLINDER = parse_figure("solid cylinder k\ngiven radius(k) = 5, height(k) = 2\nfind lateral_area(k)")
PRISM = parse_figure(
    "solid right prism k = ABC-DEF\ngiven equilateral(A, B, C), AB = 12, height(k) = 16\nfind volume(k)"
)


@pytest.mark.parametrize(
    ("measure", "is_there"),
    [
        (StatedMeasure("radius", 5.0), True),
        (StatedMeasure("radius", 2.0), False),
        (StatedMeasure("height", 2.0, ("cylinder",)), True),
        (StatedMeasure("height", 5.0, ("cylinder",)), False),
        (StatedMeasure("volume", 50 * math.pi), True),
        (StatedMeasure("volume", 20 * math.pi), False),
    ],
)
def test_exchanged_measures_are_not_there(measure: StatedMeasure, is_there: bool) -> None:
    (gap,) = measure_gaps(CYLINDER, [measure])
    assert (gap < 1e-6) == is_there


def test_an_edge_is_any_edge_and_a_height_the_height() -> None:
    edge, height, swapped = measure_gaps(
        PRISM, [StatedMeasure("edge", 12.0), StatedMeasure("height", 16.0), StatedMeasure("height", 12.0)]
    )
    assert max(edge, height) < 1e-6 < 0.1 < swapped


def test_what_nothing_could_have_is_not_judged() -> None:
    (gap,) = measure_gaps(PRISM, [StatedMeasure("slant", 3.0)])
    assert math.isnan(gap) or gap > 0


@pytest.mark.parametrize(("target", "is_height"), [("SA", False), ("height(k)", True), ("SO", True)])
def test_a_target_is_what_is_asked_for_on_every_solution(target: str, is_height: bool) -> None:
    cone = f"solid cone k = S-O\npoint A on circle(k)\ngiven radius(k) = 3, volume(k) = 93\nfind {target}"
    assert asks_for(parse_figure(cone), "height", 1.0) == is_height


def test_an_unknown_that_is_asked_for_is_the_quantity_that_a_condition_gives_it() -> None:
    figure = parse_figure("solid sphere b\nunknown r\ngiven radius(b) = r, volume(b) = 36*pi\nfind r")
    assert figure.target == parse_figure("solid sphere b\nfind radius(b)").target
    half = parse_figure("solid cube ABCD-EFGH\nunknown a\ngiven AB = 2*a, AB = 4\nfind a")
    assert half.target == parse_figure("solid cube ABCD-EFGH\nfind AB/2").target
