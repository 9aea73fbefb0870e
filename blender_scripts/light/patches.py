"""Records for light baking: the vertices of a lightmap mesh, and the light measured at them. Pure data."""

from dataclasses import dataclass

import numpy as np

CREASE_RAD = 0.6
"""Smooth faces that meet at a sharper angle than this are lit and shaded separately."""


@dataclass(frozen=True)
class Patches:
    """The vertices of a lightmap mesh as arrays."""

    points: np.ndarray
    """(n, 3) positions in the world."""
    normals: np.ndarray
    """(n, 3) outward unit normals."""
    edges: np.ndarray
    """(m, 2) neighbouring vertices; never across a crease."""
    border: np.ndarray
    """(n,) bool: on the border of its patch."""
    two_sided: np.ndarray
    """(n,) bool: on a sheet that is visible from behind too."""


@dataclass(frozen=True)
class Light:
    """Measured light per probe: diffuse radiance of a white surface."""

    mean: np.ndarray
    """(n, 3) linear."""
    sigma: np.ndarray
    """(n,) standard error of the mean luminance."""
