"""Degrees of freedom of a solved figure, not counting rigid motions of its separate groups.

A singular Jacobian alone does not prove freedom: where a condition is at its extreme value (a tangent line, a
greatest angle) the equations have a double root, flat to first order yet isolated. So a step is taken along every
null direction and projected back; if it returns to the start it is a double root, which is then refined.
"""

from dataclasses import dataclass

import numpy as np

from geometry.notation.rigid_groups import FRAME
from geometry.numerics.least_squares import jacobian, minimise
from geometry.numerics.null_space import null_space
from geometry.numerics.vectors import Array, cross
from geometry.shapes.state import FigureState
from geometry.solver.model import Model
from geometry.solver.system import System

WALK = 1e-3
"""Length, in figure sizes, of the trial step that tests whether a direction is free."""

SNAPPED_BACK = 0.1
"""If a trial step ends closer to its start than this fraction of its length, its direction is not free."""


@dataclass(frozen=True)
class Freedom:
    """`degrees` left; the null directions `(k, n)` in figure units; those of them that belong to double roots."""

    degrees: int
    directions: Array
    double_roots: Array


def freedom_at(system: System, x: Array) -> Freedom:
    """The freedom of the figure at `x` `(n,)`."""
    model = system.model
    if not len(x):
        return Freedom(0, np.zeros((0, 0)), np.zeros((0, 0)))
    _, J = jacobian(system.residuals, x[None], model.units)
    null = null_space(J[0] * model.units).T
    if not len(null):
        return Freedom(0, null, null)
    # No short tail here: convergence to a double root is linear, and that is what must be detected.
    walked, _ = minimise(system.residuals, x + WALK * null * model.units, model.units, tail=60)
    shifts = (walked - x) / model.units / WALK
    back = _flat_directions(null, shifts)
    changes = (_descriptor(model.place(walked), model.size) - _descriptor(model.place(x[None]), model.size)) / WALK
    motions = _rigid_motions(model, x)
    degrees = _rank(np.concatenate([motions, changes])) - _rank(motions)
    return Freedom(degrees, null, back)


def _flat_directions(null: Array, shifts: Array) -> Array:
    """Combinations of the null directions along which every trial step returned to its start."""
    along = shifts @ null.T
    combinations, sizes, _ = np.linalg.svd(along)
    return np.asarray(combinations.T[sizes < SNAPPED_BACK] @ null)


def _rank(rows: Array) -> int:
    """The rank of unit-sized changes: less than a tenth of a trial step is second-order noise."""
    if rows.size == 0:
        return 0
    return int((np.linalg.svd(rows, compute_uv=False) > SNAPPED_BACK / 2).sum())


def sharpen_double_root(system: System, x: Array, directions: Array) -> tuple[Array, float]:
    """`x` moved to the exact double root along `directions`, and the largest residual there.

    Solving only r(x) = 0 leaves an error of the square root of the rounding error; adding J(x) v = 0 makes the
    root simple again: deflation (Leykin, Verschelde, Zhao: Newton's method with deflation, 2006).
    """
    units, n, k = system.model.units, len(x), len(directions)
    if not k:
        return x, 0.0

    def deflated(rows: Array) -> Array:
        at, V = rows[:, :n] * units, rows[:, n:].reshape(-1, k, n)
        values, J = jacobian(system.residuals, at, units)
        killed = V @ np.swapaxes(J * units, 1, 2)
        pinned = V @ directions.T - np.eye(k)
        return np.concatenate([values, killed.reshape(len(rows), -1), pinned.reshape(len(rows), -1)], axis=1)

    start = np.concatenate([x / units, directions.ravel()])[None]
    sharper, worst = minimise(deflated, start, np.ones(n + k * n), rounds=16)
    return np.asarray(sharper[0, :n] * units), float(worst[0])


def _descriptor(state: FigureState, size: float) -> Array:
    """All positions and sizes in the figure as `(N, d)`, relative to the figure's size."""
    columns = [np.atleast_2d(p) / size for p in state.points.values()]
    columns += [np.reshape(v, (-1, 1)) / size for v in state.numbers.values() if np.ndim(v)]
    for normal, offset in state.planes.values():
        columns += [np.atleast_2d(normal), np.reshape(offset, (-1, 1)) / size]
    rows = max(len(c) for c in columns)
    return np.concatenate([np.broadcast_to(c, (rows, c.shape[-1])) for c in columns], axis=1)


def _rigid_motions(model: Model, x: Array) -> Array:
    """The descriptor's changes under the six rigid motions of each group; none for a group tied to the axes."""
    state = model.place(x[None])
    tied = model.groups.find(FRAME)
    roots = {model.groups.find(name) for name in (*state.points, *state.planes)} - {tied}
    rows = []
    for root in sorted(roots):
        for axis in np.eye(3):
            rows.append(_motion(model, state, root, axis, np.zeros(3)))
            rows.append(_motion(model, state, root, np.zeros(3), axis))
    return np.array(rows) if rows else np.zeros((0, _descriptor(state, model.size).shape[1]))


def _motion(model: Model, state: FigureState, root: str, spin: Array, shift: Array) -> Array:
    """Velocity of the descriptor when group `root` rotates about `spin` and moves along `shift` (in sizes)."""
    columns: list[Array] = []
    for label, p in state.points.items():
        moves = model.groups.find(label) == root
        columns.append((cross(spin, np.atleast_2d(p)[0] / model.size) + shift) * moves)
    columns += [np.zeros(1) for v in state.numbers.values() if np.ndim(v)]
    for name, (normal, _) in state.planes.items():
        moves = model.groups.find(name) == root
        n = np.atleast_2d(normal)[0]
        columns += [cross(spin, n) * moves, np.array([float(n @ shift) * moves])]
    return np.concatenate(columns)
