"""Plane sections and parts of cylinders, cones, cone frusta, balls and hemispheres.

Any plane that cuts the solid is allowed: perpendicular, parallel or oblique to the axis, through the apex or
through the base disks. A plane that misses or only touches the solid raises GeometryError; the plane of a base
disk has that disk as its section, but does not give two parts.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.errors import GeometryError
from geometry.shapes.round_profiles import (
    Plane,
    Profile,
    Spherical,
    Straight,
    conic,
    kept_disk,
    kept_lateral,
    kept_volume,
    segment_area,
)
from geometry.shapes.round_solids import Ball, HalfBall, RoundSolid, Solid, cap_area, cap_volume

__all__ = [
    "Ball",
    "HalfBall",
    "RoundSolid",
    "Solid",
    "part_area",
    "part_volume",
    "section_area",
    "section_perimeter",
]

FloatArray = NDArray[np.float64]

TOUCHING_RELATIVE = 1e-10
"""Tolerance: a plane that enters the solid by less than this times its size only touches it."""

PERPENDICULAR = 1e-12
"""Tolerance: a normal whose sine to the axis is below this is parallel to it; keeps base planes exactly parallel."""


def section_area(solid: Solid, point: ArrayLike, normal: ArrayLike) -> float:
    """Area of the section of the solid by the plane."""
    if isinstance(solid, Ball):
        return math.pi * _circle_in_ball(solid, point, normal)[0] ** 2
    profile, plane = _section_frame(solid, point, normal)
    if isinstance(profile, Spherical):
        radius, half_angle = _arc_in_half_ball(profile, plane)
        return segment_area(radius, half_angle)
    return conic(profile, plane).area()


def section_perimeter(solid: Solid, point: ArrayLike, normal: ArrayLike) -> float:
    """Length of the boundary of the section, including chords across base disks."""
    if isinstance(solid, Ball):
        return 2.0 * math.pi * _circle_in_ball(solid, point, normal)[0]
    profile, plane = _section_frame(solid, point, normal)
    if isinstance(profile, Spherical):
        radius, half_angle = _arc_in_half_ball(profile, plane)
        return 2.0 * radius * (half_angle + math.sin(half_angle))
    return conic(profile, plane).perimeter()


def part_volume(solid: Solid, point: ArrayLike, normal: ArrayLike) -> float:
    """Volume of the part on the side the normal points to."""
    if isinstance(solid, Ball):
        return float(cap_volume(solid.radius, _circle_in_ball(solid, point, normal)[1]))
    return kept_volume(*_part_frame(solid, point, normal))


def part_area(solid: Solid, point: ArrayLike, normal: ArrayLike) -> float:
    """Total surface area of the part on the side the normal points to, including the cut face."""
    cut = section_area(solid, point, normal)
    if isinstance(solid, Ball):
        return float(cap_area(solid.radius, _circle_in_ball(solid, point, normal)[1])) + cut
    profile, plane = _part_frame(solid, point, normal)
    disks = kept_disk(profile, plane, 0.0) + kept_disk(profile, plane, profile.height)
    return kept_lateral(profile, plane) + disks + cut


def _circle_in_ball(ball: Ball, point: ArrayLike, normal: ArrayLike) -> tuple[float, float]:
    """Radius of the circle in which the plane cuts the ball, and height of the cap on the normal's side."""
    through, direction = _plane(point, normal)
    distance = float((through - ball.center) @ direction)
    if abs(distance) >= ball.radius * (1.0 - TOUCHING_RELATIVE):
        raise GeometryError("The plane does not cut the ball.")
    return math.sqrt((ball.radius - distance) * (ball.radius + distance)), ball.radius - distance


def _arc_in_half_ball(profile: Spherical, plane: Plane) -> tuple[float, float]:
    """Radius and half angle of the arc the plane cuts from the curved surface; π for a whole circle."""
    radius = math.sqrt((profile.base_radius - plane.d) * (profile.base_radius + plane.d))
    centre_height, reach = plane.d * plane.nz, plane.nx * radius
    below, above = math.sqrt(max(reach - centre_height, 0.0)), math.sqrt(max(reach + centre_height, 0.0))
    return radius, math.pi if below == 0.0 else 2.0 * math.atan2(above, below)


def _plane(point: ArrayLike, normal: ArrayLike) -> tuple[FloatArray, FloatArray]:
    through, direction = np.asarray(point, dtype=np.float64), np.asarray(normal, dtype=np.float64)
    if through.shape != (3,) or direction.shape != (3,) or not np.isfinite([*through, *direction]).all():
        raise GeometryError("A plane needs a finite point and a finite normal in space.")
    length = float(np.linalg.norm(direction))
    if length == 0.0:
        raise GeometryError("The normal of the plane has no direction.")
    return through, direction / length


@dataclass(frozen=True)
class _Placed:
    """A cut in the frame of the solid, with the plane's distances from the tangent positions on either side."""

    profile: Profile
    plane: Plane
    above: float
    below: float
    size: float

    @property
    def cuts(self) -> bool:
        return min(self.above, self.below) > TOUCHING_RELATIVE * self.size


def _placed(solid: RoundSolid | HalfBall, point: ArrayLike, normal: ArrayLike) -> _Placed:
    through, direction = _plane(point, normal)
    profile: Profile
    if isinstance(solid, HalfBall):
        foot, axis, profile = solid.center, solid.pole, Spherical(float(solid.radius))
    else:
        foot, axis = solid.base, solid.top - solid.base
        profile = Straight(float(solid.base_radius), float(solid.top_radius), solid.height)
    axis = axis / np.linalg.norm(axis)
    nz = float(direction @ axis)
    nx = float(np.linalg.norm(direction - nz * axis))
    if nx < PERPENDICULAR:
        nx, nz = 0.0, math.copysign(1.0, nz)
    plane = Plane(nx, nz, float((through - foot) @ direction))
    high, low = _support(profile, nx, nz), -_support(profile, nx, -nz)
    size = max(profile.height, profile.base_radius, profile.top_radius)
    return _Placed(profile, plane, high - plane.d, plane.d - low, size)


def _support(profile: Profile, nx: float, nz: float) -> float:
    """Largest value of nx·x + nz·z over the solid."""
    if isinstance(profile, Spherical) and nz > 0.0:
        return profile.base_radius
    return max(nx * profile.base_radius, nx * profile.top_radius + nz * profile.height)


def _part_frame(solid: RoundSolid | HalfBall, point: ArrayLike, normal: ArrayLike) -> tuple[Profile, Plane]:
    placed = _placed(solid, point, normal)
    if not placed.cuts:
        raise GeometryError("The plane does not cut the round solid into two parts.")
    return placed.profile, placed.plane


def _section_frame(solid: RoundSolid | HalfBall, point: ArrayLike, normal: ArrayLike) -> tuple[Profile, Plane]:
    placed = _placed(solid, point, normal)
    if placed.cuts:
        return placed.profile, placed.plane
    profile, plane = placed.profile, placed.plane
    touches = min(placed.above, placed.below) > -TOUCHING_RELATIVE * placed.size
    level = 0.0 if abs(plane.d) < profile.height / 2.0 else profile.height
    if not touches or plane.nx > 0.0 or profile.radius(level) == 0.0:
        raise GeometryError("The plane does not cut the round solid.")
    return profile, Plane(0.0, plane.nz, plane.nz * level)
