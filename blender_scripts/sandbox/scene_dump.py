"""Dumps what a scene script built as plain numbers: the evaluated solid, the markers, and everything else in the scene.

Nothing is repaired: normals, positions and names are reported as found. It runs after an untrusted script, so the
numbers are untrusted too; the parent process bounds, parses and audits them. Meshes beyond the given limits are
rejected before they are serialised.
"""

import re

import bpy
import numpy as np

SOLID = "Solid"
MARKER_NAME = re.compile(r"[A-Z][0-9]*'*_[a-z][a-z_]*")
_EXPECTED_KINDS = {"objects", "meshes", "materials", "collections"}
_PLAIN_RGB = (0.8, 0.8, 0.8)
_LONGEST_NAME = 120
_MOST_STRAYS = 200
_DECIMALS = 9
"""Far below the audit's tolerance, and enough to represent Blender's single precision exactly."""


class TooLargeError(ValueError):
    """The scene exceeds the limits."""


def snapshot() -> frozenset[str]:
    """Data-blocks and handlers that exist before the script runs, named as in `strays`."""
    return frozenset([*_data_blocks(), *_handlers()])


def dump_scene(before: frozenset[str], limits: dict[str, int]) -> dict[str, object]:
    """The scene as SceneData's JSON; `before` is what `snapshot` saw."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    present = {item.name: item for item in bpy.context.scene.objects}
    solid = present.get(SOLID)
    markers = [item for name, item in present.items() if item.type == "MESH" and MARKER_NAME.fullmatch(name)]
    if len(markers) > limits["markers"]:
        raise TooLargeError(f"{len(markers)} objects are named like markers; at most {limits['markers']} may be.")
    if solid is not None and solid.type != "MESH":
        solid = None
    accepted = {item.name for item in markers} | ({SOLID} if solid is not None else set())
    return {
        **_mesh(solid, depsgraph, limits),
        "markers": [_marker(item, depsgraph, limits) for item in markers],
        "strays": _strays(before, accepted),
    }


def _mesh(item: bpy.types.Object | None, depsgraph: bpy.types.Depsgraph, limits: dict[str, int]) -> dict[str, object]:
    if item is None:
        return {"vertices_m": [], "faces": [], "smooth": []}
    evaluated = item.evaluated_get(depsgraph)
    mesh = evaluated.to_mesh()
    vertices = world_vertices(evaluated, mesh, limits)
    corners, starts, totals, smooth = _face_arrays(mesh, limits)
    cycles = np.split(corners, starts[1:]) if len(starts) else []
    faces = [cycle[:total].tolist() for cycle, total in zip(cycles, totals, strict=True)]
    return {"vertices_m": vertices.round(_DECIMALS).tolist(), "faces": faces, "smooth": smooth.tolist()}


def world_vertices(evaluated: bpy.types.Object, mesh: bpy.types.Mesh, limits: dict[str, int]) -> np.ndarray:
    """(n, 3) positions in world space."""
    count = len(mesh.vertices)
    if count > limits["vertices"]:
        raise TooLargeError(f"{evaluated.name!r:.100} has {count} vertices; at most {limits['vertices']} may be.")
    flat = np.empty(3 * count, dtype=np.float32)
    mesh.vertices.foreach_get("co", flat)
    matrix = np.array(evaluated.matrix_world, dtype=float)
    return flat.reshape(-1, 3).astype(float) @ matrix[:3, :3].T + matrix[:3, 3]


def _face_arrays(mesh: bpy.types.Mesh, limits: dict[str, int]) -> tuple[np.ndarray, ...]:
    """Corner indices, first corner, corner count and smooth flag of the faces."""
    count = len(mesh.polygons)
    if count > limits["faces"] or len(mesh.loops) > 6 * limits["faces"]:
        raise TooLargeError(f"the solid has {count} faces; at most {limits['faces']} may be.")
    corners = np.empty(len(mesh.loops), dtype=np.int32)
    starts, totals, smooth = np.empty(count, dtype=np.int32), np.empty(count, dtype=np.int32), np.empty(count, bool)
    mesh.loops.foreach_get("vertex_index", corners)
    mesh.polygons.foreach_get("loop_start", starts)
    mesh.polygons.foreach_get("loop_total", totals)
    mesh.polygons.foreach_get("use_smooth", smooth)
    return corners, starts, totals, smooth & ~_cut_off(mesh, starts)


def _cut_off(mesh: bpy.types.Mesh, starts: np.ndarray) -> np.ndarray:
    """Faces with only sharp edges (the caps after smoothing by angle): shaded flat, regardless of their flag."""
    sharp = mesh.attributes.get("sharp_edge")
    if sharp is None or not len(starts):
        return np.zeros(len(starts), dtype=bool)
    edge_sharp, edge_of_corner = np.empty(len(mesh.edges), dtype=bool), np.empty(len(mesh.loops), dtype=np.int32)
    sharp.data.foreach_get("value", edge_sharp)
    mesh.loops.foreach_get("edge_index", edge_of_corner)
    return np.logical_and.reduceat(edge_sharp[edge_of_corner], starts)


def _marker(item: bpy.types.Object, depsgraph: bpy.types.Depsgraph, limits: dict[str, int]) -> dict[str, object]:
    """Centre and mean radius of the sphere's vertices; an empty mesh gives radius 0 at its origin."""
    evaluated = item.evaluated_get(depsgraph)
    vertices = world_vertices(evaluated, evaluated.to_mesh(), limits)
    centre = vertices.mean(axis=0) if len(vertices) else np.array(evaluated.matrix_world.translation)
    radius = float(np.linalg.norm(vertices - centre, axis=1).mean()) if len(vertices) else 0.0
    return {
        "name": item.name[:_LONGEST_NAME],
        "position_m": centre.round(_DECIMALS).tolist(),
        "radius_m": round(radius, _DECIMALS),
        "colour_rgb": [float(channel) for channel in _colour(item)],
    }


