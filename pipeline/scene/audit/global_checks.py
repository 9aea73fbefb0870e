"""Whether a mesh is right as a whole: round rims, faces that face outward, the volume, and the floor."""

import numpy as np

from pipeline.scene.audit.findings import Finding, shown, shown_m
from pipeline.scene.audit.mesh_checks import Mesh
from pipeline.scene.audit.mesh_triangles import Array
from pipeline.scene.audit.surface import FEWEST_SEGMENTS, ON_SURFACE_M, SurfaceGaps, face_words
from pipeline.scene.audit.surface_samples import face_centres, facing
from pipeline.scene.part_shapes import axis_frame
from pipeline.scene.records import RoundPart, SceneBrief
from pipeline.scene.surface_features import surviving_rims


def rim_findings(brief: SceneBrief, mesh: Mesh) -> list[Finding]:
    """Rims with too few vertices: between them the edge would be cut off or bevelled."""
    findings = []
    widest = 2 * np.pi / FEWEST_SEGMENTS
    for part, centre, radius, points in surviving_rims(brief):
        on_rim = mesh.vertices[_distance_from_rim(part, centre, radius, mesh.vertices) <= ON_SURFACE_M]
        reach = 2 * radius * np.sin(widest / 4) + ON_SURFACE_M
        bare = [p for p in points if not len(on_rim) or np.linalg.norm(on_rim - p, axis=1).min() > reach]
        if bare:
            sentence = (
                f"The rim with centre {shown(centre)} and radius {shown_m(radius)} is not round near {shown(bare[0])}:"
                f" put at least {FEWEST_SEGMENTS} vertices evenly on it."
            )
            findings.append(Finding(f"rim at {shown(centre)}", sentence, (len(bare) / len(points), 0.0)))
    return findings


def _distance_from_rim(part: RoundPart, centre: Array, radius: float, points: Array) -> Array:
    axis = axis_frame(part)[1]
    spokes = points - centre
    along = spokes @ axis
    return np.hypot(np.linalg.norm(spokes - along[:, None] * axis, axis=1) - radius, along)


def facing_findings(brief: SceneBrief, mesh: Mesh) -> list[Finding]:
    """Faces that face into the solid; a single finding if most of them do."""
    samples = face_centres(brief, mesh)
    wrong = facing(brief, mesh, samples) < 0
    faces = sorted(set(mesh.face_of[samples.owner[wrong]].tolist()))
    if samples.areas[wrong].sum() > 0.5 * samples.areas.sum():
        sentence = (
            "The faces are turned inside out: list the vertices of every face counter-clockwise seen from outside, or"
            " recalculate the normals to point outward."
        )
        return [Finding("all faces", sentence, (float(len(faces)), 0.0))]
    return [
        Finding(
            f"face {n}",
            f"The face {face_words(mesh, n)} is turned inside out: reverse the order of its vertices.",
            (1.0, 0.0),
        )
        for n in faces
    ]


def volume_findings(brief: SceneBrief, mesh: Mesh, gaps: SurfaceGaps) -> list[Finding]:
    """Whether the mesh encloses the volume of the brief."""
    off, tolerance = abs(mesh.volume / brief.volume_m3 - 1), gaps.volume_tolerance(brief.volume_m3)
    if off <= tolerance:
        return []
    reason = "check that every part is there exactly once and that hollows are cut away"
    if mesh.volume < 0:
        reason = "a negative volume means that the faces are turned inside out"
    sentence = f"The mesh encloses {mesh.volume:.6g} m³, the solid has {brief.volume_m3:.6g} m³: {reason}."
    return [Finding("Solid", sentence, (off, tolerance))]


def floor_findings(mesh: Mesh) -> list[Finding]:
    """Whether the lowest point is on the floor."""
    low = float(mesh.vertices[:, 2].min())
    if abs(low) <= ON_SURFACE_M:
        return []
    move = f"{'down' if low > 0 else 'up'} by {shown_m(abs(low))}"
    sentence = f"The lowest point of the solid is at z = {low:.6g}, the floor is z = 0: move the solid {move}."
    return [Finding("Solid", sentence, (abs(low), ON_SURFACE_M))]
