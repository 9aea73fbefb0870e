"""The variants of a question: what each tells, and that what they tell has the same answer."""

import math
import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from agents.language.leaks.numbers import figure_numbers, same, written_numbers
from agents.language.offline_reader import read_statement
from agents.language.wording.describe import describe
from agents.language.wording.measures import ACUTE
from agents.language.wording.variants import anchor_sentence, rewrite, unit_sentence, unplaced
from agents.records import Problem, Reading, Rewritten
from agents.roles.stripper import strip_offline
from geometry.notation import syntax as s
from geometry.notation.main_solid import main_labels
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure

SCALE = 0.4321987
CUE = "Each ball is 7 cm across."
PYRAMID = """solid pyramid P-ABCD
given square(A,B,C,D), PA ⟂ ABCD, AB = 2, PA = 2√3
point E = midpoint(P,D)
point F on segment(B,C) with BF = 1/2
find volume(P-AEF)
"""
POWERS = {"length": 1, "area": 2, "volume": 3, "angle": 0, "ratio": 0}


def variants(source: str, colours: dict[str, str] | None = None, scale: float = SCALE) -> tuple[s.Figure, Rewritten]:
    figure = parse_figure(source)
    if colours is None:
        colours = {label: f"c{chr(97 + i)}" for i, label in enumerate(main_labels(figure))}
    return figure, rewrite(figure, strip_offline(figure), colours, scale, CUE)


def test_each_variant_tells_what_it_should_and_no_more() -> None:
    _, said = variants(PYRAMID)
    body = said.spatial.splitlines()[-1]
    assert "pyramid" not in said.spatial
    assert "square" not in said.spatial.replace("square metres", "")
    assert said.type.splitlines()[-1] == f"The object is a quadrangular pyramid. {body}"
    assert "is a square" in said.dimensions
    assert said.dimensions.endswith(body)
    assert "the object" not in said.text
    assert "ball" not in said.text
    assert all(text.endswith("Give the answer in cubic metres.") for text in said.model_dump().values())


def test_an_added_solid_of_the_kind_of_the_object_is_another_one() -> None:
    cones = (
        "solid cone k\nsolid cone c\ngiven radius(k) = 3, height(k) = 4\ngiven radius(c) = 2*radius(k), height(c) = 1"
    )
    _, said = variants(f"{cones}\nfind volume(c)")
    assert "Consider a cone. The radius of the base of the cone is twice the radius" in said.spatial
    for text in (said.type, said.dimensions):
        assert "Consider another cone. The radius of the base of the other cone is twice" in text
    assert "other" not in said.text


def test_a_ruler_is_mentioned_where_a_length_is_asked_or_told() -> None:
    cube = "solid cube ABCD-EFGH\ngiven AB = 3\npoint M on segment(A,B)\n"
    _, told = variants(f"{cube}given AM = 1\nfind AM : AE")
    assert CUE in told.spatial
    _, plain = variants(f"{cube}given AM : MB = 1 : 2\nfind angle(D,M,C)")
    assert CUE not in plain.spatial


def test_planes_have_letters_of_one_kind() -> None:
    cuts = "plane p = plane(A,C,F)\nplane q = plane(B,D,G)\nfind angle(p, q)"
    _, said = variants(f"solid cube ABCD-EFGH\ngiven AB = 3\n{cuts}")
    assert "$\\alpha$ is the plane" in said.spatial
    assert "$\\beta$ is the plane" in said.spatial
    assert "$q$" not in said.spatial


def test_the_first_lines_explain_the_colours_and_the_scale() -> None:
    _, said = variants(PYRAMID)
    convention, cue, body = said.spatial.splitlines()
    assert convention.endswith("balls, respectively.")
    assert set(re.findall(r"P_\{(\w+)\}", convention)) == set(re.findall(r"P_\{(\w+)\}", body))
    assert cue == CUE


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("AB", "Give the answer in metres."),
        ("area(A,B,C)", "Give the answer in square metres."),
        ("volume(k)", "Give the answer in cubic metres."),
        ("angle(A,B,C1)", "Give the answer in degrees."),
        ("sin(angle(A,C,C1))", ""),
        ("AB : AC", ""),
        ("AB^4", "Measure all lengths in metres."),
    ],
)
def test_the_question_ends_with_the_unit_of_its_answer(target: str, sentence: str) -> None:
    assert unit_sentence(parse_figure(f"solid cube k = ABCD-A1B1C1D1\nfind {target}")) == sentence


def test_named_points_without_a_ball_are_placed_in_words() -> None:
    figure = parse_figure("solid cone k = S-O\npoint A on circle(k)\ngiven OA = 3, SO = 4\nfind angle(S,A,O)")
    said = rewrite(figure, strip_offline(figure), {"S": "red"}, SCALE, "")
    assert "Let $O$ be the centre of the base of the object." in said.spatial
    assert r"$\angle P_{red}AO$" in said.spatial
    assert unplaced(figure, {"S": "red"}) == ()
    assert anchor_sentence(figure, "nothing is said of it", {"S": "red"}) == ""
    assert unplaced(parse_figure(PYRAMID), {"P": "red"}) == ("A", "B", "C", "D")


