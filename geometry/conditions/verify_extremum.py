"""Whether coordinates are an extremum among the figures that satisfy the same conditions.

Checked on the raw coordinates, independent of the solver: the projected gradient of the quantity must vanish along
every change that the conditions allow, and no nearby figure may be better. This is a local check; that no distant
figure is better is claimed by the search and not verified here.
"""

from collections.abc import Callable, Iterable

import numpy as np

from geometry.checks import Check
from geometry.conditions.degeneracy import object_margins
from geometry.conditions.predicates import residuals_of
from geometry.conditions.residuals import ConditionResiduals, columns, only_filters
from geometry.errors import GeometryError
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.printer import print_expr
from geometry.numerics.least_squares import jacobian, minimise
from geometry.numerics.null_space import null_space
from geometry.numerics.vectors import Array
from geometry.shapes.state import FigureState, plane_equation
from geometry.tolerances import ACTIVE_LIMIT, BETTER_NEIGHBOUR, SLOPE_NOISE, STATIONARY

WALK = 1e-3
"""Distance of the sampled neighbours, in figure sizes; second-order changes of the quantity are then about 1e-6."""

ON_THE_CONDITIONS = 1e-11
"""Tolerance on the residuals of a neighbour; others are skipped."""


def extremum_check(figure: s.Figure, conditions: tuple[s.Condition, ...], state: FigureState, size: float) -> Check:
    """The check of the figure's one `minimize` or `maximize` at a single state."""
    extremum = figure.extrema[0]
    raw = _RawFigure(figure, conditions, state, size)
    slope, gain = raw.slope(), raw.best_gain()
    holds = slope <= STATIONARY and gain <= BETTER_NEIGHBOUR
    name = f"{extremum.direction} {print_expr(extremum.quantity)}"
    verdict = (
        "is stationary and no neighbour is better"
        if holds
        else f"fails: slope {slope:.1e}, a neighbour gains {gain:.1e}"
    )
    return Check(
        name=name,
        status="passed" if holds else "failed",
        measured=max(slope, gain),
        tolerance=STATIONARY,
        sentence=f"{name} {verdict}",
    )


