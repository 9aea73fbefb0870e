"""Whole numbers in a figure: the values that `integer(x)` may have among the figures that satisfy all else.

The range of x is found by a descent in both directions; every whole number of it is a case, and so are those just
beyond it while they have a solution. Other quantities that must be whole and are positive are at least 1.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, floor

import numpy as np

from geometry.errors import GeometryError
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.printer import print_condition
from geometry.notation.signatures import FUNCTIONS
from geometry.numerics.vectors import Array
from geometry.solver.extremum import Limit, reached_limit
from geometry.solver.freedom import freedom_at
from geometry.solver.parametrise import model_of
from geometry.solver.solve import CASE_ROUNDS, find_solutions
from geometry.solver.system import System

MOST_VALUES = 120
"""Whole numbers that one condition may leave open."""

ROUNDED = 1e-6
"""How far a measured value may be from the whole number that it is taken for, relative."""


def whole_values(figure: s.Figure, condition: s.Call, seed: int) -> Iterator[int]:
    """The whole numbers that the quantity of one `integer` condition may have; other such conditions only bound it."""
    (quantity,) = condition.args
    rest = _without_whole_numbers(figure)
    model = model_of(rest)
    system = System(model)
    found = find_solutions(model, seed, CASE_ROUNDS)
    if not len(found):
        return
    values = system.measure(found, lambda state: np.asarray(evaluate(quantity, state)))
    if not freedom_at(system, found[0]).degrees:
        yield from sorted({round(v) for v in values if _is_whole(v)})
        return
    low = reached_limit(system, found, s.Extremum("minimize", quantity))
    high = reached_limit(system, found, s.Extremum("maximize", quantity))
    first, last = ceil(low.value - _slack(low)), floor(high.value + _slack(high))
    first = max(first, 1) if is_positive(quantity) else first
    if last - first >= MOST_VALUES:
        raise GeometryError(
            f"{print_condition(condition)} leaves more than {MOST_VALUES} values; bound it by an inequality"
        )
    yield from range(first, last + 1)
    # A descent may end short of the limit, unless another one ends there too.
    for limit, start, step in ((low, first - 1, -1), (high, last + 1, 1)):
        for value in range(start, start + step * MOST_VALUES, step):
            if limit.is_agreed or not len(_solutions_at(rest, quantity, value, seed)):
                break
            yield value


def with_value(figure: s.Figure, condition: s.Call, value: int) -> s.Figure:
    """The figure with an equation in place of an `integer` condition."""
    givens = tuple(_equation(condition.args[0], value) if each == condition else each for each in figure.givens)
    return replace(figure, givens=givens)


def is_positive(quantity: s.Expr) -> bool:
    """Whether a quantity is positive in every figure, by its form alone."""
    match quantity:
        case s.Labels() | s.Name() | s.Number():
            return True
        case s.Op("*" | "/" | "+", left, right):
            return is_positive(left) and is_positive(right)
        case s.Op("^", left, _):
            return is_positive(left)
        case s.Call(name, _):
            return FUNCTIONS[name].group in ("length", "area", "volume")
        case _:
            return False


def _without_whole_numbers(figure: s.Figure) -> s.Figure:
    givens: list[s.Condition] = []
    for given in figure.givens:
        if not isinstance(given, s.Call) or given.name != "integer":
            givens.append(given)
        elif is_positive(given.args[0]):
            givens.append(s.Relation(">=", given.args[0], s.Number("1")))
    return replace(figure, givens=tuple(givens), extrema=())


def _solutions_at(rest: s.Figure, quantity: s.Expr, value: int, seed: int) -> Array:
    model = model_of(replace(rest, givens=(*rest.givens, _equation(quantity, value))))
    return find_solutions(model, seed, CASE_ROUNDS, enough=1)


def _equation(quantity: s.Expr, value: int) -> s.Relation:
    number = s.Number(str(abs(value)))
    return s.Relation("=", quantity, number if value >= 0 else s.Neg(number))


def _slack(limit: Limit) -> float:
    return ROUNDED * max(1.0, abs(limit.value))


def _is_whole(value: float) -> bool:
    return bool(np.isfinite(value)) and abs(value - round(value)) <= ROUNDED * max(1.0, abs(value))
