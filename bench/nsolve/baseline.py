"""What the kernel is compared with: the same target by `sympy.nsolve` on equations written down by hand.

The baseline is favoured on purpose. It starts from the kernel's own solution moved by about 5 %, so it never has
to find the right branch; it gets a figure already parsed; redundant equations are dropped and superfluous
symbols (a turn about an axis, the scale of a figure without lengths) are fixed by a rank test at the kernel's
solution; pieces and faces are read off that solution. Sympy's caches stay warm from case to case. It refuses,
with UnformulatedError, what has no plain equations (sections, parts, paths on surfaces, extrema) and figures that
keep some freedom of shape.
"""

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any, Literal

import mpmath
import numpy as np
import sympy as sp
from numpy.typing import NDArray
from scipy.linalg import qr

from bench.nsolve.conditions import equations_of
from bench.nsolve.measures import UnformulatedError
from bench.nsolve.placing import place
from bench.nsolve.scene import Scene
from geometry.notation import syntax as s
from geometry.shapes.coordinates import Coordinates

Array = NDArray[np.float64]

LIMIT_SECONDS = 10.0
"""A case that takes longer counts as wrong, with this time."""

PERTURBED = 0.05
"""How far the start is from the kernel's solution, relative to each symbol's value."""

STEP = 1e-4
"""Step of central differences, in units of a symbol: truncation near 1e-8, rounding far below."""

RANK = 1e-6
"""Relative size below which a row or direction of the Jacobian is zero; a hundred times the truncation."""

IMAGINARY = 1e-9
"""A target whose imaginary part is larger than this share of it is no solution of the figure."""


class BaselineFailedError(ArithmeticError):
    """nsolve gave no root, or the target has no real value there."""


class _OverLimit(BaseException):
    """Raised by the alarm; not an Exception, so that no library's handler swallows it."""


@dataclass(frozen=True)
class BaselineRun:
    """One case by nsolve: whether it could be written down, the target or the word none, and the time."""

    formulated: bool
    value: float | Literal["none"]
    milliseconds: float


def run_baseline(
    figure: s.Figure, coordinates: Coordinates, freedom: int, seed: int, limit: float = LIMIT_SECONDS
) -> BaselineRun:
    """Formulates, solves and measures within `limit` seconds. Main thread only: the limit is an alarm signal."""
    formulated = True
    value: float | Literal["none"] = "none"
    start = time.perf_counter()
    try:
        with _alarm(limit):
            value = nsolve_target(figure, coordinates, freedom, seed)
    except UnformulatedError:
        formulated = False
    except (BaselineFailedError, _OverLimit):
        pass
    seconds = min(time.perf_counter() - start, limit)
    return BaselineRun(formulated, value, 1000 * seconds)


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise _OverLimit

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def nsolve_target(figure: s.Figure, coordinates: Coordinates, freedom: int, seed: int) -> float:
    """The target by nsolve; `freedom` is what the kernel found left, `seed` moves the start."""
    scene = Scene(figure, coordinates)
    conditions = place(scene)
    found = [e for c in conditions for e in equations_of(c, scene)]
    found += [n.x**2 + n.y**2 + n.z**2 - 1 for n in scene.unit_normals]
    equations = [e for e in dict.fromkeys(sp.sympify(e) for e in found) if not e.is_number]
    target = sp.sympify(scene.value(figure.target))
    symbols = [x for x in scene.values if any(x in e.free_symbols for e in (*equations, target))]
    system = _System(scene, equations, symbols, target)
    if symbols and (len(equations) != len(symbols) or freedom):
        system = _reduced(system, freedom)
    return _evaluated(system.target, _roots(system, seed))


@dataclass(frozen=True)
class _System:
    """Equations for symbols, and the target in terms of them."""

    scene: Scene
    equations: Sequence[Any]
    symbols: Sequence[Any]
    target: Any

    @property
    def solution(self) -> Array:
        return np.array([float(self.scene.values[x]) for x in self.symbols])

    @property
    def units(self) -> Array:
        """One for shares and angles; the figure's size for lengths."""
        lengths = [abs(float(self.scene.values[x])) for x in self.symbols if x in self.scene.lengths]
        size = max(lengths, default=1.0)
        return np.array([size if x in self.scene.lengths else 1.0 for x in self.symbols])


