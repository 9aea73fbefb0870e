"""Self-lit materials: they emit the light stored at the vertices (lightmap) instead of reflecting light.

A Diffuse BSDF becomes an emission of its colour times the stored light; emission shaders are kept. A frame then needs
camera rays only and no bounces, which makes it cheap.
"""

from blender_scripts.light.bake_mesh import BACK_LIGHT, LIGHT, TWO_SIDED
from blender_scripts.render.culling import CULL_BACK, back_facing, behind_culling, front_only


def self_lit_copy(material):
    """An emissive copy of a material of a room or object; it needs no light source."""
    copy = material.copy()
    copy.name = f"{material.name} self-lit"
    tree = copy.node_tree
    output = next(n for n in tree.nodes if n.type == "OUTPUT_MATERIAL" and n.is_active_output)
    source = behind_culling(output.inputs["Surface"].links[0].from_node)
    if source.type == "BSDF_DIFFUSE":
        surface = _emission(tree, source, bool(copy.get(TWO_SIDED)))
    elif source.type == "EMISSION":
        surface = source.outputs[0]
    else:
        raise ValueError(
            f"material {material.name} ends in {source.bl_idname}; a room's materials are Diffuse BSDF or Emission only"
        )
    if copy.get(CULL_BACK):
        surface = front_only(tree, surface, back_facing(tree))
    tree.links.new(surface, output.inputs["Surface"])
    copy.cycles.emission_sampling = "NONE"
    return copy


def needs_light(material) -> bool:
    """Whether the material reflects light; a purely emissive one does not."""
    output = next(n for n in material.node_tree.nodes if n.type == "OUTPUT_MATERIAL" and n.is_active_output)
    return behind_culling(output.inputs["Surface"].links[0].from_node).type != "EMISSION"


def make_self_lit(mesh) -> None:
    """Replace all materials of a mesh by their self-lit copies."""
    for index, material in enumerate(mesh.materials):
        mesh.materials[index] = self_lit_copy(material)


def _stored_light(tree, two_sided: bool):
    front = tree.nodes.new("ShaderNodeAttribute")
    front.attribute_name = LIGHT
    if not two_sided:
        return front.outputs["Color"]
    back = tree.nodes.new("ShaderNodeAttribute")
    back.attribute_name = BACK_LIGHT
    mix = tree.nodes.new("ShaderNodeMix")
    mix.data_type = "VECTOR"
    factor, a, b = (s for s in mix.inputs if s.enabled and s.name in ("Factor", "A", "B"))
    tree.links.new(back_facing(tree), factor)
    tree.links.new(front.outputs["Color"], a)
    tree.links.new(back.outputs["Color"], b)
    return next(s for s in mix.outputs if s.enabled)


def _emission(tree, diffuse, two_sided: bool):
    product = tree.nodes.new("ShaderNodeVectorMath")
    product.operation = "MULTIPLY"
    colour = diffuse.inputs["Color"]
    if colour.links:
        tree.links.new(colour.links[0].from_socket, product.inputs[0])
    else:
        product.inputs[0].default_value = colour.default_value[:3]
    tree.links.new(_stored_light(tree, two_sided), product.inputs[1])
    emission = tree.nodes.new("ShaderNodeEmission")
    tree.links.new(product.outputs[0], emission.inputs["Color"])
    return emission.outputs[0]
