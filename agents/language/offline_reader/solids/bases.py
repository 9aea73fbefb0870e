"""The base of a prism or pyramid: `a square base with perimeter 24`, `a triangle with sides 13, 14 and 15`.

A shape is read only for a solid with a base; measures of the base only if the shape defines them.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.measures import of_solid
from agents.language.offline_reader.text.algebra import LENGTH, Value, quantity
from agents.language.offline_reader.text.equations import equate, equate_all, fits
from agents.language.offline_reader.text.labelling import with_base, with_labels
from agents.language.offline_reader.text.state import Solid, State, joint, listed, phrase, word

_SHAPES = {
    "square": ("square", 4),
    "rectangular": ("rectangle", 4),
    "triangular": ("triangle", 3),
    "regular hexagonal": ("regular hexagon", 6),
    "hexagonal": ("hexagon", 6),
    "a square": ("square", 4),
    "a rectangle": ("rectangle", 4),
    "an equilateral triangle": ("equilateral", 3),
    "equilateral triangles": ("equilateral", 3),
    "a triangle": ("triangle", 3),
    "triangles": ("triangle", 3),
    "right triangle": ("right triangle", 3),
    "an isosceles triangle": ("isosceles", 3),
}
_MEASURES = {
    "side length": "base_edge",
    "side": "base_edge",
    "edge": "base_edge",
    "edge length": "base_edge",
    "edges measuring": "base_edge",
    "area": "base_area",
    "perimeter": "base_perimeter",
}


def shaped_base(state: State, name: str) -> Iterator[State]:
    """A property of the solid: `a square base with area 9`, `base ABC, whose edge is 4`."""
    for opened in (*word(state, "a"), state):
        for text, shape in _SHAPES.items():
            for after in phrase(opened, f"{text} base"):
                yield from _based(after, state.at, name, shape)
        for after in word(opened, "base"):
            yield from _labelled(after, state.at, name)


def base_clause(state: State, name: str) -> Iterator[State]:
    """Behind `the base is`: `a square with side 4`, `equilateral triangles with side length 12`."""
    for text, shape in _SHAPES.items():
        for after in phrase(state, text):
            yield from _based(after, state.at, name, shape)


def _based(state: State, first: int, name: str, shape: tuple[str, int]) -> Iterator[State]:
    made = _shaped(state.solid(name), *shape)
    if made is not None:
        after = state.with_solid(made).with_fact(first, f"base {name}")
        for opened in word(after, "with"):
            yield from base_measured(opened, name)
        yield after


def _shaped(solid: Solid, shape: str, sides: int) -> Solid | None:
    """The solid with this base; None if it can have no such base."""
    if solid.kind not in ("pyramid", "prism") or solid.sides not in (0, sides):
        return None
    if solid.base not in ("", "triangle", "quadrilateral", "hexagon", shape):
        return None
    return replace(solid, base=shape, sides=sides)


def _labelled(state: State, first: int, name: str) -> Iterator[State]:
    for labels, end in state.known_run():
        made = with_base(end.solid(name), labels)
        if made is not None:
            after = end.with_solid(made).with_fact(first, f"base {name}")
            for opened in phrase(after, ", whose"):
                yield from base_measured(opened, name)


def base_measured(state: State, name: str) -> Iterator[State]:
    """Measures of the base: `side length 4`."""
    for words, key in _MEASURES.items():
        for after in phrase(state, words):
            for value, based in of_solid(after, name, key):
                for of in (*word(based, "is"), based):
                    for amount, end in quantity(of):
                        if fits(amount, value):
                            for last in (*word(end, "each"), end):
                                yield equate(last, state.at, value, amount)
    yield from _triangle_sides(state, name)
    yield from _legs(state, name)


def _triangle_sides(state: State, name: str) -> Iterator[State]:
    """`sides 6, 8 and 10` of a triangular base."""
    if state.solid(name).base in ("triangle", "right triangle"):
        for opened in phrase(state, "sides", "edges of length"):
            for sides, end in listed(opened, quantity, least=3):
                if len(sides) == 3:
                    yield from _triangle(end, state.at, name, dict(zip(("xy", "yz", "zx"), sides, strict=True)))


def _legs(state: State, name: str) -> Iterator[State]:
    """`waist length of 10 and base length of 12` of an isosceles base."""
    if state.solid(name).base == "isosceles":
        for opened in phrase(state, "waist length of"):
            for leg, one in quantity(opened):
                for between in joint(one):
                    for based in phrase(between, "base length of"):
                        for base, end in quantity(based):
                            yield from _triangle(end, state.at, name, {"xy": leg, "xz": leg, "yz": base})


def _triangle(state: State, first: int, name: str, sides: dict[str, Value]) -> Iterator[State]:
    """The sides of a triangular base xyz, on labels of the reader's own."""
    made, state = with_labels(state, name)
    if made.invented and len(made.groups[-1]) == 3 and all(fits(side, LENGTH) for side in sides.values()):
        corners = dict(zip("xyz", made.groups[-1], strict=True))
        lengths = tuple(Value(corners[side[0]] + corners[side[1]], "length") for side in sides)
        yield equate_all(state, first, lengths, tuple(sides.values()))
