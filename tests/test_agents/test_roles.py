"""Solver, code writer and normalizer, asked through scripted replies: what passes, and what goes back in words."""

import json
from collections.abc import Sequence

import pytest

from agents.gateway.asker import Complaint
from agents.records import ProblemType
from agents.roles import code_writer, normalizer, solver
from agents.roles.normalizer import StatedAnswer
from geometry.answers.read_answer import AnswerRefused, same_value
from geometry.errors import GeometryError
from geometry.notation.resolve import parse_figure
from geometry.report.measure_figure import measure_figure
from tests.support.scripted_replies import Script, complaint

# Solver

Places = dict[str, tuple[str, str, str]]

PYRAMID = parse_figure(
    "solid pyramid P-ABCD\ngiven square(A,B,C,D), AB = 2, PA ⟂ ABCD, PA = 2*sqrt(3)\npoint E = midpoint(P,C)\n"
    "point F on segment(B,C) with BF = 1/2\nfind EF"
)
PLACES: Places = {
    "P": ("0", "0", "2*sqrt(3)"),
    "A": ("0", "0", "0"),
    "B": ("2", "0", "0"),
    "C": ("2", "2", "0"),
    "D": ("0", "2", "0"),
    "F": ("2", "1/2", "0"),
}


def solution(places: Places, numbers: dict[str, str] | None = None, planes: Sequence[dict[str, str]] = ()) -> str:
    points = [{"name": name, "x": x, "y": y, "z": z} for name, (x, y, z) in places.items()]
    values = [{"name": name, "value": value} for name, value in (numbers or {}).items()]
    return json.dumps({"reasoning": "", "points": points, "numbers": values, "planes": list(planes)})


def test_the_solver_is_told_the_names_it_must_give_and_its_coordinates_are_measured() -> None:
    asker = Script(solution(PLACES))
    found = solver.run(asker, PYRAMID, "Find EF.")
    assert measure_figure(PYRAMID, found, 1e-9).value == pytest.approx((1 + 1 / 4 + 3) ** 0.5)
    text = asker.asked[0][1][-1].content
    assert "- F (on segment(B, C))" in text
    assert "their constructions give them: E" in text
    assert "- given PA = 2 * sqrt(3)" in text


def test_a_constructed_point_may_be_stated_and_is_checked() -> None:
    assert "E" in solver.read(solution(PLACES | {"E": ("1", "1", "sqrt(3)")}), PYRAMID).points
    assert "point E = midpoint(P, C) fails" in complaint(
        solver.read, solution(PLACES | {"E": ("1", "1", "2")}), PYRAMID
    )


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"P": ("0", "0", "3")}, "given PA = 2 .* fails: the left side measures 3, the right 3.46"),
        ({"P": ("0", "0", "3.4641")}, "given PA = .* fails.*\nUse exact expressions"),
        ({"F": ("2", "-1/2", "0")}, r"point F on segment\(B, C\) fails"),
        ({"P": ("0", "0", "h")}, "P.z = 'h' is not a plain constant"),
        ({"P": ("0", "0", "__import__('os')")}, "P.z .* is not a plain constant"),
        ({"P": ("0", "0", "9^9^9^9")}, "P.z .* is not a plain constant"),
        ({"Q": ("0", "0", "0")}, "Not asked for under points: Q"),
    ],
)
def test_coordinates_that_are_off_go_back_with_the_condition_that_fails(changes: Places, fault: str) -> None:
    with pytest.raises(Complaint, match=fault):
        solver.read(solution(PLACES | changes), PYRAMID)


def test_missing_names_are_told_all_at_once() -> None:
    text = "solid cone k\nsolid sphere b\nplane q\ngiven inscribed(b, k), tangent(b, q)\nfind radius(b) : radius(k)"
    figure = parse_figure(text)
    sentence = complaint(solver.read, solution({"k.apex": ("0", "0", "4")}), figure)
    assert "Missing under points: k.base, b.center." in sentence
    assert "Missing under numbers: k.radius, b.radius." in sentence
    assert "Missing under planes: q." in sentence


def test_round_solids_and_planes_are_placed_by_their_hidden_names() -> None:
    figure = parse_figure(
        "solid cone k\nsolid sphere b\nplane q\ngiven inscribed(b, k), radius(k) = 3, height(k) = 4\n"
        "given parallel(q, base(k)), distance(apex(k), q) = 1, distance(base_center(k), q) = 3\nfind radius(b)"
    )
    places = {"k.apex": ("0", "0", "4"), "k.base": ("0", "0", "0"), "b.center": ("0", "0", "3/2")}
    plane = {"name": "q", "normal_x": "0", "normal_y": "0", "normal_z": "-2", "offset": "-6"}
    found = solver.read(solution(places, {"k.radius": "3", "b.radius": "1.5"}, [plane]), figure)
    assert found.planes["q"].offset == -3.0
    flat = plane | {"normal_z": "0"}
    text = solution(places, {"k.radius": "3", "b.radius": "3/2"}, [flat])
    assert "normal of plane q is zero" in complaint(solver.read, text, figure)


