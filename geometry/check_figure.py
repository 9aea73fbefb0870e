"""The whole verdict on a figure: solve, verify, measure the target, test that it is the only value.

This is what the command line shows and what the pipeline stores as evidence.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from geometry import syntax as s
from geometry.checks import Check
from geometry.degeneracy import missing_object
from geometry.dimensions import TargetClass, dimension_of, target_class
from geometry.errors import GeometryError
from geometry.evaluate import evaluate
from geometry.exact import ExactForm, NotRecognised, recognise
from geometry.printer import print_expr
from geometry.solve import Contradictory, Outcome, Solved, Unsolved, solve
from geometry.state import Coordinates
from geometry.threads import single_threaded
from geometry.tolerances import SAME_TARGET_RELATIVE
from geometry.verify import completed, figure_extent, verify

MOST_SAMPLES = 8
"""Different figures on which the target is measured before it is called determined."""

Values = NDArray[np.float64]
Status = Literal["rigid", "free", "contradictory", "unsolved", "ill_posed", "unmeasurable"]


class FigureReport(BaseModel):
    """What the kernel found out about a figure."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    status: Status
    """`rigid` and `free` are good: the target has one value. `ill_posed`: it varies, a condition is missing."""
    ok: bool
    """Whether the figure is solved, every check passed and the target has one value."""
    reason: str
    """Why not, in a sentence; empty when ok."""
    freedom: int
    """Degrees of freedom left (rigid motions not counted); 0 unless free or ill-posed."""
    target: str
    """The target in canonical notation."""
    target_class: TargetClass
    """How the target scales with the figure."""
    value: float | Literal["none"]
    """The measured target, angles in radians; of an ill-posed figure one of its values; the word none otherwise."""
    exact: ExactForm | NotRecognised
    """The value in closed form where it is recognisable, with the residual; else the decimal and why."""
    spread: tuple[float, ...]
    """Different values of the target that valid figures gave; one when ok."""
    coordinates: Coordinates | Literal["none"]
    """One valid figure, or the word none."""
    checks: tuple[Check, ...]
    """Every condition, re-measured."""
    conflict: tuple[str, ...]
    """The conditions that cannot hold together; empty unless contradictory."""
    set_to_one: tuple[str, ...]
    """Parameters the statement left general, now 1."""


def check_figure(figure: s.Figure, seed: int = 0) -> FigureReport:
    """Solve, verify and measure `figure`; deterministic for a given seed."""
    with single_threaded():
        return _checked(figure, solve(figure, seed))


def _checked(figure: s.Figure, outcome: Outcome) -> FigureReport:
    if not isinstance(outcome, Solved):
        return _failed(figure, outcome)
    try:
        values = _distinct_values(figure, outcome)
    except GeometryError as error:
        return _report(figure, outcome, ("unmeasurable", str(error)), np.array([]))
    if not len(values):
        return _report(figure, outcome, ("unmeasurable", "the target has no finite value"), values)
    if len(values) > 1:
        shown = ", ".join(f"{v:.6g}" for v in values[:3])
        reason = f"{print_expr(figure.target)} is not determined: valid figures give {shown}; a condition is missing"
        return _report(figure, outcome, ("ill_posed", reason), values)
    return _report(figure, outcome, (outcome.status, ""), values)


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


def _distinct_values(figure: s.Figure, solved: Solved) -> Values:
    """The different values of the target over the solutions found; a figure that would add one is verified first."""
    kept = [measure_target(figure, solved.coordinates)]
    if not np.isfinite(kept[0]):
        return np.array([])
    for coordinates in solved.others[:MOST_SAMPLES]:
        value = measure_target(figure, coordinates)
        scale = max([abs(value), *(abs(k) for k in kept), float(np.finfo(float).tiny)])
        new = np.isfinite(value) and all(abs(value - k) > SAME_TARGET_RELATIVE * scale for k in kept)
        if new and all(check.status == "passed" for check in verify(figure, coordinates)):
            kept.append(value)
    return np.array(kept)


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


def exact_of(figure: s.Figure, value: float) -> ExactForm | NotRecognised:
    """The closed form of a measured target."""
    kind = target_class(dimension_of(figure.target))
    return recognise(value, "number" if kind == "other" else kind)


def _report(figure: s.Figure, solved: Solved, verdict: tuple[Status, str], values: Values) -> FigureReport:
    status, reason = verdict
    return FigureReport(
        status=status,
        ok=status in ("rigid", "free"),
        reason=reason,
        freedom=solved.freedom,
        target=print_expr(figure.target),
        target_class=target_class(dimension_of(figure.target)),
        value=float(values[0]) if len(values) else "none",
        exact=exact_of(figure, float(values[0])) if len(values) else _NO_VALUE,
        spread=tuple(float(v) for v in values),
        coordinates=solved.coordinates,
        checks=solved.checks,
        conflict=(),
        set_to_one=solved.set_to_one,
    )
