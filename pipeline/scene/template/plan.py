"""How the parts of a brief are combined: which are cut, which are cavities, which only touch.

Shells that only touch are joined as they are; Blender's boolean solver is used only where parts overlap or something is
cut away, because it may leave slivers where shells merely touch. Derived from the brief alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from pipeline.scene.part_shapes import Array, axis_frame, depth, triangle_normals, triangles
from pipeline.scene.records import Part, PolyhedralPart, RoundPart
from pipeline.scene.visible_points import middle

TOUCHING_M = 1e-6
"""Parts whose intersection contains no ball of this radius only touch; the kernel's coordinates agree to 1e-9."""


@dataclass(frozen=True)
class Plan:
    """Steps over part numbers, in order; the remaining added parts are joined."""

    cuts: tuple[tuple[int, int], ...] = ()
    """(from, what): removed part `what` opens into the surface of `from`."""
    unions: tuple[tuple[int, int], ...] = ()
    """(into, what): added parts that overlap."""
    cavities: tuple[int, ...] = ()
    """Removed parts that are completely inside: their walls are added facing inwards."""


def plan(parts: Sequence[Part]) -> Plan:
    """The steps that combine the parts to the whole."""
    added = [n for n, part in enumerate(parts) if part.role == "added"]
    removed = [n for n, part in enumerate(parts) if part.role == "removed"]
    cuts: list[tuple[int, int]] = []
    cavities: list[int] = []
    for hole in removed:
        hosts = [n for n in added if overlap(parts[n], parts[hole])]
        alone = all(not overlap(parts[hole], parts[other]) for other in removed if other != hole)
        if len(hosts) == 1 and alone and _buried(parts[hole], parts[hosts[0]]):
            cavities.append(hole)
        else:
            cuts += [(host, hole) for host in hosts]
    return Plan(tuple(cuts), tuple(_unions(parts, added)), tuple(cavities))


def _unions(parts: Sequence[Part], added: Sequence[int]) -> list[tuple[int, int]]:
    """A tree over each group of overlapping parts: every part is united into the first of its group, once."""
    leader = {n: n for n in added}
    found = []
    for n in added:
        for m in added:
            if m > n and leader[m] != leader[n] and overlap(parts[n], parts[m]):
                into, gone = leader[n], leader[m]
                found.append((into, gone))
                leader = {k: into if v == gone else v for k, v in leader.items()}
    return found


def overlap(first: Part, second: Part) -> bool:
    """Whether two convex parts share volume.

    With a round part the kernel accepts composites only if the parts touch or one is inside the other, so testing the
    centre of either is enough.
    """
    if isinstance(first, PolyhedralPart) and isinstance(second, PolyhedralPart):
        return _common_depth(first, second) > TOUCHING_M
    inside = [float(depth(a, middle(b)[None])[0]) for a, b in ((first, second), (second, first))]
    return min(inside) < -TOUCHING_M


def _common_depth(first: PolyhedralPart, second: PolyhedralPart) -> float:
    """Radius of the largest ball inside both convex polyhedra (Chebyshev centre), by a linear program."""
    normals = np.concatenate([triangle_normals(p) for p in (first, second)])
    levels = np.concatenate([(triangle_normals(p) * triangles(p)[:, 0]).sum(1) for p in (first, second)])
    rows = np.column_stack([normals, np.ones(len(normals))])
    found = linprog([0, 0, 0, -1], A_ub=rows, b_ub=levels, bounds=[(None, None)] * 3 + [(None, 10.0)])
    return float(found.x[3]) if found.status == 0 else -1.0


def _buried(hole: Part, host: Part) -> bool:
    """Whether a removed part meets its host's surface at most in points or lines, never in a face."""
    return bool((depth(host, _inner_points(hole)) < -TOUCHING_M).all())


def _inner_points(part: Part) -> Array:
    """Points inside every face of the surface, none of them on an edge."""
    if isinstance(part, PolyhedralPart):
        return np.asarray(triangles(part).mean(axis=1))
    return _round_points(part)


def _round_points(part: RoundPart) -> Array:
    base, axis, height = axis_frame(part)
    side = np.linalg.svd(axis[None])[2][1:]
    turns = 2 * np.pi * (np.arange(7) + 0.3) / 7
    spokes = np.cos(turns)[:, None] * side[0] + np.sin(turns)[:, None] * side[1]
    shares = (0.23, 0.5, 0.77)
    if part.kind in ("sphere", "hemisphere"):
        rows = [(np.cos(t), np.sin(t)) for t in (0.4, 0.9, 1.3)]
        rows += [(x, -y) for x, y in rows] if part.kind == "sphere" else [(0.5, 0.0)]
        return np.concatenate([base + part.radius_m * (x * spokes + y * axis) for x, y in rows])
    tops = [(part.radius_m * (1 - q) + part.top_radius_m * q, q * height) for q in shares]
    ends = [(part.radius_m / 2, 0.0)] + ([(part.top_radius_m / 2, height)] if part.top_radius_m > 0 else [])
    return np.concatenate([base + x * spokes + y * axis for x, y in [*tops, *ends]])
