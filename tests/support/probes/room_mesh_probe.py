"""Runs inside a process with bpy: cuts a floor with a post, a strip of skirting and a drum, and reports the pieces."""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

import bpy
import numpy as np

from blender_scripts.light import bake_mesh
from blender_scripts.render.orbit import Orbit

EDGE_M = 0.2
ORBIT = Orbit(400, 300, 8, 1, 8.0, 30.0, 0.0, 1, 0.6, 60.0)
SIDES = 16


def cut(corners: list[tuple[float, float, float]], faces: list[tuple[int, ...]], smooth: bool) -> bpy.types.Mesh:
    mesh = bpy.data.meshes.new("part")
    mesh.from_pydata(corners, [], faces)
    mesh.polygons.foreach_set("use_smooth", [smooth] * len(faces))
    mesh.update()
    bake_mesh.cut_fine(mesh, EDGE_M, (ORBIT,))
    return mesh


def floor_with_post() -> list[float]:
    """Longest edge of the floor near a post of 4 cm in its middle, and far from it."""
    corners = [(-3, -3, 0), (3, -3, 0), (3, 3, 0), (-3, 3, 0)]
    corners += [(x, y, z) for z in (0, 0.5) for x, y in ((-0.02, -0.02), (0.02, -0.02), (0.02, 0.02), (-0.02, 0.02))]
    post = [(4 + k, 4 + (k + 1) % 4, 8 + (k + 1) % 4, 8 + k) for k in range(4)]
    patches = bake_mesh.patches_of(cut(corners, [(0, 1, 2, 3), *post], smooth=False))
    ends = patches.points[patches.edges]
    on_floor = (np.abs(ends[..., 2]) < 1e-6).all(axis=1) & (patches.normals[patches.edges[:, 0], 2] > 0.9)
    length = np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1)
    reach = np.linalg.norm(ends.mean(axis=1), axis=1)
    return [float(length[on_floor & (reach < 0.2)].max()), float(length[on_floor & (reach > 1.5)].max())]


def longest_of(corners: list[tuple[float, float, float]]) -> float:
    """Longest edge of a single face, cut."""
    ends = bake_mesh.patches_of(cut(corners, [(0, 1, 2, 3)], smooth=False))
    return float(np.linalg.norm(np.subtract(*ends.points[ends.edges].swapaxes(0, 1)), axis=1).max())


def drum() -> float:
    """How far the normals of a drum's cut facets are from those of the round drum, as the largest angle in radians."""
    turn = 2 * np.pi * np.arange(SIDES) / SIDES
    corners = [(np.cos(t), np.sin(t), z) for z in (0.0, 1.0) for t in turn]
    faces = [(k, (k + 1) % SIDES, SIDES + (k + 1) % SIDES, SIDES + k) for k in range(SIDES)]
    patches = bake_mesh.patches_of(cut(corners, faces, smooth=True))
    round_normals = patches.points[:, :2] / np.linalg.norm(patches.points[:, :2], axis=1, keepdims=True)
    agreement = np.einsum("ij,ij->i", patches.normals[:, :2], round_normals)
    return float(np.arccos(np.clip(agreement, -1.0, 1.0)).max())


def main() -> None:
    report = {
        "floor": floor_with_post(),
        "bare": longest_of([(-3, -3, 0), (3, -3, 0), (3, 3, 0), (-3, 3, 0)]),
        "skirting": longest_of([(-5, 3, 0), (5, 3, 0), (5, 3, 0.24), (-5, 3, 0.24)]),
        "drum": drum(),
    }
    os.write(int(os.environ["PROBE_OUT"]), json.dumps(report).encode())
    os._exit(0)


main()
