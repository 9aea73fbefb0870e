"""Coordinates of a figure: points, named numbers and planes, for one figure or a batch of variants."""

import math
from dataclasses import dataclass, field

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, field_validator

from geometry import syntax as s
from geometry.values import Body
from geometry.vectors import Array

Vec3 = tuple[float, float, float]

UNIT_SLACK = 1e-9
"""How far the length of a unit normal may be from 1."""


@dataclass
class State:
    """What measures read: arrays `(3,)` / `(N, 3)` for points, `()` / `(N,)` for numbers."""

    solids: dict[str, s.SolidDecl]
    points: dict[str, Array] = field(default_factory=dict)
    numbers: dict[str, Array] = field(default_factory=dict)
    planes: dict[str, tuple[Array, Array]] = field(default_factory=dict)
    is_placed: bool = False
    """Every point is where it stays; only then a body may be built once and kept."""
    bodies: dict[str, Body] = field(default_factory=dict)


class PlaneEquation(BaseModel):
    """The plane of all x with normal · x = offset."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    normal: Vec3
    """A unit vector."""
    offset: float
    """Signed distance of the plane from the origin along the normal."""

    @field_validator("normal")
    @classmethod
    def _is_unit(cls, normal: Vec3) -> Vec3:
        if abs(math.hypot(*normal) - 1.0) > UNIT_SLACK:
            raise ValueError("the normal of a plane must have length 1; divide it and the offset by its length")
        return normal


class Coordinates(BaseModel):
    """Where everything of a figure is: what the solver returns and what any other tool may hand in."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    points: dict[str, Vec3]
    """Position of each point by label; hidden points of unnamed solids are called `k.1`, `k.base` ..."""
    numbers: dict[str, float] = Field(default_factory=dict)
    """Radii (`k.radius`, `k.top_radius`), parameters and unknowns by name."""
    planes: dict[str, PlaneEquation] = Field(default_factory=dict)
    """Named planes that the conditions determine."""


def state_of(figure: s.Figure, coordinates: Coordinates) -> State:
    """Coordinates as arrays, to be measured."""
    state = State({d.name: d for d in figure.solids})
    state.points = {name: np.array(p) for name, p in coordinates.points.items()}
    state.numbers = {name: np.asarray(v) for name, v in coordinates.numbers.items()}
    state.planes = {n: (np.array(p.normal), np.asarray(p.offset)) for n, p in coordinates.planes.items()}
    return state


def coordinates_of(state: State) -> Coordinates:
    """A single state as a record."""
    return Coordinates(
        points={name: _vec(p) for name, p in state.points.items()},
        numbers={name: float(v) for name, v in state.numbers.items()},
        planes={n: PlaneEquation(normal=_vec(v), offset=float(d)) for n, (v, d) in state.planes.items()},
    )


def pick(state: State, index: int) -> State:
    """Variant `index` of a batch."""
    chosen = State(state.solids)
    chosen.points = {n: p[index] if p.ndim == 2 else p for n, p in state.points.items()}
    chosen.numbers = {n: v[index] if v.ndim == 1 else v for n, v in state.numbers.items()}
    chosen.planes = {
        n: (v[index] if v.ndim == 2 else v, d[index] if d.ndim == 1 else d) for n, (v, d) in state.planes.items()
    }
    return chosen


def _vec(p: Array) -> Vec3:
    return (float(p[0]), float(p[1]), float(p[2]))
