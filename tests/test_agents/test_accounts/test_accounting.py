"""Words and lines of a reading account for each other: every row of the tables, and one attack for every gate."""

import json
from contextlib import nullcontext
from typing import Any

import pytest

from agents.gateway.asker import Complaint
from agents.language.accounting import vocabulary
from agents.records import Problem, Reading
from agents.roles.reader import reader

NEUTRAL = "Somebody saw this thing yesterday"
PLAIN_WORDS = {
    "perp": "perpendicular",
    "right_angle": "a right angle",
    "parallel": "parallel",
    "square": "a square",
    "rectangle": "a rectangle",
    "rhombus": "a rhombus",
    "parallelogram": "a parallelogram",
    "trapezoid": "a trapezoid",
    "equilateral": "equilateral",
    "isosceles": "isosceles",
    "regular": "regular",
    "collinear": "collinear",
    "coplanar": "coplanar",
    "concyclic": "concyclic",
    "cospherical": "on one sphere",
    "on": "lies on",
    "tangent": "tangent",
    "internally_tangent": "touches from inside",
    "inscribed": "inscribed",
    "circumscribed": "circumscribed",
    "stacked": "on top of",
    "coaxial": "with the same axis",
    "similar": "similar",
    "same_side": "on the same side",
    "opposite_sides": "on opposite sides",
    "homothetic": "similar",
    "gap": "the distance between",
    "top_radius": "the upper radius",
    "lateral_edge": "the lateral edge",
    "base_edge": "the side of the base",
    "edge_sum": "the sum of the edges",
    "longest_segment": "the longest segment",
    "sector_angle": "the angle of the sector",
    "slant": "the slant height",
    "circumradius": "the circumscribed sphere",
    "inradius": "the inscribed sphere",
    "midradius": "touches all edges",
    "surface_path": "the shortest way over the surface",
    "helix": "winds round",
    "lateral_area": "the lateral area",
    "surface_area": "the surface area",
    "base_area": "the area of the base",
    "top_area": "the area of the top",
    "larger_part": "the larger part",
    "smaller_part": "the smaller part",
    "hull": "the pyramid",
    "divide": "divides in the ratio",
    "circumcenter": "the circumcenter",
    "incenter": "the incenter",
    "foot": "the foot of the perpendicular",
    "reflect": "the mirror image",
    "dot": "the scalar product",
    "bisector_plane": "equidistant",
    "normal_plane": "perpendicular",
    "normal_line": "perpendicular",
    "parallel_line": "parallel",
    "parallel_plane": "parallel",
    "cuboid": "a rectangular box",
    "cone_frustum": "the frustum of a cone",
    "prism": "a prism",
    "right": "a right prism",
    "oblique": "an oblique prism",
    "minimize": "the least",
    "maximize": "the greatest",
}
TABLES = {
    name: words
    for table in (
        vocabulary.PREDICATES,
        vocabulary.FUNCTIONS,
        vocabulary.KINDS,
        vocabulary.PROPERTIES,
        vocabulary.EXTREMA,
    )
    for name, words in table.items()
    if words
}


@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_row_knows_its_plain_word_and_not_a_neutral_sentence(name: str) -> None:
    said = PLAIN_WORDS.get(name, name.replace("_", " "))
    assert vocabulary.says(TABLES[name], f"Here it is {said}.")
    assert not vocabulary.says(TABLES[name], NEUTRAL)


STATEMENT = (
    "In the pyramid P-ABCD the base ABCD is a square with side 4, and PA is perpendicular to the base, PA = 3. "
    "The point E is the midpoint of the edge PC. Find the distance from E to the plane PBD."
)
CONDITIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("In the pyramid P-ABCD", ("solid pyramid P-ABCD",)),
    ("the base ABCD is a square with side 4", ("given square(A,B,C,D)", "given AB = 4")),
    ("PA is perpendicular to the base", ("given PA ⟂ ABCD",)),
    ("PA = 3", ("given PA = 3",)),
    ("The point E is the midpoint of the edge PC", ("point E = midpoint(P,C)",)),
)
QUESTION = ("Find the distance from E to the plane PBD", ("find distance(E, plane(P,B,D))",))