def _colour(item: bpy.types.Object) -> tuple[float, ...]:
    """The Principled base colour, else the plain colour of the first material, else Blender's grey."""
    material = item.material_slots[0].material if item.material_slots else None
    if material is None:
        return _PLAIN_RGB
    if material.use_nodes and material.node_tree is not None:
        for node in material.node_tree.nodes:
            if node.type == "BSDF_PRINCIPLED":
                return tuple(node.inputs["Base Color"].default_value)[:3]
    return tuple(material.diffuse_color)[:3]


def _strays(before: frozenset[str], accepted: set[str]) -> list[str]:
    """Names of everything that the script added besides the accepted solid and markers."""
    linked = {item.name for item in bpy.context.scene.objects}
    found = [
        f"{item.type.lower() if item.name in linked else 'unlinked'} {item.name[:_LONGEST_NAME]}"
        for item in bpy.data.objects
        if item.name not in accepted
    ]
    found += [text for text in [*_data_blocks(), *_handlers(), *_animations()] if text not in before]
    return sorted(set(found))[:_MOST_STRAYS]


def _data_blocks() -> list[str]:
    """Data other than the kinds that scripts work with: lights, cameras, texts, images, libraries, scenes, ..."""
    return [
        f"{block.id_type.lower()} {block.name[:_LONGEST_NAME]}"
        for kind in _id_collections()
        if kind not in _EXPECTED_KINDS
        for block in getattr(bpy.data, kind)
    ]


def _animations() -> list[str]:
    found = []
    for kind in _id_collections():
        for block in getattr(bpy.data, kind):
            for owner in (block, getattr(block, "node_tree", None)):
                animation = getattr(owner, "animation_data", None)
                if animation is not None:
                    word = "driver" if len(animation.drivers) else "animation"
                    found.append(f"{word} {block.name[:_LONGEST_NAME]}")
    return found


def _id_collections() -> list[str]:
    return [entry.identifier for entry in bpy.data.bl_rna.properties if entry.type == "COLLECTION"]


def _handlers() -> list[str]:
    """Callbacks by list and function; those that Blender installs itself are there before the script."""
    return [
        f"handler {kind}.{getattr(function, '__name__', 'unnamed')!s:.60}"
        for kind in dir(bpy.app.handlers)
        if isinstance(getattr(bpy.app.handlers, kind), list)
        for function in getattr(bpy.app.handlers, kind)
    ]
