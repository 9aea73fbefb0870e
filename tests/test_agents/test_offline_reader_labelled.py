"""The offline reader on labelled solids: points, planes, angles, sections, and the many spellings of labels."""

from math import pi, sqrt

import pytest

from agents.language.offline_reader import read_statement
from agents.records import Problem, Reading
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure

LABELLED: list[tuple[str, float]] = [
    (
        "In the pyramid $P-ABCD$, $PA \\perp$ plane $ABCD$, $ABCD$ is a square, $AB=2$, $PA=2$. $E$ is the midpoint of "
        "$PB$. Find the length of $CE$.",
        sqrt(6),
    ),
    (
        "In the cube $ABCD-A_{1}B_{1}C_{1}D_{1}$ with edge length 2, $E$ and $F$ are the midpoints of $AB$ and $CC_1$, "
        "respectively. Find the length of $EF$.",
        sqrt(6),
    ),
    ("The cube $ABCD-A'B'C'D'$ has edge length 3. Find the distance from $A$ to plane $BDA'$.", sqrt(3)),
    (
        "In tetrahedron $PABC$, $PA$, $PB$ and $PC$ are pairwise perpendicular with $PA = 1$, $PB = 2$, $PC = 3$. "
        "What is "
        "the area of triangle $ABC$?",
        3.5,
    ),
    (
        "Given the triangular pyramid $S-ABC$ with $SA \\perp$ plane $ABC$, triangle $ABC$ is equilateral with "
        "side length "
        "2 and $SA = 3$. Find the dihedral angle $S-BC-A$.",
        pi / 3,
    ),
    ("Let $T = 3$. In the cube $ABCD-EFGH$ with edge length $2T$, find the area of triangle $BDE$.", 18 * sqrt(3)),
    ("In a cube $ABCD-EFGH$ with edge length $a$, find the cosine of the angle between $AC$ and $BE$.", 1 / 2),
]

SPELLINGS = [
    "$ABCD-A_1B_1C_1D_1$",
    "$ABCD-A_{1}B_{1}C_{1}D_{1}$",
    "ABCD-A1B1C1D1",
    "ABCD-A₁B₁C₁D₁",
    "$A B C D - A_1 B_1 C_1 D_1$".replace(" - ", "-"),
]


def read(statement: str) -> Reading:
    found = read_statement(Problem(id="own", statement=statement, answer=""))
    assert isinstance(found, Reading), found
    return found


@pytest.mark.parametrize(("statement", "expected"), LABELLED)
def test_a_labelled_statement_is_read_to_the_value_of_its_closed_form(statement: str, expected: float) -> None:
    report = check_figure(parse_figure(read(statement).figure))
    assert report.ok, report.reason
    assert report.value == pytest.approx(expected, rel=1e-7)


@pytest.mark.parametrize(("statement", "expected"), LABELLED)
def test_every_line_of_the_figure_has_a_verbatim_passage(statement: str, expected: float) -> None:
    found = read(statement)
    assert all(statement[c.start : c.end] == c.text for c in found.conditions)
    lines = [line for condition in found.conditions for line in condition.lines]
    assert sorted(lines) == sorted(found.figure.splitlines()[:-1])
    assert expected > 0


@pytest.mark.parametrize("cube", SPELLINGS)
def test_every_spelling_of_the_labels_gives_the_same_figure(cube: str) -> None:
    plain = read("In the cube ABCD-A1B1C1D1 with edge length 2, find A1C.")
    assert read(f"In the cube {cube} with edge length 2, find A1C.").figure == plain.figure


@pytest.mark.parametrize(
    ("spelling", "value"),
    [
        ("2\\sqrt{3}", 2 * sqrt(3)),
        ("\\frac{\\sqrt{3}}{2}", sqrt(3) / 2),
        ("\\frac12", 1 / 2),
        ("\\dfrac{3}{4}", 3 / 4),
        ("\\sqrt[3]{2}", 2 ** (1 / 3)),
        ("1.5", 1.5),
        ("2√5", 2 * sqrt(5)),
    ],
)
def test_numbers_are_read_in_their_usual_spellings(spelling: str, value: float) -> None:
    found = read(f"In the cube $ABCD-EFGH$, $AB = {spelling}$. Find $AC$.")
    assert check_figure(parse_figure(found.figure)).value == pytest.approx(value * sqrt(2))


def test_primary_conditions_speak_of_the_solid_and_auxiliary_ones_of_what_is_added() -> None:
    found = read("In the cube $ABCD-EFGH$ with edge length 2, $M$ is the midpoint of $AB$. Find the length of $MG$.")
    assert [(c.text, c.role) for c in found.conditions] == [
        ("the cube $ABCD-EFGH$", "primary"),
        ("edge length 2", "primary"),
        ("$M$ is the midpoint of $AB$", "auxiliary"),
    ]
    assert (found.category, found.problem_type) == ("cube", "length")
    assert check_figure(parse_figure(found.figure)).value == pytest.approx(3)
