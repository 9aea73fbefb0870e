"""Round solids made from plane pieces: cones rolled from sectors, cylinders swept by squares, axial sections.

The radius of a sector becomes the slant height, its arc the circumference of the base. A sector without a stated share
of the circle is rejected.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.solids import past_diagram, solid
from agents.language.offline_reader.text.algebra import LENGTH, Value, formula, number, quantity
from agents.language.offline_reader.text.equations import as_like, equate, fits
from agents.language.offline_reader.text.state import Parses, State, phrase, skip

_JOINED = ("by taping together along the two radii", "until the edges meet")
_AXIAL = {"cone": ("an equilateral triangle", "slant"), "cylinder": ("a square", "height")}
"""Shape of an axial section and the measure that is its side."""


def rolled(state: State) -> Iterator[State]:
    """Any clause about a cone rolled from a sector, about the sheet it comes from, or about an axial section."""
    for (radius, part), after in _sector(state):
        after = past_diagram(skip(after, "together with its interior"))
        for verb in phrase(after, "can be rolled up to form", "is rolled into"):
            for name, end in solid(skip(verb, "the lateral surface area of")):
                last = skip(past_diagram(skip(end, *_JOINED)), *_JOINED)
                if end.solid(name).kind == "cone":
                    yield last.with_fact(state.at, *_cone(name, as_like(radius, LENGTH), part))
    yield from _cut_sheet(state)
    yield from _axial_section(state)


def _sector(state: State) -> Parses[tuple[Value, str]]:
    """`a three-quarter sector of a circle of radius 4`, `a sector of a circle with radius 6 and central angle 120°`."""
    for of in phrase(skip(state, "a"), "three quarter sector of a circle of radius"):
        yield from (((radius, "(3/4)"), end) for radius, end in _length(of))
    for of in phrase(state, "a sector of a circle with radius"):
        for radius, after in _length(of):
            for angled in phrase(after, "and central angle"):
                for angle, end in formula(angled):
                    if angle.dimension == "angle" and angle.text.endswith("°"):
                        yield (radius, f"({angle.text[:-1]})/360"), end


def _length(state: State) -> Parses[Value]:
    yield from ((value, end) for value, end in quantity(skip(state, "of")) if fits(value, LENGTH))


def _cone(name: str, radius: str, part: str) -> tuple[str, str]:
    return f"given slant({name}) = {radius}", f"given circumference({name}) = 2*pi*{part}*slant({name})"


def _cut_sheet(state: State) -> Iterator[State]:
    """`A circular sheet of paper with radius 6 is cut into three congruent sectors`."""
    for of in phrase(skip(state, "a"), "circular sheet of paper with radius"):
        for radius, middle in _length(of):
            for verb in phrase(middle, "is cut into"):
                for count, last in number(verb):
                    for end in phrase(last, "congruent sectors"):
                        yield replace(end, sector=(as_like(radius, LENGTH), f"(1/({count}))"))


def rolled_cone(state: State, name: str) -> Iterator[State]:
    """Behind a cone: `that can be created by rolling one of the sections until the edges meet`."""
    radius, part = state.sector
    if radius and state.solid(name).kind == "cone":
        for end in phrase(state, "that can be created by rolling one of the sections"):
            yield skip(end, *_JOINED).with_fact(state.at, *_cone(name, radius, part))


def _axial_section(state: State) -> Iterator[State]:
    """`The axial section of a cone is an equilateral triangle with side length 2`, `... of a cylinder is a square`."""
    for opened in phrase(state, "the axial section of"):
        for name, after in solid(opened):
            words, measure = _AXIAL.get(after.solid(name).kind, ("", ""))
            for end in phrase(after, f"is {words}") if words else ():
                made = end.with_fact(state.at, f"given {measure}({name}) = 2*radius({name})")
                for lead in phrase(made, "with side length"):
                    for amount, last in _length(lead):
                        yield equate(last, made.at, Value(f"{measure}({name})", "length"), amount)
                yield made


def swept(state: State, name: str) -> Iterator[State]:
    """Behind a cylinder: `formed by rotating a square with side length 4 about its vertical line of symmetry`."""
    if state.solid(name).kind == "cylinder":
        for square in phrase(state, "formed by rotating a square with side length"):
            for side, middle in _length(square):
                for end in phrase(middle, "about its vertical line of symmetry"):
                    text = as_like(side, LENGTH)
                    lines = f"given height({name}) = {text}", f"given radius({name}) = (1/2)*{text}"
                    yield end.with_fact(state.at, *lines)
