"""A room's lit mesh as a file: the subdivided mesh with the light of its vertices, baked once for all its films.

Materials are stored by name and taken from the room that is built; of a mesh they use its position and its `UVMap`.
"""

import os
import zipfile
import zlib
from pathlib import Path

import bpy
import numpy as np

from blender_scripts.light.bake_mesh import BACK_LIGHT, LIGHT, set_light

UV_MAP = "UVMap"
_SHAPES = {
    "points": (np.float32, 3),
    "corners": (np.int32, 0),
    "starts": (np.int32, 0),
    "slots": (np.int32, 0),
    "uv": (np.float32, 2),
    "front": (np.float32, 3),
    "back": (np.float32, 3),
}
"""Type and columns of each array: vertices, vertex of each face corner, first corner and material slot of each face, UV
of each corner, light on both sides of each vertex."""


def write_light(path: Path, mesh) -> None:
    """Write a lit mesh atomically."""
    arrays = {
        "points": _read(mesh.vertices, "co", "points"),
        "corners": _read(mesh.loops, "vertex_index", "corners"),
        "starts": _read(mesh.polygons, "loop_start", "starts"),
        "slots": _read(mesh.polygons, "material_index", "slots"),
        "uv": _read(mesh.uv_layers[UV_MAP].data, "uv", "uv") if UV_MAP in mesh.uv_layers else _no_uv(mesh),
        "front": _read_light(mesh, LIGHT),
        "back": _read_light(mesh, BACK_LIGHT),
        "materials": np.array([material.name for material in mesh.materials]),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}.draft.npz")
    try:
        np.savez(draft, **arrays)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def read_light(path: Path, scene):
    """The lit mesh of a file as an object in `scene`; None if there is no such file, or not a whole one."""
    try:
        with np.load(path) as file:
            arrays = {name: file[name] for name in (*_SHAPES, "materials")}
        os.utime(path)  # for LRU eviction
    except (OSError, ValueError, KeyError, EOFError, zlib.error, zipfile.BadZipFile):
        return None
    materials = [bpy.data.materials.get(str(name)) for name in arrays["materials"]]
    return _object(arrays, materials, scene) if _is_sound(arrays, materials) else None


def _is_sound(arrays: dict[str, np.ndarray], materials: list) -> bool:
    """Whether the arrays fit together: Blender crashes on a mesh whose indices are out of range."""
    typed = all(
        arrays[name].dtype == kind and arrays[name].shape[1:] == ((columns,) if columns else ())
        for name, (kind, columns) in _SHAPES.items()
    )
    if not typed or None in materials or not all(len(arrays[name]) for name in ("points", "corners", "starts")):
        return False
    vertices, corners, starts = len(arrays["points"]), arrays["corners"], arrays["starts"]
    return bool(
        len(arrays["front"]) == len(arrays["back"]) == vertices
        and len(arrays["uv"]) == len(corners)
        and len(arrays["slots"]) == len(starts)
        and 0 <= corners.min() <= corners.max() < vertices
        and starts[0] == 0
        and (np.diff(starts, append=len(corners)) >= 3).all()
        and 0 <= arrays["slots"].min() <= arrays["slots"].max() < len(materials)
    )


def _object(arrays: dict[str, np.ndarray], materials: list, scene):
    mesh = bpy.data.meshes.new("room")
    for material in materials:
        mesh.materials.append(material)
    mesh.vertices.add(len(arrays["points"]))
    mesh.vertices.foreach_set("co", arrays["points"].ravel())
    mesh.loops.add(len(arrays["corners"]))
    mesh.loops.foreach_set("vertex_index", arrays["corners"])
    mesh.polygons.add(len(arrays["starts"]))
    mesh.polygons.foreach_set("loop_start", arrays["starts"])
    mesh.polygons.foreach_set("material_index", arrays["slots"])
    mesh.uv_layers.new(name=UV_MAP).data.foreach_set("uv", arrays["uv"].ravel())
    mesh.update(calc_edges=True)
    set_light(mesh, arrays["front"])
    set_light(mesh, arrays["back"], BACK_LIGHT)
    room = bpy.data.objects.new("room", mesh)
    scene.collection.objects.link(room)
    return room


def _read(items, field: str, name: str) -> np.ndarray:
    kind, columns = _SHAPES[name]
    values = np.empty(len(items) * max(columns, 1), dtype=kind)
    items.foreach_get(field, values)
    return values.reshape(-1, columns) if columns else values


def _read_light(mesh, name: str) -> np.ndarray:
    values = np.empty(len(mesh.vertices) * 4, dtype=np.float32)
    mesh.color_attributes[name].data.foreach_get("color", values)
    return values.reshape(-1, 4)[:, :3]


def _no_uv(mesh) -> np.ndarray:
    return np.zeros((len(mesh.loops), 2), dtype=np.float32)
