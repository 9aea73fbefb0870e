"""The offline reader on plain solids: every statement is solved and compared with its closed form."""

from math import pi, sqrt

import pytest

from agents.language.offline_reader import read_statement
from agents.records import Problem, Reading
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure

PLAIN: list[tuple[str, float]] = [
    ("A right circular cone has a base radius of 5 cm and slant height 13 cm. What is its volume?", 100 * pi),
    ("The volume of a cone is $18\\pi$ and its height is 6. Find the radius of its base.", 3),
    ("A cylinder has a radius of 3 feet and a height of 18 inches. What is its volume in cubic feet?", 13.5 * pi),
    ("In a right circular cylinder the height is 10 and the diameter is 6. Find the total surface area.", 78 * pi),
    ("The lateral area of a cylinder is $20\\pi$ and its volume is $30\\pi$. What is the radius?", 3),
    ("The radius of a cylinder is $r$ and its height is $2r$. Its volume is $54\\pi$. Find $r$.", 3),
    ("A sphere has a surface area of $36\\pi$ square inches. Find its volume.", 36 * pi),
    ("A hemisphere has radius 3. What is its volume?", 18 * pi),
    ("A frustum of a cone has bottom radius 5, top radius 2 and height 4. What is its lateral area?", 35 * pi),
    ("The sum of the lengths of all edges of a cube is 48 cm. What is its volume in cubic centimeters?", 64),
    ("A cube has side length 5 inches. What is the number of square inches in its surface area?", 150),
    ("The diagonal of a cube is $5\\sqrt{3}$. What is its volume?", 125),
    ("What is the length of the diagonal of a unit cube?", sqrt(3)),
    ("A rectangular box has length 3, width 4 and height 12. Find the length of its diagonal.", 13),
    ("Find the volume of a 3-by-4-by-6 box.", 72),
    (
        "The length, width and height of a rectangular prism are in the ratio 1:2:3 and its volume is 162. Find its "
        "surface area.",
        198,
    ),
    ("A right rectangular prism has a volume of 60, a length of five, and a width of three. Find its height.", 4),
    ("Each edge of a regular tetrahedron has length 2. What is its volume?", 2 * sqrt(2) / 3),
    ("A regular square pyramid has base edge 10 and slant height 13. Find its total surface area.", 360),
]

SAID_OTHERWISE: list[tuple[str, float]] = [
    (
        "A regular square pyramid has a volume of 400 and a height of 12. What is the lateral height "
        "($\\overline{XY}$) of the "
        "pyramid?",
        13,
    ),
    ("A cube has a volume of $V$ cubic units and a surface area of 24 square units. What is $V$?", 8),
]

TOGETHER: list[tuple[str, float]] = [
    ("A sphere is inscribed in a cone with base radius 6 and height 8. Find the radius of the sphere.", 3),
    (
        "What is the ratio of the volume of a cone with radius 3 and height 5 to the volume of a cylinder with "
        "radius 2 "
        "and height 6?",
        5 / 8,
    ),
    (
        "If the length of each edge of a cube is increased by 50%, what is the percent increase in the surface area of "
        "the cube?",
        125,
    ),
    (
        "A sector of a circle with radius 9 and central angle 120° is rolled into a cone. Find the height of the cone.",
        6 * sqrt(2),
    ),
    (
        "The height of a cylindrical column is 9 and its circumference is 4. A ribbon is wound evenly around the "
        "column "
        "three times from the bottom to the top. What is the length of the ribbon?",
        15,
    ),
    (
        "An octahedron is formed by joining the centers of the faces of a cube with edge 6. What is the volume of the "
        "octahedron?",
        36,
    ),
]


def read(statement: str, answer: str = "") -> Reading:
    found = read_statement(Problem(id="own", statement=statement, answer=answer))
    assert isinstance(found, Reading), found
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("statement", "expected"), PLAIN + SAID_OTHERWISE + TOGETHER)
def test_a_plain_statement_is_read_to_the_value_of_its_closed_form(statement: str, expected: float) -> None:
    report = check_figure(parse_figure(read(statement).figure))
    assert report.ok, report.reason
    assert report.value == pytest.approx(expected, rel=1e-7)


@pytest.mark.parametrize(("statement", "expected"), PLAIN + SAID_OTHERWISE + TOGETHER)
def test_passages_are_verbatim_and_their_lines_stand_in_the_figure(statement: str, expected: float) -> None:
    found = read(statement)
    for passage in (*found.conditions, *found.diagram, found.question):
        assert statement[passage.start : passage.end] == passage.text
    lines = [line for condition in found.conditions for line in condition.lines]
    assert sorted(lines) == sorted(found.figure.splitlines()[:-1])
    assert expected > 0


def test_the_unit_of_the_question_is_the_unit_of_the_figure() -> None:
    found = read("A cube has an edge of 2 feet. What is its volume in cubic inches?")
    assert found.unit == "in"
    assert check_figure(parse_figure(found.figure)).value == pytest.approx(24**3)


def test_a_statement_without_units_has_none() -> None:
    assert read("A cube has edge 2 units. Find its volume.").unit == ""


def test_a_percentage_is_asked_for_on_the_scale_on_which_the_answer_is_stated() -> None:
    statement = "The edges of a cube are doubled. What is the percent increase in the volume of the cube?"
    assert check_figure(parse_figure(read(statement, "700").figure)).value == pytest.approx(700)
    assert check_figure(parse_figure(read(statement, "700\\%").figure)).value == pytest.approx(7)


def test_inline_choices_are_cut_and_the_rest_is_an_open_question() -> None:
    statement = (
        "The volume of a cube is 8. Its surface area is $\\textbf{(A)}\\ 6 \\textbf{(B)}\\ 12 \\textbf{(C)}\\ 24$"
    )
    found = read(statement)
    assert found.problem_type == "area"
    assert check_figure(parse_figure(found.figure)).value == pytest.approx(24)


def test_the_same_statement_gives_the_same_bytes() -> None:
    statement = PLAIN[0][0]
    assert read(statement).model_dump_json() == read(statement).model_dump_json()
