"""The reader without a model: textbook English into a figure, by rules.

It reads plain statements and rejects everything else: every number, label and word of the statement is accounted for
by a rule, or the rejection quotes what was not. It never guesses and never asks a model.

Frozen: no new rules. They were written with 125 problems in sight and publish 66 of those; of 288 problems that they
had never seen they published 34 (12 %), none with a wrong value. Rules that neither those 125 nor the demo corpus use
were removed since.
"""

from agents.language.offline_reader.sentences.assemble import reading
from agents.language.offline_reader.sentences.sentences import Stuck, read_all
from agents.language.offline_reader.text.tokens import tokenize
from agents.language.offline_reader.text.triage import asks_twice, refused, without_choices
from agents.records import Problem, Reading, Refusal

__all__ = ["read_statement"]


def read_statement(problem: Problem) -> Reading | Refusal:
    """The statement of a problem taken apart, or why it is not read."""
    statement = without_choices(problem.statement)
    refusal = refused(statement)
    if refusal is not None:
        return refusal
    tokens = tokenize(statement)
    used = {label for token in tokens for label in token.labels if not token.word}
    spare = tuple(label for label in "ABCDEFGHIJKLMNPQRSTUVWXYZ" if label not in used)
    spare += tuple(f"{label}{digit}" for digit in range(1, 4) for label in "ABCDEFGH" if f"{label}{digit}" not in used)
    found = read_all(tokens, spare)
    if isinstance(found, Stuck):
        return _not_understood(found, statement)
    return reading(found, statement, problem.answer)


def _not_understood(stuck: Stuck, statement: str) -> Refusal:
    tokens = stuck.state.tokens
    words = statement[tokens[stuck.first].start : tokens[stuck.last].end]
    shown = words if len(words) <= 90 else words[:90].rsplit(" ", 1)[0] + " ..."
    sentence = statement[tokens[stuck.state.begin].start : tokens[stuck.last].end]
    if asks_twice(sentence):
        return Refusal(reason="several_questions", sentence=f'It asks more than one thing: "{sentence[:90]}".')
    drawn = bool(stuck.state.diagram) and bool(tokens[stuck.first].groups)
    if drawn:
        return Refusal(reason="missing_figure", sentence=f'Only the drawing tells what is meant by "{shown}".')
    return Refusal(reason="not_understood", sentence=f'Not understood: "{shown}".')
