"""The answer in the scene's metres: stated, scaled by its class, and equal to what is measured in the scene."""

import math
from typing import Any

from agents import normalizer
from agents.asking import Turn
from agents.records import Problem, Reading, Record
from geometry.answers import AnswerRefused, ReadAnswer, read_answer
from geometry.check_figure import FigureReport, measure_target
from geometry.checks import Check
from geometry.exact import ExactForm
from geometry.fit import Fitted
from geometry.state import Coordinates
from geometry.tolerances import SAME_TARGET_RELATIVE
from pipeline.figures import figure_of
from pipeline.run_records import Answered
from pipeline.stage_tools import Quarantine, Tools
from pipeline.stated_answer import POWERS, agrees
from pipeline.versions import STAGE_VERSIONS

NAME, OUTPUT = "answer", Answered
VERSION = STAGE_VERSIONS[NAME]

UNITS = {"length": "m", "area": "m²", "volume": "m³", "angle": "°", "ratio": ""}
"""Units of published answers, the ones the questions ask for."""


class Given(Record):
    """What the stage works on."""

    problem: Problem
    statement: str
    reading: Reading
    report: FigureReport
    coordinates: Coordinates
    fitted: Fitted
    turns: tuple[Turn, ...] = ()


def facts(given: Given, tools: Tools) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return {} if _readable(given.problem.answer) else tools.voice("normalizer", "normalize")


def run(given: Given, tools: Tools) -> Answered:
    """The answer as measured in the scene, once all three agree: stated, scaled and measured."""
    stated, by = _stated(given, tools)
    kind = given.report.target_class
    figure = figure_of(given.reading.figure)
    in_statement = measure_target(figure, given.coordinates)
    in_scene = measure_target(figure, given.fitted.coordinates)
    checks = (
        _scaling(in_statement * given.fitted.scale ** POWERS.get(kind, 0), in_scene),
        _key(stated, in_statement, given),
    )
    failed = [check.sentence for check in checks if check.status != "passed"]
    if failed:
        raise Quarantine("answer disputed", "; ".join(failed), checks)
    exact = given.report.exact
    return Answered(
        value=math.degrees(in_scene) if kind == "angle" else in_scene,
        unit=UNITS[kind],
        stated_value=stated.value,
        statement_value=in_statement,
        exact=exact.text if isinstance(exact, ExactForm) else exact.decimal,
        by=by,
        checks=checks,
    )


def _stated(given: Given, tools: Tools) -> tuple[ReadAnswer, str]:
    try:
        return read_answer(given.problem.answer), "sympy"
    except AnswerRefused as refusal:
        if tools.is_offline("normalizer"):
            raise Quarantine("answer unreadable", f"the stated answer cannot be read: {refusal}") from refusal
    answer = normalizer.StatedAnswer(
        text=given.problem.answer,
        problem_type=given.reading.problem_type,
        unit=given.reading.unit,
        letters=dict.fromkeys(given.report.set_to_one, "1"),
    )
    try:
        return normalizer.run(tools.asker, answer, given.turns), tools.model("normalizer")
    except AnswerRefused as refusal:
        raise Quarantine("answer unreadable", f"the stated answer is no number: {refusal}") from refusal


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


def _key(stated: ReadAnswer, measured: float, given: Given) -> Check:
    kind, unit = given.report.target_class, given.reading.unit
    same = agrees(stated, measured, kind, given.statement, unit)
    return Check(
        name="the stated answer is the measured one",
        status="passed" if same else "failed",
        measured=abs(stated.value - measured) / max(abs(stated.value), abs(measured), 1e-300),
        tolerance=max(SAME_TARGET_RELATIVE, stated.rounding / max(abs(stated.value), 1e-300)),
        sentence=f"the stated answer {given.problem.answer} is {stated.value:.10g}; the figure gives {measured:.10g}",
    )
