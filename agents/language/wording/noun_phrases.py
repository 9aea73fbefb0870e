"""Points, lines, planes, regions and solids of a figure as noun phrases.

A label is written in LaTeX; a constructed object is described by its construction, so that each phrase is unique.
"""

from collections.abc import Callable
from typing import TypeGuard

from agents.language.wording.naming import POLYGONS, Naming, listed, tex_name, tex_run
from agents.language.wording.symbols import marked, number_tex, symbol, vector_tex, vertices
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.dimensions import RATIO

LINES = frozenset({"line", "segment", "ray", "axis", "normal_line", "parallel_line"})
PLANES = frozenset({"plane", "parallel_plane", "normal_plane", "bisector_plane", "base", "top"})

Args = tuple[s.Expr, ...]
_ONE = s.Number("1")


def noun_phrase(expr: s.Expr, words: Naming) -> str:
    """The noun phrase of anything that is not a number."""
    match expr:
        case s.Labels(labels):
            return f"${tex_run(labels)}$"
        case s.Name(name):
            return f"plane ${tex_name(name)}$" if name in words.planes else words.solids[name]
        case s.Triple(x, y, z):
            return f"the point ${coordinates((x, y, z), words)}$"
        case s.Call(name, args):
            return _THINGS[name](args, words)
        case _:
            return _arithmetic(expr, words)


def _arithmetic(expr: s.Expr, words: Naming) -> str:
    """Sums of points and vectors: one formula if everything has symbols, else the steps from point to point."""
    text = vector_tex(expr, words)
    if text:
        return f"${text}$" if is_vector(expr) else f"the point ${text}$"
    match expr:
        case s.Neg(operand):
            return f"the opposite of {noun_phrase(operand, words)}"
        case s.Op("+", left, right) if not is_vector(expr):
            return f"the point reached from {noun_phrase(left, words)} by the vector {_bare(right, words)}"
        case s.Op("-", left, right) if not is_vector(expr):
            return (
                f"the point reached from {noun_phrase(left, words)} by the opposite of the vector {_bare(right, words)}"
            )
        case s.Op("+" | "-" as op, left, right):
            return f"{noun_phrase(left, words)} {'plus' if op == '+' else 'minus'} {noun_phrase(right, words)}"
        case s.Op("*", number, inner):
            return f"{_number(number, words)} times {noun_phrase(inner, words)}"
        case s.Op("/", inner, number):
            return f"{noun_phrase(inner, words)} divided by {_number(number, words)}"
        case _:
            raise TypeError(f"not a point or vector: {expr}")


def _bare(expr: s.Expr, words: Naming) -> str:
    return noun_phrase(expr, words).removeprefix("the vector ")


def is_vector(expr: s.Expr) -> bool:
    """Whether arithmetic is over vectors alone; a point plus a vector is a point."""
    match expr:
        case s.Op("+" | "-", left, right):
            return is_vector(left) and is_vector(right)
        case s.Op("*", _, inner) | s.Op("/", inner, _) | s.Neg(inner):
            return is_vector(inner)
        case _:
            return isinstance(expr, s.Call) and expr.name == "vector"


def plane_phrase(expr: s.Expr, words: Naming) -> str:
    """The noun phrase for a whole plane, not only the face that lies in it."""
    face = isinstance(expr, s.Call) and expr.name in ("base", "top")
    return f"the plane of {noun_phrase(expr, words)}" if face else noun_phrase(expr, words)


def is_line(expr: s.Expr) -> bool:
    if isinstance(expr, s.Call) and expr.name == "intersection":
        return not any(is_line(arg) for arg in expr.args)
    return isinstance(expr, s.Call) and expr.name in LINES


def is_plane(expr: s.Expr, words: Naming) -> bool:
    if isinstance(expr, s.Name):
        return expr.id in words.planes
    return isinstance(expr, s.Call) and expr.name in PLANES


def is_point(expr: s.Expr, words: Naming) -> bool:
    if isinstance(expr, s.Labels):
        return len(expr.labels) == 1
    return not isinstance(expr, s.Name) and not is_line(expr) and not is_plane(expr, words)


def coordinates(parts: Args, words: Naming) -> str:
    """Coordinates in LaTeX; they are lengths, so they are marked."""
    return f"({', '.join(_coordinate(part, words) for part in parts)})"


def _coordinate(part: s.Expr, words: Naming) -> str:
    text = symbol(part, RATIO.power + 1, words)
    return text if text is not None else marked(number_tex(part, words), RATIO.power + 1)


def polygon(args: Args, words: Naming) -> str:
    """`triangle $ABC$`, or the corners one by one if some have no letter."""
    noun = POLYGONS.get(len(args), "polygon")
    if all(isinstance(arg, s.Labels) for arg in args):
        return f"{noun} ${vertices(args)}$"
    return f"the {noun} with vertices {all_of(args, words)}"


def all_of(args: Args, words: Naming) -> str:
    return listed(noun_phrase(arg, words) for arg in args)


