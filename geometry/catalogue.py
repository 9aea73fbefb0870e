"""The catalogue of solids: kinds, how people label them, their faces, and what each kind promises.

A kind's promises are written in the figure notation itself (`structure`), so that the same predicates
solve them, verify them on foreign coordinates and explain them. No coordinates live here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, Literal

from geometry import syntax as s
from geometry.figure_errors import FigureError, did_you_mean

Group = tuple[str, ...]
Faces = tuple[tuple[str, ...], ...]

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
            "two congruent parallel bases; right: lateral edges perpendicular to them; regular: right on a regular base",
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

_TWO_WORDS = {
    ("rectangular", "prism"): "cuboid",
    ("rectangular", "box"): "cuboid",
    ("rectangular", "solid"): "cuboid",
    ("rectangular", "parallelepiped"): "cuboid",
    ("cone", "frustum"): "cone_frustum",
    ("truncated", "cone"): "cone_frustum",
    ("circular", "cone"): "cone",
    ("circular", "cylinder"): "cylinder",
    ("pyramid", "frustum"): "frustum",
    ("truncated", "pyramid"): "frustum",
}
_SYNONYMS = {"box": "cuboid", "ball": "sphere"}

HIDDEN = "."
"""Marks a point that the figure has but the text cannot spell, such as the vertices of an unnamed cube."""


def is_hidden(label: str) -> bool:
    return HIDDEN in label


def read_solid_words(words: Sequence[tuple[str, s.Span]], body: Any, span: s.Span) -> s.SolidDecl:
    """A solid's declaration from its words (properties, kind, name) and what follows them."""
    rest = list(words)
    properties: list[str] = []
    sides = 0
    while rest and (rest[0][0] in PROPERTIES or rest[0][0] in BASE_WORDS):
        word = rest.pop(0)[0]
        sides = BASE_WORDS.get(word, sides)
        properties += [word] if word in PROPERTIES else []
    kind = _take_kind(rest, span)
    name = rest.pop(0)[0] if rest else ""
    if rest:
        raise FigureError(
            rest[0][1], f"unexpected word {rest[0][0]!r} in a solid", "write: solid regular prism ABC-A1B1C1"
        )
    _check_properties(kind, properties, span)
    shape, content = body
    if shape == "faces":
        return _free_polyhedron(kind, name, content, span)
    if shape == "parts":
        return _composite(kind, name, content, span)
    groups = _grouped(kind, content, sides, span) if content else _hidden_groups(kind, name, sides, span)
    if kind == "hemisphere":
        # Two hemispheres may share a labelled centre, so the pole belongs to the solid, not to the label.
        groups = (groups[0], (f"{name or groups[0][0]}{HIDDEN}pole",))
    return s.SolidDecl(kind, tuple(sorted(set(properties))), name or _name_of(groups), groups, span=span)


def _take_kind(rest: list[tuple[str, s.Span]], span: s.Span) -> str:
    if len(rest) >= 2 and (rest[0][0], rest[1][0]) in _TWO_WORDS:
        return _TWO_WORDS[rest.pop(0)[0], rest.pop(0)[0]]
    if not rest:
        raise FigureError(span, "a solid needs a kind", expected=tuple(KINDS))
    word, where = rest.pop(0)
    kind = _SYNONYMS.get(word, word)
    if word == "square":
        raise FigureError(where, "'square' is a condition on the base", "write given square(A,B,C,D)")
    if kind not in KINDS:
        hint = (
            did_you_mean(word, [*KINDS, *_SYNONYMS, *PROPERTIES, *BASE_WORDS]) or f"kinds: {', '.join(KINDS)}"
        )
        raise FigureError(where, f"unknown kind of solid {word!r}", hint)
    return kind


