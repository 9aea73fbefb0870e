"""One solid in or about another: `inscribed in a cube`, `circumscribed about`, `that fits inside`.

Which contacts `inscribed` means for a pair of solids is the notation's business; a pair it does not know is refused
there.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.text.state import Rule, Solid, State, phrase

_INNER = (
    "inscribed in",
    "inscribed inside",
    "inscribed into",
    "is inscribed into",
    "inscribed within",
    "that is inscribed in",
    "which is inscribed in",
    "is inscribed in",
    "is inscribed inside",
    "is inscribed within",
    "is then inscribed in",
    "is then inscribed within",
    "be inscribed in",
)
_OUTER = (
    "circumscribed about",
    "circumscribed around",
    "is circumscribed about",
    "is circumscribed around",
    "that is circumscribed about",
    "circumscribing",
)


_FITTING = tuple(
    f"{lead}{fit} {inside}"
    for lead in ("that ", "which ", "that will ", "which will ", "that can ", "")
    for fit in ("fits", "fit", "just fits", "exactly fits", "fits exactly", "fitting")
    for inside in ("inside", "in", "within")
)


def fitting(state: State, name: str, solid_rule: Rule[str]) -> Iterator[State]:
    """`the sphere that fits inside the cube`: for a cube and a sphere the same as inscribed."""
    for after in phrase(state, *_FITTING):
        for other, end in solid_rule(after):
            if {end.solid(name).kind, end.solid(other).kind} == {"cube", "sphere"}:
                yield _marked(end, name, other).with_fact(state.at - 1, f"given inscribed({name}, {other})")


_SPHERES = {
    "circumscribed sphere": False,
    "circumsphere": False,
    "inscribed sphere": True,
    "insphere": True,
}


def sphere_of(state: State, solid_rule: Rule[str]) -> Iterator[tuple[str, State]]:
    """`the circumscribed sphere of the tetrahedron`, `its inscribed sphere`, unless that sphere is known already."""
    if any(known.kind == "sphere" for known in state.solids):
        return
    for words, inner in _SPHERES.items():
        for after in phrase(state, f"the {words} of", f"{words} of"):
            for other, end in solid_rule(after):
                yield _sphere(end, (state.at, after.at - 1), other, inner=inner)
        for after in phrase(state, f"its {words}"):
            if len(state.solids) == 1:
                yield _sphere(after, (state.at, after.at - 1), state.solids[0].name, inner=inner)


def _sphere(state: State, span: tuple[int, int], other: str, *, inner: bool) -> tuple[str, State]:
    name = f"k{len(state.solids) + 1}"
    state = state.with_solid(Solid(name, "sphere", frozenset({"sphere"}), span)).mentions(name)
    inside, outside = (name, other) if inner else (other, name)
    return name, _marked(state, inside, outside).with_fact(span[0], f"given inscribed({inside}, {outside})")


def contained(state: State, name: str, solid_rule: Rule[str]) -> Iterator[State]:
    """Behind a solid: the other one and how they lie."""
    first = max(state.begin, state.at - 1)
    for words, inner in ((_INNER, True), (_OUTER, False)):
        for after in phrase(state, *words):
            for other, end in solid_rule(after):
                if other == name:
                    continue
                inside, outside = (name, other) if inner else (other, name)
                yield _marked(end, inside, outside).with_fact(first, f"given inscribed({inside}, {outside})")


def _marked(state: State, inside: str, outside: str) -> State:
    """The solids with the adjectives a later sentence may call them by."""
    for name, marks in ((inside, {"inscribed", "inner"}), (outside, {"outer", "circumscribed"})):
        known = state.solid(name)
        state = state.with_solid(replace(known, marks=known.marks | marks))
    return state
