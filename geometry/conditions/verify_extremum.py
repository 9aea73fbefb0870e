"""Whether coordinates are an extremum among the figures that satisfy the same conditions.

Judged on the raw coordinates, with nothing of the solver: the quantity must not change to first order along any change
that the conditions allow, and no figure a short walk away may be better. This is a local verdict; that no distant
figure is better is the search's claim, not this check's.
"""

from collections.abc import Callable, Iterable

import numpy as np

from geometry.checks import Check
from geometry.conditions.degeneracy import object_margins
from geometry.conditions.predicates import demand_of
from geometry.conditions.residuals import Demand, columns, only_filters
from geometry.errors import GeometryError
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.printer import print_expr
from geometry.numerics.least_squares import jacobian, minimise
from geometry.numerics.null_space import null_space
from geometry.numerics.vectors import Array
from geometry.shapes.state import State, plane_equation
from geometry.tolerances import ACTIVE_LIMIT, BETTER_NEIGHBOUR, SLOPE_NOISE, STATIONARY

WALK = 1e-3
"""How far, in figure sizes, neighbours are looked at; second-order changes of the quantity are then about 1e-6."""

ON_THE_CONDITIONS = 1e-11
"""A neighbour counts when its residuals are below this."""


def extremum_check(figure: s.Figure, conditions: tuple[s.Condition, ...], state: State, size: float) -> Check:
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
    """A figure as one row of numbers: its coordinates themselves. Constructed planes follow from their definition."""

    def __init__(self, figure: s.Figure, conditions: tuple[s.Condition, ...], state: State, size: float) -> None:
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

    def _flat(self, state: State) -> Array:
        parts = [np.asarray(point, dtype=float) for point in state.points.values()]
        parts += [np.atleast_1d(np.asarray(state.numbers[name], dtype=float)) for name in self._numbers]
        parts += [np.append(*state.planes[name]) for name in self._planes]
        return np.concatenate(parts)

    def _placed(self, x: Array) -> State:
        """The figures of rows `(N, n)`."""
        state = State(dict(self._state.solids), numbers=dict(self._state.numbers))
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
        """How much the quantity changes, to first order, along what the conditions leave free."""
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
        """The largest relative improvement among figures a short walk away that satisfy the conditions again."""
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
        """What is to be small `(N, 1)`, in units of its own size; NaN where it cannot be measured."""
        sign = 1.0 if self._extremum.direction == "minimize" else -1.0
        return self._by_row(x, lambda state: np.reshape(evaluate(self._extremum.quantity, state), (-1, 1)), 1) * (
            sign / self._scale
        )

    def _residuals(self, x: Array) -> Array:
        return self._collected(x, self._conditions, lambda condition, found, state: found.residuals)

    def _margins(self, x: Array, conditions: Iterable[s.Condition]) -> Array:
        """Margins of the conditions and of the objects they speak of, and that every unknown is positive."""
        margins = self._collected(x, conditions, self._margins_of)
        numbers = self._placed(x).numbers
        positive = [np.reshape(numbers[name], (-1, 1)) / self._size for name in self._unknowns]
        return np.concatenate([margins, *positive], axis=1)

    def _margins_of(self, condition: s.Condition, found: Demand, state: State) -> Array:
        exists = object_margins(condition, state, self._size)
        return columns([*np.moveaxis(np.atleast_2d(found.margins), -1, 0), *exists]) if exists else found.margins

    def _collected(
        self,
        x: Array,
        conditions: Iterable[s.Condition],
        part: Callable[[s.Condition, Demand, State], Array],
    ) -> Array:
        def measured(condition: s.Condition, state: State) -> Array:
            return np.atleast_2d(part(condition, demand_of(condition, state, self._size), state))

        # At the figure itself every condition could be measured: that is where the number of columns is known.
        home = self._placed(self._x[None])
        parts = [
            self._by_row(x, lambda state, c=condition: measured(c, state), measured(condition, home).shape[-1])  # type: ignore[misc]
            for condition in conditions
        ]
        return np.concatenate([np.zeros((len(x), 0)), *parts], axis=1)

    def _by_row(self, x: Array, measure: Callable[[State], Array], width: int) -> Array:
        """A measurement of all rows at once, or row by row where some cannot be measured: those are NaN."""
        with np.errstate(all="ignore"):
            try:
                return np.broadcast_to(measure(self._placed(x)), (len(x), width))
            except GeometryError:
                if len(x) == 1:
                    return np.full((1, width), np.nan)
            return np.concatenate([self._by_row(row[None], measure, width) for row in x])
