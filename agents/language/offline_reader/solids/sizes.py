"""The sizes of a box in a row: `3 by 4 by 5 cm`, `dimensions 2, 3 and 6`.

Three numbers are length, width and height in any order; fewer or more are not read.
"""

from collections.abc import Iterator

from agents.language.offline_reader.solids.measures import of_solid
from agents.language.offline_reader.text.algebra import Value, quantity
from agents.language.offline_reader.text.equations import equate, fits
from agents.language.offline_reader.text.state import Parses, State, joint, listed, phrase, sign, word
from agents.language.offline_reader.text.units import POWERS, marked


def sizes(state: State, name: str) -> Iterator[State]:
    """`3 by 4 by 5` for a box (or three equal ones for a cube)."""
    for opened in (
        *phrase(state, "dimensions", "dimensions of", "sides", "edges", "sides of length", "edges of length"),
        state,
    ):
        for three, end in three_sizes(opened):
            yield from box_sizes(end, state.at, name, three)
        if opened is not state:
            for three, end in _three_in_a_row(opened):
                yield from box_sizes(end, state.at, name, three)


def three_sizes(state: State) -> Parses[tuple[Value, Value, Value]]:
    """Three quantities joined by `by`, `x` or `×`; a unit told once holds for all."""
    for a, one in quantity(state):
        for by in (*word(one, "by", "x"), *sign(one, "×", "x")):
            for b, two in quantity(by):
                for again in (*word(two, "by", "x"), *sign(two, "×", "x")):
                    for c, end in quantity(again):
                        yield _same_unit(a, b, c), end


def _three_in_a_row(state: State) -> Parses[tuple[Value, Value, Value]]:
    """`2 cm, 3 cm and 6 cm` behind the word `dimensions`."""
    for found, end in listed(state, quantity, least=3):
        if len(found) == 3:
            yield _same_unit(*found), end


def _same_unit(a: Value, b: Value, c: Value) -> tuple[Value, Value, Value]:
    if c.dimension == "length" and "|" in c.text and a.dimension == b.dimension == "bare":
        unit = c.text.split("|")[1]
        return Value(marked(a.text, unit, 1), "length"), Value(marked(b.text, unit, 1), "length"), c
    return a, b, c


def box_sizes(state: State, first: int, name: str, three: tuple[Value, Value, Value]) -> Iterator[State]:
    found = state.solid(name)
    if found.kind == "cube" and three[0].text == three[1].text == three[2].text:
        like = Value(f"edge({name})", "length")
        if fits(three[0], like):
            yield equate(state, first, like, three[0])
    if found.kind == "cuboid":
        for key, amount in zip(("length", "width", "height"), three, strict=True):
            for value, after in of_solid(state, name, key):
                if not fits(amount, value):
                    return
                state = equate(after, first, value, amount)
        if found.groups == () or found.invented:
            yield state


def spread(amounts: tuple[Value, ...], power: int = 1) -> tuple[Value, ...]:
    """A unit behind the last number of a list holds for all of them."""
    last = amounts[-1].text
    if "⟦" in last and all(amount.dimension == "bare" for amount in amounts[:-1]):
        unit = last.split("|")[1]
        return (*(Value(marked(amount.text, unit, power), POWERS[power]) for amount in amounts[:-1]), amounts[-1])
    return amounts


_EXTENT = {
    "tall": "height",
    "high": "height",
    "in height": "height",
    "deep": "height",
    "thick": "height",
    "long": "length",
    "wide": "width",
    "broad": "width",
    "in diameter": "diameter",
    "in radius": "radius",
    "in length": "length",
    "in width": "width",
}


def extent(state: State, name: str) -> Iterator[State]:
    """`6 inches tall`, `2 cm in diameter`."""
    for amount, after in quantity(state):
        for words, key in _EXTENT.items():
            for end in phrase(after, words):
                for value, last in of_solid(end, name, key):
                    if fits(amount, value):
                        yield equate(last, state.at, value, amount)


def extents(state: State, name: str) -> Iterator[State]:
    """`12 m long, 9 m wide and 8 m high`, right behind the noun."""
    for end in extent(state, name):
        for between in joint(end):
            yield from extents(between, name)
        yield end
