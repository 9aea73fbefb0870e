"""The audit of what a scene script built against its brief: nothing is rendered without it.

Every finding is a sentence with names, coordinates and what to do, because it goes back to the model that wrote the
script. How the surface is divided into faces is up to the script: triangles, merged faces and any number of segments
from 32 on are accepted. Lengths that checks report are in metres. Nothing is repaired here.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from geometry.checks import Check
from pipeline.scene.audit.faces import cut_findings, shape_findings, winding_findings
from pipeline.scene.audit.findings import Finding, checks_of, not_judged
from pipeline.scene.audit.global_checks import facing_findings, floor_findings, rim_findings, volume_findings
from pipeline.scene.audit.markers import PLACE_M, farthest_marker_m, marker_findings
from pipeline.scene.audit.mesh_checks import Mesh, malformed, mesh_of
from pipeline.scene.audit.mesh_triangles import Flags
from pipeline.scene.audit.normals import bent_findings
from pipeline.scene.audit.part_coverage import part_findings
from pipeline.scene.audit.surface import (
    ON_SURFACE_M,
    SurfaceGaps,
    corner_findings,
    farthest_corner_m,
    gap_findings,
    surface_gaps,
)
from pipeline.scene.audit.surface_samples import (
    covered_cavity_findings,
    inverted_face_findings,
    samples_by_area,
    slope_findings,
)
from pipeline.scene.audit.topology import topology_findings
from pipeline.scene.records import SceneBrief, SceneData
from pipeline.scene.smooth_faces import with_smooth_faces

ABOUT_SOLID = (
    "the mesh is closed",
    "every corner is in its place",
    "the surface is the solid's",
    "rims are round",
    "faces look outward",
    "the volume is right",
    "every part is there once",
    "the solid stands on the floor",
)


def audit_scene(brief: SceneBrief, scene: SceneData) -> tuple[Check, ...]:
    """Passed checks for what is right, and one failed check per finding; all passed means the scene is right."""
    checks = checks_of("nothing else is in the scene", _stray_findings(scene.strays), (0.0, 0.0))
    checks += checks_of(
        "every marker is in its place",
        marker_findings(brief, scene.markers),
        (farthest_marker_m(brief, scene.markers), PLACE_M),
    )
    faulty = (
        _missing_or_malformed(scene)
        or winding_findings(scene.vertices_m, scene.faces)
        or cut_findings(scene.vertices_m, scene.faces)
    )
    checks += checks_of("there is a solid", faulty, (0.0, 0.0))
    if faulty:
        return (*checks, *(not_judged(name, "there is no proper mesh called Solid") for name in ABOUT_SOLID))
    smooth = np.array(with_smooth_faces(brief, scene).smooth, dtype=bool)
    return (*checks, *_solid_checks(brief, mesh_of(scene.vertices_m, scene.faces), smooth))


MOST_FAULTS = 1000
"""Non-manifold edges up to which a mesh is audited further; with more it is not a surface."""


def _solid_checks(brief: SceneBrief, mesh: Mesh, smooth: Flags) -> Iterator[Check]:
    torn = topology_findings(mesh, pinched=len(brief.parts) > 1)
    if len(torn) > MOST_FAULTS:
        yield from checks_of(ABOUT_SOLID[0], torn, (0.0, 0.0))
        yield from (not_judged(name, f"the mesh is torn in {len(torn)} places") for name in ABOUT_SOLID[1:])
        return
    gaps = surface_gaps(brief, mesh)
    samples = samples_by_area(brief, mesh)
    facing = facing_findings(brief, mesh) or inverted_face_findings(brief, mesh, samples)
    # Faces that are in the wrong place or inverted are not also reported as leaning.
    surface = [*gap_findings(gaps, mesh), *shape_findings(mesh), *covered_cavity_findings(brief, mesh, samples)]
    surface = surface or ([] if facing else slope_findings(brief, mesh, samples) or bent_findings(brief, mesh, smooth))
    found: list[tuple[list[Finding], tuple[float, float]]] = [
        (torn, (0.0, 0.0)),
        (corner_findings(brief, mesh), (farthest_corner_m(brief, mesh), ON_SURFACE_M)),
        (surface, (gaps.largest_at_vertices, ON_SURFACE_M)),
        (rim_findings(brief, mesh), (0.0, 0.0)),
        (facing, (0.0, 0.0)),
        (volume_findings(brief, mesh, gaps), _volume_range(brief, mesh, gaps)),
        (part_findings(brief, mesh, gaps), (0.0, 0.0)),
        (floor_findings(mesh), (abs(float(mesh.vertices[:, 2].min())), ON_SURFACE_M)),
    ]
    for name, (findings, measured) in zip(ABOUT_SOLID, found, strict=True):
        yield from checks_of(name, findings, measured)


def _volume_range(brief: SceneBrief, mesh: Mesh, gaps: SurfaceGaps) -> tuple[float, float]:
    return abs(mesh.volume / brief.volume_m3 - 1), gaps.volume_tolerance(brief.volume_m3)


def _stray_findings(strays: Sequence[str]) -> list[Finding]:
    return [
        Finding(
            stray, f"The scene contains {stray}, which was not asked for: remove it, or do not create it.", (1.0, 0.0)
        )
        for stray in strays
    ]


def _missing_or_malformed(scene: SceneData) -> list[Finding]:
    if not scene.faces:
        return [
            Finding(
                "Solid",
                "There is no mesh object called Solid with faces: build the whole solid as one mesh object so called.",
                (1.0, 0.0),
            )
        ]
    return [
        Finding(
            f"face {n}",
            f"Face {n} of the solid is {list(scene.faces[n])[:12]}, which is not a polygon: give it three or more"
            " different vertices.",
            (1.0, 0.0),
        )
        for n in malformed(len(scene.vertices_m), scene.faces)
    ]
