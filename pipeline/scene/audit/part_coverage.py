"""Whether the mesh encloses every part of the solid exactly once, and removed parts not at all.

The volume alone cannot show it: of two equal parts one may be built twice and the other missing. Winding numbers do: a
mesh on the true surface has the same winding number at all points of one piece of the solid.
"""

from collections.abc import Sequence

import numpy as np

from pipeline.scene.audit.findings import Finding, shown
from pipeline.scene.audit.mesh_checks import Mesh
from pipeline.scene.audit.mesh_triangles import Array
from pipeline.scene.audit.surface import ON_SURFACE_M, SurfaceGaps
from pipeline.scene.part_shapes import axis_frame, contains, sheets
from pipeline.scene.records import Part, RoundPart, SceneBrief

CANDIDATES = 800
"""Sample points per part; all that are well inside are tested, since a part may consist of many loose pieces."""

PAIRS_IN_ALL, FEWEST_POINTS = 10_000_000, 60
"""Most point-triangle pairs in total, a second of work: fewer points for very many faces."""

TOWARDS_CORNERS = 0.4
"""Parameter of the Dirichlet distribution by which the vertices of a polyhedron are weighted: below 1, the points
reach into its corners."""

MOST_PAIRS = 200_000
"""Point-triangle pairs per block: some tens of megabytes."""

SEED = 1983


def part_findings(brief: SceneBrief, mesh: Mesh, gaps: SurfaceGaps) -> list[Finding]:
    """Added parts that the mesh does not enclose exactly once, and removed ones that it encloses."""
    # The region between facets and the true surface is inside one but not the other.
    away = 2 * (ON_SURFACE_M + gaps.deepest_facet)
    most = max(FEWEST_POINTS, PAIRS_IN_ALL // len(mesh.triangles) // len(brief.parts))
    asked = [(n, _inside(brief.parts, n, away)[:most]) for n in range(len(brief.parts))]
    asked = [(n, points) for n, points in asked if len(points)]
    if not asked:
        return []
    counts = np.rint(winding(mesh, np.concatenate([points for _, points in asked]))).astype(int)
    ends = np.cumsum([len(points) for _, points in asked])
    found: dict[int, Finding] = {}
    for (number, points), some in zip(asked, np.split(counts, ends[:-1]), strict=True):
        wrong = np.flatnonzero(some != (1 if brief.parts[number].role == "added" else 0))
        if len(wrong):
            sentence = _sentence(brief.parts[number], points[wrong[0]], int(some[wrong[0]]))
            found.setdefault(number, Finding(f"part {number}", sentence, (len(wrong) / len(points), 0.0)))
    return list(found.values())


def _sentence(part: Part, point: Array, count: int) -> str:
    name, place = part.kind.replace("_", " "), shown(point)
    if part.role == "removed":
        return f"The mesh encloses {place}, which lies inside the {name} that is to be cut away: cut it out."
    if count < 1:
        return (
            f"The mesh does not enclose {place}, which lies inside the {name}: build every part of the solid, its"
            " faces turned outward."
        )
    return f"The mesh encloses {place}, which lies inside the {name}, {count} times: build every part only once."


def _inside(parts: Sequence[Part], number: int, away: float) -> Array:
    """Points `(n, 3)` well inside a part; for an added one in what remains of it."""
    points = _points_in(parts[number], np.random.default_rng((SEED, number)))
    removed = np.array([part.role == "removed" for part in parts])
    inside = np.stack([contains(part, points) for part in parts])
    asked = inside[number] if removed[number] else inside[number] & ~inside[removed].any(axis=0)
    for part in parts:
        for sheet in sheets(part, points):
            # A flat face has no facet error, however thin the part is.
            asked = asked & (sheet.away > (away if sheet.curved_radius_m > 0 else 2 * ON_SURFACE_M))
    return np.asarray(points[asked])


def _points_in(part: Part, rng: np.random.Generator) -> Array:
    """Points `(n, 3)` spread over a part; for a round one over its bounding box too."""
    if not isinstance(part, RoundPart):
        corners = np.array(list(part.vertices_m.values()))
        return np.asarray(rng.dirichlet(np.full(len(corners), TOWARDS_CORNERS), CANDIDATES) @ corners)
    base, axis, height = axis_frame(part)
    spokes = max(part.radius_m, part.top_radius_m) * np.linalg.svd(axis[None])[2][1:]
    below = -1.0 if part.kind == "sphere" else 0.0
    across, along = rng.uniform(-1, 1, (CANDIDATES, 2)), rng.uniform(below, 1, CANDIDATES)
    return np.asarray(base + across @ spokes + height * along[:, None] * axis)


def winding(mesh: Mesh, points: Array) -> Array:
    """Winding number of the mesh at each point `(n,)`: the solid angles of its triangles over that of a sphere.

    A. van Oosterom, J. Strackee, "The solid angle of a plane triangle", IEEE Trans. Biomed. Eng. 30 (1983). Products
    of two spokes follow from their lengths and the sides, so that every vertex is measured once, not every triangle.
    """
    a, b, c = mesh.triangles.T
    normals, corners = 2 * mesh.vector_areas, mesh.corners
    levels = (corners[:, 0] * normals).sum(axis=1)
    ab, bc, ca = (((corners[:, k] - corners[:, (k + 1) % 3]) ** 2).sum(axis=1) for k in range(3))
    found = []
    for some in np.array_split(points, -(-len(points) * len(a) // MOST_PAIRS) or 1):
        spokes = np.linalg.norm(mesh.vertices - some[:, None], axis=2)
        la, lb, lc = spokes[:, a], spokes[:, b], spokes[:, c]
        under = la * lb * lc + (la**2 + lb**2 - ab) * lc / 2
        under += (lb**2 + lc**2 - bc) * la / 2 + (lc**2 + la**2 - ca) * lb / 2
        found.append(np.arctan2(levels - some @ normals.T, under).sum(axis=1) / (2 * np.pi))
    return np.concatenate(found)
