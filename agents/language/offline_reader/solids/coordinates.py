"""Points by coordinates: `tetrahedron whose vertices are A = (0, 1, 2), ...`, `points A, B and C are on the axes`.

Three numbers in brackets are a point. Of points on the axes only the right angles at the origin are used, which hold on
either side of it. Coordinates of other solids are rejected.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from agents.language.offline_reader.solids.points import new_label, new_points
from agents.language.offline_reader.text.algebra import formula
from agents.language.offline_reader.text.labelling import placed
from agents.language.offline_reader.text.state import Parses, Solid, State, listed, phrase, sign, skip, word


def vertices(state: State, name: str) -> Iterator[State]:
    """Behind a tetrahedron: its four vertices with their coordinates."""
    solid = state.solid(name)
    if solid.labels or solid.kind != "tetrahedron":
        return
    for opened in phrase(state, "whose vertices are", "has vertices"):
        for found, end in listed(opened, _labelled_triple, least=4):
            for made in placed(solid, (tuple(label for label, _ in found),)):
                after = end.with_solid(replace(made, dashed=True))
                yield after.with_fact(opened.at, *(f"given {label} = {text}" for label, text in found))


def _labelled_triple(state: State) -> Parses[tuple[str, str]]:
    token = state.token
    if token is not None and len(token.labels) == 1:
        for opened in (*sign(state.moved(), "="), state.moved()):
            for inside in sign(opened, "("):
                for values, after in listed(inside, formula, least=3):
                    for end in sign(after, ")"):
                        if len(values) == 3:
                            yield (token.labels[0], f"({', '.join(value.text for value in values)})"), end


def on_axes(state: State) -> Iterator[State]:
    """`In a three-dimensional coordinate system with origin O, points A, B and C are on the x-, y- and z-axes`."""
    if state.solids:
        return
    for origin, after in _origin(state):
        opened = skip(after, ", and", ",")
        for names, middle in new_points(replace(opened, points=opened.points | {origin})):
            for on in phrase(middle, "be located on", "are on"):
                for end in _three_axes(skip(on, "the positive", "the")):
                    if len(names) == 3:
                        yield _corner(end, state.at, origin, names)


def _origin(state: State) -> Parses[str]:
    system = "a three dimensional coordinate system"
    for opened in phrase(state, f"in {system} with origin"):
        yield from new_label(opened)
    for label, after in new_label(skip(state, "point")):
        yield from ((label, end) for end in phrase(after, f"be the origin of {system}"))


def _three_axes(state: State) -> Iterator[State]:
    """`x, y, and z axes`, `x-, y-, and z-axes`, with dollars or without."""
    for name in "xyz":
        token = state.token
        if token is None or token.text.lower() != name:
            return
        state = state.moved()
        while state.token is not None and state.token.key in ("-", ",", "and", "axis"):
            state = state.moved()
    for end in word(state, "axes"):
        yield skip(end, ", respectively")


def _corner(state: State, first: int, origin: str, names: tuple[str, ...]) -> State:
    groups = ((origin,), names)
    solid = Solid("k", "tetrahedron", frozenset({"tetrahedron"}), (first, state.at - 1), groups=groups)
    lines = (f"given perp(line({origin}, {a}), line({origin}, {b}))" for a, b in combinations(names, 2))
    return replace(state, points=state.points - {origin}).with_solid(solid).with_fact(first, *lines)
