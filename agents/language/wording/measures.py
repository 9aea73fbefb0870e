"""Quantities of a figure as noun phrases: what is measured, on what, and by which convention.

Quantities with a usual symbol (a length, an angle at a vertex, arithmetic over them) are written in symbols, the others
in words. Conventions that determine the value (which angle, which side of a cut) are part of the phrase.
"""

from collections.abc import Callable
from fractions import Fraction

from agents.language.wording.naming import Naming, listed, tex_name
from agents.language.wording.noun_phrases import (
    Args,
    all_of,
    is_line,
    is_pieces,
    is_point,
    is_vector,
    joined_phrase,
    kind_of,
    noun_phrase,
    plane_phrase,
    polygon,
)
from agents.language.wording.symbols import factor_powers, is_stated, number_tex, power, stated_value, symbol
from geometry.notation import syntax as s

ACUTE, OBTUSE = "(from 0° to 90°)", "(from 0° to 180°)"
"""The range of an angle of this kind; stated if it is asked for."""

_ZERO = Fraction(0)


def quantity(expr: s.Expr, exponent: Fraction, words: Naming) -> str:
    """A quantity of this power of length as a noun phrase."""
    text = symbol(expr, exponent, words)
    if text is not None:
        return f"${text}$"
    match expr:
        case s.Neg(operand):
            return f"minus {quantity(operand, exponent, words)}"
        case s.Op(op, left, right):
            return _operation(op, left, right, exponent, words)
        case s.Call("sqrt" | "cbrt" | "root" | "abs" | "floor" | "ceil" | "sin" | "cos" | "tan" as name, args):
            return _function(name, args, exponent, words)
        case s.Call(name, args):
            return _MEASURES[name](args, words)
        case s.Name(name):
            return f"${tex_name(name)}$"
        case _:
            return noun_phrase(expr, words)


def asked(expr: s.Expr, words: Naming) -> str:
    """A quantity as the target: with its noun and the convention that determines its value."""
    exponent = power(expr, words) or _ZERO
    said = quantity(expr, exponent, words)
    match expr:
        case s.Labels(labels) if len(labels) == 2:
            return f"the length of {said}"
        case s.Name():
            return f"the value of {said}"
        case s.Call("angle", args) if len(args) == 2:
            return f"{said} {OBTUSE if is_vector(args[0]) else ACUTE}"
        case s.Call("angle", _):
            return f"the size of {said}"
        case s.Call("dihedral", _):
            return f"{said} {OBTUSE}"
        case s.Call("dot", _):
            return f"the scalar product {said}"
        case s.Op("/", left, right) if _two_parts(left, right):
            return _operation("/", left, right, exponent, words)
        case s.Op("/", left, right) if not (is_stated(left, words) or is_stated(right, words)):
            sides = [quantity(side, power(side, words) or _ZERO, words) for side in (left, right)]
            return f"the ratio of {sides[0]} to {sides[1]}"
    return f"the value of {said}" if said.startswith("$") else said


def _operation(op: str, left: s.Expr, right: s.Expr, exponent: Fraction, words: Naming) -> str:
    if op == "+":
        return _sum([quantity(term, exponent, words) for term in _terms(s.Op("+", left, right))])
    if op == "-":
        minuend, subtrahend = quantity(left, exponent, words), quantity(right, exponent, words)
        if minuend.startswith("the sum of "):
            return f"the difference (first minus second) of {minuend} and {subtrahend}"
        return f"{minuend} minus {subtrahend}"
    if op == "^":
        name = {"2": "square", "3": "third power"}.get(right.text) if isinstance(right, s.Number) else None
        base = quantity(left, power(left, words) or _ZERO, words)
        return f"the {name} of {base}" if name else f"{base} to the power {quantity(right, _ZERO, words)}"
    sides = zip((left, right), factor_powers(op, left, right, exponent, words), strict=True)
    first, second = (quantity(side, own, words) for side, own in sides)
    if op == "*":
        for side, said in ((left, second), (right, first)):
            if is_stated(side, words) and stated_value(side, words) == 1:
                return said
        sum_before = is_stated(left, words) and stated_value(left, words).is_Add
        return f"{first} times {second}" if is_stated(left, words) and not sum_before else _product(first, second)
    if is_stated(left, words) or is_stated(right, words):
        return f"{first} divided by {second}"
    if _two_parts(left, right):
        head, cut = first.split(" of the two parts ", 1)
        return f"the ratio of {head} to {second.split(' of the two parts ', 1)[0]} of the two parts {cut}"
    return f"the ratio of {first} to {second}"


