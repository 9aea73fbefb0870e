"""Visible pixels of each marker in each frame, by ray casting against the exact geometry. Uses no rendered picture.

A marker is occluded by the solid, by markers in front of it and by the floor; the room is tested in `occlusion_check`.
"""

import numpy as np

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
    from mathutils.bvhtree import BVHTree

    tree = BVHTree.FromPolygons(scene_data["vertices_m"], scene_data["faces"])
    centres = np.array([m["position_m"] for m in scene_data["markers"]], dtype=float).reshape(-1, 3)
    radii = np.array([m["radius_m"] for m in scene_data["markers"]], dtype=float)
    return [
        [_seen_of(index, (centres, radii), tree, orbit, frame) for frame in range(orbit.frames)]
        for index in range(len(centres))
    ]


def _seen_of(index: int, balls: tuple[np.ndarray, np.ndarray], tree, orbit: Orbit, frame: int) -> float:
    centres, radii = balls
    pixel = orbit.project(centres[index : index + 1], frame)[0]
    if not (0 <= pixel[0] < orbit.width and 0 <= pixel[1] < orbit.height):
        return 0.0
    eye, (right, up, forward) = orbit.positions()[frame], orbit.axes(frame)
    disc = _sunflower(RAYS)
    bulge = np.sqrt(1 - (disc**2).sum(axis=1))
    skin = centres[index] + radii[index] * (disc[:, :1] * right + disc[:, 1:] * up - bulge[:, None] * forward)
    free = (skin[:, 2] > 0) & ~_behind_balls(skin, eye, np.delete(centres, index, 0), np.delete(radii, index))
    clear = sum(_is_clear(tree, start, eye) for start in skin[free])
    area = np.pi * (radii[index] * orbit.focal_px / pixel[2]) ** 2
    return float(area * clear / RAYS)


def _is_clear(tree, start: np.ndarray, eye: np.ndarray) -> bool:
    way = eye - start
    length = np.linalg.norm(way)
    way = way / length
    return tree.ray_cast(tuple(start + OFF_M * way), tuple(way), float(length))[0] is None


def _behind_balls(starts: np.ndarray, eye: np.ndarray, centres: np.ndarray, radii: np.ndarray) -> np.ndarray:
    """(n,) bool: the segment from a start to the eye intersects one of the balls."""
    way = eye - starts
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    to = centres[None] - starts[:, None]
    along = np.einsum("nkj,nj->nk", to, way)
    off = (to**2).sum(axis=2) - along**2
    return ((along > 0) & (off < radii**2)).any(axis=1)
