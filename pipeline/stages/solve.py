"""Coordinates on which every condition was measured, and a target that has one value.

The kernel always solves the figure itself. If a model is the solver, its coordinates must satisfy every condition and
give the kernel's value; then they are used. A figure that cannot be right goes back to its reader.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from agents.gateway.asker import Complaint, Turn
from agents.language.accounting.key_words import without_key_words
from agents.language.accounting.stated_measures import asked_measure, is_named, stated_measures
from agents.language.statements import literal_lengths
from agents.language.statements.written_relations import written_relations
from agents.records import Problem, Reading
from agents.roles import solver
from geometry.answers.read_answer import AnswerRefused, ReadAnswer, read_answer
from geometry.checks import Check
from geometry.equivalence.implied import deviations
from geometry.equivalence.solutions import HELD_RELATIVE
from geometry.equivalence.stated import HELD_RELATIVE as MEASURE_HELD
from geometry.equivalence.stated import asks_for, measure_gaps
from geometry.notation.syntax import Figure
from geometry.record import Record
from geometry.report.check_figure import check_figure
from geometry.report.figure_report import FigureReport
from geometry.report.key_value import KeyRefusedError, key_value
from geometry.report.measure_figure import Measurement, measure_figure
from geometry.tolerances import SAME_TARGET_RELATIVE, SOLVED_RELATIVE
from pipeline.stages.answer_match import agrees, states_key
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
    given = _for_the_quantity(given)
    common = (
        *_literal(given.statement, report.coordinates.points),
        *_written(given, context),
        *_measured(given, context),
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


def _for_the_quantity(given: Input) -> Input:
    """The input with blanks in place of the words for the figure's key, which say nothing about the figure."""
    figure, question = figure_of(given.reading.figure), given.reading.question
    if figure.key is None:
        return given
    heard = without_key_words(given.statement, (question.start, question.end), figure)
    asked = question.model_copy(update={"text": heard[question.start : question.end]})
    reading = given.reading.model_copy(update={"question": asked})
    return given.model_copy(update={"statement": heard, "reading": reading})


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
    figure = figure_of(given.reading.figure)
    if figure.key:
        _compare_made_from(given, figure, report, stated)
    elif not agrees(stated, report.value, report.target_class, given.statement, given.reading.unit):
        raise Reread(
            "answer disputed",
            f"the figure gives {report.value:.10g}, the stated answer is {given.problem.answer} ({stated.value:.10g})",
        )


def _compare_made_from(given: Input, figure: Figure, report: FigureReport, stated: ReadAnswer) -> None:
    """The same for a stated answer that is made from the quantity."""
    assert report.value != "none"
    try:
        found = key_value(figure, report.value, report.exact)
    except KeyRefusedError as refusal:
        raise Reread("answer disputed", f"the figure gives {report.value:.10g}, but {refusal}") from refusal
    if not states_key(stated, found):
        sentence = f"the figure gives {found.shown} and a key of {found.value:.10g}, the stated answer is "
        raise Reread("answer disputed", sentence + f"{given.problem.answer} ({stated.value:.10g})")


def _literal(statement: str, coordinates: Mapping[str, Sequence[float]]) -> tuple[Check, ...]:
    """Checks of the lengths written out in the statement; Reread for a figure on which they do not hold."""
    check = literal_lengths.check([statement], coordinates)
    if check is not None and check.status != "passed":
        raise Reread("statement disputed", check.sentence)
    return () if check is None else (check,)


def _written(given: Input, context: StageContext) -> tuple[Check, ...]:
    """The relations that the statement writes with labels, measured; Reread for a figure on which one does not hold."""
    relations = written_relations(given.statement)
    if not relations:
        return ()
    figure = figure_of(given.reading.figure)
    gaps = context.run_in_kernel(deviations, figure, [condition for _, condition in relations], context.seed)
    for (words, _), gap in zip(relations, gaps, strict=True):
        if gap > HELD_RELATIVE:
            raise Reread("statement disputed", f"the statement says {words!r}, which does not hold in the figure")
    return _held("relations written in the statement hold", gaps, HELD_RELATIVE, "measured on every solution found")


def _measured(given: Input, context: StageContext) -> tuple[Check, ...]:
    """The measures that the statement gives in words, looked for in the figure; Reread if one is not there."""
    figure = figure_of(given.reading.figure)
    stated = stated_measures(given.statement)
    gaps = context.run_in_kernel(measure_gaps, figure, [measure for _, measure in stated], context.seed)
    for (words, _), gap in zip(stated, gaps, strict=True):
        if gap > MEASURE_HELD:
            raise Reread("statement disputed", f"the statement says {words!r}, which nothing in the figure has")
    asked = asked_measure(given.reading.question.text)
    is_open = asked is not None and not is_named(given.statement, figure.target)
    if asked and is_open and not context.run_in_kernel(asks_for, figure, *asked, context.seed):
        raise Reread(
            "statement disputed", f"the question asks for a {asked[0]}, and the find line measures something else"
        )
    return _held("measures stated in words are in the figure", gaps, MEASURE_HELD, "found on every solution")


def _held(name: str, gaps: Sequence[float], tolerance: float, how: str) -> tuple[Check, ...]:
    """One check with the largest deviation of those that could be measured; none if there is none."""
    measured = [gap for gap in gaps if not math.isnan(gap)]
    if not measured:
        return ()
    sentence = f"{len(measured)} of them were {how}."
    return (Check(name=name, status="passed", measured=max(measured), tolerance=tolerance, sentence=sentence),)


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
