"""The greatest distance between two points of a body: its diameter as a set of points.

The segment between the two points may leave the body, as it does in a bowl or in two joined boxes. A body is reduced to
the pieces that can hold an end: corners, rims, spheres and domes. Every pair of pieces has a closed form if rims lie in
parallel planes. Bodies with removed parts are rejected: what is removed may or may not hold an end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from geometry.errors import GeometryError
from geometry.measures.body_measures import convex
from geometry.numerics.vectors import Array, cross, dot, norm, unit
from geometry.shapes.values import (
    Body,
    CommonBody,
    CompositeBody,
    HullBody,
    PartBody,
    PolyBody,
    RoundBody,
    each,
)
from geometry.tolerances import EQUAL_LENGTHS_RELATIVE


@dataclass(frozen=True)
class _Corners:
    """Points `(..., n, 3)`."""

    points: Array


@dataclass(frozen=True)
class _Rim:
    """A circle about `axis`, a unit vector."""

    centre: Array
    axis: Array
    radius: Array


@dataclass(frozen=True)
class _Dome:
    """The half of a sphere on the side of `axis`, with its rim."""

    centre: Array
    axis: Array
    radius: Array

    @property
    def rim(self) -> _Rim:
        return _Rim(self.centre, self.axis, self.radius)


@dataclass(frozen=True)
class _Ball:
    centre: Array
    radius: Array


_Piece = _Corners | _Rim | _Dome | _Ball


def longest_segment(body: Body) -> Array:
    """The greatest distance between two points of the body; raises GeometryError if it has no closed form here."""
    if isinstance(body, PartBody | CommonBody):
        return each(lambda single: float(longest_segment(HullBody(convex(single).vertices))), body)
    pairs = combinations_with_replacement(list(_pieces(body)), 2)
    return _largest([_farthest(first, second) for first, second in pairs])


def _pieces(body: Body) -> Iterator[_Piece]:
    match body:
        case CompositeBody(plus, minus):
            if minus:
                raise GeometryError("longest_segment is not defined for a composite with removed parts")
            for part in plus:
                yield from _pieces(part)
        case PolyBody(vertices) | HullBody(vertices):
            yield _Corners(vertices)
        case RoundBody():
            yield from _round_pieces(body)
        case _:
            yield _Corners(convex(body).vertices)


def _round_pieces(body: RoundBody) -> Iterator[_Piece]:
    if body.kind == "sphere":
        yield _Ball(body.base, body.radius)
        return
    axis = unit(body.top - body.base)
    if body.kind == "hemisphere":
        yield _Dome(body.base, axis, body.radius)
        return
    yield _Rim(body.base, axis, body.radius)
    yield _Corners(body.top[..., None, :]) if body.kind == "cone" else _Rim(body.top, axis, body.top_radius)


_ORDER = (_Corners, _Rim, _Dome, _Ball)


def _farthest(first: _Piece, second: _Piece) -> Array:
    """The greatest distance between a point of one piece and a point of the other."""
    first, second = sorted((first, second), key=lambda piece: _ORDER.index(type(piece)))
    match first, second:
        case _Corners(points), _Corners(others):
            return np.asarray(norm(points[..., :, None, :] - others[..., None, :, :]).max((-1, -2)))
        case _Corners(points), _:
            corners = (points[..., i, :] for i in range(points.shape[-2]))
            return _largest([_from_point(corner, second) for corner in corners])
        case _, _Ball(centre, radius):
            return np.asarray(_from_point(centre, first) + radius)
        case _Rim(), _Rim():
            return _rim_to_rim(first, second)
        case _Rim(), _Dome():
            return _rim_to_dome(first, second)
        case _Dome(), _Dome():
            return _dome_to_dome(first, second)
        case _:
            raise TypeError(f"{type(first).__name__} and {type(second).__name__} are not in order")


def _from_point(point: Array, piece: _Piece) -> Array:
    match piece:
        case _Corners(points):
            return np.asarray(norm(points - point[..., None, :]).max(-1))
        case _Ball(centre, radius):
            return np.asarray(norm(point - centre) + radius)
        case _Rim(centre, axis, radius):
            along, across = _offset(point - centre, axis)
            return np.asarray(np.hypot(along, across + radius))
        case _Dome(centre, axis, radius):
            # The farthest point of the whole sphere lies opposite; on the dome only if the point is behind it.
            behind = dot(point - centre, axis) <= 0
            return np.asarray(np.where(behind, norm(point - centre) + radius, _from_point(point, piece.rim)))


def _rim_to_rim(first: _Rim, second: _Rim) -> Array:
    _refuse_tilted(first, second)
    along, across = _offset(second.centre - first.centre, first.axis)
    return np.asarray(np.hypot(along, across + first.radius + second.radius))


def _rim_to_dome(rim: _Rim, dome: _Dome) -> Array:
    _refuse_tilted(rim, dome.rim)
    behind = dot(rim.centre - dome.centre, dome.axis) <= 0
    return np.asarray(np.where(behind, _from_point(dome.centre, rim) + dome.radius, _rim_to_rim(rim, dome.rim)))


def _dome_to_dome(first: _Dome, second: _Dome) -> Array:
    """Both ends inside the domes if the line of centres leaves through both; else one end is on a rim."""
    apart = first.centre - second.centre
    opposite = (dot(apart, first.axis) >= 0) & (dot(apart, second.axis) <= 0) & (norm(apart) > 0)
    on_a_rim = _largest([_rim_to_dome(first.rim, second), _rim_to_dome(second.rim, first)])
    return np.asarray(np.where(opposite, norm(apart) + first.radius + second.radius, on_a_rim))


def _refuse_tilted(first: _Rim, second: _Rim) -> None:
    """Raises GeometryError for rims that are not parallel; over a batch, where the search may still turn them, not."""
    tilt = norm(cross(first.axis, second.axis))
    if np.ndim(tilt) == 0 and tilt > EQUAL_LENGTHS_RELATIVE:
        raise GeometryError("longest_segment of joined round solids needs circles in parallel planes")


def _offset(vector: Array, axis: Array) -> tuple[Array, Array]:
    """Length of a vector along a unit axis and across it."""
    along = dot(vector, axis)
    return along, norm(vector - axis * along[..., None])


def _largest(values: list[Array]) -> Array:
    return np.asarray(np.maximum.reduce(np.broadcast_arrays(*values)))
