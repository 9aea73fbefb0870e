"""Batched Levenberg–Marquardt least squares from many starts.

All starts and all finite-difference neighbours of a figure are evaluated in one batched call, so that thirty
starts cost only a few times as much as one. Cases that do not converge here go to scipy's trust-region solver
in `solve`.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.numerics.vectors import Array

Residuals = Callable[[Array], Array]

STEP = 6e-6
"""Relative step of central differences: the cube root of machine epsilon minimises their error."""

FORWARD_STEP = 1.5e-8
"""Relative step of forward differences: the square root of machine epsilon. Half the evaluations, derivatives accurate
to 1e-8, which costs the search only a fraction of an iteration at the end."""

DONE = 1e-13
"""Residuals below this are rounding errors; further iterations only change the last bits."""

SETTLED = 1e-12
"""Once the largest residual is below this, an iteration without improvement is the last one."""

STALLS = 8
"""Iterations without improvement after which a start is abandoned."""

TAIL = 4
"""Extra iterations for the slower half of the starts once the other half is done; creeping ones continue after that."""

CREEPING = (0.02, 0.4)
"""Convergence to a double root is linear: the error halves in each iteration and the squared residuals fall to a
sixteenth. Starts whose cost ratio is in this range are converging to one; lower is faster, higher is stuck."""

PATIENCE, HOPELESS = 9, 1e-2
"""A start whose sum of squared residuals still exceeds HOPELESS after PATIENCE iterations is not converging; one that
approaches a double root is a thousand times lower by then."""


def jacobian(residuals: Residuals, x: Array, units: Array) -> tuple[Array, Array]:
    """Residuals `(N, m)` and their derivatives `(N, m, n)` at `x` `(N, n)`, by central differences."""
    count, n = x.shape
    steps = np.diag(STEP * units)
    cloud = np.concatenate([x[:, None, :], x[:, None, :] + steps, x[:, None, :] - steps], axis=1)
    values = residuals(cloud.reshape(-1, n)).reshape(count, 2 * n + 1, -1)
    with np.errstate(invalid="ignore", over="ignore"):
        slopes = (values[:, 1 : n + 1] - values[:, n + 1 :]) / (2 * STEP * units)[:, None]
    return values[:, 0], np.swapaxes(slopes, 1, 2)


def _rough_jacobian(residuals: Residuals, x: Array, units: Array) -> tuple[Array, Array]:
    """The same by forward differences; zero for variables without a unit, which are held."""
    count, n = x.shape
    moving = np.flatnonzero(units)
    steps = np.diag(FORWARD_STEP * units)[moving]
    cloud = np.concatenate([x[:, None, :], x[:, None, :] + steps], axis=1)
    values = residuals(cloud.reshape(-1, n)).reshape(count, len(moving) + 1, -1)
    slopes = np.swapaxes((values[:, 1:] - values[:, :1]) / (FORWARD_STEP * units[moving])[:, None], 1, 2)
    if len(moving) == n:
        return values[:, 0], slopes
    widened = np.zeros((*slopes.shape[:2], n))
    widened[..., moving] = slopes
    return values[:, 0], widened


@dataclass
class _Run:
    """The current iterate of every start."""

    x: Array
    r: Array
    J: Array
    cost: Array
    damping: Array
    stalled: NDArray[np.int64]
    fall: Array

    def creeping(self, index: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of `index` that approach a double root."""
        low, high = CREEPING
        return index[(self.fall[index] > low) & (self.fall[index] < high)]

    def active(self) -> NDArray[np.int64]:
        return np.flatnonzero((self.stalled < STALLS) & (_worst(self.r) > DONE) & np.isfinite(self.cost))

    def take(self, index: NDArray[np.int64], x: Array, r: Array, J: Array) -> None:
        """Accepts the trial points that are better, and updates damping and stall counts."""
        cost = _cost(r)
        better = cost < self.cost[index]
        gained = better & (cost < self.cost[index] * (1 - 1e-3))
        last = np.where(_worst(self.r[index]) < SETTLED, STALLS, 1)
        self.stalled[index] = np.where(gained, 0, self.stalled[index] + last)
        self.damping[index] = np.where(better, self.damping[index] * 0.1, self.damping[index] * 8).clip(1e-12, 1e8)
        self.fall[index] = np.where(better, cost / self.cost[index], 1.0)
        moved = index[better]
        self.x[moved], self.r[moved], self.J[moved] = x[better], r[better], J[better]
        self.cost[moved] = cost[better]


@np.errstate(invalid="ignore", over="ignore")
def minimise(
    residuals: Residuals, starts: Array, units: Array, rounds: int = 60, tail: int = TAIL
) -> tuple[Array, Array]:
    """The best points reached from `starts` `(N, n)` and their largest residuals `(N,)`.

    Once half the starts are done the others get `tail` more iterations, or as many as needed if they creep. A variable
    whose unit is 0 is held where it starts, which may be elsewhere for each start.
    """
    r, J = _rough_jacobian(residuals, starts, units)
    ones = np.ones(len(starts))
    run = _Run(starts.copy(), r, J, _cost(r), 1e-3 * ones, np.zeros(len(starts), dtype=np.int64), ones.copy())
    for done in range(rounds):
        if done == PATIENCE:
            run.stalled[run.cost > HOPELESS] = STALLS
        index = run.active()
        tail -= 2 * len(index) < len(starts)
        index = run.creeping(index) if tail < 0 else index
        if not len(index):
            break
        trial = run.x[index] + _steps(run.J[index], run.r[index], run.damping[index], units)
        run.take(index, trial, *_rough_jacobian(residuals, trial, units))
    return run.x, _worst(run.r)


def _cost(r: Array) -> Array:
    cost = (r * r).sum(-1)
    return np.where(np.isfinite(cost), cost, np.inf)


def _worst(r: Array) -> Array:
    if r.shape[-1] == 0:
        return np.zeros(len(r))
    worst = np.abs(r).max(-1)
    return np.where(np.isfinite(worst), worst, np.inf)


def _finite(values: Array) -> Array:
    return np.where(np.isfinite(values), values, 0.0)


def _steps(J: Array, r: Array, damping: Array, units: Array) -> Array:
    """Damped Gauss–Newton steps, each variable scaled by its own unit."""
    scaled = _finite(J * units)
    normal = np.swapaxes(scaled, 1, 2) @ scaled
    n = normal.shape[-1]
    gradient = (np.swapaxes(scaled, 1, 2) @ _finite(r)[..., None])[..., 0]
    diagonal = np.einsum("ijj->ij", normal)
    # The lower bound on the damping keeps directions without any equation (degrees of freedom) from diverging.
    floor = np.maximum(diagonal, 1e-6 * np.maximum(diagonal.max(-1, keepdims=True), 1e-12))
    damped = normal + (damping[:, None] * floor)[:, :, None] * np.eye(n) + 1e-14 * np.eye(n)
    return -np.linalg.solve(damped, gradient[..., None])[..., 0] * units
