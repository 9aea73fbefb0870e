"""Whether vertices and faces of a mesh lie on the surface of the brief's solid, and its corners are all there.

A closed mesh whose vertices, edges and faces all lie on the true surface, face outward and enclose the true volume is
that surface, however it is divided into faces; so these properties are measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geometry.shapes.coordinates import Vec3
from pipeline.scene.audit.findings import Finding, shown, shown_m
from pipeline.scene.audit.mesh_checks import Mesh, used_vertices
from pipeline.scene.audit.mesh_triangles import Array
from pipeline.scene.part_shapes import sheets, whole_depth
from pipeline.scene.records import Part, SceneBrief
from pipeline.scene.surface_features import expected_corners

ON_SURFACE_M = 1e-4
"""Tolerance of a vertex or a flat face. Blender's single precision is accurate to 1e-7 m at this size."""

FEWEST_SEGMENTS = 32
"""Segments of a circle below which a round surface looks like a prism."""

FACET_SHARE = 2 * (1 - np.cos(np.pi / FEWEST_SEGMENTS))
"""Largest distance of a facet from a round surface, in radii: the sagitta of a chord, twice, since a sphere is faceted
in both directions."""

VOLUME_RELATIVE = 1e-4
"""Relative tolerance of the volume of a flat-faced solid; moving a vertex by ON_SURFACE_M changes it by less."""


SLIVER_M2 = 1e-9
"""Triangles smaller than this have no reliable normal; boolean operations leave such slivers."""

MEASURABLE_M = 1e-9
"""The least deviation reported for a face that connects the wrong corners, however small its distance."""

NO_SHEET = -1.0
"""Tolerance of a triangle whose corners lie on no common piece of the surface: any gap is too large."""


@dataclass(frozen=True)
class SurfaceGaps:
    """Distances of the mesh from the true surface."""

    vertices: Array
    """(n,) of the vertices, negative inside the solid."""
    faces: Array
    """(t,) the largest over the middle and the sides of each triangle, without sign."""
    allowed: Array
    """(t,) tolerance of each triangle: that of flat faces, plus the sagitta on round ones; negative if its corners lie
    on no common piece of the surface."""
    areas: Array
    """(t,) of the triangles."""

    @property
    def largest_at_vertices(self) -> float:
        return float(np.abs(self.vertices).max())

    @property
    def deepest_facet(self) -> float:
        """The largest distance from the surface among facets of round sides."""
        return float(np.where(self.faces <= self.allowed, self.faces, 0.0).max(initial=0.0))

    def volume_tolerance(self, volume_m3: float) -> float:
        """Between round facets and the surface there is at most area times gap: a bound, not an estimate."""
        facets = (self.allowed > ON_SURFACE_M) & (self.faces <= self.allowed)
        return VOLUME_RELATIVE + float((self.areas * self.faces)[facets].sum()) / volume_m3


def surface_gaps(brief: SceneBrief, mesh: Mesh) -> SurfaceGaps:
    """Distances from the true surface at vertices, and at the middles of triangles and of their sides."""
    a, b, c = np.moveaxis(mesh.corners, 1, 0)
    samples = [(a + b + c) / 3, (a + b) / 2, (b + c) / 2, (c + a) / 2]
    gaps = [np.abs(whole_depth(brief.parts, points)) for points in samples]
    areas = np.linalg.norm(mesh.vector_areas, axis=1)
    allowed = np.where(areas > SLIVER_M2, _allowed(brief.parts, mesh), ON_SURFACE_M)
    return SurfaceGaps(whole_depth(brief.parts, mesh.vertices), np.maximum.reduce(gaps), allowed, areas)


def _allowed(parts: Sequence[Part], mesh: Mesh) -> Array:
    """The largest tolerance `(t,)` among the sheets of the surface that contain all three corners of a triangle."""
    allowed = np.full(len(mesh.triangles), NO_SHEET)
    for part in parts:
        for sheet in sheets(part, mesh.vertices):
            held = (sheet.away <= ON_SURFACE_M)[mesh.triangles].all(axis=1)
            allowed[held] = np.maximum(allowed[held], ON_SURFACE_M + FACET_SHARE * sheet.curved_radius_m)
    return allowed


