"""A model's residuals and margins as functions of its variables, evaluated over whole batches.

Where a condition cannot be measured on some variants of a figure (a plane that misses the solid it should cut),
their residuals are NaN and the search rejects the step. A condition that cannot be measured on any variant is a
fault of the figure, and its GeometryError is raised to the caller.
"""

from collections.abc import Callable, Iterable
from typing import Literal

import numpy as np

from geometry.conditions.degeneracy import object_margins
from geometry.conditions.predicates import residuals_of
from geometry.conditions.residuals import columns, only_filters
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.numerics.vectors import Array
from geometry.shapes.state import FigureState
from geometry.solver.model import Model

WALL = 0.02
"""Margin that a penalised_residuals search aims for, so that it does not converge to the boundary of an inequality."""

TRIES = 40
"""Random variants on which a condition is tried before it counts as unmeasurable."""

Which = Literal["residuals", "margins"]


def _has_equation(condition: s.Condition) -> bool:
    if isinstance(condition, s.Relation):
        return condition.sign == "="
    return condition.name not in ("proper", "same_side", "opposite_sides")


class System:
    """The equations of a model: residuals to bring to zero, margins to keep positive."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._equations = [c for c in model.equations if _has_equation(c)]
        self._bounded = [*model.equations, *model.promised]
        self._stated = [c for c in self._bounded if not only_filters(c)]
        self._unknowns = [d.name for d in model.figure.declarations if isinstance(d, s.Unknown)]
        self._widths: dict[tuple[s.Condition, Which], int] = {}

    def residuals(self, x: Array) -> Array:
        """Residuals `(N, m)`; NaN where the figure cannot be measured."""
        with np.errstate(all="ignore"):
            return self._collect(x, self._equations, "residuals")

    def all_margins(self, x: Array) -> Array:
        """Every margin `(N, k)`."""
        return self._with_unknowns(x, self._bounded)

    def limits(self, x: Array) -> Array:
        """The margins of stated inequalities and incidences, without those that only filter (`only_filters`)."""
        return self._with_unknowns(x, self._stated)

    def margins(self, x: Array) -> Array:
        """The smallest margin of each row `(N,)`; -inf where it cannot be measured."""
        smallest = self.all_margins(x).min(-1, initial=np.inf)
        return np.where(np.isnan(smallest), -np.inf, smallest)

    def penalised_residuals(self, x: Array) -> Array:
        """Residuals with the inequalities as penalty terms, to steer a search to the right branch."""
        walls = np.minimum(np.nan_to_num(self.limits(x), nan=0.0) - WALL, 0.0)
        return np.concatenate([self.residuals(x), walls], axis=1)

    def measure(self, x: Array, quantity: Callable[[FigureState], Array]) -> Array:
        """A quantity of the placed figure for each row `(N,)`; NaN where it cannot be measured."""
        with np.errstate(all="ignore"):
            try:
                value = np.asarray(quantity(self.model.place(x)))
                return np.broadcast_to(value, (len(x),))
            except GeometryError:
                if len(x) == 1:
                    return np.full(1, np.nan)
            return np.concatenate([self.measure(row[None], quantity) for row in x])

    def _with_unknowns(self, x: Array, conditions: list[s.Condition]) -> Array:
        with np.errstate(all="ignore"):
            margins = self._collect(x, conditions, "margins")
            if not self._unknowns:
                return margins
            numbers = self.model.place(x).numbers
            positive = [np.reshape(numbers[name], (len(x), 1)) / self.model.size for name in self._unknowns]
            return np.concatenate([margins, *positive], axis=1)

    def _collect(self, x: Array, conditions: Iterable[s.Condition], which: Which) -> Array:
        state = self.model.place(x)
        parts = [self._part(c, which, x, state) for c in conditions]
        return np.concatenate(parts, axis=-1) if parts else np.zeros((len(x), 0))

    def _part(self, condition: s.Condition, which: Which, x: Array, state: FigureState) -> Array:
        try:
            part = self._measured(condition, which, state)
            return part if len(part) == len(x) else np.broadcast_to(part, (len(x), part.shape[-1]))
        except GeometryError:
            width = self._width(condition, which)
        if len(x) == 1:
            return np.full((1, width), np.nan)
        return np.concatenate([self._part(condition, which, row[None], self.model.place(row[None])) for row in x])

    def _measured(self, condition: s.Condition, which: Which, state: FigureState) -> Array:
        """Residuals, or margins with those of the objects the condition uses: `(N, k)` or `(1, k)`."""
        found = residuals_of(condition, state, self.model.size)
        if which == "residuals":
            return np.atleast_2d(found.residuals)
        margins = np.atleast_2d(found.margins)
        exists = object_margins(condition, state, self.model.size)
        if not exists:
            return margins
        spans = np.atleast_2d(columns(exists))
        rows = max(len(margins), len(spans))
        same = (m if len(m) == rows else np.broadcast_to(m, (rows, m.shape[-1])) for m in (margins, spans))
        return np.concatenate(list(same), axis=-1)

    def _width(self, condition: s.Condition, which: Which) -> int:
        """How many columns a condition has, found on the first random variant where it can be measured."""
        if (condition, which) not in self._widths:
            self._widths[condition, which] = self._try_width(condition, which)
        return self._widths[condition, which]

    def _try_width(self, condition: s.Condition, which: Which) -> int:
        failure = GeometryError("the condition was never measured")
        for row in self.model.starts(np.random.default_rng(0), TRIES):
            try:
                return self._measured(condition, which, self.model.place(row[None])).shape[-1]
            except GeometryError as error:
                failure = error
        raise failure
