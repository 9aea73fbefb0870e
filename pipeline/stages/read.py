"""From the statement to a figure: given in the corpus, read by a model, or parsed by rules."""

from typing import Any

from agents.gateway.asker import Turn
from agents.language.offline_reader import read_statement
from agents.records import Problem, Reading, Refusal
from agents.roles.reader import given_figure, reader, second_reading
from geometry.notation.figure_errors import FigureError
from geometry.notation.resolve import parse_figure
from geometry.record import Record
from pipeline.stages.context import ProblemState, Quarantine, RecordingAsker, StageContext
from pipeline.stages.figure_cache import remember
from pipeline.stages.records import OUTVOTED, Read


class Input(Record):
    """What the stage works on."""

    problem: Problem
    statement: str
    """The statement in English."""
    turns: tuple[Turn, ...] = ()


def input_of(state: ProblemState) -> Input:
    """The input, from the outputs of earlier stages."""
    return Input(problem=state.problem, statement=state.outputs["translate"].statement, turns=state.turns_of("read"))


def key_inputs(given: Input, context: StageContext) -> dict[str, Any]:
    """What the output depends on besides the input."""
    if given.problem.figure:
        return {}
    return context.role_fingerprint("reader", "read")


def run(given: Input, context: StageContext) -> Read:
    """The statement's reading; Quarantine if it cannot be read."""
    problem = given.problem.model_copy(update={"statement": given.statement})
    if problem.figure:
        return _given_figure(problem)
    if context.is_offline("reader"):
        return Read(reading=_fit_for_us(read_statement(problem)), by="offline rules")
    if given.turns and given.turns[-1].complaint == OUTVOTED:
        chosen, reply = second_reading.third(context.asker, problem, context.tries)
        return Read(reading=_fit_for_us(chosen), by=context.model("reader_check"), reply=reply)
    heard = RecordingAsker(context.asker)
    found = reader.run(heard, problem, given.turns)
    return Read(reading=_fit_for_us(found), by=context.model("reader"), reply=heard.reply)


def _given_figure(problem: Problem) -> Read:
    try:
        figure = parse_figure(problem.figure)
        reading = given_figure.reading_of(problem, figure)
    except FigureError as error:
        raise Quarantine("figure", f"the row's own figure cannot be read: {error}") from error
    remember(reading.figure, figure)
    return Read(reading=reading, by="figure given")


def _fit_for_us(found: Reading | Refusal) -> Reading:
    if isinstance(found, Refusal):
        raise Quarantine(found.reason.replace("_", " "), found.sentence)
    return found
