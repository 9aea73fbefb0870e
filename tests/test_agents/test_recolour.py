"""Letters become colours and marked quantities become metres, by rule and without loss."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.language.wording.quantities import QuantityError, decimal, find_quantities, rescale
from agents.language.wording.recolour import convention, letters, recolour, used_colours
from geometry.answers.read_answer import read_answer

COLOURS = {"P": "orange", "A": "red", "B": "blue", "A1": "light green"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$PA$", "$P_{orange}P_{red}$"),
        (r"$\angle APB$", r"$\angle P_{red}P_{orange}P_{blue}$"),
        ("the edge PA", "the edge $P_{orange}P_{red}$"),
        ("P-AB", "$P_{orange}-P_{red}P_{blue}$"),
        ("$AE$", "$P_{red}E$"),
        ("$E$ and $EF$", "$E$ and $EF$"),
        ("$A_1B$", "$P_{light green}P_{blue}$"),
        ("$AB^2$", "$(P_{red}P_{blue})^2$"),
        (r"$\angle PAB = 60^\circ$", r"$\angle P_{orange}P_{red}P_{blue} = 60^\circ$"),
        (r"\triangle PAB", r"\triangle P_{orange}P_{red}P_{blue}"),
        ("A plane through A", "A plane through $P_{red}$"),
    ],
)
def test_marked_points_are_called_by_their_colours_and_others_keep_their_letters(text: str, expected: str) -> None:
    assert recolour(text, COLOURS, ("E", "F")) == expected


def test_a_second_pass_changes_nothing() -> None:
    once = recolour(r"In $P-ABA_1$, $PE \perp AB$ and E lies on PA.", COLOURS, ("E",))
    assert recolour(once, COLOURS, ("E",)) == once


@given(st.lists(st.sampled_from(["P", "A", "B", "A_1", "E"]), min_size=1, max_size=6))
def test_colours_turn_back_into_the_same_letters(run: list[str]) -> None:
    text = f"${''.join(run)}$"
    assert letters(recolour(text, COLOURS, ("E",)), COLOURS) == text


def test_the_convention_names_every_colour_of_the_text_once_and_in_order() -> None:
    text = recolour("$AB$, then $PA$", COLOURS)
    assert used_colours(text) == ("red", "blue", "orange")
    said = convention(text)
    assert said.index("the red, blue and orange balls") > said.index("$P_{red}$, $P_{blue}$ and $P_{orange}$")
    assert convention("$P_{red}$") == "$P_{red}$ is the point marked by the red ball."
    assert convention("no point at all") == ""


def test_two_points_of_one_colour_are_refused() -> None:
    with pytest.raises(ValueError, match="one colour"):
        recolour("$AB$", {"A": "red", "B": "red"})


@pytest.mark.parametrize(
    ("text", "scale", "expected"),
    [
        ("a side of ⟦length: 3⟧ here", 0.25, "a side of 0.75 m here"),
        ("$AB = ⟦length: 3⟧$", 0.25, r"$AB = 0.75\ \mathrm{m}$"),
        ("⟦area: 8⟧", 0.5, "2 m²"),
        (r"⟦volume: \frac{1}{2}⟧", 2.0, "4 m³"),
        (r"$⟦length: 2\sqrt{3}⟧$", 0.5, r"$\sqrt{3}\ \mathrm{m}$"),
        (r"$⟦length: 3⟧\mathrm{cm}$ and $⟦length: 4⟧$ cm long", 1.0, r"$3\ \mathrm{m}$ and $4\ \mathrm{m}$ long"),
        ("$⟦length^4: 16⟧$", 0.5, r"$1\ \mathrm{m}^{4}$"),
        ("60° and the ratio 2 : 3", 0.3, "60° and the ratio 2 : 3"),
    ],
)
def test_marked_quantities_are_restated_in_metres(text: str, scale: float, expected: str) -> None:
    assert rescale(text, scale) == expected


@given(
    st.sampled_from([r"2\sqrt{3}", r"\frac{\sqrt{2}}{7}", "5", "0.3", r"12\pi", r"\sqrt[3]{10}"]),
    st.sampled_from(["length", "area", "volume"]),
    st.floats(min_value=1e-3, max_value=1e3),
)
def test_reading_the_restated_number_gives_the_true_value(number: str, kind: str, scale: float) -> None:
    said = rescale(f"⟦{kind}: {number}⟧", scale)
    power = {"length": 1, "area": 2, "volume": 3}[kind]
    true = read_answer(number).value * scale**power
    assert math.isclose(read_answer(said.replace("$", "").rsplit(" ", 1)[0]).value, true, rel_tol=1e-6)


@given(st.floats(min_value=1e-6, max_value=1e9))
def test_decimals_are_short_and_true(value: float) -> None:
    text = decimal(value)
    assert math.isclose(float(text), value, rel_tol=1e-7)
    assert "e" not in text
    assert len(text.replace(".", "").strip("0")) <= 9


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("⟦length: ⟧", "cannot be read"),
        ("⟦weight: 2⟧", "not a quantity"),
        ("⟦length: a⟧", "cannot be read"),
        ("⟦length: 2 cm⟧", "unit"),
        ("⟦length: 2", "alone"),
    ],
)
def test_a_mark_that_cannot_be_read_is_refused_with_a_sentence(text: str, said: str) -> None:
    with pytest.raises(QuantityError, match=said):
        find_quantities(text)
