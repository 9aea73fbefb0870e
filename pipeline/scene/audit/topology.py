"""Whether a mesh is one closed surface: every edge is shared by exactly two faces, in opposite directions."""

import numpy as np

from pipeline.scene.audit.findings import Finding, shown
from pipeline.scene.audit.mesh_checks import EdgeFault, Mesh, edge_faults, used_vertices

SAME_PLACE_M = 1e-6
"""Vertices this close count as duplicates of one."""

_SENTENCES = {
    "open": "The mesh is open: the edge from {a} to {b} belongs to one face only. Add the missing face beside it.",
    "crowded": "The edge from {a} to {b} belongs to more than two faces: remove the doubled or inner faces there.",
    "same_way": "The two faces at the edge from {a} to {b} run along it the same way, so one of them is turned inside"
    " out: reverse its vertex order.",
}


def topology_findings(mesh: Mesh, pinched: bool) -> list[Finding]:
    """Loose vertices, open edges, edges of too many faces and faces with inconsistent winding.

    `pinched` if parts may touch along a line, so that four faces may meet there.
    """
    findings = [
        Finding(
            f"vertex {n}",
            f"The vertex at {shown(mesh.vertices[n])} belongs to no face: remove it.",
            (1.0, 0.0),
        )
        for n in np.flatnonzero(~used_vertices(mesh))
    ]
    faults = edge_faults(mesh.faces, pinched)
    if _only_unmerged(mesh, faults):
        return [*findings, _UNMERGED]
    return findings + [_finding(mesh, fault) for fault in faults]


_UNMERGED = Finding(
    "vertices",
    "Faces that meet have vertices of their own at the same places, so no edge is shared: merge the doubled vertices,"
    " for instance with bmesh.ops.remove_doubles at a distance of 0.00001.",
    (1.0, 0.0),
)


def _finding(mesh: Mesh, fault: EdgeFault) -> Finding:
    kind, a, b = fault
    places = {"a": shown(mesh.vertices[a]), "b": shown(mesh.vertices[b])}
    return Finding(f"edge {a}-{b}", _SENTENCES[kind].format(**places), (1.0, 0.0))


def _only_unmerged(mesh: Mesh, faults: list[EdgeFault]) -> bool:
    """Whether all open edges would close if duplicate vertices were merged."""
    if not faults or any(kind != "open" for kind, _, _ in faults):
        return False
    keys = [tuple(row) for row in np.rint(mesh.vertices / SAME_PLACE_M).astype(np.int64)]
    welded = {key: n for n, key in reversed(list(enumerate(keys)))}
    faces = [tuple(welded[keys[v]] for v in face) for face in mesh.faces]
    return not edge_faults(faces)
