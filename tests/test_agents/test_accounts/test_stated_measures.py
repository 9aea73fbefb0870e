"""Measures in words: each number goes with the noun beside it, and only where nothing else can be meant."""

import math

import pytest

from agents.language.accounting.stated_measures import asked_measure, stated_measures


@pytest.mark.parametrize(
    ("text", "what", "value"),
    [
        ("A cylinder with a height of 5 inches stands here.", "height", 5.0),
        ("The radius of the base is 2 cm.", "radius", 2.0),
        ("A mug with a 3-inch diameter is full.", "radius", 1.5),
        ("A cone with a three-inch radius is full.", "radius", 3.0),
        ("Cans that are 6 cm in diameter are sold.", "radius", 3.0),
        ("Its circumference is $8\\pi$.", "radius", 4.0),
        ("The slant height is $2\\sqrt{3}$ cm.", "slant", 2 * math.sqrt(3)),
        ("A pole 12 feet tall stands here.", "height", 12.0),
        ("A pyramid has a volume of 63,960 cubic meters.", "volume", 63960.0),
        ("Its total surface area is 432 square units.", "surface_area", 432.0),
        ("The lateral area is 15.", "lateral_area", 15.0),
        ("Squares with side length 12 are cut.", "edge", 12.0),
        ("The edge length of the cube is $\\frac{3}{2}$.", "edge", 1.5),
    ],
)
def test_a_number_goes_with_its_noun(text: str, what: str, value: float) -> None:
    (found,) = stated_measures(text)
    assert found[1].what == what
    assert found[1].value == pytest.approx(value)


@pytest.mark.parametrize(
    "text",
    [
        "The height is 3 units greater than the side.",
        "The height is 3 times the radius.",
        "The sum of the radius and the height is 7.",
        "The ratio of the heights is 3.",
        "The height is increased by 6 cm.",
        "The radius is $3a$.",
        "A sheet of radius 6 is rolled into a cone.",
        "The height is 2 feet and the radius is 8 inches.",
        "A plane cuts the ball in a circle with radius 8.",
    ],
)
def test_what_is_no_plain_measure_is_left_to_the_reading(text: str) -> None:
    assert stated_measures(text) == ()


def test_two_measures_of_one_sentence_stay_apart_and_know_its_solids() -> None:
    found = stated_measures("A right cylinder with a height of 5 inches has a radius of 2 inches.")
    assert {(measure.what, measure.value) for _, measure in found} == {("height", 5.0), ("radius", 2.0)}
    assert all(measure.kinds == ("cylinder",) for _, measure in found)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What is the height of the cone?", ("height", 1.0)),
        ("Find the diameter of the sphere.", ("radius", 0.5)),
        ("How tall will the cup need to be?", ("height", 1.0)),
        ("Find the radius of this circle.", None),
        ("What is the height of the water?", None),
        ("Find the volume of the cone.", None),
    ],
)
def test_a_plain_noun_is_asked_for(question: str, asked: tuple[str, float] | None) -> None:
    assert asked_measure(question) == asked
