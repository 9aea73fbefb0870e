"""Contact between solids: tangent, stacked, coaxial, and inscribed (from its own module).

Each predicate returns residuals that must be zero and margins that must be positive. A pair without a standard
meaning raises GeometryError.
"""

from collections.abc import Callable
from typing import Any

from geometry.conditions.inscribed import Contact, inscribed
from geometry.conditions.residuals import components
from geometry.errors import GeometryError
from geometry.measures.measure_table import distance
from geometry.numerics.vectors import cross, dot, norm, unit
from geometry.shapes.bodies import axis_of, base_centre, base_plane, top_centre, top_plane
from geometry.shapes.support import needs_shape, outside_distance
from geometry.shapes.values import Line, Plane, RoundBody


def _is_sphere(body: Any) -> bool:
    return isinstance(body, RoundBody) and body.kind == "sphere"


def _tangent(first: Any, second: Any) -> Contact:
    """A sphere touches a plane, a line (a segment within its ends) or another solid from outside."""
    if not _is_sphere(first):
        raise GeometryError("tangent(...) takes a sphere first")
    if isinstance(second, Plane | Line):
        return [distance(first.base, second) / first.radius - 1.0], []
    if _is_sphere(second):
        return [norm(first.base - second.base) / (first.radius + second.radius) - 1.0], []
    return [outside_distance(first.base, needs_shape(second)) / first.radius - 1.0], []


def _internally_tangent(inner: Any, outer: Any) -> Contact:
    if not (_is_sphere(inner) and _is_sphere(outer)):
        raise GeometryError("internally_tangent(...) takes two spheres, the inner one first")
    return inscribed(inner, outer)


def _coaxial(first: Any, second: Any) -> Contact:
    size = norm(axis_of(second))[..., None]
    direction = cross(unit(axis_of(first)), unit(axis_of(second)))
    offset = cross((base_centre(first) - base_centre(second)) / size, unit(axis_of(second)))
    return [*components(direction), *components(offset)], []


def _stacked(upper: Any, lower: Any) -> Contact:
    """The base of `upper` lies in the flat top of `lower`, centre on centre, pointing away from it."""
    normal = top_plane(lower).normal
    height = norm(axis_of(lower))[..., None]
    gaps = components((base_centre(upper) - top_centre(lower)) / height)
    own = axis_of(upper) if isinstance(upper, RoundBody) else base_plane(upper).normal
    gaps += components(cross(unit(own), unit(normal)))
    return gaps, [dot(unit(axis_of(upper)), unit(axis_of(lower)))]


CONTACTS: dict[str, Callable[[Any, Any], Contact]] = {
    "tangent": _tangent,
    "internally_tangent": _internally_tangent,
    "inscribed": inscribed,
    "circumscribed": lambda outer, inner: inscribed(inner, outer),
    "stacked": _stacked,
    "coaxial": _coaxial,
}
