"""The base of a prism, pyramid or box: `a square base of side 4`, `base ABCD`, `bases are equilateral triangles`.

A shape is only taken where the solid has a base; measures of a base are read where the shape makes them plain.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.measures import of_solid
from agents.language.offline_reader.text.algebra import Value, known, quantity
from agents.language.offline_reader.text.equations import equate, fits
from agents.language.offline_reader.text.labelling import REGULAR_SHAPES, with_base, with_labels
from agents.language.offline_reader.text.state import Solid, State, joint, phrase, word

_ADJECTIVES = {
    "square": ("square", 4),
    "rectangular": ("rectangle", 4),
    "triangular": ("triangle", 3),
    "equilateral triangular": ("equilateral", 3),
    "regular hexagonal": ("regular hexagon", 6),
    "hexagonal": ("hexagon", 6),
    "circular": ("circle", 0),
}
_NOUNS = {
    "a square": ("square", 4),
    "squares": ("square", 4),
    "square": ("square", 4),
    "a rectangle": ("rectangle", 4),
    "rectangles": ("rectangle", 4),
    "a rhombus": ("rhombus", 4),
    "an equilateral triangle": ("equilateral", 3),
    "equilateral triangles": ("equilateral", 3),
    "equilateral triangle": ("equilateral", 3),
    "a regular hexagon": ("regular hexagon", 6),
    "regular hexagons": ("regular hexagon", 6),
    "a triangle": ("triangle", 3),
    "triangles": ("triangle", 3),
    "a right triangle": ("right triangle", 3),
    "right triangle": ("right triangle", 3),
    "right triangles": ("right triangle", 3),
    "an isosceles triangle": ("isosceles", 3),
    "isosceles triangles": ("isosceles", 3),
}
_LENGTH = Value("", "length")
_MEASURES = {
    "side length": "base_edge",
    "side lengths": "base_edge",
    "side": "base_edge",
    "sides": "base_edge",
    "edge": "base_edge",
    "edge length": "base_edge",
    "edges": "base_edge",
    "side of length": "base_edge",
    "sides of length": "base_edge",
    "edges of length": "base_edge",
    "edges measuring": "base_edge",
    "sides measuring": "base_edge",
    "length of side": "base_edge",
    "area": "base_area",
    "perimeter": "base_perimeter",
}


def shaped_base(state: State, name: str) -> Iterator[State]:
    """A property of the solid: `a square base with area 9`, `base ABCD`, `square base ABCD`."""
    yield from _equal_lateral_edges(state, name)
    for opened in (*word(state, "a", "an", "its", "the"), state):
        for text, (shape, sides) in _ADJECTIVES.items():
            for after in phrase(opened, f"{text} base", f"{text} bases"):
                yield from _based(after, state.at, name, (shape, sides))
        for after in word(opened, "base"):
            yield from _labelled(after, state.at, name, "")
        for after in phrase(opened, "base that is", "base which is", "base in the shape of"):
            yield from base_clause(after, name)


_LATERAL = (
    "all lateral edges",
    "all its lateral edges",
    "lateral edges all",
    "lateral edges each",
    "all of its lateral edges",
    "lateral edges",
    "slant edges",
)


def _equal_lateral_edges(state: State, name: str) -> Iterator[State]:
    """`all its lateral edges equal to 6`: on a regular base that makes the pyramid right."""
    solid = state.solid(name)
    if solid.kind != "pyramid" or solid.base not in REGULAR_SHAPES or (solid.labels and not solid.dashed):
        return
    right = replace(solid, right=True)
    for opened in phrase(state, *_LATERAL):
        for after in phrase(opened, "equal to", "of length", "of"):
            for value, end in of_solid(after.with_solid(right), name, "lateral_edge"):
                yield from _amount(end, state.at, value)
    for end in phrase(
        state, "lateral faces that are equilateral triangles", "lateral faces which are equilateral triangles"
    ):
        yield from equilateral_faces(end, state.at, name)


def equilateral_faces(state: State, first: int, name: str) -> Iterator[State]:
    """The pyramid on a regular base whose lateral faces are equilateral: all its edges are equal."""
    solid = state.solid(name)
    if solid.kind == "pyramid" and solid.base in REGULAR_SHAPES:
        after = state.with_solid(replace(solid, right=True))
        for lateral, one in of_solid(after, name, "lateral_edge"):
            for base, two in of_solid(one, name, "base_edge"):
                yield two.with_fact(first, f"given {lateral.text} = {base.text}")


def base_clause(state: State, name: str) -> Iterator[State]:
    """Behind `the base is`: `a square of side 4`, `equilateral triangles with side length 12`."""
    for text, (shape, sides) in _NOUNS.items():
        for after in phrase(state, text):
            yield from _based(after, state.at, name, (shape, sides))


def _based(state: State, first: int, name: str, form: tuple[str, int]) -> Iterator[State]:
    shape, sides = form
    solid = state.solid(name)
    if shape == "circle" and solid.kind in ("cone", "cylinder"):
        yield state
    made = _shaped(solid, shape, sides)
    if made is None:
        return
    after = state.with_solid(made)
    after = after.with_fact(first, f"base {name}")
    yield from _labelled(after, first, name, shape)
    for opened in (*phrase(after, "with", "of", "whose", "having", "with a", "with each"), after):
        if opened is not after:
            yield from base_measured(opened, name)
    yield from _two_sides(after, name)
    yield after


def shaped_as(state: State, name: str, shape: str) -> Iterator[State]:
    """The solid with a base of this shape of four sides, where it can have one."""
    made = _shaped(state.solid(name), shape, 4)
    if made is not None:
        yield state.with_solid(made).with_fact(state.at - 1, f"base {name}")


def _shaped(solid: Solid, shape: str, sides: int) -> Solid | None:
    """The solid with this base; None when it can have no such base."""
    if solid.kind == "cuboid" and shape in ("square", "rectangle"):
        return replace(solid, base=shape if shape == "square" else solid.base)
    if solid.kind not in ("pyramid", "prism") or solid.sides not in (0, sides):
        return None
    if solid.base not in ("", "triangle", "quadrilateral", "hexagon", shape):
        return None
    if solid.kind == "prism" and shape in ("square", "rectangle") and not solid.labels and solid.right:
        return replace(solid, kind="cuboid", base="square" if shape == "square" else "", sides=0)
    return replace(solid, base=shape, sides=sides)


def _labelled(state: State, first: int, name: str, shape: str) -> Iterator[State]:
    token = state.token
    if token is None or len(token.groups) != 1 or len(token.labels) < 3 or not known(state, token.labels):
        return
    made = with_base(state.solid(name), token.labels)
    if made is not None:
        after = state.moved().with_solid(made).with_fact(first, f"base {name}")
        for opened in phrase(after, "with", "of", "whose", "having", ", whose", ", with"):
            yield from base_measured(opened, name)
        yield after


def base_measured(state: State, name: str) -> Iterator[State]:
    """`side length 4 and ...`: measures of the base."""
    for opened in (*word(state, "a", "an", "each"), state):
        for words, key in _MEASURES.items():
            for after in phrase(opened, words):
                for value, based in of_solid(after, name, key):
                    for of in (*phrase(based, "of", "is", "equal to", "of length", "measuring", "are"), based):
                        yield from _amount(of, state.at, value)
    yield from _two_sides(state, name)
    yield from _triangle_sides(state, name)
    yield from _legs(state, name)


def _amount(state: State, first: int, value: Value) -> Iterator[State]:
    for amount, end in quantity(state):
        if fits(amount, value):
            for last in (*word(end, "each"), end):
                yield equate(last, first, value, amount)


def _two_sides(state: State, name: str) -> Iterator[State]:
    """`3 by 4` for a rectangular base."""
    solid = state.solid(name)
    if solid.base not in ("rectangle", "square") and solid.kind != "cuboid":
        return
    for a, one in quantity(state):
        for by in word(one, "by", "x"):
            for b, end in quantity(by):
                made, after = with_labels(end, name)
                base = made.groups[-1] if made.kind == "pyramid" else made.groups[0]
                if not (made.invented and fits(a, _LENGTH) and fits(b, _LENGTH)):
                    continue
                for pair, amount in ((base[:2], a), (base[1:3], b)):
                    after = equate(after, state.at, Value("".join(pair), "length"), amount)
                yield after


def _triangle_sides(state: State, name: str) -> Iterator[State]:
    """`sides 6, 8 and 10` for a triangular base; for a right triangle the largest is the hypotenuse by itself."""
    if state.solid(name).sides != 3 or state.solid(name).base not in ("triangle", "right triangle"):
        return
    for opened in phrase(
        state, "sides", "sides of length", "edges of length", "side lengths", "sides of", "side lengths of"
    ):
        for a, one in quantity(opened):
            for first in joint(one):
                for b, two in quantity(first):
                    for second in joint(two):
                        for c, end in quantity(second):
                            yield _triangle(end, state.at, name, (a, b, c))


_LEGS = (
    "legs",
    "legs of length",
    "legs of lengths",
    "legs of",
    "legs measuring",
    "leg lengths",
    "equal sides of length",
)


def _legs(state: State, name: str) -> Iterator[State]:
    """`legs 3 and 4` of a right triangle, `legs of length 10 and base 12` of an isosceles one."""
    shape = state.solid(name).base
    for opened in phrase(
        state, *_LEGS, "waist length of", "waist length", "two equal sides of length", "legs each of length"
    ):
        for a, one in quantity(opened):
            for between in joint(one):
                if shape == "right triangle":
                    for b, end in quantity(between):
                        yield from _cornered(end, state.at, name, (a, b))
                if shape == "isosceles":
                    for based in phrase(
                        between, "base", "base length of", "base length", "base of length", "a base of", "base of"
                    ):
                        for b, end in quantity(based):
                            yield from _isosceles(end, state.at, name, (a, b))


def _cornered(state: State, first: int, name: str, legs: tuple[Value, Value]) -> Iterator[State]:
    made, state = with_labels(state, name)
    x, y, z = made.groups[-1]
    if made.invented and all(fits(leg, _LENGTH) for leg in legs):
        state = state.with_fact(first, f"given right_angle({x}, {y}, {z})")
        for pair, leg in zip((x + y, y + z), legs, strict=True):
            state = equate(state, first, Value(pair, "length"), leg)
        yield state


def _isosceles(state: State, first: int, name: str, sides: tuple[Value, Value]) -> Iterator[State]:
    made, state = with_labels(state, name)
    x, y, z = made.groups[-1]
    if made.invented and all(fits(side, _LENGTH) for side in sides):
        for pair, side in zip((x + y, x + z, y + z), (sides[0], sides[0], sides[1]), strict=True):
            state = equate(state, first, Value(pair, "length"), side)
        yield state


def _triangle(state: State, first: int, name: str, sides: tuple[Value, Value, Value]) -> State:
    made, state = with_labels(state, name)
    x, y, z = made.groups[-1]
    for pair, amount in zip((x + y, y + z, z + x), sides, strict=True):
        state = equate(state, first, Value(pair, "length"), amount)
    return state
