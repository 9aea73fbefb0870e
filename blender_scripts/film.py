"""One job of the worker: the room made ready, the frames filmed by the profile asked for, the facts returned.

Frames go into a plain array file that the launcher named; encoding is not done here.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path

from blender_scripts import baked, devices, disk_space, free_view, traced, visibility
from blender_scripts.orbit import orbit_from
from blender_scripts.stage import Stage, build_stage

Progress = Callable[[str, float], None]

_kept: tuple[str, Stage] | None = None


def _stage_for(room: dict) -> Stage:
    """The room of the last job if it is the same, else a new one."""
    global _kept
    key = json.dumps(room, sort_keys=True)
    if _kept is None or _kept[0] != key:
        _kept = None  # a builder that fails halfway leaves a file that is no room
        stage = build_stage(room)
        _switch_device_on()
        _kept = (key, stage)
    return _kept[1]


def _switch_device_on() -> None:
    """A new stage begins with the factory settings, by which no graphics card is in use."""
    back_end = devices.best_device()
    if back_end != "CPU":
        devices._enable(back_end)


def run(job: dict, progress: Progress) -> dict:
    """Film a job; `kind` is `film`, `front_rooms` or `sleep`."""
    if job["kind"] == "front_rooms":
        from blender_scripts.front3d import list_rooms
        from blender_scripts.front3d.build import RULE_CLEAR_M

        return {"rooms": [vars(room) for room in list_rooms(job["path"])], "rule_clear_m": RULE_CLEAR_M}
    if job["kind"] == "sleep":  # lets the launcher's tests and its doctor hold a worker without rendering
        time.sleep(job["seconds"])
        return {}
    with disk_space.told():
        return _film(job, progress)


def _film(job: dict, progress: Progress) -> dict:
    started = time.monotonic()
    progress("room", 0.0)
    stage = _stage_for(job["room"])
    orbit = orbit_from(job["orbit"])
    wanted = tuple(job["frames"])
    rays = free_view.check_view(stage.scene, orbit, job["scene"], baked.outline_points(job["scene"]))
    out = disk_space.new_frames(job["frames_file"], (len(wanted), orbit.height, orbit.width, 3))
    look = baked.Look(
        scene_data=job["scene"],
        solid_rgb=tuple(job["solid_rgb"]),
        lines=job["lines"],
        quality=job["quality"],
        plate_folder=Path(job["plate_folder"]),
        floor_file=Path(job["floor_file"]),
        plate_orbit=orbit_from(job["plate_orbit"]),
        plate_order=tuple(job["plate_order"]),
    )
    filmed = baked.film if job["method"] == "baked" else traced.film
    facts = filmed(stage, orbit, look, out, progress, wanted)
    out.flush()
    pixels = visibility.visible_pixels(job["scene"], orbit)
    return {
        **facts,
        "device": devices.best_device(),
        "description": stage.description,
        "visible_px": pixels,
        "free_rays": rays,
        "seconds": time.monotonic() - started,
    }
