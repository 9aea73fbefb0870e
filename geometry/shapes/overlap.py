"""Whether bodies overlap: checked before volumes of round solids are added or subtracted.

Signed distances to convex bodies are convex functions, so two bodies overlap exactly if the larger of their
distances is negative somewhere, and a local search finds its global minimum.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.optimize import minimize

from geometry.errors import GeometryError
from geometry.numerics.vectors import Array, spread
from geometry.shapes.bodies import centre_of
from geometry.shapes.signed_distance import signed_distance
from geometry.shapes.support import needs_shape, rim_points, sticks_out
from geometry.shapes.values import Body, PolyBody, RoundBody

TOUCHING = 1e-5
"""Tolerance: overlaps below this fraction of the smaller body are contact; the search is accurate to about 1e-7."""

RIM_SAMPLES = 720
"""Rim points sampled to decide whether a round solid is inside another with a different axis."""


def refuse_overlaps(plus: Sequence[Body], minus: Sequence[Body]) -> None:
    """Raises GeometryError unless joined parts only touch and removed parts lie inside one joined part."""
    for group in (plus, minus):
        for first, second in combinations(group, 2):
            if _overlap(needs_shape(first), needs_shape(second)):
                raise GeometryError(
                    "parts of the composite overlap; with round solids only touching parts can be added"
                )
    for hole in minus:
        if not any(_inside(needs_shape(hole), needs_shape(body)) for body in plus):
            raise GeometryError("a removed part of the composite does not lie inside one of the others")


def _size(body: PolyBody | RoundBody) -> float:
    return float(spread(body.vertices)) if isinstance(body, PolyBody) else float(body.radius)


def _overlap(first: PolyBody | RoundBody, second: PolyBody | RoundBody) -> bool:
    size = min(_size(first), _size(second))

    def depth(p: Array) -> float:
        return max(float(signed_distance(p, first)), float(signed_distance(p, second)))

    starts = [centre_of(first), centre_of(second), (centre_of(first) + centre_of(second)) / 2]
    best = min(starts, key=depth)
    if depth(best) < -TOUCHING * size:
        return True
    found = minimize(
        depth, best, method="Nelder-Mead", options={"xatol": 1e-9 * size, "fatol": 1e-9 * size, "maxiter": 800}
    )
    return float(found.fun) < -TOUCHING * size


def _inside(inner: PolyBody | RoundBody, outer: PolyBody | RoundBody) -> bool:
    size = _size(inner)
    if isinstance(inner, RoundBody) and inner.kind != "sphere" and isinstance(outer, RoundBody):
        reach = float(np.max(signed_distance(np.array(rim_points(inner, RIM_SAMPLES)), outer)))
        if inner.kind == "hemisphere":
            reach = max(reach, _dome_reach(inner, outer))
        return reach <= TOUCHING * size
    return float(np.max(sticks_out(inner, outer))) <= TOUCHING * size


def _dome_reach(inner: RoundBody, outer: RoundBody) -> float:
    """How far the dome of a hemisphere reaches outside `outer`, at sample points."""
    up = inner.top - inner.base
    spokes = np.array(rim_points(inner, 48)[:-1]) - inner.base
    turns = np.linspace(0.0, np.pi / 2, 48)[:, None, None]
    dome = inner.base + np.cos(turns) * spokes + np.sin(turns) * up
    return float(np.max(signed_distance(dome.reshape(-1, 3), outer)))
