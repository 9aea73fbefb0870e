"""Direct parametrisations of solids: a few numbers give all vertices, and the kind's conditions hold by construction.

A cube has one number, a regular pyramid two. Conditions that a template does not guarantee (an angle, a height)
are left to the numerical solver, which searches over these few numbers instead of over every coordinate.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.notation import syntax as s
from geometry.notation.catalogue import base_of, edges_of
from geometry.numerics.vectors import Array, polygon_centroid

Build = Callable[[Array], Array]


@dataclass(frozen=True)
class Template:
    """`build` maps sizes `(N, n)` to vertices `(N, V, 3)` in label order; `start` is a well-proportioned first guess.

    `implied` are the given conditions that hold for every choice of sizes and need not be solved.
    """

    start: Array
    build: Build
    implied: frozenset[s.Condition] = frozenset()
    offsets: tuple[int, ...] = ()

    @property
    def is_size(self) -> NDArray[np.bool_]:
        """Which variables are positive sizes; the others are lateral offsets of any sign."""
        return ~np.isin(np.arange(len(self.start)), self.offsets)


@dataclass(frozen=True)
class _Base:
    start: tuple[float, ...]
    ring: Build
    implied: frozenset[s.Condition] = frozenset()
    offsets: tuple[int, ...] = ()


_SHAPES = ("square", "rectangle", "rhombus", "parallelogram", "trapezoid", "equilateral", "regular")


def template_for(solid: s.SolidDecl, givens: Sequence[s.Condition]) -> Template:
    """The template of a polyhedral solid, using the conditions in `givens` on the shape of its base."""
    match solid.kind:
        case "cube":
            return Template(np.ones(1), lambda x: _box(x[:, [0, 0, 0]]))
        case "cuboid":
            return Template(np.array([1.0, 1.3, 0.8]), _box)
        case "parallelepiped":
            return _prism_like(solid, _base_shape(solid, givens, "parallelogram"))
        case "prism":
            return _prism_like(solid, _base_shape(solid, givens))
        case "pyramid":
            return _pyramid(solid, _base_shape(solid, givens))
        case "tetrahedron":
            return _tetrahedron(solid)
        case "frustum":
            return _frustum(solid, _base_shape(solid, givens))
        case "octahedron":
            return _octahedron(solid, _base_shape(solid, givens))
        case "icosahedron":
            return Template(np.ones(1), lambda x: x[:, 0, None, None] * ICOSAHEDRON)
        case "dodecahedron":
            return Template(np.ones(1), lambda x: x[:, 0, None, None] * DODECAHEDRON)
        case _:
            return _free(len(solid.labels), _graph_drawing(solid))


# Base polygons in the plane z = 0


def _base_shape(solid: s.SolidDecl, givens: Sequence[s.Condition], least: str = "") -> _Base:
    base = base_of(solid)
    stated = [c for c in givens if isinstance(c, s.Call) and c.name in _SHAPES and _same_ring(c, base)]
    shapes = {c.name for c in stated} | ({"regular"} if "regular" in solid.properties else set())
    if shapes & {"square", "equilateral", "regular"} or {"rectangle", "rhombus"} <= shapes:
        return _Base((1.0,), _regular_ring(len(base)), frozenset(stated))
    if "rectangle" in shapes:
        return _Base((1.0, 1.3), _rectangle_ring, frozenset(stated))
    if "rhombus" in shapes:
        return _Base((0.6, 0.9), _rhombus_ring, frozenset(stated))
    if "parallelogram" in shapes or least == "parallelogram":
        return _Base((1.0, 0.3, 1.1), _parallelogram_ring, frozenset(stated), (1,))
    aligned = [c for c in stated if c.name == "trapezoid" and _labels(c) == base]
    if aligned:
        return _Base((1.2, 0.8, 0.9, 0.2), _trapezoid_ring, frozenset(aligned), (3,))
    start = _free_ring_start(len(base))
    return _Base(start, _free_ring(len(base)), offsets=tuple(range(1, len(start))))


def _labels(call: s.Call) -> tuple[str, ...]:
    return tuple(arg.labels[0] for arg in call.args if isinstance(arg, s.Labels))


def _same_ring(call: s.Call, base: tuple[str, ...]) -> bool:
    """Whether the call names the base's vertices in the same cyclic order, in either direction."""
    ring = _labels(call)
    if call.name == "trapezoid":
        return ring == base
    doubled = base + base
    turns = [doubled[i : i + len(base)] for i in range(len(base))]
    return ring in turns or tuple(reversed(ring)) in turns


def _flat(x: Array, columns: Sequence[tuple[Array | float, Array | float]]) -> Array:
    """Points `(N, n, 3)` of the plane z = 0 from pairs of `(N,)` columns."""
    ring = np.zeros((len(x), len(columns), 3))
    for i, (px, py) in enumerate(columns):
        ring[:, i, 0], ring[:, i, 1] = px, py
    return ring


