"""The end of a problem: a sample with all its evidence, or the reason why it is not published."""

from typing import Any

from agents.language.wording.categories import geometry_category
from agents.language.wording.recolour import coloured
from agents.records import Problem, Reading
from geometry.checks import Check
from geometry.disclosure.difficulty import difficulty
from geometry.record import Evidence
from pipeline.stages.catalogue import LAST, STAGE_NAMES
from pipeline.stages.context import ProblemState, StageContext
from pipeline.stages.figure_cache import figure_of
from pipeline.stages.records import Answered, Asked, Compared, Questioned, Rendered, Sample, Verdict


class Input(Evidence):
    """What the stage works on: the outputs of the other stages, with all their checks in one list."""

    problem: Problem
    reading: Reading | None
    compared: Compared | None
    asked: Asked | None
    scale: float | None
    size_m: float | None
    colours: dict[str, str]
    question: Questioned | None
    answer: Answered | None
    film: Rendered | None
    checks: tuple[Check, ...]
    """The evidence of every stage, in the order of the stages."""
    verdict: Verdict | None
    """Why the problem ended early, if it did."""
    keys: dict[str, str]
    """Checkpoint keys of the stages."""


def input_of(state: ProblemState) -> Input:
    """The input, from the outputs of earlier stages."""
    read, fitted = state.outputs.get("read"), state.outputs.get("fit")
    return Input(
        problem=state.problem,
        reading=read.reading if read else None,
        compared=_without_checks(state.outputs.get("compare")),
        asked=_without_checks(state.outputs.get("ask")),
        scale=fitted.fitted.scale if fitted else None,
        size_m=fitted.fitted.longest_m if fitted else None,
        colours=fitted.colours if fitted else {},
        question=_without_checks(state.outputs.get("rewrite")),
        answer=_without_checks(state.outputs.get("answer")),
        film=_without_checks(state.outputs.get("render")),
        checks=tuple(c for name in STAGE_NAMES if name in state.outputs for c in state.outputs[name].checks),
        verdict=state.verdict,
        keys={name: state.keys[name] for name in STAGE_NAMES if name in state.keys},
    )


def _without_checks(output: Any) -> Any:
    """An output without its checks, which are in the common list."""
    return output.model_copy(update={"checks": ()}) if output is not None else None


def key_inputs(given: Input, context: StageContext) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return {"provenance": context.provenance}


def run(given: Input, context: StageContext) -> Sample:
    """The sample of a finished problem."""
    verdict = given.verdict or _unproved(given.checks)
    facts = _known(given) | {
        "checks": (*given.checks, *(verdict.checks if verdict else ())),
        "provenance": {**context.provenance, "checkpoints": given.keys, **_parent(given.problem)},
    }
    if verdict is not None:
        return Sample(**facts | verdict.model_dump(include={"status", "stage", "reason", "sentence"}))
    return Sample(**facts | _results(given), status="published", stage=LAST, reason="", sentence="")


def _parent(problem: Problem) -> dict[str, str]:
    return {"parent": problem.parent} if problem.parent else {}


def _unproved(checks: tuple[Check, ...]) -> Verdict | None:
    """Every stage raises on its own failed checks; one that slips through is caught here."""
    bad = [check for check in checks if check.status != "passed"]
    if not bad:
        return None
    return Verdict(status="quarantined", stage=LAST, reason="check failed", sentence=bad[0].sentence)


def _known(given: Input) -> dict[str, Any]:
    """What is known of any problem, published or not."""
    figure = given.reading.figure if given.reading else ""
    return {
        "id": given.problem.id,
        "answer": None,
        "unit": "",
        "answer_exact": "",
        "answer_in_statement": None,
        "problem_type": given.reading.problem_type if given.reading else "",
        "geometry_type": geometry_category(figure_of(figure)) if figure else "",
        "question": "",
        "variants": {},
        "scale": given.scale,
        "size_m": given.size_m,
        "colours": given.colours,
        "video": "",
        "poster": "",
        "figure": figure,
        "statement": given.problem.statement,
        "stated_answer": given.problem.answer,
        "evidence": given.compared.level if given.compared else "",
        "perturbations": given.compared.perturbations if given.compared else 0,
    }


def _visibility(given: Input) -> float | None:
    """The smallest share of the film's frames in which a marker of the question is visible; none without a film."""
    assert given.question is not None
    if given.film is None:
        return None
    named = {
        f"marker {label}_{colour} can be seen"
        for label, colour in given.colours.items()
        if coloured(colour) in given.question.rewritten.spatial
    }
    shares = [check.measured / given.film.facts.frames for check in given.checks if check.name in named]
    return min(shares, default=None)


def _results(given: Input) -> dict[str, Any]:
    """What only a published problem has."""
    assert given.question is not None
    assert given.answer is not None
    assert given.asked is not None
    determining = {"type": given.asked.type_determines, "dimensions": given.asked.dimensions_determine, "text": True}
    return {
        "asked_figure": given.asked.figure,
        "reveals": given.asked.reveals,
        "difficulty": difficulty(figure_of(given.asked.figure), _visibility(given)),
        "determined_by": tuple(variant for variant, holds in determining.items() if holds),
        "question": given.question.rewritten.spatial,
        "variants": given.question.rewritten.model_dump(),
        "answer": given.answer.value,
        "answer_tolerance": given.answer.tolerance,
        "unit": given.answer.unit,
        "answer_exact": given.answer.exact,
        "answer_in_statement": given.answer.statement_value,
        "video": given.film.video if given.film else "",
        "poster": given.film.poster if given.film else "",
    }
