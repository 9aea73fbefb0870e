"""Solids inscribed in solids: which parts must touch, and that the inner solid stays inside.

Every pair of kinds has its own textbook meaning, listed in docs/notation.md. A pair without one raises
GeometryError.
"""

from collections.abc import Callable

import numpy as np

from geometry.conditions.residuals import components
from geometry.errors import GeometryError
from geometry.numerics.vectors import Array, cross, dot, following, newell, norm, point_plane, spread, unit
from geometry.shapes.bodies import apex_of, axis_of, base_centre, base_vertices, top_centre, top_vertices
from geometry.shapes.signed_distance import signed_distance
from geometry.shapes.support import needs_shape, outward_faces, sticks_out
from geometry.shapes.values import Body, Plane, PolyBody, RoundBody

Contact = tuple[list[Array], list[Array]]
_POINTED = ("pyramid", "tetrahedron")
_TUBES = ("cylinder", "cone", "cone_frustum")


def inscribed(inner: Body, outer: Body) -> Contact:
    """Residuals of the contacts, and margins: the inner solid is inside and points the right way."""
    inside, around = needs_shape(inner), needs_shape(outer)
    gaps, margins = _rule(inside, around)(inside, around)
    size = spread(inside.vertices) if isinstance(inside, PolyBody) else inside.radius
    return gaps, [*margins, POKE - sticks_out(inside, around) / np.abs(size)]


POKE = 1e-6
"""Tolerance for an inner solid reaching outside, relative to its size. The contacts themselves are checked to 1e-9;
this only separates inside from outside, and near a double root the search is inaccurate until it is refined."""


def _rule(inner: PolyBody | RoundBody, outer: PolyBody | RoundBody) -> Callable[..., Contact]:
    small = inner.kind if isinstance(inner, RoundBody) else "polyhedron"
    large = outer.kind if isinstance(outer, RoundBody) else "polyhedron"
    rules: dict[tuple[str, str], Callable[..., Contact]] = {
        ("sphere", "polyhedron"): _sphere_in_polyhedron,
        ("sphere", "sphere"): _sphere_in_sphere,
        ("sphere", "hemisphere"): _sphere_in_hemisphere,
        **{("sphere", tube): _sphere_in_tube for tube in _TUBES},
        ("polyhedron", "sphere"): _polyhedron_in_sphere,
        **{(tube, "sphere"): _tube_in_sphere for tube in _TUBES},
        ("polyhedron", "hemisphere"): _polyhedron_in_hemisphere,
        **{(tube, "hemisphere"): _tube_in_hemisphere for tube in _TUBES},
        ("cone", "cylinder"): _cone_in_cylinder,
        ("cylinder", "cone"): _cylinder_in_cone,
        ("cylinder", "cone_frustum"): _cylinder_in_cone,
        **{("hemisphere", tube): _hemisphere_in_tube for tube in _TUBES},
        ("cone", "polyhedron"): _cone_in_polyhedron,
        ("cylinder", "polyhedron"): _cylinder_in_polyhedron,
        **{("polyhedron", tube): _polyhedron_in_tube for tube in _TUBES},
        ("polyhedron", "polyhedron"): _polyhedron_in_polyhedron,
    }
    if (small, large) not in rules:
        names = f"inscribed({inner.kind}, {outer.kind})".replace("_", " ")
        raise GeometryError(f"{names} has no standard meaning; state the contacts one by one")
    return rules[small, large]


def _columns(values: Array) -> list[Array]:
    return [values[..., i] for i in range(values.shape[-1])]


def _same_point(p: Array, q: Array, size: Array) -> list[Array]:
    return components((p - q) / np.asarray(size)[..., None])


def _on_axis(p: Array, body: RoundBody) -> list[Array]:
    across = cross(p - body.base, unit(body.top - body.base))
    return components(across / np.asarray(body.radius)[..., None])


def _heights(points: Array, plane: Plane, size: Array) -> list[Array]:
    """Heights of points `(..., n, 3)` above a plane, relative to `size`."""
    return _columns(point_plane(points, plane.point[..., None, :], plane.normal[..., None, :]) / _wide(size))


def _wide(value: Array) -> Array:
    return np.asarray(value)[..., None]


# Spheres inside


def _sphere_in_polyhedron(ball: RoundBody, outer: PolyBody) -> Contact:
    """Touching every face from inside."""
    faces = outward_faces(outer)
    return [dot(p - ball.base, normal) / ball.radius - 1.0 for p, normal in faces], []


def _sphere_in_sphere(ball: RoundBody, outer: RoundBody) -> Contact:
    gap = norm(ball.base - outer.base) - (outer.radius - ball.radius)
    return [gap / outer.radius], [(outer.radius - ball.radius) / outer.radius]


