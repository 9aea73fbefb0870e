"""Parsing a solid's declaration: properties, kind, name and labels, in their usual spellings."""

from collections.abc import Sequence
from typing import Any

from geometry.notation import syntax as s
from geometry.notation.catalogue import (
    ALWAYS_REGULAR,
    BASE_WORDS,
    HIDDEN,
    KINDS,
    PROPERTIES,
    Faces,
    Group,
    is_hidden,
    orient,
)
from geometry.notation.figure_errors import FigureError, did_you_mean

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
    properties += ["regular"] if kind in ALWAYS_REGULAR else []
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
        hint = did_you_mean(word, [*KINDS, *_SYNONYMS, *PROPERTIES, *BASE_WORDS]) or f"kinds: {', '.join(KINDS)}"
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
    turned = orient(faces, span)
    labels = tuple(dict.fromkeys(label for face in turned for label in face))
    return s.SolidDecl(kind, (), name, (labels,), faces=turned, span=span)


def _composite(kind: str, name: str, parts: Any, span: s.Span) -> s.SolidDecl:
    if kind != "composite" or not name:
        raise FigureError(span, "sums and differences of solids are composites", "write: solid composite t = a + b - c")
    return s.SolidDecl(kind, (), name, parts=parts, span=span)


def _name_of(groups: tuple[Group, ...]) -> str:
    return "-".join("".join(group) for group in groups if not is_hidden(group[0]))


def _grouped(kind: str, groups: tuple[Group, ...], sides: int, span: s.Span) -> tuple[Group, ...]:
    """Labels in the catalogue's groups, from any of the usual spellings."""
    labels = tuple(label for group in groups for label in group)
    if len(set(labels)) < len(labels):
        twice = next(x for x in labels if labels.count(x) > 1)
        raise FigureError(span, f"label {twice} appears twice in one solid")
    sizes = _group_sizes(kind, len(labels), sides)
    if not sizes:
        wanted = f" with {sides} base vertices" if sides else ""
        raise FigureError(span, f"{len(labels)} labels do not make a {kind}{wanted}", f"write {KINDS[kind].labelling}")
    if len(groups) > 1 and tuple(len(group) for group in groups) != sizes:
        raise FigureError(span, f"the dashes are not placed as in a {kind}", f"write {KINDS[kind].labelling}")
    cut, result = 0, []
    for size in sizes:
        result.append(labels[cut : cut + size])
        cut += size
    return tuple(result)


def _group_sizes(kind: str, count: int, sides: int) -> tuple[int, ...]:
    """The group sizes for `count` labels, or () if they do not fit the kind."""
    sizes: tuple[int, ...] = ()
    if kind in ("cube", "cuboid", "parallelepiped"):
        sizes = (4, 4) if count == 8 else ()
    elif kind in ("prism", "frustum"):
        sizes = (count // 2, count // 2) if count % 2 == 0 and count >= 6 else ()
    elif kind == "pyramid":
        sizes = (1, count - 1) if count >= 4 else ()
    else:
        fixed = {"tetrahedron": (1, 3), "octahedron": (1, 4, 1), "sphere": (1,), "hemisphere": (1,)}
        fixed |= {"icosahedron": (1, 5, 5, 1), "dodecahedron": (5, 5, 5, 5)}
        fixed |= {"cylinder": (1, 1), "cone": (1, 1), "cone_frustum": (1, 1)}
        sizes = fixed.get(kind, ())
        sizes = sizes if sum(sizes) == count else ()
    if sides and KINDS[kind].has_base and sizes and sizes[-1] != sides:
        return ()
    return sizes


def _hidden_groups(kind: str, name: str, sides: int, span: s.Span) -> tuple[Group, ...]:
    if not name:
        raise FigureError(span, f"a {kind} needs labels or a name", f"write {KINDS[kind].labelling}, or a name")
    if KINDS[kind].has_base and not sides:
        hint = f"write solid triangular {kind} {name}, or give its labels"
        raise FigureError(span, f"the number of sides of the base of {name} is not stated", hint)
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
        "icosahedron": 12,
        "dodecahedron": 20,
    }
    labels = tuple(f"{name}{HIDDEN}{i + 1}" for i in range(counts.get(kind, 8)))
    return _grouped(kind, (labels,), sides, span)
