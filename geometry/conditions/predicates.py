"""Each condition as a function of coordinates: equations as dimensionless residuals, inequalities as margins.

A residual is zero exactly when the equation holds and is scaled by the size of the figure; a margin is
positive when the inequality holds. Residuals `(..., m)` broadcast over a batch, so that the solver can
differentiate many variants at once.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from geometry.conditions import contact
from geometry.conditions.folding import folded
from geometry.conditions.polygon_predicates import POLYGONS, turning_margin
from geometry.conditions.residuals import ConditionResiduals, components, condition_residuals
from geometry.errors import GeometryError
from geometry.measures.body_measures import volume
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.catalogue import edge_classes
from geometry.notation.dimensions import dimension_of
from geometry.notation.spatial import is_spatial
from geometry.numerics.vectors import Array, beside, cross, dot, following, newell, norm, point_plane, spread, unit
from geometry.shapes.bodies import centre_of
from geometry.shapes.signed_distance import convexity, signed_distance
from geometry.shapes.state import FigureState
from geometry.shapes.values import (
    Circle,
    HullBody,
    Interior,
    Line,
    Plane,
    PolyBody,
    Polygon,
    RoundBody,
    Section,
    Surface,
)
from geometry.tolerances import DEGENERATE_RELATIVE, STRICT


def residuals_of(condition: s.Condition, state: FigureState, size: float | Array) -> ConditionResiduals:
    """Residuals and margins of `condition` at `state`; `size` is the length scale of the figure.

    With a size `(N,)` for each variant of a batch, each is measured relative to its own numbers, as a single figure is.
    """
    if isinstance(condition, s.Relation):
        return _relation(condition, state, size)
    if condition.name in ABOUT_DECLARATIONS:
        return ABOUT_DECLARATIONS[condition.name](condition, state)
    args = [evaluate(arg, state) for arg in condition.args]
    return PREDICATES[condition.name](*args)


def _relation(relation: s.Relation, state: FigureState, size: float | Array) -> ConditionResiduals:
    left, right = evaluate(relation.left, state), evaluate(relation.right, state)
    if is_spatial(relation.left):
        return condition_residuals(components((left - right) / _beside(size)))
    gap = (left - right) / _unit_of(relation, left, right, size)
    if relation.sign == "=":
        return condition_residuals([np.asarray(gap)])
    margin = np.asarray(gap if relation.sign.startswith(">") else -gap)
    return condition_residuals([], [margin if relation.sign.endswith("=") else margin - STRICT])


def _beside(size: float | Array) -> float | Array:
    return size[..., None] if isinstance(size, np.ndarray) else size


def _unit_of(relation: s.Relation, left: Any, right: Any, size: float | Array) -> Any:
    """The scale of a difference of the two sides: their own size, with a lower bound."""
    dimension = dimension_of(relation.left)
    if dimension.kind == "constant":
        dimension = dimension_of(relation.right)
    natural = size ** float(dimension.power) if dimension.kind == "quantity" else 1.0
    if isinstance(size, np.ndarray):
        return np.maximum(np.maximum(np.abs(left), np.abs(right)), SMALL_SHARE * natural)
    if np.ndim(left) == np.ndim(right) == 0:
        return max(abs(float(left)), abs(float(right)), SMALL_SHARE * natural)
    # Over a batch the scale must be the same for every variant, or it would distort the derivatives.
    stated = [abs(float(v)) for v in (left, right) if np.ndim(v) == 0 and v != 0]
    return stated[0] if stated else natural


SMALL_SHARE = 1e-3
"""Lower bound of the scale, as a fraction of the quantity expected from the figure's size: avoids dividing by zero."""


# Directions


def _perp(first: Any, second: Any) -> ConditionResiduals:
    if isinstance(first, Plane) != isinstance(second, Plane):
        line, plane = (second, first) if isinstance(first, Plane) else (first, second)
        return condition_residuals(components(cross(unit(line.direction), unit(plane.normal))))
    return condition_residuals([dot(unit(_direction(first)), unit(_direction(second)))])


def _parallel(first: Any, second: Any) -> ConditionResiduals:
    if isinstance(first, Plane) != isinstance(second, Plane):
        return condition_residuals([dot(unit(_direction(first)), unit(_direction(second)))])
    return condition_residuals(components(cross(unit(_direction(first)), unit(_direction(second)))))


def _direction(thing: Any) -> Array:
    if isinstance(thing, Line):
        return thing.direction
    return thing.normal if isinstance(thing, Plane) else np.asarray(thing)


# Incidence


