"""Levenberg–Marquardt over many starts at once.

All starts and all finite-difference neighbours of a figure are evaluated in one batched call, so that eight
starts cost little more than one. The hard cases that do not converge here go to scipy's trust-region solver
in `solve`.
"""

from collections.abc import Callable

import numpy as np

from geometry.vectors import Array

Residuals = Callable[[Array], Array]

STEP = 6e-6
"""Relative step of central differences: the cube root of the machine's precision, where their error is least."""

DONE = 1e-14
"""Residuals below this are rounding; iterating further only shuffles the last bits."""


TAIL = 26
"""Rounds granted to the slower half of the starts once the other half is done: towards a double root the error only
halves in each round, and a start must still be able to get from one size away to the 1e-7 where it counts as there."""


def jacobian(residuals: Residuals, x: Array, units: Array) -> tuple[Array, Array]:
    """Residuals `(N, m)` and their derivatives `(N, m, n)` at `x` `(N, n)`, in one batched evaluation."""
    count, n = x.shape
    steps = np.diag(STEP * units)
    cloud = np.concatenate([x[:, None, :], x[:, None, :] + steps, x[:, None, :] - steps], axis=1)
    values = residuals(cloud.reshape(-1, n)).reshape(count, 2 * n + 1, -1)
    with np.errstate(invalid="ignore", over="ignore"):
        slopes = (values[:, 1 : n + 1] - values[:, n + 1 :]) / (2 * STEP * units)[:, None]
    return values[:, 0], np.swapaxes(slopes, 1, 2)


def minimise(
    residuals: Residuals, starts: Array, units: Array, rounds: int = 60, tail: int = TAIL
) -> tuple[Array, Array]:
    """The best points reached from `starts` `(N, n)` and their largest residuals `(N,)`.

    Once half the starts are done the others get `tail` more rounds.
    """
    x = starts.copy()
    r, J = jacobian(residuals, x, units)
    cost = _cost(r)
    damping = np.full(len(x), 1e-3)
    stalled = np.zeros(len(x), dtype=int)
    for _ in range(rounds):
        active = (stalled < 8) & (_worst(r) > DONE) & np.isfinite(cost)
        tail -= 2 * active.sum() < len(x)
        if not active.any() or tail < 0:
            break
        index = np.flatnonzero(active)
        trial = x[index] + _steps(J[index], r[index], damping[index], units)
        trial_r, trial_J = jacobian(residuals, trial, units)
        trial_cost = _cost(trial_r)
        better = trial_cost < cost[index]
        gained = better & (trial_cost < cost[index] * (1 - 1e-3))
        moved = index[better]
        x[moved], r[moved], J[moved], cost[moved] = (
            trial[better],
            trial_r[better],
            trial_J[better],
            trial_cost[better],
        )
        damping[index] = np.where(better, damping[index] * 0.1, damping[index] * 8).clip(1e-12, 1e8)
        stalled[index] = np.where(gained, 0, stalled[index] + 1)
    return x, _worst(r)


def _cost(r: Array) -> Array:
    with np.errstate(invalid="ignore", over="ignore"):
        cost = (r * r).sum(-1)
    return np.where(np.isfinite(cost), cost, np.inf)


def _worst(r: Array) -> Array:
    if r.shape[-1] == 0:
        return np.zeros(len(r))
    worst = np.abs(r).max(-1)
    return np.where(np.isfinite(worst), worst, np.inf)


def _steps(J: Array, r: Array, damping: Array, units: Array) -> Array:
    """Damped Gauss–Newton steps, each variable measured in its own unit."""
    scaled = np.nan_to_num(J * units, posinf=0.0, neginf=0.0)
    normal = np.swapaxes(scaled, 1, 2) @ scaled
    n = normal.shape[-1]
    gradient = (np.swapaxes(scaled, 1, 2) @ np.nan_to_num(r, posinf=0.0, neginf=0.0)[..., None])[..., 0]
    diagonal = np.einsum("ijj->ij", normal)
    # The floor keeps directions that no equation feels (freedom of the figure) from running away.
    floor = np.maximum(diagonal, 1e-6 * np.maximum(diagonal.max(-1, keepdims=True), 1e-12))
    damped = normal + (damping[:, None] * floor)[:, :, None] * np.eye(n) + 1e-14 * np.eye(n)
    return -np.linalg.solve(damped, gradient[..., None])[..., 0] * units
