"""Runs inside a process with bpy: builds rooms and reports what it finds as JSON lines.

    python room_probe.py '[{"name": "library", "seed": 1, "cue": "none", "want": ["scene", "views"]}]'

`want` is any of digest, scene, views, frame, corners, rule, tiles; `size` that of the object, if not the largest. It
reports and judges nothing; the tests do.
"""

import hashlib
import json
import math
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

import bpy
import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree

from blender_scripts.rooms import ROOM_NAMES, Room, build_room

CAMERA_RADIUS_M, CAMERA_HEIGHT_M, AIM = 6.93, 4.6, Vector((0.0, 0.0, 0.6))
HALF_FOV = math.radians(16.0)
Span = tuple[float, float]
SHELL = {"floor", "ceiling", "wall", "trim", "frame", "sky_pane", "paper_pane", "rug", "side_rug", "rule"}


def meshes() -> list[bpy.types.Object]:
    return [thing for thing in bpy.data.objects if thing.type == "MESH"]


def vertices(thing: bpy.types.Object) -> np.ndarray:
    flat = np.empty(3 * len(thing.data.vertices), dtype=np.float32)
    thing.data.vertices.foreach_get("co", flat)
    return flat.reshape(-1, 3).astype(float)


def camera(azimuth_deg: float) -> Vector:
    a = math.radians(azimuth_deg)
    return Vector((CAMERA_RADIUS_M * math.cos(a), CAMERA_RADIUS_M * math.sin(a), CAMERA_HEIGHT_M))


def tree(things: list[bpy.types.Object]) -> tuple[BVHTree, list[str]]:
    """One search tree over the objects, and the owner of each of its faces."""
    points, faces, owner = [], [], []
    for thing in things:
        start = len(points)
        points += [tuple(v) for v in vertices(thing)]
        faces += [tuple(start + i for i in face.vertices) for face in thing.data.polygons]
        owner += [thing.name] * len(thing.data.polygons)
    return BVHTree.FromPolygons(points, faces), owner


def blocked_rays(search: BVHTree) -> int:
    """Rays from 48 cameras to the cylinder around the object that hit something else first."""
    ring = [(1.2 * math.cos(a), 1.2 * math.sin(a)) for a in np.arange(32) * math.pi / 16]
    targets = [Vector((x, y, z)) for x, y in [*ring, (0.0, 0.0)] for z in (0.015, 0.5, 1.0, 1.5, 2.0)]
    count = 0
    for k in range(48):
        eye = camera(7.5 * k)
        for target in targets:
            way = target - eye
            count += search.ray_cast(eye, way.normalized(), way.length - 1e-3)[0] is not None
    return count


def furnished_share(search: BVHTree, owner: list[str], azimuth_deg: float, us: Span, vs: Span) -> float:
    """Share of a part of the picture that shows furniture; the picture spans -1 to 1 both ways."""
    eye = camera(azimuth_deg)
    turn = (AIM - eye).to_track_quat("-Z", "Y")
    hits = 0
    for v in np.linspace(*vs, 16):
        for u in np.linspace(*us, 32):
            way = turn @ Vector((u * math.tan(HALF_FOV) * 4 / 3, v * math.tan(HALF_FOV), -1.0))
            face = search.ray_cast(eye, way.normalized())[2]
            hits += face is not None and owner[face] not in SHELL
    return hits / (16 * 32)


def middle(search: BVHTree, owner: list[str]) -> dict[str, float]:
    """What rain would fall on inside 2.8 m, and how high that is."""
    found: dict[str, float] = {}
    for x in np.arange(-2.8, 2.81, 0.04):
        for y in np.arange(-2.8, 2.81, 0.04):
            if math.hypot(x, y) < 2.8:
                spot, _normal, face, _way = search.ray_cast(Vector((x, y, CAMERA_HEIGHT_M)), Vector((0.0, 0.0, -1.0)))
                found[owner[face]] = max(found.get(owner[face], 0.0), spot.z)
    return found


