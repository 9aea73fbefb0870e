"""Backface culling for the camera: walls between an outside camera and the object are visible from inside only."""

CULL_BACK = "cull_back"
"""Custom property of materials that are drawn only from their front, such as walls between camera and object."""


def hide_back_from_camera(material) -> None:
    """Make the back of a surface transparent to the camera, but not to light."""
    tree = material.node_tree
    output = next(n for n in tree.nodes if n.type == "OUTPUT_MATERIAL" and n.is_active_output)
    surface = output.inputs["Surface"].links[0].from_socket
    both = tree.nodes.new("ShaderNodeMath")
    both.operation = "MULTIPLY"
    tree.links.new(back_facing(tree), both.inputs[0])
    tree.links.new(tree.nodes.new("ShaderNodeLightPath").outputs["Is Camera Ray"], both.inputs[1])
    tree.links.new(front_only(tree, surface, both.outputs[0]), output.inputs["Surface"])


def behind_culling(node):
    return node.inputs[1].links[0].from_node if node.type == "MIX_SHADER" else node


def back_facing(tree):
    return tree.nodes.new("ShaderNodeNewGeometry").outputs["Backfacing"]


def front_only(tree, surface, is_back):
    clear = tree.nodes.new("ShaderNodeBsdfTransparent")
    mix = tree.nodes.new("ShaderNodeMixShader")
    tree.links.new(is_back, mix.inputs[0])
    tree.links.new(surface, mix.inputs[1])
    tree.links.new(clear.outputs[0], mix.inputs[2])
    return mix.outputs[0]
