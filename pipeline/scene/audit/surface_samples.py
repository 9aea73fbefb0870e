"""Sample points over a mesh by area, and the tests at them: no face covers a hollow, is inverted, or is tilted against
the surface it should lie on.

A test at the centre of a face can pass there and fail beside it, and a wrong face can be divided into many small ones.
So faces are sampled once per two square centimetres, and the wrong area is summed over the whole mesh.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.scene.audit.findings import MOST_FINDINGS, Finding
from pipeline.scene.audit.mesh_checks import Mesh
from pipeline.scene.audit.mesh_triangles import Array, Indices
from pipeline.scene.audit.surface import FACET_SHARE, ON_SURFACE_M, SLIVER_M2, face_words
from pipeline.scene.part_shapes import Flags, contains, depth, outward, sheets
from pipeline.scene.records import Part, RoundPart, SceneBrief

SPOT_M2 = 2e-4
"""Area per sample point; every face has at least one."""
WRONG_M2 = 1e-3
"""Tolerated wrong area in total: three by three centimetres, a few pixels of a film. Facets at rims need it."""
BEHIND_M, JUST_BEHIND_M = 1e-3, 3 * ON_SURFACE_M
"""Depth behind a face at which material is probed, on round sides and on flat ones."""
FLAT_AGREEMENT, ROUND_AGREEMENT = np.cos(np.radians(2.5)), np.cos(np.radians(10.0))
"""Least cosine between a face and the surface that it lies on. A flat face deviates by rounding only, and shading
changes visibly at three degrees; a facet of the fewest segments deviates by less than six."""


@dataclass(frozen=True, eq=False)
class SurfaceSamples:
    """Points on the triangles of a mesh."""

    owner: Indices
    """(s,) the triangle of each."""
    places: Array
    """(s, 3)"""
    normals: Array
    """(s, 3) of the triangle; zero for slivers, which have no direction."""
    areas: Array
    """(s,) area that each represents; the sum is that of the mesh."""
    on_round: Flags
    """(s,) whether the triangle is a facet of a round surface, with a larger tolerance."""


def samples_by_area(brief: SceneBrief, mesh: Mesh) -> SurfaceSamples:
    """Samples by area; deterministic for a given mesh."""
    areas = np.linalg.norm(mesh.vector_areas, axis=1)
    counts = np.maximum(np.ceil(areas / SPOT_M2), 1).astype(np.intp)
    owner = np.repeat(np.arange(len(areas)), counts)
    u, v = np.random.default_rng(0).random((2, len(owner)))
    # A point of the unit square beyond the diagonal is mirrored into the triangle.
    u, v = np.where(u + v > 1, 1 - u, u), np.where(u + v > 1, 1 - v, v)
    a, b, c = np.moveaxis(mesh.corners[owner], 1, 0)
    normals = np.where(areas[:, None] > SLIVER_M2, mesh.vector_areas / np.maximum(areas, SLIVER_M2)[:, None], 0.0)
    places = a + u[:, None] * (b - a) + v[:, None] * (c - a)
    return SurfaceSamples(owner, places, normals[owner], (areas / counts)[owner], _on_round(brief, mesh)[owner])


def _on_round(brief: SceneBrief, mesh: Mesh) -> Flags:
    """Triangles `(t,)` with all corners on a curved sheet and on no flat one; the corners of a lid are on both."""
    held = {True: np.zeros(len(mesh.triangles), dtype=bool), False: np.zeros(len(mesh.triangles), dtype=bool)}
    for part in brief.parts:
        for sheet in sheets(part, mesh.vertices):
            held[sheet.curved_radius_m > 0] |= (sheet.away <= ON_SURFACE_M)[mesh.triangles].all(axis=1)
    return np.asarray(held[True] & ~held[False])


def face_centres(brief: SceneBrief, mesh: Mesh) -> SurfaceSamples:
    """One sample per triangle, at its centre; slivers have none."""
    areas = np.linalg.norm(mesh.vector_areas, axis=1)
    owner = np.flatnonzero(areas > SLIVER_M2)
    normals = mesh.vector_areas[owner] / areas[owner, None]
    return SurfaceSamples(owner, mesh.corners[owner].mean(axis=1), normals, areas[owner], _on_round(brief, mesh)[owner])


def covered_cavity_findings(brief: SceneBrief, mesh: Mesh, samples: SurfaceSamples) -> list[Finding]:
    """Faces that cover a part that is to be cut away.

    Their position alone does not show it if a hollow is flush with the surface: the lid is on the surface of both.
    """
    covered = np.zeros(len(samples.owner), dtype=bool)
    for part in brief.parts:
        if part.role == "removed":
            covered |= _is_lid(part, mesh, samples)
    fault = "covers a part that is to be cut away: cut it, so that the hollow is open"
    return _by_area(mesh, samples, covered, fault)


def _is_lid(part: Part, mesh: Mesh, samples: SurfaceSamples) -> Flags:
    """Whether a triangle lies on a sheet of a removed part with that part behind it."""
    covered = np.zeros(len(samples.owner), dtype=bool)
    for sheet in sheets(part, mesh.vertices):
        along = (sheet.away <= 2 * ON_SURFACE_M)[mesh.triangles].all(axis=1)
        asked = np.flatnonzero(along[samples.owner] & samples.normals.any(axis=1) & ~covered)
        if not len(asked):
            continue
        if sheet.curved_radius_m > 0:
            # The walls of a round hollow have facets too; at this depth there is material behind them.
            probe_m = max(BEHIND_M, 2 * FACET_SHARE * sheet.curved_radius_m)
            behind = samples.places[asked] - probe_m * samples.normals[asked]
            covered[asked] = depth(part, behind) < -probe_m / 2
        else:
            covered[asked] = contains(_slim(part), samples.places[asked] - JUST_BEHIND_M * samples.normals[asked])
    return covered


def _slim(part: Part) -> Part:
    """A round part, shrunk by what the facets of the faces around it may cut off."""
    if not isinstance(part, RoundPart):
        return part
    share = 1 - FACET_SHARE
    return part.model_copy(update={"radius_m": share * part.radius_m, "top_radius_m": share * part.top_radius_m})


def inverted_face_findings(brief: SceneBrief, mesh: Mesh, samples: SurfaceSamples) -> list[Finding]:
    """Faces of which a large share faces into the solid."""
    against = facing(brief, mesh, samples) < -0.5
    fault = "looks into the solid or lies on the surface twice: remove it, or reverse the order of its vertices"
    return _by_area(mesh, samples, against & samples.normals.any(axis=1), fault)


def slope_findings(brief: SceneBrief, mesh: Mesh, samples: SurfaceSamples) -> list[Finding]:
    """Faces within tolerance of the surface but tilted against it: fine ripples, which are visible in the shading."""
    least = np.where(samples.on_round, ROUND_AGREEMENT, FLAT_AGREEMENT)
    leaning = _along_sheets(brief.parts, mesh, samples) < least
    fault = "leans against the surface that it lies on: make it flat, without steps or ripples"
    return _by_area(mesh, samples, leaning & samples.normals.any(axis=1), fault)


def facing(brief: SceneBrief, mesh: Mesh, samples: SurfaceSamples) -> Array:
    """Cosine `(s,)` between a sample's triangle and the surface there; the largest if two surfaces are near."""
    nearest = agreement(brief.parts, samples.places, samples.normals)
    # A facet may be closer to a hollow behind a thin wall than to the wall itself.
    return np.where(samples.on_round, np.maximum(nearest, _along_sheets(brief.parts, mesh, samples)), nearest)


