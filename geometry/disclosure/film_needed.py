"""Whether a question can be answered without its film, and what it tells about the object.

Shown by examples: figures that satisfy everything the question tells, with different values of the target.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

import numpy as np

from geometry.disclosure.told_figure import told_figure
from geometry.equivalence.solutions import verified_solutions
from geometry.notation import syntax as s
from geometry.notation.condition_roles import condition_role
from geometry.notation.figure_errors import FigureError
from geometry.notation.main_solid import main_labels
from geometry.numerics.blas_threads import single_threaded
from geometry.record import Evidence
from geometry.report.check_figure import measured_figure, measured_solution
from geometry.report.figure_report import FigureReport
from geometry.shapes.coordinates import Coordinates
from geometry.solver.solve import solve

FilmVerdict = Literal["needed", "answerable", "not shown"]

LEAST_SOLUTIONS = 4
"""Figures on which a length must be the same before it counts as told."""
TOLD_RELATIVE = 1e-6


class Disclosure(Evidence):
    """What a question tells someone who does not see the object."""

    film: FilmVerdict
    """`needed`: the target has different values. `answerable`: it has one. `not shown`: no figure was found."""
    values: tuple[float, ...]
    """Values of the target on figures that satisfy everything that is told."""
    reveals: tuple[str, ...]
    """Lengths between labelled points of the object that everything told fixes."""
    solid_told: bool
    """Whether every length between labelled points of the object is told."""
    type_determines: bool
    """Whether the target has one value for someone who is also told the object's kind."""
    dimensions_determine: bool
    """The same for someone who is told the object's own conditions as well."""


def disclosure(figure: s.Figure, seed: int = 0) -> Disclosure:
    """What the question of a figure tells, alone and with what its graded variants add."""
    own = tuple(c for c in figure.givens if condition_role(figure, c) == "primary")
    of_kind = replace(figure, givens=tuple(c for c in figure.givens if c not in own))
    report, solutions = _told(figure, seed)
    lengths = list(combinations(main_labels(figure), 2))
    revealed = _one_valued(lengths, solutions)
    return Disclosure(
        film=_verdict(report),
        values=report.spread if report else (),
        reveals=tuple(f"{a}{b}" for a, b in revealed),
        solid_told=len(main_labels(figure)) > 3 and len(revealed) == len(lengths),
        type_determines=measured_figure(of_kind, seed).ok,
        dimensions_determine=measured_figure(figure, seed).ok,
    )


def _told(figure: s.Figure, seed: int) -> tuple[FigureReport | None, tuple[Coordinates, ...]]:
    """The report on the figure without its object, and figures like that."""
    try:
        told = told_figure(figure)
    except FigureError:
        return None, ()
    with single_threaded():
        outcome = solve(told, seed)
        report = measured_solution(told, outcome)
        solutions = verified_solutions(told, outcome)
    if figure.extrema and report.status == "ill_posed":
        # The least or greatest value may be told although the value itself is open.
        chosen = measured_figure(told_figure(figure, with_extrema=True), seed)
        return (chosen if chosen.ok else report), solutions
    return report, solutions


def _verdict(report: FigureReport | None) -> FilmVerdict:
    if report is None:
        return "not shown"
    if report.status == "ill_posed":
        return "needed"
    return "answerable" if report.ok else "not shown"


def _one_valued(lengths: Sequence[tuple[str, str]], solutions: Sequence[Coordinates]) -> list[tuple[str, str]]:
    """Those lengths that are the same in all figures."""
    if len(solutions) < LEAST_SOLUTIONS:
        return []
    found = []
    for a, b in lengths:
        if any(a not in each.points or b not in each.points for each in solutions):
            continue
        values = [float(np.linalg.norm(np.subtract(each.points[a], each.points[b]))) for each in solutions]
        if max(values) - min(values) <= TOLD_RELATIVE * max(values):
            found.append((a, b))
    return found
