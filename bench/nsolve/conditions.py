"""Conditions of a figure as sympy expressions that must vanish, for the nsolve baseline.

Polynomial forms are preferred, as anyone would write them: squared lengths, dot and cross products.
Inequalities choose between solutions and give no equation; the start is on their right side already.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any

import sympy as sp

from bench.nsolve import measures as m
from bench.nsolve.contacts import CONTACTS
from bench.nsolve.measures import Circle, Line, Plane, PolyBody, Ring, RoundBody, Skin, UnformulatedError, Vec
from bench.nsolve.scene import Scene
from geometry.notation import syntax as s

Equations = list[Any]


def equations_of(condition: s.Condition, scene: Scene) -> Equations:
    """The expressions that `condition` wants to be zero."""
    if isinstance(condition, s.Relation):
        return _relation(condition, scene)
    args = [scene.value(arg) for arg in condition.args]
    if condition.name == "on":
        return _on(args[0], args[1], scene)
    if condition.name in CONTACTS:
        return CONTACTS[condition.name](*args)
    if condition.name not in _PREDICATES:
        raise UnformulatedError(condition.name)
    return _PREDICATES[condition.name](*args)


def _relation(relation: s.Relation, scene: Scene) -> Equations:
    if relation.sign != "=":
        return []
    for one, other in ((relation.left, relation.right), (relation.right, relation.left)):
        if isinstance(one, s.Call) and one.name in ("angle", "dihedral"):
            angle = m.turn(one.name, [scene.value(arg) for arg in one.args])
            return [angle.equation(scene.value(other))]
    left, right = scene.value(relation.left), scene.value(relation.right)
    if isinstance(left, Vec) and isinstance(right, Vec):
        return (left - right).parts
    if _is_length(left) and _is_length(right):
        return [left**2 - right**2]
    return [left - right]


def _is_length(expr: Any) -> bool:
    """A bare square root or a number: squaring both sides then leaves a polynomial."""
    return bool(expr.is_number or (expr.is_Pow and expr.exp == sp.Rational(1, 2)))


# Directions


def _mixed(first: Any, second: Any) -> bool:
    return isinstance(first, Plane) != isinstance(second, Plane)


def _perp(first: Any, second: Any) -> Equations:
    u, v = m.direction(first), m.direction(second)
    return m.cross(u, v).parts if _mixed(first, second) else [m.dot(u, v)]


def _parallel(first: Any, second: Any) -> Equations:
    u, v = m.direction(first), m.direction(second)
    return [m.dot(u, v)] if _mixed(first, second) else m.cross(u, v).parts


# Polygons


def _parallelogram(a: Vec, b: Vec, c: Vec, d: Vec) -> Equations:
    return (a - b + c - d).parts


def _right_angle(a: Vec, b: Vec, c: Vec) -> Equations:
    return [m.dot(a - b, c - b)]


def _equal(*vectors: Vec) -> Equations:
    return [m.square(u) - m.square(v) for u, v in pairwise(vectors)]


def _rectangle(a: Vec, b: Vec, c: Vec, d: Vec) -> Equations:
    return [*_parallelogram(a, b, c, d), *_right_angle(a, b, c)]


def _rhombus(a: Vec, b: Vec, c: Vec, d: Vec) -> Equations:
    return [*_parallelogram(a, b, c, d), *_equal(b - a, c - b)]


def _square(a: Vec, b: Vec, c: Vec, d: Vec) -> Equations:
    return [*_rhombus(a, b, c, d), *_right_angle(a, b, c)]


def _trapezoid(a: Vec, b: Vec, c: Vec, d: Vec) -> Equations:
    return m.cross(b - a, c - d).parts


def _cycle(points: Sequence[Vec], step: int) -> list[Vec]:
    return [points[(i + step) % len(points)] - p for i, p in enumerate(points)]


def _regular(*points: Vec) -> Equations:
    """Flat, equal sides, equal short diagonals."""
    if len(points) == 3:
        return _equal(*_cycle(points, 1))
    if len(points) == 4:
        return _square(*points)
    return [*_coplanar(*points), *_equal(*_cycle(points, 1)), *_equal(*_cycle(points, 2))]


def _coplanar(*points: Vec) -> Equations:
    a, b, c, *rest = points
    normal = m.cross(b - a, c - a)
    return [m.dot(p - a, normal) for p in rest]


def _collinear(*points: Vec) -> Equations:
    a, b, *rest = points
    return [x for p in rest for x in m.cross(b - a, p - a).parts]


def _concyclic(*points: Vec) -> Equations:
    center = m.circumcenter(*points[:3])
    return [*_coplanar(*points), *_equal(points[0] - center, *(p - center for p in points[3:]))]


def _cospherical(*points: Vec) -> Equations:
    center = m.circumcenter(*points[:4])
    return _equal(points[0] - center, *(p - center for p in points[4:]))


def _homothetic(*points: Vec) -> Equations:
    half = len(points) // 2
    first, second = points[:half], points[half:]
    ratio = m.norm(second[1] - second[0]) / m.norm(first[1] - first[0])
    pairs = list(zip(first, second, strict=True))[1:]
    return [x for p, q in pairs for x in (q - second[0] - (p - first[0]) * ratio).parts]


def _similar(first: Any, second: Any) -> Equations:
    if isinstance(first, RoundBody) and isinstance(second, RoundBody):
        if first.is_ball:
            return []
        h, k = m.norm(m.axis_of(first)), m.norm(m.axis_of(second))
        return [first.radius * k - second.radius * h, first.top_radius * k - second.top_radius * h]
    a, b = ([m.square(q - p) for p, q in combinations(body.vertices, 2)] for body in (first, second))
    return [a[i] * b[0] - b[i] * a[0] for i in range(1, len(a))]


# Lying on things


def _on(p: Vec, place: Any, scene: Scene) -> Equations:
    if isinstance(place, Line):
        return m.cross(p - place.point, place.direction).parts
    if isinstance(place, Plane):
        return [m.dot(p - place.point, place.normal)]
    if isinstance(place, Ring):
        return [m.dot(p - place.vertices[0], m.ring_normal(place.vertices[:3]))]
    if isinstance(place, Circle):
        spoke = p - place.center
        return [m.dot(spoke, place.normal), m.square(spoke) - place.radius**2]
    if isinstance(place, Skin) and place.inside:
        return []
    return [_on_surface(p, place.body if isinstance(place, Skin) else place, scene)]


def _on_surface(p: Vec, body: Any, scene: Scene) -> Any:
    """The equation of the piece of surface on which the kernel's solution has the point."""
    if isinstance(body, PolyBody):
        planes = [Plane(body.ring(face)[0], m.ring_normal(body.ring(face)[:3])) for face in body.faces]
        nearest = min(planes, key=lambda plane: scene.near(m.plane_distance(p, plane)))
        return m.dot(p - nearest.point, nearest.normal)
    if not isinstance(body, RoundBody):
        raise UnformulatedError("the surface of this solid")
    return min(_round_pieces(p, body), key=lambda piece: abs(scene.near(piece)))


