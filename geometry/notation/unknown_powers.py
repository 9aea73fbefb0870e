"""Dimensions of the unknowns of a figure: the power of length by which each scales.

`unknown x; given AB = x` makes x a length, `given AB = x * BC` a ratio. The notation lets a bare letter take any
dimension, so the powers are found by comparing the two sides of every equation. An unknown that no equation
determines is dimensionless.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from geometry.notation import syntax as s
from geometry.notation.dimensions import dimension_of
from geometry.notation.figure_errors import FigureError
from geometry.notation.spatial import is_spatial

ROUNDED_TO = 12
"""Powers are fractions with small denominators; the least-squares solution is rounded to the nearest such fraction."""


@dataclass(frozen=True)
class Power:
    """Length to the power `own` times unknowns to theirs; a bare number fits any power it is added to."""

    own: Fraction = Fraction(0)
    names: dict[str, Fraction] = field(default_factory=dict)
    bare: bool = False

    def times(self, other: "Power", sign: int = 1) -> "Power":
        names = {n: self.names.get(n, Fraction(0)) + sign * other.names.get(n, Fraction(0)) for n in self._all(other)}
        return Power(self.own + sign * other.own, names, self.bare and other.bare)

    def raised(self, exponent: Fraction) -> "Power":
        return Power(self.own * exponent, {n: p * exponent for n, p in self.names.items()}, self.bare)

    def _all(self, other: "Power") -> list[str]:
        return sorted({*self.names, *other.names})


NUMBER = Power(bare=True)
LENGTH = Power(Fraction(1))


def unknown_powers(figure: s.Figure) -> dict[str, Fraction]:
    """The power of length of each unknown; 0 if the conditions do not determine it."""
    unknowns = sorted(d.name for d in figure.declarations if isinstance(d, s.Unknown))
    if not unknowns:
        return {}
    gaps = [g for g in _all_gaps(figure, set(unknowns)) if any(g.names.values())]
    if not gaps:
        return dict.fromkeys(unknowns, Fraction(0))
    matrix = np.array([[float(g.names.get(n, 0)) for n in unknowns] for g in gaps])
    found = np.linalg.lstsq(matrix, np.array([-float(g.own) for g in gaps]), rcond=None)[0]
    return {n: Fraction(float(p)).limit_denominator(ROUNDED_TO) for n, p in zip(unknowns, found, strict=True)}


def _all_gaps(figure: s.Figure, unknowns: set[str]) -> Iterator[Power]:
    for condition in figure.givens:
        if isinstance(condition, s.Relation):
            yield from _sum_gaps(s.Op("-", condition.left, condition.right), unknowns)
    for declared in figure.declarations:
        if isinstance(declared, s.PointDecl | s.PlaneDecl):
            for expr in declared.definition:
                yield from _sum_gaps(expr, unknowns)


def _sum_gaps(expr: s.Expr, unknowns: set[str]) -> Iterator[Power]:
    """Differences that must be zero for the terms of every sum inside `expr` to have the same power."""
    match expr:
        case s.Op(op, left, right):
            yield from _sum_gaps(left, unknowns)
            yield from _sum_gaps(right, unknowns)
            if op in "+-":
                first, second = power_of(left, unknowns), power_of(right, unknowns)
                if not (first.bare or second.bare):
                    yield first.times(second, -1)
        case s.Neg(operand):
            yield from _sum_gaps(operand, unknowns)
        case s.Call(_, args):
            for arg in args:
                yield from _sum_gaps(arg, unknowns)
        case s.Triple(x, y, z):
            # Each coordinate is a length.
            for coordinate in (x, y, z):
                yield from _sum_gaps(coordinate, unknowns)
                power = power_of(coordinate, unknowns)
                if not power.bare:
                    yield power.times(LENGTH, -1)
        case _:
            return


def power_of(expr: s.Expr, unknowns: set[str]) -> Power:
    """The power of length of an expression, in terms of its unknowns'."""
    match expr:
        case s.Name(name):
            return Power(names={name: Fraction(1)}) if name in unknowns else NUMBER
        case s.Neg(operand):
            return power_of(operand, unknowns)
        case s.Op("+" | "-", left, right):
            first = power_of(left, unknowns)
            return power_of(right, unknowns) if first.bare else first
        case s.Op("*" | "/" as op, left, right):
            return power_of(left, unknowns).times(power_of(right, unknowns), 1 if op == "*" else -1)
        case s.Op("^", left, s.Number(text)):
            return power_of(left, unknowns).raised(Fraction(text))
        case s.Call("sqrt" | "cbrt" as root, (arg,)):
            return power_of(arg, unknowns).raised(Fraction(1, 2 if root == "sqrt" else 3))
        case s.Call("root", (s.Number(text), arg)):
            return power_of(arg, unknowns).raised(1 / Fraction(text))
        case _:
            return _measured(expr)


def _measured(expr: s.Expr) -> Power:
    if is_spatial(expr):
        return LENGTH
    try:
        dimension = dimension_of(expr)
    except FigureError:
        return NUMBER
    return Power(dimension.power, bare=dimension.kind == "constant")
