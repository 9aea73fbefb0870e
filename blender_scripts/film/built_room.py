"""Builds the furnished, lit room in this Blender process; `jobs` keeps it between jobs, since building is slow.

One room at a time: building another starts from empty factory settings, so no data of the old one remains.
"""

from dataclasses import dataclass

import bpy

from blender_scripts.light.patches import CREASE_RAD
from blender_scripts.render.culling import CULL_BACK, hide_back_from_camera
from blender_scripts.rooms.scale_cues import RULER_MARK

LIT = "lit"
"""Name of the scene with the lit room: everything that emits, blocks or bounces light."""


@dataclass(frozen=True)
class BuiltRoom:
    """A furnished, lit, empty room."""

    scene: object
    meshes: tuple[object, ...]
    """The room's own mesh objects, without rulers."""
    rulers: tuple[object, ...]
    description: str


def build_room_scene(room: dict) -> BuiltRoom:
    """Delete everything and build the room that `room` describes (`source` selects the builder)."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.name = LIT
    built = _build(room)
    _dim_lights(scene, room["light_gain"], room["light_tint"])
    meshes = tuple(o for o in scene.objects if o.type == "MESH")
    for each in meshes:
        # Without sharp edges Cycles would interpolate normals, and so the shading, across the corners of furniture.
        each.data.set_sharp_from_angle(angle=CREASE_RAD)
    _hide_backs(meshes)
    rulers = tuple(o for o in meshes if o.data.materials[0].get(RULER_MARK))
    return BuiltRoom(scene, tuple(o for o in meshes if o not in rulers), rulers, built.description)


def _build(room: dict):
    if room["source"] == "procedural":
        from blender_scripts.rooms import build_room

        return build_room(room["name"], room["seed"], room["scale_cue"], room["object_size_m"])
    from blender_scripts.front3d import build_front_room

    return build_front_room(room["path"], room["house"], room["name"], room["scale_cue"], room["object_size_m"])


def _dim_lights(scene, gain: float, tint: list[float]) -> None:
    for lamp in (o.data for o in scene.objects if o.type == "LIGHT"):
        lamp.energy *= gain
        lamp.color = [c * t for c, t in zip(lamp.color, tint, strict=True)]


def _hide_backs(meshes: tuple[object, ...]) -> None:
    done = set()
    for material in (m for o in meshes for m in o.data.materials):
        if material.get(CULL_BACK) and material.name not in done:
            hide_back_from_camera(material)
            done.add(material.name)


def remove_scene(scene) -> None:
    """Delete a scene with the objects, meshes and materials that only it used."""
    for each in list(scene.objects):
        data = each.data
        bpy.data.objects.remove(each)
        if data is not None and data.users == 0:
            _remove_data(data)
    bpy.data.scenes.remove(scene)
    for material in [m for m in bpy.data.materials if m.users == 0]:
        bpy.data.materials.remove(material)


def _remove_data(data) -> None:
    for family in (bpy.data.meshes, bpy.data.cameras, bpy.data.lights):
        if data.name in family and family[data.name] == data:
            family.remove(data)
            return
