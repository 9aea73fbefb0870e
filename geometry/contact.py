"""Solids that touch: inscribed, circumscribed, stacked, coaxial, tangent; as residuals and margins.

Every pair of kinds has its own textbook meaning, listed in `docs/notation.md`; a pair without one raises
GeometryError instead of guessing.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from geometry.bodies import apex_of, axis_of, base_centre, base_plane, base_vertices, top_centre, top_vertices
from geometry.demands import components
from geometry.errors import GeometryError
from geometry.signed_distance import signed_distance
from geometry.values import Line, Plane, PolyBody, RoundBody
from geometry.vectors import Array, cross, dot, newell, norm, point_line, point_plane, spread, unit

Contact = tuple[list[Array], list[Array]]
_POINTED = ("pyramid", "tetrahedron")
_BOXLIKE = ("cube", "cuboid", "prism", "parallelepiped")


def _same_point(p: Array, q: Array, size: Array) -> list[Array]:
    return components((p - q) / np.asarray(size)[..., None])


# Spheres


def _tangent(first: Any, second: Any) -> Contact:
    if not (isinstance(first, RoundBody) and first.kind == "sphere"):
        raise GeometryError("tangent(...) takes a sphere first")
    if isinstance(second, Plane):
        return [np.abs(point_plane(first.base, second.point, second.normal)) / first.radius - 1.0], []
    if isinstance(second, Line):
        return [point_line(first.base, second.point, second.direction) / first.radius - 1.0], []
    if isinstance(second, RoundBody) and second.kind == "sphere":
        reach = first.radius + second.radius
        return [np.asarray(norm(first.base - second.base) / reach - 1.0)], []
    # Any other convex solid touches the sphere from outside where its surface is one radius away.
    return [signed_distance(first.base, second) / first.radius - 1.0], []


def _internally_tangent(inner: Any, outer: Any) -> Contact:
    spheres = all(isinstance(x, RoundBody) and x.kind == "sphere" for x in (inner, outer))
    if not spheres:
        raise GeometryError("internally_tangent(...) takes two spheres, the inner one first")
    gap = norm(inner.base - outer.base) - (outer.radius - inner.radius)
    return [gap / outer.radius], [(outer.radius - inner.radius) / outer.radius]


# Inscribed


def _inscribed(inner: Any, outer: Any) -> Contact:
    if isinstance(inner, RoundBody) and inner.kind == "sphere":
        return _sphere_inside(inner, outer)
    if isinstance(outer, RoundBody) and outer.kind == "sphere":
        return _inside_sphere(inner, outer)
    if isinstance(outer, RoundBody) and outer.kind == "hemisphere":
        return _inside_hemisphere(inner, outer)
    if isinstance(inner, RoundBody) and isinstance(outer, RoundBody):
        return _round_in_round(inner, outer)
    if isinstance(inner, RoundBody):
        return _round_in_polyhedron(inner, outer)
    if isinstance(outer, RoundBody):
        return _polyhedron_in_round(inner, outer)
    return _polyhedron_in_polyhedron(inner, outer)


def _sphere_inside(ball: RoundBody, outer: Any) -> Contact:
    """Touching every face from inside; in a round solid, its ends and its side."""
    if isinstance(outer, PolyBody):
        gaps, centre = [], outer.vertices.mean(axis=-2)
        for face in outer.faces:
            ring = outer.vertices[..., list(face), :]
            normal = newell(ring)
            inward = -np.sign(point_plane(ring[..., 0, :], centre, normal))
            gaps.append(inward * point_plane(ball.base, ring[..., 0, :], normal) / ball.radius - 1.0)
        return gaps, []
    if outer.kind == "sphere":
        return _internally_tangent(ball, outer)
    if outer.kind == "hemisphere":
        along = dot(ball.base - outer.base, unit(outer.top - outer.base))
        reach = norm(ball.base - outer.base) + ball.radius
        return [along / ball.radius - 1.0, reach / outer.radius - 1.0, *_on_axis(ball.base, outer)], []
    return _sphere_in_cone_like(ball, outer)


def _sphere_in_cone_like(ball: RoundBody, outer: RoundBody) -> Contact:
    """On the axis, touching the base, the side, and the top where there is one."""
    h = norm(outer.top - outer.base)
    along = dot(ball.base - outer.base, unit(outer.top - outer.base))
    slant = np.hypot(h, outer.radius - outer.top_radius)
    side = (outer.radius * h - along * (outer.radius - outer.top_radius)) / slant
    gaps = [along / ball.radius - 1.0, side / ball.radius - 1.0, *_on_axis(ball.base, outer)]
    if outer.kind != "cone":
        gaps.append((h - along) / ball.radius - 1.0)
    return gaps, []


def _on_axis(p: Array, body: RoundBody) -> list[Array]:
    across = cross(p - body.base, unit(body.top - body.base))
    return components(across / np.asarray(body.radius)[..., None])


def _inside_sphere(inner: Any, ball: RoundBody) -> Contact:
    """Every vertex, rim and apex on the sphere."""
    r = ball.radius
    if isinstance(inner, PolyBody):
        # Measured in sizes of the inner solid: in radii, a huge far-away sphere would nearly touch everything.
        reach = norm(inner.vertices - ball.base[..., None, :])
        size = spread(inner.vertices)
        return [(reach[..., i] - r) / size for i in range(reach.shape[-1])], []
    h = dot(ball.base - inner.base, unit(axis_of(inner)))
    gaps = components(cross(ball.base - inner.base, unit(axis_of(inner))) / np.asarray(r)[..., None])
    gaps.append(np.hypot(h, inner.radius) / r - 1.0)
    if inner.kind != "hemisphere":
        gaps.append(np.hypot(norm(axis_of(inner)) - h, inner.top_radius) / r - 1.0)
    return gaps, []


def _inside_hemisphere(inner: Any, bowl: RoundBody) -> Contact:
    """Base on the flat face about its centre, the far end on the dome."""
    r = bowl.radius
    if isinstance(inner, PolyBody):
        flat = _polygon_in_plane(base_vertices(inner), Plane(bowl.base, axis_of(bowl)), r)
        far = apex_of(inner)[..., None, :] if inner.kind in _POINTED else top_vertices(inner)
        reach = norm(far - bowl.base[..., None, :])
        gaps = [reach[..., i] / r - 1 for i in range(reach.shape[-1])]
        above = dot(top_centre(inner) - bowl.base, axis_of(bowl)) / r**2
        return [*flat, *gaps, *_same_point(base_vertices(inner).mean(axis=-2), bowl.base, r)], [above]
    gaps = [
        *_same_point(inner.base, bowl.base, r),
        *components(cross(unit(axis_of(inner)), unit(axis_of(bowl)))),
    ]
    gaps.append(np.hypot(norm(axis_of(inner)), inner.top_radius) / r - 1.0)
    if inner.kind == "cone":
        gaps.append(inner.radius / r - 1.0)
    return gaps, [dot(axis_of(inner), axis_of(bowl)) / r**2]


def _polygon_in_plane(ring: Array, plane: Plane, size: Array) -> list[Array]:
    heights = point_plane(ring, plane.point[..., None, :], plane.normal[..., None, :]) / np.asarray(size)[..., None]
    return [heights[..., i] for i in range(heights.shape[-1])]


def _round_in_round(inner: RoundBody, outer: RoundBody) -> Contact:
    """Cone, cylinder or hemisphere on the base of another round solid, reaching its top or its side."""
    size = outer.radius
    gaps = [
        *_same_point(inner.base, outer.base, size),
        *components(cross(unit(axis_of(inner)), unit(axis_of(outer)))),
    ]
    h, k = norm(axis_of(outer)), norm(axis_of(inner))
    forward = [dot(axis_of(inner), axis_of(outer)) / size**2]
    if inner.kind == "cone":
        return [*gaps, k / h - 1.0, inner.radius / size - 1.0], forward
    if inner.kind == "hemisphere":
        # It touches the side: one radius from the centre of the base to the slanted line.
        side = outer.radius * h / np.hypot(h, outer.radius - outer.top_radius)
        return [*gaps, inner.radius / side - 1.0], forward
    # The rim of the inner top lies on the side of the outer solid.
    side = outer.radius - (outer.radius - outer.top_radius) * k / h
    gaps.append(inner.top_radius / side - 1.0)
    if outer.kind == "cylinder":
        gaps.append(k / h - 1.0)
    if inner.kind == "cone_frustum":
        gaps.append(inner.radius / size - 1.0)
    return gaps, forward


def _round_in_polyhedron(inner: RoundBody, outer: PolyBody) -> Contact:
    """A cone shares the apex or reaches the top, its base circle touching the base's sides; a cylinder's top
    circle touches the side faces (and reaches the top face of a prism)."""
    ring = base_vertices(outer)
    up = newell(ring)
    far = apex_of(outer) if outer.kind in _POINTED else top_vertices(outer)[..., 0, :]
    reach = point_plane(far, ring[..., 0, :], up)
    climb = point_plane(inner.top, ring[..., 0, :], up)
    gaps = components(cross(unit(axis_of(inner)), unit(up)))
    inside = [climb * reach / inner.radius**2]
    if inner.kind == "cone" and outer.kind in _POINTED:
        gaps += _same_point(inner.top, far, inner.radius)
    elif inner.kind == "cone" or outer.kind not in _POINTED:
        gaps.append(climb / reach - 1.0)
    if inner.kind == "cylinder":
        flat = point_plane(inner.base, ring[..., 0, :], up) / inner.radius
        return [*gaps, flat, *_circle_on_side_faces(inner, outer, up)], inside
    if inner.kind != "cone":
        raise GeometryError(
            f"inscribed({inner.kind}, {outer.kind}) has no settled meaning; state the contacts one by one"
        )
    return [*gaps, *_circle_in_polygon(inner.base, inner.radius, ring)], inside


def _circle_on_side_faces(inner: RoundBody, outer: PolyBody, up: Array) -> list[Array]:
    """Level distance of the top circle's centre from each side face, in radii, less one."""
    centre, gaps = outer.vertices.mean(axis=-2), []
    ends = 1 if outer.kind in _POINTED else 2
    for face in outer.faces[ends:]:
        ring = outer.vertices[..., list(face), :]
        normal = unit(newell(ring))
        inward = -np.sign(point_plane(ring[..., 0, :], centre, normal))
        level = norm(cross(normal, unit(up)))
        gaps.append(inward * point_plane(inner.top, ring[..., 0, :], normal) / (level * inner.radius) - 1.0)
    return gaps