def _sum(terms: list[str]) -> str:
    """`the sum of a and b`, but `6 times a plus b`: the factor belongs to its own term."""
    return " plus ".join(terms) if any(" times " in term for term in terms) else f"the sum of {listed(terms)}"


def _product(first: str, second: str) -> str:
    return f"the product of {first} and {second}"


def _two_parts(left: s.Expr, right: s.Expr) -> bool:
    """Whether the same measure is taken of the larger and of the smaller part of one cut."""
    match left, right:
        case s.Call(a, (s.Call(b, cut),)), s.Call(c, (s.Call(d, same),)):
            return a == c and {b, d} == {"larger_part", "smaller_part"} and cut == same
        case _:
            return False


def _terms(expr: s.Expr) -> list[s.Expr]:
    if isinstance(expr, s.Op) and expr.op == "+":
        return [*_terms(expr.left), *_terms(expr.right)]
    return [expr]


_FUNCTIONS = {
    "abs": "the absolute value of",
    "floor": "the greatest whole number not above",
    "ceil": "the smallest whole number not below",
    "sin": "the sine of",
    "cos": "the cosine of",
    "tan": "the tangent of",
    "sqrt": "the square root of",
    "cbrt": "the third root of",
}


def _function(name: str, args: Args, exponent: Fraction, words: Naming) -> str:
    match name, args:
        case "abs", (s.Op("-", left, right),):
            sides = [quantity(side, power(side, words) or exponent, words) for side in (left, right)]
            return f"the absolute difference between {sides[0]} and {sides[1]}"
    index = number_tex(args[0], words) if name == "root" else ""
    start = f"the root of index ${index}$ of" if name == "root" else _FUNCTIONS[name]
    degree = {"sqrt": Fraction(2), "cbrt": Fraction(3), "root": Fraction(index or 1)}.get(name, Fraction(1))
    inside = power(args[-1], words)
    return f"{start} {quantity(args[-1], exponent * degree if inside is None else inside, words)}"


def _of(text: str) -> Callable[[Args, Naming], str]:
    def said(args: Args, words: Naming) -> str:
        return f"{text} {noun_phrase(args[0], words)}"

    return said


def _distance(args: Args, words: Naming) -> str:
    first, second = args
    ended = any(isinstance(arg, s.Call) and arg.name in ("segment", "ray") for arg in args)
    if is_point(first, words) == is_point(second, words):
        note = " (not between their extensions)" if ended else ""
        return f"the distance between {joined_phrase(args, words)}{note}"
    if not is_point(first, words):
        first, second = second, first
    note = " (not to its extension)" if ended else ""
    return f"the distance from {noun_phrase(first, words)} to {plane_phrase(second, words)}{note}"


def _angle(args: Args, words: Naming) -> str:
    if len(args) == 3:
        a, b, c = (noun_phrase(arg, words) for arg in args)
        return f"the angle at {b} between the directions to {a} and to {c}"
    return f"the angle between {'vectors ' if is_vector(args[0]) else ''}{joined_phrase(args, words)}"


def _dihedral(args: Args, words: Naming) -> str:
    a, b, c, d = (noun_phrase(arg, words) for arg in args)
    edge = f"line {(b + c).replace('$$', '')}" if (b + c).count("$") == 4 else f"the line through {b} and {c}"
    return f"the dihedral angle at {edge} between the half-plane through {a} and the half-plane through {d}"


def _polygon_or(text: str) -> Callable[[Args, Naming], str]:
    """A measure of a polygon given by its corners or as a region."""

    def said(args: Args, words: Naming) -> str:
        return f"{text} {polygon(args, words) if len(args) > 1 else noun_phrase(args[0], words)}".strip()

    return said


def _radius(args: Args, words: Naming) -> str:
    return f"the radius of {_round_part(args[0], words)}{noun_phrase(args[0], words)}"


def _diameter(args: Args, words: Naming) -> str:
    return f"the diameter of {_round_part(args[0], words)}{noun_phrase(args[0], words)}"


def _circumference(args: Args, words: Naming) -> str:
    return f"the circumference of {_round_part(args[0], words)}{noun_phrase(args[0], words)}"


def _round_part(solid: s.Expr, words: Naming) -> str:
    return "the base of " if kind_of(solid, words) in ("cone", "cylinder", "cone_frustum") else ""


