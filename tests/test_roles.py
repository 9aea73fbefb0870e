"""The roles, asked through scripted replies: what passes, and what goes back to the model in words."""

import json

import pytest

from agents import code_writer, normalizer, reader, solver, translator
from agents.asking import Complaint, Turn
from agents.json_replies import Reply, read_json
from agents.normalizer import StatedAnswer
from agents.reader_quotes import find_quote
from agents.records import Problem, Reading, Refusal
from geometry.answers import AnswerRefused, same_value
from geometry.check_figure import check_figure
from geometry.errors import GeometryError
from geometry.measure_figure import measure_figure
from geometry.resolve import parse_figure


class Script:
    """An asker that gives prepared replies in turn and keeps what it was asked."""

    def __init__(self, *replies):
        self.replies = list(replies)
        self.asked = []

    def ask(self, role, messages, schema=None):
        self.asked.append((role, tuple(messages), schema))
        return self.replies.pop(0)


def complaint(call, *arguments):
    with pytest.raises(Complaint) as caught:
        call(*arguments)
    assert caught.value.reply
    return caught.value.sentence


# JSON


class Formula(Reply):
    """A formula."""

    text: str
    """The formula in LaTeX."""


@pytest.mark.parametrize(
    "reply",
    [
        '{"text": "\\\\frac{1}{2}\\\\sqrt{3}\\\\times\\\\theta"}',
        '{"text": "\\frac{1}{2}\\sqrt{3}\\times\\theta"}',
        'Here it is:\n```json\n{"text": "\\frac{1}{2}\\sqrt{3}\\times\\theta"}\n```',
    ],
)
def test_latex_survives_json_whether_or_not_its_backslashes_were_doubled(reply):
    assert read_json(reply, Formula).text == r"\frac{1}{2}\sqrt{3}\times\theta"


def test_half_a_character_becomes_one_that_can_be_stored():
    assert read_json('{"text": "a\\ud800b"}', Formula).text.encode() == "a\N{REPLACEMENT CHARACTER}b".encode()
    assert read_json('{"text": "\\ud835\\udc00"}', Formula).text == "\N{MATHEMATICAL BOLD CAPITAL A}"


def test_line_breaks_of_a_figure_stay_line_breaks():
    assert (
        read_json('{"text": "solid cube k\\ngiven edge(k) = 2"}', Formula).text.splitlines()[1] == "given edge(k) = 2"
    )


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("I cannot do that.", "no JSON object"),
        ('{"text": "a", }', "not valid JSON: .* line 1, column"),
        ('{"text": 3}', "text: Input should be a valid string"),
        ('{"txt": "a"}', "text: Field required; txt: Extra inputs"),
        ('{"text": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested far too deeply"),
    ],
)
def test_malformed_json_is_told_with_its_place(reply, fault):
    with pytest.raises(Complaint, match=fault):
        read_json(reply, Formula)


def test_the_schema_shows_a_sentence_for_every_field():
    for schema in (reader.ReadingReply, solver.SolutionReply, normalizer.AnswerReply, translator.TranslationReply):
        shown = schema.model_json_schema()
        for part in [shown, *shown.get("$defs", {}).values()]:
            assert all("description" in field or "$ref" in field for field in part["properties"].values())
            assert set(part["required"]) == set(part["properties"])


# Translator

SOURCE = (
    r"如图, 在四棱锥 $P-ABCD$ 中, $PA\perp$ 平面 $ABCD$, $PA=2\sqrt{3}$, 底面是边长为 $4$ 的正方形, "
    r"$E$ 是 $PC$ 的中点, $BE$ 的长是高的一半. 求二面角 $E-BD-C$ 的余弦值."
)
ENGLISH = (
    r"As shown in the figure, in the quadrangular pyramid $P-ABCD$, $PA\perp$ plane $ABCD$, $PA=2\sqrt{3}$, the base "
    r"is a square with side $4$, $E$ is the midpoint of $PC$, and the length of $BE$ is half the height. Find the "
    r"cosine of the dihedral angle $E-BD-C$."
)


