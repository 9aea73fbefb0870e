"""Shortest paths against famous puzzles, closed forms, metric laws and an independent minimisation."""

import itertools
import math
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

from geometry.errors import GeometryError
from geometry.shapes import surface_paths as sp
from geometry.shapes.polyhedra import ConvexPolyhedron, FloatArray, convex_hull, edges

SEEDS = st.integers(0, 2**32 - 1)
SIZES = st.floats(0.1, 10)
ANGLES = st.floats(0, math.pi)
SHARES = st.floats(0, 1)
O = np.zeros(3)  # noqa: E741
Z = np.array([0.0, 0.0, 1.0])
TETRAHEDRON = np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], dtype=float)


def box(*sides: float) -> ConvexPolyhedron:
    return convex_hull(np.array(list(itertools.product(*([0, s] for s in sides))), dtype=float))


def polar(r: float, angle: float, z: float) -> FloatArray:
    return np.array([r * math.cos(angle), r * math.sin(angle), z])


def motion(seed: int) -> tuple[Callable[[FloatArray], FloatArray], float]:
    rng = np.random.default_rng(seed)
    turn, scale = Rotation.random(random_state=int(rng.integers(2**31))), float(np.exp(rng.uniform(-4, 4)))
    shift = scale * rng.normal(size=3)
    return (lambda x: scale * turn.apply(x) + shift), scale


def surface_point(p: ConvexPolyhedron, rng: np.random.Generator) -> FloatArray:
    """A random point on a face, an edge or a corner."""
    face = p.vertices[list(p.faces[rng.integers(len(p.faces))])]
    kind = rng.integers(5)
    if kind == 0:
        corner: FloatArray = face[0]
        return corner
    return rng.dirichlet(np.ones(2)) @ face[:2] if kind == 1 else rng.dirichlet(np.ones(len(face))) @ face


def least_length(a: FloatArray, b: FloatArray, shared: FloatArray) -> float:
    """Least length of a path from a to b over one point on each segment (k, 2, 3): a convex problem."""
    if len(shared) == 0:
        return float(np.linalg.norm(b - a))
    along = shared[:, 1] - shared[:, 0]

    def length_and_slope(t: FloatArray) -> tuple[float, FloatArray]:
        steps = np.diff(np.vstack([a, shared[:, 0] + t[:, None] * along, b]), axis=0)
        lengths = np.linalg.norm(steps, axis=1)
        units = steps / np.maximum(lengths, 1e-12)[:, None]
        return lengths.sum(), ((units[:-1] - units[1:]) * along).sum(axis=1)

    start = np.full(len(shared), 0.5)
    return float(minimize(length_and_slope, start, jac=True, bounds=[(0, 1)] * len(shared)).fun)


def slow_shortest(p: ConvexPolyhedron, a: FloatArray, b: FloatArray) -> float:
    """Oracle: for every sequence of distinct faces, minimise the length over the points on shared edges."""
    faces = [frozenset(f) for f in p.faces]

    def holds(face: int, x: FloatArray) -> bool:
        ring = p.vertices[list(p.faces[face])]
        normal = np.cross(ring[1] - ring[0], ring[2] - ring[0])
        return bool(abs((x - ring[0]) @ normal) < 1e-9)

    def sequences(path: list[int]) -> Iterator[list[int]]:
        if holds(path[-1], b):  # from here the straight segment cannot be beaten
            yield path
            return
        for k in range(len(faces)):
            if k not in path and not holds(k, a) and len(faces[k] & faces[path[-1]]) == 2:
                yield from sequences([*path, k])

    best = math.inf
    for start in (k for k in range(len(faces)) if holds(k, a)):
        for path in sequences([start]):
            shared = np.array([p.vertices[sorted(faces[i] & faces[j])] for i, j in itertools.pairwise(path)])
            best = min(best, least_length(a, b, shared))
    return best