def _sphere_in_hemisphere(ball: RoundBody, outer: RoundBody) -> Contact:
    along = dot(ball.base - outer.base, unit(outer.top - outer.base))
    reach = norm(ball.base - outer.base) + ball.radius
    return [along / ball.radius - 1.0, reach / outer.radius - 1.0, *_on_axis(ball.base, outer)], []


def _sphere_in_tube(ball: RoundBody, outer: RoundBody) -> Contact:
    """On the axis, touching the base, the side, and the top if there is one."""
    h = norm(outer.top - outer.base)
    along = dot(ball.base - outer.base, unit(outer.top - outer.base))
    slant = np.hypot(h, outer.radius - outer.top_radius)
    side = (outer.radius * h - along * (outer.radius - outer.top_radius)) / slant
    gaps = [along / ball.radius - 1.0, side / ball.radius - 1.0, *_on_axis(ball.base, outer)]
    return (gaps if outer.kind == "cone" else [*gaps, (h - along) / ball.radius - 1.0]), []


# Inside spheres and hemispheres


def _polyhedron_in_sphere(inner: PolyBody, ball: RoundBody) -> Contact:
    """Every vertex on the sphere, relative to the size of the inner solid: relative to the radius, the residual would
    vanish for a huge and distant sphere."""
    reach = norm(inner.vertices - ball.base[..., None, :])
    return _columns((reach - _wide(ball.radius)) / _wide(spread(inner.vertices))), []


def _tube_in_sphere(inner: RoundBody, ball: RoundBody) -> Contact:
    """Rims (and an apex) on the sphere, axis through its centre."""
    r, h = ball.radius, dot(ball.base - inner.base, unit(axis_of(inner)))
    gaps = components(cross(ball.base - inner.base, unit(axis_of(inner))) / _wide(r))
    rims = [np.hypot(h, inner.radius) / r - 1.0, np.hypot(norm(axis_of(inner)) - h, inner.top_radius) / r - 1.0]
    return [*gaps, *rims], []


def _polyhedron_in_hemisphere(inner: PolyBody, bowl: RoundBody) -> Contact:
    """Base on the flat face about its centre; a pyramid's base vertices on the rim and its apex on the dome, other
    solids' top vertices on the dome."""
    r, ring = bowl.radius, base_vertices(inner)
    pointed = inner.kind in _POINTED
    far = apex_of(inner)[..., None, :] if pointed else top_vertices(inner)
    gaps = _heights(ring, Plane(bowl.base, axis_of(bowl)), r)
    gaps += _columns(norm(far - bowl.base[..., None, :]) / _wide(r) - 1.0)
    if pointed:
        gaps += _columns(norm(ring - bowl.base[..., None, :]) / _wide(r) - 1.0)
    else:
        gaps += _same_point(ring.mean(axis=-2), bowl.base, r)
    return gaps, [dot(top_centre(inner) - bowl.base, axis_of(bowl)) / r**2]


def _tube_in_hemisphere(inner: RoundBody, bowl: RoundBody) -> Contact:
    """Same base centre; a cylinder's top rim on the dome, a cone's or frustum's base circle equal to the rim."""
    r = bowl.radius
    gaps = [*_same_point(inner.base, bowl.base, r), *components(cross(unit(axis_of(inner)), unit(axis_of(bowl))))]
    gaps.append(np.hypot(norm(axis_of(inner)), inner.top_radius) / r - 1.0)
    if inner.kind != "cylinder":
        gaps.append(inner.radius / r - 1.0)
    return gaps, [dot(axis_of(inner), axis_of(bowl)) / r**2]


# Round in round


def _upright(inner: RoundBody, outer: RoundBody) -> Contact:
    """Standing on the same base, about the same axis, pointing the same way."""
    gaps = _same_point(inner.base, outer.base, outer.radius)
    gaps += components(cross(unit(axis_of(inner)), unit(axis_of(outer))))
    return gaps, [dot(axis_of(inner), axis_of(outer)) / outer.radius**2]


def _cone_in_cylinder(inner: RoundBody, outer: RoundBody) -> Contact:
    """The cylinder's base, apex at the centre of its top."""
    gaps, forward = _upright(inner, outer)
    full = [norm(axis_of(inner)) / norm(axis_of(outer)) - 1.0, inner.radius / outer.radius - 1.0]
    return [*gaps, *full], forward