def farthest_corner_m(brief: SceneBrief, mesh: Mesh) -> float:
    """The largest distance from a corner of the solid to the nearest vertex of the mesh."""
    places = expected_corners(brief).values()
    return max((float(np.linalg.norm(mesh.vertices - np.array(place), axis=1).min()) for place in places), default=0.0)


def corner_findings(brief: SceneBrief, mesh: Mesh) -> list[Finding]:
    """Corners of the solid at which the mesh has no vertex."""
    corners = expected_corners(brief)
    findings = []
    for label, place in corners.items():
        away = np.linalg.norm(mesh.vertices - np.array(place), axis=1)
        nearest = int(np.argmin(away))
        if away[nearest] > ON_SURFACE_M:
            sentence = _corner_sentence(label, place, float(away[nearest]), mesh.vertices[nearest], corners)
            findings.append(Finding(f"vertex {label}", sentence, (float(away[nearest]), ON_SURFACE_M)))
    return findings


def _corner_sentence(label: str, place: Vec3, off: float, found: Array, corners: dict[str, Vec3]) -> str:
    name = "The apex" if label.startswith("apex ") else f"Vertex {label}"
    taken = [other for other, p in corners.items() if np.linalg.norm(found - np.array(p)) <= ON_SURFACE_M]
    if taken:
        return f"{name} is missing: the mesh has no vertex at {shown(place)}, the nearest is {taken[0]}. Add it there."
    return f"{name} is {shown_m(off)} from where it should be: move it to {shown(place)}."


def gap_findings(gaps: SurfaceGaps, mesh: Mesh) -> list[Finding]:
    """Vertices and faces that are not on the surface of the solid, worst first."""
    off = np.where(used_vertices(mesh), np.abs(gaps.vertices), 0.0)
    findings = [
        Finding(f"vertex {n}", _vertex_sentence(mesh.vertices[n], gaps.vertices[n]), (float(off[n]), ON_SURFACE_M))
        for n in np.argsort(-off, kind="stable")
        if off[n] > ON_SURFACE_M
    ]
    wrong = np.flatnonzero(gaps.faces > gaps.allowed)
    seen: set[int] = set()
    for t in wrong[np.argsort(-gaps.faces[wrong], kind="stable")]:
        face = int(mesh.face_of[t])
        if face not in seen and not (off[list(mesh.faces[face])] > ON_SURFACE_M).any():
            findings.append(_face_finding(mesh, face, float(gaps.faces[t]), float(gaps.allowed[t])))
        seen.add(face)
    return findings


def _vertex_sentence(place: Array, gap: float) -> str:
    side = "outside" if gap > 0 else "inside"
    return (
        f"The mesh has a vertex at {shown(place)}, {shown_m(abs(gap))} {side} the surface of the solid, where the solid"
        " has no corner: move it onto the surface or remove it."
    )


def _face_finding(mesh: Mesh, face: int, gap: float, allowed: float) -> Finding:
    if allowed == NO_SHEET:
        fault, allowed = "joins corners that do not lie on one face or round side of the solid", 0.0
        advice = "connect the vertices as the faces are listed, with a ring of vertices on every rim"
    elif allowed > ON_SURFACE_M:
        fault = f"leaves the round surface by {shown_m(gap)}"
        advice = f"use at least {FEWEST_SEGMENTS} segments for every circle"
    else:
        fault, advice = f"leaves the surface of the solid by {shown_m(gap)}", "keep it within one face of the solid"
    sentence = f"The face {face_words(mesh, face)} {fault}: {advice}."
    return Finding(f"face {face}", sentence, (max(gap, MEASURABLE_M), allowed))


def face_words(mesh: Mesh, face: int) -> str:
    """A face described by its corners, or by its centre if it has many."""
    corners = mesh.vertices[list(mesh.faces[face])]
    if len(corners) <= 4:
        return f"with corners {', '.join(shown(c) for c in corners)}"
    return f"of {len(corners)} corners around {shown(corners.mean(axis=0))}"
