"""Materials that shine with the light stored in the vertices instead of being lit.

Every diffuse colour becomes an emission of colour times light; emissions stay as they are. One ray per sample is
then the whole truth about a pixel, which is what makes a frame cheap.
"""

import bpy

from blender_scripts.light_mesh import LIGHT

CULL_BACK = "cull_back"
"""Custom property of materials that are drawn only from their front, such as walls between camera and object."""


def self_lit_copy(material):
    """A copy of a room or object material that needs no lamp."""
    copy = material.copy()
    copy.name = f"{material.name} self-lit"
    tree = copy.node_tree
    output = next(n for n in tree.nodes if n.type == "OUTPUT_MATERIAL" and n.is_active_output)
    source = _behind_culling(output.inputs["Surface"].links[0].from_node)
    if source.type == "BSDF_DIFFUSE":
        surface = _emission(tree, source)
    elif source.type == "EMISSION":
        surface = source.outputs[0]
    else:
        raise ValueError(
            f"material {material.name} ends in {source.bl_idname}; a room's materials are Diffuse BSDF or Emission only"
        )
    if copy.get(CULL_BACK):
        surface = _front_only(tree, surface, _back_facing(tree))
    tree.links.new(surface, output.inputs["Surface"])
    copy.cycles.emission_sampling = "NONE"
    return copy


def make_self_lit(mesh) -> None:
    """Replace all materials of a mesh by their self-lit copies."""
    for index, material in enumerate(mesh.materials):
        mesh.materials[index] = self_lit_copy(material)


def _emission(tree, diffuse):
    light = tree.nodes.new("ShaderNodeAttribute")
    light.attribute_name = LIGHT
    product = tree.nodes.new("ShaderNodeVectorMath")
    product.operation = "MULTIPLY"
    colour = diffuse.inputs["Color"]
    if colour.links:
        tree.links.new(colour.links[0].from_socket, product.inputs[0])
    else:
        product.inputs[0].default_value = colour.default_value[:3]
    tree.links.new(light.outputs["Color"], product.inputs[1])
    emission = tree.nodes.new("ShaderNodeEmission")
    tree.links.new(product.outputs[0], emission.inputs["Color"])
    return emission.outputs[0]


def hide_back_from_camera(material) -> None:
    """Let the camera look through the back of a surface that stays solid for light."""
    tree = material.node_tree
    output = next(n for n in tree.nodes if n.type == "OUTPUT_MATERIAL" and n.is_active_output)
    surface = output.inputs["Surface"].links[0].from_socket
    both = tree.nodes.new("ShaderNodeMath")
    both.operation = "MULTIPLY"
    tree.links.new(_back_facing(tree), both.inputs[0])
    tree.links.new(tree.nodes.new("ShaderNodeLightPath").outputs["Is Camera Ray"], both.inputs[1])
    tree.links.new(_front_only(tree, surface, both.outputs[0]), output.inputs["Surface"])


def _behind_culling(node):
    return node.inputs[1].links[0].from_node if node.type == "MIX_SHADER" else node


def _back_facing(tree):
    return tree.nodes.new("ShaderNodeNewGeometry").outputs["Backfacing"]


def _front_only(tree, surface, is_back):
    clear = tree.nodes.new("ShaderNodeBsdfTransparent")
    mix = tree.nodes.new("ShaderNodeMixShader")
    tree.links.new(is_back, mix.inputs[0])
    tree.links.new(surface, mix.inputs[1])
    tree.links.new(clear.outputs[0], mix.inputs[2])
    return mix.outputs[0]


def plain_diffuse(name: str, rgb: tuple[float, float, float]):
    """A matte material of one colour."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    diffuse = tree.nodes.new("ShaderNodeBsdfDiffuse")
    diffuse.inputs["Color"].default_value = (*rgb, 1.0)
    tree.links.new(diffuse.outputs[0], tree.nodes.new("ShaderNodeOutputMaterial").inputs["Surface"])
    return material
