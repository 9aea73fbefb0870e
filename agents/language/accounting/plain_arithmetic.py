"""Arithmetic that hides a number or a solution: constants that are computed, terms that cancel or repeat themselves.

A figure states what its statement states. `h + h + h` is a 3 that no statement says, `60/60` uses a number without
using it, and `(2 + 3)*pi/pi` is the result of a calculation.
"""

import math
from collections.abc import Iterator, Sequence

import numpy as np

from agents.language.statements.figure_claims import SAME_RELATIVE
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.printer import print_expr
from geometry.notation.walk import nodes_in
from geometry.shapes.state import FigureState

_ROUND_FACTORS = (2.0, 3.0, 4.0)
"""Factors of circles and spheres beside pi: 2 pi r, 4 pi r^2, 4/3 pi r^3."""
_POWERS = (2.0, 3.0)
MOST_FACTORS = 6


def value_of(expr: s.Expr) -> float:
    """The absolute value of a constant expression; nan if it has none."""
    with np.errstate(all="ignore"):
        try:
            return abs(float(evaluate(expr, FigureState({}))))
        except (KeyError, ValueError, TypeError):
            return math.nan


def is_constant(expr: s.Expr) -> bool:
    """Whether an expression has no label and no name but pi."""
    return not any(isinstance(n, s.Labels) or (isinstance(n, s.Name) and n.id != "pi") for n in nodes_in((expr,)))


def is_stated(expr: s.Expr, known: Sequence[float]) -> bool:
    """Whether a constant is a known number, or a product, quotient or mixed measure made of known numbers."""
    match expr:
        case s.Name():
            return True
        case s.Number():
            return _same(value_of(expr), known)
        case s.Neg(operand):
            return is_stated(operand, known)
        case s.Call("degrees" | "radians" | "sqrt" | "cbrt" | "asin" | "acos" | "atan", (inner,)):
            return is_stated(inner, known)
        case s.Call("root", (_, inner)):
            return is_stated(inner, known)
        case s.Op("^", base, power):
            return value_of(power) in _POWERS and is_stated(base, known)
        case s.Op("*" | "/"):
            return _is_product(expr, known)
        case s.Op("+", s.Number() as left, s.Number() as right) if _same(value_of(expr), known):
            return is_stated(left, known) and is_stated(right, known)  # the whole of a ratio: 1 to 11 makes 12 parts
        case s.Op("+" | "-", left, right):
            # Two feet five inches, or twenty per cent more; other sums are calculations.
            mixed = isinstance(left, s.Op) and left.op == "*" and isinstance(right, s.Number | s.Op)
            share = value_of(left) == 1.0 and isinstance(right, s.Op) and right.op == "/"
            return (mixed or share) and is_stated(left, [*known, 1.0]) and is_stated(right, [*known, 100.0])
        case _:
            return False


def _is_product(expr: s.Expr, known: Sequence[float]) -> bool:
    above, below = factors(expr)
    has_pi = any(isinstance(factor, s.Name) for factor in above)
    allowed = [*known, *(_ROUND_FACTORS if has_pi else ())]
    twice = {print_expr(f) for f in above} & {print_expr(f) for f in below}
    # A number may stand above and below the line only if the words have it twice: three quarters of a radius of 4.
    if len(above) + len(below) > MOST_FACTORS or any(
        _count(value_of(s.Number(f)), known) < 2 for f in twice if f != "pi"
    ):
        return False
    if any(above.count(f) > max(1, _count(value_of(f), known)) for f in above):
        return False  # a number counts once for each time that the words have it
    above = [f for f in above if f != s.Number("1")]  # the one of a half is no number of its own
    return "pi" not in twice and all(is_stated(f, allowed) for f in (*above, *below))


def _count(value: float, known: Sequence[float]) -> int:
    return sum(math.isclose(value, k, rel_tol=SAME_RELATIVE) for k in known)


def factors(expr: s.Expr) -> tuple[list[s.Expr], list[s.Expr]]:
    """The factors of a product or quotient, above and below the line."""
    match expr:
        case s.Op("*", left, right):
            (a, b), (c, d) = factors(left), factors(right)
            return a + c, b + d
        case s.Op("/", left, right):
            (a, b), (c, d) = factors(left), factors(right)
            return a + d, b + c
        case s.Neg(operand):
            return factors(operand)
        case _:
            return [expr], []


def hidden_numbers(part: s.Expr | s.Condition) -> Iterator[str]:
    """A sentence for each sum that repeats a term and each quotient that cancels."""
    for node in nodes_in((part,)):
        if isinstance(node, s.Op) and node.op in "+-":
            terms = [_spelling(term) for term in _terms(node)]
            if len(set(terms)) < len(terms):
                yield f"{print_expr(node)} repeats a term; write each quantity once."
        elif isinstance(node, s.Op) and node.op in "*/" and not is_constant(node):
            above, below = ([print_expr(f) for f in side] for side in factors(node))
            if set(above) & set(below) or any(map(_is_one, _constant_part(node))):
                yield f"{print_expr(node)} cancels; write it without what cancels."
        elif isinstance(node, s.Op) and node.op == "^" and value_of(node.right) not in _POWERS:
            yield f"{print_expr(node)} has an exponent other than 2 or 3."
        elif isinstance(node, s.Call) and node.name in ("sin", "cos", "tan") and _is_inverse(node.args[0]):
            yield f"{print_expr(node)} undoes itself; write the quantity."


def _spelling(expr: s.Expr) -> str:
    """The same for two spellings of one quantity: AB and BA, area(P,Q,R) and area(Q,R,P)."""
    match expr:
        case s.Labels(labels):
            return "".join(sorted(labels))
        case s.Call("area" | "perimeter" | "hull" | "volume" | "distance" as name, args):
            return f"{name}({','.join(sorted(map(_spelling, args)))})"
        case _:
            return print_expr(expr)


def calculated_numbers(part: s.Expr | s.Condition, known: Sequence[float], own: Sequence[float]) -> Iterator[s.Op]:
    """Products and quotients of two numerals that the words have apart: 4*2, 12/3.

    `known` are all numbers of the words, composite ones too; `own` only their numerals.
    """
    for node in nodes_in((part,)):
        if isinstance(node, s.Op) and node.op in "*/":
            sides = node.left, node.right
            apart = all(
                isinstance(side, s.Number) and value_of(side) > 1 and _same(value_of(side), own) for side in sides
            )
            if apart and not _same(value_of(node), known) and not _same(1 / value_of(node), known):
                yield node


def _terms(expr: s.Expr) -> list[s.Expr]:
    if isinstance(expr, s.Op) and expr.op in "+-":
        return [*_terms(expr.left), *_terms(expr.right)]
    return [expr]


def _constant_part(expr: s.Expr) -> Iterator[float]:
    """The product of the constant factors, if there are several."""
    above, below = factors(expr)
    constants = [f for f in (*above, *below) if is_constant(f)]
    if len(constants) > 1:
        over = math.prod(value_of(f) for f in above if is_constant(f))
        yield over / (math.prod(value_of(f) for f in below if is_constant(f)) or math.nan)


def _is_one(value: float) -> bool:
    return math.isclose(value, 1.0, rel_tol=1e-12)


def _is_inverse(expr: s.Expr) -> bool:
    return isinstance(expr, s.Call) and expr.name in ("asin", "acos", "atan")


def _same(value: float, known: Sequence[float]) -> bool:
    return value == 0.0 or any(math.isclose(value, k, rel_tol=SAME_RELATIVE) for k in known)
