"""Runs inside a process with bpy: tilted stripes by a grid and by strewn rays, both against very many rays."""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

import bpy
import numpy as np

from blender_scripts.render import fine_grid, frames
from blender_scripts.render.orbit import Orbit, add_camera, place_camera

WIDTH, HEIGHT, GRID = 96, 72, 3
BOX = (20, 10, 61, 47)
SHIFT_PX = 0.1


def striped_floor(scene: bpy.types.Scene) -> None:
    corners, faces = [], []
    for k in range(-12, 12):
        start = len(corners)
        corners += [(0.4 * k, -6, 0), (0.4 * k + 0.2, -6, 0), (0.4 * k + 1.2, 6, 0), (0.4 * k + 1.0, 6, 0)]
        faces.append(tuple(range(start, start + 4)))
    mesh = bpy.data.meshes.new("stripes")
    mesh.from_pydata(corners, [], faces)
    material = bpy.data.materials.new("glow")
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    glow = tree.nodes.new("ShaderNodeEmission")
    tree.links.new(glow.outputs[0], tree.nodes.new("ShaderNodeOutputMaterial").inputs["Surface"])
    mesh.materials.append(material)
    scene.collection.objects.link(bpy.data.objects.new("stripes", mesh))


def strewn(scene: bpy.types.Scene, samples: int, seed: int) -> np.ndarray:
    frames.configure(scene, frames.Sampling(samples=samples, seed=seed, transparent=True))
    return frames.render_linear(scene)["rgba"][..., 0]


def off(one: np.ndarray, other: np.ndarray) -> float:
    """Root of the mean square, away from the border, where the grid has no rays beyond."""
    return float(np.sqrt(np.mean((one - other)[2:-2, 2:-2] ** 2)))


def along(error: np.ndarray, change: np.ndarray) -> float:
    """How much of a change is in an error."""
    error, change = error[2:-2, 2:-2], change[2:-2, 2:-2]
    return float((error * change).sum() / (change * change).sum())


def main() -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    striped_floor(scene)
    orbit = Orbit(WIDTH, HEIGHT, 8, 1, 8.0, 30.0, 10.0, 1, 0.6, 30.0)
    camera = add_camera(scene, orbit)
    place_camera(camera, orbit, 1)
    truth = strewn(scene, 4096, 5)
    few = strewn(scene, GRID**2, 0)
    camera.data.shift_x = SHIFT_PX / HEIGHT  # in units of the fitted side
    shifted = strewn(scene, 4096, 5)
    camera.data.shift_x = 0.0
    frames.configure(scene, frames.Sampling(samples=1, transparent=True))
    fine_grid.prepare(scene, (WIDTH, HEIGHT), GRID)
    whole = fine_grid.render(scene, GRID, (0, 0, WIDTH, HEIGHT))["rgba"][..., 0]
    crop = fine_grid.render(scene, GRID, BOX)["rgba"][..., 0]
    left, top, right, bottom = BOX
    report = {
        "grid": off(whole, truth),
        "strewn": off(few, truth),
        "shift_px": SHIFT_PX * along(whole - truth, shifted - truth),
        "crop": float(np.abs(crop - whole[top:bottom, left:right]).max()),
    }
    os.write(int(os.environ["PROBE_OUT"]), json.dumps(report).encode())
    os._exit(0)


main()
