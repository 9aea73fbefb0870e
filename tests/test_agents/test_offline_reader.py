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
    ("How tall is a cone with volume $20\\pi$ and radius 2?", 15),
    ("The height of a cone is three times its radius. If the volume is $27\\pi$, what is the height of the cone?", 9),
    (
        "What is the volume, in cubic centimeters, of a cone with height 9 cm and base circumference $8\\pi$ cm?",
        48 * pi,
    ),
    ("A cylinder has a radius of 3 feet and a height of 18 inches. What is its volume in cubic feet?", 13.5 * pi),
    ("In a right circular cylinder the height is 10 and the diameter is 6. Find the total surface area.", 78 * pi),
    ("The lateral area of a cylinder is $20\\pi$ and its volume is $30\\pi$. What is the radius?", 3),
    ("The height of a cylinder is 3 cm more than its radius. The radius is 4 cm. Find the lateral area.", 56 * pi),
    ("A cylindrical can is 10 cm tall and 6 cm in diameter. How many cubic centimeters of water can it hold?", 90 * pi),
    (
        "A drum has the shape of a cylinder. The drum is 7 tall and its radius is 2. Find the volume of the drum.",
        28 * pi,
    ),
    ("A cylinder of height $h$ and radius 3 has volume $45\\pi$. Find $h$.", 5),
    ("The radius of a cylinder is $r$ and its height is $2r$. Its volume is $54\\pi$. Find $r$.", 3),
    ("A sphere has a surface area of $36\\pi$ square inches. Find its volume.", 36 * pi),
    (
        "The diameter of a spherical balloon is 10 cm. What is its surface area, in square centimeters? Express your "
        "answer in terms of $\\pi$.",
        100 * pi,
    ),
    ("A hemisphere has radius 3. What is its volume?", 18 * pi),
    ("A frustum of a cone has bottom radius 5, top radius 2 and height 4. What is its lateral area?", 35 * pi),
    ("The sum of the lengths of all edges of a cube is 48 cm. What is its volume in cubic centimeters?", 64),
    ("A cube has side length 5 inches. What is the number of square inches in its surface area?", 150),
    ("The diagonal of a cube is $5\\sqrt{3}$. What is its volume?", 125),
    ("The total surface area of a cube is $150$ cm$^2$. Find the length of its face diagonal.", 5 * sqrt(2)),
    ("What is the length of the diagonal of a unit cube?", sqrt(3)),
    ("A rectangular box has length 3, width 4 and height 12. Find the length of its diagonal.", 13),
    ("A box measures 3 by 4 by 5. What is its total surface area?", 94),
    ("Find the volume of a 3-by-4-by-6 box.", 72),
    ("A cuboid has dimensions 2 cm, 3 cm and 6 cm. What is the length of its space diagonal?", 7),
    ("How many cubic feet are in the volume of a box that measures 2 yards by 3 feet by 18 inches?", 27),
    (
        "The length, width and height of a rectangular prism are in the ratio 1:2:3 and its volume is 162. Find its "
        "surface area.",
        198,
    ),
    ("The areas of three faces of a rectangular box are 12, 20 and 15. What is its volume?", 60),
    ("A right rectangular prism has a volume of 60, a length of five, and a width of three. Find its height.", 4),
    ("Each edge of a regular tetrahedron has length 2. What is its volume?", 2 * sqrt(2) / 3),
    ("A regular square pyramid has base edge 10 and slant height 13. Find its total surface area.", 360),
    (
        "A right pyramid has a square base of side 6 inches and a height of 4 inches. Find its slant height, in "
        "inches?",
        5,
    ),
    ("A pyramid has a square base with side length 10 cm and height 12 cm. Find the volume of the pyramid.", 400),
    ("A pyramid has a rectangular base 6 cm by 8 cm, and all its lateral edges are 13 cm. What is its volume?", 192),
    ("A regular hexagonal pyramid has base edge 4 and lateral edge 5. Find its volume.", 24 * sqrt(3)),
    (
        "The base of a right triangular prism is a right triangle with legs 3 cm and 4 cm. The height of the prism "
        "is 10 "
        "cm. What is the total surface area of the prism?",
        132,
    ),
    ("Find the volume of a cube whose surface area is 1,350 square meters.", 3375),
    ("A ball has radius $1\\frac{1}{2}$ feet. What is its surface area?", 9 * pi),
]

