"""Circumscribed and inscribed spheres and circles, areas and perimeters of regions, shortest surface paths."""

from collections.abc import Callable
from typing import Any

import numpy as np

from geometry.errors import GeometryError
from geometry.measures.body_measures import circumference, convex, cuts_of, height, radius, round_solid, slant
from geometry.numerics.vectors import Array, following, newell, norm, rows_of
from geometry.shapes import polyhedra, round_cuts, surface_paths, touching_spheres
from geometry.shapes.batch_cuts import cut
from geometry.shapes.bodies import missing
from geometry.shapes.round_parts import uncut
from geometry.shapes.values import Body, Circle, Plane, PolyBody, Polygon, RoundBody, Section, each
from geometry.tolerances import EQUAL_LENGTHS_RELATIVE

# Spheres and circles that touch


def _stacked(points: tuple[Array, ...]) -> Array:
    return rows_of(points)


def circumradius(*things: Any) -> Array:
    if isinstance(things[0], np.ndarray):
        return each(_circumradius_of_points, Polygon(_stacked(things)))
    body = things[0]
    if isinstance(body, RoundBody):
        return _round_circumradius(body)
    return each(_circumradius_of_body, body)


def _circumradius_of_points(polygon: Polygon) -> float:
    if len(polygon.vertices) > 3:
        try:
            return float(touching_spheres.circumsphere(polygon.vertices)[1])
        except GeometryError:
            # Coplanar points may have a circle instead; if not, that error is the one to report.
            pass
    return float(touching_spheres.circumcircle(polygon.vertices)[1])


def _circumradius_of_body(body: Body) -> float:
    vertices = body.vertices if isinstance(body, PolyBody) else convex(body).vertices
    return float(touching_spheres.circumsphere(vertices)[1])


def _round_circumradius(body: RoundBody) -> Array:
    """Sphere through the rim circles (or rim and apex): centre on the axis, equidistant from both ends."""
    if body.kind in ("sphere", "hemisphere"):
        return np.asarray(body.radius)
    h, r, t = height(body), body.radius, body.top_radius
    x = (h * h + t * t - r * r) / (2 * h)
    return np.asarray(np.hypot(x, r))


def inradius(*things: Any) -> Array:
    if isinstance(things[0], np.ndarray):
        return each(lambda p: float(touching_spheres.incircle(p.vertices)[1]), Polygon(_stacked(things)))
    body = things[0]
    if isinstance(body, RoundBody):
        return _round_inradius(body)
    return each(lambda b: float(touching_spheres.insphere(convex(b))[1]), body)


def _round_inradius(body: RoundBody) -> Array:
    if body.kind == "sphere":
        return np.asarray(body.radius)
    if body.kind == "hemisphere":
        return np.asarray(body.radius / 2)
    h, r, t = height(body), body.radius, body.top_radius
    if body.kind == "cone":
        return np.asarray(r * h / (r + slant(body)))
    # A sphere touches both ends and the side only when the slant equals the sum of the radii.
    gap = np.abs(slant(body) - r - t)
    if np.ndim(gap) == 0 and gap > EQUAL_LENGTHS_RELATIVE * float(h):
        raise missing(body, "sphere touching both ends and the side")
    return np.asarray(h / 2)


def midradius(body: Body) -> Array:
    return each(lambda b: float(touching_spheres.midsphere(convex(b))[1]), body)


# Regions


def area(*things: Any) -> Array:
    if isinstance(things[0], np.ndarray):
        return _polygon_area(_stacked(things))
    region = things[0]
    if isinstance(region, Polygon):
        return _polygon_area(region.vertices)
    if isinstance(region, Circle):
        return np.asarray(np.pi * region.radius**2)
    if isinstance(region.body, PolyBody) and region.body.vertices.ndim == 3:
        found = cut(region.body, region.plane).section
        return np.asarray(np.where(found > 0, found, np.nan))
    if isinstance(region.body, RoundBody) and region.body.kind == "sphere" and region.body.base.ndim == 2:
        return np.asarray(np.pi * radius(region) ** 2)
    return each(_section_area, region)


def _polygon_area(vertices: Array) -> Array:
    """Over a batch the vector area; a single polygon is first checked to be planar and not self-intersecting."""
    if vertices.ndim == 2 and len(vertices) > 3:
        return np.asarray(polyhedra.polygon_area(vertices))
    return norm(newell(vertices))


def _section_area(section: Section) -> float:
    plane = section.plane
    whole, cuts = cuts_of(section.body)
    if isinstance(whole, RoundBody):
        return round_cuts.section_area(uncut(round_solid(whole), cuts), plane.point, plane.normal)
    return polyhedra.polygon_area(_section_polygon(section))


def _section_polygon(section: Section) -> Array:
    return polyhedra.section(convex(section.body), section.plane.point, section.plane.normal)


def perimeter(*things: Any) -> Array:
    if isinstance(things[0], np.ndarray):
        return _around(_stacked(things))
    region = things[0]
    if isinstance(region, Polygon):
        return _around(region.vertices)
    if isinstance(region, Circle):
        return np.asarray(2 * np.pi * region.radius)
    return each(_section_perimeter, region)


def _around(vertices: Array) -> Array:
    return np.asarray(norm(following(vertices) - vertices).sum(-1))


def _section_perimeter(section: Section) -> float:
    plane: Plane = section.plane
    whole, cuts = cuts_of(section.body)
    if isinstance(whole, RoundBody):
        return round_cuts.section_perimeter(uncut(round_solid(whole), cuts), plane.point, plane.normal)
    return float(_around(_section_polygon(section)))


# Paths


def surface_path(a: Array, b: Array, body: Body) -> Array:
    return each(_path_once, a, b, body)


def _path_once(a: Array, b: Array, body: Body) -> float:
    if not isinstance(body, RoundBody):
        return surface_paths.on_polyhedron(convex(body), a, b)
    r, t = float(body.radius), float(body.top_radius)
    if body.kind == "sphere":
        return surface_paths.on_sphere(body.base, a, b)
    if body.kind == "cone":
        return surface_paths.on_cone(body.base, body.top, r, a, b)
    if body.kind == "cone_frustum":
        return surface_paths.on_cone_frustum(body.base, body.top, r, t, a, b)
    if body.kind == "cylinder":
        return surface_paths.on_cylinder(body.base, body.top, r, a, b)
    raise missing(body, "surface path measure")


def helix(body: Body, turns: Any) -> Array:
    if not isinstance(body, RoundBody) or body.kind != "cylinder":
        raise missing(body, "helix")
    return np.asarray(np.hypot(height(body), circumference(body) * turns))


CONTACT_MEASURES: dict[str, Callable[..., Any]] = {
    "circumradius": circumradius,
    "inradius": inradius,
    "midradius": midradius,
    "area": area,
    "perimeter": perimeter,
    "surface_path": surface_path,
    "helix": helix,
}
