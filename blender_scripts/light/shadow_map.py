"""The object's shadow on the floor as a ratio map, and its application to pictures. Pure numpy."""

from dataclasses import dataclass

import numpy as np

from blender_scripts.render import colour
from blender_scripts.render.orbit import Orbit

BURIED = 0.03
"""A floor point with less than this share of the light is under the object, not in its shadow."""
STEPS = 512
"""Quantisation steps per unit of the stored ratios, which are 0 to 2."""
FINE = 4
"""Upsampling factor of the map, so that nearest-neighbour lookup is as good as interpolation."""


@dataclass(frozen=True)
class FloorShadow:
    """Ratios of light with the object to light without it, over a square of the floor around the origin."""

    half_m: float
    levels: np.ndarray
    """(n, n, 3) uint16: ratio times STEPS; row 0 at -half_m in y."""

    def reach_m(self) -> float:
        """Half side of the square outside which every ratio is visually 1."""
        changed = np.argwhere(np.abs(self.levels.astype(int) - STEPS).max(axis=2) > STEPS // 128)
        if not len(changed):
            return 0.0
        middle = (len(self.levels) - 1) / 2
        return float(np.abs(changed - middle).max() / middle * self.half_m)


def ratio_map(shaded: np.ndarray, empty: np.ndarray, half_m: float) -> FloorShadow:
    """The ratio of two renders: holes under the object filled from their rim, faded to 1 at the border, upsampled."""
    ratio = np.clip(shaded / np.maximum(empty, 1e-4), 0.0, 1.95)
    ratio = _fill(ratio, ratio.mean(axis=2) < BURIED)
    axis = np.abs(np.linspace(-1, 1, len(ratio)))
    rim = np.clip((1.0 - np.maximum(axis[:, None], axis[None, :])) / 0.15, 0.0, 1.0)[..., None]
    ratio = 1.0 + (ratio - 1.0) * rim * rim * (3 - 2 * rim)
    fine = _enlarge(_enlarge(ratio, 0), 1)
    return FloorShadow(half_m, np.rint(fine * STEPS).astype(np.uint16))


def _fill(ratio: np.ndarray, holes: np.ndarray) -> np.ndarray:
    ratio, holes = ratio.copy(), holes.copy()
    for _ in range(6):  # only the rim is visible: the rest is under the object
        known = np.pad(~holes, 1).astype(float)
        value = np.pad(np.where(holes[..., None], 0.0, ratio), ((1, 1), (1, 1), (0, 0)))
        count, total = np.zeros(holes.shape), np.zeros(ratio.shape)
        for dy in (0, 1, 2):
            for dx in (0, 1, 2):
                count += known[dy : dy + holes.shape[0], dx : dx + holes.shape[1]]
                total += value[dy : dy + holes.shape[0], dx : dx + holes.shape[1]]
        rim = holes & (count > 0)
        ratio[rim] = total[rim] / count[rim][:, None]
        holes &= ~rim
    return ratio


def _enlarge(values: np.ndarray, axis: int) -> np.ndarray:
    """Linear interpolation to FINE times as many samples, pixel centres kept in place."""
    count = values.shape[axis]
    at = (np.arange(count * FINE) + 0.5) / FINE - 0.5
    low = np.clip(np.floor(at).astype(int), 0, count - 2)
    part = np.clip(at - low, 0.0, 1.0)
    part = part[:, None, None] if axis == 0 else part[None, :, None]
    return np.take(values, low, axis) * (1 - part) + np.take(values, low + 1, axis) * part


def _shade_table() -> np.ndarray:
    light = colour.from_bytes(np.arange(256, dtype=np.uint8))
    ratios = np.arange(2 * STEPS) / STEPS
    return colour.to_bytes(light[:, None] * ratios[None, :])


_SHADES = _shade_table()
"""(256, 2 * STEPS) lookup table: display value of a pixel after multiplication by a ratio in linear light."""


def shade(picture: np.ndarray, is_floor: np.ndarray, shadow: FloorShadow, orbit: Orbit, frame: int) -> None:
    """Multiply the shadow into a plate (h, w, 3) in place, on the pixels of the floor mask."""
    box = _box(shadow.reach_m(), orbit, frame)
    if box is None:
        return
    left, top, right, bottom = box
    spots = orbit.floor_points(frame, box)
    cells = len(shadow.levels)
    index = np.floor((spots / shadow.half_m + 1) * (cells / 2))
    inside = (index >= 0).all(axis=2) & (index < cells).all(axis=2) & is_floor[top:bottom, left:right]
    column, row = index[inside].astype(np.int32).T
    part = picture[top:bottom, left:right]
    part[inside] = _SHADES[part[inside], shadow.levels[row, column]]


def _box(reach_m: float, orbit: Orbit, frame: int) -> tuple[int, int, int, int] | None:
    if reach_m <= 0:
        return None
    corners = np.array([(x, y, 0.0) for x in (-reach_m, reach_m) for y in (-reach_m, reach_m)])
    pixels = orbit.project(corners, frame)
    low = np.floor(pixels[:, :2].min(axis=0)).astype(int)
    high = np.ceil(pixels[:, :2].max(axis=0)).astype(int)
    left, top = np.maximum(low, 0)
    right, bottom = np.minimum(high, [orbit.width, orbit.height])
    return (left, top, right, bottom) if left < right and top < bottom else None
