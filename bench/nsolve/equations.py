"""Conditions of the notation as expressions that are zero, or positive, if they hold.

Equations are polynomials where that is natural: squared lengths, dot and cross products, cosines of angles. A
predicate that is not in the table, such as a contact of solids, is not covered.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import sympy as sp

from bench.nsolve.formulas import Expression, Line, NotCoveredError, Plane, Vector, cross, directions
from bench.nsolve.scene import Scene
from geometry.notation import syntax as s

Equations = list[Expression]


def equations_of(condition: s.Condition, scene: Scene) -> Equations:
    """What has to vanish. An inequality goes to the scene's list of positive expressions instead."""
    if isinstance(condition, s.Relation):
        left, right = scene.value(condition.left), scene.value(condition.right)
        if condition.sign == "=":
            return _equation(left, right)
        scene.positive.append(right - left if condition.sign in ("<", "<=") else left - right)
        return []
    if condition.name in ("same_side", "opposite_sides"):
        p, q, plane = (scene.value(arg) for arg in condition.args)
        both = _height(p, plane) * _height(q, plane)
        scene.positive.append(both if condition.name == "same_side" else -both)
        return []
    if condition.name not in _PREDICATES:
        raise NotCoveredError(condition.name)
    return _PREDICATES[condition.name](*(scene.value(arg) for arg in condition.args))


def _equation(left: Any, right: Any) -> Equations:
    if isinstance(left, np.ndarray):
        return list(left - right)
    if isinstance(right, sp.acos | sp.asin):
        left, right = right, left
    if isinstance(left, sp.acos | sp.asin):
        return [left.args[0] - left.inverse()(right)]
    # The squares of two roots, or of a root and a number, are polynomials.
    if all(side.is_number or (side.is_Pow and side.exp == sp.Rational(1, 2)) for side in (left, right)):
        return [left**2 - right**2]
    return [left - right]


def _height(p: Vector, plane: Plane) -> Expression:
    return (p - plane.point) @ plane.normal


def _perp(first: Any, second: Any) -> Equations:
    u, v, mixed = directions(first, second)
    return list(cross(u, v)) if mixed else [u @ v]


def _on(p: Vector, place: Any) -> Equations:
    if isinstance(place, Line):
        return list(cross(p - place.point, place.direction))
    if isinstance(place, Plane):
        return [_height(p, place)]
    raise NotCoveredError("a free point on a curve or surface")


def _equal(u: Vector, v: Vector) -> Expression:
    return u @ u - v @ v


_PREDICATES: dict[str, Callable[..., Equations]] = {
    "perp": _perp,
    "on": _on,
    "right_angle": lambda a, b, c: [(a - b) @ (c - b)],
    "equilateral": lambda a, b, c: [_equal(b - a, c - a), _equal(b - a, c - b)],
    "trapezoid": lambda a, b, c, d: list(cross(b - a, c - d)),
    "parallelogram": lambda a, b, c, d: list(a - b + c - d),
    "rectangle": lambda a, b, c, d: [*(a - b + c - d), (b - a) @ (d - a)],
    "rhombus": lambda a, b, c, d: [*(a - b + c - d), _equal(b - a, d - a)],
    "square": lambda a, b, c, d: [*(a - b + c - d), _equal(b - a, d - a), (b - a) @ (d - a)],
}
