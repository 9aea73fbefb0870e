"""The baked renderer: composites crops of the object over cached plates of the empty room.

The object's lightmap and its shadow on the floor are baked once per film; a frame then renders only the crop. Supports
diffuse materials only, since baked light does not depend on the view. Cast shadow, contact shadow and colour bleeding
are kept.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np

from blender_scripts.film import plates
from blender_scripts.film.built_room import BuiltRoom, remove_scene
from blender_scripts.film.crops import Crops
from blender_scripts.film.plates import PlatePlan
from blender_scripts.film.subject import build_subject, put_into, remove_subject
from blender_scripts.light import bake_mesh, floor_shadow, probes, shadow_map, smoothing
from blender_scripts.light.self_lit import make_self_lit
from blender_scripts.render.orbit import Orbit

Progress = Callable[[str, float], None]
SOLID_ROUNDS = 24
"""Denoising iterations: the lateral surface of a round solid has many narrow strips, each with its own noise."""


@dataclass(frozen=True)
class Look:
    """How the object is rendered: its mesh, its colour, the quality, and the plate cache."""

    scene_data: dict
    solid_rgb: tuple[float, float, float]
    line_radius_m: float
    """Edges of the object are drawn as thin lines of this radius; 0 for none."""
    quality: dict
    plates: PlatePlan
    """Its orbit is the film's own with canonical start and direction."""
    floor_file: Path
    plate_order: tuple[int, ...]
    """Index of the plate for each frame of the film."""


def film(
    room: BuiltRoom, orbit: Orbit, look: Look, out: np.ndarray, progress: Progress, wanted: tuple[int, ...]
) -> dict:
    """Render the wanted frames of the orbit into `out` (n, h, w, 3).

    Returns whether plates had to be rendered (`cold_plates`), and the extent of the shadow.
    """
    backdrop = plates.find_plates(look.plates.folder, look.plates.orbit)
    cold = backdrop is None
    if backdrop is None:
        backdrop = plates.make_plates(room, look.plates, progress)
    empty = floor_shadow.empty_floor(room.scene, look.quality, look.floor_file)
    subject = build_subject(look.scene_data, look.solid_rgb, look.line_radius_m)
    studio = bpy.data.scenes.new("crops")
    # Only the solid: markers and edge lines would be visible to the overhead camera and tint the floor's shadow map.
    put_into(room.scene, subject.solid)
    try:
        progress("object light", 0.0)
        shadow = floor_shadow.shadow_of(room.scene, subject.solid, empty, look.quality)
        progress("object light", 0.5)
        _hang_in(studio, room, subject, look.quality)
        progress("object light", 1.0)
        crops = Crops(studio, orbit, look.scene_data, subject.markers, look.quality["crop_grid"])
        for place, frame in enumerate(wanted):
            plate = look.plate_order[frame]
            picture = np.array(backdrop.frames[plate])
            shadow_map.shade(picture, backdrop.floor[plate], shadow, orbit, frame)
            crops.lay_over(picture, frame)
            out[place] = picture
            progress("frames", (place + 1) / len(wanted))
        crops.close()
    finally:
        remove_subject(subject)
        remove_scene(studio)
    return {"cold_plates": cold, "shadow_reach_m": shadow.reach_m()}


def _hang_in(studio, room: BuiltRoom, subject, quality: dict) -> None:
    """Put a self-lit copy of the solid, its markers and its edge lines into the scene `studio`."""
    solid = bake_mesh.joined_copy([subject.solid], studio, "crop solid")
    bake_mesh.cut_fine(solid.data, quality["solid_edge_m"])
    patches = bake_mesh.patches_of(solid.data)
    all_of_them = np.ones(len(patches.points), dtype=bool)
    cell_m, samples = 0.3 * quality["solid_edge_m"], quality["solid_samples"]
    light, _ = probes.measure_patches(room.scene, patches, all_of_them, cell_m, samples)
    bake_mesh.set_light(solid.data, smoothing.smoothed(light, patches, rounds=SOLID_ROUNDS))
    make_self_lit(solid.data)
    put_into(studio, *subject.drawn)