def read(
    conditions: tuple[tuple[str, tuple[str, ...]], ...] = CONDITIONS,
    question: tuple[str, tuple[str, ...]] = QUESTION,
    statement: str = STATEMENT,
    kind: str = "length",
    aside: tuple[str, ...] = (),
) -> Reading:
    reply: dict[str, Any] = {
        "plan": "As it stands.",
        "verdict": "readable",
        "sentence": "",
        "diagram": [],
        "conditions": [{"quote": quote, "role": "primary", "lines": list(lines)} for quote, lines in conditions],
        "question": {"quote": question[0], "lines": list(question[1])},
        "problem_type": kind,
        "unit": "",
        "not_in_figure": [{"quote": quote, "reason": "not needed"} for quote in aside],
    }
    found = reader.read(json.dumps(reply), Problem(id="x", statement=statement, answer=""))
    assert isinstance(found, Reading)
    return found


def changed(place: int, *lines: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((quote, lines if k == place else old) for k, (quote, old) in enumerate(CONDITIONS))


def test_the_honest_reading_passes() -> None:
    assert read().to_show == ()


@pytest.mark.parametrize(
    ("place", "lines", "told"),
    [
        (4, ("point E = midpoint(P,B)",), "PC"),
        (4, ("point E on segment(P,C)",), "midpoint"),
        (3, ("given PA = 6/2",), "number"),
        (3, ("given PA = (3 + 3)*pi/pi - 3",), "number"),
        (1, ("given rhombus(A,B,C,D)", "given AB = 4"), "square"),
        (1, ("given square(A,B,C,D)", "given AB + AB = 8"), "repeats"),
        (1, ("given square(A,B,C,D)", "given AB*3/3 = 4"), "cancels"),
        (1, ("given square(A,B,C,D)", "given AB = 4", "given AB^2 + PA^2 = 25"), "number"),
        (0, ("solid regular pyramid P-ABCD",), "regular"),
        (0, ("solid pyramid P-ABCD", "solid sphere b", "given radius(b) = 4"), "sphere"),
    ],
)
def test_what_the_words_do_not_say_is_refused(place: int, lines: tuple[str, ...], told: str) -> None:
    with pytest.raises(Complaint, match=told):
        read(changed(place, *lines))


@pytest.mark.parametrize(
    ("place", "lines", "told"),
    [
        (3, ("given PA = 3", "given PA ⟂ AD"), "use D"),
        (1, ("given square(A,B,C,D)", "given AB = 4", "given sqrt(AB*BC) = AB"), "calculates"),
        (4, ("point E = midpoint(P,C)", "plane q = parallel_plane(E, plane(A,B,C))", "given PC ∥ q"), "parallel"),
    ],
)
def test_what_only_a_table_of_words_misses_is_a_doubt(place: int, lines: tuple[str, ...], told: str) -> None:
    reading = read(changed(place, *lines))
    assert any(told in doubt for doubt in reading.doubts) or any(told in line for line in reading.to_show)


CUBE = "A cube has edges of length 2. What is the volume of the cube?"
CUBE_CONDITIONS = (("A cube has edges of length 2", ("solid cube k", "given edge(k) = 2")),)
CUBE_QUESTION = ("What is the volume of the cube", ("find volume(k)",))


def test_a_plain_cube_is_read() -> None:
    reading = read(CUBE_CONDITIONS, CUBE_QUESTION, CUBE, "volume")
    assert (reading.doubts, reading.to_show) == ((), ())


@pytest.mark.parametrize(
    ("first", "question", "told"),
    [
        (
            ("solid cube k", "given edge(k) = 2", "solid cube m", "given volume(m) = volume(k)"),
            "find volume(m)",
            "one cube",
        ),
        (
            ("solid cube k", "given edge(k) = 2"),
            "solid cube m\ngiven edge(m) = edge(k)\nfind volume(m)",
            "brings a solid",
        ),
        (("solid cube cubic", "given edge(cubic) = 2"), "find volume(cubic)", "is a word"),
        (("solid cube k = ABCD-EFGH", "given AB = 2", "point X on segment(A,B)"), "find volume(k)", "Nothing uses X"),
    ],
)
def test_nothing_is_brought_in_that_the_statement_does_not_have(
    first: tuple[str, ...], question: str, told: str
) -> None:
    conditions = ((CUBE_CONDITIONS[0][0], first),)
    with pytest.raises(Complaint, match=told):
        read(conditions, (CUBE_QUESTION[0], tuple(question.splitlines())), CUBE, "volume")


CYLINDER = "A cylinder of fixed volume V has the least surface area for a radius of R and height H. Find H/R."


@pytest.mark.parametrize(
    ("fixed", "extreme", "asked", "told"),
    [
        ("given volume(k) = v", "minimize surface_area(k)", "find diameter(k)/radius(k)", "height"),
        ("given surface_area(k) = v", "minimize surface_area(k)", "find height(k)/radius(k)", "volume V"),
        ("given volume(k) = v", "minimize volume(k)", "find height(k)/radius(k)", "extreme volume"),
    ],
)
def test_letters_and_extremes_are_those_of_the_words(fixed: str, extreme: str, asked: str, told: str) -> None:
    conditions = (
        ("A cylinder of fixed volume V", ("solid cylinder k", "param v", fixed)),
        ("has the least surface area", (extreme,)),
    )
    quote = "for a radius of R and height H. Find H/R"
    with pytest.raises(Complaint, match=told):
        read(conditions, (quote, (asked,)), CYLINDER, "ratio")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("find distance(E, plane(P,B,D))*2/2",), "cancels"),
        (("find area(P,B,D)",), "area"),
        (("find sqrt(PA^2 + AB^2)/2",), "calculates"),
        (("find height(P-ABCD)",), "PBD"),
        (("find PA",), "PBD"),
    ],
)
def test_a_target_that_is_not_asked_for_is_refused(lines: tuple[str, ...], told: str) -> None:
    with pytest.raises(Complaint, match=told):
        read(question=(QUESTION[0], lines), kind="area" if "area" in lines[0] else "length")