def _on(p: Array, place: Any) -> ConditionResiduals:
    if isinstance(place, Line):
        return _on_line(p, place)
    if isinstance(place, Plane):
        scale = norm(p - place.point) + np.sqrt(norm(place.normal))
        return condition_residuals(
            [point_plane(p, place.point, place.normal) / np.maximum(scale, np.finfo(float).tiny)]
        )
    if isinstance(place, Circle):
        return _on_circle(p, place)
    if isinstance(place, Polygon):
        return _on_polygon(p, place.vertices)
    if isinstance(place, Section):
        flat = _on(p, place.plane).residuals[..., 0]
        return condition_residuals([flat], [-signed_distance(p, place.body) / _body_size(place.body)])
    if isinstance(place, Interior):
        depth = -signed_distance(p, place.body) / _body_size(place.body) - STRICT
        return condition_residuals([], [depth, *_convex_or_not(place.body)])
    body = place.body if isinstance(place, Surface) else place
    return condition_residuals([signed_distance(p, body) / _body_size(body)], _convex_or_not(body))


def _convex_or_not(body: Any) -> list[Array]:
    """Convexity margin: on and in are decided face by face, which is correct only for convex solids."""
    return [convexity(body)] if isinstance(body, PolyBody) and body.kind == "polyhedron" else []


def _body_size(body: Any) -> Array:
    if isinstance(body, RoundBody):
        return np.maximum(np.abs(body.radius), np.finfo(float).tiny)
    if isinstance(body, PolyBody | HullBody):
        vertices = body.vertices if isinstance(body, PolyBody) else body.points
        return spread(vertices)
    raise GeometryError("a point can lie on or in a polyhedron or a round solid only")


def _on_line(p: Array, line: Line) -> ConditionResiduals:
    d = line.direction
    along = dot(p - line.point, d) / dot(d, d)
    gaps = components(cross(p - line.point, d) / dot(d, d)[..., None])
    if line.extent == "line":
        return condition_residuals(gaps)
    return condition_residuals(gaps, [along] if line.extent == "ray" else [along, 1 - along])


def _on_circle(p: Array, circle: Circle) -> ConditionResiduals:
    spoke = p - circle.center
    return condition_residuals([dot(spoke, unit(circle.normal)) / circle.radius, norm(spoke) / circle.radius - 1])


def _on_polygon(p: Array, ring: Array) -> ConditionResiduals:
    """In the plane and on the inner side of every edge (convex polygons)."""
    normal = newell(ring)
    size = np.sqrt(norm(normal))
    sides = following(ring) - ring
    inside = dot(cross(sides, p[..., None, :] - ring), unit(normal)[..., None, :]).min(-1)
    return condition_residuals([point_plane(p, ring[..., 0, :], normal) / size], [inside / size**2])


def _sides(sign: int) -> Callable[[Array, Array, Plane], ConditionResiduals]:
    def check(p: Array, q: Array, plane: Plane) -> ConditionResiduals:
        first, second = (point_plane(x, plane.point, plane.normal) for x in (p, q))
        size = np.maximum(np.abs(first) + np.abs(second), np.finfo(float).tiny)
        apart = sign * np.sign(first) * np.sign(second) * np.minimum(np.abs(first), np.abs(second))
        return condition_residuals([], [apart / size - STRICT])

    return check


# Solids


def _proper(body: Any) -> ConditionResiduals:
    if isinstance(body, RoundBody):
        sizes = [np.asarray(body.radius)]
        sizes += [] if body.kind in ("sphere", "hemisphere") else [norm(body.top - body.base)]
        sizes += [np.asarray(body.top_radius)] if body.kind == "cone_frustum" else []
        largest = np.maximum.reduce([np.abs(x) for x in np.broadcast_arrays(*sizes)])
        margins = [x / largest - DEGENERATE_RELATIVE for x in sizes]
        margins += [_tapering(np.asarray(body.radius), body.top_radius)] if body.kind == "cone_frustum" else []
        return condition_residuals([], margins)
    return condition_residuals([], _polyhedron_margins(body))


_WALLED = ("cube", "cuboid", "parallelepiped", "prism", "pyramid", "tetrahedron", "frustum")
"""Kinds whose side faces are triangles, parallelograms or trapezoids by their own conditions: always convex."""


def _polyhedron_margins(body: PolyBody) -> list[Array]:
    size = _body_size(body)
    bulk = volume(body) / size**3 - DEGENERATE_RELATIVE
    first, second = np.array(sorted({tuple(sorted(p)) for f in body.faces for p in pairwise((*f, f[0]))})).T
    shortest = norm(body.vertices[..., first, :] - body.vertices[..., second, :]).min(-1)
    margins = [bulk, shortest / size - DEGENERATE_RELATIVE]
    faces = body.faces[:1] if body.kind in _WALLED else body.faces
    rings = [body.vertices[..., list(face), :] for face in faces]
    margins += [turning_margin(ring) for ring in rings if ring.shape[-2] > 3]
    if body.kind == "frustum":
        ends = [body.vertices[..., list(group[:2]), :] for group in body.groups]
        margins.append(_tapering(*(norm(pair[..., 1, :] - pair[..., 0, :]) for pair in ends)))
    if body.kind in ("octahedron", "icosahedron", "dodecahedron", "frustum"):
        margins.append(_bulge_margin(body) / size)
    return margins


