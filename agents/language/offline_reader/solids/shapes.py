"""Plane shapes of labelled corners: `ABCD is a square`, `triangle ABC is equilateral with side 6`, `square ABCD`.

A shape of new labels declares its corners. Where a shape needs to know which corner is which (the right angle, the
apex, the parallel sides) the statement must tell, else the clause is not read.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.places import line
from agents.language.offline_reader.solids.solids import solid
from agents.language.offline_reader.text.algebra import Value, quantity
from agents.language.offline_reader.text.equations import equate, fits
from agents.language.offline_reader.text.labelling import with_base
from agents.language.offline_reader.text.state import Parses, State, phrase, word

_SHAPES = {
    "square": ("square", 4),
    "rectangle": ("rectangle", 4),
    "rhombus": ("rhombus", 4),
    "parallelogram": ("parallelogram", 4),
    "equilateral triangle": ("equilateral", 3),
    "equilateral △": ("equilateral", 3),
    "regular triangle": ("equilateral", 3),
    "regular hexagon": ("regular", 6),
    "regular pentagon": ("regular", 5),
    "equilateral": ("equilateral", 3),
}
_ANY = {"triangle": 3, "△": 3, "quadrilateral": 4, "face": 0, "base": 0, "the base": 0, "polygon": 0, "triangles": 3}
_EQUAL_SIDES = ("square", "rhombus", "equilateral", "regular")


def shape_clause(state: State) -> Iterator[State]:
    """Any clause about the shape of a polygon."""
    yield from _named_first(state)
    yield from _shape_first(state)
    yield from _cornered(state)


def _corners(state: State, count: int) -> Parses[tuple[str, ...]]:
    token = state.token
    if token is None or len(token.groups) != 1 or len(token.labels) < 3 or (count and len(token.labels) != count):
        return
    yield token.labels, state.moved()


def _named_first(state: State) -> Iterator[State]:
    """`ABCD is a square`, `base ABCD is a rhombus with side length 2`."""
    for opened in (*phrase(state, *_ANY, "the face", "the quadrilateral", "the triangle", "bottom face"), state):
        for corners, after in _corners(opened, 0):
            for verb in phrase(after, "is", "be", "is also", "are"):
                for words, (shape, count) in _SHAPES.items():
                    for end in phrase(verb, f"a {words}", f"an {words}", words):
                        if count == len(corners):
                            yield from _shaped(end, state.at, shape, corners)


def _shape_first(state: State) -> Iterator[State]:
    """`square ABCD`, `equilateral triangle ABC with side length 6`, `rectangle KLMN is the base of pyramid SKLMN`."""
    for opened in (*word(state, "a", "an", "the"), state):
        for words, (shape, count) in _SHAPES.items():
            for after in phrase(opened, words):
                for corners, end in _corners(after, count):
                    yield from _shaped(end, state.at, shape, corners)
                    yield from _is_base(end, state.at, shape, corners)


def _is_base(state: State, first: int, shape: str, corners: tuple[str, ...]) -> Iterator[State]:
    for of in phrase(state, "is the base of", "be the base of"):
        for name, end in solid(of):
            made = with_base(end.solid(name), corners)
            if made is not None:
                yield from _shaped(end.with_solid(made), first, shape, corners)


def _shaped(state: State, first: int, shape: str, corners: tuple[str, ...]) -> Iterator[State]:
    if len(set(corners)) != len(corners):
        return
    new = set(corners) - state.labels()
    state = replace(state, points=state.points | new, polygons=(*state.polygons, (shape, corners)))
    lines = [f"point {label}" for label in corners if label in new]
    after = state.with_fact(first, *lines, f"given {shape}({', '.join(corners)})")
    yield from _sided(after, shape, corners)
    yield after


def _sided(state: State, shape: str, corners: tuple[str, ...]) -> Iterator[State]:
    """`with side length 6`, for shapes whose sides are equal."""
    if shape not in _EQUAL_SIDES:
        return
    side = Value("".join(corners[:2]), "length")
    leads = ("with side length", "of side length", "with side", "of side", "with sides of length", "has side length")
    others = (
        "with side lengths",
        "with sides",
        "is given with side length",
        "whose side length is",
        "with a side length of",
        "has sides of length",
    )
    for after in phrase(state, *leads, *others, "with side length of", ", with side length", "with edge length"):
        for amount, end in quantity(after):
            if fits(amount, side):
                yield equate(end, state.at, side, amount)
        token = after.token
        if token is not None and token.letter:
            yield equate(after.moved(), state.at, side, Value("", "length", letter=token.text))


def _cornered(state: State) -> Iterator[State]:
    """`ABC is an isosceles right triangle with right angle at C`: shapes whose corners are told apart."""
    for opened in (*phrase(state, "triangle", "△", "base", "the base", "face"), state):
        for corners, after in _corners(opened, 3):
            for verb in phrase(after, "is", "be"):
                for words, end in _right_words(verb):
                    yield from _right(end, state.at, corners, isosceles=words)
        for corners, after in _corners(opened, 4):
            for verb in phrase(after, "is", "be"):
                yield from _trapezoid(verb, state.at, corners)


def _right_words(state: State) -> Parses[bool]:
    for end in phrase(state, "a right triangle", "a right angled triangle", "right angled"):
        yield False, end
    for end in phrase(state, "an isosceles right triangle", "an isosceles right angled triangle"):
        yield True, end


def _right(state: State, first: int, corners: tuple[str, ...], *, isosceles: bool) -> Iterator[State]:
    leads = ("with right angle at", "with the right angle at", "right angled at", "with a right angle at", "at")
    for after in phrase(state, *leads, "with right angle", "with its right angle at"):
        token = after.token
        if token is None or len(token.labels) != 1 or token.labels[0] not in corners:
            continue
        corner = token.labels[0]
        one, two = (label for label in corners if label != corner)
        new = set(corners) - state.labels()
        end = replace(after.moved(), points=after.points | new)
        lines = [*(f"point {label}" for label in corners if label in new), f"given right_angle({one}, {corner}, {two})"]
        lines += [f"given {corner}{one} = {corner}{two}"] if isosceles else []
        yield end.with_fact(first, *lines)


def _trapezoid(state: State, first: int, corners: tuple[str, ...]) -> Iterator[State]:
    """A trapezoid whose parallel sides are told right behind it."""
    heads = ("trapezoid", "right trapezoid", "trapezium")
    for after in phrase(state, *(f"a {head} {with_}" for head in heads for with_ in ("with", "in which", "where"))):
        for one, middle in line(after):
            for parallel in phrase(middle, "∥", "/ /", "parallel to"):
                for two, end in line(parallel):
                    lines = [f"given parallel({one}, {two})", f"given convex({', '.join(corners)})"]
                    if state.tokens[state.at + 1].word == "right":
                        # Which corner is right the word does not tell; one of two neighbours is.
                        a, b, c, d = corners
                        angles = (
                            f"cos(angle({d}, {a}, {b}))",
                            f"cos(angle({a}, {b}, {c}))",
                            f"cos(angle({b}, {c}, {d}))",
                        )
                        lines.append(f"given {angles[0]}*{angles[1]}*{angles[2]} = 0")
                    yield end.with_fact(first, *lines)


__all__ = ["shape_clause"]
