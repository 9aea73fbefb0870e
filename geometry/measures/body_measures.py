"""Lengths, areas and volumes of regions and bodies.

Declared polyhedra and round solids have closed forms over a whole batch; hulls, parts, intersections and
composites are measured one figure at a time.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from geometry.errors import GeometryError
from geometry.numerics.vectors import Array, dot, following, newell, norm, point_plane
from geometry.shapes import convex_boolean, polyhedra, round_parts, round_solids
from geometry.shapes.batch_cuts import cut
from geometry.shapes.bodies import apex_of, base_plane, base_vertices, missing, top_plane, top_vertices
from geometry.shapes.overlap import refuse_overlaps
from geometry.shapes.polyhedra import ConvexPolyhedron, faces_area, signed_volume
from geometry.shapes.signed_distance import convexity
from geometry.shapes.slices import Slices
from geometry.shapes.values import (
    Body,
    Circle,
    CommonBody,
    CompositeBody,
    HullBody,
    PartBody,
    Plane,
    PolyBody,
    Region,
    RoundBody,
    Section,
    batch_of,
    each,
)
from geometry.tolerances import EQUAL_LENGTHS_RELATIVE

# Bodies one at a time


def convex(body: Body) -> ConvexPolyhedron:
    """A single body as a convex polyhedron; raises GeometryError for round or composite bodies."""
    if isinstance(body, PolyBody) and body.kind != "polyhedron":
        # Valid solids of the catalogue are convex and their faces are known: no convex hull is needed.
        outward = float(signed_volume(body.vertices, body.faces)) > 0
        faces = body.faces if outward else tuple(face[::-1] for face in body.faces)
        return ConvexPolyhedron(body.vertices, faces)
    if isinstance(body, PolyBody):
        if float(convexity(body)) < -EQUAL_LENGTHS_RELATIVE:
            raise GeometryError("this measure needs a convex solid; this one has a vertex beyond the plane of a face")
        return polyhedra.convex_hull(body.vertices)
    if isinstance(body, HullBody):
        return polyhedra.convex_hull(body.points)
    if isinstance(body, PartBody):
        whole = convex(body.body)
        return polyhedra.clip(whole, body.plane.point, _kept_normal(body))
    if isinstance(body, CommonBody):
        return convex_boolean.intersection(convex(body.first), convex(body.second))
    raise GeometryError("this measure needs a polyhedron, not a round or composite solid")


def round_solid(body: RoundBody) -> round_solids.Solid:
    """A single round body in the form that the section functions take."""
    if body.kind == "sphere":
        return round_solids.Ball(body.base, float(body.radius))
    if body.kind == "hemisphere":
        return round_solids.HalfBall(body.base, body.top - body.base, float(body.radius))
    return round_solids.RoundSolid(body.base, body.top, float(body.radius), float(body.top_radius))


def cuts_of(body: Body) -> tuple[Body, list[round_parts.HalfSpace]]:
    """The body that is not cut yet, and the half-spaces kept of it, in the order of the cuts."""
    if not isinstance(body, PartBody):
        return body, []
    whole, kept = cuts_of(body.body)
    return whole, [*kept, (body.plane.point, _kept_normal(body))]


def _kept_normal(part: PartBody) -> Array:
    """The plane's normal, oriented towards the kept side."""
    normal = part.plane.normal
    if part.which == "side":
        height = float(point_plane(part.point, part.plane.point, normal))
        if height == 0:
            raise GeometryError("the point that chooses the part lies in the cutting plane")
        return normal if height > 0 else -normal
    here, there = (_side_volume(part, turned) for turned in (normal, -normal))
    return normal if (here >= there) == (part.which == "larger") else -normal


def _side_volume(part: PartBody, normal: Array) -> float:
    whole, cuts = cuts_of(part.body)
    if isinstance(whole, RoundBody):
        return round_parts.parts_volume(round_solid(whole), [*cuts, (part.plane.point, normal)])
    return polyhedra.volume(polyhedra.clip(convex(part.body), part.plane.point, normal))


# Volume and areas


def volume(body: Body | Slices) -> Array:
    if isinstance(body, Slices):
        return np.asarray(body.count * volume(body.piece))
    if isinstance(body, PolyBody):
        return np.abs(signed_volume(body.vertices, body.faces))
    if isinstance(body, RoundBody):
        return _round_volume(body)
    if isinstance(body, HullBody) and body.points.shape[-2] == 4:
        a, b, c, d = (body.points[..., i, :] for i in range(4))
        return np.asarray(np.abs(np.linalg.det(np.stack([b - a, c - a, d - a], axis=-2))) / 6)
    if isinstance(body, CompositeBody) and not _polyhedral(body) and batch_of(body):
        # During the search parts may still overlap; a single figure with overlapping parts is rejected.
        return np.asarray(sum(volume(b) for b in body.plus) - sum(volume(b) for b in body.minus))
    if _many_convex_parts(body):
        return _part_volumes(body)  # type: ignore[arg-type]
    return each(_volume_once, body)