def views(_: Room) -> dict[str, object]:
    search, owner = tree(meshes())
    free = [thing for thing in meshes() if thing.name not in ("floor", "rug", "rule")]
    clear, _owner = tree(free)
    # The same question with a man-high post at 2.6 m must come out differently, or the rays test nothing.
    post = bpy.data.meshes.new("post")
    corners = [(2.6, -0.1, 0), (2.6, 0.1, 0), (2.6, 0.1, 1.8), (2.6, -0.1, 1.8)]
    post.from_pydata(corners, [], [(0, 1, 2, 3)])
    with_post, _owner = tree([*free, bpy.data.objects.new("post", post)])
    behind = [furnished_share(search, owner, 15.0 * k, (-0.98, 0.98), (0.2, 0.98)) for k in range(24)]
    before = [furnished_share(search, owner, 15.0 * k, (-0.5, 0.5), (-0.99, -0.6)) for k in range(24)]
    return {
        "blocked": blocked_rays(clear),
        "blocked_with_post": blocked_rays(with_post),
        "shares": behind,
        "foreground": max(before),
        "middle": middle(search, owner),
    }


def material_facts(material: bpy.types.Material) -> dict[str, object]:
    nodes = material.node_tree.nodes
    output = next(node for node in nodes if node.type == "OUTPUT_MATERIAL")
    surface = output.inputs["Surface"].links[0].from_node
    return {
        "surface": surface.type,
        "kinds": sorted({node.bl_idname for node in nodes}),
        "geometry_outputs": sorted(
            {s.name for n in nodes if n.type == "NEW_GEOMETRY" for s in n.outputs if s.is_linked}
        ),
        "uv_maps": sorted({node.uv_map for node in nodes if node.type == "UVMAP"}),
        "other_outputs_used": [s.name for s in output.inputs if s.is_linked and s.name != "Surface"],
        "roughness": surface.inputs["Roughness"].default_value if surface.type == "BSDF_DIFFUSE" else 0.0,
        "strength": surface.inputs["Strength"].default_value if surface.type == "EMISSION" else 0.0,
        "sampling": material.cycles.emission_sampling,
        "floor": int(material.get("floor", 0)),
    }


def object_facts(thing: bpy.types.Object) -> dict[str, object]:
    points = vertices(thing)
    areas = np.array([face.area for face in thing.data.polygons])
    return {
        "vertices": len(points),
        "identity": bool(np.allclose(np.array(thing.matrix_world), np.eye(4))),
        "attached": len(thing.modifiers) + len(thing.constraints) + (thing.parent is not None),
        "uv_maps": [layer.name for layer in thing.data.uv_layers],
        "materials": [material.name for material in thing.data.materials],
        "reach_m": [float(np.abs(points[:, 0]).max()), float(np.abs(points[:, 1]).max())],
        "smallest_face_m2": float(areas.min()),
    }


def light_facts(thing: bpy.types.Object) -> dict[str, object]:
    data = thing.data
    return {
        "type": data.type,
        "size_m": min(data.size, data.size_y),
        "seen": thing.visible_camera,
        "watts": data.energy,
    }


def scene(_: Room) -> dict[str, object]:
    return {
        "other_types": sorted({thing.type for thing in bpy.data.objects} - {"MESH", "LIGHT"}),
        "objects": {thing.name: object_facts(thing) for thing in meshes()},
        "materials": {m.name: material_facts(m) for thing in meshes() for m in thing.data.materials},
        "lights": {thing.name: light_facts(thing) for thing in bpy.data.objects if thing.type == "LIGHT"},
    }


def digest(_: Room) -> dict[str, object]:
    """A hash over vertices, maps, node trees and lights."""
    state = hashlib.sha256()
    for thing in bpy.data.objects:
        state.update(repr((thing.name, [tuple(row) for row in thing.matrix_world])).encode())
        if thing.type == "LIGHT":
            state.update(repr((thing.data.energy, tuple(thing.data.color), thing.data.size)).encode())
            continue
        state.update(vertices(thing).tobytes())
        state.update(repr([tuple(face.vertices) for face in thing.data.polygons]).encode())
        state.update(repr([tuple(corner.uv) for corner in thing.data.uv_layers[0].data]).encode())
        for node in thing.data.materials[0].node_tree.nodes:
            state.update(node.bl_idname.encode())
            for socket in node.inputs:
                value = getattr(socket, "default_value", 0.0)
                state.update(
                    repr(tuple(value) if hasattr(value, "__len__") and not isinstance(value, str) else value).encode()
                )
    return {"digest": state.hexdigest()}


