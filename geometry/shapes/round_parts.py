"""Round solids cut by more than one plane: volume, area and sections of what is left.

Cuts that leave a round solid again (perpendicular to the axis, through the centre of a ball) are made first. One cut
may remain, or two that are parallel or contain the axis; any others raise GeometryError: no closed form covers them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.errors import GeometryError
from geometry.shapes import round_cuts
from geometry.shapes.round_solids import Ball, HalfBall, RoundSolid, Solid, total_area, volume

FloatArray = NDArray[np.float64]
HalfSpace = tuple[FloatArray, FloatArray]
"""A point (3,) of the cutting plane and its normal (3,) towards the side that is kept."""

ALIGNED = 1e-7
"""Tolerance: sine of the angle between directions that count as parallel, and the distance of a plane from a centre,
relative to the radius, at which it passes through it. Solved coordinates are accurate to 1e-9."""


def parts_volume(solid: Solid, cuts: Sequence[HalfSpace]) -> float:
    """Volume of what all cuts leave of a solid."""
    left, rest = pared(solid, cuts) if len(cuts) > 1 else (solid, list(cuts))
    wedge = _wedge(left, rest)
    if wedge:
        return wedge * volume(left)
    # The kept sides of two parallel cuts cover the whole solid and overlap in the slab between them.
    rest = _slab(rest) if len(rest) > 1 else rest
    return sum(round_cuts.part_volume(left, *cut) for cut in rest) - (len(rest) - 1) * volume(left)


def parts_area(solid: Solid, cuts: Sequence[HalfSpace]) -> float:
    """Area of the whole surface of what all cuts leave of a solid, including the cut faces."""
    left, rest = pared(solid, cuts) if len(cuts) > 1 else (solid, list(cuts))
    wedge = _wedge(left, rest)
    if wedge:
        # Two halves of the section through the axis bound the wedge.
        return wedge * total_area(left) + round_cuts.section_area(left, *rest[0])
    rest = _slab(rest) if len(rest) > 1 else rest
    return sum(round_cuts.part_area(left, *cut) for cut in rest) - (len(rest) - 1) * total_area(left)


def uncut(solid: Solid, cuts: Sequence[HalfSpace]) -> Solid:
    """The round solid that the cuts leave; raises GeometryError if what they leave is no round solid."""
    left, rest = pared(solid, cuts)
    if rest:
        raise GeometryError(
            "A part of a round solid has a section only if it was cut off perpendicular to its axis, or through the "
            "centre of a sphere."
        )
    return left


def pared(solid: Solid, cuts: Sequence[HalfSpace]) -> tuple[Solid, list[HalfSpace]]:
    """The solid after the cuts that leave a round solid again, and the other cuts."""
    rest: list[HalfSpace] = []
    for cut in cuts:
        smaller = _smaller(solid, cut)
        solid, rest = (smaller, rest) if smaller else (solid, [*rest, cut])
    return solid, rest


def _smaller(solid: Solid, cut: HalfSpace) -> Solid | None:
    """What one cut leaves if that is a round solid; None if it is not."""
    point, normal = cut[0], cut[1] / np.linalg.norm(cut[1])
    if isinstance(solid, Ball):
        centred = abs(float((point - solid.center) @ normal)) <= ALIGNED * solid.radius
        return HalfBall(solid.center, normal, solid.radius) if centred else None
    if isinstance(solid, HalfBall):
        return None
    axis = (solid.top - solid.base) / solid.height
    if float(np.linalg.norm(normal - (normal @ axis) * axis)) > ALIGNED:
        return None
    share = float((point - solid.base) @ axis) / solid.height
    if not ALIGNED < share < 1 - ALIGNED:
        raise GeometryError("The plane does not cut the round solid into two parts.")
    centre = solid.base + share * (solid.top - solid.base)
    radius = solid.base_radius + share * (solid.top_radius - solid.base_radius)
    if normal @ axis > 0:
        return RoundSolid(centre, solid.top, radius, solid.top_radius)
    return RoundSolid(solid.base, centre, solid.base_radius, radius)


def _wedge(solid: Solid, cuts: list[HalfSpace]) -> float:
    """The share of a full turn between two cuts along the axis; 0 if the cuts are not two like that."""
    if len(cuts) != 2 or not isinstance(solid, RoundSolid):
        return 0.0
    axis = (solid.top - solid.base) / solid.height
    normals = [normal / np.linalg.norm(normal) for _, normal in cuts]
    size = ALIGNED * max(solid.base_radius, solid.top_radius)
    through = all(abs(float((point - solid.base) @ n)) <= size for (point, _), n in zip(cuts, normals, strict=True))
    if not through or any(abs(float(n @ axis)) > ALIGNED for n in normals):
        return 0.0
    between = np.arctan2(np.linalg.norm(np.cross(normals[0], normals[1])), normals[0] @ normals[1])
    return 0.5 - float(between) / (2 * np.pi)


def _slab(cuts: list[HalfSpace]) -> list[HalfSpace]:
    """Two parallel cuts that both count; raises GeometryError for cuts that the closed forms do not cover."""
    first, second = cuts[0], cuts[1]
    normals = [normal / np.linalg.norm(normal) for _, normal in cuts]
    aligned = float(np.linalg.norm(np.cross(normals[0], normals[1]))) <= ALIGNED
    if len(cuts) > 2 or not aligned:
        raise GeometryError(
            "A round solid can be cut by several planes only if all but one are perpendicular to its axis or pass "
            "through the centre of a sphere, or if two planes are parallel or contain the axis."
        )
    ahead = float((second[0] - first[0]) @ normals[0])
    if ahead <= 0:
        raise GeometryError("The second plane does not cut the part that the first one leaves.")
    # With both normals in one direction the second cut alone decides.
    return [second] if float(normals[0] @ normals[1]) > 0 else cuts
