"""Spheres and circles that touch or pass through a figure: circumscribed, inscribed, midsphere, centres.

Raises GeometryError if there is no such sphere instead of returning a best fit: a box has no inscribed sphere,
four coplanar points no circumscribed one. The functions on triangles and tetrahedra take batches (..., 3); one
degenerate member rejects the whole batch.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linprog

from geometry.errors import GeometryError
from geometry.numerics.vectors import cross
from geometry.shapes.polyhedra import FLAT_RELATIVE, PLANAR_RELATIVE, ConvexPolyhedron, edges

FloatArray = NDArray[np.float64]
CentreRadius = tuple[FloatArray, float]

COMMON_RELATIVE = 1e-9
"""Tolerance: distances that should equal the radius may differ by this fraction, the error of solved coordinates."""

REFINEMENT = 1e-6
"""The linear program stops near 1e-7; a second solve of the residual at this scale stops near 1e-13."""


def circumsphere(points: ArrayLike) -> CentreRadius:
    """Centre (3,) and radius of the sphere through all (n, 3) points, n ≥ 4."""
    corners, middle, size = _figure(points, least=4)
    if np.linalg.svd((corners - middle) / size, compute_uv=False)[-1] < FLAT_RELATIVE:
        raise GeometryError("The points lie in one plane, so they do not determine a sphere.")
    return _through(corners, np.eye(3), "sphere")


def circumcircle(points: ArrayLike) -> CentreRadius:
    """Centre (3,) and radius of the circle through all coplanar (n, 3) points, n ≥ 3."""
    corners, _, _ = _figure(points, least=3)
    return _through(corners, _plane_basis(corners)[:2], "circle")


def incircle(polygon: ArrayLike) -> CentreRadius:
    """Centre (3,) and radius of the circle touching every side of a convex planar polygon (n, 3)."""
    corners, middle, size = _figure(polygon, least=3)
    first, second, _ = _plane_basis(corners)
    flat = (corners - middle) @ np.stack([first, second], axis=1)
    along = np.roll(flat, -1, axis=0) - flat
    length = np.linalg.norm(along, axis=1)
    if length.min() < FLAT_RELATIVE * size:
        raise GeometryError("Two corners of the polygon coincide.")
    outward = _turning(along) * np.stack([along[:, 1], -along[:, 0]], axis=1) / length[:, None]
    centre, radius = _touching(outward, (outward * flat).sum(axis=1), "circle")
    return middle + centre[0] * first + centre[1] * second, radius


def insphere(p: ConvexPolyhedron) -> CentreRadius:
    """Centre (3,) and radius of the sphere touching every face."""
    middle = p.vertices.mean(axis=0)
    normals, offsets = _half_spaces(p, middle)
    centre, radius = _touching(normals, offsets, "sphere")
    return middle + centre, radius


def largest_inside_sphere(p: ConvexPolyhedron) -> CentreRadius:
    """Centre (3,) and radius of the largest sphere inside (Chebyshev centre); any of them if it is not unique."""
    middle = p.vertices.mean(axis=0)
    size = float(np.ptp(p.vertices, axis=0).max())
    normals, offsets = _half_spaces(p, middle)
    rows = np.column_stack([normals, np.ones(len(normals))])
    best = np.zeros(4)
    for scale in (1.0, REFINEMENT):
        gaps = (offsets / size - rows @ best) / scale
        found = linprog([0.0, 0.0, 0.0, -1.0], A_ub=rows, b_ub=gaps, bounds=(None, None), method="highs")
        if found.status != 0:
            raise GeometryError("No largest sphere was found inside the solid.")
        best = best + scale * np.asarray(found.x, dtype=np.float64)
    return middle + size * best[:3], float(size * best[3])


def midsphere(p: ConvexPolyhedron) -> CentreRadius:
    """Centre (3,) and radius of the sphere touching every edge between its ends.

    Such a sphere meets each face in the incircle of the face, so its centre lies on the axis of every one.
    """
    axes = []
    for face in p.faces:
        corners = p.vertices[list(face)]
        normal = _newell(corners)
        axes.append((incircle(corners)[0], np.eye(3) - np.outer(normal, normal)))
    rows = np.concatenate([across for _, across in axes])
    sides = np.concatenate([across @ foot for foot, across in axes])
    centre = np.linalg.lstsq(rows, sides, rcond=None)[0]
    ends = p.vertices[np.asarray(edges(p))]
    along = ends[:, 1] - ends[:, 0]
    share = ((centre - ends[:, 0]) * along).sum(axis=1) / (along**2).sum(axis=1)
    reach = np.linalg.norm(ends[:, 0] + share[:, None] * along - centre, axis=1)
    if np.any((share <= 0.0) | (share >= 1.0)):
        raise GeometryError("No sphere touches every edge of the solid.")
    return centre, _common(reach, "sphere touches every edge of the solid")


def circumcenter_triangle(a: ArrayLike, b: ArrayLike, c: ArrayLike) -> FloatArray:
    """Centre (..., 3) of the circle through three points (..., 3)."""
    start, u, v, normal = _triangle(a, b, c)
    lift = _square(v) * cross(normal, u) + _square(u) * cross(v, normal)
    return np.asarray(start + lift / (2.0 * _square(normal)))


def incenter_triangle(a: ArrayLike, b: ArrayLike, c: ArrayLike) -> FloatArray:
    """Centre (..., 3) of the inscribed circle: the corners weighted by the lengths of the opposite sides."""
    start, u, v, _ = _triangle(a, b, c)
    ab, ac, bc = (_length(side) for side in (u, v, v - u))
    return np.asarray(start + (ac * u + ab * v) / (ab + ac + bc))


def orthocenter_triangle(a: ArrayLike, b: ArrayLike, c: ArrayLike) -> FloatArray:
    """Meeting point (..., 3) of the altitudes, by Euler's line: H = A + B + C − 2 O."""
    start, u, v, _ = _triangle(a, b, c)
    return np.asarray(start + u + v - 2.0 * (circumcenter_triangle(a, b, c) - start))


