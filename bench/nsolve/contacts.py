"""Solids that touch, as sympy expressions that must vanish, for the nsolve baseline.

The meanings are those of the notation (see the table of contacts in its documentation), written as plain
equations; pairs without a textbook meaning raise UnformulatedError.
"""

from collections.abc import Callable
from typing import Any

import sympy as sp

from bench.nsolve import measures as m
from bench.nsolve.measures import Line, Plane, PolyBody, RoundBody, UnformulatedError, Vec

Equations = list[Any]


def _ball(body: Any) -> RoundBody:
    if not (isinstance(body, RoundBody) and body.kind == "sphere"):
        raise UnformulatedError("tangency of something that is not a sphere")
    return body


def _tangent(first: Any, second: Any) -> Equations:
    ball = _ball(first)
    if isinstance(second, Plane):
        return [m.dot(ball.base - second.point, second.normal) ** 2 - ball.radius**2 * m.square(second.normal)]
    if isinstance(second, Line):
        across = m.cross(ball.base - second.point, second.direction)
        return [m.square(across) - ball.radius**2 * m.square(second.direction)]
    other = _ball(second)
    return [m.square(other.base - ball.base) - (ball.radius + other.radius) ** 2]


def _internally_tangent(inner: Any, outer: Any) -> Equations:
    small, large = _ball(inner), _ball(outer)
    return [m.square(small.base - large.base) - (large.radius - small.radius) ** 2]


# Inscribed


def _inscribed(inner: Any, outer: Any) -> Equations:
    if isinstance(inner, RoundBody) and inner.kind == "sphere":
        return _sphere_in(inner, outer)
    if isinstance(outer, RoundBody) and outer.kind == "sphere":
        return _in_sphere(inner, outer)
    if isinstance(outer, RoundBody) and outer.kind == "hemisphere":
        return _in_hemisphere(inner, outer)
    if isinstance(inner, RoundBody) and isinstance(outer, RoundBody):
        return _round_in_round(inner, outer)
    if isinstance(inner, RoundBody) and isinstance(outer, PolyBody):
        return _round_in_polyhedron(inner, outer)
    if isinstance(inner, PolyBody) and isinstance(outer, RoundBody):
        return _polyhedron_in_round(inner, outer)
    raise UnformulatedError("a polyhedron inscribed in a polyhedron")


def _along(p: Vec, body: RoundBody) -> Any:
    """Height of a point above the base of a round solid, measured along its axis."""
    axis = m.axis_of(body)
    return m.dot(p - body.base, axis) / m.norm(axis)


def _on_axis(p: Vec, body: RoundBody) -> Equations:
    return m.cross(p - body.base, m.axis_of(body)).parts


def _sphere_in(ball: RoundBody, outer: Any) -> Equations:
    if isinstance(outer, PolyBody):
        faces = [outer.ring(face) for face in outer.faces]
        return [x for ring in faces for x in _tangent(ball, Plane(ring[0], m.ring_normal(ring[:3])))]
    if not isinstance(outer, RoundBody):
        raise UnformulatedError("a sphere in a composed solid")
    if outer.kind == "sphere":
        return _internally_tangent(ball, outer)
    along = _along(ball.base, outer)
    touching = [*_on_axis(ball.base, outer), along - ball.radius]
    if outer.kind == "hemisphere":
        return [*touching, m.norm(ball.base - outer.base) + ball.radius - outer.radius]
    h, narrowing = m.norm(m.axis_of(outer)), outer.radius - outer.top_radius
    touching.append(outer.radius * h - along * narrowing - ball.radius * sp.sqrt(h**2 + narrowing**2))
    return touching if outer.kind == "cone" else [*touching, h - along - ball.radius]


def _in_sphere(inner: Any, ball: RoundBody) -> Equations:
    """Every vertex, rim and apex on the sphere."""
    if isinstance(inner, PolyBody):
        return [m.square(v - ball.base) - ball.radius**2 for v in inner.vertices]
    along = _along(ball.base, inner)
    rims = [along**2 + inner.radius**2 - ball.radius**2]
    if inner.kind != "hemisphere":
        rims.append((m.norm(m.axis_of(inner)) - along) ** 2 + inner.top_radius**2 - ball.radius**2)
    return [*_on_axis(ball.base, inner), *rims]


