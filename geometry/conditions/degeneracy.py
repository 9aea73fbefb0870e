"""Degenerate objects: a line through one point, a plane through three collinear points, an angle without an arm.

Their direction in floating point is rounding noise, so that every measure of them would be meaningless. Figures in
which a condition or the target uses such an object are rejected.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from geometry.conditions.residuals import columns
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.printer import print_expr
from geometry.notation.walk import calls_in
from geometry.numerics.vectors import Array, cross, norm, point_line, point_plane, unit
from geometry.shapes.state import FigureState
from geometry.shapes.values import Plane
from geometry.tolerances import EQUAL_LENGTHS_RELATIVE, STRICT

_QUADRILATERALS = {"square", "rectangle", "rhombus", "parallelogram", "trapezoid"}
_SHAPES = _QUADRILATERALS | {"equilateral", "isosceles", "right_angle", "regular", "convex"}
_PAIRS = frozenset(("line", "segment", "ray", "vector", "bisector_plane"))
_SPANNING = _PAIRS | _SHAPES | {"plane", "polygon", "angle", "dihedral", "area", "intersection"}


def objects(expr: s.Expr | s.Condition) -> Iterator[s.Call]:
    """Every call inside `expr` whose arguments must span something."""
    return (call for call in calls_in(expr) if call.name in _SPANNING)


def object_margins(condition: s.Expr | s.Condition, state: FigureState, size: float | Array) -> list[Array]:
    """A margin for each object of a condition: positive if the object is not degenerate."""
    return [m for call in objects(condition) for m in _margins(call, state, size)]


def _margins(call: s.Call, state: FigureState, size: float | Array) -> list[Array]:
    values = [evaluate(arg, state) for arg in call.args]
    if call.name == "intersection":
        return _crossing(values)
    if not all(isinstance(v, np.ndarray) and v.ndim > 0 for v in values):
        return []
    if call.name in _PAIRS:
        return [norm(values[1] - values[0]) / size - STRICT]
    if call.name == "angle":
        return [norm(v - values[1]) / size - STRICT for v in (values[0], values[2])] if len(values) == 3 else []
    if call.name == "dihedral":
        a, b, c, d = values
        edge = norm(c - b) / size
        return [edge - STRICT, *(point_line(p, b, c - b) / size - STRICT for p in (a, d))]
    if call.name in _SHAPES:
        return [norm(q - p) / size - STRICT for p, q in zip(values, [*values[1:], values[0]], strict=True)]
    spans = [norm(cross(b - a, c - a)) for a, b, c in combinations(values, 3)]
    return [np.asarray(np.maximum.reduce(np.broadcast_arrays(*spans)) / size**2 - STRICT)]


def _crossing(values: list[object]) -> list[Array]:
    """Margin of an intersection: the objects must not be parallel."""
    directions = [v.normal if isinstance(v, Plane) else v.direction for v in values]  # type: ignore[attr-defined]
    if isinstance(values[0], Plane) != isinstance(values[1], Plane):
        return [np.abs((unit(directions[0]) * unit(directions[1])).sum(-1)) - STRICT]
    return [norm(cross(unit(directions[0]), unit(directions[1]))) - STRICT]


def missing_object(expr: s.Expr | s.Condition, state: FigureState, size: float) -> str:
    """A sentence naming the first degenerate object of `expr` at a single state; empty if there is none."""
    for call in objects(expr):
        margins = _margins(call, state, size)
        if any(not float(m) > 0 for m in margins):
            return f"{print_expr(call)} does not exist: its points coincide, lie on one line, or its parts are parallel"
        if _has_to_be_flat(call) and not float(_height(call, state)) <= EQUAL_LENGTHS_RELATIVE * size:
            return f"{print_expr(call)} does not exist: its points do not lie in one plane"
    return ""


def heights(expr: s.Expr | s.Condition, state: FigureState) -> list[Array]:
    """For each plane and polygon of more than three points, the largest distance of a point from its plane."""
    return [_height(call, state) for call in objects(expr) if _has_to_be_flat(call)]


def _has_to_be_flat(call: s.Call) -> bool:
    return call.name in ("plane", "polygon", "area") and len(call.args) > 3


def _height(call: s.Call, state: FigureState) -> Array:
    plane: Plane = evaluate(s.Call("plane", call.args), state)
    points = [evaluate(arg, state) for arg in call.args]
    return np.asarray(columns([np.abs(point_plane(p, plane.point, plane.normal)) for p in points]).max(-1))