def circumcenter_tetrahedron(a: ArrayLike, b: ArrayLike, c: ArrayLike, d: ArrayLike) -> FloatArray:
    """Centre (..., 3) of the sphere through four points (..., 3)."""
    start, u, v, w = _tetrahedron(a, b, c, d)
    lift = _square(u) * cross(v, w) + _square(v) * cross(w, u) + _square(w) * cross(u, v)
    return np.asarray(start + lift / (2.0 * (u * cross(v, w)).sum(axis=-1, keepdims=True)))


def insphere_tetrahedron(a: ArrayLike, b: ArrayLike, c: ArrayLike, d: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Centre (..., 3) and radius (...) of the inscribed sphere: corners weighted by the opposite areas."""
    start, u, v, w = _tetrahedron(a, b, c, d)
    over_u, over_v, over_w = (_length(cross(s, t)) for s, t in ((v, w), (w, u), (u, v)))
    surface = over_u + over_v + over_w + _length(cross(v - u, w - u))
    six_volumes = np.abs((u * cross(v, w)).sum(axis=-1))
    centre = start + (over_u * u + over_v * v + over_w * w) / surface
    return np.asarray(centre), np.asarray(six_volumes / surface[..., 0])


def _through(corners: FloatArray, basis: FloatArray, shape: str) -> CentreRadius:
    """Circle or sphere through the corners, with its centre in the span of the orthonormal basis rows."""
    middle = corners.mean(axis=0)
    size = float(np.ptp(corners, axis=0).max())
    local = (corners - middle) @ basis.T / size
    # |x|² − 2 x·c is the same constant for all points; the last column is that constant.
    rows = np.column_stack([2.0 * local, np.ones(len(local))])
    solution = np.linalg.lstsq(rows, (local**2).sum(axis=1), rcond=None)[0]
    centre = solution[:-1]
    radius = _common(np.linalg.norm(local - centre, axis=1), f"{shape} passes through all the points")
    return middle + size * (centre @ basis), size * radius


def _touching(outward: FloatArray, offsets: FloatArray, shape: str) -> CentreRadius:
    """Centre and radius at one distance from every bounding line or plane n·x = offset."""
    rows = np.column_stack([outward, np.ones(len(outward))])
    solution = np.linalg.lstsq(rows, offsets, rcond=None)[0]
    centre = np.asarray(solution[:-1], dtype=np.float64)
    return centre, _common(offsets - outward @ centre, f"{shape} touches every side of the figure")


def _common(distances: FloatArray, claim: str) -> float:
    """The common value of distances that should be equal; raises GeometryError if they are not."""
    radius = float(distances.mean())
    if not radius > 0.0 or np.abs(distances - radius).max() > COMMON_RELATIVE * radius:
        raise GeometryError(f"No {claim}.")
    return radius


def _turning(along: FloatArray) -> float:
    """+1 or −1, the orientation of a convex polygon with sides (n, 2); raises GeometryError for other polygons."""
    following = np.roll(along, -1, axis=0)
    cross = along[:, 0] * following[:, 1] - along[:, 1] * following[:, 0]
    angles = np.arctan2(cross, (along * following).sum(axis=1))
    total = float(angles.sum())
    # One full turn: a pentagram also turns in one direction only, but twice round.
    if abs(abs(total) - 2.0 * np.pi) > 1.0 or np.any(angles * total < -COMMON_RELATIVE):
        raise GeometryError("The polygon is not convex, or its corners are not in order round it.")
    return float(np.sign(total))


def _half_spaces(p: ConvexPolyhedron, origin: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Unit outward normals (m, 3) and offsets (m,) of the faces, measured from the origin."""
    rings = [p.vertices[list(face)] - origin for face in p.faces]
    normals = np.stack([_newell(ring) for ring in rings])
    offsets = np.array([(ring @ n).mean() for ring, n in zip(rings, normals, strict=True)])
    return normals, offsets


def _newell(ring: FloatArray) -> FloatArray:
    spokes = ring[1:] - ring[0]
    vector = cross(spokes[:-1], spokes[1:]).sum(axis=0)
    return np.asarray(vector / np.linalg.norm(vector))


def _plane_basis(corners: FloatArray) -> FloatArray:
    """Orthonormal rows: two in the plane of the points, and its normal; raises GeometryError if not coplanar."""
    spread, basis = np.linalg.svd(corners - corners.mean(axis=0), full_matrices=True)[1:]
    if spread[1] < FLAT_RELATIVE * spread[0]:
        raise GeometryError("The points lie on one line.")
    if len(spread) == 3 and spread[2] > PLANAR_RELATIVE * spread[0]:
        raise GeometryError("The points do not lie in one plane.")
    return np.asarray(basis)


def _figure(points: ArrayLike, least: int) -> tuple[FloatArray, FloatArray, float]:
    """Checked points (n, 3), their mean and their size."""
    corners = np.asarray(points, dtype=np.float64)
    if corners.ndim != 2 or corners.shape[1] != 3 or len(corners) < least:
        raise GeometryError(f"Expected at least {least} points as an (n, 3) array, got {corners.shape}.")
    if not np.isfinite(corners).all():
        raise GeometryError("A coordinate of a point is not a finite number.")
    size = float(np.ptp(corners, axis=0).max())
    if size == 0.0:
        raise GeometryError("The points all coincide.")
    return corners, corners.mean(axis=0), size


def _triangle(a: ArrayLike, b: ArrayLike, c: ArrayLike) -> tuple[FloatArray, ...]:
    """First corner, the sides from it and their cross product, each (..., 3)."""
    start, u, v = _from_first(a, b, c)
    normal = cross(u, v)
    if not np.all(_length(normal) > FLAT_RELATIVE * np.maximum(_square(u), _square(v))):
        raise GeometryError("The corners of a triangle lie on one line or are not finite.")
    return start, u, v, normal


def _tetrahedron(a: ArrayLike, b: ArrayLike, c: ArrayLike, d: ArrayLike) -> tuple[FloatArray, ...]:
    """First corner and the edges from it, each (..., 3)."""
    start, u, v, w = _from_first(a, b, c, d)
    six_volumes = np.abs((u * cross(v, w)).sum(axis=-1, keepdims=True))
    longest = np.maximum(np.maximum(_length(u), _length(v)), _length(w))
    if not np.all(six_volumes > FLAT_RELATIVE * longest**3):
        raise GeometryError("The corners of a tetrahedron lie in one plane or are not finite.")
    return start, u, v, w


def _from_first(first: ArrayLike, *others: ArrayLike) -> list[FloatArray]:
    start = np.asarray(first, dtype=np.float64)
    return [start, *(np.asarray(other, dtype=np.float64) - start for other in others)]


def _square(vectors: FloatArray) -> FloatArray:
    return np.asarray((vectors**2).sum(axis=-1, keepdims=True))


def _length(vectors: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.norm(vectors, axis=-1, keepdims=True))