def joined_phrase(args: Args, words: Naming) -> str:
    """Two or more objects with a common noun used once: `lines $AB$ and $CD$`."""
    texts = [noun_phrase(arg, words) for arg in args]
    for noun in ("line", "plane", "segment", "ray"):
        if all(text.startswith(f"{noun} $") for text in texts):
            return f"{noun}s {listed(text.removeprefix(f'{noun} ') for text in texts)}"
    return listed(texts)


def _through(noun: str) -> Callable[[Args, Naming], str]:
    def said(args: Args, words: Naming) -> str:
        if all(isinstance(arg, s.Labels) for arg in args):
            return f"{noun} ${vertices(args)}$"
        return f"the {noun} through {all_of(args, words)}"

    return said


def _pattern(text: str) -> Callable[[Args, Naming], str]:
    """A phrase with the arguments' own phrases in the places {0}, {1} ..., or all of them at {all}."""

    def said(args: Args, words: Naming) -> str:
        return text.format(
            *(noun_phrase(arg, words) for arg in args), all=all_of(args, words), both=joined_phrase(args, words)
        )

    return said


def _segment(args: Args, words: Naming) -> str:
    if all(isinstance(arg, s.Labels) for arg in args):
        return f"segment ${vertices(args)}$"
    return f"the segment between {all_of(args, words)}"


def _ray(args: Args, words: Naming) -> str:
    if all(isinstance(arg, s.Labels) for arg in args):
        return f"ray ${vertices(args)}$"
    return f"the ray from {noun_phrase(args[0], words)} through {noun_phrase(args[1], words)}"


def _vector(args: Args, words: Naming) -> str:
    arrow = vector_tex(s.Call("vector", args), words)
    return f"${arrow}$" if arrow else f"the vector from {noun_phrase(args[0], words)} to {noun_phrase(args[1], words)}"


def _span(args: Args, words: Naming) -> str:
    """Two points as one segment if both have letters."""
    if all(isinstance(arg, s.Labels) for arg in args):
        return f"segment ${vertices(args)}$"
    return f"the segment between {all_of(args, words)}"


def _midpoint(args: Args, words: Naming) -> str:
    return f"the midpoint of {_span(args, words)}"


def _divide(args: Args, words: Naming) -> str:
    point = f"the point that divides {_span(args[:2], words)} in the ratio"
    start = f"(counted from {noun_phrase(args[0], words)})"
    sides = (args[2].left, args[2].right) if isinstance(args[2], s.Op) and args[2].op == "/" else (args[2], _ONE)
    texts = [symbol(side, RATIO.power, words) for side in sides]
    if all(texts):
        return f"{point} ${texts[0]} : {texts[1]}$ {start}"
    return f"{point} of {_number(sides[0], words)} to {_number(sides[1], words)} {start}"


def _number(expr: s.Expr, words: Naming) -> str:
    """A ratio inside a construction, in symbols or words."""
    # Imported here because `things` and `measures` import each other (circular import).
    from agents.language.wording.measures import quantity

    return quantity(expr, RATIO.power, words)


def _centroid(args: Args, words: Naming) -> str:
    if len(args) == 3:
        return f"the centroid of {polygon(args, words)}"
    return f"the centroid of the points {all_of(args, words)}"


def _centre_of(word: str) -> Callable[[Args, Naming], str]:
    def said(args: Args, words: Naming) -> str:
        if len(args) == 3:
            return f"the {word} of {polygon(args, words)}"
        verb = "through" if word == "circumcentre" else "touching all faces of the solid with vertices"
        return f"the centre of the sphere {verb} {all_of(args, words)}"

    return said


def _intersection(args: Args, words: Naming) -> str:
    noun = "point" if any(is_line(arg) for arg in args) else "line"
    texts = [plane_phrase(arg, words) for arg in args]
    plain = texts == [noun_phrase(arg, words) for arg in args]
    return f"the {noun} of intersection of {joined_phrase(args, words) if plain else listed(texts)}"


def _circle(args: Args, words: Naming) -> str:
    if len(args) == 2:
        return f"the circle in which {noun_phrase(args[1], words)} cuts {noun_phrase(args[0], words)}"
    rim = "the rim of the flat face" if kind_of(args[0], words) == "hemisphere" else "the base circle"
    return f"{rim} of {noun_phrase(args[0], words)}"


def _base(args: Args, words: Naming) -> str:
    noun = "flat face" if kind_of(args[0], words) == "hemisphere" else "base"
    return _end_face(args[0], 0, words) or f"the {noun} of {noun_phrase(args[0], words)}"


def _top(args: Args, words: Naming) -> str:
    return _end_face(args[0], 1, words) or f"the top face of {noun_phrase(args[0], words)}"


def _end_face(solid: s.Expr, side: int, words: Naming) -> str:
    """A face of a prism by its corners: which of the two is the base cannot be seen. Empty for other solids."""
    if isinstance(solid, s.Name) and kind_of(solid, words) in _TWO_BASES:
        groups = words.kinds[solid.id].groups
        if len(groups) == 2 and not is_hidden(groups[side][0]):
            return f"the face ${tex_run(groups[side])}$"
    return ""


_TWO_BASES = frozenset({"cube", "cuboid", "prism", "parallelepiped"})


