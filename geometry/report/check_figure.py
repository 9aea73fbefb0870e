"""The full report on a figure: solve, verify, measure the target, check that its value is unique.

The command line prints it and the pipeline stores it as evidence.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from geometry.answers.exact_form import recognise
from geometry.answers.exact_record import ExactForm, NotRecognised
from geometry.conditions.degeneracy import missing_object
from geometry.conditions.verify import completed, figure_extent, verify
from geometry.conditions.verify_batch import completed_batch, satisfying, target_values
from geometry.errors import GeometryError
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.dimensions import dimension_of, target_class
from geometry.notation.printer import print_expr
from geometry.numerics.blas_threads import single_threaded
from geometry.report.figure_report import FigureReport, FigureStatus
from geometry.shapes.coordinates import Coordinates
from geometry.solver.solve import MEMO, Contradictory, Solution, SolvedFigure, Unsolved, solve
from geometry.tolerances import SAME_TARGET_RELATIVE, SOLVED_RELATIVE

MOST_SAMPLES = 8
"""Number of different figures on which the target must agree before it counts as determined."""

Values = NDArray[np.float64]


def check_figure(figure: s.Figure, seed: int = 0) -> FigureReport:
    """Solve, verify and measure `figure`; deterministic for a given seed."""
    report = measured_figure(figure, seed)
    return report if report.value == "none" else report.model_copy(update={"exact": exact_of(figure, report.value)})


@lru_cache(maxsize=MEMO)
def measured_figure(figure: s.Figure, seed: int = 0) -> FigureReport:
    """The report without the closed form of the value, whose search may take longer than all the rest."""
    with single_threaded():
        return measured_solution(figure, solve(figure, seed))


def measured_solution(figure: s.Figure, outcome: Solution) -> FigureReport:
    """The report on a figure that the solver has seen."""
    if not isinstance(outcome, SolvedFigure):
        return _failed(figure, outcome)
    try:
        target = _measured_target(figure, outcome)
    except GeometryError as error:
        return _report(figure, outcome, ("unmeasurable", str(error)), _Target(np.array([]), 0, 0.0))
    if not len(target.values):
        return _report(figure, outcome, ("unmeasurable", "the target has no finite value"), target)
    if len(target.values) > 1:
        shown = ", ".join(f"{v:.6g}" for v in target.values[:3])
        reason = f"{print_expr(figure.target)} is not determined: valid figures give {shown}; a condition is missing"
        return _report(figure, outcome, ("ill_posed", reason), target)
    return _report(figure, outcome, (outcome.status, ""), target)


def measure_target(figure: s.Figure, coordinates: Coordinates) -> float:
    """The target measured on any coordinates."""
    with np.errstate(all="ignore"):
        state = completed(figure, coordinates)
        try:
            fault = missing_object(figure.target, state, figure_extent(state))
            if not fault:
                return float(evaluate(figure.target, state))
        except KeyError as error:
            fault = f"the coordinates lack {error.args[0]}; add it under points, numbers or planes"
        raise GeometryError(fault)


class _Target(NamedTuple):
    """The target measured on every solution found."""

    values: Values
    """Its distinct values."""
    shapes: int
    """Figures it was measured on."""
    deviation: float
    """Largest relative difference between values that count as equal."""


def _measured_target(figure: s.Figure, solved: SolvedFigure) -> _Target:
    """The target over the solutions found; a solution that would add another value is verified first."""
    sampled = (solved.coordinates, *solved.others[:MOST_SAMPLES])
    first, *values = measured_targets(figure, sampled)
    if not np.isfinite(first):
        return _Target(np.array([]), 0, 0.0)
    kept, shapes, deviation = [first], 1, 0.0
    differing = [k for k, value in enumerate(values, start=1) if not same_target(value, first)]
    holds = dict(zip(differing, satisfied(figure, [sampled[k] for k in differing]), strict=True))
    for k, value in enumerate(values, start=1):
        gap = min(_gap(value, each) for each in kept)
        if gap <= SAME_TARGET_RELATIVE:
            shapes, deviation = shapes + 1, max(deviation, gap)
        elif np.isfinite(value) and holds[k]:
            shapes += 1
            kept.append(value)
    return _Target(np.array(kept), shapes, deviation)


def measured_targets(figure: s.Figure, sampled: Sequence[Coordinates]) -> list[float]:
    """The target on several solutions of a figure; raises GeometryError if it does not exist on one of them."""
    try:
        values = target_values(figure, completed_batch(figure, sampled), len(sampled))
        if np.isfinite(values).all():
            return [float(value) for value in values]
    except GeometryError:
        pass
    return [measure_target(figure, each) for each in sampled]


def satisfied(figure: s.Figure, sampled: Sequence[Coordinates], tolerance: float = SOLVED_RELATIVE) -> list[bool]:
    """Which coordinates satisfy every condition of a figure."""
    if len(sampled) > 1 and not figure.extrema:
        try:
            return list(map(bool, satisfying(figure, completed_batch(figure, sampled), len(sampled), tolerance)))
        except (GeometryError, KeyError):
            pass
    return [all(check.status == "passed" for check in verify(figure, each, tolerance)) for each in sampled]


def same_target(value: float, other: float) -> bool:
    """Whether two values of a target count as equal."""
    return _gap(value, other) <= SAME_TARGET_RELATIVE


def _gap(value: float, other: float) -> float:
    return abs(value - other) / max(abs(value), abs(other), float(np.finfo(float).tiny))


def _failed(figure: s.Figure, outcome: Contradictory | Unsolved) -> FigureReport:
    conflict = outcome.conflict if isinstance(outcome, Contradictory) else ()
    reason = "these conditions cannot hold together: " + "; ".join(conflict) if conflict else ""
    return FigureReport(
        status=outcome.status,
        ok=False,
        reason=reason or getattr(outcome, "reason", ""),
        freedom=0,
        target=print_expr(figure.target),
        target_class=target_class(dimension_of(figure.target)),
        value="none",
        exact=_NO_VALUE,
        spread=(),
        coordinates="none",
        checks=(),
        conflict=conflict,
        set_to_one=(),
    )


_NO_VALUE = NotRecognised(decimal="none", reason="The figure gives no value.")
_NOT_SOUGHT = NotRecognised(decimal="none", reason="No closed form was sought.")


def exact_of(figure: s.Figure, value: float) -> ExactForm | NotRecognised:
    """The closed form of a measured target."""
    kind = target_class(dimension_of(figure.target))
    return recognise(value, "number" if kind == "other" else kind)


def _report(figure: s.Figure, solved: SolvedFigure, verdict: tuple[FigureStatus, str], target: _Target) -> FigureReport:
    status, reason = verdict
    values = target.values
    return FigureReport(
        status=status,
        ok=status in ("rigid", "free"),
        reason=reason,
        freedom=solved.freedom,
        target=print_expr(figure.target),
        target_class=target_class(dimension_of(figure.target)),
        value=float(values[0]) if len(values) else "none",
        exact=_NOT_SOUGHT if len(values) else _NO_VALUE,
        spread=tuple(float(v) for v in values),
        shapes=target.shapes,
        deviation=target.deviation,
        coordinates=solved.coordinates,
        checks=solved.checks,
        conflict=(),
        set_to_one=solved.set_to_one,
    )
