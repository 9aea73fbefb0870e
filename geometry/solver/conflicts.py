"""Why a figure has no solution: a smallest set of given conditions that cannot hold together.

A deletion filter: leave out one condition at a time; what stays unsolvable without it did not need it.
The verdict is "contradictory" only when the remaining set resists the whole search while every smaller one
is solved, and its equations come to rest clearly away from zero; otherwise it is "unsolved".
"""

import numpy as np

from geometry.notation import syntax as s
from geometry.notation.printer import print_condition
from geometry.numerics.least_squares import minimise
from geometry.solver.model import Model
from geometry.solver.parametrise import model_of
from geometry.solver.solve import Contradictory, Unsolved, find_solutions
from geometry.solver.system import System

QUICK_ROUNDS = (8, 16)
"""Starts while filtering; the final set gets the whole search."""

CLEARLY_APART = 1e-6
"""Equations that come to rest nearer to zero than this may have a degenerate solution that was missed."""

MOST_CONDITIONS = 30


def explain_failure(figure: s.Figure, seed: int) -> Contradictory | Unsolved:
    """The verdict on a figure for which no solution was found."""
    givens = list(dict.fromkeys(figure.givens))
    if len(givens) > MOST_CONDITIONS:
        return Unsolved(reason=f"no solution found, and {len(givens)} conditions are too many to look for a conflict")
    if _solvable(figure, frozenset(givens), seed) is False:
        return Unsolved(reason="none was found even without the given conditions; a constructed point may not exist")
    dropped: set[s.Condition] = set()
    for condition in givens:
        if not _solvable(figure, frozenset(dropped | {condition}), seed):
            dropped.add(condition)
    conflict = [c for c in givens if c not in dropped]
    model = model_of(figure, frozenset(dropped))
    if len(find_solutions(model, seed + 1)):
        return Unsolved(reason="the search was not conclusive: parts of the conditions are solved in one try only")
    if not _rests_apart(model, seed):
        return Unsolved(reason="the conditions nearly hold together: a degenerate figure or an ill-conditioned one")
    return Contradictory(conflict=tuple(print_condition(c) for c in conflict))


def _solvable(figure: s.Figure, without: frozenset[s.Condition], seed: int) -> bool:
    return len(find_solutions(model_of(figure, without), seed, QUICK_ROUNDS, enough=1)) > 0


def _rests_apart(model: Model, seed: int) -> bool:
    """Whether the equations stay clearly unsatisfied, or hold only where an inequality is clearly broken."""
    system = System(model)
    x, worst = minimise(system.residuals, model.starts(np.random.default_rng(seed), 8), model.units)
    near = worst < CLEARLY_APART
    return not near.any() or bool((system.margins(x[near]) < -CLEARLY_APART).all())
