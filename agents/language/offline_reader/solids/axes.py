"""Points on the axes of a coordinate system: the origin and one point on each axis are the corners of a tetrahedron.

Nothing but the right angles at the origin follows; on which side of it the points lie makes no difference to any
measure of that tetrahedron.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from agents.language.offline_reader.solids.points import new_label, new_points
from agents.language.offline_reader.text.state import Parses, Solid, State, phrase, skip

_SYSTEMS = tuple(
    f"{article} {words}coordinate system"
    for article in ("a", "the", "an")
    for words in ("", "three dimensional ", "3 dimensional ", "rectangular ", "three dimensional rectangular ")
)


def on_axes(state: State) -> Iterator[State]:
    """`In a coordinate system with origin O, points A, B and C are on the x-, y- and z-axes, respectively`."""
    if state.solids:
        return
    for origin, after in _origin(state):
        opened = skip(after, ", and let", ", let", ", and", ",")
        for names, middle in new_points(replace(opened, points=opened.points | {origin})):
            for on in phrase(
                middle, "be located on", "are located on", "are on", "lie on", "be on", "lie respectively on"
            ):
                for end in _three_axes(skip(on, "the positive", "the")):
                    if len(names) == 3:
                        yield _corner(end, state.at, origin, names)


def _origin(state: State) -> Parses[str]:
    for opened in phrase(state, *(f"in {system} with origin" for system in _SYSTEMS)):
        yield from new_label(opened)
    opened = skip(state, "point", "the point")
    for label, after in new_label(opened):
        for end in phrase(after, *(f"{be} the origin of {system}" for be in ("be", "is") for system in _SYSTEMS)):
            yield label, end


def _three_axes(state: State) -> Iterator[State]:
    """`x, y, and z axes`, `x-, y-, and z-axes`, with dollars or without."""
    for name in "xyz":
        token = state.token
        if token is None or token.text.lower() != name:
            return
        state = state.moved()
        while state.token is not None and state.token.key in ("-", ",", "and", "axis"):
            state = state.moved()
    for end in phrase(state, "axes", "axis"):
        yield skip(end, ", respectively", "respectively")
    if state.tokens[state.at - 1].key == "axis":
        yield skip(state, ", respectively", "respectively")


def _corner(state: State, first: int, origin: str, names: tuple[str, ...]) -> State:
    groups = ((origin,), names)
    solid = Solid("k", "tetrahedron", frozenset({"tetrahedron"}), (first, state.at - 1), groups=groups)
    lines = (f"given perp(line({origin}, {a}), line({origin}, {b}))" for a, b in combinations(names, 2))
    return replace(state, points=state.points - {origin}).with_solid(solid).with_fact(first, *lines)
