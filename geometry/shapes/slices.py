"""Solids cut into equal slices by parallel planes at equal distances, all pieces congruent.

That is so for prisms and cylinders cut parallel to their bases, and for boxes parallel to any face. Everything else,
such as a pyramid, whose slices of equal thickness differ, raises GeometryError. Works over a batch; that the cuts are
parallel to a base is checked on single figures only, because during a search they may not be parallel yet.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from geometry.errors import GeometryError
from geometry.numerics.vectors import Array, cross, norm, spread, unit
from geometry.shapes.values import Body, Line, Plane, PolyBody, RoundBody
from geometry.tolerances import EQUAL_LENGTHS_RELATIVE

_BOXES = ("cube", "cuboid", "parallelepiped")


@dataclass(frozen=True)
class Slices:
    """Congruent pieces of a body: one of them, and how many there are."""

    piece: Body
    count: Any


def sliced(whole: Body | Slices, count: Any, across: Line | Plane) -> Slices:
    """`whole`, or each of its pieces, cut into `count` slices perpendicular to a line or parallel to a plane."""
    pieces = whole if isinstance(whole, Slices) else Slices(whole, 1.0)
    number = _whole_number(count)
    direction = across.normal if isinstance(across, Plane) else across.direction
    if isinstance(pieces.piece, RoundBody) and pieces.piece.kind == "cylinder":
        return Slices(_cylinder_slice(pieces.piece, number, direction), pieces.count * number)
    if isinstance(pieces.piece, PolyBody) and pieces.piece.kind in (*_BOXES, "prism"):
        return Slices(_prism_slice(pieces.piece, number, direction), pieces.count * number)
    raise GeometryError("slices(...) needs a declared box, prism or cylinder: only their slices are all congruent")


def blocks(body: Body, count: Any) -> Slices:
    """A box cut into `count` slices in each of its three directions."""
    if not isinstance(body, PolyBody) or body.kind not in _BOXES:
        raise GeometryError("blocks(...) needs a cube, cuboid or parallelepiped")
    number = _whole_number(count)
    corner = body.vertices[..., :1, :]
    smaller = corner + (body.vertices - corner) / number[..., None, None]
    return Slices(replace(body, vertices=smaller), number**3)


def _whole_number(count: Any) -> Array:
    number = np.asarray(count, dtype=np.float64)
    if number.ndim == 0 and (number < 2 or abs(float(number) - round(float(number))) > EQUAL_LENGTHS_RELATIVE):
        raise GeometryError(f"a solid is cut into a whole number of slices, two or more, not {float(number):g}")
    return number


def _cylinder_slice(body: RoundBody, number: Array, direction: Array) -> RoundBody:
    axis = body.top - body.base
    if axis.ndim == 1 and norm(cross(unit(axis), unit(direction))) > EQUAL_LENGTHS_RELATIVE:
        raise GeometryError("the slices of a cylinder are congruent only if they are cut parallel to its bases")
    return replace(body, top=body.base + axis / number[..., None])


def _prism_slice(body: PolyBody, number: Array, direction: Array) -> PolyBody:
    """The slice at the lower end: the far base is moved towards the near one."""
    heights = (body.vertices * unit(direction)[..., None, :]).sum(-1)
    middle = (heights.min(-1, keepdims=True) + heights.max(-1, keepdims=True)) / 2
    far = (heights > middle)[..., None]
    sweep = (body.vertices * far).sum(-2) / far.sum(-2) - (body.vertices * ~far).sum(-2) / (~far).sum(-2)
    if heights.ndim == 1:
        _refuse_other_ends(body.vertices, far[:, 0], heights, sweep)
    shift = sweep * (1 - 1 / number)[..., None]
    kind = "cuboid" if body.kind == "cube" else body.kind
    return replace(body, vertices=body.vertices - far * shift[..., None, :], kind=kind)


def _refuse_other_ends(vertices: Array, far: Array, heights: Array, sweep: Array) -> None:
    """Raises GeometryError unless two faces lie in planes of the cuts and the sweep moves one to the other."""
    uneven = max(np.ptp(heights[far]), np.ptp(heights[~far]))
    gaps = norm(vertices[~far][:, None] + sweep - vertices[far][None])
    if max(uneven, gaps.min(0).max(), gaps.min(1).max()) > EQUAL_LENGTHS_RELATIVE * float(spread(vertices)):
        raise GeometryError("slices are congruent only if they are cut parallel to two congruent faces of the solid")
