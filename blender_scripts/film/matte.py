"""A plain diffuse (Lambertian) material of one colour."""

import bpy


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
