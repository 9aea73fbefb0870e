"""Visible pixels of each marker in each frame, by ray casting against the balls that are drawn. Uses no picture.

A marker is occluded by the solid and by markers in front of it. The floor does not occlude it, since markers are drawn
over the room; that nothing else of the room is in front of the object is tested in `occlusion_check`.
"""

import numpy as np

from blender_scripts.film.marker_view import Balls, MarkerView
from blender_scripts.render.orbit import Orbit

RAYS = 61
OFF_M = 1e-4
"""Offset of the ray origin along the ray, against self-intersection."""


def _sunflower(count: int) -> np.ndarray:
    """(count, 2) points spread evenly over the unit disc."""
    k = np.arange(count)
    turn, reach = k * np.pi * (3 - 5**0.5), np.sqrt((k + 0.5) / count)
    return np.stack([reach * np.cos(turn), reach * np.sin(turn)], axis=1)


def visible_pixels(scene_data: dict, orbit: Orbit) -> list[list[float]]:
    """Pixels of each marker (outer list) in each frame (inner list) that are not occluded."""
    view = MarkerView(scene_data, orbit)
    balls = [view.balls(frame) for frame in range(orbit.frames)]
    return [
        [_seen_of(index, balls[frame], view, orbit, frame) for frame in range(orbit.frames)]
        for index in range(len(scene_data["markers"]))
    ]


def _seen_of(index: int, balls: Balls, view: MarkerView, orbit: Orbit, frame: int) -> float:
    centres, radii = balls
    pixel = orbit.project(centres[index : index + 1], frame)[0]
    if not (0 <= pixel[0] < orbit.width and 0 <= pixel[1] < orbit.height):
        return 0.0
    eye, (right, up, forward) = orbit.positions()[frame], orbit.axes(frame)
    disc = _sunflower(RAYS)
    bulge = np.sqrt(1 - (disc**2).sum(axis=1))
    skin = centres[index] + radii[index] * (disc[:, :1] * right + disc[:, 1:] * up - bulge[:, None] * forward)
    way = eye - skin
    skin += OFF_M * way / np.linalg.norm(way, axis=1, keepdims=True)
    free = ~_behind_balls(skin, eye, np.delete(centres, index, 0), np.delete(radii, index))
    area = np.pi * (radii[index] * orbit.focal_px / pixel[2]) ** 2
    return float(area * view.clear(skin[free], frame).sum() / RAYS)


def _behind_balls(starts: np.ndarray, eye: np.ndarray, centres: np.ndarray, radii: np.ndarray) -> np.ndarray:
    """(n,) bool: the segment from a start to the eye intersects one of the balls."""
    way = eye - starts
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    to = centres[None] - starts[:, None]
    along = np.einsum("nkj,nj->nk", to, way)
    off = (to**2).sum(axis=2) - along**2
    return ((along > 0) & (off < radii**2)).any(axis=1)