@pytest.mark.slow
def test_the_offline_solver_is_the_kernel() -> None:
    found = solver.offline(PYRAMID)
    assert measure_figure(PYRAMID, found, 1e-9).ok
    with pytest.raises(GeometryError, match="cannot hold together"):
        solver.offline(parse_figure("solid cube ABCD-EFGH\ngiven AB = 2, AC = 2\nfind AG"))


# Code writer

CODE = "import bpy\n\nprint('``')"


@pytest.mark.parametrize(
    "text", [f"```python\n{CODE}\n```", f"Sure.\n\n```py\n{CODE}\n```\nDone.", f"```\n{CODE}\n```"]
)
def test_the_script_is_taken_out_of_its_fence(text: str) -> None:
    assert code_writer.read(text) == f"{CODE}\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (CODE, "no fenced block"),
        (f"```python\n{CODE}", "cut off"),
        (f"```python\n{CODE}\n```\n```python\n{CODE}\n```", "2 fenced blocks"),
        ("```python\n\n```", "0 characters"),
        ("```python\n" + "x = 1\n" * 20_000 + "```", "at most 60000"),
    ],
)
def test_a_reply_without_one_whole_script_goes_back(text: str, fault: str) -> None:
    assert fault in complaint(code_writer.read, text)


def test_the_code_writer_is_asked_with_the_brief_and_without_a_schema() -> None:
    asker = Script(f"```python\n{CODE}\n```")
    assert code_writer.run(asker, {"solid": "Part 1: cube", "markers": "No markers"}) == f"{CODE}\n"
    role, messages, schema = asker.asked[0]
    assert (role, schema) == ("code_writer", None)
    assert "Part 1: cube" in messages[-1].content


# Normalizer


def answer(expression: str, unit: str = "", verdict: str = "number", sentence: str = "") -> str:
    return json.dumps({"verdict": verdict, "sentence": sentence, "expression": expression, "unit": unit})


@pytest.mark.parametrize(
    ("text", "kind", "reply_text", "value", "dimension"),
    [
        ("two and a half times pi", "volume", answer("(2 + 1/2)*math.pi"), 2.5 * 3.141592653589793, "number"),
        ("sixty degrees, that is 60 deg.", "angle", answer("math.radians(60)"), 3.141592653589793 / 3, "number"),
        (r"the square root of 12 sq. cm", "area", answer("12**(1/2)", "cm^2"), 12**0.5, "area"),
        (r"$\frac{\sqrt 6}{4} a^{3}$", "volume", answer("sqrt(6)/4*2**3"), 6**0.5 * 2, "number"),
    ],
)
def test_an_expression_of_the_answers_own_numbers_is_evaluated(
    text: str, kind: ProblemType, reply_text: str, value: float, dimension: str
) -> None:
    asker = Script(reply_text)
    found = normalizer.run(asker, StatedAnswer(text=text, problem_type=kind, letters={"a": "2"}))
    assert found.value == pytest.approx(value)
    assert (found.dimension, found.source) == (dimension, text)
    assert "a = 2" in asker.asked[0][1][-1].content


@pytest.mark.parametrize(
    ("reply_text", "fault"),
    [
        (answer("7.94"), "7.94 in the expression is not in the answer"),
        (answer("3*sqrt(7)*x"), "cannot be evaluated"),
        (answer("__import__('os').system('3')"), "cannot be evaluated"),
        (answer("3*sqrt(7)", "cm^3"), "class volume, the question asks for area"),
        (answer("", verdict="not_a_number"), "Say in one sentence"),
    ],
)
def test_expressions_that_add_or_run_something_go_back(reply_text: str, fault: str) -> None:
    stated = StatedAnswer(text="three root 7 square centimetres", problem_type="area")
    assert fault in complaint(normalizer.read, reply_text, stated)


def test_an_answer_that_is_no_number_is_refused_with_the_models_reason() -> None:
    with pytest.raises(AnswerRefused, match="gives a range"):
        normalizer.read(
            answer("", verdict="not_a_number", sentence="It gives a range."),
            StatedAnswer(text="2 to 3", problem_type="length"),
        )


def test_degrees_and_minutes_are_rounded_to_half_a_minute() -> None:
    stated = StatedAnswer(text=r"$70^{\circ}32'$", problem_type="angle")
    found = normalizer.read(answer("radians(70 + 32/60)"), stated)
    assert same_value(found, 1.2309594173407747)
    assert not same_value(found, 1.2313)