def _round_pieces(p: Vec, body: RoundBody) -> Equations:
    if body.kind == "sphere":
        return [m.square(p - body.base) - body.radius**2]
    axis = m.axis_of(body)
    flat = m.dot(p - body.base, axis)
    if body.kind == "hemisphere":
        return [m.square(p - body.base) - body.radius**2, flat]
    h = m.norm(axis)
    out = m.norm(m.cross(p - body.base, axis)) / h
    side = body.radius - (body.radius - body.top_radius) * flat / h**2
    return [out - side, flat, m.dot(p - body.top, axis)]


def _nothing(*_: Any) -> Equations:
    return []


_PREDICATES: dict[str, Callable[..., Equations]] = {
    "perp": _perp,
    "parallel": _parallel,
    "square": _square,
    "rectangle": _rectangle,
    "rhombus": _rhombus,
    "parallelogram": _parallelogram,
    "trapezoid": _trapezoid,
    "equilateral": _regular,
    "isosceles": lambda a, b, c: _equal(b - a, c - a),
    "right_angle": _right_angle,
    "regular": _regular,
    "convex": _coplanar,
    "collinear": _collinear,
    "coplanar": _coplanar,
    "concyclic": _concyclic,
    "cospherical": _cospherical,
    "homothetic": _homothetic,
    "similar": _similar,
    "same_side": _nothing,
    "opposite_sides": _nothing,
    "proper": _nothing,
}
