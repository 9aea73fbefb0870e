"""The rest pose of a solid: which direction is up when it is on the floor.

A solid with a base rests on it, as in textbook drawings, even if an oblique one would tip over. A free polyhedron, an
octahedron, icosahedron or dodecahedron rests on its largest stable face. A composite rests on the base of its first
joined part if nothing reaches below; a pose with the opening of a cavity on the floor is used only if there is no
other.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from geometry.errors import GeometryError
from geometry.measures.body_measures import volume
from geometry.notation.catalogue import BASELESS
from geometry.numerics.vectors import Array, cross, newell, norm, unit
from geometry.shapes.bodies import axis_of, base_vertices
from geometry.shapes.outline import Shape, centre_of_mass, outline
from geometry.shapes.polyhedra import convex_hull
from geometry.shapes.support import support
from geometry.shapes.values import PolyBody, RoundBody

LEVEL_RELATIVE = 1e-7
"""Tolerance: heights closer than this times the size are equal; solved coordinates agree to about 1e-9."""

SAME_AREA_RELATIVE = 1e-6
"""Tolerance: face areas that differ by less are equal and the first face is used, so rounding does not decide."""


@dataclass(frozen=True)
class Assembly:
    """The simple bodies of the solid that is shown."""

    added: tuple[Shape, ...]
    removed: tuple[Shape, ...] = ()

    @property
    def points(self) -> Array:
        """The outline `(n, 3)` of the joined parts; removed parts do not extend it."""
        return np.concatenate([outline(body) for body in self.added])

    @property
    def size(self) -> float:
        return float(np.ptp(self.points, axis=0).max())

    @property
    def centre(self) -> Array:
        """The centre of mass; overlaps of joined parts are counted twice."""
        signed = [(1.0, b) for b in self.added] + [(-1.0, b) for b in self.removed]
        weights = np.array([sign * float(volume(b)) for sign, b in signed])
        return np.asarray(weights @ np.array([centre_of_mass(b) for _, b in signed]) / weights.sum())

    def floor(self, up: Array) -> float:
        """The level of the floor: the lowest value of up · x."""
        return -max(float(support(body, -up)) for body in self.added)


def rest_up_direction(solid: Assembly) -> Array:
    """The unit vector that points up in the rest pose."""
    poses = [(body, up) for body in solid.added for up in _poses(body)]
    if len(solid.added) + len(solid.removed) == 1 and poses:
        return poses[0][1]
    # The first pose, on the base of the first part, need not be stable, as in drawings; all others must be.
    standing = [
        up
        for n, (body, up) in enumerate(poses)
        if _is_lowest_part(solid, body, up) and (n == 0 or _balanced(solid, up))
    ]
    clear = [up for up in standing if not _cavity_faces_floor(solid, up)]
    if clear or standing:
        return (clear or standing)[0]
    if all(isinstance(body, RoundBody) and body.kind == "sphere" for body in solid.added):
        return np.array([0.0, 0.0, 1.0])
    return _lying(solid)


def _poses(body: Shape) -> list[Array]:
    """The rest poses of a body with a base by itself, the usual one first."""
    if isinstance(body, PolyBody):
        if body.kind in ("octahedron", *BASELESS):
            return []
        ring = base_vertices(body)
        normal = unit(newell(ring))
        up = normal * np.sign((body.vertices.mean(0) - ring.mean(0)) @ normal)
        return [up] if body.kind in ("pyramid", "tetrahedron") else [up, -up]
    if body.kind == "sphere":
        return []
    axis = unit(axis_of(body))
    return [axis] if body.kind == "cone" else [axis, -axis]


def _is_lowest_part(solid: Assembly, body: Shape, up: Array) -> bool:
    """Whether no other part is lower than the underside of this one."""
    return -float(support(body, -up)) <= solid.floor(up) + LEVEL_RELATIVE * solid.size


def _balanced(solid: Assembly, up: Array) -> bool:
    """Whether the centre of mass is above the hull of the contact points; a round underside has only one."""
    points, slack = solid.points, LEVEL_RELATIVE * solid.size
    touching = points[points @ up <= solid.floor(up) + slack]
    across = touching - np.outer(touching @ up, up)
    target = solid.centre - (solid.centre @ up) * up
    if len(across) < 3:
        return bool(norm(across - target).min() <= 1e3 * slack)
    return _in_hull(across, target, up, slack)


def _in_hull(points: Array, target: Array, up: Array, slack: float) -> bool:
    """Whether a point is in the convex hull of coplanar points: no line through it has them all on one side."""
    spokes = points - target
    first = unit(spokes[int(np.argmax(norm(spokes)))])
    angles = np.sort(np.arctan2(spokes @ cross(up, first), spokes @ first)[norm(spokes) > slack])
    gaps = np.diff(np.append(angles, angles[0] + 2 * np.pi))
    return bool(gaps.max() <= np.pi + LEVEL_RELATIVE)


def _cavity_faces_floor(solid: Assembly, up: Array) -> bool:
    """Whether a cavity opens only towards the floor; a through hole opens upwards too."""
    slack = LEVEL_RELATIVE * solid.size
    floor, ceiling = solid.floor(up), max(float(support(body, up)) for body in solid.added)
    for body in solid.removed:
        points = outline(body)
        heights = points @ up
        if _is_wide(points[heights <= floor + slack], slack) and not _is_wide(
            points[heights >= ceiling - slack], slack
        ):
            return True
    return False


def _is_wide(points: Array, slack: float) -> bool:
    """Whether points `(n, 3)` span more than a point or a line."""
    if len(points) < 3:
        return False
    return bool(np.linalg.svd(points - points.mean(axis=0), compute_uv=False)[1] > 1e3 * slack)


def _lying(solid: Assembly) -> Array:
    """Up direction for the largest stable face of the solid; if there is none, of its convex hull."""
    for rings in (_own_faces(solid), _hull_faces(solid)):
        best, best_area = None, 0.0
        for up, area in _stable(solid, rings):
            if area > best_area * (1 + SAME_AREA_RELATIVE):
                best, best_area = up, area
        if best is not None:
            return best
    raise GeometryError("the solid has no stable rest pose; its faces may be too small to distinguish")


def _own_faces(solid: Assembly) -> Iterator[Array]:
    for body in solid.added:
        if isinstance(body, PolyBody):
            yield from (body.vertices[list(face)] for face in body.faces)


def _hull_faces(solid: Assembly) -> Iterator[Array]:
    hull = convex_hull(solid.points)
    yield from (hull.vertices[list(face)] for face in hull.faces)


def _stable(solid: Assembly, rings: Iterator[Array]) -> Iterator[tuple[Array, float]]:
    """Up direction and area of each stable face `(n, 3)`: nothing below it, the centre of mass above it."""
    points, centre, slack = solid.points, solid.centre, LEVEL_RELATIVE * solid.size
    for ring in rings:
        area = newell(ring)
        up = unit(area) * np.sign((centre - ring[0]) @ area)
        if not up.any() or (points @ up).min() < float(ring[0] @ up) - slack:
            continue
        if solid.floor(up) >= float(ring[0] @ up) - slack and _above(ring, centre, up, slack):
            yield up, float(norm(area))


def _above(ring: Array, centre: Array, up: Array, slack: float) -> bool:
    """Whether the projection of `centre` is in the convex polygon."""
    sides = np.roll(ring, -1, axis=0) - ring
    inward = cross(up, sides) * np.sign(newell(ring) @ up)
    return bool((((centre - ring) * inward).sum(1) >= slack * norm(sides)).all())
