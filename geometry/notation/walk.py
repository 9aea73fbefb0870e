"""Walking through resolved expressions."""

from collections.abc import Iterator

from geometry.notation import syntax as s


def calls_in(expr: s.Expr | s.Condition) -> Iterator[s.Call]:
    """Every call inside an expression or condition, outer ones first."""
    match expr:
        case s.Call(_, args):
            yield expr
            for arg in args:
                yield from calls_in(arg)
        case s.Relation(_, left, right) | s.Op(_, left, right):
            yield from calls_in(left)
            yield from calls_in(right)
        case s.Neg(operand):
            yield from calls_in(operand)
        case _:
            return
