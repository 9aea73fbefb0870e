"""Full path tracing of the lit room with the solid in it: slow on a CPU, the reference for the baked renderer.

Markers and edge lines are neither lit nor cast light; they are laid over the path-traced frame as in a baked film.
"""

from collections.abc import Callable

import bpy
import numpy as np

from blender_scripts.film.built_room import BuiltRoom, remove_scene
from blender_scripts.film.crops import Crops
from blender_scripts.film.subject import build_subject, put_into, remove_subject
from blender_scripts.render import colour, frames
from blender_scripts.render.orbit import Orbit, add_camera, place_camera

Progress = Callable[[str, float], None]
GRID = 4
"""Rays per pixel of a marker, in each direction."""


def film(room: BuiltRoom, orbit: Orbit, look, out: np.ndarray, progress: Progress, wanted: tuple[int, ...]) -> dict:
    """Write the wanted frames of the orbit into `out` (n, h, w, 3), or only the rows that the quality names."""
    subject = build_subject(look.scene_data, look.solid_rgb, look.line_radius_m)
    put_into(room.scene, subject.solid)
    quality = look.quality
    sampling = frames.Sampling(quality["samples"], frames.BOUNCES, quality["denoise"], persistent=True)
    camera = add_camera(room.scene, orbit)
    studio = bpy.data.scenes.new("markers")
    put_into(studio, _mask(subject.solid), *subject.drawn)
    try:
        crops = Crops(studio, orbit, look.scene_data, subject.markers, GRID)
        frames.configure(room.scene, sampling)
        top, bottom = rows = quality["rows"] or (0, orbit.height)
        frames.set_crop(room.scene, (0, top, orbit.width, bottom))
        for place, frame in enumerate(wanted):
            place_camera(camera, orbit, frame)
            out[place, top:bottom] = colour.to_bytes(frames.render_linear(room.scene)["rgba"][..., :3])
            crops.lay_over(out[place], frame, rows)
            progress("frames", (place + 1) / len(wanted))
        crops.close()
    finally:
        frames.clear_crop(room.scene)
        room.scene.render.use_persistent_data = False
        remove_subject(subject)
        remove_scene(studio)
        _remove(camera)
    return {}


def _mask(solid):
    """A copy of the solid that hides what is behind it and is not drawn itself (holdout)."""
    mask = solid.copy()
    mask.is_holdout = True
    return mask


def _remove(camera) -> None:
    data = camera.data
    bpy.data.objects.remove(camera)
    bpy.data.cameras.remove(data)