def test_the_same_input_gives_the_same_bytes() -> None:
    assert variants(PYRAMID)[1] == variants(PYRAMID)[1]


FIGURES = [
    PYRAMID,
    "param a = 3\nsolid cuboid k = ABCD-A1B1C1D1\ngiven AB = a, AD = a/2, volume(k) = 7*sqrt(2)\nfind angle(AC1, ABC)",
    "solid cone k\nsolid sphere s\ngiven radius(k) = 3, height(k) = 4, inscribed(s, k)\nfind surface_area(s)",
    "unknown x\nsolid cuboid ABCD-A1B1C1D1\npoint E on segment(A,B)\ngiven AB = x + 1, AD = 2*x, AA1 = 4, AC = 5\n"
    "given AE = x/3\nfind CE",
    "solid tetrahedron ABCD\ngiven AB = CD = 5, AC = BD = sqrt(34), AD = BC = sqrt(41)\nfind volume(ABCD)",
    "solid regular hexagonal pyramid k\ngiven base_edge(k) = 5, lateral_area(k) = 180\nfind height(k)",
    "solid cylinder k\nplane p\ngiven radius(k) = 5, height(k) = 7, axis(k) ∥ p, distance(axis(k), p) = 3\n"
    "find area(section(k, p))",
    "solid prism ABC-A1B1C1\ngiven AB^2 + BC^2 = 20, AB = BC, angle(A,B,C) = 100°, AA1 ⟂ ABC, AA1 = 2*AB\nfind A1C",
]


@pytest.mark.slow
@pytest.mark.parametrize("source", FIGURES)
def test_the_numbers_read_back_from_dimensions_and_text_give_the_same_answer_in_metres(source: str) -> None:
    figure, said = variants(source)
    stated = [*figure_numbers(figure, "primary"), *figure_numbers(figure, "auxiliary")]
    read_back = {}
    for number in (number for number in stated if number.power):
        for text in (said.dimensions, said.text):
            close = [w.value for w in written_numbers(text) if same(w.value, number.scaled(SCALE))]
            assert close, f"{number.scaled(SCALE)} is not in: {text}"
        read_back[id(number.where)] = s.Number(f"{close[0]:.17f}")
    before, after = check_figure(figure), check_figure(with_numbers(figure, read_back))
    assert before.ok
    assert after.ok
    assert before.value != "none"
    assert after.value != "none"
    assert math.isclose(after.value, before.value * SCALE ** POWERS[before.target_class], rel_tol=1e-6)


def with_numbers(node: Any, numbers: dict[int, s.Number]) -> Any:
    """The figure with stated numbers, found by identity, replaced."""
    if id(node) in numbers:
        return numbers[id(node)]
    if isinstance(node, tuple):
        return tuple(with_numbers(item, numbers) for item in node)
    if is_dataclass(node) and not isinstance(node, type):
        return replace(node, **{f.name: with_numbers(getattr(node, f.name), numbers) for f in fields(node)})
    return node


READABLE = [
    "solid cube ABCD-A1B1C1D1\npoint M = midpoint(C,C1)\ngiven AB = 2\nfind AM",
    "solid pyramid P-ABCD\ngiven square(A,B,C,D), PA ⟂ ABCD, AB = 2, PA = 3\nfind volume(P-ABCD)",
    "solid cone k\nsolid sphere s\ngiven radius(k) = 3, height(k) = 4, inscribed(s, k)\nfind radius(s)",
    "solid tetrahedron ABCD\ngiven AB = CD = 5, AC = BD = sqrt(34), AD = BC = sqrt(41)\nfind volume(ABCD)",
    "solid cuboid ABCD-A1B1C1D1\ngiven AB = 3, AD = 4, AA1 = 5\nfind angle(line(A,C1), plane(A,B,C))",
]


@pytest.mark.slow
@pytest.mark.parametrize("source", READABLE)
def test_the_statement_in_words_is_read_back_to_a_figure_with_the_same_answer(source: str) -> None:
    figure, said = variants(source, colours={}, scale=1.0)
    statement = said.text.replace(r"\ \mathrm{m}", "").replace(f" {ACUTE}", "").removesuffix(unit_sentence(figure))
    statement = statement.replace("the segment ", "segment ")
    reading = read_statement(Problem(id="own-words", statement=statement, answer=""))
    assert isinstance(reading, Reading), statement
    again, wanted = check_figure(parse_figure(reading.figure)).value, check_figure(figure).value
    assert again != "none"
    assert wanted != "none"
    assert math.isclose(again, wanted, rel_tol=1e-6)


def test_a_solid_like_the_object_does_not_tell_its_kind() -> None:
    figure = parse_figure(
        "solid cone k\nsolid cone w\ngiven radius(k) = 3, height(k) = 9, similar(w, k), volume(w) = volume(k)/8\n"
        "find height(w)"
    )
    said = describe(figure)
    assert "cone" not in " ".join([*said.auxiliary, said.question])
    assert "a solid that is similar to the object" in said.auxiliary[0]
    assert "cone" in describe(figure, as_object=False).question