def _check_properties(kind: str, properties: list[str], span: s.Span) -> None:
    for word in properties:
        if word not in KINDS[kind].properties and not (word == "right" and KINDS[kind].family == "round"):
            allowed = ", ".join(KINDS[kind].properties) or "none"
            raise FigureError(span, f"a {kind} cannot be {word!r}", f"properties of a {kind}: {allowed}")
    if "oblique" in properties and len(set(properties)) > 1:
        raise FigureError(span, "a solid cannot be oblique and right at once")
    if KINDS[kind].family == "round":
        properties.clear()


def _free_polyhedron(kind: str, name: str, faces: Faces, span: s.Span) -> s.SolidDecl:
    if kind != "polyhedron":
        raise FigureError(span, f"only a polyhedron is given by faces, not a {kind}")
    if not name:
        raise FigureError(
            span, "a polyhedron given by its faces needs a name", "write: solid polyhedron k = faces(...)"
        )
    labels = tuple(dict.fromkeys(label for face in faces for label in face))
    return s.SolidDecl(kind, (), name, (labels,), faces=orient(faces, span), span=span)


def _composite(kind: str, name: str, parts: Any, span: s.Span) -> s.SolidDecl:
    if kind != "composite" or not name:
        raise FigureError(
            span, "sums and differences of solids are composites", "write: solid composite t = a + b - c"
        )
    return s.SolidDecl(kind, (), name, parts=parts, span=span)


def _name_of(groups: tuple[Group, ...]) -> str:
    return "-".join("".join(group) for group in groups if not is_hidden(group[0]))


def _grouped(kind: str, groups: tuple[Group, ...], sides: int, span: s.Span) -> tuple[Group, ...]:
    """Labels in the catalogue's groups, whichever of the customary ways they were written."""
    labels = tuple(label for group in groups for label in group)
    if len(set(labels)) < len(labels):
        twice = next(x for x in labels if labels.count(x) > 1)
        raise FigureError(span, f"label {twice} stands twice in one solid")
    sizes = _group_sizes(kind, len(labels), sides)
    if not sizes:
        wanted = f" with {sides} base vertices" if sides else ""
        raise FigureError(
            span, f"{len(labels)} labels do not make a {kind}{wanted}", f"write {KINDS[kind].labelling}"
        )
    if len(groups) > 1 and tuple(len(group) for group in groups) != sizes:
        raise FigureError(span, f"the dashes do not stand as in a {kind}", f"write {KINDS[kind].labelling}")
    cut, result = 0, []
    for size in sizes:
        result.append(labels[cut : cut + size])
        cut += size
    return tuple(result)