def translated(english):
    return json.dumps({"english": english})


def test_a_faithful_translation_passes_and_english_is_not_asked_about():
    asker = Script(translated(ENGLISH))
    assert translator.run(asker, SOURCE) == ENGLISH
    assert translator.run(asker, ENGLISH) == ENGLISH
    ((role, messages, schema),) = asker.asked
    assert (role, schema) == ("translator", translator.TranslationReply)
    assert SOURCE in messages[-1].content


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("side $4$", "given side", "numbers of the original are missing: 4"),
        ("side $4$", "side $5$", "not in the original: 5"),
        (r"2\sqrt{3}", r"2\sqrt{13}", "missing: 3.* not in the original: 13"),
        ("of $PC$", "of it", "labels P, C"),
        ("$BE$", "$BF$", "has no label F"),
        (r"\sqrt", "sqrt", r"LaTeX commands are missing: \\sqrt"),
        ("midpoint", "point", "中点 .midpoint. is not"),
        ("cosine", "sine", "余弦 .cos. is not"),
        ("half", "equal to", "一半 .half. is not"),
        ("Find", "求", "Chinese is left.*求"),
        (ENGLISH, "", "empty"),
    ],
)
def test_a_translation_that_loses_or_changes_something_goes_back(old, new, fault):
    with pytest.raises(Complaint, match=fault):
        translator.read(translated(ENGLISH.replace(old, new)), SOURCE)


def test_digits_may_become_words_and_chinese_numerals_digits():
    assert translator.read(translated("Their radius is 2 times that of the two spheres."), "它们的半径是2个球的两倍.")
    source = "圆锥的高为三十二, 半径为高的四分之三."
    faithful = r"The cone has a height of 32 and its radius is $\frac{3}{4}$ of the height."
    assert translator.read(translated(faithful), source) == faithful
    with pytest.raises(Complaint, match="not in the original: 33"):
        translator.read(translated(faithful.replace("32", "33")), source)


# Reader

STATEMENT = (
    r"As shown, in the cube $ABCD-A_1B_1C_1D_1$ with edge length $2\sqrt{3}$, the point $E$ lies on $AA_1$ with "
    r"$AE : EA_1 = 1 : 2$. Find the distance from $E$ to the plane $BDC_1$."
)
PROBLEM = Problem(id="cube-1", statement=STATEMENT, answer=r"\frac{8}{3}")
CONDITIONS = [
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
READING = {
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


def reply(**changes):
    return json.dumps(READING | changes)


def with_lines(first, second=None):
    one, two = CONDITIONS
    return [one | {"lines": first}, two | {"lines": second or two["lines"]}]


def test_a_good_reading_becomes_the_five_components_with_verbatim_passages():
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


def test_earlier_tries_and_their_complaints_are_part_of_the_question():
    asker = Script(reply())
    reader.run(asker, PROBLEM, [Turn(reply="{}", complaint="AB is missing.")])
    roles = [message.role for message in asker.asked[0][1]]
    assert roles == ["system", "user", "assistant", "user"]
    assert asker.asked[0][1][-1].content.startswith("AB is missing.")


def test_wrong_role_marks_are_corrected_from_the_figure():
    swapped = [c | {"role": role} for c, role in zip(CONDITIONS, ("auxiliary", "primary"), strict=True)]
    assert reader.read(reply(conditions=swapped), PROBLEM) == reader.read(reply(), PROBLEM)


def test_lines_in_the_order_of_the_statement_are_sorted_where_the_notation_needs_it():
    statement = "Point E is the midpoint of the edge AB of the cube ABCD-EFGH"
    first = {"quote": "Point E is the midpoint", "role": "auxiliary", "lines": ["point M = midpoint(A,B)"]}
    second = {"quote": "the cube ABCD-EFGH", "role": "primary", "lines": ["solid cube ABCD-EFGH"]}
    question = {"quote": "the edge AB", "lines": ["find CM : AB"]}
    raw = reply(conditions=[first, second], question=question, problem_type="ratio", diagram=[])
    reading = reader.read(raw, Problem(id="m", statement=statement, answer=""))
    assert [c.lines for c in reading.conditions] == [("point M = midpoint(A, B)",), ("solid cube ABCD-EFGH",)]
    assert [c.role for c in reading.conditions] == ["auxiliary", "primary"]


def test_a_fault_in_the_figure_goes_back_with_line_column_and_hint():
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
        ({"unit": "parsec"}, "'parsec' is no unit"),
        ({"question": {"quote": "Find the distance", "lines": ["find AB^4"]}}, "neither an angle"),
    ],
)
def test_a_reading_that_does_not_fit_the_statement_goes_back(changes, fault):
    with pytest.raises(Complaint, match=fault):
        reader.read(reply(**changes), PROBLEM)