@pytest.mark.slow
@given(sides=st.tuples(SIZES, SIZES, SIZES), seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_opposite_corners_of_a_box_are_joined_over_its_two_smaller_sides(
    sides: tuple[float, float, float], seed: int
) -> None:
    move, scale = motion(seed)
    p = box(*sides)
    ends = move(np.array([[0, 0, 0], sides], dtype=float))
    low, mid, high = sorted(sides)
    expected = math.hypot(low + mid, high) * scale
    assert sp.on_polyhedron(convex_hull(move(p.vertices)), *ends) == pytest.approx(expected, rel=1e-11)


def test_famous_boxes_come_out() -> None:
    assert sp.on_polyhedron(box(1, 2, 3), (0, 0, 0), (1, 2, 3)) == pytest.approx(math.sqrt(18), rel=1e-14)
    assert sp.on_polyhedron(box(1, 1, 1), (0, 0, 0), (1, 1, 1)) == pytest.approx(math.sqrt(5), rel=1e-14)
    # Dudeney, The Spider and the Fly (1903): five faces of the room 30 × 12 × 12, 40 feet.
    assert sp.on_polyhedron(box(30, 12, 12), (0, 6, 11), (30, 6, 1)) == pytest.approx(40, rel=1e-14)
    # Kotani's ant on the 1 × 1 × 2 box: the farthest point from a corner is not the opposite corner.
    assert sp.on_polyhedron(box(1, 1, 2), O, (0.75, 0.75, 2)) == pytest.approx(math.sqrt(130) / 4, rel=1e-14)
    assert sp.on_polyhedron(box(1, 1, 2), O, (1, 1, 2)) == pytest.approx(math.sqrt(8), rel=1e-14)


@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_midpoints_of_opposite_edges_of_a_regular_tetrahedron_are_an_edge_apart(seed: int) -> None:
    move, scale = motion(seed)
    corners = move(TETRAHEDRON)
    ends = (corners[0] + corners[1]) / 2, (corners[2] + corners[3]) / 2
    assert sp.on_polyhedron(convex_hull(corners), *ends) == pytest.approx(math.sqrt(8) * scale, rel=1e-12)


@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_paths_on_a_regular_tetrahedron_are_straight_in_the_tiling_of_the_plane(seed: int) -> None:
    # The tetrahedron rolls onto the triangular lattice: the images of y are ±y plus twice the lattice, and
    # the distance is that to the nearest.
    rng = np.random.default_rng(seed)
    u, v = np.array([1.0, 0.0]), np.array([0.5, math.sqrt(3) / 2])
    s, t = (rng.dirichlet(np.ones(3)) for _ in range(2))
    corners = TETRAHEDRON / math.sqrt(8)
    # Faces 0-1-2 at the lattice triangle 0, u, v and 1-2-3 at u, v, u + v.
    x, y = s[1] * u + s[2] * v, t[0] * u + t[1] * v + t[2] * (u + v)
    images = [e * y + 2 * (i * u + j * v) for e in (1, -1) for i in range(-2, 3) for j in range(-2, 3)]
    expected = min(np.linalg.norm(image - x) for image in images)
    found = sp.on_polyhedron(convex_hull(corners), s @ corners[:3], t @ corners[1:])
    assert found == pytest.approx(expected, rel=1e-11)


@given(seed=SEEDS)
@settings(max_examples=5, deadline=None)
def test_unfolding_agrees_with_minimising_over_every_sequence_of_faces(seed: int) -> None:
    rng = np.random.default_rng(seed)
    p = convex_hull(rng.normal(size=(4 + seed % 2, 3)) * rng.uniform(0.3, 1, 3))
    a, b = surface_point(p, rng), surface_point(p, rng)
    assert sp.on_polyhedron(p, a, b) == pytest.approx(slow_shortest(p, a, b), rel=1e-6, abs=1e-7)


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=25, deadline=None)
def test_distance_on_a_polyhedron_is_a_metric_that_moves_with_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    p = convex_hull(rng.normal(size=(rng.integers(4, 11), 3)))
    a, b, c = points = np.array([surface_point(p, rng) for _ in range(3)])
    ab, bc, ac = (sp.on_polyhedron(p, *pair) for pair in ((a, b), (b, c), (a, c)))
    assert ac <= ab + bc + 1e-9
    assert ab >= np.linalg.norm(a - b) - 1e-12
    assert sp.on_polyhedron(p, b, a) == pytest.approx(ab, rel=1e-10, abs=1e-12)
    move, scale = motion(seed)
    placed = move(points)
    assert sp.on_polyhedron(convex_hull(move(p.vertices)), *placed[:2]) == pytest.approx(
        ab * scale, rel=1e-9, abs=1e-9 * scale
    )