def _in_hemisphere(inner: Any, bowl: RoundBody) -> Equations:
    """Base on the flat face about its centre, the far end on the dome."""
    middle = (m.base_center(inner) - bowl.base).parts
    if isinstance(inner, PolyBody):
        flat = [m.dot(v - bowl.base, m.axis_of(bowl)) for v in inner.base]
        return [*middle, *flat, *(m.square(v - bowl.base) - bowl.radius**2 for v in inner.top)]
    rim = m.square(m.axis_of(inner)) + inner.top_radius**2 - bowl.radius**2
    same = [inner.radius - bowl.radius] if inner.kind == "cone" else []
    return [*middle, *m.cross(m.axis_of(inner), m.axis_of(bowl)).parts, rim, *same]


def _round_in_round(inner: RoundBody, outer: RoundBody) -> Equations:
    """On the same base, with one axis, reaching the top or the side."""
    together = [*(inner.base - outer.base).parts, *m.cross(m.axis_of(inner), m.axis_of(outer)).parts]
    h, k = m.norm(m.axis_of(outer)), m.norm(m.axis_of(inner))
    narrowing = outer.radius - outer.top_radius
    if inner.kind == "cone":
        return [*together, k - h, inner.radius - outer.radius]
    if inner.kind == "hemisphere":
        return [*together, inner.radius * sp.sqrt(h**2 + narrowing**2) - outer.radius * h]
    together.append(inner.top_radius * h - outer.radius * h + narrowing * k)
    together += [k - h] if outer.kind == "cylinder" else []
    return [*together, inner.radius - outer.radius] if inner.kind == "cone_frustum" else together


def _round_in_polyhedron(inner: RoundBody, outer: PolyBody) -> Equations:
    """Cylinders in prisms, cones in prisms and pyramids: upright, touching the base's sides, reaching the top."""
    if inner.kind not in ("cone", "cylinder") or (inner.kind == "cylinder" and outer.pointed):
        raise UnformulatedError(f"a {inner.kind} in a {outer.kind}")
    ring, up = outer.base, m.ring_normal(outer.base[:3])
    sides = zip(ring, (*ring[1:], ring[0]), strict=True)
    touching = [m.square(m.cross(inner.base - a, b - a)) - inner.radius**2 * m.square(b - a) for a, b in sides]
    touching += [m.dot(inner.base - ring[0], up), *m.cross(m.axis_of(inner), up).parts]
    if outer.pointed:
        return [*touching, *(inner.top - outer.top[0]).parts]
    return [*touching, m.dot(inner.top - outer.top[0], up)]


def _polyhedron_in_round(inner: PolyBody, outer: RoundBody) -> Equations:
    """Base vertices on the base circle, the apex at the apex or top centre, top vertices on top circle or side;
    a box or prism in a cone only stands on the base."""
    axis, h = m.axis_of(outer), m.norm(m.axis_of(outer))
    touching = [m.dot(v - outer.base, axis) for v in inner.base]
    narrow = outer.kind in ("cone", "cone_frustum") and not inner.pointed and inner.kind != "frustum"
    if not narrow:
        touching += [m.square(v - outer.base) - outer.radius**2 for v in inner.base]
    if inner.pointed:
        return [*touching, *(inner.top[0] - outer.top).parts]
    for v in inner.top:
        along = _along(v, outer)
        side = outer.radius - (outer.radius - outer.top_radius) * along / h
        touching.append(m.square(m.cross(v - outer.base, axis)) - (side * h) ** 2)
        touching += [along - h] if outer.kind != "cone" and not narrow else []
    return touching


# Standing together


def _coaxial(first: Any, second: Any) -> Equations:
    axis = m.axis_of(second)
    across = m.cross(m.base_center(first) - m.base_center(second), axis)
    return [*m.cross(m.axis_of(first), axis).parts, *across.parts]


def _stacked(upper: Any, lower: Any) -> Equations:
    """The base of `upper` in the top face of `lower`, centre on centre."""
    turned = m.cross(m.base_plane(upper).normal, m.top_plane(lower).normal)
    return [*(m.base_center(upper) - m.top_center(lower)).parts, *turned.parts]


CONTACTS: dict[str, Callable[[Any, Any], Equations]] = {
    "tangent": _tangent,
    "internally_tangent": _internally_tangent,
    "inscribed": _inscribed,
    "circumscribed": lambda outer, inner: _inscribed(inner, outer),
    "stacked": _stacked,
    "coaxial": _coaxial,
}
