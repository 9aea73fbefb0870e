"""Cones rolled from sectors and cylinders swept by turning: solids made from a plane piece.

The radius of a sector becomes the slant height, its arc the circumference of the base. A sector whose part of the
circle is not told is not read.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.solids import past_diagram, solid
from agents.language.offline_reader.text.algebra import Value, formula, number, quantity
from agents.language.offline_reader.text.equations import as_like, equate, fits
from agents.language.offline_reader.text.state import Parses, State, phrase, skip, word

_LENGTH = Value("", "length")
_ROLLED = (
    "is rolled to form",
    "is rolled up to form",
    "can be rolled up to form",
    "can be rolled to form",
    "is rolled into",
    "is rolled up into",
    "is formed into",
    "is bent to form",
    "is folded to form",
    "is used to form",
)
_SURFACE = ("the lateral surface area of", "the lateral surface of", "the curved surface of", "the lateral area of")
_JOINED = (
    "by taping together along the two radii",
    "by taping the two radii together",
    "by joining the two radii",
    "by joining its two radii",
    "by joining the straight edges",
    "by joining its straight edges",
    "until the edges meet",
    "until its edges meet",
    "so that its straight edges meet",
    "without overlap",
)
_PARTS = {"half": "1/2", "semicircle": "1/2"}


def rolled(state: State) -> Iterator[State]:
    """Any clause about a cone that is rolled from a sector, or about the sheet it comes from."""
    for (radius, part), after in _sector(state):
        after = skip(after, "together with its interior")
        for verb in phrase(past_diagram(after), *_ROLLED):
            for name, end in solid(skip(verb, *_SURFACE)):
                yield from _made(skip(past_diagram(skip(end, *_JOINED)), *_JOINED), state.at, name, (radius, part))
    yield from _cut_sheet(state)
    yield from axial_section(state)


def _sector(state: State) -> Parses[tuple[Value, str]]:
    """`a 120° sector of a circle of radius 6`, `a three-quarter sector ...`, `a semicircle of radius 6`."""
    for part, after in _part(skip(state, "a", "an", "the", "one")):
        for of in phrase(after, "sector of a circle of radius", "sector of a circle with radius", "sector with radius"):
            for radius, end in _radius(of):
                yield (radius, part), end
    for of in phrase(
        state, "a semicircle of radius", "a semicircle with radius", "a semicircular piece of paper of radius"
    ):
        for radius, end in _radius(of):
            yield (radius, "1/2"), end
    for of in phrase(
        state, "a sector of a circle with radius", "a sector of a circle of radius", "a sector with radius"
    ):
        for radius, after in _radius(of):
            for angled in phrase(
                after, "and central angle", "and central angle of", "and a central angle of", "and angle"
            ):
                for angle, end in formula(angled):
                    if angle.dimension == "angle" and angle.text.endswith("°"):
                        yield (radius, f"({angle.text[:-1]})/360"), end


def _part(state: State) -> Parses[str]:
    for text, end in number(state):
        yield f"({text})", end
        for degrees in phrase(end, "°", "degree", "degrees"):
            yield f"(({text})/360)", degrees
    for end in phrase(state, "three quarter", "three quarters"):
        yield "(3/4)", end


def _radius(state: State) -> Parses[Value]:
    for value, end in quantity(skip(state, "of")):
        if fits(value, _LENGTH):
            yield value, end


def _made(state: State, first: int, name: str, piece: tuple[Value, str]) -> Iterator[State]:
    radius, part = piece
    if state.solid(name).kind != "cone":
        return
    length = as_like(radius, _LENGTH)
    lines = f"given slant({name}) = {length}", f"given circumference({name}) = 2*pi*{part}*slant({name})"
    yield state.with_fact(first, *lines)


# A sheet cut into equal sectors


def _cut_sheet(state: State) -> Iterator[State]:
    """`A circular sheet of radius 5 is cut into four equal sectors`."""
    for opened in (*word(state, "a"), state):
        heads = (
            "circular sheet of paper",
            "circular piece of paper",
            "circular sheet",
            "circle",
            "circular disc",
            "paper circle",
        )
        for after in phrase(opened, *heads):
            for of in phrase(after, "with radius", "of radius", "with a radius of", "having radius"):
                for radius, middle in _radius(of):
                    for verb in phrase(middle, "is cut into", "is divided into"):
                        for count, last in number(verb):
                            for end in phrase(last, "congruent sectors", "equal sectors", "identical sectors"):
                                yield replace(end, sector=(as_like(radius, _LENGTH), f"(1/({count}))"))


def rolled_cone(state: State, name: str) -> Iterator[State]:
    """Behind a cone: `that can be created by rolling one of the sectors until the edges meet`."""
    radius, part = state.sector
    if not radius or state.solid(name).kind != "cone":
        return
    made = ("created", "formed", "made", "made up")
    leads = tuple(
        f"{lead}{verb} by rolling"
        for lead in ("", "that can be ", "that is ", "which is ", "that is then ")
        for verb in made
    )
    for after in phrase(state, *leads, "rolled from", "formed from"):
        for end in phrase(after, *(f"one of the {what}" for what in ("sectors", "sections", "pieces")), "one sector"):
            end = skip(end, *_JOINED)
            lines = f"given slant({name}) = {radius}", f"given circumference({name}) = 2*pi*{part}*slant({name})"
            yield end.with_fact(state.at, *lines)


def axial_section(state: State) -> Iterator[State]:
    """`The axial section of a cone is an equilateral triangle with side 2`, `... of a cylinder is a square`."""
    for opened in phrase(state, "the axial section of", "the axial cross section of", "an axial section of"):
        for name, after in solid(opened):
            shapes = {
                "cone": ("an equilateral triangle", f"given slant({name}) = 2*radius({name})", f"slant({name})"),
                "cylinder": ("a square", f"given height({name}) = 2*radius({name})", f"height({name})"),
            }
            if after.solid(name).kind in shapes:
                words, line, side = shapes[after.solid(name).kind]
                for end in phrase(after, f"is {words}"):
                    made = end.with_fact(state.at, line)
                    yield from (*_with_side(made, side), made)


def _with_side(state: State, side: str) -> Iterator[State]:
    for lead in phrase(state, "with side", "with side length", "of side", "of side length", "with sides of length"):
        for amount, end in _radius(lead):
            yield equate(end, state.at, Value(side, "length"), amount)


def swept(state: State, name: str) -> Iterator[State]:
    """Behind a cylinder: `formed by rotating a square with side length 4 about one of its sides`."""
    if state.solid(name).kind != "cylinder":
        return
    turns = (
        "formed by rotating",
        "formed by revolving",
        "generated by rotating",
        "obtained by rotating",
        "created by rotating",
    )
    sides = ("with side length", "of side length", "with side", "of side", "with sides of length")
    for after in phrase(state, *turns):
        for square in phrase(after, *(f"a square {side}" for side in sides)):
            for side, middle in _radius(square):
                for share, about in (("1/2", _SYMMETRY), ("1", _SIDE)):
                    for end in phrase(middle, *about):
                        text = as_like(side, _LENGTH)
                        yield end.with_fact(
                            state.at, f"given height({name}) = {text}", f"given radius({name}) = ({share})*{text}"
                        )


_SYMMETRY = (
    "about its vertical line of symmetry",
    "about its horizontal line of symmetry",
    "about the line joining the midpoints of two opposite sides",
)
_SIDE = (
    "about one of its sides",
    "about one side",
    "about a side",
    "around one of its sides",
    "about one of the sides",
)
