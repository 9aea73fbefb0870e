"""Points, lines, planes and polygons by their labels: `edge AB`, `the plane of triangle ABC`, `the base`.

Only labels that stand for a point already are read; what a label means is never guessed from a drawing.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.solids import only, solid
from agents.language.offline_reader.text.algebra import known
from agents.language.offline_reader.text.state import Parses, State, phrase, word

_POINT_NOUNS = ("point", "the point", "vertex", "the vertex", "corner", "vertices", "points", "the apex", "apex")
_LINE_NOUNS = (
    "line",
    "the line",
    "line segment",
    "the line segment",
    "segment",
    "the segment",
    "side",
    "the side",
    "the straight line",
    "straight line",
    "lines",
    "segments",
    "line segments",
    "sides",
    "the lines",
    "the skew lines",
    "skew lines",
    "the two lines",
)
_EDGE_NOUNS = ("edge", "the edge", "edges", "the edges", "lateral edge", "the lateral edge", "lateral edges")
_DIAGONAL_NOUNS = ("diagonal", "the diagonal", "diagonals", "space diagonal", "the space diagonal", "body diagonal")
_PLANE_NOUNS = (
    "plane",
    "the plane",
    "face",
    "the face",
    "base",
    "the base",
    "the base plane",
    "base plane",
    "the bottom face",
    "the lateral face",
    "lateral face",
    "side face",
    "planes",
    "faces",
    "the planes",
    "the faces",
)
_TRIANGLES = ("triangle", "△", "the triangle", "triangles", "the triangles")


def labels(state: State, count: int) -> Parses[tuple[str, ...]]:
    """A run of exactly `count` known labels."""
    token = state.token
    if token is not None and len(token.groups) == 1 and len(token.labels) == count and known(state, token.labels):
        yield token.labels, state.moved()


def point(state: State) -> Parses[str]:
    """A known point."""
    for after in (*phrase(state, *_POINT_NOUNS), state):
        for found, end in labels(after, 1):
            yield from ((found[0], last) for last in owned(end, found))
    for after in phrase(state, "the midpoint of", "midpoint of"):
        for pair, end in pair_of_labels(after):
            yield f"midpoint({', '.join(pair)})", end


def pair_of_labels(state: State) -> Parses[tuple[str, str]]:
    """Two labels of a line or segment, with or without a noun; edges are remembered."""
    for after in (*phrase(state, *_LINE_NOUNS), state):
        for found, end in labels(after, 2):
            yield from (((found[0], found[1]), last) for last in owned(end, found))
    for after in phrase(state, *_DIAGONAL_NOUNS):
        for found, end in labels(after, 2):
            end = replace(end, diagonals=end.diagonals | {frozenset(found)})
            yield from (((found[0], found[1]), last) for last in owned(end, found))
    for after in phrase(state, *_EDGE_NOUNS):
        for found, end in labels(after, 2):
            end = replace(end, edges=end.edges | {frozenset(found)})
            yield from (((found[0], found[1]), last) for last in owned(end, found))


def owned(state: State, found: tuple[str, ...]) -> Iterator[State]:
    """With `of the cube ABCD-EFGH` behind labels that belong to it, and without."""
    for of in word(state, "of"):
        for name, end in solid(of):
            if set(found) <= set(end.solid(name).labels):
                yield end
    yield state


def line(state: State) -> Parses[str]:
    """A line by two labels."""
    for pair, end in pair_of_labels(state):
        yield f"line({', '.join(pair)})", end


def polygon(state: State) -> Parses[tuple[str, ...]]:
    """Three or more labels of a plane figure with its noun: `triangle ABC`, `face PAB`, `square ABCD`."""
    yield from _shaped_polygon(state)
    for after in phrase(state, *_TRIANGLES, *_PLANE_NOUNS, *_PLAIN_SHAPES, "cross section", "section"):
        token, noun = after.token, after.tokens[after.at - 1].key
        if token is None or _CORNERS.get(noun, len(token.labels)) != len(token.labels):
            continue
        for found, end in labels(after, max(3, len(token.labels))):
            end = replace(end, faces=(*end.faces, found)) if "face" in noun else end
            yield from ((found, last) for last in owned(end, found))


_CORNERS = {"triangle": 3, "△": 3, "triangles": 3, "quadrilateral": 4, "pentagon": 5, "hexagon": 6}
_PLAIN_SHAPES = tuple(f"{the}{noun}" for the in ("", "the ") for noun in ("quadrilateral", "pentagon", "hexagon"))
_SAYING = {"square": 4, "rectangle": 4, "rhombus": 4, "parallelogram": 4, "equilateral triangle": 3}


def _shaped_polygon(state: State) -> Parses[tuple[str, ...]]:
    """`the area of square ABCD` says that it is a square, unless that was told before."""
    for words, count in _SAYING.items():
        for after in phrase(state, words, f"the {words}"):
            for found, end in labels(after, count):
                shape = words.split()[0]
                if (shape, frozenset(found)) not in {(known, frozenset(corners)) for known, corners in end.polygons}:
                    end = replace(end, polygons=(*end.polygons, (shape, found)))
                    end = end.with_fact(state.at, f"given {shape}({', '.join(found)})")
                yield from ((found, last) for last in owned(end, found))


def plane(state: State) -> Parses[str]:
    """A plane by its labels, or the base of the solid."""
    for opened in (*phrase(state, "the plane of", "the plane containing", "plane of"), state):
        for found, end in polygon(opened):
            yield f"plane({', '.join(found)})", end
    yield from _base(state)


def bare_plane(state: State) -> Parses[str]:
    """A plane by its labels alone, as behind a perpendicular sign."""
    token = state.token
    if token is not None and len(token.labels) >= 3:
        for found, end in labels(state, len(token.labels)):
            yield f"plane({', '.join(found)})", end


def _base(state: State) -> Parses[str]:
    for after in phrase(state, "the base", "the base plane", "its base", "the plane of the base", "the bottom face"):
        for of in phrase(after, "of"):
            for name, end in solid(of):
                if _has_base(state, name):
                    yield f"base({name})", end
        token = after.token
        for name in only(after):
            if _has_base(state, name) and (token is None or not token.groups):
                yield f"base({name})", after


def _has_base(state: State, name: str) -> bool:
    found = [s for s in state.solids if s.name == name]
    return bool(found) and found[0].kind in ("pyramid", "cone", "cylinder", "prism") and found[0].dashed


def place(state: State) -> Parses[tuple[str, str]]:
    """A point, line or plane: its kind and its text."""
    for text, end in point(state):
        yield ("point", text), end
    for text, end in line(state):
        yield ("line", text), end
    for text, end in plane(state):
        yield ("plane", text), end


def two_places(state: State) -> Parses[tuple[tuple[str, str], tuple[str, str]]]:
    """Two places joined by `and`, the noun perhaps told once for both: `lines AB and CD`."""
    for first, after in place(state):
        for between in phrase(after, "and"):
            for second, end in place(between):
                yield (first, second), end
            if first[0] == "plane":
                for text, end in bare_plane(between):
                    yield (first, ("plane", text)), end


def corner_run(state: State) -> Parses[tuple[str, ...]]:
    """The corners of a polygon, with or without a noun."""
    yield from polygon(state)
    token = state.token
    if token is not None and len(token.groups) == 1 and len(token.labels) >= 3 and set(token.labels) <= state.labels():
        yield token.labels, state.moved()


def known_label(state: State) -> Parses[str]:
    """One label that stands for a point."""
    token = state.token
    if token is not None and len(token.labels) == 1 and token.labels[0] in state.labels():
        yield token.labels[0], state.moved()
