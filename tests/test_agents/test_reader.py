"""The reader: a reading that fits figure and statement passes, every other goes back in words."""

import json
from typing import Any

import pytest

from agents.gateway.asker import Complaint, Turn
from agents.records import Problem, Reading, Refusal, RefusalClass
from agents.roles.reader import reader
from agents.roles.reader.quotes import find_quote
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure
from tests.support.scripted_replies import Script, complaint

STATEMENT = (
    r"As shown, in the cube $ABCD-A_1B_1C_1D_1$ with edge length $2\sqrt{3}$, the point $E$ lies on $AA_1$ with "
    r"$AE : EA_1 = 1 : 2$. Find the distance from $E$ to the plane $BDC_1$."
)
PROBLEM = Problem(id="cube-1", statement=STATEMENT, answer=r"\frac{8}{3}")
CONDITIONS: list[dict[str, Any]] = [
    {
        "quote": "in the cube ABCD-A_1B_1C_1D_1 with edge length $2\\sqrt{3}$",
        "role": "primary",
        "lines": ["solid cube ABCD-A1B1C1D1", "given AB = 2*sqrt(3)"],
    },
    {
        "quote": r"the point $E$ lies on  $AA_1$ with $AE : EA_1 = 1 : 2$.",
        "role": "auxiliary",
        "lines": ["point E on segment(A,A1) with AE : EA1 = 1 : 2"],
    },
]
READING: dict[str, Any] = {
    "plan": "A cube and a point on an edge.",
    "verdict": "readable",
    "sentence": "",
    "diagram": ["As shown"],
    "conditions": CONDITIONS,
    "question": {
        "quote": "Find the distance from $E$ to the plane $BDC_1$",
        "lines": ["find distance(E, plane(B,D,C1))"],
    },
    "problem_type": "length",
    "unit": "",
    "not_in_figure": [],
}


def reply(**changes: Any) -> str:
    return json.dumps(READING | changes)


def with_lines(first: list[str], second: list[str] | None = None) -> list[dict[str, Any]]:
    one, two = CONDITIONS
    return [one | {"lines": first}, two | {"lines": second or two["lines"]}]


def test_a_good_reading_becomes_the_five_components_with_verbatim_passages() -> None:
    asker = Script(reply())
    reading = reader.run(asker, PROBLEM)
    assert isinstance(reading, Reading)
    assert (reading.category, reading.problem_type) == ("cube", "length")
    for passage in (*reading.diagram, *reading.conditions, reading.question):
        assert STATEMENT[passage.start : passage.end] == passage.text
        assert passage.text.count("$") % 2 == 0
    assert [c.role for c in reading.conditions] == ["primary", "auxiliary"]
    lines = [line for condition in reading.conditions for line in condition.lines]
    assert sorted([*lines, "find distance(E, plane(B, D, C1))"]) == sorted(reading.figure.splitlines())
    assert check_figure(parse_figure(reading.figure)).value == pytest.approx(8 / 3)
    assert asker.asked[0][0] == "reader"


def test_earlier_tries_and_their_complaints_are_part_of_the_question() -> None:
    asker = Script(reply())
    reader.run(asker, PROBLEM, [Turn(reply="{}", complaint="AB is missing.")])
    roles = [message.role for message in asker.asked[0][1]]
    assert roles == ["system", "user", "assistant", "user"]
    assert asker.asked[0][1][-1].content.startswith("AB is missing.")


def test_wrong_role_marks_are_corrected_from_the_figure() -> None:
    swapped = [c | {"role": role} for c, role in zip(CONDITIONS, ("auxiliary", "primary"), strict=True)]
    assert reader.read(reply(conditions=swapped), PROBLEM) == reader.read(reply(), PROBLEM)


def test_lines_in_the_order_of_the_statement_are_sorted_where_the_notation_needs_it() -> None:
    statement = "Point M is the midpoint of the edge AB of the cube ABCD-EFGH. Find the ratio CM : AB."
    first = {
        "quote": "Point M is the midpoint of the edge AB",
        "role": "auxiliary",
        "lines": ["point M = midpoint(A,B)"],
    }
    second = {"quote": "the cube ABCD-EFGH", "role": "primary", "lines": ["solid cube ABCD-EFGH"]}
    question = {"quote": "Find the ratio CM : AB", "lines": ["find CM : AB"]}
    raw = reply(conditions=[first, second], question=question, problem_type="ratio", diagram=[])
    reading = reader.read(raw, Problem(id="m", statement=statement, answer=""))
    assert isinstance(reading, Reading)
    assert [c.lines for c in reading.conditions] == [("point M = midpoint(A, B)",), ("solid cube ABCD-EFGH",)]
    assert [c.role for c in reading.conditions] == ["auxiliary", "primary"]


