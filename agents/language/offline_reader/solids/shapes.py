"""Plane shapes of labelled corners: `ABCD is a square`, `equilateral triangle ABC with side 6`.

A shape of new labels declares its corners. A shape whose corners differ (a right triangle, a trapezoid) is rejected.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.solids import solid
from agents.language.offline_reader.text.algebra import Value, quantity
from agents.language.offline_reader.text.equations import equate, fits
from agents.language.offline_reader.text.labelling import with_base
from agents.language.offline_reader.text.state import State, phrase, word

_SHAPES = {
    "square": ("square", 4),
    "rectangle": ("rectangle", 4),
    "equilateral triangle": ("equilateral", 3),
    "regular hexagon": ("regular", 6),
    "equilateral": ("equilateral", 3),
}
_NOUNS = ("triangle", "△", "face", "base", "the base", "triangles")
_SIDES = ("with side length", "with side", "with sides", "is given with side length")


def shape_clause(state: State) -> Iterator[State]:
    """`ABCD is a square`, `square ABCD`, `rectangle KLMN is the base of pyramid SKLMN`."""
    for words, (shape, count) in _SHAPES.items():
        for opened in (*phrase(state, *_NOUNS), state):
            for after in _corners(opened, count):
                for verb in word(after, "is"):
                    for end in phrase(verb, f"a {words}", f"an {words}", words):
                        yield from _shaped(end, state.at, shape, opened)
        for opened in phrase(state, words):
            for end in _corners(opened, count):
                yield from _shaped(end, state.at, shape, opened)
                for of in phrase(end, "is the base of"):
                    for name, last in solid(of):
                        made = with_base(last.solid(name), _labels(opened))
                        if made is not None:
                            yield from _shaped(last.with_solid(made), state.at, shape, opened)


def _labels(state: State) -> tuple[str, ...]:
    return state.tokens[state.at].labels


def _corners(state: State, count: int) -> Iterator[State]:
    token = state.token
    if token is not None and len(token.groups) == 1 and len(token.labels) == len(set(token.labels)) == count:
        yield state.moved()


def _shaped(state: State, first: int, shape: str, at: State) -> Iterator[State]:
    """The state in which the corners at another state have this shape, and perhaps a side length."""
    corners = _labels(at)
    new = [label for label in corners if label not in state.labels()]
    state = replace(state, points=state.points | set(new), polygons=(*state.polygons, (shape, corners)))
    after = state.with_fact(first, *(f"point {label}" for label in new), f"given {shape}({', '.join(corners)})")
    side = Value("".join(corners[:2]), "length")
    for opened in phrase(after, *_SIDES) if shape != "rectangle" else ():
        for amount, end in quantity(opened):
            if fits(amount, side):
                yield equate(end, after.at, side, amount)
    yield after
