"""One solid in another: `inscribed in a cube`, `the circumscribed sphere of the tetrahedron`, `which will fit inside`.

The notation defines the contacts of `inscribed` for each pair of solids, and rejects a pair without a definition.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.text.state import Parses, Rule, Solid, State, phrase

_INNER = ("inscribed in", "inscribed into", "is then inscribed within")


def contained(state: State, name: str, solid_rule: Rule[str]) -> Iterator[State]:
    """Behind a solid: the one that it is inscribed in."""
    for after in phrase(state, *_INNER):
        for other, end in solid_rule(after):
            if other != name:
                yield _inscribed(end, max(state.begin, state.at - 1), name, other)


def fitting(state: State, name: str, solid_rule: Rule[str]) -> Iterator[State]:
    """`the sphere which will fit inside the cube`: for a cube and a sphere the same as inscribed."""
    for after in phrase(state, "which will fit inside"):
        for other, end in solid_rule(after):
            if {end.solid(name).kind, end.solid(other).kind} == {"cube", "sphere"}:
                yield _inscribed(end, state.at - 1, name, other)


def sphere_of(state: State, solid_rule: Rule[str]) -> Parses[str]:
    """`the circumscribed sphere of the tetrahedron`, unless a sphere is known already."""
    if any(known.kind == "sphere" for known in state.solids):
        return
    for adjective in ("circumscribed", "inscribed"):
        for after in phrase(state, f"the {adjective} sphere of"):
            for other, end in solid_rule(after):
                name = f"k{len(end.solids) + 1}"
                sphere = Solid(name, "sphere", frozenset({"sphere"}), (state.at, after.at - 1))
                pair = (name, other) if adjective == "inscribed" else (other, name)
                yield name, _inscribed(end.with_solid(sphere).mentions(name), state.at, *pair)


def _inscribed(state: State, first: int, inside: str, outside: str) -> State:
    """The inner solid may be called `inscribed` or `inner` from here on."""
    known = state.solid(inside)
    state = state.with_solid(replace(known, marks=known.marks | {"inscribed", "inner"}))
    return state.with_fact(first, f"given inscribed({inside}, {outside})")
