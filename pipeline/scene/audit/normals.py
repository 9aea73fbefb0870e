"""Whether the vertex normals of smooth faces are those of the round surface.

A renderer shades a smooth face by normals at its corners, each an average over the faces that meet there, weighted by
angle. A sliver without area weighs as much as a large face, and could change the shading of everything around it.
"""

import numpy as np

from pipeline.scene.audit.findings import Finding
from pipeline.scene.audit.mesh_checks import Mesh
from pipeline.scene.audit.mesh_triangles import Array
from pipeline.scene.audit.surface import ON_SURFACE_M
from pipeline.scene.part_shapes import Flags, axis_frame, sheets
from pipeline.scene.records import RoundPart, SceneBrief

LEAST_AGREEMENT = np.cos(np.radians(8.0))
"""Facets of the fewest segments deviate by less than six degrees, and so does any average of them."""
TIP_M = 1e-3
SHADED_M2 = 1e-2
"""Area that may be shaded by a normal that deviates more: ten by ten centimetres, along cuts of booleans."""


def bent_findings(brief: SceneBrief, mesh: Mesh, smooth: Flags) -> list[Finding]:
    """One finding if much of the area of smooth faces `(f,)` is shaded by wrong normals."""
    shaded = smooth[mesh.face_of]
    leaning = _leaning(brief, mesh, _vertex_normals(mesh, shaded))
    areas = np.linalg.norm(mesh.vector_areas, axis=1)
    wrong = float((areas * leaning[mesh.triangles].sum(axis=1) / 3)[shaded].sum())
    if wrong <= SHADED_M2:
        return []
    sentence = (
        f"On {wrong:.3g} m² of the round sides the normals lean against the surface, because of thin faces at their"
        " vertices: use even facets, without slivers between them."
    )
    return [Finding("Solid", sentence, (wrong, SHADED_M2))]


def _vertex_normals(mesh: Mesh, shaded: Flags) -> Array:
    """Angle-weighted sums `(n, 3)` of the normals of smooth triangles at each vertex."""
    corners, numbers = mesh.corners[shaded], mesh.triangles[shaded]
    normals = mesh.vector_areas[shaded]
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-30)
    total = np.zeros_like(mesh.vertices)
    for k in range(3):
        one, other = (_unit(corners[:, (k + step) % 3] - corners[:, k]) for step in (1, 2))
        angles = np.arccos(np.clip((one * other).sum(axis=1), -1.0, 1.0))
        np.add.at(total, numbers[:, k], angles[:, None] * normals)
    return _unit(total)


def _leaning(brief: SceneBrief, mesh: Mesh, normals: Array) -> Flags:
    """Vertices `(n,)` on exactly one round surface whose normal is not the surface's."""
    count, agreement = np.zeros(len(normals), dtype=int), np.ones(len(normals))
    for part in brief.parts:
        sign = 1.0 if part.role == "added" else -1.0
        for sheet in sheets(part, mesh.vertices):
            if sheet.curved_radius_m > 0 and isinstance(part, RoundPart):
                # The apex of a cone has no normal.
                held = (sheet.away <= ON_SURFACE_M) & (_from_axis(part, mesh.vertices) > TIP_M)
                count += held
                agreement[held] = sign * (sheet.normals * normals).sum(axis=1)[held]
    used = normals.any(axis=1)
    return np.asarray((count == 1) & used & (agreement < LEAST_AGREEMENT))


def _from_axis(part: RoundPart, points: Array) -> Array:
    base, axis, _ = axis_frame(part)
    return np.asarray(np.linalg.norm(np.cross(points - base, axis), axis=1))


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-30))
