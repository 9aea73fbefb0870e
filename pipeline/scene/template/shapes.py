"""Shapes as template scripts write them: where the vertices of circles go, and tools that cut cleanly.

Two rules avoid slivers. Vertices of a circle are exactly where corners of other parts touch it, and away from where
flat faces touch it, which leaves a wall as thick as the sagitta. And a tool does not end in the same plane as its
host: it extends a little beyond it.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from geometry.shapes.polyhedra import convex_hull
from pipeline.scene.part_shapes import Array, axis_frame, depth, triangle_normals, triangles
from pipeline.scene.records import Part, PolyhedralPart, RoundPart
from pipeline.scene.surface_features import rims

SEGMENTS = 180
"""Edges of every circle: the silhouette leaves the circle by 0.015 % of the radius, a twentieth of a pixel, and the
volume of a round solid is short by 0.02 %, twice that for spheres. Regular polygons of 3, 4, 5, 6, 9, 10 and 12 sides
inscribed in it have their corners on its vertices."""

CONTACT_M = 1e-6
"""Points closer than this touch; the kernel's coordinates agree to 1e-9."""

STICKS_OUT_M = 0.05
"""How far a tool reaches beyond the surface it opens into."""


def first_spoke(part: RoundPart, parts: Sequence[Part]) -> Array:
    """The unit vector from the axis to the first vertex of every ring, the same for all coaxial parts."""
    base, axis, _ = axis_frame(part)
    coaxial = [p for p in parts if isinstance(p, RoundPart) and _same_axis(p, base, axis)]
    corners = [spoke for p in coaxial for spoke in _corner_contacts(p, parts)]
    if corners:
        return corners[0]
    for spoke in (spoke for p in coaxial for spoke in _face_contacts(p, parts)):
        half = np.pi / SEGMENTS
        return np.asarray(np.cos(half) * spoke + np.sin(half) * np.cross(axis, spoke))
    helper = np.array([1.0, 0.0, 0.0]) if abs(axis[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    spoke = np.cross(axis, helper)
    return np.asarray(spoke / np.linalg.norm(spoke))


def _same_axis(part: RoundPart, base: Array, axis: Array) -> bool:
    own_base, own_axis, _ = axis_frame(part)
    apart = np.linalg.norm(np.cross(own_base - base, axis))
    return bool(apart < CONTACT_M and np.linalg.norm(np.cross(own_axis, axis)) < CONTACT_M)


def _corner_contacts(part: RoundPart, parts: Sequence[Part]) -> Iterator[Array]:
    """Directions from the axis to corners of other parts that lie on the surface of a round one."""
    base, axis, _ = axis_frame(part)
    for other in parts:
        if isinstance(other, PolyhedralPart):
            places = np.array(list(other.vertices_m.values()))
            for place in places[np.abs(depth(part, places)) < CONTACT_M]:
                spoke = place - base - (place - base) @ axis * axis
                if np.linalg.norm(spoke) > 0.1 * part.radius_m:
                    yield spoke / np.linalg.norm(spoke)


def _face_contacts(part: RoundPart, parts: Sequence[Part]) -> Iterator[Array]:
    """Directions from the axis to where faces of other parts touch a rim of a round one."""
    axis = axis_frame(part)[1]
    for other in parts:
        if not isinstance(other, PolyhedralPart):
            continue
        for corner, normal in zip(triangles(other)[:, 0], triangle_normals(other), strict=True):
            level = normal - normal @ axis * axis
            lean = float(np.linalg.norm(level))
            for centre, radius in rims(part):
                gap = abs(float((centre - corner) @ normal)) - radius * lean
                if lean > 0.1 and abs(gap) < CONTACT_M:
                    yield level / lean


def tool(hole: Part, host: Part) -> Part:
    """A removed part as a cutting tool: sides that are flush with a face of a flat-faced host are moved out of it.

    Beyond such a face there is air, so nothing more is cut. Round tools and hosts are not changed.
    """
    if not (isinstance(hole, PolyhedralPart) and isinstance(host, PolyhedralPart)):
        return hole
    normals, levels = _planes(hole)
    host_normals, host_levels = _planes(host)
    same = np.abs(normals @ host_normals.T - 1) < CONTACT_M
    flush = (same & (np.abs(levels[:, None] - host_levels) < CONTACT_M)).any(axis=1)
    return _from_planes(hole, normals, levels + STICKS_OUT_M * flush) if flush.any() else hole


def _planes(part: PolyhedralPart) -> tuple[Array, Array]:
    """Normals `(m, 3)` and offsets `(m,)` of the face planes, each plane once."""
    normals = triangle_normals(part)
    levels = (normals * triangles(part)[:, 0]).sum(axis=1)
    rows = np.column_stack([normals, levels])
    kept = [n for n in range(len(rows)) if not (np.abs(rows[:n] - rows[n]).max(axis=1, initial=0.0) < CONTACT_M).any()]
    return normals[kept], levels[kept]


def _from_planes(part: PolyhedralPart, normals: Array, levels: Array) -> PolyhedralPart:
    """The convex polyhedron bounded by planes: intersections of three of them that no other cuts off."""
    found = []
    for three in combinations(range(len(normals)), 3):
        matrix = normals[list(three)]
        if abs(np.linalg.det(matrix)) > CONTACT_M:
            place = np.linalg.solve(matrix, levels[list(three)])
            if (normals @ place <= levels + CONTACT_M).all():
                found.append(place)
    hull = convex_hull(np.array(found))
    labels = [f"T{n}" for n in range(len(hull.vertices))]
    vertices = {label: (float(x), float(y), float(z)) for label, (x, y, z) in zip(labels, hull.vertices, strict=True)}
    faces = tuple(tuple(labels[n] for n in face) for face in hull.faces)
    return part.model_copy(update={"vertices_m": vertices, "faces": faces})
