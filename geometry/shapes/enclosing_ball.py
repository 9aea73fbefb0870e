"""The smallest enclosing ball of points in any dimension: a circle in the plane, a sphere in space."""

from itertools import combinations

import numpy as np

from geometry.errors import GeometryError
from geometry.numerics.vectors import Array

INSIDE_RELATIVE = 1e-9
"""Tolerance: a point this far outside, relative to the radius, is on the ball; solved points agree to about that."""

CARRIED_RELATIVE = 1e-10
"""The same for the points of the basis; smaller, so that a point on the ball is never exchanged for another."""

MOST_STEPS = 1000
"""Most basis exchanges; each makes the ball larger, and a few dozen are typical."""


def smallest_ball(points: Array) -> tuple[Array, float]:
    """Centre `(d,)` and radius of the smallest enclosing ball of points `(n, d)`.

    Basis exchange of an LP-type problem (Sharir and Welzl, 1992): the farthest point joins the few that determine the
    ball, which are then selected again; the radius grows with every step, so it terminates.
    """
    carriers = points[:1]
    for _ in range(MOST_STEPS):
        carriers, centre, radius = _best_carriers(carriers)
        away = np.linalg.norm(points - centre, axis=1)
        farthest = int(np.argmax(away))
        if away[farthest] <= radius * (1 + INSIDE_RELATIVE) + np.finfo(float).tiny:
            return centre, float(away[farthest])
        carriers = np.concatenate([carriers, points[farthest : farthest + 1]])
    raise GeometryError("the smallest enclosing ball was not found; the coordinates may differ too much in size")


def _best_carriers(points: Array) -> tuple[Array, Array, float]:
    """The subset of a few points whose own ball contains them all, and that ball: the smallest such ball."""
    best: tuple[Array, Array, float] | None = None
    for size in range(1, min(len(points), points.shape[1] + 1) + 1):
        for chosen in combinations(range(len(points)), size):
            subset = points[list(chosen)]
            centre = _circumcentre(subset)
            radius = float(np.linalg.norm(subset - centre, axis=1).max())
            slack = radius * CARRIED_RELATIVE + np.finfo(float).tiny
            holds = np.linalg.norm(points - centre, axis=1).max() <= radius + slack
            if holds and (best is None or radius < best[2]):
                best = subset, centre, radius
    if best is None:
        raise GeometryError("the smallest enclosing ball is ill-conditioned: points nearly coincide")
    return best


def _circumcentre(points: Array) -> Array:
    """The point in the affine hull of the points that is equidistant from all of them."""
    spokes = points[1:] - points[0]
    if not len(spokes):
        return np.asarray(points[0])
    weights = np.linalg.lstsq(2 * spokes @ spokes.T, (spokes**2).sum(1), rcond=None)[0]
    return np.asarray(points[0] + weights @ spokes)