@given(seed=SEEDS)
@settings(max_examples=15, deadline=None)
def test_no_walk_along_the_edges_is_shorter_than_the_shortest_path(seed: int) -> None:
    rng = np.random.default_rng(seed)
    p = convex_hull(rng.normal(size=(9, 3)))
    n = len(p.vertices)
    walk = np.full((n, n), np.inf)
    for i, j in edges(p):
        walk[i, j] = walk[j, i] = np.linalg.norm(p.vertices[i] - p.vertices[j])
    for k in range(n):
        walk = np.minimum(walk, walk[:, k : k + 1] + walk[k : k + 1])
    i, j = rng.choice(n, 2, replace=False)
    assert sp.on_polyhedron(p, p.vertices[i], p.vertices[j]) <= walk[i, j] * (1 + 1e-12)


@given(r=SIZES, h=SIZES, angle=ANGLES, low=SHARES, high=SHARES, seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_a_path_on_the_wall_of_a_cylinder_is_straight_when_unrolled(
    r: float, h: float, angle: float, low: float, high: float, seed: int
) -> None:
    move, scale = motion(seed)
    base, top, a, b = move(np.array([O, h * Z, polar(r, 1, low * h), polar(r, 1 + angle, high * h)]))
    expected = math.hypot(r * angle, (high - low) * h) * scale
    assert sp.on_cylinder(base, top, r * scale, a, b) == pytest.approx(expected, rel=1e-8, abs=1e-9 * scale)


@pytest.mark.slow
@given(r=SIZES, h=SIZES)
@settings(max_examples=30, deadline=None)
def test_opposite_rim_points_are_joined_over_the_wall_or_straight_over_the_lid(r: float, h: float) -> None:
    # School problem: the shorter of √(π²r² + h²) and 2r + h.
    a, b = polar(r, 0, 0), polar(r, math.pi, h)
    expected = min(math.hypot(math.pi * r, h), 2 * r + h)
    assert sp.on_cylinder(O, h * Z, r, a, b, lateral_only=False) == pytest.approx(expected, rel=1e-11)
    assert sp.on_cylinder(O, h * Z, r, a, polar(r, math.pi, 0), lateral_only=False) == pytest.approx(2 * r)


@pytest.mark.slow
@given(r=SIZES, h=SIZES, angle=ANGLES, low=SHARES, high=SHARES)
@settings(max_examples=25, deadline=None)
def test_no_pair_of_rim_points_gives_a_shorter_path_over_a_lid(
    r: float, h: float, angle: float, low: float, high: float
) -> None:
    a, b = polar(r, 0, low * h), polar(r, angle, high * h)
    found = sp.on_cylinder(O, h * Z, r, a, b, lateral_only=False)
    rim = np.linspace(0, angle, 200)
    chords = 2 * r * np.abs(np.sin((rim[:, None] - rim) / 2))
    trials = [math.hypot(r * angle, (high - low) * h)]
    for p, q in ((1 - low, 1 - high), (low, high)):

        def length(x: FloatArray, p: float = p, q: float = q) -> float:
            chord = 2 * r * abs(math.sin((x[1] - x[0]) / 2))
            return math.hypot(r * x[0], p * h) + chord + math.hypot(r * (angle - x[1]), q * h)

        walls = np.hypot(r * rim, p * h)[:, None] + np.hypot(r * (angle - rim), q * h)
        i, j = np.unravel_index((walls + chords).argmin(), chords.shape)
        polished = minimize(length, (rim[i], rim[j]), method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-13})
        trials.append(float(polished.fun))
    # Moving a rim point by half a step changes each of its two legs by no more.
    assert min(trials) - 2 * r * angle / 199 - 1e-12 <= found <= min(trials) * (1 + 1e-10) + 1e-12


@pytest.mark.slow
@given(r=SIZES, h=SIZES, steps=st.integers(0, 12), low=SHARES, high=SHARES)
@settings(max_examples=12, deadline=None)
def test_distances_on_a_closed_cylinder_lie_between_those_on_two_prisms(
    r: float, h: float, steps: int, low: float, high: float
) -> None:
    # Going to the nearest point of a convex body shortens paths: from the cylinder to the prism inscribed in
    # it, and to the cylinder from that prism widened by 1 / cos(π/24).
    ring = 2 * math.pi * np.arange(24) / 24
    prism = convex_hull([polar(r, t, z) for t in ring for z in (0, h)])
    a, b = polar(r, 0, low * h), polar(r, ring[steps], high * h)
    closed = sp.on_cylinder(O, h * Z, r, a, b, lateral_only=False)
    inscribed = sp.on_polyhedron(prism, a, b)
    assert inscribed * (1 - 1e-9) - 1e-9 <= closed <= inscribed / math.cos(math.pi / 24) + 1e-9


