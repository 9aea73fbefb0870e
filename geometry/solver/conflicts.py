"""Why a figure has no solution: a minimal set of given conditions that cannot hold together.

A deletion filter (irreducible infeasible subset): remove one condition at a time; if the rest is still unsolvable,
that condition is not part of the conflict. The result is `Contradictory` only if the full search fails for the
remaining set, succeeds without any one of its conditions, and leaves residuals clearly above zero; otherwise it is
`Unsolved`.
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
"""Starts per trial while filtering; the final set gets the full search."""

CLEARLY_APART = 1e-6
"""If the residuals end below this, the search may have missed a degenerate solution."""

MOST_CONDITIONS = 30


def explain_failure(figure: s.Figure, seed: int) -> Contradictory | Unsolved:
    """The outcome for a figure for which no solution was found."""
    givens = list(dict.fromkeys(figure.givens))
    if len(givens) > MOST_CONDITIONS:
        return Unsolved(reason=f"no solution found, and {len(givens)} conditions are too many to search for a conflict")
    if _solvable(figure, frozenset(givens), seed) is False:
        return Unsolved(reason="no solution found even without the given conditions; a constructed point may not exist")
    dropped: set[s.Condition] = set()
    for condition in givens:
        if not _solvable(figure, frozenset(dropped | {condition}), seed):
            dropped.add(condition)
    conflict = [c for c in givens if c not in dropped]
    model = model_of(figure, frozenset(dropped))
    if len(find_solutions(model, seed + 1)):
        return Unsolved(reason="the search was inconclusive: some sets of conditions were solved in one try only")
    if not _rests_apart(model, seed):
        return Unsolved(reason="the residuals are nearly zero: the figure is degenerate or ill-conditioned")
    return Contradictory(conflict=tuple(print_condition(c) for c in conflict))


def _solvable(figure: s.Figure, without: frozenset[s.Condition], seed: int) -> bool:
    return len(find_solutions(model_of(figure, without), seed, QUICK_ROUNDS, enough=1)) > 0


def _rests_apart(model: Model, seed: int) -> bool:
    """Whether the residuals stay clearly above zero, or vanish only where a margin is clearly negative."""
    system = System(model)
    x, worst = minimise(system.residuals, model.starts(np.random.default_rng(seed), 8), model.units)
    near = worst < CLEARLY_APART
    return not near.any() or bool((system.margins(x[near]) < -CLEARLY_APART).all())
