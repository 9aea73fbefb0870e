"""Relations between labelled things: equations, ratios, right angles, parallels.

A relation between labels that are not known is rejected.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise

from agents.language.offline_reader.solids.places import line, plane, polygon
from agents.language.offline_reader.text.algebra import Value, angle_at, formula, power_of, quantity
from agents.language.offline_reader.text.equations import as_like, fits
from agents.language.offline_reader.text.state import Parses, State, listed, phrase, sign


def relation(state: State) -> Iterator[State]:
    """Any clause that relates labelled things."""
    yield from _equation(state)
    yield from _ratio_equation(state)
    yield from _upright_or_parallel(state)
    yield from _mutually_perpendicular(state)
    yield from _in_a_plane(state)
    yield from _valued_letter(state)


def _equation(state: State) -> Iterator[State]:
    """`PA = PB = 2`, `AE = 2EB`: a chain of formulas, at least one of them of the figure."""
    for values, end in _chain(state):
        like = next((value for value in values if value.dimension not in ("bare", "number")), None)
        if len(values) > 1 and like is not None and all(fits(value, like) for value in values):
            texts = [as_like(value, like) for value in values]
            yield end.with_fact(state.at, *(f"given {a} = {b}" for a, b in pairwise(texts)))


def _chain(state: State) -> Parses[tuple[Value, ...]]:
    """Formulas joined by equals signs; always the whole chain."""
    for first, after in (*quantity(state), *angle_at(state)):
        rest = [found for equals in sign(after, "=") for found in _chain(equals)]
        yield from (((first, *values), end) for values, end in rest or [((), after)])


def _ratio_equation(state: State) -> Iterator[State]:
    """`AE : EB = 1 : 2`."""
    for (one, two), after in _ratio(state):
        for equals in phrase(after, "=", "is"):
            for (m, n), end in _ratio(equals):
                if power_of(one.dimension) and power_of(two.dimension):
                    yield end.with_fact(state.at, f"given ({n.text})*{one.text} = ({m.text})*{two.text}")


def _ratio(state: State) -> Parses[tuple[Value, Value]]:
    for first, after in formula(state):
        for colon in sign(after, ":"):
            yield from (((first, second), end) for second, end in formula(colon))


def _linear(state: State) -> Parses[str]:
    yield from line(state)
    yield from plane(state)


def _upright_or_parallel(state: State) -> Iterator[State]:
    """`PA ⟂ plane ABCD`, `Line PA is perpendicular to plane ABCD`, `AB ∥ CD`."""
    for firsts, after in listed(state, _linear):
        for name, words in (("perp", ("⟂", "is perpendicular to")), ("parallel", ("∥", "/ /"))):
            for middle in phrase(after, *words):
                for seconds, end in listed(middle, _linear):
                    if len(seconds) == 1 or len(firsts) == 1:
                        yield end.with_fact(state.at, *(f"given {name}({a}, {b})" for a in firsts for b in seconds))


def _mutually_perpendicular(state: State) -> Iterator[State]:
    """Three lines, each at right angles to the two others."""
    for opened in (*phrase(state, "each of"), state):
        for lines, after in listed(opened, line, least=3):
            for end in phrase(after, "are pairwise perpendicular", "is perpendicular to the other two"):
                yield end.with_fact(state.at, *(f"given perp({a}, {b})" for a, b in combinations(lines, 2)))


def _in_a_plane(state: State) -> Iterator[State]:
    """`Triangle DEF lies in a plane perpendicular to plane ABC`."""
    for corners, after in polygon(state):
        for to in phrase(after, "lies in a plane perpendicular to"):
            for other, end in plane(to):
                yield end.with_fact(state.at, f"given perp(plane({', '.join(corners)}), {other})")


def _valued_letter(state: State) -> Iterator[State]:
    """`T = 12`: a letter without a meaning and a number."""
    token = state.token
    if token is None or len(token.text) != 1 or not token.text.isalpha() or token.text in state.labels():
        return
    for after in sign(state.moved(), "=") if state.meaning(token.text) is None else ():
        for value, end in formula(after):
            if value.dimension == "bare":
                yield replace(end, meanings=(*state.meanings, (token.text, value.text, "bare")))
