"""The record of a figure placed in the scene. Lightweight: does not import numpy."""

from pydantic import Field

from geometry.record import Record
from geometry.shapes.coordinates import Coordinates, Vec3


class SolidSize(Record):
    """The longest extent that a solid is to have in the scene."""

    longest_m: float
    """Wanted; the solid's may differ by some percent, within the bounds."""
    least_m: float
    most_m: float


class Fitted(Record):
    """A figure in the scene: x maps to scale · rotation · x + shift."""

    solid: str
    """Name of the solid that the scene shows."""
    scale: float = Field(gt=0)
    """Metres in the scene per unit of the statement."""
    longest_m: float = Field(gt=0)
    """Longest extent of the solid."""
    thinnest_m: float = Field(gt=0)
    """Least extent of the solid along the vertical and its two main horizontal directions."""
    rotation: tuple[Vec3, Vec3, Vec3]
    """Rows of the rotation matrix; its determinant is +1."""
    shift_m: Vec3
    coordinates: Coordinates
    """Every point, length and plane of the figure, in metres."""
