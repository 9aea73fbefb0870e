"""Exact shortest path between two points on the surface of a convex polyhedron.

Every straight path from the start is followed across edges by unfolding each next face into the plane of the
last one; a window is the piece of an edge visible from the start through one sequence of faces. On a convex
surface a shortest path never passes a corner and meets a face at most once (Sharir and Schorr, 1986), so the
windows at each depth partition the directions at the start and stay few. Raises GeometryError for points that
are not on the surface.
"""

import heapq
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.errors import GeometryError
from geometry.numerics.vectors import cross
from geometry.shapes.polyhedra import ConvexPolyhedron
from geometry.tolerances import ON_SURFACE_RELATIVE

FloatArray = NDArray[np.float64]
Edge = tuple[int, int]

SEEN_RELATIVE = 1e-10
"""Tolerance: a goal this far outside a window, relative to the solid, is on its border, such as a corner."""


@dataclass(frozen=True)
class _Frame:
    """A face laid flat behind one of its edges: x along the edge from its first end, y into the face."""

    face: int
    corners: dict[int, tuple[float, float]]
    sides: tuple[Edge, ...]
    """The other edges of the face, each turning counter-clockwise round it."""

    goal: tuple[float, float] | None
    """The position of the goal, if it is on this face."""


@dataclass(frozen=True)
class _Window:
    """The piece [low, high] of the entry edge of a frame, visible from an unfolded start at (x, −depth)."""

    edge: Edge
    x: float
    depth: float
    low: float
    high: float
    visited: frozenset[int]

    def nearest(self) -> float:
        """Least length of a path through the window."""
        return math.hypot(max(self.low - self.x, self.x - self.high, 0.0), self.depth)


def on_polyhedron(p: ConvexPolyhedron, a: ArrayLike, b: ArrayLike) -> float:
    """Length of the shortest path from a to b over the surface of p."""
    start, goal = _point(a), _point(b)
    starts, goals = _faces_at(p, start), _faces_at(p, goal)
    if starts & goals:
        return float(np.linalg.norm(goal - start))
    surface = _Surface(p, goal, goals)
    ticket = itertools.count()
    queue = [(w.nearest(), next(ticket), w) for face in sorted(starts) for w in surface.first_windows(start, face)]
    heapq.heapify(queue)
    best = math.inf
    while queue and queue[0][0] < best:
        window = heapq.heappop(queue)[2]
        best = min(best, surface.length_to_goal(window))
        for child in surface.beyond(window):
            if child.nearest() < best:
                heapq.heappush(queue, (child.nearest(), next(ticket), child))
    if not math.isfinite(best):
        raise GeometryError("No path over the surface was found between the two points.")
    return best


