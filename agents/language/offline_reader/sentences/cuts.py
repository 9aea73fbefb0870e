"""A solid cut in two by a plane: `the cube is cut by the plane through D, M and N`.

Only a plane that is fully told by points is read. The parts are asked for later, as the larger or the smaller one.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.sentences.phrases import qualified_solid
from agents.language.offline_reader.solids.labelled_measures import cutting_plane, through_points
from agents.language.offline_reader.solids.solids import only, solid
from agents.language.offline_reader.text.algebra import Value, quantity
from agents.language.offline_reader.text.equations import as_like, fits
from agents.language.offline_reader.text.state import Parses, State, phrase

_CUTS = ("cuts", "divides", "separates", "slices", "splits")
_PARTS = ("into two parts", "into two pieces", "into two solids", "in two parts", "into two polyhedra", "")


def cut(state: State) -> Iterator[State]:
    """`The plane AMN divides the cube into two parts`, and the same said again without labels."""
    for plane, after in cutting_plane(state):
        for verb in phrase(after, *_CUTS):
            for name, end in qualified_solid(verb):
                yield from cut_by(end, name, plane)
    for passes in phrase(state, "a plane passes through", "a plane through", "the plane through"):
        for name in (state.subject,) if state.subject else only(state):
            for plane, end in through_points(passes):
                yield from cut_by(end, name, plane)
    if state.cut:
        for opened in phrase(state, "the plane", "this plane"):
            for verb in phrase(opened, *_CUTS):
                for name, end in solid(verb):
                    if state.cut.startswith(f"{name},"):
                        yield from cut_by(end, name, state.cut.removeprefix(f"{name}, "))


def sphere_cut(state: State, name: str) -> Iterator[State]:
    """Behind a sphere: `is cut by a plane at a distance of 3 from its center`."""
    if state.solid(name).kind != "sphere" or state.cut:
        return
    heads = ("is cut by a plane", "is intersected by a plane", "is sliced by a plane")
    for opened in phrase(state, *heads):
        for at in phrase(
            opened, "at a distance of", "at a distance", "at distance", "that is", "which is", "whose distance is"
        ):
            for amount, after in quantity(at):
                ends = tuple(f"from {of} {c}" for of in ("its", "the") for c in ("center", "centre"))
                for end in phrase(after, *ends, "from the center of the sphere"):
                    if fits(amount, _LENGTH):
                        lines = "plane cut", f"given distance(center({name}), cut) = {as_like(amount, _LENGTH)}"
                        yield replace(end, cut=f"{name}, cut").with_fact(state.at, *lines)


_LENGTH = Value("", "length")


def circle_measure(state: State) -> Parses[Value]:
    """`the area of the cross section`, `the radius of the circle`, once a plane has cut a sphere."""
    if not state.cut.endswith(", cut"):
        return
    circles = (
        "the cross section",
        "the section",
        "the circle",
        "the circular cross section",
        "the resulting cross section",
    )
    for words, text, dimension in (("area", "area", "area"), ("radius", "radius", "length")):
        for of in phrase(state, f"the {words} of", f"{words} of"):
            for end in phrase(of, *circles, "the circle of intersection"):
                yield Value(f"{text}(circle({state.cut}))", dimension), end


def cut_by(state: State, name: str, plane: str) -> Iterator[State]:
    """The state that remembers the cut."""
    for end in (*phrase(state, *(words for words in _PARTS if words)), state):
        yield replace(end, cut=f"{name}, {plane}")
