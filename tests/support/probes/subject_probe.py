"""Runs inside a process with bpy: a marker's ball and the cut copy of a solid, told number by number."""

import hashlib
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

import bpy
import numpy as np

from blender_scripts.film.subject import build_subject, put_into
from blender_scripts.light import bake_mesh

RADIUS_M = 0.05
CORNERS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.3, 0.0), (0.2, 0.4, 1.1)]
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
MARKER = {"name": "A_red", "position_m": CORNERS[3], "radius_m": RADIUS_M, "display_rgb": (0.8, 0.1, 0.1)}


def numbers(collection: object, name: str, width: int, kind: type) -> np.ndarray:
    found = np.empty(len(collection) * width, dtype=kind)
    collection.foreach_get(name, found)
    return found.reshape(-1, width)


def digest(mesh: bpy.types.Mesh) -> str:
    parts = (
        numbers(mesh.vertices, "co", 3, np.float32),
        numbers(mesh.edges, "vertices", 2, np.int32),
        numbers(mesh.loops, "vertex_index", 1, np.int32),
        numbers(mesh.vertex_normals, "vector", 3, np.float32),
    )
    return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()


def lean_of_a_mantle() -> float:
    """How far the normals that bend the light on a cylinder's side lean towards its flat ends."""
    sides = 64
    turns = 2 * np.pi * np.arange(sides) / sides
    points = [(np.cos(turn), np.sin(turn), z) for z in (0.0, 1.0) for turn in turns]
    mantle = [(k, (k + 1) % sides, sides + (k + 1) % sides, sides + k) for k in range(sides)]
    ends = [tuple(reversed(range(sides))), tuple(range(sides, 2 * sides))]
    smooth = [True] * sides + [False, False]
    data = {"vertices_m": points, "faces": [*mantle, *ends], "smooth": smooth, "markers": []}
    mesh = build_subject(data, (0.6, 0.6, 0.6)).solid.data
    return float(np.abs(numbers(mesh.corner_normals, "vector", 3, np.float32)[: 4 * sides, 2]).max())


def main() -> None:
    scene = bpy.context.scene
    data = {"vertices_m": CORNERS, "faces": FACES, "smooth": [False] * 4, "markers": [MARKER]}
    subject = build_subject(data, (0.6, 0.6, 0.6))
    put_into(scene, subject.solid)
    solid = bake_mesh.joined_copy([subject.solid], scene, "cut").data
    bake_mesh.cut_fine(solid, 0.08)
    ball = subject.drawn[0].data
    points, normals = numbers(ball.vertices, "co", 3, np.float32), numbers(ball.vertex_normals, "vector", 3, np.float32)
    ball.calc_loop_triangles()
    corners = points[numbers(ball.loop_triangles, "vertices", 3, np.int32)].astype(float)
    report = {
        "digests": [digest(ball), digest(solid)],
        "off_sphere": float(np.abs(np.linalg.norm(points, axis=1) - RADIUS_M).max()),
        "off_outward": float(np.abs(normals * RADIUS_M - points).max()),
        "volume": float(np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6),
        "lean": lean_of_a_mantle(),
        "euler": len(ball.vertices) - len(ball.edges) + len(ball.polygons),
    }
    os.write(int(os.environ["PROBE_OUT"]), json.dumps(report).encode())
    os._exit(0)  # bpy may hang at a normal interpreter exit


main()
