"""Sentences and clauses: every token of the statement belongs to a clause that was read, or the statement is refused.

Clauses are tried in a fixed order and the first reading that accounts for the whole sentence is taken; a later sentence
never changes how an earlier one was read.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from agents.language.offline_reader.sentences.changes import change
from agents.language.offline_reader.sentences.cuts import cut
from agents.language.offline_reader.sentences.facts import fact
from agents.language.offline_reader.sentences.pairs import pair_clause
from agents.language.offline_reader.sentences.phrases import qualified_solid
from agents.language.offline_reader.sentences.questions import question, written
from agents.language.offline_reader.sentences.relations import relation
from agents.language.offline_reader.solids.axes import on_axes
from agents.language.offline_reader.solids.derived import cut_off_tip, face_centres
from agents.language.offline_reader.solids.points import new_point_clause
from agents.language.offline_reader.solids.rolled import rolled
from agents.language.offline_reader.solids.shapes import shape_clause
from agents.language.offline_reader.solids.solids import past_diagram
from agents.language.offline_reader.solids.threads import thread
from agents.language.offline_reader.text.announced import announced
from agents.language.offline_reader.text.state import Reach, State, TooLong, phrase
from agents.language.offline_reader.text.tokens import Token
from agents.language.offline_reader.text.vocabulary import IDLE_LEADS

_ENDS = (".", "?", "!")
_ANSWER_LEADS = (
    "express your answer",
    "express the answer",
    "give your answer",
    "give the answer",
    "write your answer",
    "round your answer",
    "leave your answer",
    "state your answer",
    "round to",
    "express your final answer",
    "write the answer",
)


@dataclass(frozen=True)
class Stuck:
    """The reading came to a sentence it does not understand."""

    state: State
    """What was understood before that sentence."""
    first: int
    """First token not understood."""
    last: int
    """Last token of the sentence."""


def read_all(tokens: tuple[Token, ...], spare: tuple[str, ...]) -> State | Stuck:
    """What the sentences say, or where the reader got stuck."""
    state = State(tokens=tokens, spare=spare, reach=Reach(), announced=announced(tokens))
    for first, end in _spans(tokens):
        begun = replace(state, at=first, begin=first, end=end, mentioned=(), before=state.mentioned, subject="")
        state.reach.farthest = first
        try:
            found = next(_sentence(begun), None)
        except TooLong:
            found = None
        if found is None:
            return Stuck(begun, min(begun.reach.farthest, end - 1), end - 1)
        state = found
    return state


def _spans(tokens: tuple[Token, ...]) -> Iterator[tuple[int, int]]:
    """First token and end of every sentence that is not empty."""
    first = 0
    for index, token in enumerate(tokens):
        if token.text in _ENDS:
            if index > first:
                yield first, index
            first = index + 1
    if first < len(tokens):
        yield first, len(tokens)


def _sentence(state: State) -> Iterator[State]:
    for opened in phrase(state, *_ANSWER_LEADS):
        after = written(replace(opened, at=opened.at - 1) if opened.tokens[opened.at - 1].word == "to" else opened)
        if after.at >= after.end:
            yield after
    yield from _clauses(state)


def _clauses(state: State) -> Iterator[State]:
    for opened in _led(state):
        if opened.at >= opened.end:
            yield opened
            continue
        for after in _clause(opened):
            after = past_diagram(after)
            if after.at >= after.end:
                yield after
            else:
                for between in _separators(after):
                    yield from _clauses(between)


def _led(state: State, depth: int = 0) -> Iterator[State]:
    """Past words that open a clause and say nothing, most of them first."""
    if depth < 4:
        drawn = past_diagram(state)
        if drawn.at > state.at:
            yield from _led(next(phrase(drawn, ","), drawn), depth + 1)
        for after in phrase(state, *IDLE_LEADS):
            yield from _led(next(phrase(after, ","), after), depth + 1)
        for inside in phrase(state, "in", "for"):
            for name, after in qualified_solid(inside):
                yield from _led(next(phrase(after, ","), replace(after, subject=name)), depth + 1)
    yield state


def _separators(state: State) -> Iterator[State]:
    for after in phrase(state, ", and", ",", ";", "and", ":", ", but", ", so", "; and"):
        yield after
    for after in phrase(state, *IDLE_LEADS):
        yield after
    for opened in phrase(state, "("):
        drawn = past_diagram(opened)
        if drawn.at > opened.at:
            yield from phrase(drawn, ")")


def _clause(state: State) -> Iterator[State]:
    yield from question(state)
    yield from new_point_clause(state)
    yield from shape_clause(state)
    yield from relation(state)
    yield from cut(state)
    yield from change(state)
    yield from pair_clause(state)
    yield from on_axes(state)
    yield from rolled(state)
    yield from face_centres(state, qualified_solid)
    yield from cut_off_tip(state)
    yield from fact(state)
    if state.at == state.begin:
        yield from thread(state)
