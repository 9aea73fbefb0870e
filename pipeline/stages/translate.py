"""The statement in English. English passes through; Chinese needs a model; other languages are quarantined."""

from typing import Any

from agents.gateway.asker import Turn
from agents.language.statements.detect_language import detect_language
from agents.records import Problem, Refusal
from agents.roles import translator
from geometry.record import Record
from pipeline.stages.context import ProblemState, Quarantine, StageContext
from pipeline.stages.records import Translated


class Input(Record):
    """What the stage works on."""

    problem: Problem
    turns: tuple[Turn, ...] = ()


def input_of(state: ProblemState) -> Input:
    """The input, from the outputs of earlier stages."""
    return Input(problem=state.problem, turns=state.turns_of("translate"))


def key_inputs(given: Input, context: StageContext) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return context.role_fingerprint("translator", "translate") if _needs_model(given.problem) else {}


def run(given: Input, context: StageContext) -> Translated:
    """The statement, translated if needed."""
    problem = given.problem
    language = detect_language(problem.statement)
    if not _needs_model(problem):
        return Translated(statement=problem.statement, language=language)
    if language != "zh" or context.is_offline("translator"):
        refusal = translator.offline(problem.statement)
        assert isinstance(refusal, Refusal)
        raise Quarantine("language", refusal.sentence)
    statement = translator.run(context.asker, problem.statement, given.turns)
    return Translated(statement=statement, language=language, checks=(translator.check(problem.statement, statement),))


def _needs_model(problem: Problem) -> bool:
    # With a figure given in the corpus the statement's text is not needed.
    return not problem.figure and detect_language(problem.statement) != "en"
