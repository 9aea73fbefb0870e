"""The end of a problem: a sample with all its evidence, or the reason why there is none."""

from typing import Any

from agents.categories import geometry_category
from agents.records import Problem
from geometry.checks import Check
from pipeline.figures import figure_of
from pipeline.run_records import (
    Answered,
    FittedScene,
    Output,
    Questioned,
    Read,
    Rendered,
    Sample,
    StageName,
    Verdict,
)
from pipeline.versions import STAGE_VERSIONS

NAME = "publish"
VERSION = STAGE_VERSIONS[NAME]


def sample_of(
    problem: Problem, outputs: dict[StageName, Output], verdict: Verdict | None, provenance: dict[str, Any]
) -> Sample:
    """The sample of a finished problem, from whatever its stages made."""
    checks = _evidence(outputs)
    if verdict is None:
        verdict = _unproved(checks)
    facts = _empty(problem) | _from_read(outputs.get("read")) | _from_fit(outputs.get("fit"))
    facts |= {"checks": (*checks, *(verdict.checks if verdict else ())), "provenance": provenance}
    if verdict is not None:
        ending = verdict.model_dump(include={"status", "stage", "reason", "sentence"})
        return Sample(**facts | ending)
    ending = {"status": "published", "stage": NAME, "reason": "", "sentence": ""}
    return Sample(**facts | _from_results(outputs) | ending)


def _evidence(outputs: dict[StageName, Output]) -> tuple[Check, ...]:
    return tuple(check for output in outputs.values() for check in output.checks)


def _unproved(checks: tuple[Check, ...]) -> Verdict | None:
    """Every stage stops at its own failed checks; should one slip through, it stops here."""
    bad = [check for check in checks if check.status != "passed"]
    if not bad:
        return None
    return Verdict(status="quarantined", stage=NAME, reason="check failed", sentence=bad[0].sentence)


def _empty(problem: Problem) -> dict[str, Any]:
    return {
        "id": problem.id,
        "answer": None,
        "unit": "",
        "answer_exact": "",
        "answer_in_statement": None,
        "problem_type": "",
        "geometry_type": "",
        "question": "",
        "variants": {},
        "scale": None,
        "colours": {},
        "video": "",
        "poster": "",
        "figure": "",
        "statement": problem.statement,
        "stated_answer": problem.answer,
    }


def _from_read(read: Output | None) -> dict[str, Any]:
    if not isinstance(read, Read):
        return {}
    figure = read.reading.figure
    return {
        "figure": figure,
        "geometry_type": geometry_category(figure_of(figure)),
        "problem_type": read.reading.problem_type,
    }


def _from_fit(fitted: Output | None) -> dict[str, Any]:
    if not isinstance(fitted, FittedScene):
        return {}
    return {"scale": fitted.fitted.scale, "colours": fitted.colours}


def _from_results(outputs: dict[StageName, Output]) -> dict[str, Any]:
    question, answer, film = outputs["rewrite"], outputs["answer"], outputs.get("render")
    assert isinstance(question, Questioned)
    assert isinstance(answer, Answered)
    facts: dict[str, Any] = {
        "question": question.rewritten.spatial,
        "variants": question.rewritten.model_dump(),
        "answer": answer.value,
        "unit": answer.unit,
        "answer_exact": answer.exact,
        "answer_in_statement": answer.statement_value,
    }
    if isinstance(film, Rendered):
        facts |= {"video": film.video, "poster": film.poster}
    return facts
