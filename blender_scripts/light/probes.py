"""Light probes: the diffuse irradiance at points with a normal, measured by Cycles' baking.

Each probe is a triangle of two millimetres just off the surface, invisible to every ray, so that it does not affect the
light. Its three corners are baked separately: their mean is the estimate, their spread gives its standard error.
"""

import bpy
import numpy as np

from blender_scripts.light.patches import Light, Patches
from blender_scripts.render import frames

SIZE_M = 0.002
LIFT_M, SHEET_LIFT_M = 0.002, 0.008
"""Distance of a probe from its surface, against self-shadowing; larger for sheets, which curve to both sides."""
PLANE_M = 0.005
INSET_M = 0.005
"""Probes of border vertices are moved this far into their patch: in a corner they would be inside the next wall."""


def probe_points(patches: Patches, back: bool = False) -> np.ndarray:
    """(n, 3) probe positions, one per vertex, in front of its surface or behind it."""
    inward = np.zeros_like(patches.points)
    a, b = patches.edges.T
    for axis in range(3):
        step = patches.points[b, axis] - patches.points[a, axis]
        inward[:, axis] = np.bincount(a, step, len(inward)) - np.bincount(b, step, len(inward))
    # Projected to the tangent plane: on a curved surface the direction to the neighbours points below it.
    inward -= np.einsum("ij,ij->i", inward, patches.normals)[:, None] * patches.normals
    size = np.linalg.norm(inward, axis=1, keepdims=True)
    inward = np.where(patches.border[:, None] & (size > 1e-9), inward / np.maximum(size, 1e-9), 0.0)
    lift = np.where(patches.two_sided, SHEET_LIFT_M, LIFT_M) * (-1 if back else 1)
    points = patches.points + INSET_M * inward + lift[:, None] * patches.normals
    # The foot of a pot faces down; its probe must be above the floor, not below.
    above = patches.points[:, 2] > -LIFT_M
    points[above, 2] = np.maximum(points[above, 2], LIFT_M)
    return points


def measure_patches(scene, patches: Patches, wanted: np.ndarray, cell_m: float, samples: int) -> tuple[Light, Light]:
    """Light at the wanted vertices (0 elsewhere), and at the back of every vertex of a sheet (else the front again).

    Vertices in one cell of space that face the same way share a probe: furniture has many more vertices than its
    light has detail.
    """
    fronts, backs = np.flatnonzero(wanted), np.flatnonzero(wanted & patches.two_sided)
    normals = np.concatenate([patches.normals[fronts], -patches.normals[backs]])
    points = np.concatenate([probe_points(patches)[fronts], probe_points(patches, back=True)[backs]])
    chosen, member = _shared(points, normals, cell_m)
    light = measure(scene, points[chosen], normals[chosen], samples)
    mean, sigma = light.mean[member], light.sigma[member]
    front = Light(np.zeros((len(wanted), 3)), np.zeros(len(wanted)))
    front.mean[fronts], front.sigma[fronts] = mean[: len(fronts)], sigma[: len(fronts)]
    back = Light(front.mean.copy(), front.sigma.copy())
    back.mean[backs], back.sigma[backs] = mean[len(fronts) :], sigma[len(fronts) :]
    return front, back


def _shared(points: np.ndarray, normals: np.ndarray, cell_m: float) -> tuple[np.ndarray, np.ndarray]:
    """Indices of the points to measure, and for each point the index of the measurement it uses."""
    # A random member represents its cell; the first would be biased: the root of a leaf, the corner of a cushion.
    shuffle = np.random.default_rng(0).permutation(len(points))
    cells = np.floor(points[shuffle] / cell_m).astype(np.int64)
    facing = np.rint(5 * normals[shuffle]).astype(np.int64)
    # A rug is in the same cell as the floor below it, with the same normal: planes are separated by millimetres.
    plane = np.floor(np.einsum("ij,ij->i", points, normals)[shuffle] / PLANE_M).astype(np.int64)
    keys = np.concatenate([cells, facing, plane[:, None]], axis=1)
    _, first, member = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    of_point = np.empty(len(points), dtype=np.int64)
    of_point[shuffle] = member.reshape(-1)
    return shuffle[first], of_point


