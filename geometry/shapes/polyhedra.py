"""Convex polyhedra as vertices and outward faces: hull, volume, area, edges, plane sections and parts.

Raises GeometryError for flat or non-finite input, planes that miss the solid, and polygons that are not planar
or self-intersect. The two batch measures, `signed_volume` and `faces_area`, work on any fixed face list (also
of non-convex solids) and reject only non-finite coordinates.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial import ConvexHull, QhullError

from geometry.errors import GeometryError
from geometry.numerics.vectors import cross

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]
Faces = Sequence[Sequence[int]]
Plane = tuple[FloatArray, IntArray]

COINCIDENT_RELATIVE = 1e-8
"""Tolerance: points closer than this times the size of the figure are one point, and a point this close to a plane
lies on it. Solved coordinates have an error near 1e-9; no drawn detail is smaller than 1e-4."""

FLAT_RELATIVE = 1e-7
"""Tolerance: a set of points thinner than this times its size is flat. Ten times COINCIDENT, so that opposite
faces of the thinnest accepted solid are never merged into one plane."""

PLANAR_RELATIVE = 1e-6
"""Tolerance: a polygon from a caller may deviate from its plane by this times its size; looser than COINCIDENT
because its corners may come from different constructions."""


class NoInsideError(GeometryError):
    """The requested solid is empty or flat; a separate class, so that a union can count it as zero volume."""


@dataclass(frozen=True, eq=False)
class ConvexPolyhedron:
    """A solid convex polyhedron; build it with `convex_hull`."""

    vertices: FloatArray
    """(n, 3) corners, none of them inside an edge or a face."""

    faces: tuple[tuple[int, ...], ...]
    """Vertex indices of each flat face, counter-clockwise seen from outside."""


def convex_hull(points: ArrayLike) -> ConvexPolyhedron:
    """Convex hull of (n, 3) points, with coplanar facets merged and non-extreme points dropped."""
    cloud = _finite_points(points)
    origin = (cloud.min(axis=0) + cloud.max(axis=0)) / 2.0
    # Only to compare at unit scale: the returned vertices are the given ones, bit for bit.
    size = _size(cloud)
    unit = (cloud - origin) / (size if size > 0.0 else 1.0)
    keep = _first_of_each(unit, COINCIDENT_RELATIVE)
    cloud, unit = cloud[keep], unit[keep]
    if len(unit) < 4 or _thickness(unit) < FLAT_RELATIVE:
        raise NoInsideError("The points lie in one plane, so their hull has no volume.")
    return _with_faces(cloud, _face_planes(unit), unit)


def _finite_points(points: ArrayLike, least: int = 1) -> FloatArray:
    cloud = np.asarray(points, dtype=np.float64)
    if cloud.ndim != 2 or cloud.shape[1] != 3 or len(cloud) < least:
        raise GeometryError(f"Expected at least {least} points in space as an (n, 3) array, got {cloud.shape}.")
    if not np.isfinite(cloud).all():
        raise GeometryError("A coordinate of a point is not a finite number.")
    return cloud


def _size(points: FloatArray) -> float:
    return float(np.ptp(points, axis=0).max())


def _first_of_each(points: FloatArray, tolerance: float) -> IntArray:
    """Indices of the points that no earlier kept point coincides with."""
    kept: list[int] = []
    for index, point in enumerate(points):
        if not kept or np.linalg.norm(points[kept] - point, axis=1).min() > tolerance:
            kept.append(index)
    return np.asarray(kept, dtype=np.intp)


def _thickness(points: FloatArray) -> float:
    """Extent of the points along the direction in which they spread least."""
    centred = points - points.mean(axis=0)
    axes = np.linalg.svd(centred, full_matrices=True)[2]
    return float(np.ptp(centred @ axes[2]))


def _face_planes(points: FloatArray) -> list[Plane]:
    """Outward normal and incident points of each face of the hull of points of size one.

    Facets are taken from the widest down: the normal of a sliver between nearly collinear points is noise,
    and by the time it comes up its three corners already lie on a plane found from a wider one.
    """
    try:
        hull = ConvexHull(points)
    except QhullError as error:
        raise NoInsideError("The points are too close to one plane for their hull to have faces.") from error
    corners = points[hull.simplices]
    doubled = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(doubled, axis=1)
    outer = np.unique(hull.simplices)
    planes: list[Plane] = []
    left = np.ones(len(areas), dtype=bool)
    for facet in np.argsort(-areas, kind="stable"):
        if not left[facet] or areas[facet] == 0.0:
            continue
        normal = doubled[facet] / areas[facet]
        normal = normal if normal @ hull.equations[facet, :3] > 0.0 else -normal
        incident = outer[np.abs((points[outer] - corners[facet, 0]) @ normal) <= COINCIDENT_RELATIVE]
        left &= ~np.isin(hull.simplices, incident).all(axis=1)
        planes.append((normal, incident))
    return planes


def _with_faces(cloud: FloatArray, planes: list[Plane], unit: FloatArray) -> ConvexPolyhedron:
    """Keep the points where three faces meet and order each face; raises GeometryError if inconsistent."""
    meeting = np.zeros(len(unit), dtype=np.intp)
    for _, incident in planes:
        meeting[incident] += 1
    corner = np.flatnonzero(meeting >= 3)
    label = {int(old): new for new, old in enumerate(corner)}
    faces: list[tuple[int, ...]] = []
    for normal, incident in planes:
        ring = np.asarray([i for i in incident if int(i) in label], dtype=np.intp)
        if len(ring) >= 3:
            faces.append(tuple(label[int(i)] for i in ring[_order_around(unit[ring], normal)]))
    solid = ConvexPolyhedron(vertices=cloud[corner], faces=tuple(faces))
    sides = {(a, b) for face in faces for a, b in _sides(face)}
    closed = all((b, a) in sides for a, b in sides) and len(corner) - len(sides) // 2 + len(faces) == 2
    if not closed:
        raise GeometryError("The solid has details too small to distinguish its faces.")
    return solid


def _order_around(points: FloatArray, normal: FloatArray) -> IntArray:
    """Order of coplanar points in convex position, counter-clockwise seen from the tip of the normal."""
    first, second = _plane_axes(normal)
    centred = points - points.mean(axis=0)
    order = np.argsort(np.arctan2(centred @ second, centred @ first), kind="stable")
    return np.asarray(np.roll(order, -int(np.argmin(order))), dtype=np.intp)


def _plane_axes(normal: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Two unit vectors that make a right-handed frame with the unit normal."""
    helper = np.zeros(3)
    helper[np.argmin(np.abs(normal))] = 1.0
    first = cross(helper, normal)
    first /= np.linalg.norm(first)
    return first, cross(normal, first)


