"""From words to a figure: by the person who wrote one, by a model, or by rules."""

from typing import Any

from agents import figure_reading, reader
from agents.asking import Turn
from agents.offline_reader import read_statement
from agents.records import Problem, Reading, Record, Refusal
from geometry.figure_errors import FigureError
from geometry.resolve import parse_figure
from pipeline.figures import remember
from pipeline.run_records import Read
from pipeline.stage_tools import Heard, Quarantine, Tools
from pipeline.versions import STAGE_VERSIONS

NAME, OUTPUT = "read", Read
VERSION = STAGE_VERSIONS[NAME]


class Given(Record):
    """What the stage works on."""

    problem: Problem
    statement: str
    """The statement in English."""
    turns: tuple[Turn, ...] = ()


def facts(given: Given, tools: Tools) -> dict[str, Any]:
    """What the output depends on besides the input."""
    if given.problem.figure:
        return {}
    return tools.voice("reader", "read")


def run(given: Given, tools: Tools) -> Read:
    """The statement's reading; a refusal ends the problem."""
    problem = given.problem.model_copy(update={"statement": given.statement})
    if problem.figure:
        return _given_figure(problem)
    if tools.is_offline("reader"):
        return Read(reading=_fit_for_us(read_statement(problem)), by="offline rules")
    heard = Heard(tools.asker)
    found = reader.run(heard, problem, given.turns)
    return Read(reading=_fit_for_us(found), by=tools.model("reader"), reply=heard.reply)


def _given_figure(problem: Problem) -> Read:
    try:
        figure = parse_figure(problem.figure)
        reading = figure_reading.reading_of(problem, figure)
    except FigureError as error:
        raise Quarantine("figure", f"the row's own figure cannot be read: {error}") from error
    remember(reading.figure, figure)
    return Read(reading=reading, by="figure given")


def _fit_for_us(found: Reading | Refusal) -> Reading:
    if isinstance(found, Refusal):
        raise Quarantine(found.reason.replace("_", " "), found.sentence)
    return found