def _tapering(first: Array, second: Array) -> Array:
    """Margin, positive if two corresponding lengths differ: a frustum with equal bases is a prism or a cylinder."""
    return np.asarray(np.abs(first - second) / np.maximum(first, second) - STRICT)


def _bulge_margin(body: PolyBody) -> Array:
    """Margin, positive if the vertex mean is on the inner side of every face: not inverted, no crossing faces."""
    centre = centre_of(body)
    flip = np.sign(volume_sign(body))
    heights = []
    for face in body.faces:
        ring = body.vertices[..., list(face), :]
        heights.append(flip * point_plane(ring[..., 0, :], centre, newell(ring)))
    return np.asarray(np.minimum.reduce(heights))


def volume_sign(body: PolyBody) -> Array:
    centre = centre_of(body)
    total = sum(
        dot(body.vertices[..., face[0], :] - centre, newell(body.vertices[..., list(face), :])) for face in body.faces
    )
    return np.asarray(total)


def _similar(first: Any, second: Any) -> ConditionResiduals:
    alike = isinstance(first, PolyBody | RoundBody) and isinstance(second, PolyBody | RoundBody)
    if not alike or first.kind != second.kind or len(_corners(first)) != len(_corners(second)):
        raise GeometryError("similar(...) takes two declared solids of the same kind with the same number of vertices")
    if isinstance(first, RoundBody) and isinstance(second, RoundBody):
        if first.kind in ("sphere", "hemisphere"):
            return condition_residuals([])
        h, k = norm(first.top - first.base), norm(second.top - second.base)
        gaps = [first.radius / h - second.radius / k]
        gaps += [first.top_radius / h - second.top_radius / k] if first.kind == "cone_frustum" else []
        return condition_residuals(gaps)
    a, b = (_pairwise(body.vertices) for body in (first, second))
    a, b = (x / x.mean(-1, keepdims=True) for x in (a, b))
    return condition_residuals([a[..., i] - b[..., i] for i in range(a.shape[-1])])


def _corners(body: PolyBody | RoundBody) -> tuple[int, ...]:
    return tuple(range(body.vertices.shape[-2])) if isinstance(body, PolyBody) else ()


def _pairwise(vertices: Array) -> Array:
    i, j = np.triu_indices(vertices.shape[-2], 1)
    return norm(vertices[..., i, :] - vertices[..., j, :])


def _integer(value: Any) -> ConditionResiduals:
    """The distance from the nearest whole number, which locally is an equation like any other."""
    value = np.asarray(value, dtype=float)
    scale = max(abs(float(value)), 1.0) if value.ndim == 0 else 1.0
    return condition_residuals([(value - np.round(value)) / scale])


def _edges(condition: s.Call, state: FigureState) -> ConditionResiduals:
    """The lengths of the edges and the stated ones, both in order of size, have to agree one by one."""
    assert isinstance(condition.args[0], s.Name)
    classes = edge_classes(state.solids[condition.args[0].id])
    measured = np.sort(beside([evaluate(s.Labels(edges[0]), state) for edges in classes]), axis=-1)
    stated = np.sort(beside([np.asarray(evaluate(arg, state)) for arg in condition.args[1:]]), axis=-1)
    gaps = (measured - stated) / stated.max()
    return condition_residuals([gaps[..., i] for i in range(len(classes))])


def _contact(name: str) -> Callable[[Any, Any], ConditionResiduals]:
    def check(first: Any, second: Any) -> ConditionResiduals:
        residuals, margins = contact.CONTACTS[name](first, second)
        return condition_residuals(residuals, margins)

    return check


ABOUT_DECLARATIONS: dict[str, Callable[[s.Call, FigureState], ConditionResiduals]] = {"edges": _edges}
"""Predicates that depend on how a solid was declared, not only on its body."""

PREDICATES: dict[str, Callable[..., ConditionResiduals]] = {
    "perp": _perp,
    "parallel": _parallel,
    **POLYGONS,
    "on": _on,
    "same_side": _sides(1),
    "opposite_sides": _sides(-1),
    "proper": _proper,
    "similar": _similar,
    "folded": folded,
    "integer": _integer,
    **{name: _contact(name) for name in contact.CONTACTS},
}