class _RawFigure:
    """A figure as one row of raw coordinates. Constructed planes are computed from their definition."""

    def __init__(self, figure: s.Figure, conditions: tuple[s.Condition, ...], state: FigureState, size: float) -> None:
        self._state, self._size = state, size
        self._conditions = conditions
        self._stated = tuple(c for c in conditions if not only_filters(c))
        self._extremum = figure.extrema[0]
        self._scale = abs(float(evaluate(self._extremum.quantity, state))) or 1.0
        fixed = {declaration.name for declaration in figure.params}
        self._numbers = [name for name in state.numbers if name not in fixed]
        self._unknowns = [d.name for d in figure.declarations if isinstance(d, s.Unknown)]
        self._defined = {
            d.name: d.definition[0] for d in figure.declarations if isinstance(d, s.PlaneDecl) and d.definition
        }
        self._planes = [name for name in state.planes if name not in self._defined]
        self._x = self._flat(state)
        self._units = np.full(len(self._x), size)

    def _flat(self, state: FigureState) -> Array:
        parts = [np.asarray(point, dtype=float) for point in state.points.values()]
        parts += [np.atleast_1d(np.asarray(state.numbers[name], dtype=float)) for name in self._numbers]
        parts += [np.append(*state.planes[name]) for name in self._planes]
        return np.concatenate(parts)

    def _placed(self, x: Array) -> FigureState:
        """The figures of rows `(N, n)`."""
        state = FigureState(dict(self._state.solids), numbers=dict(self._state.numbers))
        at = 0
        with np.errstate(all="ignore"):
            for label in self._state.points:
                state.points[label] = x[:, at : at + 3]
                at += 3
            for name in self._numbers:
                state.numbers[name] = x[:, at]
                at += 1
            for name in self._planes:
                rows = x[:, at : at + 4]
                length = np.linalg.norm(rows[:, :3], axis=1)
                state.planes[name] = (rows[:, :3] / length[:, None], rows[:, 3] / length)
                at += 4
            for name, definition in self._defined.items():
                state.planes[name] = plane_equation(evaluate(definition, state))
        state.is_placed = True
        return state

    def slope(self) -> float:
        """Projected gradient: first-order change of the quantity along directions that the conditions leave free."""
        limits = self._margins(self._x[None], self._stated)[0]
        active = np.flatnonzero(np.abs(limits) < ACTIVE_LIMIT)

        def held(rows: Array) -> Array:
            return np.concatenate([self._residuals(rows), self._margins(rows, self._stated)[:, active]], axis=1)

        values, J = jacobian(held if len(active) else self._residuals, self._x[None], self._units)
        gradient = (jacobian(self._quantity, self._x[None], self._units)[1] * self._units)[0, 0]
        J = np.nan_to_num(J[0] * self._units)
        across = np.linalg.pinv(J, rcond=SLOPE_NOISE) @ (J @ gradient) if len(J) else 0.0
        return float(np.abs(np.concatenate([values[0], gradient - across])).max())

    def best_gain(self) -> float:
        """The largest relative improvement among nearby figures that satisfy the conditions."""
        _, J = jacobian(self._residuals, self._x[None], self._units)
        directions = null_space(np.nan_to_num(J[0] * self._units)).T
        if not len(directions):
            return 0.0
        steps = np.concatenate([directions, -directions]) * WALK * self._units
        walked, worst = minimise(self._residuals, self._x + steps, self._units)
        smallest = self._margins(walked, self._conditions).min(-1, initial=np.inf)
        valid = walked[(worst < ON_THE_CONDITIONS) & (smallest >= 0)]  # a margin that is NaN is not 0 or more
        if not len(valid):
            return 0.0
        here = float(self._quantity(self._x[None])[0, 0])
        return max(0.0, here - float(np.nanmin(self._quantity(valid))))

    def _quantity(self, x: Array) -> Array:
        """The quantity to minimise `(N, 1)`, relative to its own size; NaN where it cannot be measured."""
        sign = 1.0 if self._extremum.direction == "minimize" else -1.0
        return self._by_row(x, lambda state: np.reshape(evaluate(self._extremum.quantity, state), (-1, 1)), 1) * (
            sign / self._scale
        )

    def _residuals(self, x: Array) -> Array:
        return self._collected(x, self._conditions, lambda condition, found, state: found.residuals)

    def _margins(self, x: Array, conditions: Iterable[s.Condition]) -> Array:
        """Margins of the conditions, of the objects they use, and of every unknown being positive."""
        margins = self._collected(x, conditions, self._margins_of)
        numbers = self._placed(x).numbers
        positive = [np.reshape(numbers[name], (-1, 1)) / self._size for name in self._unknowns]
        return np.concatenate([margins, *positive], axis=1)

    def _margins_of(self, condition: s.Condition, found: ConditionResiduals, state: FigureState) -> Array:
        exists = object_margins(condition, state, self._size)
        return columns([*np.moveaxis(np.atleast_2d(found.margins), -1, 0), *exists]) if exists else found.margins

    def _collected(
        self,
        x: Array,
        conditions: Iterable[s.Condition],
        part: Callable[[s.Condition, ConditionResiduals, FigureState], Array],
    ) -> Array:
        def measured(condition: s.Condition, state: FigureState) -> Array:
            return np.atleast_2d(part(condition, residuals_of(condition, state, self._size), state))

        # Every condition was measurable at the figure itself, so the number of columns is taken from there.
        home = self._placed(self._x[None])
        parts = [
            self._by_row(x, lambda state, c=condition: measured(c, state), measured(condition, home).shape[-1])  # type: ignore[misc]
            for condition in conditions
        ]
        return np.concatenate([np.zeros((len(x), 0)), *parts], axis=1)

    def _by_row(self, x: Array, measure: Callable[[FigureState], Array], width: int) -> Array:
        """A measurement of all rows at once; if that fails, row by row, with NaN for rows that cannot be measured."""
        with np.errstate(all="ignore"):
            try:
                return np.broadcast_to(measure(self._placed(x)), (len(x), width))
            except GeometryError:
                if len(x) == 1:
                    return np.full((1, width), np.nan)
            return np.concatenate([self._by_row(row[None], measure, width) for row in x])
