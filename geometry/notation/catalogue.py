"""The catalogue of solids: kinds, their usual labelling, and their faces and edges.

Names and label cycles only: the conditions that a kind implies are in `conditions/kind_conditions`, its spellings in
`solid_words`. No coordinates.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from geometry.notation import syntax as s
from geometry.notation.figure_errors import FigureError

Group = tuple[str, ...]
Faces = tuple[tuple[str, ...], ...]
Edges = tuple[tuple[str, str], ...]

PROPERTIES = ("regular", "right", "oblique")
BASE_WORDS = {"triangular": 3, "quadrangular": 4, "pentagonal": 5, "hexagonal": 6}


@dataclass(frozen=True)
class Kind:
    """One kind of solid: its name, family, labelling and the properties it may carry."""

    name: str
    family: Literal["polyhedron", "round", "composite"]
    labelling: str
    meaning: str
    properties: tuple[str, ...]
    has_base: bool = False


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("cube", "polyhedron", "ABCD-A1B1C1D1, ABCDEFGH", "six squares", ()),
        Kind("cuboid", "polyhedron", "ABCD-A1B1C1D1, ABCDEFGH", "six rectangles (box)", ()),
        Kind(
            "parallelepiped",
            "polyhedron",
            "ABCD-A1B1C1D1, ABCDEFGH",
            "six parallelograms",
            ("right", "oblique"),
        ),
        Kind(
            "prism",
            "polyhedron",
            "ABC-A1B1C1, ABCDEF (any number of sides)",
            "two congruent parallel bases; right: lateral edges perpendicular; regular: right on a regular base",
            PROPERTIES,
            True,
        ),
        Kind(
            "pyramid",
            "polyhedron",
            "P-ABCD, PABCD (apex first)",
            "a base and an apex; right: apex above the centroid of the base; regular: right on a regular base",
            PROPERTIES,
            True,
        ),
        Kind(
            "tetrahedron",
            "polyhedron",
            "ABCD, A-BCD",
            "four triangles; regular: all edges equal",
            ("regular",),
        ),
        Kind(
            "frustum",
            "polyhedron",
            "ABC-A1B1C1 (larger base first or last)",
            "a pyramid cut parallel to its base; right, regular: as the pyramid",
            PROPERTIES,
            True,
        ),
        Kind(
            "octahedron",
            "polyhedron",
            "P-ABCD-Q",
            "two pyramids on one base ABCD; regular: all edges equal",
            ("regular",),
        ),
        Kind(
            "icosahedron",
            "polyhedron",
            "P-ABCDE-FGHIJ-Q (apex, ring, ring, apex; AF and BF are edges)",
            "twenty equilateral triangles, always regular",
            ("regular",),
        ),
        Kind(
            "dodecahedron",
            "polyhedron",
            "ABCDE-FGHIJ-KLMNO-PQRST (AF, FK, GK, KP are edges)",
            "twelve regular pentagons, always regular",
            ("regular",),
        ),
        Kind(
            "polyhedron",
            "polyhedron",
            "k = faces(ABC, ACD, ADB, BDC)",
            "any closed polyhedron by its faces",
            (),
        ),
        Kind("cylinder", "round", "O-O1 (centres of base and top)", "right circular cylinder", ()),
        Kind("cone", "round", "S-O (apex, centre of base)", "right circular cone", ()),
        Kind(
            "cone_frustum",
            "round",
            "O-O1 (centres of base and top)",
            "right circular cone cut parallel to its base",
            (),
        ),
        Kind("sphere", "round", "O (centre)", "sphere", ()),
        Kind("hemisphere", "round", "O (centre of its flat face)", "half a sphere", ()),
        Kind("composite", "composite", "t = a + b - c", "solids joined (+) and removed (-)", ()),
    )
}

ALWAYS_REGULAR = ("icosahedron", "dodecahedron")
"""Kinds that are regular whether or not the declaration says so."""

BASELESS = ("polyhedron", *ALWAYS_REGULAR)
"""Kinds of polyhedra without a face that counts as their base."""

HIDDEN = "."
"""Marks the name of a point that the text cannot spell, such as a vertex of an unnamed cube."""


def is_hidden(label: str) -> bool:
    return HIDDEN in label


# Faces


def faces_of(solid: s.SolidDecl) -> Faces:
    """The faces of a polyhedral solid as label cycles, consistently oriented (all outward or all inward)."""
    if solid.faces:
        return solid.faces
    if solid.kind in ("pyramid", "tetrahedron"):
        (apex,), base = solid.groups
        return (tuple(reversed(base)), *((apex, a, b) for a, b in _cycle(base)))
    if solid.kind == "octahedron":
        (upper,), ring, (lower,) = solid.groups
        return tuple((upper, a, b) for a, b in _cycle(ring)) + tuple((lower, b, a) for a, b in _cycle(ring))
    if solid.kind == "icosahedron":
        return _icosahedron_faces(solid)
    if solid.kind == "dodecahedron":
        return _dodecahedron_faces(solid)
    bottom, top = solid.groups
    walls = tuple((a, b, d, c) for (a, b), (c, d) in zip(_cycle(bottom), _cycle(top), strict=True))
    return (tuple(reversed(bottom)), top, *walls)


def _icosahedron_faces(solid: s.SolidDecl) -> Faces:
    """Two caps of five triangles and a band of ten; below edge AB of the upper ring lies vertex F of the lower one."""
    (upper,), high, low, (lower,) = solid.groups
    caps = [*((upper, a, b) for a, b in _cycle(high)), *((lower, b, a) for a, b in _cycle(low))]
    band = [((b, a, f), (b, f, g)) for (a, b), (f, g) in zip(_cycle(high), _cycle(low), strict=True)]
    return (*caps, *(face for pair in band for face in pair))


def _dodecahedron_faces(solid: s.SolidDecl) -> Faces:
    """Two opposite pentagons, five round the first and five round the second."""
    first, near, far, last = (_cycle(group) for group in solid.groups)
    round_first = [(b, a, f, k, g) for (a, b), (f, g), (k, _) in zip(first, near, far, strict=True)]
    round_last = [(p, q, m, g, k) for (p, q), (k, m), (_, g) in zip(last, far, near, strict=True)]
    return (solid.groups[0], tuple(reversed(solid.groups[3])), *round_first, *round_last)


def neighbours_in_order(solid: s.SolidDecl, vertex: str) -> tuple[str, ...]:
    """The vertices that share an edge with a vertex, in the order in which its faces follow each other round it."""
    follows = {}
    for face in faces_of(solid):
        if vertex in face:
            at = face.index(vertex)
            follows[face[(at + 1) % len(face)]] = face[at - 1]
    ring = [next(iter(follows))]
    while follows[ring[-1]] != ring[0]:
        ring.append(follows[ring[-1]])
    return tuple(ring)


def edges_of(solid: s.SolidDecl) -> Edges:
    """The edges of a polyhedral solid, each once, in order of their first occurrence in the faces."""
    seen: dict[frozenset[str], tuple[str, str]] = {}
    for face in faces_of(solid):
        for a, b in _cycle(face):
            seen.setdefault(frozenset((a, b)), (a, b))
    return tuple(seen.values())


def edge_classes(solid: s.SolidDecl) -> tuple[Edges, ...]:
    """The edges in classes that the kind makes equal: one for a cube, three for a box, six for any tetrahedron."""
    edges, is_regular = edges_of(solid), "regular" in solid.properties
    if solid.kind == "cube" or (is_regular and not KINDS[solid.kind].has_base):
        return (edges,)
    if solid.kind in ("cuboid", "parallelepiped", "prism"):
        bottom, top = solid.groups
        sides: list[Edges] = list(zip(_cycle(bottom), _cycle(top), strict=True))
        if solid.kind != "prism":
            sides = [(*sides[0], *sides[2]), (*sides[1], *sides[3])]
        if is_regular:
            sides = [tuple(edge for side in sides for edge in side)]
        return (*sides, tuple(zip(bottom, top, strict=True)))
    if is_regular:
        rings = [{frozenset(side) for side in _cycle(group)} for group in solid.groups if len(group) > 1]
        own = [tuple(edge for edge in edges if frozenset(edge) in ring) for ring in rings]
        return (*own, tuple(edge for edge in edges if not any(frozenset(edge) in ring for ring in rings)))
    return tuple((edge,) for edge in edges)


def base_of(solid: s.SolidDecl) -> Group:
    """The labels of the base polygon (for a box its first face, for an octahedron its middle square)."""
    if solid.kind in ("pyramid", "tetrahedron", "octahedron"):
        return solid.groups[1]
    return solid.groups[0]


def _cycle(labels: Sequence[str]) -> list[tuple[str, str]]:
    return list(zip(labels, [*labels[1:], labels[0]], strict=True))


def orient(faces: Faces, span: s.Span) -> Faces:
    """Consistently oriented faces: neighbours traverse their shared edge in opposite directions (closed surface)."""
    count: dict[frozenset[str], int] = {}
    for face in faces:
        if len(face) < 3 or len(set(face)) < len(face):
            raise FigureError(span, f"{''.join(face)} is not a face: three or more different labels")
        for a, b in _cycle(face):
            count[frozenset((a, b))] = count.get(frozenset((a, b)), 0) + 1
    open_edge = next(("".join(sorted(e)) for e, n in count.items() if n != 2), "")
    if open_edge:
        raise FigureError(span, f"the faces do not close: edge {open_edge} does not belong to exactly two faces")
    return _oriented(list(faces), span)


def _oriented(faces: list[tuple[str, ...]], span: s.Span) -> Faces:
    turned, waiting = [faces.pop(0)], list(faces)
    directed = set(_cycle(turned[0]))
    while waiting:
        for face in waiting:
            sides = set(_cycle(face))
            if sides & {(b, a) for a, b in directed} or sides & directed:
                break
        else:
            raise FigureError(span, "the faces fall into separate pieces")
        waiting.remove(face)
        if set(_cycle(face)) & directed:
            face = tuple(reversed(face))
        if set(_cycle(face)) & directed:
            raise FigureError(span, "the faces cannot be oriented: the surface is one-sided")
        turned.append(face)
        directed |= set(_cycle(face))
    return tuple(turned)