def _group_sizes(kind: str, count: int, sides: int) -> tuple[int, ...]:
    """How `count` labels fall into groups, or () when they cannot."""
    sizes: tuple[int, ...] = ()
    if kind in ("cube", "cuboid", "parallelepiped"):
        sizes = (4, 4) if count == 8 else ()
    elif kind in ("prism", "frustum"):
        sizes = (count // 2, count // 2) if count % 2 == 0 and count >= 6 else ()
    elif kind == "pyramid":
        sizes = (1, count - 1) if count >= 4 else ()
    else:
        fixed = {"tetrahedron": (1, 3), "octahedron": (1, 4, 1), "sphere": (1,), "hemisphere": (1,)}
        fixed |= {"cylinder": (1, 1), "cone": (1, 1), "cone_frustum": (1, 1)}
        sizes = fixed.get(kind, ())
        sizes = sizes if sum(sizes) == count else ()
    if sides and KINDS[kind].has_base and sizes and sizes[-1] != sides:
        return ()
    return sizes


def _hidden_groups(kind: str, name: str, sides: int, span: s.Span) -> tuple[Group, ...]:
    if not name:
        raise FigureError(
            span, f"a {kind} needs labels or a name", f"write {KINDS[kind].labelling}, or a name"
        )
    if KINDS[kind].has_base and not sides:
        hint = f"write solid triangular {kind} {name}, or give its labels"
        raise FigureError(span, f"how many sides has the base of {name}?", hint)
    if kind in ("polyhedron", "composite"):
        raise FigureError(
            span, f"a {kind} needs its {'faces' if kind == 'polyhedron' else 'parts'}", KINDS[kind].labelling
        )
    points = {
        "cylinder": ("base", "top"),
        "cone": ("apex", "base"),
        "cone_frustum": ("base", "top"),
        "sphere": ("center",),
        "hemisphere": ("center", "pole"),
    }
    if kind in points:
        return tuple((f"{name}{HIDDEN}{point}",) for point in points[kind])
    counts = {
        "pyramid": sides + 1,
        "prism": 2 * sides,
        "frustum": 2 * sides,
        "tetrahedron": 4,
        "octahedron": 6,
    }
    labels = tuple(f"{name}{HIDDEN}{i + 1}" for i in range(counts.get(kind, 8)))
    return _grouped(kind, (labels,), sides, span)


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
    bottom, top = solid.groups
    walls = tuple((a, b, d, c) for (a, b), (c, d) in zip(_cycle(bottom), _cycle(top), strict=True))
    return (tuple(reversed(bottom)), top, *walls)


def edges_of(solid: s.SolidDecl) -> tuple[tuple[str, str], ...]:
    """The edges of a polyhedral solid, each once, in the order its faces meet them."""
    seen: dict[frozenset[str], tuple[str, str]] = {}
    for face in faces_of(solid):
        for a, b in _cycle(face):
            seen.setdefault(frozenset((a, b)), (a, b))
    return tuple(seen.values())


def base_of(solid: s.SolidDecl) -> Group:
    """The labels of the base polygon (for a box its first face, for an octahedron its middle square)."""
    if solid.kind in ("pyramid", "tetrahedron", "octahedron"):
        return solid.groups[1]
    return solid.groups[0]


def _cycle(labels: Sequence[str]) -> list[tuple[str, str]]:
    return list(zip(labels, [*labels[1:], labels[0]], strict=True))


def orient(faces: Faces, span: s.Span) -> Faces:
    """Faces turned so that neighbours run along their shared edge in opposite directions (closed surface)."""
    count: dict[frozenset[str], int] = {}
    for face in faces:
        if len(face) < 3 or len(set(face)) < len(face):
            raise FigureError(span, f"{''.join(face)} is not a face: three or more different labels")
        for a, b in _cycle(face):
            count[frozenset((a, b))] = count.get(frozenset((a, b)), 0) + 1
    open_edge = next(("".join(sorted(e)) for e, n in count.items() if n != 2), "")
    if open_edge:
        raise FigureError(
            span, f"the faces do not close: edge {open_edge} does not belong to exactly two faces"
        )
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


# What a kind promises, in the notation itself


def call(name: str, *args: s.Expr | str) -> s.Call:
    """A call node; strings are point labels."""
    return s.Call(name, tuple(s.Labels((a,)) if isinstance(a, str) else a for a in args))


def length(a: str, b: str) -> s.Labels:
    return s.Labels((a, b))


def _equal(left: s.Expr, right: s.Expr) -> s.Relation:
    return s.Relation("=", left, right)


def structure(solid: s.SolidDecl) -> tuple[s.Condition, ...]:
    """The conditions that being this kind of solid, with these properties, implies."""
    if KINDS[solid.kind].family != "polyhedron":
        return (call("proper", s.Name(solid.name)),) if KINDS[solid.kind].family == "round" else ()
    return (*_STRUCTURES[solid.kind](solid), call("proper", s.Name(solid.name)))


def _all_equal(pairs: Sequence[tuple[str, str]]) -> list[s.Condition]:
    return [_equal(length(*first), length(*second)) for first, second in pairwise(pairs)]


def _translated(solid: s.SolidDecl) -> list[s.Condition]:
    """Corresponding vertices of the two bases differ by one vector."""
    bottom, top = solid.groups
    steps = [call("vector", a, b) for a, b in zip(bottom, top, strict=True)]
    return [_equal(first, second) for first, second in pairwise(steps)]


def _upright(solid: s.SolidDecl) -> list[s.Condition]:
    bottom, top = solid.groups
    return [call("perp", call("line", bottom[0], top[0]), call("plane", *bottom[:3]))]


def _leaning(line: s.Call, base: Group) -> s.Condition:
    right_angle = s.Call("degrees", (s.Number("90"),))
    return s.Relation("<", call("angle", line, call("plane", *base)), right_angle)


def _cube(solid: s.SolidDecl) -> list[s.Condition]:
    bottom, top = solid.groups
    side = _equal(length(bottom[0], top[0]), length(bottom[0], bottom[1]))
    return [call("square", *bottom), *_translated(solid), *_upright(solid), side]


def _cuboid(solid: s.SolidDecl) -> list[s.Condition]:
    return [call("rectangle", *solid.groups[0]), *_translated(solid), *_upright(solid)]


def _parallelepiped(solid: s.SolidDecl) -> list[s.Condition]:
    return [call("parallelogram", *solid.groups[0]), *_translated(solid), *_prism_lean(solid)]


def _prism_lean(solid: s.SolidDecl) -> list[s.Condition]:
    if "oblique" in solid.properties:
        return [_leaning(call("line", solid.groups[0][0], solid.groups[1][0]), solid.groups[0])]
    return _upright(solid) if solid.properties else []


def _flat(base: Group) -> list[s.Condition]:
    return [call("coplanar", *base)] if len(base) > 3 else []


def _prism(solid: s.SolidDecl) -> list[s.Condition]:
    base = solid.groups[0]
    shape = [call("regular", *base)] if "regular" in solid.properties else _flat(base)
    return [*shape, *_translated(solid), *_prism_lean(solid)]


def _pyramid(solid: s.SolidDecl) -> list[s.Condition]:
    (apex,), base = solid.groups
    height_line = call("line", apex, call("centroid", *base))
    if "regular" in solid.properties:
        return [call("regular", *base), call("perp", height_line, call("plane", *base))]
    if "right" in solid.properties:
        return [*_flat(base), call("perp", height_line, call("plane", *base))]
    lean = [_leaning(height_line, base)] if "oblique" in solid.properties else []
    return [*_flat(base), *lean]


def _tetrahedron(solid: s.SolidDecl) -> list[s.Condition]:
    return _all_equal(list(combinations(solid.labels, 2))) if solid.properties else []


def _frustum(solid: s.SolidDecl) -> list[s.Condition]:
    bottom, top = solid.groups
    shape = [call("regular", *bottom)] if "regular" in solid.properties else _flat(bottom)
    shape.append(call("homothetic", *bottom, *top))
    centres = call("line", call("centroid", *bottom), call("centroid", *top))
    if "oblique" in solid.properties:
        return [*shape, _leaning(centres, bottom)]
    return [*shape, call("perp", centres, call("plane", *bottom))] if solid.properties else shape


def _octahedron(solid: s.SolidDecl) -> list[s.Condition]:
    (upper,), ring, (lower,) = solid.groups
    if not solid.properties:
        return _flat(ring)
    spokes = [(end, x) for end in (upper, lower) for x in ring]
    return [call("square", *ring), *_all_equal([(ring[0], ring[1]), *spokes])]


def _polyhedron(solid: s.SolidDecl) -> list[s.Condition]:
    return [call("coplanar", *face) for face in solid.faces if len(face) > 3]


_STRUCTURES: dict[str, Callable[[s.SolidDecl], list[s.Condition]]] = {
    "cube": _cube,
    "cuboid": _cuboid,
    "parallelepiped": _parallelepiped,
    "prism": _prism,
    "pyramid": _pyramid,
    "tetrahedron": _tetrahedron,
    "frustum": _frustum,
    "octahedron": _octahedron,
    "polyhedron": _polyhedron,
}
