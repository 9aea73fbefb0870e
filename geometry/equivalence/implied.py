"""Whether conditions follow from a figure: they hold on every solution that the solver finds without them."""

from collections.abc import Sequence
from dataclasses import replace

from geometry.conditions.verify import verify
from geometry.equivalence.compare import HELD_RELATIVE
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.figure_errors import FigureError
from geometry.notation.printer import print_condition, print_figure
from geometry.notation.resolve import parse_figure
from geometry.numerics.blas_threads import single_threaded
from geometry.shapes.coordinates import Coordinates
from geometry.solver.solve import SolvedFigure, solve

MOST_SOLUTIONS = 8


def unmet(figure: s.Figure, conditions: Sequence[str], seed: int = 0) -> tuple[str, ...]:
    """Conditions, as text without `given`, that fail on some solution of the figure.

    A condition that is not in the figure's own terms (an unknown label) or that cannot be measured is left out: it is
    neither shown nor refuted.
    """
    parsed = [(text, with_it) for text in conditions if (with_it := _with_condition(figure, text)) is not None]
    return tuple(_failing(figure, parsed, seed))


def not_implied(figure: s.Figure, conditions: Sequence[str], seed: int = 0) -> tuple[str, ...]:
    """Conditions of the figure itself that do not follow from its others."""
    return tuple(
        text
        for text in conditions
        if unmet(replace(figure, givens=tuple(g for g in figure.givens if print_condition(g) != text)), (text,), seed)
    )


def _with_condition(figure: s.Figure, text: str) -> s.Figure | None:
    """The figure's declarations with this condition alone; None if it does not fit the figure."""
    bare = print_figure(replace(figure, givens=(), extrema=()))
    head, _, target = bare.rstrip("\n").rpartition("\n")
    try:
        return parse_figure(f"{head}\ngiven {text}\n{target}\n")
    except FigureError:
        return None


def _failing(figure: s.Figure, tried: Sequence[tuple[str, s.Figure]], seed: int) -> list[str]:
    if not tried:
        return []
    with single_threaded():
        solved = solve(figure, seed)
    if not isinstance(solved, SolvedFigure):
        return []
    solutions = (solved.coordinates, *solved.others[:MOST_SOLUTIONS])
    return [text for text, with_it in tried if any(_breaks(with_it, coordinates) for coordinates in solutions)]


def _breaks(figure: s.Figure, coordinates: Coordinates) -> bool:
    wanted = {f"given {print_condition(given)}" for given in figure.givens}
    try:
        checks = verify(figure, coordinates, HELD_RELATIVE)
    except GeometryError:
        return False
    return any(check.status == "failed" for check in checks if check.name in wanted)
