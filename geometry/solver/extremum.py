"""Among all figures that satisfy the conditions, the one where a quantity is least or greatest.

Sequential quadratic programming from several feasible starts, then Newton steps on the stationarity
conditions until the position of the extremum is as accurate as its value. A limit that only a flat or infinite
figure would reach is not an extremum, and then there is no solution.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.linalg import qr
from scipy.optimize import Bounds, minimize

from geometry.conditions.predicates import residuals_of
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.numerics.least_squares import jacobian, minimise
from geometry.numerics.vectors import Array
from geometry.solver.system import System
from geometry.tolerances import ACTIVE_LIMIT, MARGIN_SLACK, SLOPE_NOISE, STATIONARY

STARTS = 5
"""Feasible figures to descend from; more would only find the same minimum again."""

LIMIT_STARTS = 3
"""The same where only the limit of a quantity is sought, not the figure that reaches it."""

SHARPENED = 3
"""Most figures that are refined; they reach the same value, and a few show whether the target agrees."""

NEAR_BEST = 1e-3
"""Only figures this close to the best value are refined."""

SAME_VALUE = 1e-8
"""Starts whose extreme values agree to this fraction reached the same extremum."""

FAR = 1e3
"""Bound of the variables in figure sizes: beyond it, the quantity counts as unbounded."""

SMALLEST_SIZE = 1e-3
"""Lower bound of sizes as a fraction of the figure size: at this bound the figure is collapsing."""


@dataclass
class Search:
    """The quantity to minimise, relative to its own size, as a function of a system's scaled variables."""

    system: System
    extremum: s.Extremum
    scale: float = 1.0

    def quantity(self, x: Array) -> Array:
        sign = 1.0 if self.extremum.direction == "minimize" else -1.0
        measured = self.system.measure(x, lambda state: evaluate(self.extremum.quantity, state))
        return (sign / self.scale * measured)[:, None]


class HeldSystem(System):
    """A system with the extremal quantity fixed at its extreme value, to find the freedom that is left."""

    def __init__(self, system: System, extremum: s.Extremum, x: Array) -> None:
        super().__init__(system.model)
        self._search = Search(system, extremum)
        best = float(self._search.quantity(x[None])[0, 0])
        self._search.scale = abs(best) or 1.0
        self._best = best / self._search.scale
        self._active = np.flatnonzero(np.abs(system.limits(x[None])[0]) < ACTIVE_LIMIT)

    def residuals(self, x: Array) -> Array:
        parts = [super().residuals(x), self._search.quantity(x) - self._best]
        parts += [self.limits(x)[:, self._active]] if len(self._active) else []
        return np.concatenate(parts, axis=1)


def extremal_solutions(system: System, feasible: Array, extremum: s.Extremum) -> Array:
    """Figures that reach the best value, descended from `feasible`; empty if there is no extremum."""
    search = Search(system, extremum)
    # Solutions are ordered by their distance from the template start: take near, medium and far ones.
    chosen = feasible[np.unique(np.linspace(0, len(feasible) - 1, STARTS).astype(int))]
    search.scale = float(np.nanmax(np.abs(search.quantity(chosen)))) or 1.0
    moved = np.array([_descend(search, x) for x in chosen])
    moved = _best(search, moved[_in_reach(system, moved)], NEAR_BEST)
    sharp = [_sharpen(search, x) for x in moved[:SHARPENED]]
    held = np.array([x for x in sharp if _is_extremal(search, x)])
    return _best(search, held, SAME_VALUE) if len(held) else feasible[:0]


class Limit(NamedTuple):
    """The least or greatest value of a quantity that descents reached."""

    value: float
    is_agreed: bool
    """Whether descents from different figures ended at this value."""


def reached_limit(system: System, feasible: Array, extremum: s.Extremum) -> Limit:
    """The best value that descents reach from some feasible figures.

    Unlike an extremum it may be a limit that only a flat or infinite figure would reach.
    """
    search = Search(system, extremum)
    chosen = feasible[np.unique(np.linspace(0, len(feasible) - 1, LIMIT_STARTS).astype(int))]
    search.scale = float(np.nanmax(np.abs(search.quantity(chosen)))) or 1.0
    moved = np.array([_descend(search, x) for x in chosen])
    gaps = np.abs(np.nan_to_num(system.residuals(moved), nan=np.inf)).max(-1, initial=0.0)
    kept = moved[(gaps < ACTIVE_LIMIT) & (system.limits(moved).min(-1, initial=np.inf) > -ACTIVE_LIMIT)]
    values = search.quantity(np.concatenate([kept, feasible]))[:, 0]
    best = float(np.nanmin(values))
    near = np.abs(values[: len(kept)] - best) <= NEAR_BEST * max(1.0, abs(best))
    sign = 1.0 if extremum.direction == "minimize" else -1.0
    return Limit(sign * search.scale * best, bool(near.sum() > 1))


def _in_reach(system: System, x: Array) -> Array:
    """Whether a search ended inside the search space, not at its artificial bounds."""
    y = x / system.model.units
    sizes = np.array(system.model.variables.is_size)
    inside = (np.abs(y) < FAR * 0.99).all(-1) & (np.abs(y[:, sizes]) > SMALLEST_SIZE * 1.01).all(-1)
    return np.asarray(np.isfinite(y).all(-1) & inside)