def _sides(face: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(face, [*face[1:], face[0]], strict=True))


def edges(p: ConvexPolyhedron) -> tuple[tuple[int, int], ...]:
    """Each edge once, as a sorted pair of vertex indices, in ascending order."""
    return tuple(sorted({(min(a, b), max(a, b)) for face in p.faces for a, b in _sides(face)}))


def total_edge_length(p: ConvexPolyhedron) -> float:
    """Sum of the lengths of all edges."""
    ends = np.asarray(edges(p))
    return float(np.linalg.norm(p.vertices[ends[:, 0]] - p.vertices[ends[:, 1]], axis=1).sum())


def volume(p: ConvexPolyhedron) -> float:
    """Volume of a convex polyhedron."""
    return float(signed_volume(p.vertices, p.faces))


def surface_area(p: ConvexPolyhedron) -> float:
    """Sum of the areas of the faces."""
    return float(faces_area(p.vertices, p.faces))


def signed_volume(vertices: ArrayLike, faces: Faces) -> FloatArray:
    """Volume (...) enclosed by faces over vertices (..., n, 3), positive if the faces are oriented outward.

    Sum of the signed tetrahedra over a fan of each face; relative to a vertex, not to the origin, so that a figure
    far from the origin loses no digits.
    """
    corners = _finite_batch(vertices)
    fan = np.asarray([(f[0], f[i], f[i + 1]) for f in faces for i in range(1, len(f) - 1)], dtype=np.intp)
    local = corners - corners[..., :1, :]
    a, b, c = (local[..., fan[:, k], :] for k in range(3))
    return np.asarray((a * cross(b, c)).sum(axis=(-2, -1)) / 6.0)


def faces_area(vertices: ArrayLike, faces: Faces) -> FloatArray:
    """Total area (...) of planar faces over vertices (..., n, 3), by Newell's vector area of each face."""
    corners = _finite_batch(vertices)
    total = np.zeros(corners.shape[:-2])
    for face in faces:
        total = total + np.linalg.norm(_vector_area(corners[..., list(face), :]), axis=-1)
    return np.asarray(total)


def _finite_batch(vertices: ArrayLike) -> FloatArray:
    corners = np.asarray(vertices, dtype=np.float64)
    if corners.ndim < 2 or corners.shape[-1] != 3:
        raise GeometryError(f"Expected vertices as a (..., n, 3) array, got {corners.shape}.")
    if not np.isfinite(corners).all():
        raise GeometryError("A coordinate of a vertex is not a finite number.")
    return corners


def _vector_area(ring: FloatArray) -> FloatArray:
    """Vector area (..., 3) of closed polygons (..., n, 3)."""
    spokes = ring[..., 1:, :] - ring[..., :1, :]
    return np.asarray(cross(spokes[..., :-1, :], spokes[..., 1:, :]).sum(axis=-2) / 2.0)


