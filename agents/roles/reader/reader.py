"""The reader: splits an English statement into its five components, with its geometry as a figure.

The model quotes the statement and writes the figure's lines beside each quote; the reply is checked against the
statement and the notation. Raises Complaint for figures that do not parse, quotes that are not in the statement, and
readings that leave a number or label unaccounted for. Whether the figure has a solution is not checked here.
"""

from collections.abc import Sequence

from agents.gateway.asker import Asker, Complaint, Message, Turn, with_complaints
from agents.gateway.json_replies import read_json
from agents.gateway.prompt_files import load_prompt
from agents.language.wording.categories import geometry_category, problem_type
from agents.records import Problem, Reading, Refusal, StatedCondition
from agents.roles.reader.gates import (
    Located,
    SourceLine,
    examine,
    figure_text,
    located,
    parsed_lines,
    source_lines,
)
from agents.roles.reader.gates import unit_of as _unit_of
from agents.roles.reader.passage_roles import figure_lines
from agents.roles.reader.reply import ReadingReply
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.figure_errors import FigureError
from geometry.notation.printer import print_figure


def messages(problem: Problem) -> tuple[Message, ...]:
    """The prompt of the reader, without answer choices, because the question becomes open-ended."""
    return load_prompt("read").fill({"statement": problem.statement})


def read(reply: str, problem: Problem) -> Reading | Refusal:
    """The reading or the refusal in a reply; raises Complaint listing everything that is wrong with it."""
    parsed = read_json(reply, ReadingReply)
    if parsed.verdict != "readable":
        if not parsed.sentence.strip():
            raise Complaint("Say in one sentence why the problem is refused, quoting its words.", reply)
        return Refusal(reason=parsed.verdict, sentence=parsed.sentence.strip())
    figure, lines = _figure(parsed, reply)
    findings = examine(problem.statement, parsed, figure, lines)
    if findings.faults:
        raise Complaint(" ".join(findings.faults), reply)
    try:
        reading = _reading(parsed, located(problem.statement, parsed), figure, lines)
        return reading.model_copy(update={"doubts": findings.doubts, "to_show": findings.to_show})
    except GeometryError as error:
        raise Complaint(f"The figure parses, but {error}.", reply) from error


def run(asker: Asker, problem: Problem, turns: Sequence[Turn] = ()) -> Reading | Refusal:
    """Ask once, including the complaints about earlier replies, and read the reply."""
    reply = asker.ask("reader", with_complaints(messages(problem), turns), ReadingReply)
    return read(reply, problem)


def _figure(parsed: ReadingReply, reply: str) -> tuple[s.Figure, tuple[SourceLine, ...]]:
    lines = source_lines(parsed)
    try:
        return parsed_lines(lines)
    except FigureError as error:
        text = figure_text(lines)
        shown = f"The figure made of all lines has a fault:\n{error.render(text)}\nThe whole figure was:\n{text}"
        raise Complaint(shown, reply) from error


def _reading(parsed: ReadingReply, places: Located, figure: s.Figure, lines: tuple[SourceLine, ...]) -> Reading:
    """The record of a reading that has passed every gate; condition roles come from the figure if possible."""
    kind = problem_type(figure)
    if kind is None:
        raise GeometryError("its target is not a geometric quantity")
    return Reading(
        category=geometry_category(figure),
        diagram=places.diagram,
        conditions=_conditions(parsed, places, figure, lines),
        question=places.question[0],
        problem_type=kind,
        figure=print_figure(figure),
        unit=_unit_of(parsed),
    )


def _conditions(
    parsed: ReadingReply, places: Located, figure: s.Figure, lines: tuple[SourceLine, ...]
) -> tuple[StatedCondition, ...]:
    stated = []
    written = figure_lines(figure)
    for owner, (condition, place) in enumerate(zip(parsed.conditions, places.conditions, strict=True)):
        own = [line for line in written if lines[line.source_line - 1].owner == owner]
        # A condition without lines (a repetition, a definition) keeps the role that the model gave it.
        auxiliary = any(line.role == "auxiliary" for line in own) if own else condition.role == "auxiliary"
        stated.append(
            StatedCondition(
                text=place.text,
                start=place.start,
                end=place.end,
                role="auxiliary" if auxiliary else "primary",
                lines=tuple(line.text for line in own),
            )
        )
    return tuple(stated)
