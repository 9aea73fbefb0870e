"""Runs inside a process with bpy: one room built by a worker that believes in a graphics card, the preferences printed.

There is no card: the two lines that switch a real one on are replaced by one that only sets the preference.
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

import bpy

from blender_scripts.film import jobs
from blender_scripts.render import devices

ROOM = {"source": "procedural", "name": "studio", "seed": 0, "scale_cue": "none", "object_size_m": 2.0}
LIGHT = {"light_gain": 1.0, "light_tint": [1.0, 1.0, 1.0]}


def in_use() -> str:
    return bpy.context.preferences.addons["cycles"].preferences.compute_device_type


def pretended(back_end: str) -> bool:
    if back_end != "CUDA":
        return False
    bpy.context.preferences.addons["cycles"].preferences.compute_device_type = back_end
    return True


devices._enable = pretended
chosen, before = devices.best_device(), in_use()
jobs._room_for(ROOM | LIGHT)
os.write(int(os.environ["PROBE_OUT"]), json.dumps([chosen, before, in_use()]).encode())
os._exit(0)  # bpy may hang at a normal interpreter exit
