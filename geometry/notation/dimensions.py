"""Dimensional analysis: powers of length, angles, and bare constants that take the dimension of the other side.

`AB = 2` is valid because a bare number means "2 of the figure's units"; `AB = volume(k)` raises FigureError, as does
`angle(A,B,C) = 60`, which could be degrees or radians.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from geometry.notation import syntax as s
from geometry.notation.figure_errors import FigureError
from geometry.notation.signatures import FUNCTIONS, SCALARS

TargetClass = Literal["length", "area", "volume", "angle", "ratio", "other"]


@dataclass(frozen=True)
class Dimension:
    """`constant`: a bare number; `quantity`: length to `power` (0 is a ratio); `angle`."""

    kind: Literal["constant", "quantity", "angle"]
    power: Fraction = Fraction(0)
    may_be_angle: bool = False


CONSTANT = Dimension("constant")
GENERAL = Dimension("constant", may_be_angle=True)
ANGLE = Dimension("angle")
RATIO = Dimension("quantity")
LENGTH = Dimension("quantity", Fraction(1))
_POWERS = {"length": Fraction(1), "area": Fraction(2), "volume": Fraction(3), "number": Fraction(0)}
_NAMES = {Fraction(0): "a ratio", Fraction(1): "a length", Fraction(2): "an area", Fraction(3): "a volume"}


def describe(dimension: Dimension) -> str:
    if dimension.kind == "angle":
        return "an angle"
    if dimension.kind == "constant":
        return "a number"
    return _NAMES.get(dimension.power, f"a length to the power {dimension.power}")


def target_class(dimension: Dimension) -> TargetClass:
    """The class of a target, which determines how it scales with the scene."""
    if dimension.kind == "angle":
        return "angle"
    names: dict[Fraction, TargetClass] = {
        Fraction(0): "ratio",
        Fraction(1): "length",
        Fraction(2): "area",
        Fraction(3): "volume",
    }
    return names.get(dimension.power, "other") if dimension.kind == "quantity" else "ratio"


def dimension_of(expr: s.Expr) -> Dimension:
    """The dimension of a resolved scalar expression; raises FigureError if the dimensions do not match."""
    match expr:
        case s.Number():
            return CONSTANT
        case s.Name("pi"):
            return GENERAL
        case s.Name():
            return GENERAL
        case s.Labels():
            return Dimension("quantity", Fraction(1))
        case s.Neg(operand):
            return dimension_of(operand)
        case s.Op("+" | "-", left, right):
            return unify(dimension_of(left), dimension_of(right), expr.span)
        case s.Op("*" | "/" as op, left, right):
            return _product(op, dimension_of(left), dimension_of(right), expr.span)
        case s.Op("^", left, right):
            return _power(dimension_of(left), right, expr.span)
        case s.Call():
            return _call(expr)
        case _:
            raise FigureError(expr.span, "a point is not a quantity")


def unify(left: Dimension, right: Dimension, span: s.Span) -> Dimension:
    """The common dimension of the two sides of a sum or an equation."""
    if left.kind == right.kind == "constant":
        return Dimension("constant", may_be_angle=left.may_be_angle or right.may_be_angle)
    if left.kind == "constant" or right.kind == "constant":
        constant, other = (left, right) if left.kind == "constant" else (right, left)
        if other.kind == "angle" and not constant.may_be_angle:
            raise FigureError(span, "an angle needs a unit", "write 60° or pi/3 rad")
        return other
    if left != right:
        raise FigureError(span, f"{describe(left)} and {describe(right)} cannot be added or compared")
    return left


def _product(op: str, left: Dimension, right: Dimension, span: s.Span) -> Dimension:
    if "angle" in (left.kind, right.kind):
        if left.kind == right.kind == "angle":
            if op == "/":
                return RATIO
            raise FigureError(span, "the product of two angles has no meaning here")
        other = right if left.kind == "angle" else left
        if other.kind == "constant" and not (op == "/" and right.kind == "angle"):
            return ANGLE
        raise FigureError(span, f"an angle cannot be multiplied or divided by {describe(other)}")
    if left.kind == right.kind == "constant":
        return Dimension("constant", may_be_angle=left.may_be_angle or right.may_be_angle)
    power = left.power + right.power if op == "*" else left.power - right.power
    return Dimension("quantity", power)


def _power(base: Dimension, exponent: s.Expr, span: s.Span) -> Dimension:
    if base.kind == "constant":
        return base
    number = _rational(exponent)
    if base.kind == "angle" or number is None:
        raise FigureError(span, "only a quantity with a numeric exponent can be raised to a power")
    return Dimension("quantity", base.power * number)


def _rational(expr: s.Expr) -> Fraction | None:
    match expr:
        case s.Number(text):
            return Fraction(text)
        case s.Neg(operand):
            inner = _rational(operand)
            return -inner if inner is not None else None
        case s.Op("/", left, right):
            top, bottom = _rational(left), _rational(right)
            return top / bottom if top is not None and bottom else None
        case _:
            return None


def _call(expr: s.Call) -> Dimension:
    if expr.name in ("sqrt", "cbrt", "root"):
        index = {"sqrt": Fraction(2), "cbrt": Fraction(3)}.get(expr.name) or _rational(expr.args[0])
        if not index:
            raise FigureError(expr.span, "the index of a root is a whole number")
        return _power(dimension_of(expr.args[-1]), s.Op("/", s.Number("1"), s.Number(str(index))), expr.span)
    if expr.name == "abs":
        return dimension_of(expr.args[0])
    if expr.name in ("floor", "ceil"):
        unify(dimension_of(expr.args[0]), RATIO, expr.span)
        return RATIO
    if expr.name in ("sin", "cos", "tan"):
        unify(dimension_of(expr.args[0]), ANGLE, expr.span)
        return CONSTANT if _is_constant(expr.args[0]) else RATIO
    if expr.name in ("asin", "acos", "atan", "degrees", "radians"):
        unify(dimension_of(expr.args[0]), RATIO, expr.span)
        return ANGLE
    result = next(sig.result for sig in FUNCTIONS[expr.name].signatures if sig.result in SCALARS)
    return ANGLE if result == "angle" else Dimension("quantity", _POWERS[result])


def _is_constant(expr: s.Expr) -> bool:
    match expr:
        case s.Number() | s.Name():
            return True
        case s.Neg(operand):
            return _is_constant(operand)
        case s.Op(_, left, right):
            return _is_constant(left) and _is_constant(right)
        case s.Call("degrees" | "radians" | "asin" | "acos" | "atan" | "sin" | "cos" | "tan" | "sqrt", args):
            return all(_is_constant(a) for a in args)
        case _:
            return False
