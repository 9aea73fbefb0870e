"""Runs inside a process with Blender: builds the rooms named in a request and writes what the scene then holds."""

import dataclasses
import json
import os
import sys
from pathlib import Path

import bpy
import numpy as np

from blender_scripts.front3d import FrontError, build_front_room


def column(rows, name, width):
    values = np.empty(len(rows) * width)
    rows.foreach_get(name, values)
    return values.reshape(-1, width).tolist()


def mesh_facts(item):
    mesh = item.data
    return {
        "matrix": [list(row) for row in item.matrix_world],
        "modifiers": len(item.modifiers),
        "vertices": column(mesh.vertices, "co", 3),
        "faces": [list(face.vertices) for face in mesh.polygons],
        "uv": column(mesh.uv_layers["UVMap"].data, "uv", 2) if mesh.uv_layers else [],
        "materials": [material.name for material in mesh.materials],
    }


def material_facts(material):
    nodes = material.node_tree.nodes
    shader = next(node for node in nodes if node.type == "OUTPUT_MATERIAL").inputs["Surface"].links[0].from_node
    pictures = [node.image.filepath for node in nodes if node.type == "TEX_IMAGE"]
    tones = [node.inputs["Saturation"].default_value for node in nodes if node.type == "HUE_SAT"]
    return {
        "marks": sorted(material.keys()),
        "shader": shader.bl_idname,
        "colour": list(shader.inputs["Color"].default_value)[:3],
        "pictures": pictures,
        "saturations": tones,
        "kinds": sorted({node.bl_idname for node in nodes}),
    }


def light_facts(item):
    return {
        "kind": item.data.type,
        "sides": [item.data.size, item.data.size_y],
        "watts": item.data.energy,
        "seen": item.visible_camera,
        "at": list(item.location),
    }


def scene_facts():
    meshes = {item.name: mesh_facts(item) for item in bpy.data.objects if item.type == "MESH"}
    lights = {item.name: light_facts(item) for item in bpy.data.objects if item.type == "LIGHT"}
    materials = {material.name: material_facts(material) for material in bpy.data.materials}
    others = [item.name for item in bpy.data.objects if item.type not in ("MESH", "LIGHT")]
    images = sorted(image.filepath for image in bpy.data.images)
    return {"meshes": meshes, "lights": lights, "materials": materials, "others": others, "images": images}


def floor_radiance():
    """The floor beside the origin as a camera straight above it sees it, linear, mean of the channels."""
    scene = bpy.context.scene
    camera = bpy.data.objects.new("eye", bpy.data.cameras.new("eye"))
    camera.location, camera.data.type, camera.data.ortho_scale = (0.0, 0.0, 2.0), "ORTHO", 1.0
    scene.collection.objects.link(camera)
    scene.camera, scene.render.engine, scene.cycles.samples = camera, "CYCLES", 16
    scene.render.resolution_x = scene.render.resolution_y = 16
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.filepath = str(Path(sys.argv[2]).with_suffix(".exr"))
    bpy.ops.render.render(write_still=True)
    picture = bpy.data.images.load(scene.render.filepath)
    return float(np.array(picture.pixels[:]).reshape(-1, picture.channels)[:, :3].mean())


def built(request):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    try:
        room = build_front_room(request["path"], request["house"], request["room"], request.get("cue", "none"))
    except FrontError as error:
        return {"error": str(error)}
    facts = {"room": dataclasses.asdict(room), **scene_facts()}
    return facts | {"floor_radiance": floor_radiance()} if request.get("look") else facts


def main() -> None:
    requests = json.loads(Path(sys.argv[1]).read_text())
    Path(sys.argv[2]).write_text(json.dumps([built(request) for request in requests]))


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    # Blender may hang while the interpreter shuts down; the answers are written.
    os._exit(0)