def render(place: Vector, aim: Vector, size: tuple[int, int], ortho_m: float = 0.0) -> list[list[list[float]]]:
    """A small linear picture, top row first; for the patterns seen straight down direct light does."""
    shot = bpy.context.scene
    data = bpy.data.cameras.new("eye")
    data.sensor_fit, data.angle = "VERTICAL", 2 * HALF_FOV
    if ortho_m:
        data.type, data.sensor_fit, data.ortho_scale = "ORTHO", "HORIZONTAL", ortho_m
    eye = bpy.data.objects.new("eye", data)
    shot.collection.objects.link(eye)
    eye.location = place
    eye.rotation_euler = (aim - place).to_track_quat("-Z", "Y").to_euler() if not ortho_m else (0.0, 0.0, aim.z)
    shot.camera = eye
    shot.render.engine, shot.cycles.samples, shot.cycles.use_denoising = "CYCLES", 16, True
    shot.cycles.max_bounces = 0 if ortho_m else 4
    shot.cycles.denoising_prefilter = "FAST"
    shot.cycles.seed = 1
    shot.render.resolution_x, shot.render.resolution_y, shot.render.resolution_percentage = *size, 100
    shot.render.image_settings.file_format, shot.render.image_settings.color_depth = "OPEN_EXR", "32"
    shot.render.filepath = os.path.join(os.environ["PROBE_FOLDER"], "frame.exr")
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(shot.render.filepath)
    image.colorspace_settings.name = "Non-Color"
    pixels = np.array(image.pixels[:], dtype=float).reshape(size[1], size[0], 4)[::-1, :, :3]
    bpy.data.objects.remove(eye)
    bpy.data.images.remove(image)
    return pixels.round(4).tolist()


def frame(room: Room) -> dict[str, object]:
    """An orbit picture; the azimuth goes around with the seed."""
    return {"frame": render(camera(37.0 + 95.0 * room.seed), AIM, (160, 120))}


def corners(_: Room) -> dict[str, object]:
    """Corners of both rules, eight each of the rule and of the plates at its ends."""
    return {"rules": vertices(bpy.data.objects["rule"]).reshape(-1, 3, 8, 3).tolist()}


def rule(_: Room) -> dict[str, object]:
    """A strip photographed straight down along each rule."""
    strips = []
    for box in vertices(bpy.data.objects["rule"]).reshape(-1, 3, 8, 3)[:, 0]:
        middle = box.mean(axis=0)
        far = box[np.argmax(np.linalg.norm(box - box[0], axis=1))] - middle
        ends = box[np.linalg.norm(box[:, :2] - middle[:2] - far[:2], axis=1) < 0.07].mean(axis=0) - middle
        turn = math.atan2(ends[1], ends[0])
        strips.append(render(Vector((*middle[:2], 3.0)), Vector((0.0, 0.0, turn)), (220, 11), ortho_m=1.1))
    return {"strips": strips}


def tiles(_: Room) -> dict[str, object]:
    """The floor around the origin, photographed straight down: 1.6 m square."""
    return {"floor": render(Vector((0.0, 0.0, 3.0)), Vector((0.0, 0.0, 0.0)), (320, 320), ortho_m=1.6)}


def main() -> None:
    parts = {"digest": digest, "scene": scene, "views": views, "frame": frame, "rule": rule, "tiles": tiles}
    parts["corners"] = corners
    out = os.fdopen(int(os.environ["PROBE_OUT"]), "w")
    for job in json.loads(sys.argv[1]):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        start = time.process_time()
        room = build_room(job["name"], job["seed"], job["cue"], job.get("size", 2.0))
        report = {"job": job, "seconds": time.process_time() - start, "room": vars(room), "known": ROOM_NAMES}
        for want in job["want"]:
            report |= parts[want](room)
        out.write(json.dumps(report) + "\n")
    out.flush()
    # bpy may hang while the interpreter winds down.
    os._exit(0)


main()
