"""Discrete conditions: whole numbers and edges given as a set. Every case is solved like a figure of its own.

In a case each discrete condition is replaced by equations. All cases that exist are solutions of the figure, so that a
target on which they differ is not determined. The number of cases is bounded.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from geometry.conditions.verify import completed
from geometry.errors import GeometryError
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.printer import print_condition
from geometry.numerics.vectors import Array
from geometry.shapes.coordinates import Coordinates
from geometry.solver.edge_orders import edge_orders
from geometry.solver.solve import Solution, SolvedFigure, Unsolved, solve, solve_case
from geometry.solver.whole_numbers import whole_values, with_value

MOST_CASES = 150
"""Cases of a figure that are solved; most take some hundredths of a second."""

BEST_RELATIVE = 1e-8
"""Cases whose extreme quantities agree to this fraction are equally good."""


def discrete_conditions(figure: s.Figure) -> tuple[s.Call, ...]:
    """The conditions that are solved case by case: edge sets first, since they leave fewer numbers open."""
    calls = [given for given in figure.givens if isinstance(given, s.Call)]
    return tuple(call for name in ("edges", "integer") for call in calls if call.name == name)


def solve_cases(figure: s.Figure, seed: int) -> tuple[Solution, Array]:
    """The outcome over all cases, and the solver's variables of the first of them that has a solution."""
    cases = list(islice(_cases(figure, seed), MOST_CASES + 1))
    stated = ", ".join(print_condition(condition) for condition in discrete_conditions(figure))
    if len(cases) > MOST_CASES:
        raise GeometryError(f"{stated}: more than {MOST_CASES} cases; state more, such as an inequality or an edge")
    solved: list[tuple[SolvedFigure, Array]] = []
    for case in cases:
        outcome, vectors = solve_case(figure, case, seed)
        if isinstance(outcome, SolvedFigure):
            solved.append((outcome, vectors))
    if not solved:
        return _failure(figure, stated, seed), np.zeros((0, 0))
    solved = _best(figure, solved)
    return _merged(figure, [outcome for outcome, _ in solved]), solved[0][1]


def _failure(figure: s.Figure, stated: str, seed: int) -> Solution:
    """Why there is no solution: the other conditions by themselves, or that no case fits them."""
    others = tuple(given for given in figure.givens if given not in discrete_conditions(figure))
    outcome = solve(replace(figure, givens=others, extrema=()), seed)
    return Unsolved(reason=f"no case of {stated} has a solution") if isinstance(outcome, SolvedFigure) else outcome


def _cases(figure: s.Figure, seed: int) -> Iterator[s.Figure]:
    """The figure with equations in place of its discrete conditions, in every way that may have a solution."""
    discrete = discrete_conditions(figure)
    if not discrete:
        yield figure
        return
    first = discrete[0]
    if first.name == "edges":
        rest = tuple(given for given in figure.givens if given != first)
        for equations in edge_orders(figure, first):
            yield from _cases(replace(figure, givens=(*rest, *equations)), seed)
    else:
        for value in whole_values(figure, first, seed):
            yield from _cases(with_value(figure, first, value), seed)


def _best(figure: s.Figure, solved: list[tuple[SolvedFigure, Array]]) -> list[tuple[SolvedFigure, Array]]:
    """The cases in which the extremum of the figure is reached; all if it has none."""
    if not figure.extrema:
        return solved
    sign = 1.0 if figure.extrema[0].direction == "minimize" else -1.0
    values = [sign * _measured(figure, figure.extrema[0].quantity, outcome.coordinates) for outcome, _ in solved]
    least = min(values)
    return [each for each, v in zip(solved, values, strict=True) if v - least <= BEST_RELATIVE * max(1.0, abs(least))]


def _merged(figure: s.Figure, outcomes: list[SolvedFigure]) -> SolvedFigure:
    """One outcome with the shapes of all cases, those first whose target is farthest from that of the first case."""
    first = outcomes[0]
    shapes = [each.coordinates for each in outcomes[1:]] + [other for each in outcomes for other in each.others]
    value = _measured(figure, figure.target, first.coordinates)
    gaps = [abs(_measured(figure, figure.target, each) - value) for each in shapes]
    order = np.argsort([-gap if np.isfinite(gap) else 0.0 for gap in gaps], kind="stable")
    freedom = max(each.freedom for each in outcomes)
    return first.model_copy(
        update={
            "status": "free" if freedom else "rigid",
            "freedom": freedom,
            "others": tuple(shapes[i] for i in order),
        }
    )


def _measured(figure: s.Figure, quantity: s.Expr, coordinates: Coordinates) -> float:
    with np.errstate(all="ignore"):
        try:
            return float(evaluate(quantity, completed(figure, coordinates)))
        except (GeometryError, KeyError):
            return float("nan")
