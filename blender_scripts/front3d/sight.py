"""Occlusion tests between the orbit's cameras and the solid: exact for points, by ray casting for faces.

The orbit: slant radius 8 m about (0, 0, 0.6), 30 degrees down, 48 positions. Every point of a cylinder of radius 1.2 m
and height 2 m must be visible; it contains any fitted solid with its markers. Cameras of smaller solids are lower, the
lowest by 0.36 m, and look at a cylinder that is smaller in proportion; furniture is the same for all sizes.
"""

from __future__ import annotations

import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree

CAMERAS = 48
CAMERA_RADIUS_M = 8.0 * np.cos(np.radians(30.0))
RISE_M = 8.0 * np.sin(np.radians(30.0))
SIZES_M = (0.8, 2.0)
"""Sizes of the smallest and the largest solids: a line of sight to any other is close to one of these."""
AIM_SHARE, RADIUS_SHARE = 0.3, 0.6
"""Height of the camera's aim and radius of the cylinder, as shares of the solid's size."""


def camera_positions(size_m: float) -> np.ndarray:
    """The positions (48, 3) of the orbit camera."""
    angles = np.arange(CAMERAS) * 2 * np.pi / CAMERAS
    height = np.full(CAMERAS, AIM_SHARE * size_m + RISE_M)
    return np.column_stack([CAMERA_RADIUS_M * np.cos(angles), CAMERA_RADIUS_M * np.sin(angles), height])


def seen_points(size_m: float) -> np.ndarray:
    """Points (n, 3) on the side and the top of the cylinder, neighbours at most about 0.3 m apart."""
    radius_m = RADIUS_SHARE * size_m
    mantle = [_ring(radius_m, height) for height in np.linspace(0.0, size_m, 9)]
    top = [_ring(share * radius_m, size_m) for share in (0.25, 0.5, 0.75)]
    return np.concatenate(mantle + top)


def in_sight(xyz: np.ndarray) -> np.ndarray:
    """Which points (n, 3) lie between a cylinder and a camera somewhere on the full circle, for any size.

    In the half-plane of radius and height, the lines of sight fill the wedge between the one to the near edge of the
    cylinder's base and the one to the far edge of its top; lines that leave that plane stay inside the wedge, because
    at equal height they are closer to the axis.
    """
    radius, height = np.hypot(xyz[:, 0], xyz[:, 1]), xyz[:, 2]
    found = np.zeros(len(xyz), dtype=bool)
    for size_m in SIZES_M:
        edge_m, eye_m = RADIUS_SHARE * size_m, AIM_SHARE * size_m + RISE_M
        lower = eye_m * (radius - edge_m) / (CAMERA_RADIUS_M - edge_m)
        rise = (eye_m - size_m) / (CAMERA_RADIUS_M + edge_m)
        upper = size_m + rise * (radius + edge_m)
        found |= (height > np.maximum(lower, 0.0)) & (height < upper) & (radius < CAMERA_RADIUS_M)
    return found


def blocking_faces(xyz: np.ndarray, faces: np.ndarray, both_sides: bool) -> np.ndarray:
    """Indices of the faces that rays from the cameras to `seen_points` hit first.

    With `both_sides` False a face counts only for cameras in front of it (backface culling).
    """
    if not len(faces):
        return np.zeros(0, dtype=int)
    if both_sides:
        tree = _tree(xyz, faces)
        hits = {hit for size_m, camera in _cameras() for hit in _hits(tree, camera, size_m)}
        return np.array(sorted(hits), dtype=int)
    found: set[int] = set()
    for size_m, camera in _cameras():
        front = np.nonzero(_faces_towards(xyz, faces, camera))[0]
        if len(front):
            found.update(int(front[hit]) for hit in _hits(_tree(xyz, faces[front]), camera, size_m))
    return np.array(sorted(found), dtype=int)


def _cameras() -> list[tuple[float, np.ndarray]]:
    return [(size_m, camera) for size_m in SIZES_M for camera in camera_positions(size_m)]


def _ring(radius: float, height: float) -> np.ndarray:
    angles = np.arange(24) * 2 * np.pi / 24
    return np.column_stack([radius * np.cos(angles), radius * np.sin(angles), np.full(24, height)])


def _faces_towards(xyz: np.ndarray, faces: np.ndarray, eye: np.ndarray) -> np.ndarray:
    corners = xyz[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return np.einsum("ij,ij->i", normals, eye - corners[:, 0]) > 0


def _tree(xyz: np.ndarray, faces: np.ndarray) -> BVHTree:
    return BVHTree.FromPolygons(xyz.tolist(), faces.tolist(), all_triangles=True)


def _hits(tree: BVHTree, camera: np.ndarray, size_m: float) -> set[int]:
    eye = Vector(camera)
    hits = set()
    for target in seen_points(size_m):
        ray = Vector(target) - eye
        index = tree.ray_cast(eye, ray.normalized(), ray.length)[2]
        if index is not None:
            hits.add(index)
    return hits
