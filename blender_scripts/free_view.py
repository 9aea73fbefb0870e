"""Whether the cameras of an orbit see the object whole: inside the picture, and nothing of the room before it.

Asked before anything is rendered. The rooms are furnished for the default orbit; a camera that is lower or farther out
may stand among the sofas or behind a wall, and a shorter one may cut the object off.
"""

import bpy
import numpy as np
from mathutils import Vector

from blender_scripts.culling import CULL_BACK
from blender_scripts.orbit import Orbit

MOST_POINTS = 48
"""Of the object's surface, besides the markers, to which rays are cast."""
ABOVE_FLOOR_M = 0.02
"""Rays end this far above the floor: rugs and rules lie on it."""
STEP_M = 1e-3
SURFACES = 16
"""So many of what is not drawn a ray may pass; more are a mistake in the house."""


class BadView(ValueError):  # noqa: N818 named as the sentence says it
    """A camera does not see the object whole."""


def check_view(scene, orbit: Orbit, scene_data: dict, outline: np.ndarray) -> int:
    """Raise where a frame cuts the object off or the room hides it; else the number of rays that came through."""
    for frame in range(orbit.frames):
        _check_inside(orbit.project(outline, frame), orbit, frame)
    points = _targets(scene_data)
    layer = scene.view_layers[0]
    layer.update()
    for frame, eye in enumerate(orbit.positions()):
        for point in points:
            name = _blocker(scene, layer.depsgraph, Vector(eye), Vector(point))
            if name:
                raise BadView(
                    f"the camera of frame {frame + 1} finds {name} before the object. Remedy: a camera that is nearer "
                    "or looks down more steeply (--camera radius=..., tilt=...), or other --rooms"
                )
    return orbit.frames * len(points)


def _check_inside(pixels: np.ndarray, orbit: Orbit, frame: int) -> None:
    inside = (pixels[:, 2] > 0).all() and (pixels[:, :2] >= 0).all()
    if not (inside and (pixels[:, 0] <= orbit.width).all() and (pixels[:, 1] <= orbit.height).all()):
        raise BadView(
            f"frame {frame + 1} cuts the object off. Remedy: a camera farther away or with a wider lens "
            "(--camera radius=..., lens=...), or another aim"
        )


def _targets(scene_data: dict) -> np.ndarray:
    """(n, 3) points of the object that rays are cast to."""
    vertices = np.asarray(scene_data["vertices_m"], dtype=float)
    chosen = np.unique(np.linspace(0, len(vertices) - 1, MOST_POINTS).astype(int))
    markers = np.array([m["position_m"] for m in scene_data["markers"]], dtype=float).reshape(-1, 3)
    points = np.concatenate([vertices[chosen], markers])
    points[:, 2] = np.maximum(points[:, 2], ABOVE_FLOOR_M)
    return points


def _blocker(scene, depsgraph, eye: Vector, point: Vector) -> str:
    """What of the room stands between camera and point and is drawn; the backs of some walls are not."""
    way = point - eye
    length, way = way.length, way.normalized()
    start = 0.0
    for _ in range(SURFACES):
        hit, place, normal, face, thing, _ = scene.ray_cast(
            depsgraph, eye + start * way, way, distance=max(length - start, 0.0)
        )
        if not hit:
            return ""
        if thing.visible_camera and (normal.dot(way) < 0 or not _is_culled(thing, face)):
            return thing.name
        start = (place - eye).length + STEP_M
    return ""


def _is_culled(thing: bpy.types.Object, face: int) -> bool:
    materials = thing.data.materials
    material = materials[thing.data.polygons[face].material_index] if len(materials) else None
    return material is not None and bool(material.get(CULL_BACK))