def _best(search: Search, x: Array, within: float) -> Array:
    if not len(x):
        return x
    values = search.quantity(x)[:, 0]
    least = float(np.nanmin(values))
    return x[values <= least + within * max(1.0, abs(least))]


class _Sloped:
    """A function of the scaled variables with its gradient, computed together and cached.

    The optimiser asks for the value at a point and often for the gradient there. The finite-difference neighbours
    cost almost nothing in the same batch.
    """

    def __init__(self, of: Callable[[Array], Array], units: Array) -> None:
        self._of, self._units = of, units
        self._at = b""
        self._found = (np.zeros(0), np.zeros((0, 0)))

    def _look(self, y: Array) -> tuple[Array, Array]:
        at = y.tobytes()
        if at != self._at:
            values, slopes = jacobian(self._of, (y * self._units)[None], self._units)
            self._at, self._found = at, (values[0], np.nan_to_num(slopes[0] * self._units))
        return self._found

    def values(self, y: Array) -> Array:
        return self._look(y)[0]

    def slopes(self, y: Array) -> Array:
        return self._look(y)[1]


def _descend(search: Search, start: Array) -> Array:
    system, units = search.system, search.system.model.units
    quantity, equations, limits = (_Sloped(of, units) for of in (search.quantity, system.residuals, system.limits))
    constraints = []
    kept = _independent(equations.slopes(start / units))
    if len(kept):
        equal = {"type": "eq", "fun": lambda y: np.nan_to_num(equations.values(y)[kept], nan=1e3)}
        constraints.append(equal | {"jac": lambda y: equations.slopes(y)[kept]})
    if len(limits.values(start / units)):
        inside = {"type": "ineq", "fun": lambda y: np.nan_to_num(limits.values(y), nan=-1.0)}
        constraints.append(inside | {"jac": limits.slopes})
    result = minimize(
        lambda y: float(np.nan_to_num(quantity.values(y)[0], nan=1e6)),
        start / units,
        jac=lambda y: quantity.slopes(y)[0],
        method="SLSQP",
        bounds=_bounds(search, start / units),
        constraints=constraints,
        options={"maxiter": 80, "ftol": 1e-11},
    )
    return np.asarray(result.x * units)


def _independent(J: Array) -> Array:
    """Linearly independent rows of `J` `(m, n)`; quadratic programming fails on redundant equations."""
    if not len(J):
        return np.zeros(0, dtype=int)
    _, R, order = qr(J.T, mode="economic", pivoting=True)
    sizes = np.abs(np.diag(R))
    return np.sort(order[: int((sizes > 1e-7 * max(sizes[0], 1e-12)).sum())])


def _bounds(search: Search, y: Array) -> Bounds:
    sizes = np.array(search.system.model.variables.is_size)
    lower = np.where(sizes & (y > 0), SMALLEST_SIZE, -FAR)
    upper = np.where(sizes & (y < 0), -SMALLEST_SIZE, FAR)
    return Bounds(lower, upper)


def stationarity(search: Search, x: Array) -> Callable[[Array], Array]:
    """Equations, active inequalities, and the projected gradient along the free directions, as one system."""
    system, units = search.system, search.system.model.units
    active = np.flatnonzero(np.abs(system.limits(x[None])[0]) < ACTIVE_LIMIT)

    def held(rows: Array) -> Array:
        parts = [system.residuals(rows)]
        parts += [system.limits(rows)[:, active]] if len(active) else []
        return np.concatenate(parts, axis=1)

    def equations(rows: Array) -> Array:
        values, J = jacobian(held, rows, units)
        slope = (jacobian(search.quantity, rows, units)[1] * units)[:, 0, :]
        J = np.nan_to_num(J * units)
        across = (np.linalg.pinv(J, rcond=SLOPE_NOISE) @ (J @ slope[..., None]))[..., 0] if J.shape[1] else 0.0
        return np.concatenate([values, slope - across], axis=1)

    return equations


def _sharpen(search: Search, x: Array) -> Array:
    system = search.system
    sharper, _ = minimise(stationarity(search, x), x[None], system.model.units, rounds=6)
    settled, _ = minimise(system.residuals, sharper, system.model.units, rounds=4)
    return np.asarray(settled[0])


def _is_extremal(search: Search, x: Array) -> bool:
    residuals = search.system.residuals(x[None])
    if residuals.size and not float(np.abs(residuals).max()) < 1e-11:
        return False
    if not search.system.margins(x[None])[0] > -MARGIN_SLACK or _is_flat(search.system, x):
        return False
    return bool(np.abs(stationarity(search, x)(x[None])).max() < STATIONARY)


def _is_flat(system: System, x: Array) -> bool:
    state = system.model.place(x[None])
    conditions = (*system.model.equations, *system.model.promised)
    proper = [c for c in conditions if isinstance(c, s.Call) and c.name == "proper"]
    return any(float(residuals_of(c, state, system.model.size).margins.min()) < ACTIVE_LIMIT for c in proper)
