"""Crops of the object laid over pictures of the room: in every frame only the pixels around the object are rendered.

The scene of the crops holds the object alone. Nothing of the room is in front of the object (`occlusion_check`), and
the floor must not hide the lower half of a marker on a base vertex.
"""

from collections.abc import Sequence

import numpy as np

from blender_scripts.film.marker_view import MarkerView
from blender_scripts.render import colour, fine_grid, frames
from blender_scripts.render.orbit import Orbit, add_camera, place_camera

MARGIN_PX = 3
"""Padding of a crop around the object's outline: at least the support of the pixel filter."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


class Crops:
    """The crops of a film. `studio` is the scene of the object alone, `markers` its markers in the scene's order."""

    def __init__(self, studio, orbit: Orbit, scene_data: dict, markers: Sequence, grid: int) -> None:
        frames.configure(studio, frames.Sampling(samples=1, transparent=True, persistent=True))
        self._studio, self._orbit, self._markers, self._grid = studio, orbit, markers, grid
        self._camera = add_camera(studio, orbit)
        fine_grid.prepare(studio, (orbit.width, orbit.height), grid)
        self._outline = outline_points(scene_data)
        self._view = MarkerView(scene_data, orbit)
        self._radii = [marker["radius_m"] for marker in scene_data["markers"]]

    def lay_over(self, picture: np.ndarray, frame: int, rows: tuple[int, int] | None = None) -> None:
        """Draw the object of a frame over a picture (h, w, 3) of display values, or over some of its rows."""
        left, top, right, bottom = crop_box(self._outline, self._orbit, frame)
        first, last = rows or (0, self._orbit.height)
        top, bottom = max(top, first), min(bottom, last)
        if top >= bottom:
            return
        place_camera(self._camera, self._orbit, frame)
        for marker, centre, radius, full in zip(self._markers, *self._view.balls(frame), self._radii, strict=True):
            marker.location, marker.scale = centre, (radius / full,) * 3
        box = (left, top, right, bottom)
        composite(picture, fine_grid.render(self._studio, self._grid, box)["rgba"], box)

    def close(self) -> None:
        """Persistent data must be off before the next bake."""
        self._studio.render.use_persistent_data = False


def outline_points(scene_data: dict) -> np.ndarray:
    """(n, 3) points whose projections bound the object and its markers."""
    points = [np.asarray(scene_data["vertices_m"], dtype=float)]
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    for marker in scene_data["markers"]:
        points.append(np.asarray(marker["position_m"]) + marker["radius_m"] * corners)
    return np.concatenate(points)


def crop_box(points: np.ndarray, orbit: Orbit, frame: int) -> Box:
    """Bounding box of the object in a frame, with padding."""
    pixel = orbit.project(points, frame)[:, :2]
    left, top = np.maximum(np.floor(pixel.min(axis=0)).astype(int) - MARGIN_PX, 0)
    right, bottom = np.minimum(np.ceil(pixel.max(axis=0)).astype(int) + MARGIN_PX, [orbit.width, orbit.height])
    return int(left), int(top), int(max(right, left + 1)), int(max(bottom, top + 1))


def composite(picture: np.ndarray, layer: np.ndarray, box: Box) -> None:
    """Alpha-composite a linear RGBA layer (premultiplied) over display values, in linear light, in place."""
    left, top, right, bottom = box
    part = picture[top:bottom, left:right]
    behind = colour.from_bytes(part)
    part[...] = colour.to_bytes(layer[..., :3] + behind * (1.0 - layer[..., 3:]))
