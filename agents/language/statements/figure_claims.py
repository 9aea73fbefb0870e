"""Which passage of a statement became which part of a figure, and the constants in those parts.

A constant is the value of any number or constant expression, including nested ones; for an angle in degrees both the
number and the angle. The statement's own numbers are not handled here.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.rigid_groups import names_in
from geometry.notation.walk import calls_in, nodes_in
from geometry.shapes.state import FigureState

SAME_RELATIVE = 1e-12
"""Relative tolerance: two spellings of the same number differ only by rounding."""
SAME_ABSOLUTE = 1e-12
"""Absolute tolerance for a stated zero."""

Part = s.Expr | s.Condition

_RIGHT_ANGLES = frozenset({"perp", "right_angle", "rectangle", "square"})


@dataclass(frozen=True)
class Claim:
    """A passage of the statement and the parts of a figure that it became."""

    start: int
    end: int
    parts: tuple[Part, ...]

    def covers(self, start: int, end: int) -> bool:
        return self.start <= start and end <= self.end


def whole_claim(statement: str, figure: s.Figure) -> Claim:
    """The claim that the whole figure came from the whole statement, if nothing more precise is known."""
    return Claim(0, len(statement), tuple(figure_parts(figure)))


def figure_parts(figure: s.Figure) -> Iterator[Part]:
    """Every expression and condition of a figure."""
    for item in (*figure.declarations, *figure.givens, *figure.extrema):
        yield from item_parts(item)
    yield figure.target


def item_parts(item: s.Declaration | s.Condition | s.Extremum) -> tuple[Part, ...]:
    """The expressions and conditions of one figure line; a solid has none."""
    match item:
        case s.Param():
            return (item.value,)
        case s.PointDecl() | s.PlaneDecl():
            return item.definition
        case s.Extremum():
            return (item.quantity,)
        case s.Relation() | s.Call():
            return (item,)
        case _:
            return ()


def has_constant(claims: Sequence[Claim], start: int, end: int, value: float) -> bool:
    """Whether the figure parts of the passage contain a constant of this value."""
    constants = (c for part in _claimed(claims, start, end) for node in nodes_in((part,)) for c in _constant(node))
    return any(_same(value, constant) for constant in constants)


def has_factor(claims: Sequence[Claim], start: int, end: int, value: float) -> bool:
    """Whether the passage became a multiple: a ratio of 1 to 3 may be written as three times, but not as a bare 3."""
    factors = (c for part in _claimed(claims, start, end) for node in nodes_in((part,)) for c in _factors(node))
    return any(_same(value, factor) for factor in factors)


def says_right_angle(claims: Sequence[Claim], start: int, end: int) -> bool:
    """Whether the passage became a predicate that implies a right angle."""
    return any(call.name in _RIGHT_ANGLES for part in _claimed(claims, start, end) for call in calls_in(part))


def _claimed(claims: Sequence[Claim], start: int, end: int) -> Iterator[Part]:
    for claim in claims:
        if claim.covers(start, end):
            yield from claim.parts


def _constant(node: Part) -> Iterator[float]:
    """The value of a constant expression; nothing for any other expression."""
    if not isinstance(node, s.Relation | s.Triple) and not names_in(node) - {"pi"}:
        with np.errstate(all="ignore"):
            value = float(evaluate(node, FigureState({})))
        yield from [abs(value)] if math.isfinite(value) else []


def _factors(node: Part) -> Iterator[float]:
    """The constant of a product, a quotient or an equated ratio whose other side is not constant."""
    match node:
        case s.Op("*" | "/", left, right) | s.Relation(_, s.Op("/") as left, right):
            sides = [list(_constant(left)), list(_constant(right))]
            if sum(map(bool, sides)) == 1:
                yield from sides[0] + sides[1]
        case _:
            return


def _same(value: float, known: float) -> bool:
    return math.isclose(value, known, rel_tol=SAME_RELATIVE, abs_tol=SAME_ABSOLUTE)
