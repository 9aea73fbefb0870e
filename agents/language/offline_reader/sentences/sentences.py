"""Sentences and clauses: every token of the statement must belong to a parsed clause, else the statement is rejected.

Clauses are tried in a fixed order and the first parse of a whole sentence is taken; a later sentence never changes the
parse of an earlier one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from agents.language.offline_reader.sentences.changes import change
from agents.language.offline_reader.sentences.cuts import cut
from agents.language.offline_reader.sentences.facts import fact
from agents.language.offline_reader.sentences.phrases import qualified_solid
from agents.language.offline_reader.sentences.questions import past_answer_form, question
from agents.language.offline_reader.sentences.relations import relation
from agents.language.offline_reader.solids.coordinates import on_axes
from agents.language.offline_reader.solids.derived import cut_off_tip, face_centres
from agents.language.offline_reader.solids.points import new_point_clause
from agents.language.offline_reader.solids.rolled import rolled
from agents.language.offline_reader.solids.shapes import shape_clause
from agents.language.offline_reader.solids.solids import past_diagram
from agents.language.offline_reader.solids.threads import thread
from agents.language.offline_reader.text.announced import announced
from agents.language.offline_reader.text.state import Reach, State, TooLong, phrase, skip, word
from agents.language.offline_reader.text.tokens import Token
from agents.language.offline_reader.text.vocabulary import IDLE_LEADS


@dataclass(frozen=True)
class Stuck:
    """A sentence without a parse."""

    state: State
    """The state before that sentence."""
    first: int
    """First token that no rule consumed."""
    last: int
    """Last token of the sentence."""


def read_all(tokens: tuple[Token, ...], spare: tuple[str, ...]) -> State | Stuck:
    """The state behind the last sentence, or the sentence without a parse."""
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
    for index, token in enumerate((*tokens, None)):
        if token is None or token.text in (".", "?"):
            if index > first:
                yield first, index
            first = index + 1


def _sentence(state: State) -> Iterator[State]:
    for opened in phrase(state, "express your answer", "round your answer"):
        after = past_answer_form(opened)
        if after.at >= after.end:
            yield after
    yield from _clauses(state)


def _clauses(state: State) -> Iterator[State]:
    for opened in _led(state):
        for clause in _clause(opened):
            after = past_diagram(clause)
            if after.at >= after.end:
                yield after
            else:
                for between in phrase(after, ",", ";", *IDLE_LEADS):
                    yield from _clauses(between)


def _led(state: State, depth: int = 0) -> Iterator[State]:
    """Past words that open a clause and add nothing, most of them first."""
    if depth < 4:
        drawn = past_diagram(state)
        if drawn.at > state.at:
            yield from _led(skip(drawn, ","), depth + 1)
        for after in phrase(state, *IDLE_LEADS):
            yield from _led(skip(after, ","), depth + 1)
        for inside in word(state, "in"):
            for name, after in qualified_solid(inside):
                yield from _led(next(phrase(after, ","), replace(after, subject=name)), depth + 1)
    yield state


def _clause(state: State) -> Iterator[State]:
    if state.at >= state.end:
        return
    yield from question(state)
    yield from new_point_clause(state)
    yield from shape_clause(state)
    yield from relation(state)
    yield from cut(state)
    yield from change(state)
    yield from on_axes(state)
    yield from rolled(state)
    yield from face_centres(state, qualified_solid)
    yield from cut_off_tip(state)
    yield from fact(state)
    if state.at == state.begin:
        yield from thread(state)