def test_points_inside_the_end_disks_are_joined_over_them_when_allowed() -> None:
    def path(a: ArrayLike, b: ArrayLike) -> float:
        return sp.on_cylinder(O, 2 * Z, 1, a, b, lateral_only=False)

    assert path((0, 0, 0), (0, 0, 2)) == pytest.approx(4)
    assert path((0.5, 0, 2), (-0.5, 0.3, 2)) == pytest.approx(math.hypot(1, 0.3))
    assert path((0.5, 0, 2), (1, 0, 0.5)) == pytest.approx(2)
    assert path((0.5, 0, 2), (0.9, 0, 0)) == pytest.approx(2.6)
    assert path((0.5, 0, 2), (0, 1, 2)) == pytest.approx(math.hypot(0.5, 1))
    aside = [
        math.dist((0.5, 0), (math.cos(t), math.sin(t))) + math.hypot(1.5 - t, 1) for t in np.linspace(0, 1.5, 20001)
    ]
    assert path((0.5, 0, 2), polar(1, 1.5, 1)) == pytest.approx(min(aside), rel=1e-8)
    with pytest.raises(GeometryError, match="allowed surface"):
        sp.on_cylinder(O, 2 * Z, 1, (0.5, 0, 2), (1, 0, 0))


@given(r=SIZES, h=SIZES, angle=ANGLES, low=SHARES, high=SHARES, seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_a_path_on_a_cone_is_the_chord_of_its_unrolled_sector(
    r: float, h: float, angle: float, low: float, high: float, seed: int
) -> None:
    move, scale = motion(seed)
    base, apex, a, b = move(
        np.array([O, h * Z, polar(r * (1 - low), 2, h * low), polar(r * (1 - high), 2 + angle, h * high)])
    )
    slant = math.hypot(r, h)
    turn = angle * r / slant
    flat = [np.array([math.cos(t), math.sin(t)]) * slant * (1 - s) for t, s in ((0, low), (turn, high))]
    expected = np.linalg.norm(flat[0] - flat[1]) * scale
    assert sp.on_cone(base, apex, r * scale, a, b) == pytest.approx(expected, rel=1e-7, abs=1e-8 * scale)


def test_the_loop_round_a_cone_is_a_chord_or_goes_over_the_apex() -> None:
    # Slant 4, radius 1: the sector is a quarter, so the loop from a base point is 4√2 (a school classic).
    assert sp.loop_on_cone(O, math.sqrt(15) * Z, 1, (1, 0, 0)) == pytest.approx(4 * math.sqrt(2), rel=1e-13)
    # Slant 2, radius 1: a half disk and beyond, the apex is on the way.
    assert sp.loop_on_cone(O, math.sqrt(3) * Z, 1, (1, 0, 0)) == pytest.approx(4, rel=1e-13)
    assert sp.loop_on_cone(O, 0.5 * Z, 1, (1, 0, 0)) == pytest.approx(2 * math.hypot(1, 0.5), rel=1e-13)


def test_the_frustum_path_bends_round_the_inner_circle_of_the_unrolled_ring() -> None:
    # Slant 6, inner radius 6, outer 12, half a turn unrolls to π/2: tangent 6√3 (angle π/3), arc 6 · π/6.
    h = 3 * math.sqrt(3)
    found = sp.on_cone_frustum(O, h * Z, 6, 3, (6, 0, 0), (-3, 0, h))
    assert found == pytest.approx(6 * math.sqrt(3) + math.pi, rel=1e-13)
    # Both on the base rim: two tangents would need 2π/3 > π/2, so the chord 12√2 is straight.
    assert sp.on_cone_frustum(O, h * Z, 6, 3, (6, 0, 0), (-6, 0, 0)) == pytest.approx(12 * math.sqrt(2), rel=1e-13)
    # Both on the top rim: the arc itself.
    assert sp.on_cone_frustum(O, h * Z, 6, 3, (3, 0, h), (-3, 0, h)) == pytest.approx(3 * math.pi, rel=1e-13)


@given(big=SIZES, small=SIZES, h=SIZES, angle=ANGLES, low=SHARES, high=SHARES)
@settings(max_examples=40, deadline=None)
def test_a_path_on_a_frustum_lies_between_that_on_its_cone_and_any_detour(
    big: float, small: float, h: float, angle: float, low: float, high: float
) -> None:
    def spot(share: float, t: float) -> FloatArray:
        return polar(big * (1 - share) + small * share, t, share * h)

    a, b = spot(low, 0), spot(high, angle)
    found = sp.on_cone_frustum(O, h * Z, big, small, a, b)
    assert found == pytest.approx(sp.on_cone_frustum(h * Z, O, small, big, b, a), rel=1e-9)
    assert found >= np.linalg.norm(a - b) - 1e-12
    for share in np.linspace(0, 1, 9):
        way = spot(share, angle * 0.4)
        detour = sp.on_cone_frustum(O, h * Z, big, small, a, way) + sp.on_cone_frustum(O, h * Z, big, small, way, b)
        assert found <= detour + 1e-12
    if abs(big - small) > 0.01 * big:
        tip = h * big / (big - small) * Z
        ends = (O, big) if big > small else (h * Z, small)
        assert found >= sp.on_cone(ends[0], tip, ends[1], a, b) * (1 - 1e-9) - 1e-12


@given(r=SIZES, h=SIZES, angle=ANGLES, tiny=st.floats(1e-15, 1e-7))
@settings(max_examples=40, deadline=None)
def test_a_frustum_that_is_almost_a_cylinder_has_almost_its_paths(
    r: float, h: float, angle: float, tiny: float
) -> None:
    near = r * (1 - tiny)
    a, b = polar(r, 0, 0), polar(near, angle, h)
    flat = math.hypot(r * angle, h)
    assert sp.on_cone_frustum(O, h * Z, r, near, a, b) == pytest.approx(flat, rel=2 * tiny + 1e-11)


@given(r=SIZES, angle=ANGLES, seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_a_path_on_a_sphere_is_the_angle_times_the_radius(r: float, angle: float, seed: int) -> None:
    move, scale = motion(seed)
    center, a, b = move(np.array([O, polar(r, 0, 0), polar(r, angle, 0)]))
    assert sp.on_sphere(center, a, b) == pytest.approx(angle * r * scale, rel=1e-9, abs=1e-9 * scale)


def test_a_helix_is_the_diagonal_of_its_unrolled_rectangle() -> None:
    # The string round the log (TIMSS 1995): circumference 4, length 12, four turns: 20.
    assert sp.helix(4, 12, 4) == pytest.approx(20)


@pytest.mark.parametrize(
    "call",
    [
        lambda: sp.on_polyhedron(box(1, 1, 1), (0.5, 0.5, 0.5), (1, 1, 1)),
        lambda: sp.on_polyhedron(box(1, 1, 1), (0, 0, 0), (2, 0, 0)),
        lambda: sp.on_polyhedron(box(1, 1, 1), (0, 0, math.nan), (1, 0, 0)),
        lambda: sp.on_cylinder(O, Z, 1, (1, 0, 0), (0.5, 0, 0.5)),
        lambda: sp.on_cylinder(O, Z, 1, (1, 0, 0), (1, 0, 1.5)),
        lambda: sp.on_cylinder(O, Z, 1, (1, 0, 0), (1.5, 0, 1), lateral_only=False),
        lambda: sp.on_cylinder(O, Z, 1, (1, 0, 0), (0.5, 0, 0.5), lateral_only=False),
        lambda: sp.on_cylinder(O, O, 1, (1, 0, 0), (0, 1, 0)),
        lambda: sp.on_cylinder(O, Z, 0, (0, 0, 0), (0, 0, 1)),
        lambda: sp.on_cone(O, Z, 1, (1, 0, 0), (0.5, 0, 0.4)),
        lambda: sp.on_cone(O, Z, math.nan, (1, 0, 0), (1, 0, 0)),
        lambda: sp.on_cone_frustum(O, Z, -1, 2, (1, 0, 0), (1, 0, 0)),
        lambda: sp.loop_on_cone(O, Z, 1, (0.9, 0, 0)),
        lambda: sp.on_sphere(O, (1, 0, 0), (0, 2, 0)),
        lambda: sp.on_sphere(O, O, O),
        lambda: sp.helix(0, 1, 1),
        lambda: sp.helix(1, math.nan, 1),
        lambda: sp.helix(1, math.inf, 1),
    ],
)
def test_points_off_the_surface_and_surfaces_without_size_are_refused(call: Callable[[], float]) -> None:
    with pytest.raises(GeometryError):
        call()
