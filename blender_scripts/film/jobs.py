"""Runs one job of the worker: builds the room, checks the view, renders the frames, returns measurements.

Frames are written to an array file that the launcher names; encoding is not done here. Jobs and answers are
dictionaries of plain JSON; the launcher's records in `workers/blender_jobs.py` document each field.

    {"kind": "film", "method", "room", "orbit", "plate_orbit", "plate_order", "plate_folder", "light_file",
     "light_views", "floor_file", "scene", "solid_rgb", "line_radius_m", "quality", "frames", "frames_file"}
        -> {"device", "description", "visible_px", "view", "cold_plates", "seconds", "peak_mb"}
    {"kind": "front_rooms", "path"} -> {"rooms", "rule_clear_m", "peak_mb"}
    {"kind": "sleep", "seconds"} -> {"peak_mb"}

A job that cannot be done raises `JobError` with a code.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path

from blender_scripts.errors import JobError
from blender_scripts.film import baked, crops, occlusion_check, traced, visibility
from blender_scripts.film.built_room import BuiltRoom, build_room_scene
from blender_scripts.film.lit_room import LightPlan
from blender_scripts.film.plates import PlatePlan
from blender_scripts.render import devices, disk_space
from blender_scripts.render.orbit import orbit_from

Progress = Callable[[str, float], None]

_kept: tuple[str, BuiltRoom] | None = None


def _room_for(room: dict) -> BuiltRoom:
    """The room of the last job if it is the same, else a new one."""
    global _kept
    key = json.dumps(room, sort_keys=True)
    if _kept is None or _kept[0] != key:
        _kept = None  # a builder that fails halfway leaves an incomplete room
        built = build_room_scene(room)
        _switch_device_on()
        _kept = (key, built)
    return _kept[1]


def _switch_device_on() -> None:
    """A new room starts with the factory settings, which use no GPU."""
    back_end = devices.best_device()
    if back_end != "CPU":
        devices._enable(back_end)


def run(job: dict, progress: Progress) -> dict:
    """Run a job; `kind` is `film`, `front_rooms` or `sleep`."""
    if job["kind"] == "front_rooms":
        from blender_scripts.front3d import list_rooms
        from blender_scripts.front3d.build import RULE_CLEAR_M

        return {"rooms": [vars(room) for room in list_rooms(job["path"])], "rule_clear_m": RULE_CLEAR_M}
    if job["kind"] == "sleep":  # keeps a worker busy without rendering, for tests and the doctor
        time.sleep(job["seconds"])
        return {}
    with disk_space.explained():
        return _film(job, progress)


def _plates(job: dict) -> PlatePlan:
    quality = job["quality"]
    light = LightPlan(
        file=Path(job["light_file"]),
        views=tuple(orbit_from(view) for view in job["light_views"]),
        edge_m=quality.get("room_edge_m", 0.0),
        samples=quality.get("room_samples", 0),
    )
    orbit = orbit_from(job["plate_orbit"])
    return PlatePlan(Path(job["plate_folder"]), orbit, quality.get("plate_grid", 1), light)


def _film(job: dict, progress: Progress) -> dict:
    started = time.monotonic()
    progress("room", 0.0)
    room = _room_for(job["room"])
    orbit = orbit_from(job["orbit"])
    wanted = tuple(job["frames"])
    view = occlusion_check.measure_view(room.scene, orbit, job["scene"], crops.outline_points(job["scene"]))
    if view["sentence"]:
        raise JobError("view", view["sentence"], view)
    out = disk_space.new_frames(job["frames_file"], (len(wanted), orbit.height, orbit.width, 3))
    look = baked.Look(
        scene_data=job["scene"],
        solid_rgb=tuple(job["solid_rgb"]),
        line_radius_m=job["line_radius_m"],
        quality=job["quality"],
        plates=_plates(job),
        floor_file=Path(job["floor_file"]),
        plate_order=tuple(job["plate_order"]),
    )
    filmed = baked.film if job["method"] == "baked" else traced.film
    facts = filmed(room, orbit, look, out, progress, wanted)
    out.flush()
    pixels = visibility.visible_pixels(job["scene"], orbit)
    return {
        "cold_plates": False,
        **facts,
        "device": devices.best_device(),
        "description": room.description,
        "visible_px": pixels,
        "view": view,
        "seconds": time.monotonic() - started,
    }