SAID_OTHERWISE: list[tuple[str, float]] = [
    (
        "A hemisphere of radius 3 is placed on top of a cylinder of radius 3 and height 5. What is the total volume?",
        63 * pi,
    ),
    ("A cube with edge 6 is cut into 27 congruent smaller cubes. What is the surface area of each smaller cube?", 24),
    ("A sphere is inscribed in a cube. What fraction of the cube is occupied by the sphere?", pi / 6),
    (
        "A cone is inscribed in a cylinder. What percent of the volume of the cylinder is the volume of the cone?",
        100 / 3,
    ),
    (
        "A cube has edge 3 and a sphere has radius 1. What is the difference between the volume of the cube and the "
        "volume of "
        "the sphere?",
        27 - 4 * pi / 3,
    ),
    (
        "A regular square pyramid has a volume of 400 and a height of 12. What is the lateral height "
        "($\\overline{XY}$) of the "
        "pyramid?",
        13,
    ),
    ("What is the length of the longest rod that can be placed in a room 12 m long, 9 m broad and 8 m high?", 17),
    ("The diagram shows a cylinder with radius 3 and height 5. Find the volume.", 45 * pi),
    (
        "Find the volume of the square pyramid shown, rounding your answer to two decimal places. The base has sides "
        "of 6 cm "
        "and the perpendicular height is 8 cm.",
        96,
    ),
    (
        "A pyramid has a square base with sides of length 2 and lateral faces that are equilateral triangles. What "
        "is the "
        "volume of the pyramid?",
        4 * sqrt(2) / 3,
    ),
    ("The surface area of a sphere is $100\\pi$ cm$^2$. What is its radius $r$?", 5),
    ("A cube has a volume of $V$ cubic units and a surface area of 24 square units. What is $V$?", 8),
    (
        "The ratio of the height of a cylinder to its radius is 3 to 1, and the volume is $81\\pi$. What is the total "
        "surface "
        "area?",
        72 * pi,
    ),
    (
        "A sphere of radius 5 is cut by a plane at a distance of 3 from its center. Find the area of the cross "
        "section.",
        16 * pi,
    ),
    ("If the vertices of a cube with edge length 2 all lie on a sphere, find the surface area of the sphere.", 12 * pi),
    ("The axial section of a cylinder is a square with side 4. Find the lateral area of the cylinder.", 16 * pi),
    (
        "The lateral edges of a regular triangular pyramid are mutually perpendicular, and its base edge is 2. "
        "Find the "
        "volume.",
        sqrt(2) / 3,
    ),
    ("If the radius of a sphere is increased by 20%, by what percent does its volume increase?", 72.8),
    (
        "The height of a cylinder equals its diameter. The cylinder is inscribed in a cone whose height is 6 and "
        "whose base "
        "diameter is 12, and their axes coincide. What is the radius of the cylinder?",
        2,
    ),
    (
        "In a rectangular solid, the length is twice the width and the height is three times the width. The surface "
        "area is "
        "88. Find the volume.",
        48,
    ),
]

TOGETHER: list[tuple[str, float]] = [
    ("A sphere is inscribed in a cone with base radius 6 and height 8. Find the radius of the sphere.", 3),
    (
        "A cylinder is inscribed in a sphere of radius 5. If the height of the cylinder is 6, what is the volume "
        "of the "
        "cylinder?",
        96 * pi,
    ),
    ("The surface area of a sphere circumscribed about a cube with edge length 2 is?", 12 * pi),
    (
        "A cube with side length 2 is inscribed in a sphere. What is the volume of the region inside the sphere but "
        "outside the cube?",
        4 * sqrt(3) * pi - 8,
    ),
    (
        "A cone and a cylinder have equal volumes and the same radius. The height of the cylinder is 4. Find the "
        "height "
        "of the cone.",
        12,
    ),
    ("A sphere with radius 3 has the same volume as a cone with radius 6. What is the height of the cone?", 3),
    (
        "What is the ratio of the volume of a cone with radius 3 and height 5 to the volume of a cylinder with "
        "radius 2 "
        "and height 6?",
        5 / 8,
    ),
    ("Two spheres have radii 3 and 4. What is the ratio of their volumes?", 27 / 64),
    ("The ratio of the radii of two spheres is 2:3. Find the ratio of their surface areas.", 4 / 9),
    (
        "A metal ball of radius 6 cm is melted and recast into 27 identical spheres. What is the radius of each "
        "sphere?",
        2,
    ),
    ("The radius of a sphere is tripled. What is the ratio of the new volume to the original volume?", 27),
    (
        "If the length of each edge of a cube is increased by 50%, what is the percent increase in the surface area of "
        "the cube?",
        125,
    ),
    (
        "The height of a cone is doubled and its radius is halved. Its original volume was 30. What is its new volume?",
        15,
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
    (
        "A frustum of a cone is made by cutting a small cone from the top of a cone. The height of the frustum is "
        "6, its "
        "bottom radius is 5 and its top radius is 2. Find the height of the small cone.",
        4,
    ),
    ("A cylinder is generated by rotating a square of side 4 about one of its sides. What is its volume?", 64 * pi),
]


def read(statement: str, answer: str = "") -> Reading:
    found = read_statement(Problem(id="own", statement=statement, answer=answer))
    assert isinstance(found, Reading), found
    return found


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
