"""Right circular solids: closed forms of volume and area, from numbers (batched) or from a placed solid.

A cone is a frustum with top radius 0 and a cylinder is one with equal radii. Raises GeometryError unless radii
and heights are positive and finite; one invalid member rejects the whole batch.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.errors import GeometryError

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RoundSolid:
    """A cylinder, cone or cone frustum between two disks perpendicular to the axis base-top."""

    base: FloatArray
    """(3,) centre of the base disk."""

    top: FloatArray
    """(3,) centre of the top disk, or the apex of a cone."""

    base_radius: float
    top_radius: float

    def __post_init__(self) -> None:
        _set_point(self, "base", self.base)
        _set_point(self, "top", self.top)
        radii = np.asarray([self.base_radius, self.top_radius], dtype=np.float64)
        if not np.isfinite(radii).all() or radii.min() < 0.0 or radii.max() <= 0.0:
            raise GeometryError("The radii of a round solid must not be negative nor both zero.")
        if not np.linalg.norm(self.top - self.base) > 0.0:
            raise GeometryError("The axis of the round solid has no length.")

    @property
    def height(self) -> float:
        """Distance between the centres of the two disks."""
        return float(np.linalg.norm(self.top - self.base))


@dataclass(frozen=True, eq=False)
class Ball:
    """A solid ball."""

    center: FloatArray
    radius: float

    def __post_init__(self) -> None:
        _set_point(self, "center", self.center)
        _positive(self.radius)


@dataclass(frozen=True, eq=False)
class HalfBall:
    """A hemisphere: the half of a ball on the side its pole points to, closed by a flat disk."""

    center: FloatArray
    """(3,) centre of the flat disk."""

    pole: FloatArray
    """(3,) direction from the disk into the solid, of any length."""

    radius: float

    def __post_init__(self) -> None:
        _set_point(self, "center", self.center)
        _set_point(self, "pole", self.pole)
        _positive(self.radius)
        if not np.linalg.norm(self.pole) > 0.0:
            raise GeometryError("The pole of the hemisphere has no direction.")


Solid = RoundSolid | Ball | HalfBall


def cylinder(base: ArrayLike, top: ArrayLike, radius: float) -> RoundSolid:
    """Right circular cylinder between two disk centres."""
    return RoundSolid(_array(base), _array(top), radius, radius)


def cone(base: ArrayLike, apex: ArrayLike, radius: float) -> RoundSolid:
    """Right circular cone on a disk."""
    return RoundSolid(_array(base), _array(apex), radius, 0.0)


def volume(solid: Solid) -> float:
    """Volume of a placed round solid."""
    if isinstance(solid, Ball):
        return float(sphere_volume(solid.radius))
    if isinstance(solid, HalfBall):
        return float(hemisphere_volume(solid.radius))
    return float(frustum_volume(solid.base_radius, solid.top_radius, solid.height))


def lateral_area(solid: Solid) -> float:
    """Area of the curved part of the surface."""
    if isinstance(solid, Ball):
        return float(sphere_area(solid.radius))
    if isinstance(solid, HalfBall):
        return float(hemisphere_lateral_area(solid.radius))
    return float(frustum_lateral_area(solid.base_radius, solid.top_radius, solid.height))


def total_area(solid: Solid) -> float:
    """Area of the whole surface, including flat disks."""
    if isinstance(solid, Ball):
        return float(sphere_area(solid.radius))
    if isinstance(solid, HalfBall):
        return float(hemisphere_total_area(solid.radius))
    return float(frustum_total_area(solid.base_radius, solid.top_radius, solid.height))


def cylinder_volume(radius: ArrayLike, height: ArrayLike) -> FloatArray:
    """πr²h."""
    return np.asarray(np.pi * _positive(radius) ** 2 * _positive(height))


def cylinder_lateral_area(radius: ArrayLike, height: ArrayLike) -> FloatArray:
    """2πrh."""
    return np.asarray(2.0 * np.pi * _positive(radius) * _positive(height))


def cylinder_total_area(radius: ArrayLike, height: ArrayLike) -> FloatArray:
    """2πr(r + h)."""
    r = _positive(radius)
    return np.asarray(2.0 * np.pi * r * (r + _positive(height)))


def cone_volume(radius: ArrayLike, height: ArrayLike) -> FloatArray:
    """πr²h/3."""
    return np.asarray(np.pi * _positive(radius) ** 2 * _positive(height) / 3.0)


def cone_lateral_area(radius: ArrayLike, height: ArrayLike) -> FloatArray:
    """πrl with l the slant height."""
    return np.asarray(np.pi * _positive(radius) * slant_height(radius, 0.0, height))


def cone_total_area(radius: ArrayLike, height: ArrayLike) -> FloatArray:
    """πr(r + l) with l the slant height."""
    r = _positive(radius)
    return np.asarray(np.pi * r * (r + slant_height(r, 0.0, height)))


def frustum_volume(base_radius: ArrayLike, top_radius: ArrayLike, height: ArrayLike) -> FloatArray:
    """πh(R² + Rr + r²)/3; either radius may be 0."""
    big, small = _radii(base_radius, top_radius)
    return np.asarray(np.pi * _positive(height) * (big**2 + big * small + small**2) / 3.0)


def frustum_lateral_area(base_radius: ArrayLike, top_radius: ArrayLike, height: ArrayLike) -> FloatArray:
    """π(R + r)l with l the slant height."""
    big, small = _radii(base_radius, top_radius)
    return np.asarray(np.pi * (big + small) * slant_height(big, small, height))


def frustum_total_area(base_radius: ArrayLike, top_radius: ArrayLike, height: ArrayLike) -> FloatArray:
    """π(R + r)l + πR² + πr²."""
    big, small = _radii(base_radius, top_radius)
    return np.asarray(frustum_lateral_area(big, small, height) + np.pi * (big**2 + small**2))


def slant_height(base_radius: ArrayLike, top_radius: ArrayLike, height: ArrayLike) -> FloatArray:
    """Length of a generator of a frustum, cone (top radius 0) or cylinder (equal radii)."""
    big, small = _radii(base_radius, top_radius)
    return np.asarray(np.hypot(big - small, _positive(height)))


def sphere_volume(radius: ArrayLike) -> FloatArray:
    """4πr³/3."""
    return np.asarray(4.0 * np.pi * _positive(radius) ** 3 / 3.0)


def sphere_area(radius: ArrayLike) -> FloatArray:
    """4πr²."""
    return np.asarray(4.0 * np.pi * _positive(radius) ** 2)


def hemisphere_volume(radius: ArrayLike) -> FloatArray:
    """2πr³/3."""
    return np.asarray(2.0 * np.pi * _positive(radius) ** 3 / 3.0)


def hemisphere_lateral_area(radius: ArrayLike) -> FloatArray:
    """2πr², the curved part alone."""
    return np.asarray(2.0 * np.pi * _positive(radius) ** 2)


def hemisphere_total_area(radius: ArrayLike) -> FloatArray:
    """3πr²: the curved part and the flat disk."""
    return np.asarray(3.0 * np.pi * _positive(radius) ** 2)


def cap_volume(radius: ArrayLike, height: ArrayLike) -> FloatArray:
    """πh²(3R − h)/3 for a cap of height 0 < h ≤ 2R of a sphere of radius R (Archimedes)."""
    big, h = _cap(radius, height)
    return np.asarray(np.pi * h**2 * (3.0 * big - h) / 3.0)


def cap_area(radius: ArrayLike, height: ArrayLike) -> FloatArray:
    """2πRh, the curved part of a cap without its flat disk."""
    big, h = _cap(radius, height)
    return np.asarray(2.0 * np.pi * big * h)


def _cap(radius: ArrayLike, height: ArrayLike) -> tuple[FloatArray, FloatArray]:
    big, h = _positive(radius), _positive(height)
    if np.any(h > 2.0 * big):
        raise GeometryError("A cap cannot be higher than the diameter of its sphere.")
    return big, h


def _radii(base_radius: ArrayLike, top_radius: ArrayLike) -> tuple[FloatArray, FloatArray]:
    big, small = _array(base_radius), _array(top_radius)
    good = np.isfinite(big + small) & (np.minimum(big, small) >= 0.0) & (np.maximum(big, small) > 0.0)
    if not good.all():
        raise GeometryError("The radii of a round solid must not be negative nor both zero.")
    return big, small


def _positive(value: ArrayLike) -> FloatArray:
    number = _array(value)
    if not (np.isfinite(number) & (number > 0.0)).all():
        raise GeometryError("A radius or height of a round solid is not a positive number.")
    return number


def _array(value: ArrayLike) -> FloatArray:
    return np.asarray(value, dtype=np.float64)


def _set_point(record: object, name: str, value: ArrayLike) -> None:
    point = np.array(value, dtype=np.float64)
    if point.shape != (3,) or not np.isfinite(point).all():
        raise GeometryError(f"The {name} of a round solid must be a finite point in space.")
    object.__setattr__(record, name, point)
