"""Finds edges of a lightmap mesh along which the gradient of the light is too steep. Pure numpy."""

import numpy as np

from blender_scripts.light.patches import Light, Patches

STEEP = 0.15
"""Largest difference between the ends of an edge, as a share of the brighter end's light."""
SURE = 3.0
"""Number of standard errors that a difference must exceed to count as signal, not noise."""


def steep_edges(light: Light, patches: Patches, lit: np.ndarray, shortest_m: float) -> np.ndarray:
    """Indices of the edges along which the light changes too much for linear interpolation."""
    a, b = patches.edges.T
    length = np.linalg.norm(patches.points[a] - patches.points[b], axis=1)
    brightness = light.mean.mean(axis=1)
    gap, most = np.abs(brightness[a] - brightness[b]), np.maximum(brightness[a], brightness[b])
    noise = np.hypot(light.sigma[a], light.sigma[b])
    return np.flatnonzero(lit[a] & lit[b] & (length > shortest_m) & (gap > STEEP * most) & (gap > SURE * noise))
