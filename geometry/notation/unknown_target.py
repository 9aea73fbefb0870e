"""An unknown as the target: the quantity of the figure that a condition equates with it.

`radius(k) = r` makes r the radius, `AB = 2*x + 1` makes x the quantity (AB - 1) / 2. Equations in which the unknown
stands once, under sums, products and quotients, are turned round; no other equation is used.
"""

from collections.abc import Iterator, Sequence

from geometry.notation import syntax as s
from geometry.notation.dimensions import dimension_of
from geometry.notation.figure_errors import FigureError
from geometry.notation.walk import nodes_in


def unknown_as_quantity(name: str, givens: Sequence[s.Condition]) -> s.Expr | None:
    """What a condition makes of the unknown; None if none gives it in terms of the figure. Plain equations first."""
    found = [
        (side, quantity)
        for given in givens
        if isinstance(given, s.Relation) and given.sign == "="
        for side, other in ((given.left, given.right), (given.right, given.left))
        for quantity in _solved(side, other, name)
        if _is_measured(quantity)
    ]
    found.sort(key=lambda pair: _rank(pair[0]))
    return found[0][1] if found else None


def _rank(side: s.Expr) -> int:
    match side:
        case s.Name() | s.Op("*", s.Number(), s.Name()):
            return 0
        case _:
            return 1


def _solved(side: s.Expr, other: s.Expr, name: str) -> Iterator[s.Expr]:
    """The unknown from `side = other`, if it stands once in `side` and not in `other`."""
    if _count(side, name) != 1 or _count(other, name):
        return
    match side:
        case s.Name():
            yield other
        case s.Neg(operand):
            yield from _solved(operand, s.Neg(other), name)
        case s.Op(op, left, right):
            yield from _through(op, left, right, other, name)


def _through(op: str, left: s.Expr, right: s.Expr, other: s.Expr, name: str) -> Iterator[s.Expr]:
    is_left = bool(_count(left, name))
    inner, constant = (left, right) if is_left else (right, left)
    match op:
        case "+":
            yield from _solved(inner, s.Op("-", other, constant), name)
        case "-":
            yield from _solved(inner, s.Op("+", other, constant) if is_left else s.Op("-", constant, other), name)
        case "*":
            yield from _solved(inner, s.Op("/", other, constant), name)
        case "/":
            yield from _solved(inner, s.Op("*", other, constant) if is_left else s.Op("/", constant, other), name)


def _count(expr: s.Expr, name: str) -> int:
    return sum(node == s.Name(name) for node in nodes_in([expr]))


def _is_measured(expr: s.Expr) -> bool:
    try:
        return dimension_of(expr).kind != "constant"
    except FigureError:
        return False