def test_every_fault_of_a_reading_is_told_at_once():
    changes = {"problem_type": "volume", "unit": "parsec"}
    conditions = [CONDITIONS[0], CONDITIONS[1] | {"lines": ["point E = midpoint(A,A1)"]}]
    sentence = complaint(reader.read, reply(conditions=conditions, **changes), PROBLEM)
    assert all(words in sentence for words in ("'parsec'", "type is volume", "numbers of the statement"))
    conditions = [c | {"quote": f"{c['quote']}!"} for c in CONDITIONS]
    sentence = complaint(reader.read, reply(conditions=conditions, **changes), PROBLEM)
    assert sentence.count("is not in the statement") == 2
    assert "type is volume" in sentence


def test_a_label_that_the_figure_does_not_have_is_told_unless_it_is_explained():
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
    assert reader.read(reply(**changes, not_in_figure=aside), problem).conditions[1].lines == ()


def test_a_unit_is_brought_into_its_short_form():
    assert reader.read(reply(unit="centimeters"), PROBLEM).unit == "cm"


@pytest.mark.parametrize("verdict", ["proof", "several_questions", "transformed_answer"])
def test_a_refusal_needs_a_class_and_a_sentence(verdict):
    empty = {"conditions": [], "diagram": [], "question": {"quote": "", "lines": []}, "problem_type": "none"}
    found = reader.read(reply(**empty, verdict=verdict, sentence="It says 'prove'."), PROBLEM)
    assert found == Refusal(reason=verdict, sentence="It says 'prove'.")
    assert "Say in one sentence" in complaint(reader.read, reply(**empty, verdict=verdict), PROBLEM)


def test_an_unknown_verdict_is_told_with_the_known_ones():
    assert "verdict" in complaint(reader.read, reply(verdict="boring"), PROBLEM)


def test_a_repeated_quote_is_found_behind_the_one_before():
    statement = "AB = 2 in the base, and AB = 2 again."
    assert find_quote(statement, "AB=2", after=5).start == 24
    assert find_quote(statement, "AB=2", after=30).start == 0
    assert find_quote(statement, "AB = 3") is None
    assert find_quote(statement, " $ ") is None


# Solver

PYRAMID = parse_figure(
    "solid pyramid P-ABCD\ngiven square(A,B,C,D), AB = 2, PA ⟂ ABCD, PA = 2*sqrt(3)\npoint E = midpoint(P,C)\n"
    "point F on segment(B,C) with BF = 1/2\nfind EF"
)
PLACES = {
    "P": ("0", "0", "2*sqrt(3)"),
    "A": ("0", "0", "0"),
    "B": ("2", "0", "0"),
    "C": ("2", "2", "0"),
    "D": ("0", "2", "0"),
    "F": ("2", "1/2", "0"),
}


def solution(places, numbers=None, planes=()):
    points = [{"name": name, "x": x, "y": y, "z": z} for name, (x, y, z) in places.items()]
    values = [{"name": name, "value": value} for name, value in (numbers or {}).items()]
    return json.dumps({"reasoning": "", "points": points, "numbers": values, "planes": list(planes)})