def _roots(system: _System, seed: int) -> dict[Any, Any]:
    if not system.symbols:
        return {}
    rng = np.random.default_rng(seed)
    # A coordinate that is zero is moved as well, by the same share of a tenth of the figure.
    sizes = np.maximum(np.abs(system.solution), system.units / 10)
    start = system.solution + PERTURBED * sizes * rng.uniform(-1, 1, len(sizes))
    try:
        if len(system.symbols) == 1:
            return {system.symbols[0]: sp.nsolve(system.equations[0], system.symbols[0], float(start[0]))}
        found = sp.nsolve(list(system.equations), list(system.symbols), [float(v) for v in start])
    except (ValueError, TypeError, ArithmeticError, mpmath.libmp.NoConvergence) as error:
        raise BaselineFailedError(f"nsolve: {error}") from error
    return dict(zip(system.symbols, found, strict=True))


def _evaluated(target: Any, roots: dict[Any, Any]) -> float:
    value = complex(sp.N(target.xreplace(roots)))
    if not np.isfinite(value) or abs(value.imag) > IMAGINARY * abs(value):
        raise BaselineFailedError("the target has no real value at the root")
    return value.real


# A square system from a redundant or underdetermined one


def _reduced(system: _System, freedom: int) -> _System:
    """As many independent equations as symbols; symbols that nothing determines keep the kernel's value."""
    J, slope = _slopes(system)
    rows = _independent(J.T)
    columns = _independent(J[rows]) if rows else []
    if len(columns) < len(system.symbols):
        _refuse_shape_freedom(system, J, slope, freedom)
    kept = [system.symbols[i] for i in columns]
    fixed = {x: system.scene.values[x] for x in system.symbols if x not in kept}
    equations = [system.equations[i].xreplace(fixed) for i in rows]
    return _System(system.scene, equations, kept, system.target.xreplace(fixed))


def _slopes(system: _System) -> tuple[Array, Array]:
    """The Jacobian `(m, n)` with rows of length one or zero, and the target's slope `(n,)`, in natural units."""
    measure = sp.lambdify(system.symbols, [*system.equations, system.target], "numpy")
    x, units = system.solution, system.units
    columns = []
    for i in range(len(x)):
        step = np.zeros(len(x))
        step[i] = STEP * units[i]
        with np.errstate(all="ignore"):
            columns.append((np.array(measure(*(x + step))) - np.array(measure(*(x - step)))) / (2 * STEP))
    J = np.real(np.array(columns).T)
    if not np.isfinite(J).all():
        raise BaselineFailedError("the equations have no slope at the solution")
    sizes = np.linalg.norm(J, axis=1, keepdims=True)
    flat = sizes[:-1] < RANK * sizes[:-1].max(initial=0.0)
    rows = np.where(flat, 0.0, J[:-1] / np.where(flat, 1.0, sizes[:-1]))
    return rows, J[-1] / max(float(sizes[-1, 0]), np.finfo(float).tiny)


def _independent(columns: Array) -> list[int]:
    """Indices of a largest set of independent columns, by pivoted QR."""
    if not columns.size:
        return []
    _, upper, pivots = qr(columns, mode="economic", pivoting=True)
    sizes = np.abs(np.diag(upper))
    return sorted(int(i) for i in pivots[: int((sizes > RANK * max(sizes.max(), RANK)).sum())])


def _refuse_shape_freedom(system: _System, J: Array, slope: Array, freedom: int) -> None:
    """Only motions and, where no length is stated, the scale may be left; and the target must not feel them."""
    scaling = np.array([float(system.scene.values[x]) * (x in system.scene.lengths) for x in system.symbols])
    scaling = scaling / system.units
    scale_free = float(np.abs(J @ scaling).max(initial=0.0)) < RANK * float(np.linalg.norm(scaling))
    if freedom > int(scale_free):
        raise UnformulatedError("a figure with freedom of shape")
    _, sizes, basis = np.linalg.svd(J) if J.size else (None, np.zeros(0), np.eye(len(slope)))
    null = basis[int((sizes > RANK).sum()) :]
    if float(np.abs(null @ slope).max(initial=0.0)) > np.sqrt(RANK) / 10:
        raise UnformulatedError("a figure that its equations determine only to second order")
