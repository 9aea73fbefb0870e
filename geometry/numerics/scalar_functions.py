"""Scalar functions of the notation (`sqrt`, `sin`, `root` ...), over floats or arrays.

One table for both users: the notation, which rejects constants without a finite value, and the measures.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

WHOLE_SLACK = 1e-9
"""Tolerance of floor and ceil: a ratio this close to an integer is that integer (7.9999999999 pipes are 8, not 7)."""


def _root(degree: Any, radicand: Any) -> Any:
    return radicand ** (1.0 / degree)


def _floor(value: Any) -> Any:
    return np.floor(value + WHOLE_SLACK)


def _ceil(value: Any) -> Any:
    return np.ceil(value - WHOLE_SLACK)


SCALAR_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "sqrt": np.sqrt,
    "cbrt": np.cbrt,
    "root": _root,
    "abs": np.abs,
    "floor": _floor,
    "ceil": _ceil,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "degrees": np.deg2rad,
    "radians": np.asarray,
}


def arithmetic(sign: str, left: Any, right: Any) -> Any:
    """`left sign right` for one of + - * / ^."""
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right
        case "^":
            return left**right
    raise ValueError(f"unknown operator {sign}")