def test_words_that_no_quote_covers_are_asked_for() -> None:
    left_out = tuple(row for row in CONDITIONS if "perpendicular" not in row[0])
    with pytest.raises(Complaint, match="perpendicular"):
        read(left_out)


def test_words_that_only_name_points_need_no_quote() -> None:
    named = STATEMENT.replace("In the pyramid", "Points P, A, B, C and D are in space such that in the pyramid")
    moved = (("in the pyramid P-ABCD", CONDITIONS[0][1]), *CONDITIONS[1:])
    read(moved, statement=named)
    with pytest.raises(Complaint, match="No quote has"):
        read(moved, statement=named.replace("are in space", "are on a sphere"))


TANK = (
    "The water of a conical tank rises from an altitude of 31 to an altitude of 36, which fills it. Its radius is 4. "
)


@pytest.mark.parametrize(("height", "told"), [("36 - 31", ""), ("36 + 31", "number"), ("36 - 30", "number")])
def test_two_levels_give_a_length(height: str, told: str) -> None:
    conditions = (
        (
            "The water of a conical tank rises from an altitude of 31 to an altitude of 36",
            ("solid cone k", f"given height(k) = {height}"),
        ),
        ("Its radius is 4", ("given radius(k) = 4",)),
    )
    asked = ("What is its volume", ("find volume(k)",))
    with pytest.raises(Complaint, match=told) if told else nullcontext():
        read(conditions, asked, TANK + "What is its volume?", "volume")


