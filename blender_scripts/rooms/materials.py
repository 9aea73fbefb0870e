"""Materials of the rooms: pure diffuse or pure emission, coloured by small node trees.

Light is baked to vertices later, and objects are joined and subdivided, so materials are not glossy, do not change
normals, and use no coordinates other than the world position and the UV map `UVMap`.
"""

from collections.abc import Callable
from typing import Any

import bpy

from blender_scripts.rooms.colour import Rgb

Socket = bpy.types.NodeSocket
Value = Socket | float | tuple[float, ...]

FLOOR_MARK = "floor"
"""Custom property of materials on which the object's shadow may fall."""
SHEET_MARK = "two_sided"
"""Custom property of materials of single-sided sheets whose back is visible."""


class Graph:
    """Builder for a colour node tree. Every method returns the output socket it created."""

    def __init__(self, tree: bpy.types.NodeTree) -> None:
        self.tree = tree

    def node(self, kind: str, inputs: dict[int | str, Value], output: int | str = 0, **settings: Any) -> Socket:
        """Add a node with settings and inputs; returns one of its outputs."""
        made = self.tree.nodes.new(kind)
        for key, value in settings.items():
            setattr(made, key, value)
        for key, value in inputs.items():
            self.feed(value, made.inputs[key])
        return made.outputs[output]

    def feed(self, value: Value, socket: Socket) -> None:
        """Link a socket, or set a constant."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, tuple) and len(value) == 3 and socket.type == "RGBA":
            socket.default_value = (*value, 1.0)
        else:
            socket.default_value = value

    def position(self) -> Socket:
        return self.node("ShaderNodeNewGeometry", {}, "Position")

    def uv(self) -> Socket:
        return self.node("ShaderNodeUVMap", {}, 0, uv_map="UVMap")

    def axes(self, vector: Value) -> tuple[Socket, Socket, Socket]:
        made = self.node("ShaderNodeSeparateXYZ", {0: vector}).node
        return made.outputs[0], made.outputs[1], made.outputs[2]

    def vector(self, x: Value, y: Value, z: Value = 0.0) -> Socket:
        return self.node("ShaderNodeCombineXYZ", {0: x, 1: y, 2: z})

    def scaled(self, vector: Value, by: tuple[float, float, float]) -> Socket:
        return self.node("ShaderNodeVectorMath", {0: vector, 1: by}, operation="MULTIPLY")

    def turned(self, vector: Value, angle_rad: float) -> Socket:
        return self.node("ShaderNodeVectorRotate", {"Vector": vector, "Angle": angle_rad}, rotation_type="Z_AXIS")

    def math(self, operation: str, a: Value, b: Value = 0.0) -> Socket:
        return self.node("ShaderNodeMath", {0: a, 1: b}, operation=operation)

    def noise(self, vector: Value, scale: float = 1.0, detail: float = 2.0) -> Socket:
        """Smooth noise between 0 and 1."""
        return self.node("ShaderNodeTexNoise", {"Vector": vector, "Scale": scale, "Detail": detail}, 0)

    def chance(self, vector: Value) -> Socket:
        """White noise: a number between 0 and 1 for each distinct vector of whole numbers."""
        return self.node("ShaderNodeTexWhiteNoise", {0: vector}, "Value")

    def step(self, value: Value, low: float, high: float) -> Socket:
        """0 below low, 1 above high, smooth between."""
        inputs: dict[int | str, Value] = {"Value": value, "From Min": low, "From Max": high}
        return self.node("ShaderNodeMapRange", inputs, interpolation_type="SMOOTHSTEP")

    def mix(self, factor: Value, a: Value, b: Value) -> Socket:
        """Colour a where the factor is 0, b where it is 1."""
        return self.node("ShaderNodeMix", {0: factor, 6: a, 7: b}, 2, data_type="RGBA")

    def ramp(self, factor: Value, colours: list[Rgb], stepped: bool = False) -> Socket:
        """A colour ramp with equally spaced colours over 0 to 1, interpolated or in steps."""
        output = self.node("ShaderNodeValToRGB", {0: factor})
        band = output.node.color_ramp
        band.interpolation = "CONSTANT" if stepped else "LINEAR"
        last = len(colours) - (0 if stepped else 1)
        while len(band.elements) < len(colours):
            band.elements.new(1.0)
        for i, colour in enumerate(colours):
            band.elements[i].position = i / last
            band.elements[i].color = (*colour, 1.0)
        return output


Paint = Callable[[Graph], Socket] | Rgb
"""A plain linear colour, or a function that builds one with a graph."""


def matte(name: str, paint: Paint, floor: bool = False, sheet: bool = False) -> bpy.types.Material:
    """A diffuse surface; `floor`: it receives the object's shadow; `sheet`: thin, and visible from behind too."""
    material = _material(name, "ShaderNodeBsdfDiffuse", paint)
    if floor:
        material[FLOOR_MARK] = 1
    if sheet:
        material[SHEET_MARK] = 1
    return material


def glow(name: str, paint: Paint, strength: float) -> bpy.types.Material:
    """An emissive surface that is not sampled as a light source."""
    material = _material(name, "ShaderNodeEmission", paint)
    material.node_tree.nodes["Emission"].inputs["Strength"].default_value = strength
    material.cycles.emission_sampling = "NONE"
    return material


def _material(name: str, shader_kind: str, paint: Paint) -> bpy.types.Material:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    graph = Graph(tree)
    target = tree.nodes.new("ShaderNodeOutputMaterial")
    surface = graph.node(shader_kind, {"Color": paint(graph) if callable(paint) else paint})
    if shader_kind == "ShaderNodeBsdfDiffuse":
        surface.node.inputs["Roughness"].default_value = 0.0
    tree.links.new(surface, target.inputs["Surface"])
    return material
