"""Frames of self-lit scenes: rays on a regular grid finer than the pixels, and the pixel filter laid over them after.

Cycles strews a pixel's rays by chance over the reach of its filter, and no other pixel has any use of them. Where
nothing but the place of a ray is left to chance, a grid does better: each ray serves every pixel whose filter reaches
it, and there is no noise.
"""

import numpy as np

from blender_scripts.render import frames
from blender_scripts.render.pixel_filter import Box, bands_of, pixels, with_margin


def prepare(scene, size: tuple[int, int], grid: int) -> None:
    """Give every ray of a frame of this size (width, height) a pixel of its own, and let it go through its middle."""
    scene.render.resolution_x, scene.render.resolution_y = size[0] * grid, size[1] * grid
    # The only sample of a box filter is the middle of the pixel.
    scene.cycles.samples = 1
    scene.cycles.pixel_filter_type = "BOX"
    # Tiles would go through a file of their own; bands keep the memory small already.
    scene.cycles.use_auto_tile = False


def render(scene, grid: int, box: Box, extra: tuple[str, ...] = ()) -> dict[str, np.ndarray]:
    """Passes as of `frames.render_linear`, for the pixels of `box` in a frame of a prepared scene."""
    bands = [_band(scene, grid, band, extra) for band in bands_of(box, grid)]
    return {name: np.concatenate([band[name] for band in bands]) for name in bands[0]}


def _band(scene, grid: int, box: Box, extra: tuple[str, ...]) -> dict[str, np.ndarray]:
    traced = with_margin(box, (scene.render.resolution_x // grid, scene.render.resolution_y // grid))
    frames.set_crop(scene, tuple(edge * grid for edge in traced))
    return {name: pixels(rays, grid, box, traced) for name, rays in frames.render_linear(scene, extra).items()}
