"""Coordinates of a figure as arrays for measuring, for one figure or a batch of variants."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.numerics.vectors import Array, unit
from geometry.shapes.coordinates import Coordinates, PlaneEquation, Vec3
from geometry.shapes.values import Body, Plane


@dataclass
class FigureState:
    """Coordinates for measuring: arrays `(3,)` / `(N, 3)` for points, `()` / `(N,)` for numbers."""

    solids: dict[str, s.SolidDecl]
    points: dict[str, Array] = field(default_factory=dict)
    numbers: dict[str, Array] = field(default_factory=dict)
    planes: dict[str, tuple[Array, Array]] = field(default_factory=dict)
    is_placed: bool = False
    """Whether no point changes any more; only then are bodies cached (memoization)."""
    bodies: dict[str, Body] = field(default_factory=dict)


def state_of(figure: s.Figure, coordinates: Coordinates) -> FigureState:
    """Coordinates as arrays, for measuring."""
    state = FigureState({d.name: d for d in figure.solids})
    state.points = {name: np.array(p) for name, p in coordinates.points.items()}
    state.numbers = {name: np.asarray(v) for name, v in coordinates.numbers.items()}
    state.planes = {n: (np.array(p.normal), np.asarray(p.offset)) for n, p in coordinates.planes.items()}
    return state


def states_of(figure: s.Figure, coordinates: Sequence[Coordinates]) -> FigureState:
    """Coordinates of the same names as one batch."""
    first = coordinates[0]
    state = FigureState({d.name: d for d in figure.solids})
    try:
        state.points = {name: np.array([each.points[name] for each in coordinates]) for name in first.points}
        state.numbers = {name: np.array([each.numbers[name] for each in coordinates]) for name in first.numbers}
        planes = {name: [each.planes[name] for each in coordinates] for name in first.planes}
    except KeyError as error:
        raise GeometryError(f"not every one of the coordinates has {error.args[0]}") from error
    for name, them in planes.items():
        state.planes[name] = np.array([p.normal for p in them]), np.array([p.offset for p in them])
    return state


def coordinates_of(state: FigureState) -> Coordinates:
    """A single state as a record."""
    return Coordinates(
        points={name: _vec(p) for name, p in state.points.items()},
        numbers={name: float(v) for name, v in state.numbers.items()},
        planes={n: PlaneEquation(normal=_vec(v), offset=float(d)) for n, (v, d) in state.planes.items()},
    )


def pick(state: FigureState, index: int) -> FigureState:
    """Variant `index` of a batch."""
    chosen = FigureState(state.solids)
    chosen.points = {n: p[index] if p.ndim == 2 else p for n, p in state.points.items()}
    chosen.numbers = {n: v[index] if v.ndim == 1 else v for n, v in state.numbers.items()}
    chosen.planes = {
        n: (v[index] if v.ndim == 2 else v, d[index] if d.ndim == 1 else d) for n, (v, d) in state.planes.items()
    }
    return chosen


def plane_equation(plane: Plane) -> tuple[Array, Array]:
    """Unit normal `(..., 3)` and offset `(...)`, the form in which a state stores planes."""
    normal = unit(plane.normal)
    return normal, np.asarray((normal * plane.point).sum(-1))


def _vec(p: Array) -> Vec3:
    return (float(p[0]), float(p[1]), float(p[2]))
