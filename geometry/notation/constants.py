"""Rejects constants without a finite real value (1/0, sqrt(-1), 9^9^9, acos(2)) at their position in the source."""

import math
from typing import Any

import numpy as np

from geometry.notation import syntax as s
from geometry.notation.figure_errors import FigureError
from geometry.numerics.scalar_functions import SCALAR_FUNCTIONS, arithmetic

LARGEST = 1e30
"""Stated numbers above this, or below its inverse, would exceed the floating-point range in a squared volume."""


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
        case s.Call("slices" | "blocks", (_, count, *_) as args):
            _refuse_other_counts(count, params)
            parts = args
        case s.Call(_, args):
            parts = args
        case s.Triple(x, y, z):
            parts = (x, y, z)
        case _:
            parts = ()
    for part in parts:
        refuse_impossible_numbers(part, params)


def _refuse_other_counts(count: s.Expr, params: dict[str, float]) -> None:
    if _is_constant(count, params):
        value = value_of(count, params)
        if value < 2 or value != round(value):
            raise FigureError(count.span, "a solid is cut into a whole number of slices, two or more")


def value_of(expr: s.Expr, params: dict[str, float]) -> float:
    """The value of a constant expression; raises FigureError if it has none."""
    try:
        with np.errstate(all="ignore"):
            value = _evaluated(expr, params)
    except (ZeroDivisionError, OverflowError):
        value = math.inf
    if isinstance(value, complex) or not math.isfinite(float(value)):
        raise FigureError(expr.span, "this is not a finite real number")
    if value and not 1 / LARGEST < abs(float(value)) < LARGEST:
        raise FigureError(
            expr.span, "this number is too large or too small for a figure", "choose a larger or smaller unit"
        )
    return float(value)


def _evaluated(expr: s.Expr, params: dict[str, float]) -> Any:
    match expr:
        case s.Number(text):
            return float(text)
        case s.Name(name):
            return params.get(name, math.pi)
        case s.Neg(operand):
            return -_evaluated(operand, params)
        case s.Op(sign, left, right):
            return arithmetic(sign, _evaluated(left, params), _evaluated(right, params))
        case s.Call(name, args):
            return SCALAR_FUNCTIONS[name](*(_evaluated(arg, params) for arg in args))
        case _:
            raise TypeError(f"{expr!r} is not a constant")


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
            return name in SCALAR_FUNCTIONS and all(_is_constant(a, params) for a in args)
        case _:
            return False
