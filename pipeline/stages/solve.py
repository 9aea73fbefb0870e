"""Coordinates on which every condition was measured, and a target that has one value.

The kernel always solves the figure itself. Where a model plays the solver, its coordinates must satisfy every
condition and give the kernel's value; then they go on. A figure that cannot be right goes back to its reader.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from agents import literal_lengths, solver
from agents.asking import Complaint, Turn
from agents.records import Problem, Reading, Record
from geometry.answers import AnswerRefused, read_answer
from geometry.check_figure import FigureReport, check_figure
from geometry.checks import Check
from geometry.measure_figure import Measurement, measure_figure
from geometry.tolerances import SAME_TARGET_RELATIVE, SOLVED_RELATIVE
from pipeline.figures import figure_of
from pipeline.run_records import Solved
from pipeline.stage_tools import Heard, Reread, Tools
from pipeline.stated_answer import agrees
from pipeline.versions import STAGE_VERSIONS

NAME, OUTPUT = "solve", Solved
VERSION = STAGE_VERSIONS[NAME]


class Given(Record):
    """What the stage works on."""

    problem: Problem
    statement: str
    reading: Reading
    turns: tuple[Turn, ...] = ()


def facts(given: Given, tools: Tools) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return {"seed": tools.seed, **tools.voice("solver", "solve")}


def run(given: Given, tools: Tools) -> Solved:
    """The figure solved and its target measured."""
    report = _verdict(given.reading.figure, tools)
    _compare_with_key(given, report)
    assert report.coordinates != "none"
    common = (*_literal(given.reading, report.coordinates.points), _one_value(report))
    if tools.is_offline("solver"):
        return Solved(report=report, coordinates=report.coordinates, by="kernel", checks=(*report.checks, *common))
    figure = figure_of(given.reading.figure)
    heard = Heard(tools.asker)
    coordinates = solver.run(heard, figure, given.statement, given.turns)
    measured = measure_figure(figure, coordinates, SOLVED_RELATIVE)
    agreement = _agreement(measured, report)
    if agreement.status != "passed":
        raise Complaint(agreement.sentence, heard.reply)
    return Solved(
        report=report,
        coordinates=coordinates,
        by=tools.model("solver"),
        checks=(*measured.checks, *common, agreement),
    )


def _verdict(figure: str, tools: Tools) -> FigureReport:
    report = tools.work_out(check_figure, figure_of(figure), tools.seed)
    if not report.ok:
        raise Reread(
            report.status.replace("_", " "), f"the figure is {report.status.replace('_', ' ')}: {report.reason}"
        )
    return report


def _compare_with_key(given: Given, report: FigureReport) -> None:
    """A figure whose answer is not the stated one is read again before anyone pays for a scene.

    The sentence tells no number: the reader must find its own mistake, not bend the figure to the key.
    """
    try:
        stated = read_answer(given.problem.answer)
    except AnswerRefused:
        return
    assert report.value != "none"
    if not agrees(stated, report.value, report.target_class, given.statement, given.reading.unit):
        raise Reread(
            "answer disputed",
            f"the figure gives {report.value:.10g}, the stated answer is {given.problem.answer} ({stated.value:.10g})",
        )


def _literal(reading: Reading, coordinates: Mapping[str, Sequence[float]]) -> tuple[Check, ...]:
    """The lengths that the statement writes out, measured; a figure on which they do not hold is read again."""
    check = literal_lengths.check([*(c.text for c in reading.conditions), reading.question.text], coordinates)
    if check is not None and check.status != "passed":
        raise Reread("statement disputed", check.sentence)
    return () if check is None else (check,)


def _one_value(report: FigureReport) -> Check:
    return Check(
        name="the target has one value",
        status="passed",
        measured=0.0,
        tolerance=SAME_TARGET_RELATIVE,
        sentence=f"{report.target} is {report.value:.12g} on every figure found that satisfies the conditions.",
    )


def _agreement(measured: Measurement, report: FigureReport) -> Check:
    value = measured.value
    assert value != "none"
    assert report.value != "none"
    gap = abs(value - report.value) / max(abs(report.value), 1e-300)
    passed = gap <= SAME_TARGET_RELATIVE
    return Check(
        name="solver and kernel agree on the target",
        status="passed" if passed else "failed",
        measured=gap,
        tolerance=SAME_TARGET_RELATIVE,
        sentence=f"Your coordinates give {report.target} = {value:.10g}, the conditions give {report.value:.10g}.",
    )
