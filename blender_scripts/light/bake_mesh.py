"""Prepares meshes for a per-vertex lightmap: split along creases and subdivided to a target edge length.

Each vertex belongs to one smooth patch, so that two faces that meet at a crease can have different light.
"""

import bmesh
import bpy
import numpy as np
from mathutils.kdtree import KDTree

from blender_scripts.light.patches import CREASE_RAD, Patches
from blender_scripts.render.orbit import Orbit

LIGHT, BACK_LIGHT = "light", "back light"
"""Names of the colour attributes with the light of a vertex, on its front and on the back of a sheet."""
TWO_SIDED = "two_sided"
"""Custom property of materials of thin sheets, such as leaves: their back is visible, and lit separately."""
BROAD_M2, BROAD_M, FINE_SHARE = 1.0, 0.5, 0.55
"""On faces above this size and width (floors, walls) light varies slowly; all others, furniture and skirting, are
subdivided finer by this factor."""
NEAR_M = 0.3
"""Floors and walls this close to furniture are subdivided as finely: a shadow can be as narrow as a chair leg."""
BENT = "bent normal"
"""Name of the attribute with the normals of a room's smooth surfaces from before the subdivision."""
COARSE_M = 0.6
"""Faces are first subdivided to about this size, so that those invisible to every camera can be removed."""
MARGIN_SHARE, TURNED_M = 0.05, -0.25
"""Margins of visibility, since cameras of a film stand between those that are tested: around the picture, as a share of
its height, and the height of the eye above the plane of a face."""


def cut_fine(mesh, edge_m: float, views: tuple[Orbit, ...] = ()) -> None:
    """Split a mesh along its creases and subdivide it to edges of about `edge_m`.

    With views, as for a room, faces that no camera can see (outside the frustum, or turned away) are removed first.
    """
    work = bmesh.new()
    work.from_mesh(mesh)
    bmesh.ops.triangulate(work, faces=[f for f in work.faces if len(f.verts) > 4])
    bmesh.ops.split_edges(work, edges=[e for e in work.edges if _is_crease(e)])
    broad = work.faces.layers.int.new("broad")
    for face in work.faces:
        face[broad] = _is_broad(face)
    if views:
        _keep_normals(work)
        _halve(work, max(COARSE_M, edge_m))
        slots = {slot for slot, m in enumerate(mesh.materials) if m is not None and m.get(TWO_SIDED)}
        unseen = _unseen(work, views, slots)
        bmesh.ops.delete(work, geom=unseen, context="FACES")
    _halve(work, edge_m)
    if views:
        _halve(work, edge_m, _furniture(work))
    work.to_mesh(mesh)
    work.free()
    mesh.update()


def split_edges(mesh, chosen: np.ndarray) -> None:
    """Halve the chosen edges. Old vertices keep their indices, new ones follow."""
    work = bmesh.new()
    work.from_mesh(mesh)
    work.edges.ensure_lookup_table()
    old = len(work.verts)
    # One by one: the operator that subdivides many edges at once crashes Blender 4.5 on some selections.
    for edge in [work.edges[k] for k in chosen]:
        bmesh.utils.edge_split(edge, edge.verts[0], 0.5)
    work.verts.index_update()
    touched = [f for f in work.faces if len(f.verts) > 3 and any(v.index >= old for v in f.verts)]
    bmesh.ops.triangulate(work, faces=touched)
    work.to_mesh(mesh)
    work.free()
    mesh.update()


def _is_broad(face) -> bool:
    area = face.calc_area()
    return area > BROAD_M2 and area > BROAD_M * max(edge.calc_length() for edge in face.edges)


def _keep_normals(work) -> None:
    """Store smooth normals before the subdivision, so that new vertices get interpolated ones, not facet normals.

    Only for rooms, where round furniture has few facets. An object has many, and the apex of a cone has no normal.
    """
    work.normal_update()
    bent = work.verts.layers.float_vector.new(BENT)
    for vertex in work.verts:
        vertex[bent] = vertex.normal


def _is_crease(edge) -> bool:
    if len(edge.link_faces) != 2 or not edge.smooth:
        return True
    one, other = edge.link_faces
    return not (one.smooth and other.smooth) or edge.calc_face_angle(0.0) > CREASE_RAD


def _halve(work, edge_m: float, furniture: KDTree | None = None) -> None:
    # Halving only what is longer than √2 times the target keeps edges between 0.7 and 1.4 of it.
    fine, slow = 1.4 * FINE_SHARE * edge_m, 1.4 * edge_m
    broad = work.faces.layers.int["broad"]
    while long := [e for e in work.edges if e.calc_length() > fine and _is_long(e, slow, broad, furniture)]:
        bmesh.ops.subdivide_edges(work, edges=long, cuts=1, use_grid_fill=True)
        bmesh.ops.triangulate(work, faces=[f for f in work.faces if len(f.verts) > 4])


def _is_long(edge, slow_m: float, broad, furniture: KDTree | None) -> bool:
    if edge.calc_length() > slow_m or not all(face[broad] for face in edge.link_faces):
        return True
    middle = (edge.verts[0].co + edge.verts[1].co) / 2
    return furniture is not None and furniture.find(middle)[2] < NEAR_M