def test_the_solver_is_told_the_names_it_must_give_and_its_coordinates_are_measured():
    asker = Script(solution(PLACES))
    found = solver.run(asker, PYRAMID, "Find EF.")
    assert measure_figure(PYRAMID, found, 1e-9).value == pytest.approx((1 + 1 / 4 + 3) ** 0.5)
    text = asker.asked[0][1][-1].content
    assert "- F (on segment(B, C))" in text
    assert "their constructions give them: E" in text
    assert "- given PA = 2 * sqrt(3)" in text


def test_a_constructed_point_may_be_stated_and_is_checked():
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
        ({"P": ("0", "0", "h")}, "P.z = 'h' is no plain constant"),
        ({"P": ("0", "0", "__import__('os')")}, "P.z .* is no plain constant"),
        ({"P": ("0", "0", "9^9^9^9")}, "P.z .* is no plain constant"),
        ({"Q": ("0", "0", "0")}, "Not asked for under points: Q"),
    ],
)
def test_coordinates_that_are_off_go_back_with_the_condition_that_fails(changes, fault):
    with pytest.raises(Complaint, match=fault):
        solver.read(solution(PLACES | changes), PYRAMID)


def test_missing_names_are_told_all_at_once():
    text = "solid cone k\nsolid sphere b\nplane q\ngiven inscribed(b, k), tangent(b, q)\nfind radius(b) : radius(k)"
    figure = parse_figure(text)
    sentence = complaint(solver.read, solution({"k.apex": ("0", "0", "4")}), figure)
    assert "Missing under points: k.base, b.center." in sentence
    assert "Missing under numbers: k.radius, b.radius." in sentence
    assert "Missing under planes: q." in sentence


def test_round_solids_and_planes_are_placed_by_their_hidden_names():
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


def test_the_offline_solver_is_the_kernel():
    found = solver.offline(PYRAMID)
    assert measure_figure(PYRAMID, found, 1e-9).ok
    with pytest.raises(GeometryError, match="cannot hold together"):
        solver.offline(parse_figure("solid cube ABCD-EFGH\ngiven AB = 2, AC = 2\nfind AG"))


# Code writer

CODE = "import bpy\n\nprint('``')"


@pytest.mark.parametrize(
    "text", [f"```python\n{CODE}\n```", f"Sure.\n\n```py\n{CODE}\n```\nDone.", f"```\n{CODE}\n```"]
)
def test_the_script_is_taken_out_of_its_fence(text):
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
def test_a_reply_without_one_whole_script_goes_back(text, fault):
    assert fault in complaint(code_writer.read, text)


def test_the_code_writer_is_asked_with_the_brief_and_without_a_schema():
    asker = Script(f"```python\n{CODE}\n```")
    assert code_writer.run(asker, {"solid": "Part 1: cube", "markers": "No markers"}) == f"{CODE}\n"
    role, messages, schema = asker.asked[0]
    assert (role, schema) == ("code_writer", None)
    assert "Part 1: cube" in messages[-1].content


# Normalizer


def answer(expression, unit="", verdict="number", sentence=""):
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
def test_an_expression_of_the_answers_own_numbers_is_evaluated(text, kind, reply_text, value, dimension):
    asker = Script(reply_text)
    found = normalizer.run(asker, StatedAnswer(text=text, problem_type=kind, letters={"a": "2"}))
    assert (found.value, found.dimension, found.source) == (pytest.approx(value), dimension, text)
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
def test_expressions_that_add_or_run_something_go_back(reply_text, fault):
    stated = StatedAnswer(text="three root 7 square centimetres", problem_type="area")
    assert fault in complaint(normalizer.read, reply_text, stated)


def test_an_answer_that_is_no_number_is_refused_with_the_models_reason():
    with pytest.raises(AnswerRefused, match="gives a range"):
        normalizer.read(
            answer("", verdict="not_a_number", sentence="It gives a range."),
            StatedAnswer(text="2 to 3", problem_type="length"),
        )


def test_degrees_and_minutes_are_rounded_to_half_a_minute():
    stated = StatedAnswer(text=r"$70^{\circ}32'$", problem_type="angle")
    found = normalizer.read(answer("radians(70 + 32/60)"), stated)
    assert same_value(found, 1.2309594173407747)
    assert not same_value(found, 1.2313)
