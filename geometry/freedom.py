"""How many degrees of freedom a solved figure keeps, rigid motions of its separate groups not counted."""

import numpy as np

from geometry.dependencies import FRAME
from geometry.least_squares import STEP, jacobian
from geometry.parametrise import Model
from geometry.state import State
from geometry.system import System
from geometry.vectors import Array, cross

RANK_RELATIVE = 1e-6
"""Singular values below this fraction of the largest are zero: central differences are good to about 1e-9."""


def degrees_of_freedom(system: System, x: Array) -> int:
    """Independent ways the figure at `x` `(n,)` can change while every equation still holds to first order."""
    model = system.model
    _, J = jacobian(system.residuals, x[None], model.units)
    null = _null_space(J[0] * model.units)
    if null.shape[1] == 0:
        return 0
    changes = _descriptor_changes(model, x, null * model.units[:, None])
    motions = _rigid_motions(model, x)
    return _rank(np.concatenate([motions, changes])) - _rank(motions)


def _null_space(J: Array) -> Array:
    if J.size == 0:
        return np.eye(J.shape[1])
    _, sizes, basis = np.linalg.svd(J)
    rank = int((sizes > RANK_RELATIVE * max(sizes.max(initial=0.0), 1e-12)).sum())
    return basis[rank:].T


def _rank(rows: Array) -> int:
    if rows.size == 0:
        return 0
    sizes = np.linalg.svd(rows, compute_uv=False)
    return int((sizes > 1e-5 * max(sizes.max(), 1e-12)).sum()) if sizes.max() > 1e-9 else 0


def _descriptor(state: State, size: float) -> Array:
    """Everything that has a place or a size in the figure, as `(N, d)` in units of the figure's size."""
    columns = [p / size for p in state.points.values()]
    columns += [np.asarray(v).reshape(-1, 1) / size for v in state.numbers.values() if np.ndim(v)]
    for normal, offset in state.planes.values():
        columns += [np.atleast_2d(normal), np.reshape(offset, (-1, 1)) / size]
    rows = max(len(c) for c in columns)
    return np.concatenate([np.broadcast_to(c, (rows, c.shape[-1])) for c in columns], axis=1)


def _descriptor_changes(model: Model, x: Array, directions: Array) -> Array:
    """How the descriptor changes along each direction `(n, k)`: `(k, d)`."""
    steps = directions.T * STEP
    ahead, behind = (_descriptor(model.place(x + sign * steps), model.size) for sign in (1, -1))
    return (ahead - behind) / (2 * STEP)


def _rigid_motions(model: Model, x: Array) -> Array:
    """The descriptor's changes under the six motions of each separate group; none for one tied to the axes."""
    state = model.place(x[None])
    tied = model.groups.find(FRAME)
    roots = {model.groups.find(name) for name in (*state.points, *state.planes)} - {tied}
    rows = []
    for root in sorted(roots):
        for axis in np.eye(3):
            rows.append(_motion(model, state, root, axis, np.zeros(3)))
            rows.append(_motion(model, state, root, np.zeros(3), axis))
    return np.array(rows) if rows else np.zeros((0, _descriptor(state, model.size).shape[1]))


def _motion(model: Model, state: State, root: str, spin: Array, shift: Array) -> Array:
    """Velocity of the descriptor when group `root` turns about `spin` and moves along `shift` (in sizes)."""
    columns: list[Array] = []
    for label, p in state.points.items():
        moves = model.groups.find(label) == root
        columns.append((cross(spin, p[0] / model.size) + shift) * moves)
    columns += [np.zeros(1) for v in state.numbers.values() if np.ndim(v)]
    for name, (normal, _) in state.planes.items():
        moves = model.groups.find(name) == root
        n = np.atleast_2d(normal)[0]
        columns += [cross(spin, n) * moves, np.array([float(n @ shift)]) * moves]
    return np.concatenate(columns)
