"""Solids made from another solid: the octahedron of a cube's face centres, the frustum left of a cone.

The new solid is built from the old one's points or measures; nothing else is assumed. Other pairs are rejected.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.solids import solid
from agents.language.offline_reader.text.labelling import with_labels
from agents.language.offline_reader.text.state import Rule, Solid, State, phrase

_CENTRES = tuple(
    f"the {centre} of {the} faces of" for centre in ("centers", "midpoints") for the in ("the", "adjoining")
)


def face_centres(state: State, solid_rule: Rule[str]) -> Iterator[State]:
    """`An octahedron is formed by joining the centers of adjoining faces of a cube`, `The vertices ... are the ...`."""
    for name, after in solid(state):
        for opened in phrase(after, *(f"is formed by joining {centres}" for centres in _CENTRES)):
            yield from _centres(opened, after.at + 1, name, solid_rule)
    for opened in phrase(state, "the vertices of"):
        for name, after in solid(opened):
            for of in phrase(after, *(f"are {centres}" for centres in _CENTRES)):
                yield from _centres(of, state.at, name, solid_rule)


def _centres(state: State, first: int, name: str, solid_rule: Rule[str]) -> Iterator[State]:
    for other, end in solid_rule(state):
        inner, outer = end.solid(name), end.solid(other)
        if inner.labels or (inner.kind, outer.kind) != ("octahedron", "cube"):
            continue
        made, after = with_labels(end, other)
        (a, b, c, d), (e, f, g, h) = made.groups
        faces = (e, f, g, h), (a, b, f, e), (b, c, g, f), (c, d, h, g), (d, a, e, h), (a, b, c, d)
        labels, after = after.take_spare(len(faces))
        groups = (labels[:1], labels[1:5], labels[5:])
        after = after.with_solid(replace(inner, groups=groups, invented=True, regular=False))
        pairs = zip(labels, faces, strict=True)
        yield after.with_fact(first, *(f"given {label} = centroid({', '.join(face)})" for label, face in pairs))


def cut_off_tip(state: State) -> Iterator[State]:
    """`A frustum ... is formed by cutting a small cone off of the top of a larger cone`: three solids."""
    for name, after in solid(state):
        if after.solid(name).kind != "cone_frustum" or len(after.solids) > 1:
            continue
        for end in phrase(after, "is formed by cutting a small cone off of the top of a larger cone"):
            span = (after.at, end.at - 1)
            tip = Solid(f"{name}2", "cone", frozenset({"cone"}), span, frozenset({"smaller", "cut off"}))
            whole = Solid(f"{name}3", "cone", frozenset({"cone"}), span, frozenset({"larger", "original"}))
            lines = (
                f"given similar({tip.name}, {whole.name})",
                f"given radius({name}) = radius({whole.name})",
                f"given top_radius({name}) = radius({tip.name})",
                f"given height({whole.name}) = height({name}) + height({tip.name})",
                f"given radius({tip.name}) < radius({whole.name})",
            )
            yield end.with_solid(tip).with_solid(whole).with_fact(state.at, *lines)