def _many_convex_parts(body: Body) -> bool:
    """Whether a direct formula applies: a batch of parts of polyhedra or spheres; single parts are constructed."""
    if not isinstance(body, PartBody):
        return False
    if isinstance(body.body, RoundBody):
        return body.body.kind == "sphere" and body.body.base.ndim == 2
    return isinstance(body.body, PolyBody) and body.body.vertices.ndim == 3


def _part_volumes(part: PartBody) -> Array:
    whole, above = volume(part.body), _volume_above(part.body, part.plane)
    if part.which == "side":
        up = point_plane(part.point, part.plane.point, part.plane.normal) > 0
        return np.asarray(np.where(up, above, whole - above))
    pick = np.maximum if part.which == "larger" else np.minimum
    return np.asarray(pick(above, whole - above))


def _volume_above(body: Body, plane: Plane) -> Array:
    if isinstance(body, PolyBody):
        return cut(body, plane).volume
    if not isinstance(body, RoundBody):
        raise missing(body, "direct formula for its parts")
    # The cap of height h = r + (signed distance of the centre above the plane).
    h = np.clip(body.radius + point_plane(body.base, plane.point, plane.normal), 0.0, 2 * body.radius)
    return np.asarray(np.pi * h**2 * (3 * body.radius - h) / 3)


def _round_volume(body: RoundBody) -> Array:
    r, t = body.radius, body.top_radius
    if body.kind in ("sphere", "hemisphere"):
        return np.asarray((4 if body.kind == "sphere" else 2) * np.pi * r**3 / 3)
    return np.asarray(np.pi * height(body) * (r * r + r * t + t * t) / 3)


def _volume_once(body: Body) -> float:
    whole, cuts = cuts_of(body)
    if isinstance(whole, RoundBody):
        return round_parts.parts_volume(round_solid(whole), cuts)
    if isinstance(body, CompositeBody):
        return _composite_volume(body)
    if isinstance(body, PolyBody):
        return float(volume(body))
    return polyhedra.volume(convex(body))


def _polyhedral(body: CompositeBody) -> bool:
    return not any(isinstance(part, RoundBody) for part in (*body.plus, *body.minus))


def _composite_volume(body: CompositeBody) -> float:
    """Exact for polyhedra with any overlap; with round parts the parts must be stacked or nested."""
    if _polyhedral(body):
        return convex_boolean.composite_volume([convex(b) for b in body.plus], [convex(b) for b in body.minus])
    refuse_overlaps(body.plus, body.minus)
    return sum(_volume_once(b) for b in body.plus) - sum(_volume_once(b) for b in body.minus)


def surface_area(body: Body | Slices) -> Array:
    if isinstance(body, Slices):
        return np.asarray(body.count * surface_area(body.piece))
    if isinstance(body, PolyBody):
        return faces_area(body.vertices, body.faces)
    if isinstance(body, RoundBody):
        return _round_area(body)
    return each(_area_once, body)


def _round_area(body: RoundBody) -> Array:
    if body.kind == "sphere":
        return np.asarray(4 * np.pi * body.radius**2)
    ends = body.radius**2 + (0 if body.kind == "hemisphere" else body.top_radius**2)
    return np.asarray(lateral_area(body) + np.pi * ends)


def _area_once(body: Body) -> float:
    whole, cuts = cuts_of(body)
    if isinstance(whole, RoundBody):
        return round_parts.parts_area(round_solid(whole), cuts)
    if isinstance(body, CompositeBody):
        if not _polyhedral(body):
            raise GeometryError("composites with round parts have no surface_area; add and subtract the parts' areas")
        return convex_boolean.composite_area([convex(b) for b in body.plus], [convex(b) for b in body.minus])
    return polyhedra.surface_area(convex(body))


def lateral_area(body: Body) -> Array:
    if isinstance(body, RoundBody):
        if body.kind in ("sphere", "hemisphere"):
            return np.asarray((4 if body.kind == "sphere" else 2) * np.pi * body.radius**2)
        return np.asarray(np.pi * (body.radius + body.top_radius) * slant(body))
    if isinstance(body, PolyBody):
        ends = base_area(body)
        if body.kind not in ("pyramid", "tetrahedron"):
            ends = ends + norm(newell(top_vertices(body)))
        return np.asarray(surface_area(body) - ends)
    raise missing(body, "lateral surface")


def base_area(body: Body) -> Array:
    if isinstance(body, RoundBody) and body.kind != "sphere":
        return np.asarray(np.pi * body.radius**2)
    if isinstance(body, PolyBody):
        return norm(newell(base_vertices(body)))
    raise missing(body, "base")


def top_area(body: Body) -> Array:
    if isinstance(body, RoundBody) and body.kind in ("cylinder", "cone_frustum"):
        return np.asarray(np.pi * body.top_radius**2)
    if isinstance(body, PolyBody):
        return norm(newell(top_vertices(body)))
    raise missing(body, "top face")


# Lengths of bodies


