"""Supersampled frames of self-lit scenes: rays on a regular grid finer than the pixels, then a pixel filter.

Cycles samples a pixel at random positions over the support of its filter, and other pixels do not use these samples. In
a self-lit scene nothing else is random, so a regular grid is better: each ray contributes to every pixel whose filter
covers it, and there is no noise.
"""

import numpy as np

from blender_scripts.render import frames
from blender_scripts.render.pixel_filter import Box, bands_of, pixels, with_margin


def prepare(scene, size: tuple[int, int], grid: int) -> None:
    """Configure frames of `size` (width, height) with `grid` × `grid` rays per pixel, each rendered as one pixel."""
    scene.render.resolution_x, scene.render.resolution_y = size[0] * grid, size[1] * grid
    # The only sample of a box filter is at the centre of the pixel.
    scene.cycles.samples = 1
    scene.cycles.pixel_filter_type = "BOX"
    # Tiles would be written to a temporary file; bands already bound the memory.
    scene.cycles.use_auto_tile = False


def render(scene, grid: int, box: Box, extra: tuple[str, ...] = ()) -> dict[str, np.ndarray]:
    """Passes as from `frames.render_linear`, for the pixels of `box` in a frame of a prepared scene."""
    bands = [_band(scene, grid, band, extra) for band in bands_of(box, grid)]
    return {name: np.concatenate([band[name] for band in bands]) for name in bands[0]}


def _band(scene, grid: int, box: Box, extra: tuple[str, ...]) -> dict[str, np.ndarray]:
    traced = with_margin(box, (scene.render.resolution_x // grid, scene.render.resolution_y // grid))
    frames.set_crop(scene, tuple(edge * grid for edge in traced))
    return {name: pixels(rays, grid, box, traced) for name, rays in frames.render_linear(scene, extra).items()}