def _circle_in_polygon(centre: Array, radius: Array, ring: Array) -> list[Array]:
    sides = np.roll(ring, -1, axis=-2) - ring
    distances = np.asarray(point_line(centre[..., None, :], ring, sides) / np.asarray(radius)[..., None] - 1.0)
    plane = point_plane(centre, ring[..., 0, :], newell(ring)) / radius
    return [plane, *(distances[..., i] for i in range(distances.shape[-1]))]


def _polyhedron_in_round(inner: PolyBody, outer: RoundBody) -> Contact:
    """Base vertices on the base circle; top vertices on the top circle or side, or the apex at the apex or top."""
    size = outer.radius
    forward = [dot(top_centre(inner) - base_centre(inner), axis_of(outer)) / size**2]
    plane = Plane(outer.base, axis_of(outer))
    gaps = _polygon_in_plane(base_vertices(inner), plane, size)
    free_standing = outer.kind in ("cone", "cone_frustum") and inner.kind in _BOXLIKE
    if not free_standing:
        reach = norm(base_vertices(inner) - outer.base[..., None, :]) / np.asarray(size)[..., None] - 1.0
        gaps += [reach[..., i] for i in range(reach.shape[-1])]
    if inner.kind in _POINTED:
        return [*gaps, *_same_point(apex_of(inner), outer.top, size)], forward
    top = top_vertices(inner)
    axis = unit(axis_of(outer))
    along = dot(top - outer.base[..., None, :], axis[..., None, :])
    out = norm(top - outer.base[..., None, :] - axis[..., None, :] * along[..., None])
    h = norm(axis_of(outer))[..., None]
    side = outer.radius[..., None] - (outer.radius - outer.top_radius)[..., None] * along / h
    gaps += [(out / side - 1.0)[..., i] for i in range(out.shape[-1])]
    if outer.kind != "cone" and not free_standing:
        gaps += [(along / h - 1.0)[..., i] for i in range(out.shape[-1])]
    return gaps, forward


