"""Full path tracing of the lit room with the object in it: slow on a CPU, the reference for the baked renderer."""

from collections.abc import Callable

import numpy as np

from blender_scripts.film.built_room import BuiltRoom
from blender_scripts.film.subject import build_subject, put_into, remove_subject
from blender_scripts.render import colour, frames
from blender_scripts.render.orbit import Orbit, add_camera, place_camera

Progress = Callable[[str, float], None]


def film(room: BuiltRoom, orbit: Orbit, look, out: np.ndarray, progress: Progress, wanted: tuple[int, ...]) -> dict:
    """Write the wanted frames of the orbit into `out` (n, h, w, 3), or only the rows that the quality names."""
    subject = build_subject(look.scene_data, look.solid_rgb, look.line_radius_m)
    put_into(room.scene, subject.solid, *subject.drawn)
    quality = look.quality
    sampling = frames.Sampling(quality["samples"], frames.BOUNCES, quality["denoise"], persistent=True)
    camera = add_camera(room.scene, orbit)
    try:
        frames.configure(room.scene, sampling)
        top, bottom = quality["rows"] or (0, orbit.height)
        frames.set_crop(room.scene, (0, top, orbit.width, bottom))
        for place, frame in enumerate(wanted):
            place_camera(camera, orbit, frame)
            out[place, top:bottom] = colour.to_bytes(frames.render_linear(room.scene)["rgba"][..., :3])
            progress("frames", (place + 1) / len(wanted))
    finally:
        frames.clear_crop(room.scene)
        room.scene.render.use_persistent_data = False
        remove_subject(subject)
        _remove(camera)
    return {}


def _remove(camera) -> None:
    import bpy

    data = camera.data
    bpy.data.objects.remove(camera)
    bpy.data.cameras.remove(data)
