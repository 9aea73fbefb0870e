"""Mesh primitives of furniture (box, cushion, lathe, rod, sheet) as arrays, with UV maps in metres. Pure numpy.

Parts are in the local frame of their piece. All faces are quads except the triangles that close round ends. Each part
names the role of its material ("wood", "fabric"), which a style assigns later.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

Vec3 = tuple[float, float, float]
Faces = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Part:
    """One closed or open piece of surface."""

    vertices: np.ndarray
    """(n, 3) metres."""
    faces: Faces
    role: str
    uv: np.ndarray
    """(number of face corners, 2) metres, u along the grain."""
    smooth: bool = False


def joined(*groups: Part | Sequence[Part]) -> list[Part]:
    """Flatten parts and lists of parts."""
    return [part for group in groups for part in ([group] if isinstance(group, Part) else group)]


def moved(
    parts: Part | Sequence[Part], offset: Vec3 = (0, 0, 0), turn_deg: float = 0.0, tilt_deg: float = 0.0
) -> list[Part]:
    """Rotate about x, then about z, then translate."""
    a, b = np.radians(tilt_deg), np.radians(turn_deg)
    tilt = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    turn = np.array([[np.cos(b), -np.sin(b), 0], [np.sin(b), np.cos(b), 0], [0, 0, 1]])
    matrix = turn @ tilt
    return [
        Part(part.vertices @ matrix.T + np.array(offset), part.faces, part.role, part.uv, part.smooth)
        for part in joined(parts)
    ]


def box(size: Vec3, at: Vec3, role: str, bevel: float = 0.0) -> Part:
    """A box around `at`; with a bevel its edges are rounded in two steps."""
    half = np.array(size) / 2
    grid, faces = _box_grid(1 if bevel == 0 else 3)
    if bevel == 0:
        local = (grid * 2 - 1) * half
    else:
        radius = min(bevel, float(half.min()) * 0.98)
        stations = np.stack([-half, -half + radius, half - radius, half])
        local = stations[grid, np.arange(3)]
        inner = np.clip(local, -half + radius, half - radius)
        out = local - inner
        local = inner + radius * out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9)
    return Part(local + np.array(at), faces, role, _box_map(local, faces, half), smooth=bevel > 0.02)


def cushion(size: Vec3, at: Vec3, role: str, puff: float = 0.03) -> Part:
    """A soft box whose top and bottom bulge."""
    half = np.array(size) / 2
    grid, faces = _box_grid(5)
    t = grid / 5 * 2 - 1
    radius = float(half.min()) * 0.7
    local = np.sign(t) * np.abs(t) ** 0.8 * half
    inner = np.clip(local, -half + radius, half - radius)
    out = local - inner
    local = inner + radius * out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9)
    crown = np.clip((1 - t[:, 0] ** 2) * (1 - t[:, 1] ** 2), 0, 1)
    local[:, 2] += np.sign(t[:, 2]) * puff * crown
    return Part(local + np.array(at), faces, role, _box_map(local, faces, half), smooth=True)


@cache
def _box_grid(n: int) -> tuple[np.ndarray, Faces]:
    """Lattice points on the surface of an n x n x n cube, and its outward quads."""
    index: dict[tuple[int, int, int], int] = {}
    faces = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for side in (0, n):
            for i in range(n):
                for j in range(n):
                    corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
                    points = []
                    for p, q in corners if side else corners[::-1]:
                        key = [0, 0, 0]
                        key[axis], key[u], key[v] = side, p, q
                        points.append(index.setdefault((key[0], key[1], key[2]), len(index)))
                    faces.append(tuple(points))
    return np.array(list(index)), tuple(faces)


def _box_map(local: np.ndarray, faces: Faces, half: np.ndarray) -> np.ndarray:
    """Planar UV map of a box-like part, the longest side of the part along u."""
    quads = np.array(faces)
    corners = local[quads]
    normal = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    dominant = np.abs(normal).argmax(axis=1)
    by_length = np.argsort(-half, kind="stable")
    axes = np.array([[k for k in by_length if k != d] for d in range(3)])[dominant]
    return np.take_along_axis(corners, np.broadcast_to(axes[:, None, :], (*quads.shape, 2)), axis=2).reshape(-1, 2)


def lathe(profile: Sequence[tuple[float, float]], role: str, at: Vec3 = (0, 0, 0), sides: int = 14) -> Part:
    """A surface of revolution: profile of (radius, height) from bottom to top. A radius of 0 closes an end."""
    angles = np.arange(sides) * 2 * np.pi / sides
    rings = [[(r * np.cos(a), r * np.sin(a), z) for a in angles] if r > 0 else [(0.0, 0.0, z)] for r, z in profile]
    starts = np.cumsum([0] + [len(ring) for ring in rings])
    faces: list[tuple[int, ...]] = []
    for k in range(len(rings) - 1):
        low, high = starts[k], starts[k + 1]
        for i in range(sides):
            j = (i + 1) % sides
            if len(rings[k]) == 1:
                faces.append((low, high + j, high + i))
            elif len(rings[k + 1]) == 1:
                faces.append((low + i, low + j, high))
            else:
                faces.append((low + i, low + j, high + j, high + i))
    vertices = np.array([point for ring in rings for point in ring])
    girth = np.arctan2(vertices[:, 1], vertices[:, 0]) % (2 * np.pi) * max(r for r, _ in profile)
    corners = np.array([i for face in faces for i in face])
    uv = np.column_stack([vertices[corners, 2], girth[corners]])
    return Part(vertices + np.array(at), tuple(faces), role, uv, smooth=True)


def rod(start: Vec3, end: Vec3, role: str, radius: float, end_radius: float | None = None) -> Part:
    """A round or tapered bar of eight sides with closed ends."""
    a, b = np.array(start, float), np.array(end, float)
    length = float(np.linalg.norm(b - a))
    top = radius if end_radius is None else end_radius
    part = lathe([(0, 0), (radius, 0), (top, length), (0, length)], role, sides=8)
    axis = (b - a) / length
    side = np.cross(axis, (0.0, 1.0, 0.0) if abs(axis[1]) < 0.9 else (1.0, 0.0, 0.0))
    side /= np.linalg.norm(side)
    frame = np.column_stack([side, np.cross(axis, side), axis])
    return Part(part.vertices @ frame.T + a, part.faces, role, part.uv, smooth=True)


def sheet(
    surface: Callable[[np.ndarray, np.ndarray], np.ndarray],
    steps: tuple[int, int],
    role: str,
    size: tuple[float, float],
) -> Part:
    """A grid of quads over (u, v) in the unit square; `surface` maps two (n,) arrays to (n, 3) points."""
    u, v, faces, corners = _lattice(*steps)
    uv = np.column_stack([v[corners] * size[1], u[corners] * size[0]])
    return Part(surface(u, v), faces, role, uv, smooth=True)


@cache
def _lattice(nu: int, nv: int) -> tuple[np.ndarray, np.ndarray, Faces, np.ndarray]:
    """Coordinates of a grid over the unit square, its quads and their corners in order."""
    u, v = (grid.ravel() for grid in np.meshgrid(np.linspace(0, 1, nu + 1), np.linspace(0, 1, nv + 1), indexing="ij"))
    faces = tuple(
        (i * (nv + 1) + j, (i + 1) * (nv + 1) + j, (i + 1) * (nv + 1) + j + 1, i * (nv + 1) + j + 1)
        for i in range(nu)
        for j in range(nv)
    )
    return u, v, faces, np.array(faces).ravel()


def merged(parts: Sequence[Part]) -> list[Part]:
    """Parts of the same role merged into one: the leaves of a plant, the books of a shelf."""
    found = []
    for role in dict.fromkeys(part.role for part in parts):
        same = [part for part in parts if part.role == role]
        starts = np.cumsum([0] + [len(part.vertices) for part in same]).tolist()
        faces = tuple(
            tuple(i + start for i in face) for part, start in zip(same, starts, strict=False) for face in part.faces
        )
        vertices, uv = np.vstack([part.vertices for part in same]), np.vstack([part.uv for part in same])
        found.append(Part(vertices, faces, role, uv, same[0].smooth))
    return found


def one_shade(part: Part, shade: int) -> Part:
    """The part with all UVs at one point, so that it gets a single tone of its material."""
    return Part(part.vertices, part.faces, part.role, np.full_like(part.uv, shade + 0.5), part.smooth)