def _section(args: Args, words: Naming) -> str:
    if isinstance(args[0], s.Call):
        return f"the section that {plane_phrase(args[1], words)} makes in {noun_phrase(args[0], words)}"
    return f"the section of {noun_phrase(args[0], words)} by {noun_phrase(args[1], words)}"


def _part(args: Args, words: Naming) -> str:
    """All sides of a part of a part are said of the whole solid, one after the other."""
    whole, sides = args[0], [_side(args, words)]
    while isinstance(whole, s.Call) and whole.name == "part":
        sides.insert(0, _side(whole.args, words))
        whole = whole.args[0]
    if isinstance(whole, s.Call):
        return f"that part of {noun_phrase(whole, words)} which lies {listed(sides)}"
    return f"the part of {noun_phrase(whole, words)} that lies {listed(sides)}"


def _side(args: Args, words: Naming) -> str:
    return f"on the same side of {noun_phrase(args[1], words)} as {noun_phrase(args[2], words)}"


def _pieces(name: str) -> Callable[[Args, Naming], str]:
    def said(args: Args, words: Naming) -> str:
        whole, cuts = _cutting(s.Call(name, args), words)
        steps = ", and each of these ".join(cuts)
        return f"the pieces that result when {noun_phrase(whole, words)} is cut {steps}"

    return said


def _cutting(pieces: s.Call, words: Naming) -> tuple[s.Expr, list[str]]:
    """The solid that is cut, and into what it is cut step by step."""
    inner = pieces.args[0]
    whole, cuts = _cutting(inner, words) if is_pieces(inner) else (inner, [])
    number = _number(pieces.args[1], words)
    if pieces.name == "blocks":
        return whole, [*cuts, f"by planes parallel to its faces so that {number} equal pieces lie along each edge"]
    across = pieces.args[2]
    turned = "parallel" if is_plane(across, words) else "perpendicular"
    planes = "a plane" if number == "$2$" else "planes"
    return whole, [*cuts, f"into {number} equal slices by {planes} {turned} to {noun_phrase(across, words)}"]


def is_pieces(expr: s.Expr) -> TypeGuard[s.Call]:
    """Whether an expression is several pieces of a solid."""
    return isinstance(expr, s.Call) and expr.name in ("slices", "blocks")


def _hull(args: Args, words: Naming) -> str:
    if len(args) == 4 and all(isinstance(arg, s.Labels) for arg in args):
        return f"the tetrahedron ${vertices(args)}$"
    noun = "tetrahedron" if len(args) == 4 else "convex solid"
    return f"the {noun} with vertices {all_of(args, words)}"


def kind_of(expr: s.Expr, words: Naming) -> str:
    """The kind of the solid that an expression names; empty if it names none."""
    return words.kinds[expr.id].kind if isinstance(expr, s.Name) and expr.id in words.kinds else ""


_THINGS: dict[str, Callable[[Args, Naming], str]] = {
    "line": _through("line"),
    "segment": _segment,
    "ray": _ray,
    "plane": _through("plane"),
    "polygon": polygon,
    "vector": _vector,
    "parallel_plane": _pattern("the plane through {0} parallel to {1}"),
    "normal_plane": _pattern("the plane through {0} perpendicular to {1}"),
    "bisector_plane": _pattern("the plane of all points equally far from {0} and {1}"),
    "normal_line": _pattern("the line through {0} perpendicular to {1}"),
    "parallel_line": _pattern("the line through {0} parallel to {1}"),
    "axis": _pattern("the axis of {0}"),
    "base": _base,
    "top": _top,
    "circle": _circle,
    "topcircle": _pattern("the top circle of {0}"),
    "surface": _pattern("the surface of {0}"),
    "interior": _pattern("the inside of {0}"),
    "section": _section,
    "part": _part,
    "larger_part": _pattern("the larger of the two parts into which {1} cuts {0}"),
    "smaller_part": _pattern("the smaller of the two parts into which {1} cuts {0}"),
    "slices": _pieces("slices"),
    "blocks": _pieces("blocks"),
    "piece": lambda args, words: f"one of {noun_phrase(args[0], words)}",
    "hull": _hull,
    "common": _pattern("the solid that {0} and {1} have in common"),
    "midpoint": _midpoint,
    "divide": _divide,
    "centroid": _centroid,
    "circumcenter": _centre_of("circumcentre"),
    "incenter": _centre_of("incentre"),
    "orthocenter": lambda args, words: f"the orthocentre of {polygon(args, words)}",
    "foot": lambda args, words: (
        f"the foot of the perpendicular from {noun_phrase(args[0], words)} to {plane_phrase(args[1], words)}"
    ),
    "intersection": _intersection,
    "reflect": lambda args, words: (
        f"the mirror image of {noun_phrase(args[0], words)} in {plane_phrase(args[1], words)}"
    ),
    "center": _pattern("the centre of {0}"),
    "apex": _pattern("the apex of {0}"),
    "base_center": lambda args, words: f"the centre of {_base(args, words)}",
    "top_center": lambda args, words: f"the centre of {_top(args, words)}",
}
