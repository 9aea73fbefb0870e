"""The occlusion check: whether all cameras of an orbit see the whole object, inside the picture and not occluded.

Done by ray casting before anything is rendered. The rooms are furnished for the default orbit; a camera that is lower
or farther out may be inside furniture or behind a wall, and one that is closer may cut the object off.
"""

import bpy
import numpy as np
from mathutils import Vector

from blender_scripts.render.culling import CULL_BACK
from blender_scripts.render.orbit import Orbit

MOST_POINTS = 48
"""Number of points on the object's surface, besides the markers, to which rays are cast."""
ABOVE_FLOOR_M = 0.02
"""Rays end this far above the floor: rugs and rules lie on it."""
STEP_M = 1e-3
SURFACES = 16
"""Most invisible surfaces that a ray may pass through; more indicate a broken house file."""


def measure_view(scene, orbit: Orbit, scene_data: dict, outline: np.ndarray) -> dict:
    """What the cameras see of the object: rays cast and blocked, frames that cut it off, distance to the edge.

    Returns `rays`, `blocked_rays`, `cut_frames`, `edge_px` (the least distance of the object's outline from the edge of
    a picture, negative outside) and `sentence`, which names the first fault and a remedy and is empty if there is none.
    """
    edges = np.array([_edge_px(orbit.project(outline, frame), orbit) for frame in range(orbit.frames)])
    cut = np.flatnonzero(edges < 0)
    points = _targets(scene_data)
    layer = scene.view_layers[0]
    layer.update()
    blockers = [
        (frame, name)
        for frame, eye in enumerate(orbit.positions())
        for point in points
        if (name := _blocker(scene, layer.depsgraph, Vector(eye), Vector(point)))
    ]
    return {
        "rays": orbit.frames * len(points),
        "blocked_rays": len(blockers),
        "cut_frames": len(cut),
        "edge_px": float(edges.min()) if np.isfinite(edges.min()) else -1e9,
        "sentence": _cut_off(int(cut[0])) if len(cut) else _hidden(*blockers[0]) if blockers else "",
    }


def _cut_off(frame: int) -> str:
    return (
        f"frame {frame + 1} cuts the object off. Remedy: a camera farther away or with a wider lens "
        "(--camera radius=..., lens=...), or another aim"
    )


def _hidden(frame: int, name: str) -> str:
    return (
        f"the camera of frame {frame + 1} finds {name} before the object. Remedy: a camera that is nearer "
        "or looks down more steeply (--camera radius=..., tilt=...), or other --rooms"
    )


def _edge_px(pixels: np.ndarray, orbit: Orbit) -> float:
    """Least distance of points `(n, 3)` (x, y, depth) from the edge of the picture; negative if one is outside."""
    if not (pixels[:, 2] > 0).all():
        return -np.inf  # behind the camera
    x, y = pixels[:, 0], pixels[:, 1]
    return float(min(x.min(), y.min(), (orbit.width - x).min(), (orbit.height - y).min()))


def _targets(scene_data: dict) -> np.ndarray:
    """(n, 3) points of the object that rays are cast to."""
    vertices = np.asarray(scene_data["vertices_m"], dtype=float)
    chosen = np.unique(np.linspace(0, len(vertices) - 1, MOST_POINTS).astype(int))
    markers = np.array([m["position_m"] for m in scene_data["markers"]], dtype=float).reshape(-1, 3)
    points = np.concatenate([vertices[chosen], markers])
    points[:, 2] = np.maximum(points[:, 2], ABOVE_FLOOR_M)
    return points


def _blocker(scene, depsgraph, eye: Vector, point: Vector) -> str:
    """Name of the first visible object of the room between camera and point; the backs of some walls are not drawn."""
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
