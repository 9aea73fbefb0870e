"""Floors and walls of a room, each face oriented to the inside, without what occludes the room from above.

Removed are ceilings and their parts, outer walls, wall tops, and faces without floor in front of them (door jambs,
sills inside a wall): since walls are drawn from their inner side only, those would appear to float.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .floorplan import FloorGrid
from .frames import to_scene
from .house import Sheet
from .sight import blocking_faces

UPRIGHT = 0.9  # a face whose unit normal has a larger vertical component is level
OVERHEAD_M = 1.5  # a level face above this height is a ceiling, not a platform
REACHES_M = (0.03, 0.08, 0.15, 0.3)  # distances in front of a wall to probe for floor, up to a wall's thickness


@dataclass(frozen=True)
class Panel:
    """A mesh of architecture in the scene frame, ready to build: xyz (n, 3), faces (m, 3), uv (n, 2) or None."""

    kind: str
    uid: str
    material: str
    xyz: np.ndarray
    faces: np.ndarray
    uv: np.ndarray | None

    @property
    def is_floor(self) -> bool:
        return "floor" in self.kind

    @property
    def normal(self) -> np.ndarray:
        """The mean unit normal (3,), by area."""
        normals, areas = _normals(self.xyz, self.faces)
        mean = (normals * areas[:, None]).sum(axis=0)
        return mean / max(float(np.linalg.norm(mean)), 1e-12)


def panels(sheets: list[Sheet], grid: FloorGrid, offset: np.ndarray) -> list[Panel]:
    """The sheets that are drawn, shifted by `offset`; `grid` is the floor after that shift."""
    found = []
    for sheet in sheets:
        if not sheet.is_drawn:
            continue
        xyz = to_scene(sheet.xyz) + offset
        faces = upward(xyz, sheet.faces) if sheet.is_floor else inward(xyz, sheet.faces, grid)
        if len(faces):
            found.append(Panel(sheet.kind, sheet.uid, sheet.material, xyz, faces, sheet.uv))
    return found


def upward(xyz: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """The faces, with downward ones flipped and those without area removed."""
    normals, areas = _normals(xyz, faces)
    return _turned(faces, normals[:, 2] < 0)[areas > 1e-10]


def inward(xyz: np.ndarray, faces: np.ndarray, grid: FloorGrid) -> np.ndarray:
    """The faces with floor in front of them, oriented towards it; unchanged with floor on both sides (a column)."""
    normals, areas = _normals(xyz, faces)
    centres = xyz[faces].mean(axis=1)
    level = np.abs(normals[:, 2]) > UPRIGHT
    keep_level = level & grid.holds(centres[:, :2]) & (centres[:, 2] < OVERHEAD_M)
    side = _side_of_floor(centres, normals, grid)
    keep = (areas > 1e-10) & np.where(level, keep_level, side != 0)
    turn = np.where(level, normals[:, 2] < 0, side < 0)
    return _turned(faces, turn)[keep]


def without_blocking(found: list[Panel]) -> tuple[list[Panel], list[str]]:
    """The panels without the wall planes that occlude the solid from any camera, and the uids of the panels cut.

    A plane is removed completely: a wall cut along a triangle's edge would look broken.
    """
    floors = [panel for panel in found if panel.is_floor]
    walls = [panel for panel in found if not panel.is_floor]
    cut: list[str] = []
    while walls:
        starts = np.cumsum([0] + [len(panel.xyz) for panel in walls])
        faces = np.concatenate([panel.faces + start for panel, start in zip(walls, starts, strict=False)])
        planes = [key for index, panel in enumerate(walls) for key in _planes(index, panel)]
        blocked = {planes[face] for face in blocking_faces(np.concatenate([w.xyz for w in walls]), faces, False)}
        if not blocked:
            break
        cut += [walls[key[0]].uid for key in blocked]
        keep = np.array([key not in blocked for key in planes])
        counts = np.cumsum([len(panel.faces) for panel in walls])[:-1]
        walls = [_with_faces(p, p.faces[k]) for p, k in zip(walls, np.split(keep, counts), strict=True) if k.any()]
    return floors + walls, sorted(set(cut))


def _planes(index: int, panel: Panel) -> list[tuple[int, tuple[float, ...]]]:
    normals, _ = _normals(panel.xyz, panel.faces)
    distances = np.einsum("ij,ij->i", normals, panel.xyz[panel.faces[:, 0]])
    rounded = np.round(np.column_stack([normals, distances]), 2) + 0.0  # + 0.0 turns -0.0 into 0.0: one plane, one key
    return [(index, tuple(row)) for row in rounded.tolist()]


def _with_faces(panel: Panel, faces: np.ndarray) -> Panel:
    return Panel(panel.kind, panel.uid, panel.material, panel.xyz, faces, panel.uv)


def _side_of_floor(centres: np.ndarray, normals: np.ndarray, grid: FloorGrid) -> np.ndarray:
    """1 if floor is on the normal's side, -1 if on the other, 0 if there is no floor within a wall's thickness."""
    flat = normals[:, :2] / np.maximum(np.linalg.norm(normals[:, :2], axis=1, keepdims=True), 1e-9)
    side = np.zeros(len(centres), dtype=int)
    for reach in REACHES_M:
        ahead = grid.holds(centres[:, :2] + reach * flat)
        behind = grid.holds(centres[:, :2] - reach * flat)
        undecided = side == 0
        side[undecided & ahead] = 1
        side[undecided & behind & ~ahead] = -1
    return side


def _normals(xyz: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    corners = xyz[faces]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(cross, axis=1)
    return cross / np.maximum(length, 1e-12)[:, None], length / 2


def _turned(faces: np.ndarray, where: np.ndarray) -> np.ndarray:
    return np.where(where[:, None], faces[:, ::-1], faces)
