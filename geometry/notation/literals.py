"""The numbers written in a figure, and the figure with other numbers in their place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from geometry.notation import syntax as s
from geometry.notation.walk import calls_in, nodes_in

LiteralRole = Literal["amount", "degrees", "structure", "param"]
"""`structure`: an exponent, the index of a root or a number of pieces, which belong to the kind of quantity, not to its
size."""

_Change = Callable[[s.Number, LiteralRole], s.Number | s.Name]


@dataclass(frozen=True, slots=True)
class FigureLiteral:
    """One number as it is written in a figure."""

    place: int
    """Its position among all literals of the figure."""
    text: str
    role: LiteralRole

    @property
    def value(self) -> float:
        return float(self.text)


def literals_of(figure: s.Figure) -> tuple[FigureLiteral, ...]:
    """Every number of a figure, in the order of its declarations, conditions, extrema and target."""
    found: list[FigureLiteral] = []

    def note(number: s.Number, role: LiteralRole) -> s.Number:
        found.append(FigureLiteral(len(found), number.text, role))
        return number

    _mapped(figure, note)
    return tuple(found)


def with_literals(figure: s.Figure, texts: Mapping[int, str]) -> s.Figure:
    """The figure with the literals at these places written differently."""
    return _replaced(figure, {place: s.Number(text) for place, text in texts.items()})


def with_named_literals(figure: s.Figure, names: Mapping[int, str]) -> s.Figure:
    """The figure with names, which it does not declare, in place of the literals at these places."""
    return _replaced(figure, {place: s.Name(name) for place, name in names.items()})


def _replaced(figure: s.Figure, others: Mapping[int, s.Number | s.Name]) -> s.Figure:
    place = -1

    def change(number: s.Number, _: LiteralRole) -> s.Number | s.Name:
        nonlocal place
        place += 1
        return replace(others[place], span=number.span) if place in others else number

    return _mapped(figure, change)


def _mapped(figure: s.Figure, change: _Change) -> s.Figure:
    counts = _counts(figure)
    return s.Figure(
        declarations=tuple(_declaration(item, change, counts) for item in figure.declarations),
        givens=tuple(_condition(item, change) for item in figure.givens),
        extrema=tuple(replace(item, quantity=_expr(item.quantity, change)) for item in figure.extrema),
        target=_expr(figure.target, change),
        # Its numbers are those of a form, not of the figure.
        key=figure.key,
    )


def _counts(figure: s.Figure) -> set[str]:
    """Names of parameters that say how many pieces a solid is cut into."""
    parts = [*figure.givens, *(extremum.quantity for extremum in figure.extrema), figure.target]
    calls = [call for part in parts for call in calls_in(part) if call.name in ("slices", "blocks")]
    return {arg.id for call in calls for arg in nodes_in((call.args[1],)) if isinstance(arg, s.Name)}


def _declaration(item: s.Declaration, change: _Change, counts: set[str]) -> s.Declaration:
    match item:
        case s.Param(name):
            return replace(item, value=_expr(item.value, change, "structure" if name in counts else "param"))
        case s.PointDecl() | s.PlaneDecl():
            return replace(item, definition=tuple(_expr(expr, change) for expr in item.definition))
        case _:
            return item


def _condition(item: s.Condition, change: _Change) -> s.Condition:
    if isinstance(item, s.Relation):
        return replace(item, left=_expr(item.left, change), right=_expr(item.right, change))
    return replace(item, args=tuple(_expr(arg, change) for arg in item.args))


def _expr(expr: s.Expr, change: _Change, role: LiteralRole = "amount") -> s.Expr:
    match expr:
        case s.Number():
            return change(expr, role)
        case s.Op("^", left, right):
            return replace(expr, left=_expr(left, change, role), right=_expr(right, change, "structure"))
        case s.Op(_, left, right):
            return replace(expr, left=_expr(left, change, role), right=_expr(right, change, role))
        case s.Neg(operand):
            return replace(expr, operand=_expr(operand, change, role))
        case s.Call("root", (index, radicand)):
            return replace(expr, args=(_expr(index, change, "structure"), _expr(radicand, change, role)))
        case s.Call("slices" | "blocks", (whole, count, *across)):
            directions = [_expr(arg, change, role) for arg in across]
            return replace(expr, args=(_expr(whole, change, role), _expr(count, change, "structure"), *directions))
        case s.Call(name, args):
            inner: LiteralRole = "degrees" if name == "degrees" else role
            return replace(expr, args=tuple(_expr(arg, change, inner) for arg in args))
        case s.Triple(x, y, z):
            return replace(expr, x=_expr(x, change, role), y=_expr(y, change, role), z=_expr(z, change, role))
        case _:
            return expr
