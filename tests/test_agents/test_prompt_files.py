"""Prompt files: complete front matter, inputs used as declared, examples that pass the very checks a model faces."""

import json
import math
import re
from typing import get_args

import pytest

from agents.gateway.prompt_files import PromptError, load_prompt, parse_prompt
from agents.records import Problem, ProblemType, Reading, Refusal, RefusalClass
from agents.roles import normalizer, solver, translator
from agents.roles.normalizer import StatedAnswer
from agents.roles.reader import reader
from dataset.paths import PROMPTS
from geometry.answers.read_answer import AnswerRefused, read_answer, same_value
from geometry.notation.catalogue import KINDS
from geometry.notation.resolve import parse_figure
from geometry.notation.signatures import FUNCTIONS
from geometry.report.check_figure import check_figure

NAMES = sorted(path.stem for path in PROMPTS.glob("*.md"))
GOOD = """---
name: x
version: 2
role: reader
inputs: [a, b]
output: text
---
Be exact.

## Your task

{{a}} and {{b}}
"""
READ = (PROMPTS / "read.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(
    r"### [^\n]*\n\n> ([^\n]*)\n\n```json\n(.*?)\n```\n(?:\nThe figure gives `(.*?)`)?", READ, re.DOTALL
)


@pytest.mark.parametrize("name", NAMES)
def test_every_prompt_is_complete_and_uses_exactly_the_inputs_it_declares(name: str) -> None:
    prompt = load_prompt(name)
    system, user = prompt.fill({key: f"<{key}>" for key in prompt.inputs})
    assert (system.role, user.role) == ("system", "user")
    assert "{{" not in system.content + user.content
    assert all(f"<{key}>" in user.content for key in prompt.inputs)
    assert len(prompt.sha256) == 64


def test_the_parts_of_a_prompt_are_where_the_heading_says() -> None:
    prompt = parse_prompt("x", GOOD)
    assert (prompt.system, prompt.user, prompt.version, prompt.inputs) == (
        "Be exact.",
        "{{a}} and {{b}}",
        2,
        ("a", "b"),
    )


def test_an_input_that_looks_like_a_placeholder_is_left_alone() -> None:
    assert parse_prompt("x", GOOD).fill({"a": "{{b}}", "b": "1"})[1].content == "{{b}} and 1"


@pytest.mark.parametrize("inputs", [{"a": ""}, {"a": "", "b": "", "c": ""}, {}])
def test_missing_and_extra_inputs_are_errors_that_name_them(inputs: dict[str, str]) -> None:
    with pytest.raises(PromptError, match=r"x\.md takes a, b.*: .*[abc]"):
        parse_prompt("x", GOOD).fill(inputs)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("version: 2\n", "", "must declare name, version"),
        ("output: text", "output:", "not empty"),
        ("name: x", "name: y", "must agree"),
        ("version: 2", "version: two", "whole number"),
        ("role: reader", "role: poet", "unknown role 'poet'"),
        ("[a, b]", "[a, c]", "they must match"),
        ("[a, b]", "[a, b, b]", "they must match"),
        ("Be exact.", "Be {{a}}.", "inputs belong after it"),
        ("## Your task", "## Task", "needs one heading"),
        ("---\nname", "name", "front matter"),
    ],
)
def test_a_prompt_that_is_not_as_declared_is_refused(old: str, new: str, fault: str) -> None:
    with pytest.raises(PromptError, match=fault):
        parse_prompt("x", GOOD.replace(old, new, 1))


def test_an_unknown_prompt_is_told_with_the_known_ones() -> None:
    with pytest.raises(PromptError, match=r"no prompt 'draw'; known prompts: .*read.*solve"):
        load_prompt("draw")


# The examples inside the prompts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "reply", "value"), EXAMPLES, ids=[statement[:30] for statement, _, _ in EXAMPLES]
)
def test_every_example_of_the_reader_passes_its_checks_and_has_the_value_it_states(
    statement: str, reply: str, value: str
) -> None:
    found = reader.read(reply, Problem(id="example", statement=statement, answer=value))
    parsed = json.loads(reply)
    if parsed["verdict"] != "readable":
        assert isinstance(found, Refusal)
        return
    assert isinstance(found, Reading)
    report = check_figure(parse_figure(found.figure))
    assert report.ok, report.reason
    assert report.value != "none"
    assert same_value(read_answer(value), report.value)
    assert [c.role for c in found.conditions] == [c["role"] for c in parsed["conditions"]]
    assert found.problem_type == parsed["problem_type"]


def test_the_examples_of_the_reader_cover_every_type_of_problem_and_a_refusal() -> None:
    assert len(EXAMPLES) >= 8
    types = {json.loads(reply)["problem_type"] for _, reply, _ in EXAMPLES}
    assert types == {*get_args(ProblemType), "none"}


def test_the_reader_is_taught_every_kind_function_and_class_of_refusal() -> None:
    words = set(re.findall(r"[a-z_]+", READ))
    # These two state what a kind of solid promises; nobody writes them.
    assert set(FUNCTIONS) - {"homothetic", "proper"} <= words
    assert set(KINDS) <= words
    assert all(f"| `{name}` |" in READ for name in get_args(RefusalClass))


def first_group(pattern: str, text: str, flags: re.RegexFlag) -> str:
    found = re.search(pattern, text, flags)
    assert found is not None
    return found.group(1)


def test_the_example_of_the_translator_passes_its_checks() -> None:
    text = (PROMPTS / "translate.md").read_text(encoding="utf-8")
    source = first_group(r"^> (.*)$", text, re.MULTILINE)
    english = translator.read(first_group(r"```json\n(.*?)\n```", text, re.DOTALL), source)
    assert english.startswith("In the right triangular prism")


def test_the_example_of_the_solver_satisfies_its_figure() -> None:
    text = (PROMPTS / "solve.md").read_text(encoding="utf-8")
    figure = parse_figure(first_group(r"```text\n(.*?)```", text, re.DOTALL))
    found = solver.read(first_group(r"```json\n(.*?)```", text, re.DOTALL), figure)
    assert set(found.points) == {"S", "A", "B", "C"}


def test_the_examples_of_the_normalizer_are_read_or_refused_as_they_say() -> None:
    text = (PROMPTS / "normalize.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(.*?)` \| (.*?) \| (.*?) \| `(\{.*?\})` \|$", text, re.MULTILINE)
    values: list[float | str] = []
    for answer, quantity, letters, reply in rows:
        known = dict([letters.split(" = ")]) if "=" in letters else {}
        stated = StatedAnswer(text=answer, problem_type=quantity.removeprefix("an "), letters=known)
        try:
            values.append(normalizer.read(reply, stated).value)
        except AnswerRefused:
            values.append("refused")
    assert values == pytest.approx([3 * 7**0.5, 6**0.5 / 4, math.radians(54 + 44 / 60), "refused"], abs=1e-12)
