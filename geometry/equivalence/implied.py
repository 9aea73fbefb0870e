"""Whether conditions follow from a figure: how far they fail on the solutions that the solver finds without them."""

import math
from collections.abc import Sequence
from dataclasses import replace

from geometry.checks import Check
from geometry.conditions.verify import verify
from geometry.equivalence.solutions import HELD_RELATIVE, solutions_of
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.figure_errors import FigureError
from geometry.notation.printer import print_condition, print_figure
from geometry.notation.resolve import parse_figure
from geometry.shapes.coordinates import Coordinates


def deviations(figure: s.Figure, conditions: Sequence[str], seed: int = 0) -> tuple[float, ...]:
    """By condition, as text without `given`, its largest deviation on the solutions of the figure.

    nan for a condition that is not in the figure's own terms (an unknown label) or that cannot be measured: it is
    neither shown nor refuted.
    """
    return tuple(_worst(figure, text, seed) for text in conditions)


def deviations_without(figure: s.Figure, conditions: Sequence[str], seed: int = 0) -> tuple[float, ...]:
    """By condition of the figure itself, its largest deviation on the solutions of the figure without it.

    Infinite if nothing could be measured: then the condition is not shown to follow from the others.
    """
    found = []
    for text in conditions:
        rest = replace(figure, givens=tuple(given for given in figure.givens if print_condition(given) != text))
        gap = _worst(rest, text, seed)
        found.append(math.inf if math.isnan(gap) else gap)
    return tuple(found)


def follows(figure: s.Figure, condition: str, seed: int = 0) -> bool:
    """Whether a condition was measured on the solutions of a figure and holds on all."""
    return _worst(figure, condition, seed) <= HELD_RELATIVE


def _worst(figure: s.Figure, text: str, seed: int) -> float:
    with_it = _with_condition(figure, text)
    if with_it is None:
        return math.nan
    found = [gap for coordinates in solutions_of(figure, seed) if (gap := _gap(with_it, coordinates)) is not None]
    return max(found, default=math.nan)


def _with_condition(figure: s.Figure, text: str) -> s.Figure | None:
    """The figure's declarations with this condition alone; None if it does not fit the figure."""
    bare = print_figure(replace(figure, givens=(), extrema=()))
    head, _, target = bare.rstrip("\n").rpartition("\n")
    try:
        return parse_figure(f"{head}\ngiven {text}\n{target}\n")
    except FigureError:
        return None


def _gap(figure: s.Figure, coordinates: Coordinates) -> float | None:
    wanted = {f"given {print_condition(given)}" for given in figure.givens}
    try:
        checks = [check for check in verify(figure, coordinates, HELD_RELATIVE) if check.name in wanted]
    except GeometryError:
        return None
    return max((_deviation(check) for check in checks if check.status != "not_judged"), default=None)


def _deviation(check: Check) -> float:
    """The measured deviation; infinite for an inequality whose sides are equal."""
    return math.inf if check.status == "failed" and check.measured <= HELD_RELATIVE else check.measured
