"""Lengths written in a statement are measured on the figure, whatever the reading says of them."""

import pytest

from agents.language.statements.literal_lengths import check, written_lengths

POINTS = {"A": (0.0, 0.0, 0.0), "B": (2.0, 0.0, 0.0), "C": (2.0, 2.0, 0.0), "A1": (0.0, 0.0, 12**0.5)}


def lengths(text: str) -> dict[str, object]:
    return {"".join(length.ends): pytest.approx(length.value) for length in written_lengths([text])}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("In the cuboid, $AB=2$, $BC = 3$ and $AA_1=4$.", {"AB": 2, "BC": 3, "AA1": 4}),
        (r"where $AB=BC=2\sqrt{3}$", {"AB": 12**0.5, "BC": 12**0.5}),
        (r"$A A_{1}=\frac{1}{2}$, a prism", {"AA1": 0.5}),
        ("with AB = 2.5 cm and the rest", {"AB": 2.5}),
        ("AB = 6. Find", {"AB": 6}),
        ("$A'B'=3$", {"A'B'": 3}),
        ("$AB=2BC$", {}),
        ("$AB=2a$", {}),
        ("$AB=2x+1$", {}),
        ("$AB=2$ times $BC$", {}),
        (r"$\angle ABC=60^\circ$", {}),
        (r"$S_{ABC}=3$, $V_{P-AB}=2$", {}),
        (r"$|\overrightarrow{AB}|=2$", {}),
        ("$ABC=3$", {}),
        ("$AB+CD=3$", {}),
        ("$AB + CD = 3$", {}),
        ("$DK : KD' = 1 : 2$", {}),
        ("$AM : MB = 2$", {}),
        (r"$AB \cdot CD = 6$", {}),
        (r"$\frac{AM}{MB} = 2$", {}),
        ("$AB=3$ cm and $CD=1$ m", {}),
        ("the number AB = CD", {}),
    ],
)
def test_only_equations_of_two_points_and_a_number_are_taken(text: str, found: dict[str, float]) -> None:
    assert lengths(text) == found


def test_a_length_beside_another_edge_is_found() -> None:
    both = check(["$AB=2$ and $BC=2$"], POINTS)
    assert both is not None
    assert both.status == "passed"
    found = check(["$AB=2$", r"$AA_1=2$"], POINTS)
    assert found is not None
    assert found.status == "failed"
    assert found.sentence == "the statement says AA1 = 2, but AA1 is 3.4641 in the figure"


def test_decimals_of_a_root_hold_and_points_nobody_placed_are_not_judged() -> None:
    rounded = check(["$AA_1 = 3.464$"], POINTS)
    assert rounded is not None
    assert rounded.status == "passed"
    assert check(["$XY = 3$"], POINTS) is None
    assert check(["A cube of edge 2."], POINTS) is None
