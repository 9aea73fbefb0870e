"""Creates Blender meshes from arrays, with vertices in world space, and the ground outside the room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import bpy
import numpy as np

from blender_scripts.rooms.materials import matte

from .floorplan import FloorGrid

GROUND_HALF_M = 14  # the upper corners of the picture see the ground 13.5 m from the origin
GROUND_Z_M = -0.02
GROUND_GREY = 0.5


@dataclass(frozen=True)
class Surface:
    """Vertices (n, 3), faces (m, 3 or 4) and, if textured, uv per corner (m, 3 or 4, 2)."""

    xyz: np.ndarray
    faces: np.ndarray
    uv: np.ndarray | None = None


def add_mesh(
    name: str, surface: Surface, materials: Sequence[bpy.types.Material], slots: np.ndarray | None = None
) -> None:
    """Add a mesh object without unused vertices; its UV map is `UVMap`, `slots` the material index of each face."""
    used, compact = np.unique(surface.faces, return_inverse=True)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(surface.xyz[used].tolist(), [], compact.reshape(surface.faces.shape).tolist())
    if surface.uv is not None:
        mesh.uv_layers.new(name="UVMap").data.foreach_set("uv", surface.uv.astype(np.float32).ravel())
    for material in materials:
        mesh.materials.append(material)
    if slots is not None:
        mesh.polygons.foreach_set("material_index", slots)
    # Removes invalid geometry, such as the duplicate faces that houses contain, which can crash Blender.
    mesh.validate()
    mesh.update()
    bpy.context.scene.collection.objects.link(bpy.data.objects.new(name, mesh))


def add_ground(grid: FloorGrid) -> None:
    """Add a grey ground plane of one-metre squares, without those completely under the room's floor."""
    ticks = np.arange(-GROUND_HALF_M, GROUND_HALF_M + 1)
    x, y = np.meshgrid(ticks, ticks, indexing="ij")
    xyz = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, GROUND_Z_M)])
    row = len(ticks)
    first = (np.arange(row - 1)[:, None] * row + np.arange(row - 1)).ravel()
    squares = np.column_stack([first, first + row, first + row + 1, first + 1])
    steps = np.linspace(0.0, 1.0, 11)
    samples = np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)
    hidden = [grid.holds(xyz[corner, :2] + samples).all() for corner in first]
    add_mesh("FrontGround", Surface(xyz, squares[~np.array(hidden)]), [matte("FrontGround", (GROUND_GREY,) * 3)])
