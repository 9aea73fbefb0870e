"""Coordinates on which every condition was measured, and a target that has one value.

The kernel always solves the figure itself. If a model is the solver, its coordinates must satisfy every condition and
give the kernel's value; then they are used. A figure that cannot be right goes back to its reader.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.gateway.asker import Complaint, Turn
from agents.language.statements import literal_lengths
from agents.language.statements.written_relations import written_relations
from agents.records import Problem, Reading
from agents.roles import solver
from geometry.answers.read_answer import AnswerRefused, read_answer
from geometry.checks import Check
from geometry.equivalence.compare import HELD_RELATIVE
from geometry.equivalence.implied import not_implied, unmet
from geometry.record import Record
from geometry.report.check_figure import check_figure
from geometry.report.figure_report import FigureReport
from geometry.report.measure_figure import Measurement, measure_figure
from geometry.tolerances import SAME_TARGET_RELATIVE, SOLVED_RELATIVE
from pipeline.stages.answer_match import agrees
from pipeline.stages.context import ProblemState, RecordingAsker, Reread, StageContext
from pipeline.stages.figure_cache import figure_of
from pipeline.stages.records import Solved


class Input(Record):
    """What the stage works on."""

    problem: Problem
    statement: str
    reading: Reading
    turns: tuple[Turn, ...] = ()


def input_of(state: ProblemState) -> Input:
    """The input, from the outputs of earlier stages."""
    return Input(
        problem=state.problem,
        statement=state.outputs["translate"].statement,
        reading=state.outputs["read"].reading,
        turns=state.turns_of("solve"),
    )


def key_inputs(given: Input, context: StageContext) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return {"seed": context.seed, **context.role_fingerprint("solver", "solve")}


def run(given: Input, context: StageContext) -> Solved:
    """The figure solved and its target measured."""
    report = _verdict(given.reading.figure, context)
    _compare_with_key(given, report)
    assert report.coordinates != "none"
    common = (
        *_literal(given.statement, report.coordinates.points),
        *_written(given, context),
        *_shown(given.reading, context),
        _one_value(report),
    )
    if context.is_offline("solver"):
        return Solved(report=report, coordinates=report.coordinates, by="kernel", checks=(*report.checks, *common))
    figure = figure_of(given.reading.figure)
    heard = RecordingAsker(context.asker)
    coordinates = solver.run(heard, figure, given.statement, given.turns)
    measured = measure_figure(figure, coordinates, SOLVED_RELATIVE)
    agreement = _agreement(measured, report)
    if agreement.status != "passed":
        raise Complaint(agreement.sentence, heard.reply)
    return Solved(
        report=report,
        coordinates=coordinates,
        by=context.model("solver"),
        checks=(*measured.checks, *common, agreement),
    )


def _verdict(figure: str, context: StageContext) -> FigureReport:
    report = context.run_in_kernel(check_figure, figure_of(figure), context.seed)
    if not report.ok:
        raise Reread(
            report.status.replace("_", " "), f"the figure is {report.status.replace('_', ' ')}: {report.reason}"
        )
    return report


def _compare_with_key(given: Input, report: FigureReport) -> None:
    """Reread a figure whose answer is not the stated one, before a scene is paid for.

    The workflow complains without these numbers: the reader must find its own mistake, not fit the figure to the key.
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


def _literal(statement: str, coordinates: Mapping[str, Sequence[float]]) -> tuple[Check, ...]:
    """Checks of the lengths written out in the statement; Reread for a figure on which they do not hold."""
    check = literal_lengths.check([statement], coordinates)
    if check is not None and check.status != "passed":
        raise Reread("statement disputed", check.sentence)
    return () if check is None else (check,)


def _written(given: Input, context: StageContext) -> tuple[Check, ...]:
    """The relations that the statement writes in symbols, measured; Reread for a figure on which one does not hold."""
    relations = written_relations(given.statement)
    if not relations:
        return ()
    broken = context.run_in_kernel(unmet, figure_of(given.reading.figure), [c for _, c in relations], context.seed)
    said = [words for words, condition in relations if condition in broken]
    if said:
        raise Reread("statement disputed", f"the statement says {said[0]!r}, which does not hold in the figure")
    return (_count("relations written in the statement hold", len(relations), "measured on every solution found"),)


def _shown(reading: Reading, context: StageContext) -> tuple[Check, ...]:
    """Conditions whose words are not in their quote, shown to follow from the others; Reread if one does not."""
    if not reading.to_show:
        return ()
    left = context.run_in_kernel(not_implied, figure_of(reading.figure), reading.to_show, context.seed)
    if left:
        sentence = (
            f"the line 'given {left[0]}' is not said by the words it stands beside, and does not follow from the others"
        )
        raise Reread("statement disputed", sentence)
    return (_count("conditions without words follow from the others", len(reading.to_show), "taken out and shown"),)


def _count(name: str, number: int, how: str) -> Check:
    return Check(
        name=name, status="passed", measured=0.0, tolerance=HELD_RELATIVE, sentence=f"{number} of them were {how}."
    )


def _one_value(report: FigureReport) -> Check:
    found = "the only shape found" if report.shapes == 1 else f"each of {report.shapes} different shapes found"
    return Check(
        name="the target has one value",
        status="passed" if len(report.spread) == 1 and report.deviation <= SAME_TARGET_RELATIVE else "failed",
        measured=report.deviation,
        tolerance=SAME_TARGET_RELATIVE,
        sentence=f"{report.target} is {report.value:.12g} on {found} that satisfies every condition, to "
        f"{report.deviation:.1e}.",
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
