"""Coordinate transforms from a house's frame (Y up) to the scene's (Z up), by rotations only.

C = Rx(+90 degrees) maps (x, y, z) to (x, -z, y). Swapping y and z without the sign would be a reflection, which mirrors
every chiral object in the room; reading [x, y, z, w] as w first has the same effect.
"""

from __future__ import annotations

import numpy as np

HOUSE_TO_SCENE = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])


def to_scene(xyz: np.ndarray) -> np.ndarray:
    """Points (n, 3) of the house frame in the scene frame."""
    return xyz @ HOUSE_TO_SCENE.T


def rotation_matrix(quat_xyzw: np.ndarray) -> np.ndarray:
    """The 3x3 rotation matrix of a quaternion [x, y, z, w], which need not be normalised but must not be zero."""
    x, y, z, w = quat_xyzw / np.linalg.norm(quat_xyzw)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def place(model_xyz: np.ndarray, pos: np.ndarray, quat_xyzw: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """A model's vertices (n, 3) with the house's scale, rotation and translation applied, in the scene frame."""
    return to_scene((model_xyz * scale) @ rotation_matrix(quat_xyzw).T + pos)
