"""Walking through resolved expressions."""

from collections.abc import Iterable, Iterator

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


def nodes_in(parts: Iterable[s.Expr | s.Condition]) -> Iterator[s.Expr | s.Condition]:
    """Every node of the parts, outer ones first."""
    for part in parts:
        yield part
        yield from nodes_in(children(part))


def children(node: s.Expr | s.Condition) -> tuple[s.Expr, ...]:
    """The expressions directly inside a node."""
    match node:
        case s.Call(_, args):
            return args
        case s.Op(_, left, right) | s.Relation(_, left, right):
            return (left, right)
        case s.Neg(operand):
            return (operand,)
        case s.Triple(x, y, z):
            return (x, y, z)
        case _:
            return ()
