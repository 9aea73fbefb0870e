"""A model's equations and inequalities as functions of its variables, evaluated over whole batches."""

from collections.abc import Callable, Iterable

import numpy as np

from geometry import syntax as s
from geometry.errors import GeometryError
from geometry.model import Model
from geometry.predicates import demand_of
from geometry.state import State
from geometry.vectors import Array

WALL = 0.02
"""How far inside its inequalities a steered search aims, so that it does not settle on their very edge."""


def _over_rows(measure: Callable[[Array], Array], x: Array) -> Array:
    """`measure(x)` for a batch; where it refuses the batch, row by row with NaN for the rows it refuses."""
    with np.errstate(all="ignore"):
        try:
            return measure(x)
        except GeometryError:
            if len(x) == 1:
                return np.full((1, 1), np.nan)
        rows = [_over_rows(measure, row[None]) for row in x]
    width = max(row.shape[-1] for row in rows)
    return np.concatenate([row if row.shape[-1] == width else np.full((1, width), np.nan) for row in rows])


def _has_equation(condition: s.Condition) -> bool:
    if isinstance(condition, s.Relation):
        return condition.sign == "="
    return condition.name not in ("proper", "same_side", "opposite_sides")


class System:
    """The equations of a model: residuals to bring to zero, margins to keep positive."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.width = 0

    def residuals(self, x: Array) -> Array:
        """Residuals `(N, m)`; NaN rows where the figure cannot be measured."""
        found = _over_rows(self._residuals, x)
        self.width = max(self.width, found.shape[-1])
        if found.shape[-1] < self.width:
            return np.full((len(x), self.width), np.nan)
        return found

    def _residuals(self, x: Array) -> Array:
        return self._collect(x, [c for c in self.model.equations if _has_equation(c)], "residuals")

    def steered(self, x: Array) -> Array:
        """Residuals with the inequalities as soft walls, to lead a search to the right branch."""
        walls = np.minimum(np.nan_to_num(self.limits(x), nan=0.0) - WALL, 0.0)
        return np.concatenate([self.residuals(x), walls], axis=1)

    def all_margins(self, x: Array) -> Array:
        """Every margin `(N, k)`."""
        return _over_rows(self._margins, x)

    def limits(self, x: Array) -> Array:
        """The margins of stated inequalities and places, without those that only say a solid is a solid."""
        return _over_rows(self._limits, x)

    def _limits(self, x: Array) -> Array:
        conditions = (*self.model.equations, *self.model.promised)
        stated = [c for c in conditions if not (isinstance(c, s.Call) and c.name == "proper")]
        return self._collect(x, stated, "margins")

    def margins(self, x: Array) -> Array:
        """The smallest margin of each row `(N,)`; -inf where it cannot be measured."""
        found = self.all_margins(x)
        smallest = found.min(-1, initial=np.inf)
        return np.where(np.isnan(smallest), -np.inf, smallest)

    def _margins(self, x: Array) -> Array:
        return self._collect(x, (*self.model.equations, *self.model.promised), "margins")

    def _collect(self, x: Array, conditions: Iterable[s.Condition], which: str) -> Array:
        state = self.model.place(x)
        parts = [getattr(demand_of(c, state, self.model.size), which) for c in conditions]
        parts = [np.broadcast_to(p if p.ndim == 2 else p[None], (len(x), p.shape[-1])) for p in parts]
        unknowns = [
            state.numbers[d.name] / self.model.size for d in self.model.figure.declarations if isinstance(d, s.Unknown)
        ]
        if which == "margins":
            parts += [np.reshape(u, (len(x), 1)) for u in unknowns]
        return np.concatenate(parts, axis=-1) if parts else np.zeros((len(x), 0))

    def measure(self, x: Array, quantity: Callable[[State], Array]) -> Array:
        """A quantity of the placed figure for each row `(N,)`; NaN where it cannot be measured."""

        def column(rows: Array) -> Array:
            value = np.asarray(quantity(self.model.place(rows)))
            return np.broadcast_to(value, (len(rows),)).reshape(-1, 1)

        return _over_rows(column, x)[:, 0]