def _lateral_area(args: Args, words: Naming) -> str:
    ball = kind_of(args[0], words) in ("sphere", "hemisphere")
    return f"the {'area of the curved surface' if ball else 'lateral surface area'} of {noun_phrase(args[0], words)}"


def _surface_area(args: Args, words: Naming) -> str:
    if is_pieces(args[0]):
        return f"the sum of the surface areas of {noun_phrase(args[0], words)}"
    kind = kind_of(args[0], words)
    tail = " (its flat face included)" if kind == "hemisphere" else ""
    return f"the {'' if kind == 'sphere' else 'total '}surface area of {noun_phrase(args[0], words)}{tail}"


def _volume(args: Args, words: Naming) -> str:
    noun = "the sum of the volumes" if is_pieces(args[0]) else "the volume"
    return f"{noun} of {noun_phrase(args[0], words)}"


def _circumradius(args: Args, words: Naming) -> str:
    if len(args) == 1:
        return f"the radius of the sphere circumscribed about {noun_phrase(args[0], words)}"
    return f"the radius of the {'circle' if len(args) == 3 else 'circle or sphere'} through {all_of(args, words)}"


def _inradius(args: Args, words: Naming) -> str:
    if len(args) == 1:
        return f"the radius of the sphere inscribed in {noun_phrase(args[0], words)}"
    return f"the radius of the circle inscribed in {polygon(args, words)}"


def _surface_path(args: Args, words: Naming) -> str:
    start, end, solid = (noun_phrase(arg, words) for arg in args)
    sided = kind_of(args[2], words) in ("cone", "cylinder", "cone_frustum")
    side = "curved side surface" if sided else "surface"
    return f"the length of the shortest path from {start} to {end} along the {side} of {solid}"


def _helix(args: Args, words: Naming) -> str:
    count = quantity(args[1], _ZERO, words)
    times = {"$1$": "once", "$2$": "twice"}.get(count, f"{count} times")
    return f"the length of a thread that winds evenly {times} round {noun_phrase(args[0], words)} from bottom to top"


def _gap(args: Args, words: Naming) -> str:
    said = f"the distance between {joined_phrase(args, words)}"
    if any(isinstance(c, s.Call) and c.name == "parallel" and set(c.args) == set(args) for c in words.figure.givens):
        return said
    kind = "the line and the plane" if any(is_line(a) for a in args) else "the planes"
    return f"{said} ({kind} are parallel)"


_MEASURES: dict[str, Callable[[Args, Naming], str]] = {
    "distance": _distance,
    "gap": _gap,
    "perimeter": _polygon_or("the perimeter of"),
    "radius": _radius,
    "top_radius": _of("the radius of the top face of"),
    "diameter": _diameter,
    "circumference": _circumference,
    "height": _of("the height of"),
    "slant": _of("the slant height of"),
    "edge": _of("the edge length of"),
    "base_edge": _of("the side length of the base of"),
    "lateral_edge": _of("the length of a lateral edge of"),
    "diagonal": _of("the length of a space diagonal of"),
    "longest_segment": _of("the greatest distance between two points of"),
    "sector_angle": _of("the angle of the flat sector that results if one unrolls the curved side of"),
    "edge_sum": _of("the total length of all edges of"),
    "circumradius": _circumradius,
    "inradius": _inradius,
    "midradius": _of("the radius of the sphere that touches all edges of"),
    "surface_path": _surface_path,
    "helix": _helix,
    "norm": _of("the length of the vector"),
    "area": _polygon_or("the area of"),
    "lateral_area": _lateral_area,
    "surface_area": _surface_area,
    "base_area": _of("the area of the base of"),
    "top_area": _of("the area of the top face of"),
    "volume": _volume,
    "angle": _angle,
    "dihedral": _dihedral,
    "degrees": lambda args, words: f"{quantity(args[0], _ZERO, words)} degrees",
    "radians": lambda args, words: f"{quantity(args[0], _ZERO, words)} radians",
    "asin": lambda args, words: f"the acute angle whose sine is {quantity(args[0], _ZERO, words)}",
    "acos": lambda args, words: f"the angle from 0° to 180° whose cosine is {quantity(args[0], _ZERO, words)}",
    "atan": lambda args, words: f"the acute angle whose tangent is {quantity(args[0], _ZERO, words)}",
    "dot": lambda args, words: f"the scalar product of the vectors {all_of(args, words)}",
}
