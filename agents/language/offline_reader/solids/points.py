"""Points that a statement adds: midpoints and points on an edge.

A new label is read only here and as a vertex of a solid; a point without a stated place is rejected.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.places import pair_of_labels
from agents.language.offline_reader.text.state import Parses, State, listed, phrase, skip, word

_LIES = ("is on", "lies on", "are on", "is a point on", "on", "lies in")


def new_point_clause(state: State) -> Iterator[State]:
    """`M and N are the midpoints of AB and CD respectively`, `P is on edge AB`."""
    for names, after in new_points(state):
        for verb in word(after, "is", "are", "be"):
            for of in phrase(verb, "the midpoint of", "the midpoints of"):
                yield from _midpoints(of, state.at, names)
        for on in phrase(after, *_LIES):
            for pairs, end in listed(on, _segment):
                many = pairs * len(names) if len(pairs) == 1 else pairs
                yield from _declared(end, state.at, names, tuple(f"on segment({a}, {b})" for a, b in many))


def _segment(state: State) -> Parses[tuple[str, str]]:
    """Two labels of a segment; what is called a line is unbounded and rejected."""
    if next(word(state, "line"), None) is None:
        yield from pair_of_labels(state)


def new_label(state: State) -> Parses[str]:
    """One label that is not known yet."""
    token = state.token
    if token is not None and len(token.labels) == 1 and token.labels[0] not in state.labels():
        yield token.labels[0], state.moved()


def new_points(state: State) -> Parses[tuple[str, ...]]:
    """A list of new labels, with or without the word `points`."""
    for found, end in listed(skip(state, "points", "the point", "let points"), new_label):
        if len(set(found)) == len(found):
            yield found, end


def named_midpoints(state: State) -> Parses[tuple[str, ...]]:
    """`the midpoints M and N of AB and CD`, inside a list of points."""
    for opened in phrase(state, "the midpoints"):
        for names, after in listed(opened, new_label):
            for of in word(after, "of"):
                yield from ((names, end) for end in _midpoints(of, state.at, names))


def _midpoints(state: State, first: int, names: tuple[str, ...]) -> Iterator[State]:
    for pairs, end in listed(state, pair_of_labels):
        yield from _declared(end, first, names, tuple(f"= midpoint({a}, {b})" for a, b in pairs))


def _declared(state: State, first: int, names: tuple[str, ...], texts: tuple[str, ...]) -> Iterator[State]:
    """The state with new points and the lines that place them."""
    if len(names) == len(texts):
        state = skip(state, ", respectively", "respectively")
        state = replace(state, points=state.points | set(names))
        for label, text in zip(names, texts, strict=True):
            state = state.with_fact(first, f"point {label} {text}")
        yield state