def _cylinder_in_cone(inner: RoundBody, outer: RoundBody) -> Contact:
    """Base in the base, top rim on the side."""
    gaps, forward = _upright(inner, outer)
    share = norm(axis_of(inner)) / norm(axis_of(outer))
    side = outer.radius - (outer.radius - outer.top_radius) * share
    return [*gaps, inner.top_radius / side - 1.0], forward


def _hemisphere_in_tube(inner: RoundBody, outer: RoundBody) -> Contact:
    """Flat face in the base, dome touching the side: the slanted line is one radius from the centre."""
    gaps, forward = _upright(inner, outer)
    h = norm(axis_of(outer))
    side = outer.radius * h / np.hypot(h, outer.radius - outer.top_radius)
    # If the side leans outwards, the nearest point of its line is below the base: there is no contact.
    return [*gaps, inner.radius / side - 1.0], [*forward, (outer.radius - outer.top_radius) / outer.radius]


# Round in polyhedra


def _standing(inner: RoundBody, outer: PolyBody) -> tuple[list[Array], Array, Array]:
    """Axis perpendicular to the base with its foot in it; the heights of the top and of the outer solid."""
    ring = base_vertices(outer)
    up = newell(ring)
    far = apex_of(outer) if outer.kind in _POINTED else top_vertices(outer)[..., 0, :]
    gaps = components(cross(unit(axis_of(inner)), unit(up)))
    gaps.append(point_plane(inner.base, ring[..., 0, :], up) / inner.radius)
    return gaps, point_plane(inner.top, ring[..., 0, :], up), point_plane(far, ring[..., 0, :], up)


def _cone_in_polyhedron(inner: RoundBody, outer: PolyBody) -> Contact:
    """Base circle touching the base's sides from inside; apex at the apex, or in the top face."""
    gaps, climb, reach = _standing(inner, outer)
    ring = base_vertices(outer)
    if outer.kind in _POINTED:
        gaps += _same_point(inner.top, apex_of(outer), inner.radius)
    else:
        gaps.append(climb / reach - 1.0)
    along = following(ring) - ring
    inward = unit(cross(newell(ring)[..., None, :], along))
    distances = dot(inner.base[..., None, :] - ring, inward)
    return [*gaps, *_columns(distances / _wide(inner.radius) - 1.0)], [climb * reach / inner.radius**2]


def _cylinder_in_polyhedron(inner: RoundBody, outer: PolyBody) -> Contact:
    """Top circle touching the side faces; in a prism it reaches the top."""
    gaps, climb, reach = _standing(inner, outer)
    if outer.kind not in _POINTED:
        gaps.append(climb / reach - 1.0)
    up = unit(newell(base_vertices(outer)))
    ends = 1 if outer.kind in _POINTED else 2
    for point, normal in outward_faces(outer)[ends:]:
        # Horizontal distance from the axis to the slanted face, at the height of the top circle.
        level = dot(point - inner.top, normal) / norm(cross(normal, up))
        gaps.append(level / inner.radius - 1.0)
    return gaps, [climb * reach / inner.radius**2]


# Polyhedra in round solids and in each other


def _polyhedron_in_tube(inner: PolyBody, outer: RoundBody) -> Contact:
    """Base in the base. A pyramid: base vertices on the rim, apex at the apex or the centre of the top. A prism or
    box: in a cylinder from rim to rim, in a cone its top vertices on the side."""
    size, ring = outer.radius, base_vertices(inner)
    gaps = _heights(ring, Plane(outer.base, axis_of(outer)), size)
    forward = [dot(top_centre(inner) - base_centre(inner), axis_of(outer)) / size**2]
    on_rim = _columns(norm(ring - outer.base[..., None, :]) / _wide(size) - 1.0)
    if inner.kind in _POINTED:
        return [*gaps, *on_rim, *_same_point(apex_of(inner), outer.top, size)], forward
    top, axis = top_vertices(inner), unit(axis_of(outer))
    along = dot(top - outer.base[..., None, :], axis[..., None, :])
    out = norm(top - outer.base[..., None, :] - axis[..., None, :] * along[..., None])
    share = along / _wide(norm(axis_of(outer)))
    side = _wide(outer.radius) - _wide(outer.radius - outer.top_radius) * share
    gaps += _columns(out / side - 1.0)
    if outer.kind == "cylinder" or inner.kind == "frustum":
        gaps += [*on_rim, *_columns(share - 1.0)]
    return gaps, forward


def _polyhedron_in_polyhedron(inner: PolyBody, outer: PolyBody) -> Contact:
    """Every vertex of the inner solid on the surface of the outer one."""
    size, count = spread(outer.vertices), inner.vertices.shape[-2]
    return [signed_distance(inner.vertices[..., i, :], outer) / size for i in range(count)], []
