"""Solids made from another solid: the octahedron of a cube's face centres, the frustum left of a cone.

The new solid's points are built from the old one's, so its measures follow; nothing about it is assumed.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.solids import solid
from agents.language.offline_reader.text.labelling import with_labels
from agents.language.offline_reader.text.state import Rule, Solid, State, phrase, word

_CENTRES = ("centers", "centres", "midpoints", "center points")
_FACES = (
    "the faces of",
    "adjoining faces of",
    "adjacent faces of",
    "the six faces of",
    "the four faces of",
    "its faces of",
)
_JOINING = tuple(
    f"{lead} the {centre} of {faces}"
    for lead in (
        "formed by joining",
        "formed by connecting",
        "obtained by joining",
        "whose vertices are",
        "with vertices at",
    )
    for centre in _CENTRES
    for faces in _FACES
)
_ARE = tuple(f"are the {centre} of {faces}" for centre in _CENTRES for faces in _FACES)


def face_centres(state: State, solid_rule: Rule[str]) -> Iterator[State]:
    """`An octahedron whose vertices are the centers of the faces of a cube`."""
    for name, after in solid(state):
        for opened in (*word(after, "is"), after):
            yield from joined_centres(opened, name, solid_rule)
    for opened in phrase(state, "the vertices of", "the corners of"):
        for name, after in solid(opened):
            for of in phrase(after, *_ARE):
                for other, end in solid_rule(of):
                    yield from _centres(end, state.at, name, other)


def joined_centres(state: State, name: str, solid_rule: Rule[str]) -> Iterator[State]:
    """Behind a solid: `whose vertices are the centers of the faces of a cube`."""
    for of in phrase(state, *_JOINING):
        for other, end in solid_rule(of):
            yield from _centres(end, state.at, name, other)


def _centres(state: State, first: int, name: str, other: str) -> Iterator[State]:
    inner, outer = state.solid(name), state.solid(other)
    if inner.labels or outer.kind not in ("cube", "tetrahedron") or (outer.kind == "tetrahedron" and not outer.regular):
        return
    if {"cube": "octahedron", "tetrahedron": "tetrahedron"}[outer.kind] != inner.kind:
        return
    made, state = with_labels(state, other)
    faces = _faces(made)
    labels, state = state.take_spare(len(faces))
    groups = (labels[:1], labels[1:5], labels[5:]) if inner.kind == "octahedron" else (labels[:1], labels[1:])
    state = state.with_solid(replace(inner, groups=groups, dashed=True, invented=True, regular=False))
    pairs = zip(labels, faces, strict=True)
    yield state.with_fact(first, *(f"given {label} = centroid({', '.join(face)})" for label, face in pairs))


def _faces(solid_: Solid) -> tuple[tuple[str, ...], ...]:
    """The faces of a cube (top, the four sides in order, bottom) or of a tetrahedron."""
    if solid_.kind == "tetrahedron":
        labels = solid_.labels
        return tuple(tuple(label for label in labels if label != corner) for corner in labels)
    (a, b, c, d), (e, f, g, h) = solid_.groups
    return (e, f, g, h), (a, b, f, e), (b, c, g, f), (c, d, h, g), (d, a, e, h), (a, b, c, d)


# A frustum and the cones it comes from

_CUT_OFF = tuple(
    f"{verb} a {small} cone {off} the top of a {large}cone"
    for verb in ("is formed by cutting", "is made by cutting", "is formed by removing", "is obtained by cutting")
    for small in ("small", "smaller")
    for off in ("off of", "off", "from")
    for large in ("larger ", "large ", "")
)


def cut_off_tip(state: State) -> Iterator[State]:
    """`A frustum is made by cutting a small cone from the top of a cone`: three solids at once."""
    for name, after in solid(state):
        if after.solid(name).kind != "cone_frustum" or len(after.solids) > 1:
            continue
        for end in phrase(after, *_CUT_OFF):
            span = (after.at, end.at - 1)
            tip = Solid(f"{name}2", "cone", frozenset({"cone"}), span, frozenset({"smaller", "cut off"}))
            whole = Solid(f"{name}3", "cone", frozenset({"cone"}), span, frozenset({"larger", "original"}))
            made = end.with_solid(tip).with_solid(whole)
            lines = (
                f"given similar({tip.name}, {whole.name})",
                f"given radius({name}) = radius({whole.name})",
                f"given top_radius({name}) = radius({tip.name})",
                f"given height({whole.name}) = height({name}) + height({tip.name})",
                f"given radius({tip.name}) < radius({whole.name})",
            )
            yield made.with_fact(state.at, *lines)
