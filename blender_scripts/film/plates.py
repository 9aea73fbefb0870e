"""Plates: the empty room as every camera of an orbit sees it, rendered once per room and orbit and cached on disk.

The room's diffuse light does not depend on the view, so it is baked into a per-vertex lightmap (`lit_room`) and a frame
needs no bounces. Each picture has a floor mask: the pixels on which the shadow of an object may fall.
"""

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np

from blender_scripts.film.built_room import BuiltRoom, remove_scene
from blender_scripts.film.lit_room import LightPlan, put_lit_room
from blender_scripts.render import colour, fine_grid, frames
from blender_scripts.render.orbit import Orbit, add_camera, place_camera

FLOOR = "floor"
"""Custom property of floor materials, and name of the render pass that marks them."""


@dataclass(frozen=True)
class Plates:
    """Pictures of the empty room, memory-mapped from disk."""

    frames: np.ndarray
    """(n, h, w, 3) display values, 8 bit."""
    floor: np.ndarray
    """(n, h, w) bool: the pixel shows floor."""


def find_plates(folder: Path, orbit: Orbit) -> Plates | None:
    """Cached plates, or None if they are missing or not of this shape."""
    try:
        pictures = np.load(folder / "frames.npy", mmap_mode="r")
        bits = np.load(folder / "floor.npy", mmap_mode="r")
    except (OSError, ValueError):
        return None
    shape = (orbit.frames, orbit.height, orbit.width)
    if pictures.shape != (*shape, 3) or bits.shape != (*shape[:2], (orbit.width + 7) // 8):
        return None
    with contextlib.suppress(OSError):
        os.utime(folder)  # for LRU eviction
    return Plates(pictures, np.unpackbits(bits, axis=-1, count=orbit.width).view(bool))


@dataclass(frozen=True)
class PlatePlan:
    """Which plates of a room are rendered, and where they are kept."""

    folder: Path
    orbit: Orbit
    grid: int
    """Rays per pixel in each direction."""
    light: LightPlan


def make_plates(built: BuiltRoom, plan: PlatePlan, progress: Callable[[str, float], None]) -> Plates:
    """Render the plates and write them to their folder atomically."""
    scene, folder = bpy.data.scenes.new("plates"), plan.folder
    try:
        objects = put_lit_room(built, scene, plan.light, progress)
        _mark_floors(objects)
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=folder.parent))
        try:
            _render_into(scene, plan, draft, progress)
            vertices = sum(len(each.data.vertices) for each in objects)
            facts = {"vertices": vertices, "description": built.description}
            (draft / "plates.json").write_text(json.dumps(facts, indent=1))
            _publish(draft, folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    finally:
        remove_scene(scene)
    found = find_plates(folder, plan.orbit)
    if found is None:
        raise OSError(f"the plates in {folder} cannot be read back. Remedy: free disk space, or choose another --cache")
    return found


def _mark_floors(objects: tuple[object, ...]) -> None:
    for material in (m for each in objects for m in each.data.materials if m.get(FLOOR)):
        mark = material.node_tree.nodes.new("ShaderNodeOutputAOV")
        mark.aov_name = FLOOR
        mark.inputs["Value"].default_value = 1.0


def _render_into(scene, plan: PlatePlan, folder: Path, progress: Callable[[str, float], None]) -> None:
    orbit, grid = plan.orbit, plan.grid
    shape = (orbit.frames, orbit.height, orbit.width)
    pictures = np.lib.format.open_memmap(folder / "frames.npy", "w+", np.uint8, (*shape, 3))
    floor = np.lib.format.open_memmap(folder / "floor.npy", "w+", np.uint8, (*shape[:2], (orbit.width + 7) // 8))
    frames.configure(scene, frames.Sampling(samples=1, persistent=True))
    aov = scene.view_layers[0].aovs.add()
    aov.name, aov.type = FLOOR, "VALUE"
    camera = add_camera(scene, orbit)
    fine_grid.prepare(scene, (orbit.width, orbit.height), grid)
    for frame in range(orbit.frames):
        place_camera(camera, orbit, frame)
        passes = fine_grid.render(scene, grid, (0, 0, orbit.width, orbit.height), (FLOOR,))
        pictures[frame] = colour.to_bytes(passes["rgba"][..., :3])
        floor[frame] = np.packbits(passes[FLOOR] > 0.5, axis=-1)
        progress("room plates", (frame + 1) / orbit.frames)
    scene.render.use_persistent_data = False
    pictures.flush()
    floor.flush()


def _publish(draft: Path, folder: Path) -> None:
    try:
        os.rename(draft, folder)
    except OSError:
        # Another worker has published first, or a damaged set exists: replace it.
        shutil.rmtree(folder, ignore_errors=True)
        os.rename(draft, folder)
