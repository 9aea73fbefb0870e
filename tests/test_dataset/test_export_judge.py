"""Replies of models as they really end, and the number a person would read in each."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataset.writers.judge import WORST, read_number, relative_error

REPLIES = [
    ("Answer: 0.206 m^3", "m³", 0.206),
    ("so it is \\boxed{\\frac{\\sqrt{2}}{2}}", "1", math.sqrt(2) / 2),
    ("The answer is 2√3 m.", "m", 2 * math.sqrt(3)),
    ("**Answer:** 54.7°", "°", 54.7),
    ("Answer: 20.6 cm", "m", 0.206),
    ("Answer: 100 cm^2", "m²", 0.01),
    ("Answer: 250 centimeters", "m", 2.5),
    ("Answer: 0.5 rad", "°", math.degrees(0.5)),
    ("height √2/2 ≈ 0.7071 m", "m", 0.7071),
    ("\\boxed{\\dfrac{4\\pi}{3}}\\,\\text{m}^3", "m³", 4 * math.pi / 3),
    ("Answer: 1,234.5", "1", 1234.5),
    ("Answer: 12 500 m", "m", 12500.0),
    ("Answer: -3/4", "1", -0.75),
    ("Answer: 1:8", "1", 0.125),
    ("First 12, then 15 cubic metres.", "m³", 15.0),
    ("Answer: 1.2e-3 m", "m", 0.0012),
    ("Answer: 2\\sqrt{3}/3", "m", 2 * math.sqrt(3) / 3),
    ("Answer: \\sqrt[3]{2} m", "m", 2 ** (1 / 3)),
    ("Answer: $60^\\circ$", "°", 60.0),
    ("Answer: approximately 0.35 square meters", "m²", 0.35),
    ("Answer:\n\n0.44 m", "m", 0.44),
    ("Answer: π/6", "1", math.pi / 6),
    ("Answer: 3\\times 10^{2} m", "m", 300.0),
    ("Final answer = 7", "1", 7.0),
]


@pytest.mark.parametrize(("reply", "unit", "value"), REPLIES)
def test_the_number_is_read_as_a_person_would(reply: str, unit: str, value: float) -> None:
    assert read_number(reply, unit) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("reply", ["", "no idea", "Answer: ?", "\\boxed{", "Answer: __import__('os').system('true')"])
def test_a_reply_without_a_number_is_as_wrong_as_can_be(reply: str) -> None:
    assert relative_error(reply, 1.0) == WORST


@given(st.floats(min_value=1e-4, max_value=1e6), st.floats(min_value=-0.99, max_value=5))
def test_the_error_is_the_relative_one(answer: float, off: float) -> None:
    assert relative_error(f"Answer: {answer * (1 + off)!r} m", answer, "m") == pytest.approx(abs(off), abs=1e-9)


@given(st.text(max_size=400))
def test_no_reply_breaks_the_judge(reply: str) -> None:
    assert 0 <= relative_error(reply, 2.0, "m") <= WORST


@pytest.mark.parametrize("bomb", ["9^9^9^9^9", "(" * 5000, "1" * 5000, "2^(10^9)", "√" * 4000, "\\frac{" * 900])
def test_a_hostile_expression_costs_nothing(bomb: str) -> None:
    assert 0 <= relative_error(f"Answer: {bomb}", 2.0, "m") <= WORST


def test_an_answer_of_zero_needs_a_zero() -> None:
    assert relative_error("Answer: 0", 0.0) == 0
    assert relative_error("Answer: 0.1", 0.0) == WORST
