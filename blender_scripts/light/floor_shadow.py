"""The floor lightmap of a room, and the object's shadow on it as a ratio map: light with the object over light without.

Both are rendered by an overhead orthographic camera, with the object invisible to camera rays only. The same seed gives
both the same noise, which cancels where the object changes nothing, so that the map has no visible border.
"""

from pathlib import Path

import bpy
import numpy as np

from blender_scripts.light.shadow_map import FloorShadow, ratio_map
from blender_scripts.render import frames

EYE_M = 2.6
"""Height of the overhead camera: below ceiling lamps; the object itself is invisible to it."""


def look_down(scene, quality: dict) -> np.ndarray:
    """(n, n, 3) radiance of the floor, seen from above; row 0 at the smallest y."""
    size = quality["floor_px"]
    data = bpy.data.cameras.new("overhead")
    data.type, data.ortho_scale = "ORTHO", 2 * quality["floor_half_m"]
    data.clip_start, data.clip_end = 0.01, EYE_M + 1.0
    camera = bpy.data.objects.new("overhead", data)
    camera.location = (0.0, 0.0, EYE_M)
    scene.collection.objects.link(camera)
    scene.camera = camera
    scene.render.resolution_x = scene.render.resolution_y = size
    scene.render.resolution_percentage = 100
    sampling = frames.Sampling(quality["floor_samples"], frames.BOUNCES, denoise=True, prefilter="FAST")
    try:
        frames.configure(scene, sampling)
        frames.clear_crop(scene)
        return frames.render_linear(scene)["rgba"][::-1, :, :3].astype(np.float64)
    finally:
        bpy.data.objects.remove(camera)
        bpy.data.cameras.remove(data)


def empty_floor(scene, quality: dict, path: Path) -> np.ndarray:
    """The floor's light without an object: from the cache, else rendered and cached by an atomic write."""
    try:
        kept = np.load(path)
        if kept.shape == (quality["floor_px"], quality["floor_px"], 3):
            return kept
    except (OSError, ValueError):
        pass
    floor = look_down(scene, quality)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{id(floor)}.draft.npy")
    np.save(draft, floor)
    draft.replace(path)
    return floor


def shadow_of(scene, solid, empty: np.ndarray, quality: dict) -> FloorShadow:
    """Render the ratio map of an object in the lit scene."""
    solid.visible_camera = False
    try:
        shaded = look_down(scene, quality)
    finally:
        solid.visible_camera = True
    return ratio_map(shaded, empty, quality["floor_half_m"])
