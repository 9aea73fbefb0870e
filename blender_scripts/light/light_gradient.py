"""Where light changes too fast for the mesh that carries it. Pure numpy."""

import numpy as np

from blender_scripts.light.patches import Light, Patches

STEEP = 0.15
"""Share of the brighter end's light by which the ends of an edge may differ."""
SURE = 3.0
"""Standard errors a difference must exceed to be no mere noise."""


def steep_edges(light: Light, patches: Patches, lit: np.ndarray, shortest_m: float) -> np.ndarray:
    """Numbers of the edges along which the light changes too much for a straight line."""
    a, b = patches.edges.T
    length = np.linalg.norm(patches.points[a] - patches.points[b], axis=1)
    brightness = light.mean.mean(axis=1)
    gap, most = np.abs(brightness[a] - brightness[b]), np.maximum(brightness[a], brightness[b])
    noise = np.hypot(light.sigma[a], light.sigma[b])
    return np.flatnonzero(lit[a] & lit[b] & (length > shortest_m) & (gap > STEEP * most) & (gap > SURE * noise))