def _furniture(work) -> KDTree | None:
    """A KD-tree of the vertices of furniture, which are dense because furniture has been subdivided already."""
    broad = work.faces.layers.int["broad"]
    corners = [v for v in work.verts if not all(face[broad] for face in v.link_faces)]
    if not corners:
        return None
    tree = KDTree(len(corners))
    for number, vertex in enumerate(corners):
        tree.insert(vertex.co, number)
    tree.balance()
    return tree


def _unseen(work, views: tuple[Orbit, ...], sheet_slots: set[int]) -> list:
    faces = list(work.faces)
    sheets = np.array([f.material_index in sheet_slots for f in faces])
    centres = np.array([f.calc_center_median() for f in faces])
    normals = np.array([f.normal for f in faces])
    reach = np.array([max((v.co - f.calc_center_median()).length for v in f.verts) for f in faces])
    seen = np.zeros(len(faces), dtype=bool)
    for orbit, frame in ((view, frame) for view in views for frame in range(view.frames)):
        left = np.flatnonzero(~seen)
        # A face turned away by less than its own curvature may still be visible at its rim, hence the margin.
        eye = orbit.positions()[frame]
        facing = np.einsum("ij,ij->i", normals[left], eye - centres[left]) > TURNED_M
        left = left[facing | sheets[left]]
        pixel = orbit.project(centres[left], frame)
        slack = MARGIN_SHARE * orbit.height + orbit.focal_px * reach[left] / np.maximum(pixel[:, 2], 0.1)
        inside = (np.abs(pixel[:, 0] - orbit.width / 2) < orbit.width / 2 + slack) & (
            np.abs(pixel[:, 1] - orbit.height / 2) < orbit.height / 2 + slack
        )
        seen[left[inside & (pixel[:, 2] > -reach[left])]] = True
    return [face for face, keep in zip(faces, seen, strict=True) if not keep]


def patches_of(mesh) -> Patches:
    """The vertices of a mesh as arrays; its object must have an identity transform."""
    count = len(mesh.vertices)
    points, normals = np.empty(count * 3), np.empty(count * 3)
    mesh.vertices.foreach_get("co", points)
    (mesh.attributes[BENT].data if BENT in mesh.attributes else mesh.vertex_normals).foreach_get("vector", normals)
    edges = np.empty(len(mesh.edges) * 2, dtype=np.int32)
    mesh.edges.foreach_get("vertices", edges)
    loops = np.empty(len(mesh.loops), dtype=np.int32)
    mesh.loops.foreach_get("edge_index", loops)
    edges = edges.reshape(-1, 2)
    lone = np.bincount(loops, minlength=len(edges)) < 2
    border = np.zeros(count, dtype=bool)
    border[edges[lone].ravel()] = True
    return Patches(points.reshape(-1, 3), _unit(normals.reshape(-1, 3)), edges, border, _on_sheets(mesh))


def _unit(normals: np.ndarray) -> np.ndarray:
    """Unit normals; vertical at vertices of degenerate faces, which have none and are invisible."""
    size = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.where(size < 0.5, [[0.0, 0.0, 1.0]], normals / np.maximum(size, 0.5))


def _on_sheets(mesh) -> np.ndarray:
    return wearing(mesh, [bool(m is not None and m.get(TWO_SIDED)) for m in mesh.materials])


def wearing(mesh, chosen: list[bool]) -> np.ndarray:
    """(n,) bool: the vertex belongs to a face whose material slot is chosen."""
    chosen_slots = np.array(chosen or [False])
    slots, sizes = np.empty(len(mesh.polygons), dtype=np.int32), np.empty(len(mesh.polygons), dtype=np.int32)
    mesh.polygons.foreach_get("material_index", slots)
    mesh.polygons.foreach_get("loop_total", sizes)
    corners = np.empty(len(mesh.loops), dtype=np.int32)
    mesh.loops.foreach_get("vertex_index", corners)
    found = np.zeros(len(mesh.vertices), dtype=bool)
    found[corners[np.repeat(chosen_slots[np.minimum(slots, len(chosen_slots) - 1)], sizes)]] = True
    return found


def set_light(mesh, light: np.ndarray, name: str = LIGHT) -> None:
    """Store (n, 3) linear light at the vertices."""
    attribute = mesh.color_attributes.get(name) or mesh.color_attributes.new(name, "FLOAT_COLOR", "POINT")
    values = np.ones((len(light), 4), dtype=np.float32)
    values[:, :3] = light
    attribute.data.foreach_set("color", values.ravel())
    mesh.update()


def joined_copy(objects, scene, name: str):
    """One object with copies of all meshes, in `scene`; materials and UV maps are kept."""
    copies = []
    for source in objects:
        copy = source.copy()
        copy.data = source.data.copy()
        scene.collection.objects.link(copy)
        copies.append(copy)
    first = copies[0]
    if len(copies) > 1:
        layer = scene.view_layers[0]
        with bpy.context.temp_override(
            scene=scene,
            view_layer=layer,
            active_object=first,
            object=first,
            selected_objects=copies,
            selected_editable_objects=copies,
        ):
            bpy.ops.object.join()
    first.name = name
    first.data.transform(first.matrix_world)
    first.matrix_world.identity()
    return first
