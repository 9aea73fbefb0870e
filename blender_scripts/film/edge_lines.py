"""Edge lines of a solid as thin tubes: the edge between two faces of the same shade would otherwise be invisible.

Pure numpy. Edges inside a flat face (as in composites) and edges of a smooth surface get no line.
"""

import numpy as np

from blender_scripts.light.patches import CREASE_RAD

FLAT_RAD = 0.1
"""Faces that meet at a smaller angle count as one; the audit's tolerance per face is less than half of this."""
SLIVER_M2 = 1e-7
"""Faces smaller than this have no visible edge."""
SIDES = 6


def crease_edges(vertices: np.ndarray, faces: list, smooth: list) -> np.ndarray:
    """(m, 2) vertex pairs of the visible edges, in the order of the faces."""
    normals = [_normal(vertices[list(face)]) for face in faces]
    seen = [_area(vertices[list(face)]) > SLIVER_M2 for face in faces]
    around = {edge: [n for n in sides if seen[n]] for edge, sides in _faces_at_edges(faces).items()}
    drawn = [edge for edge, sides in around.items() if sides and _is_drawn(sides, normals, smooth)]
    return np.array(drawn, dtype=int).reshape(-1, 2)


def sharp_edges(faces: list, smooth: list) -> set[tuple[int, int]]:
    """Vertex pairs, the smaller index first, of the edges across which normals must not be interpolated."""
    return {edge for edge, around in _faces_at_edges(faces).items() if not all(smooth[face] for face in around)}


def _faces_at_edges(faces: list) -> dict[tuple[int, int], list[int]]:
    found: dict[tuple[int, int], list[int]] = {}
    for number, face in enumerate(faces):
        for one, other in zip(face, [*face[1:], face[0]], strict=True):
            found.setdefault((min(one, other), max(one, other)), []).append(number)
    return found


def _area(corners: np.ndarray) -> float:
    return float(np.linalg.norm(np.cross(corners, np.roll(corners, -1, axis=0)).sum(axis=0)) / 2)


def _normal(corners: np.ndarray) -> np.ndarray:
    """Unit normal of a planar polygon by Newell's method."""
    total = np.cross(corners, np.roll(corners, -1, axis=0)).sum(axis=0)
    return total / max(float(np.linalg.norm(total)), 1e-30)


def _is_drawn(around: list[int], normals: list, smooth: list) -> bool:
    """An edge with other than two adjacent faces is always drawn, such as the line along which two solids touch."""
    if len(around) != 2:
        return True
    one, other = around
    angle = float(np.arccos(np.clip(normals[one] @ normals[other], -1.0, 1.0)))
    return angle > (CREASE_RAD if smooth[one] and smooth[other] else FLAT_RAD)


def tubes(vertices: np.ndarray, edges: np.ndarray, radius_m: float) -> tuple[np.ndarray, np.ndarray]:
    """Open tubes around the edges: (n, 3) vertices and (f, 4) faces that face outward."""
    start, end = vertices[edges[:, 0]], vertices[edges[:, 1]]
    along = (end - start) / np.linalg.norm(end - start, axis=1, keepdims=True)
    helper = np.where(np.abs(along[:, 2:]) < 0.9, [[0.0, 0.0, 1.0]], [[1.0, 0.0, 0.0]])
    side = np.cross(helper, along)
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    turns = 2 * np.pi * np.arange(SIDES) / SIDES
    out = np.cos(turns)[:, None] * side[:, None] + np.sin(turns)[:, None] * np.cross(along, side)[:, None]
    rings = np.stack([start, end], axis=1)[:, :, None] + radius_m * out[:, None]
    k = np.arange(SIDES)
    pattern = np.stack([k, (k + 1) % SIDES, SIDES + (k + 1) % SIDES, SIDES + k], axis=1)
    faces = 2 * SIDES * np.arange(len(edges))[:, None, None] + pattern
    return rings.reshape(-1, 3), faces.reshape(-1, 4)
