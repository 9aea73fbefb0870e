"""Points, lines, planes and polygons by their labels: `edge AB`, `plane ABC`, `the angle between AB and face BCD`.

Only known labels are read; a label is never guessed from a drawing.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.solids import solid
from agents.language.offline_reader.text.state import Parses, State, phrase, word

_POINTS = ("point", "vertex", "the vertex", "vertices", "points", "apex")
_LINES = ("line", "the line", "line segment", "the line segment", "segment", "side", "lines", "sides", "the lines")
_EDGES = ("edge", "the edge", "edges", "the edges")
_TRIANGLES = ("triangle", "△", "triangles")
_PLANES = ("plane", "the plane", "face", "base", "the base", "faces", "the faces")


def point(state: State) -> Parses[str]:
    """A known point."""
    for after in (*phrase(state, *_POINTS), state):
        for found, end in after.known_run(1):
            yield from ((found[0], last) for last in _owned(end, found))


def pair_of_labels(state: State) -> Parses[tuple[str, str]]:
    """Two labels of a line or segment, with or without a noun; edges are recorded."""
    for after in (*phrase(state, *_LINES), state, *phrase(state, *_EDGES)):
        for (a, b), end in after.known_run(2):
            if after.tokens[after.at - 1].word in _EDGES and after is not state:
                end = replace(end, edges=end.edges | {frozenset((a, b))})
            yield from (((a, b), last) for last in _owned(end, (a, b)))


def _owned(state: State, found: tuple[str, ...]) -> Iterator[State]:
    """With `of the cube ABCD-EFGH` behind labels that belong to it, and without."""
    for of in word(state, "of"):
        for name, end in solid(of):
            if set(found) <= set(end.solid(name).labels):
                yield end
    yield state


def line(state: State) -> Parses[str]:
    """A line by two labels."""
    yield from ((f"line({', '.join(pair)})", end) for pair, end in pair_of_labels(state))


def polygon(state: State) -> Parses[tuple[str, ...]]:
    """Three or more labels of a plane figure with its noun: `triangle ABC`, `face PAB`; faces are recorded."""
    for after in phrase(state, *_TRIANGLES, *_PLANES):
        noun = after.tokens[after.at - 1].key
        for found, end in after.known_run(3 if noun in _TRIANGLES else 0):
            end = replace(end, faces=(*end.faces, found)) if "face" in noun else end
            yield from ((found, last) for last in _owned(end, found))


def corner_run(state: State) -> Parses[tuple[str, ...]]:
    """The corners of a polygon, with or without a noun."""
    yield from polygon(state)
    yield from state.known_run()


def plane(state: State) -> Parses[str]:
    """A plane by its labels."""
    for opened in (*phrase(state, "the plane containing"), state):
        yield from ((f"plane({', '.join(found)})", end) for found, end in polygon(opened))


def place(state: State) -> Parses[tuple[str, str]]:
    """A point, line or plane: its kind and its text."""
    for kind, rule in (("point", point), ("line", line), ("plane", plane)):
        yield from (((kind, text), end) for text, end in rule(state))
