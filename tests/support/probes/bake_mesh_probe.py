"""Runs inside a process with bpy: halves random edges of a grid again and again and reports what became of it."""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

import bpy
import numpy as np

from blender_scripts.light import bake_mesh


def vertices(mesh: bpy.types.Mesh) -> np.ndarray:
    return np.array([v.co[:] for v in mesh.vertices])


def middles(mesh: bpy.types.Mesh, chosen: np.ndarray) -> np.ndarray:
    points = vertices(mesh)
    return np.array([points[list(mesh.edges[k].vertices)].mean(axis=0) for k in chosen])


def main() -> None:
    import bmesh  # comes with bpy, which has to be loaded first

    mesh, work = bpy.data.meshes.new("grid"), bmesh.new()
    bmesh.ops.create_grid(work, x_segments=20, y_segments=20, size=1.0)
    work.to_mesh(mesh)
    work.free()
    chance, rounds = np.random.default_rng(int(sys.argv[1])), []
    for _ in range(4):
        before, chosen = vertices(mesh), np.flatnonzero(chance.random(len(mesh.edges)) < 0.4)
        wanted = middles(mesh, chosen)
        bake_mesh.split_edges(mesh, chosen)
        after = vertices(mesh)
        new = after[len(before) :]
        rounds.append(
            {
                "kept": bool(np.allclose(after[: len(before)], before)),
                "new": len(new) - len(chosen),
                "off": float(np.abs(np.sort(new, axis=0) - np.sort(wanted, axis=0)).max()),
                "area": sum(face.area for face in mesh.polygons),
            }
        )
    os.write(int(os.environ["PROBE_OUT"]), json.dumps(rounds).encode())
    os._exit(0)


main()