def test_a_fault_in_the_figure_goes_back_with_line_column_and_hint() -> None:
    sentence = complaint(
        reader.read, reply(conditions=with_lines(["solid cube ABCD-A1B1C1D1", "given AX = 2√3"])), PROBLEM
    )
    assert "line 2, column 7: unknown point X; did you mean" in sentence
    assert "2 | given AX = 2√3\n          ^" in sentence
    sentence = complaint(reader.read, reply(conditions=with_lines(["solid cub ABCD-A1B1C1D1"])), PROBLEM)
    assert "line 1" in sentence
    assert "did you mean cube" in sentence
    sentence = complaint(reader.read, reply(question=READING["question"] | {"lines": []}), PROBLEM)
    assert "find" in sentence


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"conditions": with_lines(["solid cube ABCD-A1B1C1D1", "given AB = 2"])}, r"in no line .*: 3 in .*sqrt"),
        ({"conditions": with_lines(CONDITIONS[0]["lines"], ["point E on segment(A,A1)"])}, "1 in .*: 2"),
        ({"problem_type": "area"}, "type is area, but the find line asks for a quantity of type length"),
        ({"diagram": ["As shown in figure 3"]}, "'As shown in figure 3' is not in the statement.*has 'As shown'"),
        ({"conditions": [CONDITIONS[0], CONDITIONS[1] | {"quote": ""}]}, "quote is empty"),
        ({"unit": "parsec"}, "'parsec' is not a unit"),
        ({"question": {"quote": "Find the distance", "lines": ["find AB^4"]}}, "neither an angle"),
    ],
)
def test_a_reading_that_does_not_fit_the_statement_goes_back(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(Complaint, match=fault):
        reader.read(reply(**changes), PROBLEM)


def test_every_fault_of_a_reading_is_told_at_once() -> None:
    changes = {"problem_type": "volume", "unit": "parsec"}
    conditions = [CONDITIONS[0], CONDITIONS[1] | {"lines": ["point E = midpoint(A,A1)"]}]
    sentence = complaint(reader.read, reply(conditions=conditions, **changes), PROBLEM)
    assert all(words in sentence for words in ("'parsec'", "type is volume", "numbers of the statement"))
    conditions = [c | {"quote": f"{c['quote']}!"} for c in CONDITIONS]
    sentence = complaint(reader.read, reply(conditions=conditions, **changes), PROBLEM)
    assert sentence.count("is not in the statement") == 2
    assert "type is volume" in sentence


def test_a_label_that_the_figure_does_not_have_is_told_unless_it_is_explained() -> None:
    statement = "A cone has radius 3 and height 4. Let N stand for its name. Find its volume."
    conditions = [
        {
            "quote": "A cone has radius 3 and height 4",
            "role": "primary",
            "lines": ["solid cone k", "given radius(k) = 3, height(k) = 4"],
        },
        {"quote": "Let N stand for its name", "role": "primary", "lines": []},
    ]
    question = {"quote": "Find its volume", "lines": ["find volume(k)"]}
    changes = {"conditions": conditions, "question": question, "problem_type": "volume", "diagram": []}
    problem = Problem(id="n", statement=statement, answer="")
    sentence = complaint(reader.read, reply(**changes), problem)
    assert "labels are not points of the figure: N" in sentence
    assert "No line stands beside 'Let N stand for its name'" in sentence
    aside = [{"quote": "Let N stand for its name", "reason": "a name"}]
    reading = reader.read(reply(**changes, not_in_figure=aside), problem)
    assert isinstance(reading, Reading)
    assert reading.conditions[1].lines == ()


def test_a_unit_is_brought_into_its_short_form() -> None:
    reading = reader.read(reply(unit="centimeters"), PROBLEM)
    assert isinstance(reading, Reading)
    assert reading.unit == "cm"


@pytest.mark.parametrize("verdict", ["proof", "several_questions", "transformed_answer"])
def test_a_refusal_needs_a_class_and_a_sentence(verdict: RefusalClass) -> None:
    empty = {"conditions": [], "diagram": [], "question": {"quote": "", "lines": []}, "problem_type": "none"}
    found = reader.read(reply(**empty, verdict=verdict, sentence="It says 'prove'."), PROBLEM)
    assert found == Refusal(reason=verdict, sentence="It says 'prove'.")
    assert "Say in one sentence" in complaint(reader.read, reply(**empty, verdict=verdict), PROBLEM)


def test_an_unknown_verdict_is_told_with_the_known_ones() -> None:
    assert "verdict" in complaint(reader.read, reply(verdict="boring"), PROBLEM)


def test_a_repeated_quote_is_found_behind_the_one_before() -> None:
    statement = "AB = 2 in the base, and AB = 2 again."
    second, first = find_quote(statement, "AB=2", after=5), find_quote(statement, "AB=2", after=30)
    assert second is not None
    assert second.start == 24
    assert first is not None
    assert first.start == 0
    assert find_quote(statement, "AB = 3") is None
    assert find_quote(statement, " $ ") is None
