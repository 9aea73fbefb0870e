"""The self-lit mesh of a room: its light is baked once per room and quality and shared by all orbits round its middle.

Rulers are not part of that light, since they lie elsewhere for solids of other sizes. They take the light of the floor
they lie on: they are a few millimetres high and shade nothing.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np
from mathutils.bvhtree import BVHTree
from mathutils.interpolate import poly_3d_calc

from blender_scripts.film.built_room import BuiltRoom, remove_scene
from blender_scripts.light import bake_mesh, light_file, room_light, self_lit
from blender_scripts.render.orbit import Orbit

RULER_EDGE_M = 0.1
"""Spacing of the points at which rulers take light."""
UP = 0.5
"""z of a normal above which a surface faces up, as floors and the tops of rulers do."""
SIDE_SHARE = 0.6
"""Light on the sides of a ruler relative to its top: they face walls, which are darker than lamps."""

Progress = Callable[[str, float], None]


@dataclass(frozen=True)
class LightPlan:
    """What a room's light is baked for, and where it is kept."""

    file: Path
    views: tuple[Orbit, ...]
    """Orbits whose cameras see everything that is baked."""
    edge_m: float
    samples: int


def put_lit_room(built: BuiltRoom, scene, plan: LightPlan, progress: Progress) -> tuple[object, ...]:
    """Put the self-lit room into `scene` and return its objects; its light is baked if the file does not have it."""
    room = light_file.read_light(plan.file, scene)
    if room is None:
        progress("room light", 0.0)
        _bake(built, plan)
        progress("room light", 1.0)
        room = light_file.read_light(plan.file, scene)
    if room is None:
        raise OSError(f"{plan.file} cannot be read back. Remedy: free disk space, or choose another --cache")
    objects = (room, *_rulers(built, scene, room.data))
    for each in objects:
        self_lit.make_self_lit(each.data)
    return objects


def _bake(built: BuiltRoom, plan: LightPlan) -> None:
    scene = bpy.data.scenes.new("bake")
    try:
        room = bake_mesh.joined_copy(built.meshes, scene, "bake")
        bake_mesh.cut_fine(room.data, plan.edge_m, plan.views)
        with _without(built.scene, built.rulers):
            front, back = room_light.measure(built.scene, room.data, plan.edge_m, plan.samples)
        bake_mesh.set_light(room.data, front)
        bake_mesh.set_light(room.data, back, bake_mesh.BACK_LIGHT)
        light_file.write_light(plan.file, room.data)
    finally:
        remove_scene(scene)


@contextlib.contextmanager
def _without(scene, objects: tuple[object, ...]) -> Iterator[None]:
    for each in objects:
        scene.collection.objects.unlink(each)
    try:
        yield
    finally:
        for each in objects:
            scene.collection.objects.link(each)


def _rulers(built: BuiltRoom, scene, room) -> tuple[object, ...]:
    if not built.rulers:
        return ()
    rulers = bake_mesh.joined_copy(built.rulers, scene, "rulers")
    bake_mesh.cut_fine(rulers.data, RULER_EDGE_M)
    patches = bake_mesh.patches_of(rulers.data)
    shares = np.where(patches.normals[:, 2] > UP, 1.0, SIDE_SHARE)
    bake_mesh.set_light(rulers.data, light_below(room, patches.points) * shares[:, None])
    return (rulers,)


def light_below(room, points: np.ndarray) -> np.ndarray:
    """(n, 3) light of the first surface below each point that faces up, as the room's mesh interpolates it."""
    corners = np.empty((len(room.vertices), 3), dtype=np.float32)
    room.vertices.foreach_get("co", corners.ravel())
    light = np.empty((len(room.vertices), 4), dtype=np.float32)
    room.color_attributes[bake_mesh.LIGHT].data.foreach_get("color", light.ravel())
    reach = np.abs(points[:, :2]).max() + 1.0
    near = [face for face in room.polygons if face.normal.z > UP and np.abs(face.center[:2]).max() < reach]
    tree = BVHTree.FromPolygons(corners.tolist(), [tuple(face.vertices) for face in near])
    found = np.zeros((len(points), 3))
    for index, point in enumerate(points):
        place, _, face, _ = tree.ray_cast((*point[:2], point[2] + 0.001), (0.0, 0.0, -1.0))
        if face is not None:
            ring = list(near[face].vertices)
            weights = poly_3d_calc([corners[k].tolist() for k in ring], place)
            found[index] = np.array(weights) @ light[ring, :3]
    return found
