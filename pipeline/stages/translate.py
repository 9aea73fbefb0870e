"""The statement in English. English passes through; Chinese needs a model; other languages are refused."""

from typing import Any

from agents import translator
from agents.asking import Turn
from agents.language import detect_language
from agents.records import Problem, Record, Refusal
from geometry.checks import Check
from pipeline.run_records import Translated
from pipeline.stage_tools import Quarantine, Tools
from pipeline.versions import STAGE_VERSIONS

NAME, OUTPUT = "translate", Translated
VERSION = STAGE_VERSIONS[NAME]

SURVIVED = Check(
    name="the translation keeps every label, number and formula",
    status="passed",
    measured=0.0,
    tolerance=0.0,
    sentence="Every label, number, formula and known term of the source is in the translation, as often as before.",
)
"""The translator's gate lets nothing else through."""


class Given(Record):
    """What the stage works on."""

    problem: Problem
    turns: tuple[Turn, ...] = ()


def facts(given: Given, tools: Tools) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return tools.voice("translator", "translate") if _needs_model(given.problem) else {}


def run(given: Given, tools: Tools) -> Translated:
    """The statement, translated where that is needed."""
    problem = given.problem
    language = detect_language(problem.statement)
    if not _needs_model(problem):
        return Translated(statement=problem.statement, language=language)
    if language != "zh" or tools.is_offline("translator"):
        refusal = translator.offline(problem.statement)
        assert isinstance(refusal, Refusal)
        raise Quarantine("language", refusal.sentence)
    statement = translator.run(tools.asker, problem.statement, given.turns)
    return Translated(statement=statement, language=language, checks=(SURVIVED,))


def _needs_model(problem: Problem) -> bool:
    # A figure written by a person makes the words needless.
    return not problem.figure and detect_language(problem.statement) != "en"