def polygon_area(points: ArrayLike) -> float:
    """Area of a planar simple polygon (n, 3), convex or not, corners in order round it."""
    ring = _finite_points(points, least=3)
    size = _size(ring)
    vector = _vector_area(ring)
    area = float(np.linalg.norm(vector))
    if area <= FLAT_RELATIVE * size**2:
        raise GeometryError("The corners of the polygon are collinear, or its loops cancel out.")
    normal = vector / area
    if np.abs((ring - ring.mean(axis=0)) @ normal).max() > PLANAR_RELATIVE * size:
        raise GeometryError("The corners of the polygon do not lie in one plane.")
    if _crosses_itself(ring @ np.stack(_plane_axes(normal), axis=1)):
        raise GeometryError("The sides of the polygon cross, so its corners are not in order round it.")
    return area


def _crosses_itself(flat: FloatArray) -> bool:
    """Whether two sides that share no corner of a polygon (n, 2) properly cross."""
    following = np.roll(flat, -1, axis=0)

    def turns(i: int, j: int) -> tuple[bool, bool]:
        start, along = flat[i], following[i] - flat[i]
        ends = np.stack([flat[j], following[j]]) - start
        left = along[0] * ends[:, 1] - along[1] * ends[:, 0] > 0.0
        return bool(left[0]), bool(left[1])

    n = len(flat)
    pairs = [(i, j) for i in range(n) for j in range(i + 2, n) if (j + 1) % n != i]
    return any(turns(i, j) in _SPLIT and turns(j, i) in _SPLIT for i, j in pairs)


_SPLIT = ((True, False), (False, True))


def section(p: ConvexPolyhedron, point: ArrayLike, normal: ArrayLike) -> FloatArray:
    """Convex polygon (k, 3) in which the plane meets the solid, counter-clockwise about the normal.

    A plane through a face gives that face; a plane that only touches a corner or an edge raises GeometryError.
    """
    direction, height = _heights(p, point, normal)
    ring = np.concatenate([p.vertices[height == 0.0], _crossings(p, height)])
    ring = ring[_first_of_each(ring, COINCIDENT_RELATIVE * _size(p.vertices))]
    if len(ring) < 3:
        raise GeometryError("The plane does not cut the solid in a polygon.")
    return np.asarray(ring[_order_around(ring, direction)])


def clip(p: ConvexPolyhedron, point: ArrayLike, normal: ArrayLike) -> ConvexPolyhedron:
    """The part on the side the normal points to; raises GeometryError if the plane does not cut the solid."""
    height = _heights(p, point, normal)[1]
    if height.max() <= 0.0 or height.min() >= 0.0:
        raise GeometryError("The plane does not cut the solid into two parts.")
    return keep_side(p, point, normal)


def keep_side(p: ConvexPolyhedron, point: ArrayLike, normal: ArrayLike) -> ConvexPolyhedron:
    """Intersection with a half-space, which may be the whole solid; raises NoInsideError if it is empty."""
    height = _heights(p, point, normal)[1]
    if height.max() <= 0.0:
        raise NoInsideError("No part of the solid lies on that side of the plane.")
    if height.min() >= 0.0:
        return p
    return convex_hull(np.concatenate([p.vertices[height >= 0.0], _crossings(p, height)]))


def _heights(p: ConvexPolyhedron, point: ArrayLike, normal: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Unit normal and signed distance of each vertex from the plane, exactly 0 for a vertex on it."""
    through, direction = np.asarray(point, dtype=np.float64), np.asarray(normal, dtype=np.float64)
    length = float(np.linalg.norm(direction))
    if through.shape != (3,) or direction.shape != (3,) or not np.isfinite([*through, length]).all():
        raise GeometryError("A plane needs a finite point and a finite normal in space.")
    if length == 0.0:
        raise GeometryError("The normal of the plane has no direction.")
    direction = direction / length
    height = (p.vertices - through) @ direction
    height[np.abs(height) <= COINCIDENT_RELATIVE * _size(p.vertices)] = 0.0
    return direction, height


def _crossings(p: ConvexPolyhedron, height: FloatArray) -> FloatArray:
    """Points (m, 3) where the zero level of the heights passes inside an edge."""
    ends = np.asarray(edges(p))
    ends = ends[height[ends[:, 0]] * height[ends[:, 1]] < 0.0]
    low, high = height[ends[:, 0]], height[ends[:, 1]]
    share = (low / (low - high))[:, None]
    return np.asarray(p.vertices[ends[:, 0]] * (1.0 - share) + p.vertices[ends[:, 1]] * share)
