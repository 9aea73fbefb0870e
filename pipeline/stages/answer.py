"""The answer in the scene's metres: the stated answer, scaled by its class, must equal the value measured there.

Where the corpus states something made from the quantity (m + n), that is calculated from the figure's exact value and
compared; the answer is the quantity itself all the same.
"""

import math
from typing import Any

from agents.gateway.asker import Turn
from agents.records import Problem, Reading
from agents.roles import normalizer
from geometry.answers.exact_record import ExactForm
from geometry.answers.read_answer import AnswerRefused, ReadAnswer, read_answer
from geometry.checks import Check
from geometry.notation import syntax as s
from geometry.notation.printer import print_expr
from geometry.pose.fitted import Fitted
from geometry.record import Record
from geometry.report.check_figure import measure_target
from geometry.report.figure_report import FigureReport
from geometry.report.key_value import KeyRefusedError, KeyValue, key_value
from geometry.shapes.coordinates import Coordinates
from geometry.tolerances import SAME_TARGET_RELATIVE, SOLVED_RELATIVE
from pipeline.stages.answer_match import POWERS, agrees, states_key
from pipeline.stages.context import ProblemState, Quarantine, StageContext
from pipeline.stages.figure_cache import figure_of
from pipeline.stages.records import Answered

UNITS = {"length": "m", "area": "m²", "volume": "m³", "angle": "°", "ratio": ""}
"""Units of published answers, as the questions ask for them."""

ANSWER_DIGITS = 6
"""Significant digits of a published answer; the lengths that a question states are exact or have seven."""


class Input(Record):
    """What the stage works on."""

    problem: Problem
    statement: str
    reading: Reading
    report: FigureReport
    coordinates: Coordinates
    fitted: Fitted
    turns: tuple[Turn, ...] = ()


def input_of(state: ProblemState) -> Input:
    """The input, from the outputs of earlier stages."""
    outputs = state.outputs
    return Input(
        problem=state.problem,
        statement=outputs["translate"].statement,
        reading=outputs["read"].reading,
        report=outputs["solve"].report,
        coordinates=outputs["solve"].coordinates,
        fitted=outputs["fit"].fitted,
        turns=state.turns_of("answer"),
    )


def key_inputs(given: Input, context: StageContext) -> dict[str, Any]:
    """What the output depends on besides the input."""
    asked = {} if _readable(given.problem.answer) else context.role_fingerprint("normalizer", "normalize")
    return {**asked, "angles": context.presentation.angles}


def run(given: Input, context: StageContext) -> Answered:
    """The answer as measured in the scene; quarantined unless stated, scaled and measured value agree."""
    stated, by = _stated(given, context)
    kind = given.report.target_class
    figure = figure_of(given.reading.figure)
    in_statement = measure_target(figure, given.coordinates)
    in_scene = measure_target(figure, given.fitted.coordinates)
    key = _key_value(figure, given.report)
    checks = (
        _scaling(in_statement * given.fitted.scale ** POWERS.get(kind, 0), in_scene),
        _key(stated, in_statement, given) if key is None else _transformed(stated, key, figure, given),
    )
    failed = [check.sentence for check in checks if check.status != "passed"]
    if failed:
        raise Quarantine("answer disputed", "; ".join(failed), checks)
    exact = given.report.exact
    in_degrees = kind == "angle" and context.presentation.angles == "degrees"
    value, tolerance = rounded(math.degrees(in_scene) if in_degrees else in_scene)
    return Answered(
        value=value,
        tolerance=tolerance,
        unit="rad" if kind == "angle" and not in_degrees else UNITS[kind],
        stated_value=stated.value,
        statement_value=in_statement,
        exact=exact.text if isinstance(exact, ExactForm) else exact.decimal,
        letters={} if key is None else key.letters,
        by=by,
        checks=checks,
    )


def rounded(value: float) -> tuple[float, float]:
    """The value to ANSWER_DIGITS significant digits, and half a unit of the last one."""
    if not value:
        return 0.0, 0.0
    last = math.floor(math.log10(abs(value))) - ANSWER_DIGITS + 1
    return float(f"{value:.{ANSWER_DIGITS}g}"), 0.5 * 10.0**last


def _stated(given: Input, context: StageContext) -> tuple[ReadAnswer, str]:
    try:
        return read_answer(given.problem.answer), "sympy"
    except AnswerRefused as refusal:
        if context.is_offline("normalizer"):
            raise Quarantine("answer unreadable", f"the stated answer cannot be read: {refusal}") from refusal
    answer = normalizer.StatedAnswer(
        text=given.problem.answer,
        problem_type=given.reading.problem_type,
        unit=given.reading.unit,
        letters=dict.fromkeys(given.report.set_to_one, "1"),
    )
    try:
        return normalizer.run(context.asker, answer, given.turns), context.model("normalizer")
    except AnswerRefused as refusal:
        raise Quarantine("answer unreadable", f"the stated answer is not a number: {refusal}") from refusal


def _readable(text: str) -> bool:
    try:
        read_answer(text)
    except AnswerRefused:
        return False
    return True


def _scaling(scaled: float, measured: float) -> Check:
    gap = abs(scaled - measured) / max(abs(scaled), abs(measured), 1e-300)
    passed = gap <= SAME_TARGET_RELATIVE
    return Check(
        name="the scaled answer is what one measures in the scene",
        status="passed" if passed else "failed",
        measured=gap,
        tolerance=SAME_TARGET_RELATIVE,
        sentence=f"scaled with the scene the answer is {scaled:.10g}; measured in the scene it is {measured:.10g}",
    )


def _key(stated: ReadAnswer, measured: float, given: Input) -> Check:
    kind, unit = given.report.target_class, given.reading.unit
    same = agrees(stated, measured, kind, given.statement, unit)
    return Check(
        name="the stated answer is the measured one",
        status="passed" if same else "failed",
        measured=abs(stated.value - measured) / max(abs(stated.value), abs(measured), 1e-300),
        tolerance=max(SAME_TARGET_RELATIVE, stated.rounding / max(abs(stated.value), 1e-300)),
        sentence=f"the stated answer {given.problem.answer} is {stated.value:.10g}; the figure gives {measured:.10g}",
    )


def _key_value(figure: s.Figure, report: FigureReport) -> KeyValue | None:
    """What the figure gives for its key; None without a key, Quarantine if the value does not have the key's form."""
    assert report.value != "none"
    try:
        return key_value(figure, report.value, report.exact) if figure.key else None
    except KeyRefusedError as refusal:
        raise Quarantine("answer disputed", f"the figure gives {report.value:.10g}, but {refusal}") from refusal


def _transformed(stated: ReadAnswer, key: KeyValue, figure: s.Figure, given: Input) -> Check:
    assert figure.key is not None
    quantity, form = (print_expr(part) for part in figure.key.where)
    exact = given.report.exact
    value = exact.text if isinstance(exact, ExactForm) else exact.decimal
    return Check(
        name="the stated answer is the measured one",
        status="passed" if states_key(stated, key) else "failed",
        measured=abs(stated.value - key.value) / max(abs(stated.value), abs(key.value), 1e-300),
        tolerance=SOLVED_RELATIVE if key.is_exact else SAME_TARGET_RELATIVE,
        sentence=f"the stated answer {given.problem.answer} is {stated.value:.10g}; {print_expr(figure.target)} is "
        f"{value}, {quantity} = {form} gives {key.shown}, and {print_expr(figure.key.expression)} is {key.value:.10g}",
    )
