"""Refusing numbers that are none: 1/0, sqrt(-1), 9^9^9, acos(2), at the place where they are written."""

import math

import numpy as np

from geometry import syntax as s
from geometry.evaluate import evaluate
from geometry.figure_errors import FigureError
from geometry.state import State

LARGEST = 1e30
"""Stated numbers beyond this, or below its inverse, would leave the range of floating point in a volume squared."""

_NUMERIC = frozenset(
    {"sqrt", "cbrt", "root", "abs", "floor", "ceil", "sin", "cos", "tan", "asin", "acos", "atan", "degrees", "radians"}
)


def refuse_impossible_numbers(expr: s.Expr | s.Condition, params: dict[str, float]) -> None:
    """Raises FigureError at the first constant part of `expr` that has no finite real value."""
    if _is_constant(expr, params):
        value_of(expr, params)  # type: ignore[arg-type]
        return
    match expr:
        case s.Op("/", _, below) if _is_constant(below, params) and value_of(below, params) == 0:
            raise FigureError(below.span, "division by zero")
        case s.Op(_, left, right) | s.Relation(_, left, right):
            parts: tuple[s.Expr, ...] = (left, right)
        case s.Neg(operand):
            parts = (operand,)
        case s.Call(_, args):
            parts = args
        case s.Triple(x, y, z):
            parts = (x, y, z)
        case _:
            parts = ()
    for part in parts:
        refuse_impossible_numbers(part, params)


def value_of(expr: s.Expr, params: dict[str, float]) -> float:
    """The value of a constant expression; raises FigureError where it has none."""
    state = State({}, numbers={name: np.asarray(v) for name, v in params.items()})
    try:
        with np.errstate(all="ignore"):
            value = evaluate(expr, state)
    except (ZeroDivisionError, OverflowError):
        value = math.inf
    if isinstance(value, complex) or not math.isfinite(float(value)):
        raise FigureError(expr.span, "this is not a finite real number")
    if value and not 1 / LARGEST < abs(float(value)) < LARGEST:
        raise FigureError(
            expr.span, "this number is too large or too small for a figure", "choose a larger or smaller unit"
        )
    return float(value)


def _is_constant(expr: s.Expr | s.Condition, params: dict[str, float]) -> bool:
    match expr:
        case s.Number():
            return True
        case s.Name(name):
            return name == "pi" or name in params
        case s.Neg(operand):
            return _is_constant(operand, params)
        case s.Op(_, left, right):
            return _is_constant(left, params) and _is_constant(right, params)
        case s.Call(name, args):
            return name in _NUMERIC and all(_is_constant(a, params) for a in args)
        case _:
            return False
