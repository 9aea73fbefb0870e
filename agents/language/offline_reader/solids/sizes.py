"""The sizes of a box: `3 by 4 by 5 cm`, `edges 2, 3 and 6`; and extents: `12 m long and 6 inches tall`.

Three numbers are length, width and height of a box; fewer or more are rejected.
"""

from collections.abc import Iterator

from agents.language.offline_reader.solids.measures import measures_of, of_solid
from agents.language.offline_reader.text.algebra import Value, quantity
from agents.language.offline_reader.text.equations import equate, equate_all, fits
from agents.language.offline_reader.text.state import Parses, State, joint, listed, phrase, word
from agents.language.offline_reader.text.units import POWERS, marked

_EXTENT = {"tall": "height", "high": "height", "long": "length", "wide": "width", "in length": "length"}


def sizes(state: State, name: str) -> Iterator[State]:
    """`3 by 4 by 5` or `edges 3, 4 and 5` for a box."""
    for opened in (*word(state, "edges"), state):
        for three, end in three_sizes(opened):
            yield from box_sizes(end, state.at, name, three)
        if opened is not state:
            for three, end in listed(opened, quantity, least=3):
                yield from box_sizes(end, state.at, name, three)


def three_sizes(state: State) -> Parses[tuple[Value, ...]]:
    """Three quantities joined by `by` or `x`."""
    for a, one in quantity(state):
        for by in word(one, "by", "x"):
            for b, two in quantity(by):
                for again in word(two, "by", "x"):
                    for c, end in quantity(again):
                        yield (a, b, c), end


def box_sizes(state: State, first: int, name: str, three: tuple[Value, ...]) -> Iterator[State]:
    """The state in which a box has these sizes; a unit behind the last holds for all."""
    three = spread(three)
    if len(three) != 3:
        return
    if state.solid(name).kind == "cube" and three[0].text == three[1].text == three[2].text:
        like = Value(f"edge({name})", "length")
        if fits(three[0], like):
            yield equate(state, first, like, three[0])
    if state.solid(name).kind == "cuboid":
        for values, after in measures_of(state, name, ("length", "width", "height")):
            if all(map(fits, three, values)):
                yield equate_all(after, first, values, three)


def spread(amounts: tuple[Value, ...], power: int = 1) -> tuple[Value, ...]:
    """A unit behind the last number of a list holds for all of them."""
    last = amounts[-1].text
    if "⟦" in last and all(amount.dimension == "bare" for amount in amounts[:-1]):
        unit = last.split("|")[1]
        return (*(Value(marked(amount.text, unit, power), POWERS[power]) for amount in amounts[:-1]), amounts[-1])
    return amounts


def extents(state: State, name: str) -> Iterator[State]:
    """`12 m long, 9 m wide and 8 m high`."""
    for amount, after in quantity(state):
        for words, key in _EXTENT.items():
            for end in phrase(after, words):
                for value, measured in of_solid(end, name, key):
                    if fits(amount, value):
                        last = equate(measured, state.at, value, amount)
                        for between in joint(last):
                            yield from extents(between, name)
                        yield last
