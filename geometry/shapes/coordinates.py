"""The record of a figure's coordinates. Lightweight: does not import numpy."""

import math

from pydantic import Field, field_validator

from geometry.record import Record

Vec3 = tuple[float, float, float]

UNIT_SLACK = 1e-9
"""Tolerance on the length of a unit normal."""


class PlaneEquation(Record):
    """The plane of all x with normal · x = offset."""

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


class Coordinates(Record):
    """All coordinates of a figure: returned by the solver, and accepted from any other tool."""

    points: dict[str, Vec3]
    """Position of each point by label; hidden points of unnamed solids are called `k.1`, `k.base` ..."""
    numbers: dict[str, float] = Field(default_factory=dict)
    """Radii (`k.radius`, `k.top_radius`), parameters and unknowns by name."""
    planes: dict[str, PlaneEquation] = Field(default_factory=dict)
    """Named planes that the conditions determine."""
