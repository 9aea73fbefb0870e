"""The normalizer: rewrites a stated answer that the rules cannot parse as one expression that they can.

Asked only if `geometry.answers.read_answer` fails. The expression is evaluated by the bounded grammar of stated
answers, never by Python. Rejected: expressions with numbers that are not in the answer, and answers that are not a
number.
"""

import math
import re
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from agents.gateway.asker import Asker, Complaint, Message, Turn, with_complaints
from agents.gateway.json_replies import Reply, read_json
from agents.gateway.prompt_files import load_prompt
from agents.language.statements.statement_tokens import numbers_in, values_of
from agents.language.statements.translation_terms import NUMBER_WORDS, chinese_numbers
from agents.records import ProblemType
from geometry.answers.answer_text import AnswerRefused
from geometry.answers.read_answer import ReadAnswer, read_answer
from geometry.record import Record

_RADIANS = re.compile(r"\bradians\s*\(")
# Numbers that only the notation introduces: halves and roots as powers, degrees and minutes, percentages.
_FREE_NUMBERS = frozenset({1, 2, 3, 60, 100, 180, 3600})
_MINUTES = re.compile(r"(?:°|\\circ|\\degree)\s*\}?\s*\d+\s*(?:'|′|’|\^\s*\{?\s*\\prime)")
HALF_A_MINUTE = math.pi / 180.0 / 120.0
"""Rounding of an angle stated in degrees and minutes, in radians."""


class StatedAnswer(Record):
    """An answer to normalize, with what is known about the quantity."""

    text: str
    """The answer text from the corpus."""
    problem_type: ProblemType
    """The class of the asked quantity."""
    unit: str = ""
    """Unit of length of the figure's numbers, empty when none is stated."""
    letters: dict[str, str] = Field(default_factory=dict)
    """Values of the letters that the statement leaves general, such as a = 1."""


class AnswerReply(Reply):
    """The answer as one expression."""

    verdict: Literal["number", "not_a_number"]
    """not_a_number when the text states no value, several values, a range or letters without a value."""
    sentence: str
    """For not_a_number one sentence that says why; empty otherwise."""
    expression: str
    """The value as one Python expression of numbers, + - * / **, sqrt, pi, sin, cos, tan, asin, acos, atan, radians."""
    unit: str
    """The unit the text writes behind the value, such as cm or cm^2; empty when it writes none."""


def messages(answer: StatedAnswer) -> tuple[Message, ...]:
    """The prompt of the normalizer."""
    letters = ", ".join(f"{name} = {value}" for name, value in answer.letters.items()) or "none"
    quantity = {"angle": "an angle, or the sine, cosine or tangent of one", "ratio": "a ratio"}
    inputs = {
        "answer": answer.text,
        "quantity": quantity.get(
            answer.problem_type, f"{answer.problem_type} (unit of length: {answer.unit or 'none'})"
        ),
        "letters": letters,
    }
    return load_prompt("normalize").fill(inputs)


def read(reply: str, answer: StatedAnswer) -> ReadAnswer:
    """The parsed answer; raises Complaint for an invalid reply, AnswerRefused if the answer is not a number."""
    parsed = read_json(reply, AnswerReply)
    if parsed.verdict == "not_a_number":
        if not parsed.sentence.strip():
            raise Complaint("Say in one sentence why the answer is not a number.", reply)
        raise AnswerRefused("not understood", parsed.sentence.strip())
    _check_numbers(parsed.expression, answer, reply)
    try:
        found = read_answer(f"{_plain(parsed.expression)} {parsed.unit}".strip())
    except AnswerRefused as error:
        raise Complaint(f"The expression {parsed.expression!r} cannot be evaluated: {error}", reply) from error
    _check_dimension(found, answer, reply)
    minutes = answer.problem_type == "angle" and _MINUTES.search(answer.text)
    return found.model_copy(
        update={"source": answer.text, "rounding": max(found.rounding, HALF_A_MINUTE) if minutes else found.rounding}
    )


def run(asker: Asker, answer: StatedAnswer, turns: Sequence[Turn] = ()) -> ReadAnswer:
    """Ask once, including the complaints about earlier replies, and evaluate the reply."""
    return read(asker.ask("normalizer", with_complaints(messages(answer), turns), AnswerReply), answer)


def _plain(expression: str) -> str:
    """The expression in the spelling of stated answers: no module name, radians(x) as x times pi over 180."""
    plain = re.sub(r"\b(?:math|np|numpy|sympy)\.", "", expression)
    return _RADIANS.sub("pi/180*(", plain)


def _check_numbers(expression: str, answer: StatedAnswer, reply: str) -> None:
    """Every number of the expression must come from the answer, in digits or words, or from a letter's value."""
    source = " ".join([answer.text, *answer.letters.values()])
    known = set(values_of(numbers_in(source))) | _FREE_NUMBERS
    known |= {NUMBER_WORDS[word] for word in re.findall(r"[a-z]+", source.lower()) if word in NUMBER_WORDS}
    known |= chinese_numbers(source)
    foreign = [token.text for token in numbers_in(expression) if not set(values_of((token,))) <= known]
    if foreign:
        shown = f"{', '.join(foreign)} in the expression {'is' if len(foreign) == 1 else 'are'} not in the answer"
        raise Complaint(f"{shown}; convert it as it stands, without computing or rounding.", reply)


def _check_dimension(found: ReadAnswer, answer: StatedAnswer, reply: str) -> None:
    wanted = answer.problem_type
    fitting = {"number", wanted} | ({"ratio", "angle"} if wanted in ("ratio", "angle") else set())
    if found.dimension not in fitting:
        fault = f"The expression with its unit is of the class {found.dimension}, the question asks for {wanted}"
        raise Complaint(f"{fault}; state the unit as the answer writes it.", reply)