def _regular_ring(n: int) -> Build:
    turn = 2 * np.pi * np.arange(n) / n
    unit_ring = np.stack([np.cos(turn), np.sin(turn), np.zeros(n)], axis=-1) / (2 * np.sin(np.pi / n))
    return lambda x: x[:, 0, None, None] * unit_ring


def _rectangle_ring(x: Array) -> Array:
    a, b = x[:, 0], x[:, 1]
    return _flat(x, [(0, 0), (a, 0), (a, b), (0, b)])


def _rhombus_ring(x: Array) -> Array:
    p, q = x[:, 0], x[:, 1]
    return _flat(x, [(-p, 0), (0, -q), (p, 0), (0, q)])


def _parallelogram_ring(x: Array) -> Array:
    a, bx, by = x[:, 0], x[:, 1], x[:, 2]
    return _flat(x, [(0, 0), (a, 0), (a + bx, by), (bx, by)])


def _trapezoid_ring(x: Array) -> Array:
    a, c, h, lean = x[:, 0], x[:, 1], x[:, 2], x[:, 3]
    return _flat(x, [(0, 0), (a, 0), (lean + c, h), (lean, h)])


def _free_ring_start(n: int) -> tuple[float, ...]:
    ring = _regular_ring(n)(np.ones((1, 1)))[0, :, :2]
    ring = ring - ring[0]
    along = ring[1] / np.linalg.norm(ring[1])
    turned = np.stack([ring @ along, ring @ np.array([-along[1], along[0]])], axis=-1)
    return (float(turned[1, 0]), *(float(v) for v in turned[2:].ravel()))


def _free_ring(n: int) -> Build:
    def ring(x: Array) -> Array:
        columns: list[tuple[Array | float, Array | float]] = [(0, 0), (x[:, 0], 0)]
        columns += [(x[:, 2 * i - 3], x[:, 2 * i - 2]) for i in range(2, n)]
        return _flat(x, columns)

    return ring


# Solids on a base


def _box(x: Array) -> Array:
    a, b, c = x[:, 0], x[:, 1], x[:, 2]
    ring = _flat(x, [(0, 0), (a, 0), (a, b), (0, b)])
    return np.concatenate([ring, _lifted(ring, c)], axis=1)


def _lifted(ring: Array, height: Array) -> Array:
    top = ring.copy()
    top[:, :, 2] += height[:, None]
    return top


def _prism_like(solid: s.SolidDecl, base: _Base) -> Template:
    n = len(base.start)
    upright = bool({"regular", "right"} & set(solid.properties))

    def build(x: Array) -> Array:
        ring = base.ring(x[:, :n])
        top = _lifted(ring, x[:, n]) if upright else ring + x[:, None, n : n + 3]
        return np.concatenate([ring, top], axis=1)

    climb = (1.2,) if upright else (0.25, 0.15, 1.1)
    offsets = base.offsets if upright else (*base.offsets, n, n + 1)
    return Template(np.array([*base.start, *climb]), build, base.implied, offsets)


def _pyramid(solid: s.SolidDecl, base: _Base) -> Template:
    n = len(base.start)
    upright = bool({"regular", "right"} & set(solid.properties))

    def build(x: Array) -> Array:
        ring = base.ring(x[:, :n])
        apex = polygon_centroid(ring)
        apex[:, 2] += x[:, n]
        if not upright:
            apex[:, :2] += x[:, n + 1 : n + 3]
        return np.concatenate([apex[:, None, :], ring], axis=1)

    climb = (1.2,) if upright else (1.2, 0.1, 0.15)
    offsets = base.offsets if upright else (*base.offsets, n + 1, n + 2)
    return Template(np.array([*base.start, *climb]), build, base.implied, offsets)


