"""Where the markers are drawn in a frame: on the line of sight through their vertex, a little nearer to the camera.

A ball around a vertex is partly inside the solid and, on a base vertex, below the floor; what is left of its disc is
not centred on the vertex. A ball moved towards the camera, and scaled to keep its apparent size, is drawn whole and
stays centred. A marker whose vertex is hidden is not moved, so that it does not shine through a thin part.
"""

import numpy as np

from blender_scripts.render.orbit import Orbit

LIFT = 3.0
"""How far a ball is moved, in radii: clear of every face at its vertex that is seen at more than atan(1/3), 18°.

More would draw it over parts that are really in front of it.
"""
OFF = 0.1
"""Offset of a ray's origin from the vertex, in radii: a script's mesh may be a little off, and facets are chords."""

Balls = tuple[np.ndarray, np.ndarray]
"""(n, 3) centres and (n,) radii."""


class MarkerView:
    """The markers of a scene as the cameras of an orbit see them."""

    def __init__(self, scene_data: dict, orbit: Orbit) -> None:
        from mathutils.bvhtree import BVHTree

        self._tree = BVHTree.FromPolygons(scene_data["vertices_m"], scene_data["faces"])
        self._points = np.array([m["position_m"] for m in scene_data["markers"]], dtype=float).reshape(-1, 3)
        self._radii = np.array([m["radius_m"] for m in scene_data["markers"]], dtype=float)
        self._eyes = orbit.positions()

    def balls(self, frame: int) -> Balls:
        """The balls that are drawn in a frame; each has the same disc as a ball of its radius around its vertex."""
        way = self._eyes[frame] - self._points
        distance = np.linalg.norm(way, axis=1)
        starts = self._points + (OFF * self._radii / distance)[:, None] * way
        lift = np.where(self.clear(starts, frame), LIFT * self._radii, 0.0)
        share = lift / np.maximum(distance, 1e-9)
        return self._points + share[:, None] * way, self._radii * (1 - share)

    def clear(self, starts: np.ndarray, frame: int) -> np.ndarray:
        """(n,) bool: the solid is not between a point and the camera."""
        ways = self._eyes[frame] - starts
        lengths = np.linalg.norm(ways, axis=1)
        rays = zip(starts, ways / lengths[:, None], lengths, strict=True)
        hits = [self._tree.ray_cast(tuple(start), tuple(way), float(length))[0] for start, way, length in rays]
        return np.array([hit is None for hit in hits], dtype=bool)
