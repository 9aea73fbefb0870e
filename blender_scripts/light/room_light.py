"""Bakes the lightmap of a whole room at the vertices of its mesh, refined adaptively where light changes fast.

Ambient occlusion darkens the last centimetres towards the foot of a wall or the crease of a cushion. Distant vertices
would interpolate that as one long gradient, so edges with a steep gradient are halved and their new vertices baked.
"""

import numpy as np

from blender_scripts.light import bake_mesh, light_gradient, probes, self_lit, smoothing
from blender_scripts.light.patches import Light

CELL_SHARE = 0.15
"""Vertices closer than this share of the target spacing share a probe."""
ROUNDS = 3
SHORTEST_SHARE = 0.25
"""Edges shorter than this share of the target length are not halved: the difference is invisible."""


def measure(scene, mesh, edge_m: float, samples: int) -> tuple[np.ndarray, np.ndarray]:
    """(n, 3) light at the front and at the back of every vertex; halves edges of `mesh` where needed."""
    front = back = cover = None
    for step in range(ROUNDS):
        patches = bake_mesh.patches_of(mesh)
        lit = bake_mesh.wearing(mesh, [self_lit.needs_light(m) for m in mesh.materials])
        known = 0 if front is None else len(front.mean)
        wanted = lit & (np.arange(len(lit)) >= known)
        new_front, new_back = probes.measure_patches(scene, patches, wanted, CELL_SHARE * edge_m / 2**step, samples)
        front, back = _joined(front, new_front), _joined(back, new_back)
        new_cover = probes.cover_m(scene, patches, known)
        cover = new_cover if cover is None else np.concatenate([cover, new_cover])
        steep = light_gradient.steep_edges(front, patches, lit, SHORTEST_SHARE * edge_m)
        if step == ROUNDS - 1 or not len(steep):
            break
        bake_mesh.split_edges(mesh, steep)
    return smoothing.smoothed(front, patches, cover), smoothing.smoothed(back, patches, cover)


def _joined(old: Light | None, new: Light) -> Light:
    if old is None:
        return new
    mean, sigma = new.mean.copy(), new.sigma.copy()
    mean[: len(old.mean)], sigma[: len(old.sigma)] = old.mean, old.sigma
    return Light(mean, sigma)
