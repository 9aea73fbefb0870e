"""The value of an expression of the notation on given coordinates.

`evaluate` walks the expression; the functions are defined in `constructions` (points, lines, planes) and
`measure_table` (quantities). It assumes that `resolve` has checked names and types.
"""

from typing import Any

import numpy as np

from geometry.measures import constructions, measure_table
from geometry.notation import syntax as s
from geometry.numerics.scalar_functions import SCALAR_FUNCTIONS, arithmetic
from geometry.numerics.vectors import beside, norm, rows_of
from geometry.shapes.bodies import body_of
from geometry.shapes.state import FigureState
from geometry.shapes.values import Body, CommonBody, HullBody, Line, PartBody, Plane, PolyBody, Polygon


def evaluate(expr: s.Expr, state: FigureState) -> Any:
    """Number, point, vector, line, plane, region or body, batched as `state` is."""
    # Frequent node types first: a search evaluates the same few expressions thousands of times.
    match expr:
        case s.Labels((label,)):
            return state.points[label]
        case s.Call(name, args):
            return _call(name, [evaluate(arg, state) for arg in args])
        case s.Labels((a, b)):
            return norm(state.points[b] - state.points[a])
        case s.Name(name):
            return _named(name, state)
        case s.Number(text):
            return float(text)
        case s.Triple(x, y, z):
            return beside([evaluate(c, state) for c in (x, y, z)])
        case s.Neg(operand):
            return -evaluate(operand, state)
        case s.Op():
            return _arithmetic(expr, state)
        case _:
            raise TypeError(f"{expr!r} was not resolved")


def _named(name: str, state: FigureState) -> Any:
    if name in state.numbers:
        return state.numbers[name]
    if name in state.planes:
        normal, offset = state.planes[name]
        return Plane(normal * offset[..., None], normal)
    if name in state.solids:
        return _body(name, state)
    if name != "pi":
        raise KeyError(name)
    return np.pi


def _body(name: str, state: FigureState) -> Body:
    if not state.is_placed:
        return body_of(state.solids[name], state)
    if name not in state.bodies:
        state.bodies[name] = body_of(state.solids[name], state)
    return state.bodies[name]


def _arithmetic(expr: s.Op, state: FigureState) -> Any:
    left, right = evaluate(expr.left, state), evaluate(expr.right, state)
    if expr.op == "*" and _is_vector(expr.right):
        left = np.asarray(left)[..., None]
    if expr.op == "/" and _is_vector(expr.left):
        right = np.asarray(right)[..., None]
    return arithmetic(expr.op, left, right)


def _is_vector(expr: s.Expr) -> bool:
    """Whether a resolved factor is a vector; an array shape cannot distinguish 3 variants from 3 coordinates."""
    match expr:
        case s.Call("vector"):
            return True
        case s.Neg(operand):
            return _is_vector(operand)
        case s.Op("/", left, _):
            return _is_vector(left)
        case s.Op(_, _, right):
            return _is_vector(right)
        case _:
            return False


DIRECT = frozenset(
    {*SCALAR_FUNCTIONS, "line", "segment", "ray", "polygon", "hull", "part", "common"} | {"larger_part", "smaller_part"}
)
"""Functions evaluated in this module; all others are constructions, measures or predicates."""


def _call(name: str, args: list[Any]) -> Any:
    if name in SCALAR_FUNCTIONS:
        return SCALAR_FUNCTIONS[name](*args)
    match name:
        case "line" | "segment" | "ray":
            return Line(args[0], args[1] - args[0], name)
        case "polygon":
            return Polygon(rows_of(args))
        case "hull":
            corners = rows_of(args)
            if len(args) == 4:
                return PolyBody(corners, ((3, 2, 1), (0, 1, 2), (0, 2, 3), (0, 3, 1)), "tetrahedron", ((0,), (1, 2, 3)))
            return HullBody(corners)
        case "part":
            return PartBody(args[0], args[1], "side", args[2])
        case "larger_part" | "smaller_part":
            return PartBody(args[0], args[1], name.removesuffix("_part"))  # type: ignore[arg-type]
        case "common":
            return CommonBody(*args)
    maker = constructions.MAKERS.get(name)
    return maker(*args) if maker else measure_table.MEASURES[name](*args)
