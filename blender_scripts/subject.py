"""The trusted scene of the object: mesh and markers rebuilt from plain numbers, never from a script's own file.

Markers shine with their own colour, a little darker towards the rim so that they read as balls. No lamp, room or
shadow changes them, so a marker's pixels mean its colour's name in every room.
"""

from dataclasses import dataclass

import bpy
import numpy as np

from blender_scripts import colour
from blender_scripts.matte import plain_diffuse
from blender_scripts.rooms.mesh import lathe

RIM_SHADE = 0.55
"""Linear brightness of a marker's rim; its middle has 1."""
MARKER_RINGS = 24


@dataclass(frozen=True)
class Subject:
    """The object in the scene."""

    solid: object
    markers: tuple[object, ...]


def build_subject(scene, data: dict, solid_rgb: tuple[float, float, float]) -> Subject:
    """Add the solid and its markers to `scene`. `data` is a SceneData, plus `display_rgb` per marker."""
    solid = _solid(data, solid_rgb)
    markers = tuple(_marker(marker) for marker in data["markers"])
    for each in (solid, *markers):
        scene.collection.objects.link(each)
    return Subject(solid, markers)


def remove_subject(subject: Subject) -> None:
    for each in (subject.solid, *subject.markers):
        mesh = each.data
        materials = list(mesh.materials)
        bpy.data.objects.remove(each)
        bpy.data.meshes.remove(mesh)
        for material in materials:
            if material.users == 0:
                bpy.data.materials.remove(material)


def _solid(data: dict, rgb: tuple[float, float, float]):
    mesh = bpy.data.meshes.new("solid")
    mesh.from_pydata(data["vertices_m"], [], data["faces"])
    mesh.polygons.foreach_set("use_smooth", np.array(data["smooth"], dtype=bool))
    mesh.materials.append(plain_diffuse("solid", rgb))
    mesh.update()
    return bpy.data.objects.new("solid", mesh)


def _marker(marker: dict):
    mesh = _ball(marker["name"], marker["radius_m"])
    mesh.materials.append(marker_material(marker["name"], marker["display_rgb"]))
    made = bpy.data.objects.new(marker["name"], mesh)
    made.location = marker["position_m"]
    # Seen by the camera only: it neither throws a shadow nor tints what stands next to it.
    for ray in ("diffuse", "glossy", "transmission", "volume_scatter", "shadow"):
        setattr(made, f"visible_{ray}", False)
    return made


def _ball(name: str, radius_m: float):
    """A sphere whose faces stand in a fixed order.

    Those of Blender's own spheres stand in the order of their addresses, different in every process, and normals
    summed up in another order differ in their last bit: enough to make another film.
    """
    turns = np.pi * np.arange(1, MARKER_RINGS) / MARKER_RINGS
    middle = [(radius_m * np.sin(turn), -radius_m * np.cos(turn)) for turn in turns]
    part = lathe([(0.0, -radius_m), *middle, (0.0, radius_m)], "marker", sides=2 * MARKER_RINGS)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(part.vertices, [], part.faces)
    mesh.polygons.foreach_set("use_smooth", np.ones(len(part.faces), dtype=bool))
    mesh.update()
    return mesh


def marker_material(name: str, display_rgb: tuple[float, float, float]):
    """Emission that is displayed as `display_rgb` in the middle of the ball."""
    linear = colour.from_display(np.array(display_rgb))
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    facing = tree.nodes.new("ShaderNodeLayerWeight")
    facing.inputs["Blend"].default_value = 0.5
    shade = tree.nodes.new("ShaderNodeMapRange")
    shade.inputs["To Min"].default_value, shade.inputs["To Max"].default_value = 1.0, RIM_SHADE
    emission = tree.nodes.new("ShaderNodeEmission")
    emission.inputs["Color"].default_value = (*linear, 1.0)
    tree.links.new(facing.outputs["Facing"], shade.inputs["Value"])
    tree.links.new(shade.outputs["Result"], emission.inputs["Strength"])
    tree.links.new(emission.outputs[0], tree.nodes.new("ShaderNodeOutputMaterial").inputs["Surface"])
    material.cycles.emission_sampling = "NONE"
    return material
