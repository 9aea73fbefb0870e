"""The key of a figure: what its corpus states in place of the quantity, such as m + n of a volume m*sqrt(n).

The letters of a key are its own. Its quantity is the target of the figure or a power of it, so that a key can say
nothing about the figure; a line without `where` is written in the target itself and gets a letter here.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from geometry.notation import syntax as s
from geometry.notation.dimensions import dimension_of
from geometry.notation.figure_errors import FigureError
from geometry.notation.walk import nodes_in

Resolve = Callable[[s.Expr], s.Expr | None]
"""The resolved form of an expression of the figure."""

FUNCTIONS = frozenset({"sqrt", "cbrt", "root", "abs", "floor", "ceil"})
"""Functions of a key's expression."""
FORM_FUNCTIONS = frozenset({"sqrt", "cbrt", "root", "degrees", "radians", "acos", "asin", "atan"})
"""Functions of its form."""
_ANGLES = FORM_FUNCTIONS - FUNCTIONS
TARGET_LETTER = "x"
"""The letter for the target in a key that is written without `where`."""


def checked_key(key: s.AnswerKey, target: s.Expr) -> s.AnswerKey:
    """The key if its parts fit together and its quantity is the target; raises FigureError otherwise."""
    if power_of(key.quantity, target) is None:
        raise FigureError(
            key.quantity.span if key.quantity.span != s.NOWHERE else key.span,
            "the key is about another quantity than the find line",
            "write the quantity of find, or a power of it, before the '='",
        )
    _check_letters(key.form, FORM_FUNCTIONS, "form")
    calls = [node for node in nodes_in((key.form,)) if isinstance(node, s.Call) and node.name in _ANGLES]
    if calls and dimension_of(key.quantity).kind != "angle":
        raise FigureError(calls[0].span, "only an angle has a form in degrees or arcs")
    _check_letters(key.expression, FUNCTIONS, "key")
    missing = letters_of((key.expression,)) - letters_of((key.form,))
    if missing:
        raise FigureError(
            key.span,
            f"the form does not have the letter {min(missing)} of the key",
            "write every letter of the key in the form: key m + n where volume(k) = m*sqrt(n)",
        )
    if not letters_of((key.expression,)):
        raise FigureError(key.span, "the key is a number", "write what is asked in the letters of the form")
    return key


def key_of_target(expression: s.Expr, target: s.Expr, span: s.Span, resolved: Resolve) -> s.AnswerKey:
    """The key of an expression in the target: `key volume(k)^2` is `key x^2 where volume(k) = x`."""
    letter = s.Name(TARGET_LETTER, span)
    written = _with_letter(expression, target, letter, resolved)
    if written == expression:
        hint = "write: key m + n where ... = ..., or an expression of the quantity"
        raise FigureError(span, "the key does not have the quantity of the find line", hint)
    return checked_key(s.AnswerKey(written, (target, letter), span), target)


def power_of(quantity: s.Expr, target: s.Expr) -> int | None:
    """n if the quantity is the n-th power of the target; None if it is something else."""
    match quantity:
        case _ if quantity == target:
            return 1
        case s.Op("^", base, s.Number(text)) if base == target and text.isdigit() and int(text) > 1:
            return int(text)
        case _:
            return None


def letters_of(parts: Iterable[s.Expr]) -> set[str]:
    """The letters of expressions of a key."""
    return {node.id for node in nodes_in(parts) if isinstance(node, s.Name) and node.id != "pi"}


def _with_letter(expr: s.Expr, target: s.Expr, letter: s.Name, resolved: Resolve) -> s.Expr:
    """An expression with the letter wherever the target stands; arithmetic around it has no dimension."""
    match expr:
        case s.Op(_, left, right):
            if _resolved_or_none(expr, resolved) == target:
                return letter
            left, right = (_with_letter(side, target, letter, resolved) for side in (left, right))
            return replace(expr, left=left, right=right)
        case s.Neg(operand):
            return replace(expr, operand=_with_letter(operand, target, letter, resolved))
        case s.Call(name, args) if name in FUNCTIONS:
            return replace(expr, args=tuple(_with_letter(arg, target, letter, resolved) for arg in args))
        case s.Number():
            return expr
        case _:
            return letter if resolved(expr) == target else expr


def _resolved_or_none(expr: s.Expr, resolved: Resolve) -> s.Expr | None:
    """The resolved expression; None if its dimensions do not match, as in floor(1000*volume(k))."""
    try:
        return resolved(expr)
    except FigureError:
        return None


def _check_letters(expr: s.Expr, functions: frozenset[str], what: str) -> None:
    for node in nodes_in((expr,)):
        match node:
            case s.Labels() | s.Triple():
                raise FigureError(node.span, f"a {what} has lower-case letters only", "write k for a letter K")
            case s.Call(name) if name not in functions:
                raise FigureError(node.span, f"{name} cannot stand in a {what}", f"use {', '.join(sorted(functions))}")
            case s.Name(name) if len(name) > 1 and name != "pi":
                raise FigureError(node.span, f"{name} is not a letter of a {what}", "use one letter for each number")