def test_the_square_of_what_is_greatest_is_made_greatest() -> None:
    statement = "In a cone with height 5 and radius 3 lies a sphere. The greatest value of $r^2$ is $m/n$. Find $m+n$."
    conditions = (
        ("In a cone with height 5 and radius 3", ("solid cone k", "given height(k) = 5, radius(k) = 3")),
        ("lies a sphere", ("solid sphere s", "given radius(s) <= inradius(k)")),
    )
    asked = "The greatest value of $r^2$ is $m/n$. Find $m+n$"
    lines = ("maximize radius(s)^2", "find radius(s)", "key m + n where radius(s)^2 = m/n")
    assert "maximize radius(s)^2" in read(conditions, (asked, lines), statement).figure.replace(" ^ ", "^")


@pytest.mark.parametrize(
    "words", ["PA is perpendicular to the base", "PA = 3", "the base ABCD is a square with side 4"]
)
def test_a_relation_or_measure_cannot_be_set_aside(words: str) -> None:
    with pytest.raises(Complaint, match="cannot be left out"):
        read(tuple(row for row in CONDITIONS if row[0] != words), aside=(words,))


def test_a_condition_without_its_word_has_to_be_shown() -> None:
    reading = read(changed(1, "given square(A,B,C,D)", "given AB = 4", "given isosceles(A,B,D)"))
    assert reading.to_show == ("isosceles(A, B, D)",)


def test_an_object_that_nothing_ties_to_the_question_is_refused() -> None:
    statement = "A cube has edge 2. A ball has radius 1. What is the volume of the cube?"
    conditions = (
        ("A cube has edge 2", ("solid cube k", "given edge(k) = 2")),
        ("A ball has radius 1", ("solid sphere b", "given radius(b) = 1")),
    )
    with pytest.raises(Complaint, match="Nothing ties"):
        read(conditions, ("What is the volume of the cube", ("find volume(k)",)), statement, "volume")


def test_an_edge_of_the_statement_is_an_edge_of_the_figure() -> None:
    statement = "In the cube ABCDEFGH with edge 2 the point M is the midpoint of the edge AE. Find the length of MC."
    conditions = (
        ("In the cube ABCDEFGH with edge 2", ("solid cube k = ABCD-FEGH", "given edge(k) = 2")),
        ("the point M is the midpoint of the edge AE", ("point M = midpoint(A,E)",)),
    )
    with pytest.raises(Complaint, match="AE an edge"):
        read(conditions, ("Find the length of MC", ("find MC",)), statement)


def test_a_diagonal_after_a_list_of_edges_is_none_of_them() -> None:
    statement = (
        "Three edges of a cube are AB, BC and CG, and AG is a diagonal of length 6. Find the volume of the cube."
    )
    conditions = (
        ("Three edges of a cube are AB, BC and CG", ("solid cube k = ABCD-EFGH",)),
        ("AG is a diagonal of length 6", ("given AG = 6",)),
    )
    reading = read(conditions, ("Find the volume of the cube", ("find volume(k)",)), statement, "volume")
    assert "AG = 6" in reading.figure


def test_a_shape_in_the_question_names_what_was_said_before() -> None:
    statement = STATEMENT.replace("Find the distance from E to the plane PBD", "Find the area of the square ABCD")
    question = ("Find the area of the square ABCD", ("find area(A,B,C,D)",))
    conditions = CONDITIONS[:4]
    aside = ("The point E is the midpoint of the edge PC",)
    with pytest.raises(Complaint) as refused:
        read(conditions, question, statement, "area", aside)
    assert "'square'" not in str(refused.value)
    with pytest.raises(Complaint, match="'square'"):
        read(changed(1, "given AB = 4")[:4], question, statement, "area", aside)


def test_what_is_given_is_not_asked_for() -> None:
    with pytest.raises(Complaint, match="states"):
        read(
            question=(
                "Find the distance from E to the plane PBD",
                ("given distance(E, plane(P,B,D)) = 3", "find distance(E, plane(P,B,D))"),
            )
        )
