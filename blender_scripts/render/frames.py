"""Rendering with Cycles into numpy arrays: settings in one place, pixels through a temporary EXR.

In background mode Blender gives no other access to the pixels of a render: `Render Result` is empty.
"""

import os
import tempfile
from dataclasses import dataclass

import bpy
import numpy as np

from blender_scripts.render import devices, exr

BOUNCES = 4
"""Diffuse bounces in everything that is lit: more change a pale room by less than an 8-bit display step."""


@dataclass(frozen=True)
class Sampling:
    """How a Cycles frame is sampled."""

    samples: int
    bounces: int = 0
    denoise: bool = False
    prefilter: str = "ACCURATE"
    seed: int = 0
    transparent: bool = False
    """Transparent background: alpha is the coverage."""
    persistent: bool = False
    """Keep the scene's data between frames. Must be off for a bake: the next bake would be black."""


def configure(scene, sampling: Sampling) -> None:
    """Configure Cycles; everything that could differ between machines or versions is set explicitly."""
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    devices.use_best(scene)
    cycles.samples = sampling.samples
    cycles.use_adaptive_sampling = False
    cycles.seed = sampling.seed
    cycles.use_animated_seed = False
    cycles.max_bounces = cycles.diffuse_bounces = sampling.bounces
    cycles.glossy_bounces = cycles.transmission_bounces = cycles.volume_bounces = 0
    cycles.transparent_max_bounces = 4
    cycles.sample_clamp_direct = cycles.sample_clamp_indirect = 0.0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.use_denoising = sampling.denoise
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_prefilter = sampling.prefilter
    scene.render.film_transparent = sampling.transparent
    scene.render.use_persistent_data = sampling.persistent
    scene.render.use_motion_blur = False
    scene.render.dither_intensity = 0.0
    scene.render.use_sequencer = scene.render.use_compositing = False
    # The view transform is applied in `render.colour`, for all profiles.
    scene.view_settings.view_transform = "Raw"


def set_crop(scene, box: tuple[int, int, int, int]) -> None:
    """Render only the pixels of `box` (left, top, right, bottom; top row 0)."""
    width, height = scene.render.resolution_x, scene.render.resolution_y
    left, top, right, bottom = box
    scene.render.use_border = scene.render.use_crop_to_border = True
    # Blender truncates fractions; a quarter of a pixel keeps single precision from losing a whole one.
    scene.render.border_min_x, scene.render.border_max_x = (left + 0.25) / width, (right + 0.25) / width
    scene.render.border_min_y = (height - bottom + 0.25) / height
    scene.render.border_max_y = (height - top + 0.25) / height


def clear_crop(scene) -> None:
    scene.render.use_border = scene.render.use_crop_to_border = False


def render_linear(scene, extra: tuple[str, ...] = ()) -> dict[str, np.ndarray]:
    """Scene-linear passes of the scene's camera, row 0 on top: `rgba` (h, w, 4) and each extra value pass (h, w)."""
    settings = scene.render.image_settings
    settings.file_format, settings.color_mode, settings.color_depth = "OPEN_EXR_MULTILAYER", "RGBA", "32"
    settings.exr_codec = "NONE"
    with tempfile.TemporaryDirectory(prefix="solidscene-") as folder:
        scene.render.filepath = os.path.join(folder, "frame.exr")
        scene.render.use_file_extension = False
        bpy.ops.render.render(write_still=True, scene=scene.name)
        channels = exr.read_exr(scene.render.filepath)
    named = {name.split(".", 1)[1]: plane for name, plane in channels.items()}
    passes = {"rgba": np.stack([named[f"Combined.{c}"] for c in "RGBA"], axis=-1)}
    return passes | {name: named[f"{name}.X"] for name in extra}
