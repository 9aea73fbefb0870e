"""A solid cut in two by a plane: `the cube is cut by a plane passing through ...`, `a sphere is cut by a plane at ...`.

Only a plane defined by points or by its distance from a centre is read. The question names the part.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.solids import solid
from agents.language.offline_reader.text.algebra import LENGTH, Value, quantity
from agents.language.offline_reader.text.equations import as_like, fits
from agents.language.offline_reader.text.state import Parses, State, phrase


def cut(state: State) -> Iterator[State]:
    """`The plane divides the cube into two solids`, after the plane is known."""
    for opened in phrase(state, "the plane divides") if state.cut else ():
        for name, end in solid(opened):
            if state.cut.startswith(f"{name},"):
                yield from cut_by(end, name, state.cut.removeprefix(f"{name}, "))


def cut_by(state: State, name: str, plane: str) -> Iterator[State]:
    """The state with the cut."""
    for end in (*phrase(state, "into two solids"), state):
        yield replace(end, cut=f"{name}, {plane}")


def sphere_cut(state: State, name: str) -> Iterator[State]:
    """Behind a sphere: `is cut by a plane at a distance of 3 from its center`."""
    if state.solid(name).kind != "sphere" or state.cut:
        return
    for at in phrase(state, "is cut by a plane at a distance of"):
        for amount, after in quantity(at):
            for end in phrase(after, "from its center") if fits(amount, LENGTH) else ():
                lines = "plane cut", f"given distance(center({name}), cut) = {as_like(amount, LENGTH)}"
                yield replace(end, cut=f"{name}, cut").with_fact(state.at, *lines)


def circle_measure(state: State) -> Parses[Value]:
    """`the area of the section`, after a plane has cut a sphere."""
    if state.cut.endswith(", cut"):
        for end in phrase(state, "the area of the section"):
            yield Value(f"area(circle({state.cut}))", "area"), end
