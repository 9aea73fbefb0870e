"""The solutions of a figure on which other conditions are measured: only those on which its own hold."""

from dataclasses import replace
from functools import lru_cache
from itertools import islice

from geometry.conditions.verify import verify
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.numerics.blas_threads import single_threaded
from geometry.report.check_figure import satisfied
from geometry.shapes.coordinates import Coordinates
from geometry.solver.solve import MEMO, SolvedFigure, solve

MOST_SOLUTIONS = 8
HELD_RELATIVE = 1e-6
"""Tolerance for a condition on another figure's solution: looser than for its own, which was solved for."""
WANDERED_RELATIVE = 1e-4
"""The same on further solutions of a figure with freedom, which are found less sharply."""


@lru_cache(maxsize=MEMO)
def solutions_of(figure: s.Figure, seed: int) -> tuple[Coordinates, ...]:
    """The solutions of a figure, few of many; none if it has none. Kept: several questions are asked of each figure."""
    with single_threaded():
        return verified_solutions(figure, solve(figure, seed))


def verified_solutions(figure: s.Figure, outcome: object) -> tuple[Coordinates, ...]:
    """The solution that a solver found and those of its others that satisfy every condition.

    Among the others are branches on which the solid is not of its kind, such as a frustum turned inside out.
    """
    if not isinstance(outcome, SolvedFigure):
        return ()
    free, likely = replace(figure, extrema=()), outcome.others[: MOST_SOLUTIONS - 1]
    # Most of them do, so that the first few are measured together.
    held = satisfied(free, likely, WANDERED_RELATIVE)
    first = [each for each, holds in zip(likely, held, strict=True) if holds or _holds(free, each)]
    others = (each for each in outcome.others[len(likely) :] if _holds(free, each))
    return (outcome.coordinates, *first, *islice(others, len(likely) - len(first)))


def _holds(figure: s.Figure, coordinates: Coordinates) -> bool:
    try:
        checks = verify(figure, coordinates, WANDERED_RELATIVE)
    except GeometryError:
        return False
    return all(check.status != "failed" for check in checks)
