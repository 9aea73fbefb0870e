"""Among all figures that satisfy the conditions, the one where a quantity is least or greatest.

Sequential quadratic programming from every feasible start, then Newton steps on the stationarity conditions
until the place of the extremum is as sharp as its value. A limit reached only by a flat figure is no extremum.
"""

from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize

from geometry import syntax as s
from geometry.evaluate import evaluate
from geometry.least_squares import jacobian, minimise
from geometry.predicates import demand_of
from geometry.system import System
from geometry.tolerances import MARGIN_SLACK
from geometry.vectors import Array

STATIONARY = 1e-6
"""Projected slope of the quantity, in units of its own size, below which a figure is stationary."""

SAME_VALUE = 1e-8
"""Starts whose extreme values agree to this fraction reached the same extremum."""

FLAT_MARGIN = 1e-6
"""A figure this near to being flat is the limit of figures, not one of them."""


def extremal_solutions(system: System, feasible: Array, extremum: s.Extremum) -> Array:
    """The feasible figures moved to the extremum; only those that reach the best value, none when there is none."""
    sign = 1.0 if extremum.direction == "minimize" else -1.0

    def quantity(x: Array) -> Array:
        return sign * system.measure(x, lambda state: evaluate(extremum.quantity, state))[:, None]

    scale = float(np.abs(quantity(feasible)).max()) or 1.0
    moved = np.array([_descend(system, x, lambda y: quantity(y) / scale) for x in feasible])
    moved = moved[np.isfinite(moved).all(-1)]
    if not len(moved):
        return moved
    moved = np.array([_sharpen(system, x, lambda y: quantity(y) / scale) for x in moved])
    moved = moved[[_is_extremal(system, x, lambda y: quantity(y) / scale) for x in moved]]
    if not len(moved):
        return moved
    values = quantity(moved)[:, 0] / scale
    return moved[values <= values.min() + SAME_VALUE * max(1.0, abs(float(values.min())))]


def _descend(system: System, start: Array, quantity: Callable[[Array], Array]) -> Array:
    units = system.model.units

    def at(y: Array) -> Array:
        return (y * units)[None]

    equal = {
        "type": "eq",
        "fun": lambda y: np.nan_to_num(system.residuals(at(y))[0], nan=1e3),
        "jac": lambda y: np.nan_to_num(jacobian(system.residuals, at(y), units)[1][0] * units),
    }
    inside = {
        "type": "ineq",
        "fun": lambda y: np.nan_to_num(system.all_margins(at(y))[0], nan=-1.0),
        "jac": lambda y: np.nan_to_num(jacobian(system.all_margins, at(y), units)[1][0] * units),
    }
    has_equations = system.residuals(start[None]).shape[-1] > 0
    result = minimize(
        lambda y: float(np.nan_to_num(quantity(at(y))[0, 0], nan=1e6)),
        start / units,
        jac=lambda y: np.nan_to_num(jacobian(quantity, at(y), units)[1][0, 0] * units),
        method="SLSQP",
        constraints=[equal, inside] if has_equations else [inside],
        options={"maxiter": 200, "ftol": 1e-14},
    )
    return np.asarray(result.x * units)


def _active(system: System, x: Array) -> Array:
    """Which inequalities are at their limit at `x`."""
    return np.flatnonzero(np.abs(system.all_margins(x[None])[0]) < FLAT_MARGIN)


def _stationarity(system: System, x: Array, quantity: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Equations, inequalities at their limit, and the slope along what they leave free, as one system."""
    units, active = system.model.units, _active(system, x)

    def held(rows: Array) -> Array:
        return np.concatenate([system.residuals(rows), system.all_margins(rows)[:, active]], axis=1)

    def equations(rows: Array) -> Array:
        values, J = jacobian(held, rows, units)
        _, slope = jacobian(quantity, rows, units)
        J, slope = J * units, (slope * units)[:, 0, :]
        across = np.linalg.pinv(J, rcond=1e-9) @ (J @ slope[..., None]) if J.shape[1] else np.zeros_like(slope)[..., None]
        return np.concatenate([values, slope - across[..., 0]], axis=1)

    return equations


def _sharpen(system: System, x: Array, quantity: Callable[[Array], Array]) -> Array:
    equations = _stationarity(system, x, quantity)
    sharper, _ = minimise(equations, x[None], system.model.units, rounds=8)
    settled, _ = minimise(system.residuals, sharper, system.model.units, rounds=4)
    return np.asarray(settled[0])


def _is_extremal(system: System, x: Array, quantity: Callable[[Array], Array]) -> bool:
    residuals = system.residuals(x[None])
    if residuals.size and not float(np.abs(residuals).max()) < 1e-11:
        return False
    if not system.margins(x[None])[0] > -MARGIN_SLACK or _is_flat(system, x):
        return False
    slope = _stationarity(system, x, quantity)(x[None])[0]
    return bool(np.abs(slope).max() < STATIONARY)


def _is_flat(system: System, x: Array) -> bool:
    state = system.model.place(x[None])
    conditions = (*system.model.equations, *system.model.promised)
    proper = [c for c in conditions if isinstance(c, s.Call) and c.name == "proper"]
    return any(float(demand_of(c, state, system.model.size).margins.min()) < FLAT_MARGIN for c in proper)