def _tetrahedron(solid: s.SolidDecl) -> Template:
    if "regular" in solid.properties:
        corners = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / np.sqrt(8)
        return Template(np.ones(1), lambda x: x[:, 0, None, None] * corners)
    return _free(4, np.array([[1.0, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / np.sqrt(8))


def _frustum(solid: s.SolidDecl, base: _Base) -> Template:
    n = len(base.start)
    upright = bool({"regular", "right"} & set(solid.properties))

    def build(x: Array) -> Array:
        ring = base.ring(x[:, :n])
        centre = polygon_centroid(ring)[:, None, :]
        # The size of the smaller base is a length like the others, so that one scale applies to every variable.
        ratio = x[:, n] / np.linalg.norm(ring[:, 1] - ring[:, 0], axis=-1)
        top = _lifted(centre + (ring - centre) * ratio[:, None, None], x[:, n + 1])
        if not upright:
            top[:, :, :2] += x[:, None, n + 2 : n + 4]
        return np.concatenate([ring, top], axis=1)

    climb = (0.5, 0.9) if upright else (0.5, 0.9, 0.1, 0.1)
    offsets = base.offsets if upright else (*base.offsets, n + 2, n + 3)
    return Template(np.array([*base.start, *climb]), build, base.implied, offsets)


def _octahedron(solid: s.SolidDecl, base: _Base) -> Template:
    if "regular" in solid.properties:
        corners = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0], [0, 0, -1]]) / np.sqrt(2)
        return Template(np.ones(1), lambda x: x[:, 0, None, None] * corners, base.implied)
    n = len(base.start)

    def build(x: Array) -> Array:
        ring = base.ring(x[:, :n])
        centre = ring.mean(axis=1)
        upper, lower = centre + x[:, n : n + 3], centre - x[:, n + 3 : n + 6]
        return np.concatenate([upper[:, None, :], ring, lower[:, None, :]], axis=1)

    offsets = (*base.offsets, n, n + 1, n + 3, n + 4)
    return Template(np.array([*base.start, 0.05, 0.0, 0.8, 0.0, 0.05, 0.7]), build, base.implied, offsets)


GOLDEN = (1 + np.sqrt(5)) / 2


def _pentagon(radius: float, height: float, turn: float = 0.0) -> Array:
    """A regular pentagon `(5, 3)` round the z axis; `turn` in fifths of a full turn."""
    angles = 2 * np.pi * (np.arange(5) + turn) / 5
    return np.stack([radius * np.cos(angles), radius * np.sin(angles), np.full(5, height)], axis=-1)


def _unit_icosahedron() -> Array:
    """Vertices `(12, 3)` for edge 1: circumradius R = sqrt(2 + golden) / 2, rings at heights ±R/sqrt(5)."""
    R = np.sqrt(2 + GOLDEN) / 2
    across, up = 2 * R / np.sqrt(5), R / np.sqrt(5)
    ends = np.array([[0.0, 0.0, R]]), np.array([[0.0, 0.0, -R]])
    return np.concatenate([ends[0], _pentagon(across, up), _pentagon(across, -up, 0.5), ends[1]])


def _unit_dodecahedron() -> Array:
    """Vertices `(20, 3)` for edge 1: pentagons of side 1 at the ends, of side golden between them."""
    side = 1 / (2 * np.sin(np.pi / 5))
    # Half the distance of opposite faces, and the climb of an edge from the end ring to the next one.
    inradius = GOLDEN**2 / (2 * np.sqrt(3 - GOLDEN))
    climb = np.sqrt(1 - (side * (GOLDEN - 1)) ** 2)
    rings = (_pentagon(side, -inradius), _pentagon(GOLDEN * side, climb - inradius))
    upper = (_pentagon(GOLDEN * side, inradius - climb, 0.5), _pentagon(side, inradius, 0.5))
    return np.concatenate([*rings, *upper])


ICOSAHEDRON, DODECAHEDRON = _unit_icosahedron(), _unit_dodecahedron()


def _free(count: int, drawing: Array) -> Template:
    """Any `count` points up to a rigid motion: the first at the origin, the next on an axis, the next in a plane."""
    guess = _standard_position(drawing)
    start = np.concatenate([[guess[1, 0]], guess[2, :2], guess[3:].ravel()])

    def build(x: Array) -> Array:
        points = np.zeros((len(x), count, 3))
        points[:, 1, 0] = x[:, 0]
        points[:, 2, :2] = x[:, 1:3]
        points[:, 3:, :] = x[:, 3:].reshape(len(x), count - 3, 3)
        return points

    return Template(start, build, offsets=tuple(range(1, len(start))))


def _graph_drawing(solid: s.SolidDecl) -> Array:
    """Vertices `(n, 3)` from a spectral drawing of the edge graph: the three lowest modes of its Laplacian, which
    draw the graph of a convex polyhedron in a similar shape (Koren, "Drawing graphs by eigenvectors")."""
    index = {label: i for i, label in enumerate(solid.labels)}
    n = len(index)
    laplacian = np.zeros((n, n))
    for a, b in edges_of(solid):
        i, j = index[a], index[b]
        laplacian[[i, j], [j, i]] = -1
        laplacian[i, i] += 1
        laplacian[j, j] += 1
    _, modes = np.linalg.eigh(laplacian)
    drawing = modes[:, 1:4]
    return np.asarray(drawing / np.abs(drawing).max(0))


def _standard_position(points: Array) -> Array:
    """`points` moved rigidly so that the first is the origin, the second on an axis, the third in a plane."""
    moved = points - points[0]
    frame, _ = np.linalg.qr(moved[1:4].T)
    turned = moved @ frame
    signs = np.sign([turned[1, 0], turned[2, 1], turned[3, 2]])
    return np.asarray(turned * np.where(signs == 0, 1, signs))
