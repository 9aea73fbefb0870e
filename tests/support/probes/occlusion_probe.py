"""Runs inside a process with bpy: what the cameras of several orbits find in a room, as measured.

python tests/support/probes/occlusion_probe.py '["oak_loft", [{"tilt_deg": 10.0}]]'
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

import bpy
import numpy as np

from blender_scripts.film.built_room import build_room_scene
from blender_scripts.film.occlusion_check import measure_view
from blender_scripts.render.culling import CULL_BACK
from blender_scripts.render.orbit import Orbit

ROOM = {
    "source": "procedural",
    "seed": 0,
    "scale_cue": "rule",
    "light_gain": 1.0,
    "light_tint": [1.0, 1.0, 1.0],
    "object_size_m": 2.0,
}
USUAL = {
    "width": 1200,
    "height": 900,
    "frames": 48,
    "fps": 6,
    "radius_m": 8.0,
    "tilt_deg": 30.0,
    "start_deg": 0.0,
    "turn": 1,
    "aim_z_m": 0.6,
    "fov_deg": 30.0,
}
RING = 2 * np.pi * np.arange(24) / 24
# The largest that a fitted solid may be: two metres high and across.
DRUM = np.concatenate([np.column_stack([np.cos(RING), np.sin(RING), np.full(24, z)]) for z in (0.0, 2.0)])


def found(scene: bpy.types.Scene, change: dict) -> object:
    """The view of a drum; `size_m` of a change is its size, if not the largest."""
    size_m = change.get("size_m", 2.0)
    drum = DRUM * size_m / 2.0
    marker = {"name": "A_red", "position_m": (0.0, 0.0, size_m), "radius_m": 0.025 * size_m}
    orbit = Orbit(**USUAL | {name: value for name, value in change.items() if name != "size_m"})
    return measure_view(scene, orbit, {"vertices_m": drum.tolist(), "markers": [marker]}, drum)


def screen(scene: bpy.types.Scene, culled: bool, front: bool) -> bpy.types.Object:
    """A wall across the view of the first camera, with its front or its back to it."""
    mesh = bpy.data.meshes.new("screen")
    corners = [(3, -3, 0), (3, 3, 0), (3, 3, 4), (3, -3, 4)]
    mesh.from_pydata(corners if front else corners[::-1], [], [(0, 1, 2, 3)])
    material = bpy.data.materials.new("screen")
    material[CULL_BACK] = int(culled)
    mesh.materials.append(material)
    made = bpy.data.objects.new("screen", mesh)
    scene.collection.objects.link(made)
    return made


def main() -> None:
    name, changes = json.loads(sys.argv[1])
    stage = build_room_scene(ROOM | {"name": name})
    report = {"orbits": [found(stage.scene, change) for change in changes], "screens": {}}
    if "screens" in sys.argv[2:]:
        for culled in (False, True):
            for front in (False, True):
                made = screen(stage.scene, culled, front)
                report["screens"][f"{culled} {front}"] = found(stage.scene, {})
                bpy.data.objects.remove(made)
    os.write(int(os.environ["PROBE_OUT"]), json.dumps(report).encode())
    os._exit(0)


main()