def _along_sheets(parts: Sequence[Part], mesh: Mesh, samples: SurfaceSamples) -> Array:
    """Cosine `(s,)` between a sample's triangle and the sheet that contains its corners; the largest if several do.

    The nearest surface would be wrong: the top of a facet is closer to the lid than to the round side behind it.
    """
    best = np.full(len(samples.owner), -1.0)
    for part in parts:
        sign = 1.0 if part.role == "added" else -1.0
        for at_corners, here in zip(sheets(part, mesh.vertices), sheets(part, samples.places), strict=True):
            held = (at_corners.away <= ON_SURFACE_M)[mesh.triangles].all(axis=1)[samples.owner]
            best[held] = np.maximum(best[held], sign * (here.normals[held] * samples.normals[held]).sum(axis=1))
    return best


def agreement(parts: Sequence[Part], places: Array, normals: Array) -> Array:
    """Cosine `(n,)` between a normal and the surface of the solid there; the largest if parts share the point."""
    away = np.stack([np.abs(depth(part, places)) for part in parts])
    near = away <= away.min(axis=0) + ON_SURFACE_M
    signs = [1.0 if part.role == "added" else -1.0 for part in parts]
    found = np.stack([s * (outward(p, places) * normals).sum(axis=1) for s, p in zip(signs, parts, strict=True)])
    return np.asarray(np.where(near, found, -1.0).max(axis=0))


def _by_area(mesh: Mesh, samples: SurfaceSamples, wrong: Flags, fault: str) -> list[Finding]:
    """No finding while the total wrong area is below the tolerance; else the faces, worst first."""
    total = float(samples.areas[wrong].sum())
    if total <= WRONG_M2:
        return []
    by_face = np.bincount(mesh.face_of[samples.owner[wrong]], samples.areas[wrong], len(mesh.faces))
    worst = np.argsort(-by_face, kind="stable")
    faces = [int(n) for n in worst[: MOST_FINDINGS + 1] if by_face[n] > 0]
    return [Finding(f"face {n}", f"The face {face_words(mesh, n)} {fault}.", (total, WRONG_M2)) for n in faces]