def cover_m(scene, patches: Patches, start: int = 0, within_m: float = 0.25) -> np.ndarray:
    """(n - start,) distance along the normal to the first surface, infinite if there is none near.

    About a centimetre means a rug on the floor; more, without light, a vertex inside a cushion or under a pot.
    """
    layer = scene.view_layers[0]
    layer.update()
    points, normals = probe_points(patches)[start:], patches.normals[start:]
    found = np.full(len(points), np.inf)
    for index, (point, normal) in enumerate(zip(points, normals, strict=True)):
        hit, place, *_ = scene.ray_cast(layer.depsgraph, point, normal, distance=within_m)
        if hit:
            found[index] = np.linalg.norm(np.subtract(place, point))
    found[patches.two_sided[start:]] = np.inf
    return found


def measure(scene, points: np.ndarray, normals: np.ndarray, samples: int) -> Light:
    """Bake the probes in `scene`, which must contain the lights and everything that blocks or bounces light."""
    probes = _probe_object(points, normals)
    scene.collection.objects.link(probes)
    try:
        frames.configure(scene, frames.Sampling(samples=samples, bounces=frames.BOUNCES))
        _bake(scene, probes)
        values = np.empty(len(points) * 12, dtype=np.float32)
        probes.data.color_attributes["probe"].data.foreach_get("color", values)
    finally:
        mesh = probes.data
        bpy.data.objects.remove(probes)
        bpy.data.meshes.remove(mesh)
    corners = values.reshape(len(points), 3, 4)[..., :3].astype(np.float64)
    spread = corners.mean(axis=2).std(axis=1, ddof=1) / np.sqrt(3)
    return Light(corners.mean(axis=1), spread)


def _probe_object(points: np.ndarray, normals: np.ndarray):
    helper = np.where(np.abs(normals[:, 2:]) < 0.9, [[0.0, 0.0, 1.0]], [[1.0, 0.0, 0.0]])
    u = np.cross(helper, normals)
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    v = np.cross(normals, u)
    corners = [points + SIZE_M * (np.cos(t) * u + np.sin(t) * v) for t in (0.0, 2 * np.pi / 3, 4 * np.pi / 3)]
    count = len(points)
    mesh = bpy.data.meshes.new("probes")
    mesh.vertices.add(count * 3)
    mesh.vertices.foreach_set("co", np.stack(corners, axis=1).astype(np.float32).ravel())
    mesh.loops.add(count * 3)
    mesh.loops.foreach_set("vertex_index", np.arange(count * 3, dtype=np.int32))
    mesh.polygons.add(count)
    mesh.polygons.foreach_set("loop_start", np.arange(0, count * 3, 3, dtype=np.int32))
    mesh.update(calc_edges=True)
    mesh.materials.append(_white())
    mesh.color_attributes.active_color = mesh.color_attributes.new("probe", "FLOAT_COLOR", "CORNER")
    probes = bpy.data.objects.new("probes", mesh)
    for ray in ("camera", "diffuse", "glossy", "transmission", "shadow"):
        setattr(probes, f"visible_{ray}", False)
    return probes


def _white():
    material = bpy.data.materials.get("probe white")
    if material is None:
        material = bpy.data.materials.new("probe white")
        material.use_nodes = True
        tree = material.node_tree
        tree.nodes.clear()
        diffuse = tree.nodes.new("ShaderNodeBsdfDiffuse")
        diffuse.inputs["Color"].default_value = (1, 1, 1, 1)
        tree.links.new(diffuse.outputs[0], tree.nodes.new("ShaderNodeOutputMaterial").inputs[0])
    return material


def _bake(scene, target) -> None:
    bake = scene.render.bake
    bake.use_pass_direct, bake.use_pass_indirect, bake.use_pass_color = True, True, False
    layer = scene.view_layers[0]
    for each in layer.objects:
        each.select_set(each == target)
    layer.objects.active = target
    with bpy.context.temp_override(scene=scene, view_layer=layer, active_object=target, selected_objects=[target]):
        bpy.ops.object.bake(type="DIFFUSE", target="VERTEX_COLORS")