def _polyhedron_in_polyhedron(inner: PolyBody, outer: PolyBody) -> Contact:
    """Every vertex of the inner solid on the surface of the outer one."""
    size = spread(outer.vertices)
    count = inner.vertices.shape[-2]
    return [signed_distance(inner.vertices[..., i, :], outer) / size for i in range(count)], []


# Standing together


def _coaxial(first: Any, second: Any) -> Contact:
    size = np.asarray(norm(axis_of(second)))[..., None]
    direction = cross(unit(axis_of(first)), unit(axis_of(second)))
    offset = cross((base_centre(first) - base_centre(second)) / size, unit(axis_of(second)))
    return [*components(direction), *components(offset)], []


def _stacked(upper: Any, lower: Any) -> Contact:
    """The base of `upper` lies in the top face of `lower`, centre on centre, pointing away from it."""
    height = norm(axis_of(lower))
    gaps = _same_point(base_centre(upper), top_centre(lower), height)
    normal = axis_of(lower) if isinstance(lower, RoundBody) else newell(top_vertices(lower))
    own = axis_of(upper) if isinstance(upper, RoundBody) else base_plane(upper).normal
    gaps += components(cross(unit(own), unit(normal)))
    return gaps, [dot(unit(axis_of(upper)), unit(axis_of(lower)))]


CONTACTS: dict[str, Callable[[Any, Any], Contact]] = {
    "tangent": _tangent,
    "internally_tangent": _internally_tangent,
    "inscribed": _inscribed,
    "circumscribed": lambda outer, inner: _inscribed(inner, outer),
    "stacked": _stacked,
    "coaxial": _coaxial,
}
