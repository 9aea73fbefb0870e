"""Occlusion tests between the orbit's cameras and the solid: exact for points, by ray casting for faces.

The orbit: slant radius 8 m about (0, 0, 0.6), 30 degrees down, 48 positions. Every point of a cylinder of radius 1.2 m
and height 2 m must be visible; it contains any fitted solid with its markers.
"""

from __future__ import annotations

import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree

CAMERAS = 48
CAMERA_RADIUS_M = 8.0 * np.cos(np.radians(30.0))
CAMERA_HEIGHT_M = 0.6 + 8.0 * np.sin(np.radians(30.0))
SEEN_RADIUS_M, SEEN_HEIGHT_M = 1.2, 2.0


def camera_positions() -> np.ndarray:
    """The positions (48, 3) of the orbit camera."""
    angles = np.arange(CAMERAS) * 2 * np.pi / CAMERAS
    return np.column_stack(
        [CAMERA_RADIUS_M * np.cos(angles), CAMERA_RADIUS_M * np.sin(angles), np.full(CAMERAS, CAMERA_HEIGHT_M)]
    )


def seen_points() -> np.ndarray:
    """Points (n, 3) on the side and the top of the cylinder, neighbours at most about 0.3 m apart."""
    mantle = [_ring(SEEN_RADIUS_M, height) for height in np.linspace(0.0, SEEN_HEIGHT_M, 9)]
    top = [_ring(radius, SEEN_HEIGHT_M) for radius in (0.3, 0.6, 0.9)]
    return np.concatenate(mantle + top)


def in_sight(xyz: np.ndarray) -> np.ndarray:
    """Which points (n, 3) lie between the cylinder and a camera somewhere on the full circle.

    In the half-plane of radius and height, the lines of sight fill the wedge between the one to the near edge of the
    cylinder's base and the one to the far edge of its top; lines that leave that plane stay inside the wedge, because
    at equal height they are closer to the axis.
    """
    radius, height = np.hypot(xyz[:, 0], xyz[:, 1]), xyz[:, 2]
    lower = CAMERA_HEIGHT_M * (radius - SEEN_RADIUS_M) / (CAMERA_RADIUS_M - SEEN_RADIUS_M)
    rise = (CAMERA_HEIGHT_M - SEEN_HEIGHT_M) / (CAMERA_RADIUS_M + SEEN_RADIUS_M)
    upper = SEEN_HEIGHT_M + rise * (radius + SEEN_RADIUS_M)
    return (height > np.maximum(lower, 0.0)) & (height < upper) & (radius < CAMERA_RADIUS_M)


def blocking_faces(xyz: np.ndarray, faces: np.ndarray, both_sides: bool) -> np.ndarray:
    """Indices of the faces that rays from the cameras to `seen_points` hit first.

    With `both_sides` False a face counts only for cameras in front of it (backface culling).
    """
    if not len(faces):
        return np.zeros(0, dtype=int)
    if both_sides:
        tree = _tree(xyz, faces)
        hits = {hit for camera in camera_positions() for hit in _hits(tree, camera)}
        return np.array(sorted(hits), dtype=int)
    found: set[int] = set()
    for camera in camera_positions():
        front = np.nonzero(_faces_towards(xyz, faces, camera))[0]
        if len(front):
            found.update(int(front[hit]) for hit in _hits(_tree(xyz, faces[front]), camera))
    return np.array(sorted(found), dtype=int)


def _ring(radius: float, height: float) -> np.ndarray:
    angles = np.arange(24) * 2 * np.pi / 24
    return np.column_stack([radius * np.cos(angles), radius * np.sin(angles), np.full(24, height)])


def _faces_towards(xyz: np.ndarray, faces: np.ndarray, eye: np.ndarray) -> np.ndarray:
    corners = xyz[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return np.einsum("ij,ij->i", normals, eye - corners[:, 0]) > 0


def _tree(xyz: np.ndarray, faces: np.ndarray) -> BVHTree:
    return BVHTree.FromPolygons(xyz.tolist(), faces.tolist(), all_triangles=True)


def _hits(tree: BVHTree, camera: np.ndarray) -> set[int]:
    eye = Vector(camera)
    hits = set()
    for target in seen_points():
        ray = Vector(target) - eye
        index = tree.ray_cast(eye, ray.normalized(), ray.length)[2]
        if index is not None:
            hits.add(index)
    return hits
