"""Builds the object, its markers and its edge lines from plain numbers, never from a file that a script wrote.

Markers are emissive, slightly darker towards the rim so that they look like spheres. Lights and shadows do not affect
them, so a marker has the same colour in every room.
"""

from dataclasses import dataclass

import bpy
import numpy as np

from blender_scripts.film import edge_lines
from blender_scripts.film.matte import plain_diffuse
from blender_scripts.light.patches import CREASE_RAD
from blender_scripts.render import colour
from blender_scripts.rooms.mesh import lathe

RIM_SHADE = 0.55
"""Linear brightness of a marker's rim; its centre has 1."""
LINE_SHADE = 0.08
"""Brightness of an edge line as a share of the solid's own colour."""
MARKER_RINGS = 24


@dataclass(frozen=True)
class Subject:
    """The object, not yet linked to a scene: what is drawn on it must not be in the scene where light is baked."""

    solid: object
    markers: tuple[object, ...]
    lines: tuple[object, ...]
    """The edge lines as one object, if there are any."""

    @property
    def drawn(self) -> tuple[object, ...]:
        """Markers and edge lines: visible to the camera, but neither lit nor blocking light."""
        return self.markers + self.lines


def build_subject(data: dict, solid_rgb: tuple[float, float, float], line_radius_m: float = 0.0) -> Subject:
    """The solid, its markers and, if lines have a radius, its edges. `data`: a SceneData, `display_rgb` per marker."""
    markers = tuple(_marker(marker) for marker in data["markers"])
    lines = (_lines(data, solid_rgb, line_radius_m),) if line_radius_m else ()
    return Subject(_solid(data, solid_rgb), markers, lines)


def put_into(scene, *things) -> None:
    for each in things:
        scene.collection.objects.link(each)


def remove_subject(subject: Subject) -> None:
    for each in (subject.solid, *subject.drawn):
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
    # Cycles interpolates normals into a flat cap unless its rim is marked sharp, even if the cap is shaded flat.
    mesh.set_sharp_from_angle(angle=CREASE_RAD)
    sharp = edge_lines.sharp_edges(data["faces"], data["smooth"])
    for edge in mesh.edges:
        edge.use_edge_sharp |= tuple(sorted(edge.vertices)) in sharp
    mesh.materials.append(plain_diffuse("solid", rgb))
    mesh.update()
    return bpy.data.objects.new("solid", mesh)


def _marker(marker: dict):
    mesh = _ball(marker["name"], marker["radius_m"])
    mesh.materials.append(marker_material(marker["name"], marker["display_rgb"]))
    made = bpy.data.objects.new(marker["name"], mesh)
    made.location = marker["position_m"]
    _show_to_camera_only(made)
    return made


def _show_to_camera_only(thing) -> None:
    """Hide an object from all rays but camera rays: it casts no shadow and bounces no light."""
    for ray in ("diffuse", "glossy", "transmission", "volume_scatter", "shadow"):
        setattr(thing, f"visible_{ray}", False)


def _lines(data: dict, solid_rgb: tuple[float, float, float], radius_m: float):
    """Dark lines along the edges, unshaded."""
    vertices = np.asarray(data["vertices_m"], dtype=float)
    edges = edge_lines.crease_edges(vertices, data["faces"], data["smooth"])
    points, faces = edge_lines.tubes(vertices, edges, radius_m)
    mesh = bpy.data.meshes.new("edge lines")
    mesh.from_pydata(points, [], faces)
    mesh.materials.append(_glowing("edge lines", LINE_SHADE * np.array(solid_rgb))[0])
    mesh.update()
    made = bpy.data.objects.new("edge lines", mesh)
    _show_to_camera_only(made)
    return made


def _ball(name: str, radius_m: float):
    """A UV sphere with a deterministic face order.

    The face order of Blender's own spheres depends on memory addresses, which differ between processes. Normals summed
    in another order differ in the last bit, which changes the film's bytes.
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
    material, emission = _glowing(name, colour.from_display(np.array(display_rgb)))
    tree = material.node_tree
    facing = tree.nodes.new("ShaderNodeLayerWeight")
    facing.inputs["Blend"].default_value = 0.5
    shade = tree.nodes.new("ShaderNodeMapRange")
    shade.inputs["To Min"].default_value, shade.inputs["To Max"].default_value = 1.0, RIM_SHADE
    tree.links.new(facing.outputs["Facing"], shade.inputs["Value"])
    tree.links.new(shade.outputs["Result"], emission.inputs["Strength"])
    return material


def _glowing(name: str, linear: np.ndarray) -> tuple:
    """An emissive material of one colour, not sampled as a light source, and its emission node."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    emission = tree.nodes.new("ShaderNodeEmission")
    emission.inputs["Color"].default_value = (*linear, 1.0)
    tree.links.new(emission.outputs[0], tree.nodes.new("ShaderNodeOutputMaterial").inputs["Surface"])
    material.cycles.emission_sampling = "NONE"
    return material, emission
