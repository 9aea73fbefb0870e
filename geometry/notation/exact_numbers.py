"""The numbers of a figure as exact sympy expressions, parameters as positive symbols.

The search works in floating point; stated numbers ("2√3", "a/2", 0.1) are kept exactly in the figure and are
evaluated exactly here, for rescaling a statement's lengths or comparing with a stated answer. Measures have no
exact value and raise ValueError.
"""

from collections.abc import Callable
from typing import Any

import sympy

from geometry.notation import syntax as s

MAX_EXPONENT = 64
"""Larger exponents do not occur in geometry, and their exact powers would not fit in memory."""

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sqrt": sympy.sqrt,
    "cbrt": lambda x: sympy.real_root(x, 3),
    "root": lambda n, x: sympy.real_root(x, n),
    "abs": sympy.Abs,
    "floor": sympy.floor,
    "ceil": sympy.ceiling,
    "sin": sympy.sin,
    "cos": sympy.cos,
    "tan": sympy.tan,
    "asin": sympy.asin,
    "acos": sympy.acos,
    "atan": sympy.atan,
    "degrees": lambda x: x * sympy.pi / 180,
    "radians": lambda x: x,
}


def exact_number(expr: s.Expr) -> Any:
    """The exact value of a constant expression, angles in radians; raises ValueError if it contains a measure."""
    match expr:
        case s.Number(text):
            return sympy.Rational(text)
        case s.Name("pi"):
            return sympy.pi
        case s.Name(name):
            return sympy.Symbol(name, positive=True)
        case s.Neg(operand):
            return -exact_number(operand)
        case s.Op("^", left, right):
            return _power(exact_number(left), exact_number(right))
        case s.Op(op, left, right):
            a, b = exact_number(left), exact_number(right)
            return {"+": a + b, "-": a - b, "*": a * b}[op] if op != "/" else a / b
        case s.Call(name, args) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(exact_number(arg) for arg in args))
        case _:
            raise ValueError("this measures something in the figure; only stated numbers have an exact value")


def _power(base: Any, exponent: Any) -> Any:
    # A letter in an exponent has its value put in later.
    if exponent.is_number and abs(float(exponent)) > MAX_EXPONENT:
        raise ValueError(f"an exponent is a number between -{MAX_EXPONENT} and {MAX_EXPONENT}")
    return base**exponent
