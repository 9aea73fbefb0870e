"""Space of two solids together: inside one but outside another inscribed in it, or one standing on the other.

The inner solid must be known to lie in the outer one for the volumes to subtract, and the upper one to stand on the
lower one for them to add.
"""

from collections.abc import Iterator

from agents.language.offline_reader.solids.solids import solid
from agents.language.offline_reader.text.algebra import Value
from agents.language.offline_reader.text.state import Parses, Rule, State, phrase

_SPACE = ("space", "region", "part", "portion", "solid", "empty space")


def space_between(state: State) -> Parses[Value]:
    """`the volume of the space inside the cylinder but outside the cone`."""
    heads = tuple(f"{lead}the {space}" for lead in ("the volume of ", "volume of ", "") for space in _SPACE)
    for opened in phrase(state, *heads, "the volume"):
        for inside in phrase(opened, "inside", "that is inside", "which is inside", "within", "that lies inside", "of"):
            for outer, middle in solid(inside):
                for outside in phrase(
                    middle, "but outside", "and outside", "but not inside", "that is outside", "not occupied by"
                ):
                    for inner, end in solid(outside):
                        yield from _difference(end, outer, inner)
        for between in phrase(opened, "between"):
            for one, middle in solid(between):
                for other in phrase(middle, "and"):
                    for two, end in solid(other):
                        yield from (*_difference(end, one, two), *_difference(end, two, one))


def _difference(state: State, outer: str, inner: str) -> Parses[Value]:
    if any(f"given inscribed({inner}, {outer})" in fact.lines for fact in state.facts):
        yield Value(f"(volume({outer}) - volume({inner}))", "volume"), state


_ON_TOP = tuple(
    f"is {verb} {place}"
    for verb in ("placed", "mounted", "put", "set", "standing")
    for place in ("on top of", "on the top of")
)
_BELOW = ("cylinder", "cuboid", "cube", "prism")
_ABOVE = ("cone", "hemisphere", "cylinder", "pyramid")


def placed_on(state: State, name: str, solid_rule: Rule[str]) -> Iterator[State]:
    """Behind a solid: `is placed on top of a cylinder`, base on top face."""
    for after in phrase(state, *_ON_TOP):
        for other, end in solid_rule(after):
            if end.solid(name).kind in _ABOVE and end.solid(other).kind in _BELOW and name != other:
                yield end.with_fact(state.at, f"given stacked({name}, {other})")


def total_volume(state: State) -> Parses[Value]:
    """`the total volume` of two solids, one standing on the other."""
    stacked = [line for fact in state.facts for line in fact.lines if line.startswith("given stacked(")]
    if len(stacked) != 1 or len(state.solids) != 2:
        return
    wholes = ("the resulting solid", "the combined solid", "the whole solid", "the composite solid", "the two solids")
    heads = ("the total volume", "the combined volume", *(f"the volume of {whole}" for whole in wholes))
    for end in phrase(state, *heads, *(f"the total volume of {whole}" for whole in wholes)):
        one, two = state.solids
        yield Value(f"(volume({one.name}) + volume({two.name}))", "volume"), end
