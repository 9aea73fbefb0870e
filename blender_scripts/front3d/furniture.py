"""Loads furniture models with Blender's OBJ importer into arrays, and places them with the house's transforms.

The importer's materials are discarded except for their base colour: the models' .mtl files have wrong emission and
transmission. A model with too many vertices is decimated; one that cannot be read raises FrontError.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np

from .frames import place, rotation_matrix, to_scene
from .house import Piece
from .library import FrontError

Rgb = tuple[float, float, float]


@dataclass(frozen=True)
class Model:
    """Vertices (n, 3) as in the file, triangles (m, 3), uv per corner (m, 3, 2) or None, material slot per triangle."""

    xyz: np.ndarray
    faces: np.ndarray
    uv: np.ndarray | None
    slots: np.ndarray
    colours: tuple[Rgb, ...]
    texture: Path | None


@dataclass(frozen=True)
class Placed:
    """A piece in the scene frame: its model's triangles at xyz, and its footprint, a plan rectangle (4, 2)."""

    piece: Piece
    model: Model
    xyz: np.ndarray
    faces: np.ndarray
    footprint: np.ndarray

    def moved(self, offset: np.ndarray) -> Placed:
        return Placed(self.piece, self.model, self.xyz + offset, self.faces, self.footprint + offset[:2])


def load_model(obj: Path, most_vertices: int) -> Model:
    """The model in an OBJ file, decimated to about `most_vertices` if it has more."""
    with _Cleared():
        item = _imported(obj)
        if len(item.data.vertices) > most_vertices:
            modifier = item.modifiers.new("fewer", "DECIMATE")
            modifier.ratio = most_vertices / len(item.data.vertices)
        evaluated = item.evaluated_get(bpy.context.evaluated_depsgraph_get())
        model = _arrays(evaluated.to_mesh(), obj)
        evaluated.to_mesh_clear()
    # Edge collapse stops early if no edge can be merged without opening the surface.
    if len(model.xyz) > 1.5 * most_vertices:
        raise FrontError(f"{obj} stays at {len(model.xyz)} vertices after decimation. Remedy: simplify the model.")
    return model


def placed(piece: Piece, model: Model) -> Placed:
    """The piece in the scene frame, with the transform from its house."""
    xyz = place(model.xyz, piece.pos, piece.quat_xyzw, piece.scale)
    # A negative scale inverts the surface; flipping its faces restores the orientation.
    faces = model.faces[:, ::-1] if np.prod(piece.scale) < 0 else model.faces
    return Placed(piece, model, xyz, faces, _footprint(piece, xyz))


def corner_uv(item: Placed) -> np.ndarray | None:
    """uv per corner in the order of the placed faces."""
    if item.model.uv is None:
        return None
    return item.model.uv if item.faces is item.model.faces else item.model.uv[:, ::-1]


def _footprint(piece: Piece, xyz: np.ndarray) -> np.ndarray:
    """The plan rectangle (4, 2) around the piece, along the piece's own x axis if that is not vertical."""
    axis = to_scene(rotation_matrix(piece.quat_xyzw)[:, :1].T)[0, :2]
    length = float(np.linalg.norm(axis))
    along = axis / length if length > 0.1 else np.array([1.0, 0.0])
    frame = np.array([along, [-along[1], along[0]]])
    low, high = (xyz[:, :2] @ frame.T).min(axis=0), (xyz[:, :2] @ frame.T).max(axis=0)
    return np.array([low, [high[0], low[1]], high, [low[0], high[1]]]) @ frame


class _Cleared:
    """Context manager that removes every data-block created inside it, such as those of an import."""

    def __enter__(self) -> None:
        self.before = {kind: set(getattr(bpy.data, kind)) for kind in ("objects", "meshes", "materials", "images")}

    def __exit__(self, *_: object) -> None:
        for kind, known in self.before.items():
            for block in [block for block in getattr(bpy.data, kind) if block not in known]:
                getattr(bpy.data, kind).remove(block)


def _imported(obj: Path) -> bpy.types.Object:
    known = set(bpy.data.objects)
    try:
        # With these axes the importer adds no rotation; frames.py does all rotations.
        bpy.ops.wm.obj_import(filepath=str(obj), forward_axis="Y", up_axis="Z", use_split_objects=False)
    except RuntimeError as error:
        raise FrontError(f"{obj} cannot be imported ({error}). Remedy: fetch this model again.") from error
    meshes = [item for item in bpy.data.objects if item not in known and item.type == "MESH" and item.data.polygons]
    if len(meshes) != 1:
        raise FrontError(f"{obj} holds no surface. Remedy: fetch this model again.")
    return meshes[0]


def _arrays(mesh: bpy.types.Mesh, obj: Path) -> Model:
    mesh.calc_loop_triangles()
    count = len(mesh.loop_triangles)
    xyz = _column(mesh.vertices, "co", 3)
    if not np.isfinite(xyz).all() or not count:
        raise FrontError(f"{obj} has vertices that are not numbers or no faces. Remedy: fetch this model again.")
    loops = _column(mesh.loop_triangles, "loops", 3, np.int32)
    layer = mesh.uv_layers.active
    uv = _column(layer.data, "uv", 2)[loops] if layer is not None else None
    texture = obj.parent / "texture.png"
    return Model(
        xyz=xyz,
        faces=_column(mesh.loop_triangles, "vertices", 3, np.int32),
        uv=uv,
        slots=_column(mesh.loop_triangles, "material_index", 1, np.int32)[:, 0],
        colours=tuple(_base_colour(material) for material in mesh.materials) or ((0.5, 0.5, 0.5),),
        texture=texture if texture.is_file() else None,
    )


def _column(rows: bpy.types.bpy_prop_collection, name: str, width: int, kind: type = np.float32) -> np.ndarray:
    values = np.empty(len(rows) * width, dtype=kind)
    rows.foreach_get(name, values)
    values = values.reshape(-1, width)
    return values.astype(np.float64) if kind is np.float32 else values


def _base_colour(material: bpy.types.Material | None) -> Rgb:
    if material is None or material.node_tree is None:
        return (0.5, 0.5, 0.5)
    shaders = [node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED"]
    return tuple(shaders[0].inputs["Base Color"].default_value[:3]) if shaders else (0.5, 0.5, 0.5)