def radius(thing: Body | Region) -> Array:
    if isinstance(thing, RoundBody | Circle):
        return np.asarray(thing.radius)
    if isinstance(thing, Section) and isinstance(thing.body, RoundBody) and thing.body.kind == "sphere":
        distance = point_plane(thing.body.base, thing.plane.point, thing.plane.normal)
        return np.asarray(np.sqrt(thing.body.radius**2 - distance**2))
    raise GeometryError("only circles and round solids have a radius; for a polyhedron use circumradius or inradius")


def top_radius(body: Body) -> Array:
    if isinstance(body, RoundBody) and body.kind in ("cylinder", "cone_frustum"):
        return np.asarray(body.top_radius)
    raise missing(body, "top radius")


def height(body: Body) -> Array:
    if isinstance(body, RoundBody):
        if body.kind == "sphere":
            raise missing(body, "height")
        return np.asarray(body.radius) if body.kind == "hemisphere" else norm(body.top - body.base)
    if isinstance(body, PolyBody):
        plane = base_plane(body)
        pointed = body.kind in ("pyramid", "tetrahedron")
        far = apex_of(body) if pointed else top_plane(body).point
        return np.abs(point_plane(far, plane.point, plane.normal))
    raise missing(body, "height")


def slant(body: Body) -> Array:
    if isinstance(body, RoundBody) and body.kind not in ("sphere", "hemisphere"):
        return np.asarray(np.hypot(height(body), body.radius - body.top_radius))
    if isinstance(body, PolyBody) and body.kind in ("pyramid", "tetrahedron", "frustum"):
        return _common_length(_slants(body), "slant height")
    raise missing(body, "slant height")


def _slants(body: PolyBody) -> Array:
    """Distances, in each lateral face, from the apex or top edge to the base edge `(..., n)`."""
    ring = base_vertices(body)
    along = following(ring) - ring
    far = top_vertices(body) if body.kind == "frustum" else apex_of(body)[..., None, :]
    across = far - ring
    foot = across - along * (dot(across, along) / dot(along, along))[..., None]
    return norm(foot)


def _common_length(lengths: Array, what: str) -> Array:
    """The common value of `lengths` (last axis); a single figure raises GeometryError if they differ."""
    mean = np.asarray(lengths.mean(-1))
    if lengths.ndim == 1 and np.ptp(lengths) > EQUAL_LENGTHS_RELATIVE * abs(float(mean)):
        raise GeometryError(f"the solid has no single {what}: they run from {lengths.min():.6g} to {lengths.max():.6g}")
    return mean


def _edge_lengths(body: PolyBody) -> Array:
    pairs = sorted({tuple(sorted(p)) for f in body.faces for p in zip(f, (*f[1:], f[0]), strict=True)})
    first, second = np.array(pairs).T
    return norm(body.vertices[..., first, :] - body.vertices[..., second, :])


def edge(body: Body) -> Array:
    if isinstance(body, PolyBody):
        return _common_length(_edge_lengths(body), "edge length")
    raise missing(body, "edge")


def base_edge(body: Body) -> Array:
    if isinstance(body, PolyBody):
        ring = base_vertices(body)
        return _common_length(norm(following(ring) - ring), "base edge")
    raise missing(body, "base edge")


def lateral_edge(body: Body) -> Array:
    if not isinstance(body, PolyBody):
        raise missing(body, "lateral edge")
    pointed = body.kind in ("pyramid", "tetrahedron", "octahedron")
    far = apex_of(body)[..., None, :] if pointed else top_vertices(body)
    return _common_length(norm(far - base_vertices(body)), "lateral edge")


def diagonal(body: Body) -> Array:
    if isinstance(body, PolyBody) and body.kind in ("cube", "cuboid"):
        return norm(body.vertices[..., 6, :] - body.vertices[..., 0, :])
    if isinstance(body, PolyBody) and body.kind == "octahedron":
        return norm(body.vertices[..., 5, :] - body.vertices[..., 0, :])
    raise missing(body, "single space diagonal")


def sector_angle(body: Body) -> Array:
    """The angle at the centre of the sector, or ring sector of a frustum, into which the curved side unrolls."""
    if isinstance(body, RoundBody) and body.kind in ("cone", "cone_frustum"):
        return np.asarray(2 * np.pi * np.abs(body.radius - body.top_radius) / slant(body))
    raise missing(body, "curved side that unrolls into a sector")


def edge_sum(body: Body) -> Array:
    if isinstance(body, PolyBody):
        return np.asarray(_edge_lengths(body).sum(-1))
    return each(lambda b: polyhedra.total_edge_length(convex(b)), body)


def circumference(body: Body) -> Array:
    return np.asarray(2 * np.pi * radius(body))


BODY_MEASURES: dict[str, Callable[..., Any]] = {
    "volume": volume,
    "surface_area": surface_area,
    "lateral_area": lateral_area,
    "base_area": base_area,
    "top_area": top_area,
    "radius": radius,
    "top_radius": top_radius,
    "diameter": lambda body: 2 * radius(body),
    "circumference": circumference,
    "height": height,
    "slant": slant,
    "edge": edge,
    "base_edge": base_edge,
    "lateral_edge": lateral_edge,
    "diagonal": diagonal,
    "edge_sum": edge_sum,
    "sector_angle": sector_angle,
}