class _Surface:
    """The faces of a solid, laid flat behind each of their edges on demand."""

    def __init__(self, p: ConvexPolyhedron, goal: FloatArray, goals: frozenset[int]) -> None:
        self._p = p
        self._goal, self._goals = goal, goals
        self._frames: dict[Edge, _Frame] = {}
        self._face_of = {side: k for k, face in enumerate(p.faces) for side in _sides(face)}
        self._normals = _normals(p)
        self._size = float(np.ptp(p.vertices, axis=0).max())

    def first_windows(self, start: FloatArray, face: int) -> Iterator[_Window]:
        """The whole edges of a face on which the start lies, apart from those it lies on."""
        normal = self._normals[face]
        for i, j in _sides(self._p.faces[face]):
            along = self._p.vertices[i] - self._p.vertices[j]
            length = float(np.linalg.norm(along))
            from_end = start - self._p.vertices[j]
            depth = float(from_end @ cross(along, normal)) / length
            if depth > ON_SURFACE_RELATIVE * self._size:
                x = float(from_end @ along) / length
                yield _Window((j, i), x, depth, 0.0, length, frozenset({face}))

    def length_to_goal(self, window: _Window) -> float:
        """Length of the straight path through the window to the goal, infinite if the goal is not visible."""
        goal = self._frame(window.edge).goal
        if goal is None:
            return math.inf
        crossing = window.x + (goal[0] - window.x) * window.depth / (window.depth + goal[1])
        slack = SEEN_RELATIVE * self._size
        if not window.low - slack <= crossing <= window.high + slack:
            return math.inf
        return math.hypot(goal[0] - window.x, goal[1] + window.depth)

    def beyond(self, window: _Window) -> Iterator[_Window]:
        """The windows that this one opens on the other edges of the face behind it."""
        frame = self._frame(window.edge)
        visited = window.visited | {frame.face}
        for i, j in frame.sides:
            if self._face_of[j, i] in visited:
                continue
            piece = _seen_piece(window, frame.corners[i], frame.corners[j])
            if piece is not None:
                (xi, yi), (xj, yj) = frame.corners[i], frame.corners[j]
                length = math.hypot(xj - xi, yj - yi)
                ex, ey = (xi - xj) / length, (yi - yj) / length
                sx, sy = window.x - xj, -window.depth - yj
                # Left of i → j is inside the face; the start is seen from there.
                depth = ey * sx - ex * sy
                yield _Window(
                    (j, i),
                    sx * ex + sy * ey,
                    depth,
                    (1.0 - piece[1]) * length,
                    (1.0 - piece[0]) * length,
                    visited,
                )

    def _frame(self, edge: Edge) -> _Frame:
        if edge not in self._frames:
            self._frames[edge] = self._laid_flat(edge)
        return self._frames[edge]

    def _laid_flat(self, edge: Edge) -> _Frame:
        face = self._face_of[edge]
        origin = self._p.vertices[edge[0]]
        along = self._p.vertices[edge[1]] - origin
        along = along / np.linalg.norm(along)
        inward = cross(self._normals[face], along)

        def flat(point: FloatArray) -> tuple[float, float]:
            return float((point - origin) @ along), float((point - origin) @ inward)

        ring = self._p.faces[face]
        goal = flat(self._goal) if face in self._goals else None
        sides = tuple(side for side in _sides(ring) if side != edge)
        return _Frame(face, {i: flat(self._p.vertices[i]) for i in ring}, sides, goal)


def _seen_piece(window: _Window, first: tuple[float, float], last: tuple[float, float]) -> tuple[float, float] | None:
    """The visible interval of a side, as fractions: between the rays through the two ends of the window."""
    low, high = 0.0, 1.0
    for end, sense in ((window.low, -1.0), (window.high, 1.0)):
        rx, ry = end - window.x, window.depth
        at_first, at_last = (sense * (rx * (y + window.depth) - ry * (x - window.x)) for x, y in (first, last))
        if at_first < 0.0 and at_last < 0.0:
            return None
        if at_first < 0.0:
            low = max(low, at_first / (at_first - at_last))
        elif at_last < 0.0:
            high = min(high, at_first / (at_first - at_last))
    return (low, high) if high > low else None


def _point(value: ArrayLike) -> FloatArray:
    point = np.asarray(value, dtype=np.float64)
    if point.shape != (3,) or not np.isfinite(point).all():
        raise GeometryError("A path needs two finite points in space.")
    return point


def _faces_at(p: ConvexPolyhedron, point: FloatArray) -> frozenset[int]:
    """The faces on which a point of the surface lies: one, two on an edge, more at a corner."""
    normals = _normals(p)
    anchors = p.vertices[[face[0] for face in p.faces]]
    height = ((point - anchors) * normals).sum(axis=1) / float(np.ptp(p.vertices, axis=0).max())
    if abs(height.max()) > ON_SURFACE_RELATIVE:
        raise GeometryError("A point of the path does not lie on the surface of the solid.")
    return frozenset(int(k) for k in np.flatnonzero(height >= -ON_SURFACE_RELATIVE))


def _normals(p: ConvexPolyhedron) -> FloatArray:
    """Unit outward normals (m, 3) of the faces."""
    rings = [p.vertices[list(face)] for face in p.faces]
    vectors = np.stack([cross(ring[1:-1] - ring[0], ring[2:] - ring[0]).sum(axis=0) for ring in rings])
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1)[:, None])


def _sides(face: tuple[int, ...]) -> list[Edge]:
    return list(zip(face, (*face[1:], face[0]), strict=True))
