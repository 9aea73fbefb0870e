"""Convex polyhedra against textbook solids, and laws that hold for every hull."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike
from scipy.spatial.transform import Rotation

from geometry.errors import GeometryError
from geometry.shapes.polyhedra import (
    ConvexPolyhedron,
    FloatArray,
    clip,
    convex_hull,
    edges,
    faces_area,
    keep_side,
    polygon_area,
    section,
    signed_volume,
    surface_area,
    total_edge_length,
    volume,
)

GOLDEN = (1 + math.sqrt(5)) / 2
CUBE = np.array(list(itertools.product([0.0, 1.0], repeat=3)))
SEEDS = st.integers(0, 2**32 - 1)


def signed(*pattern: float) -> list[tuple[float, ...]]:
    """All sign choices of a pattern of coordinates."""
    return [p for signs in itertools.product([1, -1], repeat=3) for p in [tuple(np.multiply(pattern, signs))]]


def cyclic(*pattern: float) -> list[tuple[float, ...]]:
    return [tuple(np.roll(p, k)) for p in signed(*pattern) for k in range(3)]


TETRAHEDRON: list[tuple[float, ...]] = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
DODECAHEDRON = signed(1, 1, 1) + cyclic(0, 1 / GOLDEN, GOLDEN)
# name, points, edge, faces, volume / edge³, area / edge² (Coxeter, Regular Polytopes, table I)
PLATONIC = [
    ("tetrahedron", TETRAHEDRON, 2 * 2**0.5, 4, 2**0.5 / 12, 3**0.5),
    ("cube", signed(1, 1, 1), 2, 6, 1, 6),
    ("octahedron", cyclic(1, 0, 0), 2**0.5, 8, 2**0.5 / 3, 2 * 3**0.5),
    ("dodecahedron", DODECAHEDRON, 2 / GOLDEN, 12, (15 + 7 * 5**0.5) / 4, 3 * (25 + 10 * 5**0.5) ** 0.5),
    ("icosahedron", cyclic(0, 1, GOLDEN), 2, 20, 5 * (3 + 5**0.5) / 12, 5 * 3**0.5),
]


def moved(seed: int, points: FloatArray) -> tuple[FloatArray, float, np.random.Generator]:
    """The points after a random rotation, scaling and shift, and the scale."""
    rng = np.random.default_rng(seed)
    scale = float(np.exp(rng.uniform(-5, 5)))
    turn = Rotation.random(random_state=int(rng.integers(2**31)))
    return scale * turn.apply(points) + scale * rng.normal(size=3) * 5, scale, rng


def cloud(seed: int) -> FloatArray:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(int(rng.integers(4, 25)), 3)) * rng.uniform(0.2, 1.0, size=3)


def assert_is_a_convex_body(p: ConvexPolyhedron) -> None:
    assert len(p.vertices) - len(edges(p)) + len(p.faces) == 2
    size = np.ptp(p.vertices, axis=0).max()
    for face in p.faces:
        ring = p.vertices[list(face)]
        normal = np.cross(ring[1] - ring[0], ring[2] - ring[1])
        normal /= np.linalg.norm(normal)
        assert ((p.vertices - ring[0]) @ normal).max() < 1e-7 * size
        outside = np.setdiff1d(np.arange(len(p.vertices)), face)
        assert ((p.vertices[outside] - ring[0]) @ normal).max() < 0


@pytest.mark.slow
@pytest.mark.parametrize(("name", "points", "edge", "faces", "unit_volume", "unit_area"), PLATONIC)
@given(seed=SEEDS)
@settings(max_examples=8, deadline=None)
def test_platonic_solids_have_their_textbook_measures_wherever_they_stand(
    name: str, points: list[tuple[float, ...]], edge: float, faces: int, unit_volume: float, unit_area: float, seed: int
) -> None:
    placed, scale, _ = moved(seed, np.array(points, dtype=float))
    p = convex_hull(placed)
    assert_is_a_convex_body(p)
    assert len(p.faces) == faces
    assert len({len(f) for f in p.faces}) == 1
    assert volume(p) == pytest.approx(unit_volume * (edge * scale) ** 3, rel=1e-12)
    assert surface_area(p) == pytest.approx(unit_area * (edge * scale) ** 2, rel=1e-12)
    assert total_edge_length(p) == pytest.approx(len(edges(p)) * edge * scale, rel=1e-12)


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_the_hull_of_any_cloud_satisfies_euler_and_contains_every_point(seed: int) -> None:
    points, _, _ = moved(seed, cloud(seed))
    p = convex_hull(points)
    assert_is_a_convex_body(p)
    size = np.ptp(points, axis=0).max()
    for face in p.faces:
        a, b, c = p.vertices[list(face[:3])]
        normal = np.cross(b - a, c - a)
        assert ((points - a) @ normal).max() < 1e-9 * size * np.linalg.norm(normal)


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_inner_points_duplicates_and_order_do_not_change_the_hull(seed: int) -> None:
    points, _, rng = moved(seed, cloud(seed))
    plain = convex_hull(points)
    corners = plain.vertices
    ends = np.array(edges(plain))
    extra = [
        points,
        corners[ends].mean(axis=1),  # inside the edges
        np.array([corners[list(f)].mean(axis=0) for f in plain.faces]),  # inside the faces
        corners.mean(axis=0)[None],
        corners,  # twice each
    ]
    crowd = rng.permutation(np.concatenate(extra))
    again = convex_hull(crowd)
    match = [int(np.linalg.norm(corners - v, axis=1).argmin()) for v in again.vertices]
    assert sorted(match) == list(range(len(corners)))

    def canonical(face: tuple[int, ...]) -> tuple[int, ...]:
        k = face.index(min(face))
        return face[k:] + face[:k]

    relabelled = {canonical(tuple(match[i] for i in face)) for face in again.faces}
    assert relabelled == {canonical(face) for face in plain.faces}


@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_faces_survive_noise_of_the_size_a_solver_leaves(seed: int) -> None:
    points, scale, rng = moved(seed, np.array(PLATONIC[int(seed) % 5][1], dtype=float))
    noisy = convex_hull(points + rng.normal(size=points.shape) * 3e-10 * scale)
    assert len(noisy.faces) == PLATONIC[int(seed) % 5][3]


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_the_two_parts_of_a_cut_make_the_whole(seed: int) -> None:
    points, _, rng = moved(seed, cloud(seed))
    p = convex_hull(points)
    through = rng.dirichlet(np.ones(len(p.vertices))) @ p.vertices
    normal = rng.normal(size=3)
    upper, lower = clip(p, through, normal), clip(p, through, -normal)
    cut = polygon_area(section(p, through, normal))
    assert_is_a_convex_body(upper)
    assert volume(upper) + volume(lower) == pytest.approx(volume(p), rel=1e-11)
    assert surface_area(upper) + surface_area(lower) == pytest.approx(surface_area(p) + 2 * cut, rel=1e-11)


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_cutting_through_three_vertices_keeps_them_as_corners_of_the_section(seed: int) -> None:
    points, _, rng = moved(seed, cloud(seed))
    p = convex_hull(points)
    chosen = p.vertices[rng.choice(len(p.vertices), 3, replace=False)]
    normal = np.cross(chosen[1] - chosen[0], chosen[2] - chosen[0])
    ring = section(p, chosen[0], normal)
    for vertex in chosen:
        assert np.linalg.norm(ring - vertex, axis=1).min() < 1e-7 * np.ptp(points, axis=0).max()


@given(seed=SEEDS, share=st.floats(0.01, 0.99))
@settings(max_examples=30, deadline=None)
def test_a_slice_parallel_to_the_base_of_a_pyramid_scales_with_the_square_of_the_height(
    seed: int, share: float
) -> None:
    points, scale, _ = moved(seed, np.array([[0, 0, 0], [4, 0, 0], [4, 3, 0], [0, 3, 0], [1, 1, 5]], dtype=float))
    p = convex_hull(points)
    base, apex = points[0], points[4]
    normal = np.cross(points[1] - base, points[3] - base)
    ring = section(p, base + share * (apex - base), normal)
    assert polygon_area(ring) == pytest.approx(12 * ((1 - share) * scale) ** 2, rel=1e-10)
    assert volume(clip(p, base + share * (apex - base), normal)) == pytest.approx(
        20 * ((1 - share) * scale) ** 3, rel=1e-9
    )


def test_the_plane_halfway_along_the_diagonal_of_a_cube_cuts_a_regular_hexagon() -> None:
    ring = section(convex_hull(CUBE), (0.5, 0.5, 0.5), (1, 1, 1))
    assert np.linalg.norm(ring - np.roll(ring, 1, axis=0), axis=1) == pytest.approx([math.sqrt(0.5)] * 6)
    assert polygon_area(ring) == pytest.approx(3 * math.sqrt(3) / 4, rel=1e-14)


def test_a_section_turns_counter_clockwise_about_the_normal() -> None:
    for normal in np.random.default_rng(0).normal(size=(20, 3)):
        a, b, c = section(convex_hull(CUBE), (0.5, 0.4, 0.6), normal)[:3]
        assert np.cross(b - a, c - b) @ normal > 0


def test_a_plane_along_a_face_gives_the_face_and_cuts_nothing() -> None:
    p = convex_hull(CUBE)
    assert polygon_area(section(p, (0, 0, 1), (0, 0, 1))) == 1
    assert keep_side(p, (0, 0, 1), (0, 0, -1)) is p
    with pytest.raises(GeometryError, match="two parts"):
        clip(p, (0, 0, 1), (0, 0, -1))
    with pytest.raises(GeometryError, match="No part"):
        keep_side(p, (0, 0, 1), (0, 0, 1))


@pytest.mark.parametrize(
    ("point", "normal"), [((0, 0, 1.1), (0, 0, 1)), ((1, 1, 1), (1, 1, 1)), ((1, 1, 0), (1, 1, 0))]
)
def test_a_plane_that_misses_or_only_touches_the_solid_has_no_section(
    point: tuple[float, ...], normal: tuple[float, ...]
) -> None:
    with pytest.raises(GeometryError, match="does not cut"):
        section(convex_hull(CUBE), point, normal)


@pytest.mark.parametrize(
    ("point", "normal"),
    [
        ((0, 0, math.nan), (0, 0, 1)),
        ((0, 0, 0), (0, 0, 0)),
        ((0, 0), (0, 0, 1)),
        ((0, 0, 0), (math.inf, 0, 0)),
    ],
)
def test_a_plane_without_a_position_or_direction_is_refused(
    point: tuple[float, ...], normal: tuple[float, ...]
) -> None:
    with pytest.raises(GeometryError):
        section(convex_hull(CUBE), point, normal)


@pytest.mark.parametrize(
    "points",
    [
        [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0.2, 0.3, 0)],
        [(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)],
        [(1, 1, 1)] * 6,
        [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
        [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1e-9)],
        [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, math.nan)],
        [(0, 0), (1, 0), (0, 1), (2, 2)],
        np.zeros((0, 3)),
    ],
)
def test_points_without_an_inside_are_refused(points: ArrayLike) -> None:
    with pytest.raises(GeometryError):
        convex_hull(points)


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_batched_measures_agree_with_each_member_measured_alone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    p = convex_hull(cloud(seed))
    batch = p.vertices @ rng.normal(size=(4, 2, 3, 3)) + rng.normal(size=(4, 2, 1, 3))
    volumes, areas = signed_volume(batch, p.faces), faces_area(batch, p.faces)
    assert volumes.shape == areas.shape == (4, 2)
    for index in np.ndindex(4, 2):
        image = convex_hull(batch[index])
        assert abs(volumes[index]) == pytest.approx(volume(image), rel=1e-8)
        assert areas[index] == pytest.approx(surface_area(image), rel=1e-8)


@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_signed_volume_is_multiplied_by_the_determinant_of_a_linear_map(seed: int) -> None:
    rng = np.random.default_rng(seed)
    p = convex_hull(cloud(seed))
    maps = rng.normal(size=(7, 3, 3))
    expected = volume(p) * np.linalg.det(maps)
    assert signed_volume(p.vertices @ np.swapaxes(maps, -1, -2), p.faces) == pytest.approx(expected, rel=1e-9)


def test_the_signed_volume_of_a_solid_that_is_not_convex_is_right_too() -> None:
    # An L-shaped prism: three unit squares times height 2.
    floor = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
    corners = [(x, y, z) for z in (0, 2) for x, y in floor]
    sides = [(i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6) for i in range(6)]
    faces = [(3, 2, 1, 0, 5, 4), (9, 10, 11, 6, 7, 8), *sides]
    assert signed_volume(corners, faces) == pytest.approx(6)
    assert faces_area(corners, faces) == pytest.approx(2 * 3 + 8 * 2)
    with pytest.raises(GeometryError):
        signed_volume([[math.nan] * 3] * 12, faces)


@given(seed=SEEDS, n=st.integers(3, 12))
@settings(max_examples=30, deadline=None)
def test_a_star_shaped_polygon_has_the_sum_of_its_triangles_as_area(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    angles = (np.arange(n) + rng.uniform(0.1, 0.9, n)) * 2 * math.pi / n
    angles[0], reach = 0.0, rng.uniform(0.3, 1.0, n)
    flat = np.stack([reach * np.cos(angles), reach * np.sin(angles), np.zeros(n)], axis=1)
    step = np.roll(angles, -1) - angles
    assume((step % (2 * math.pi) < math.pi).all())  # the middle must see every side
    expected = (reach * np.roll(reach, -1) * np.sin(step)).sum() / 2
    placed, scale, _ = moved(seed, flat)
    assert polygon_area(placed) == pytest.approx(expected * scale**2, rel=1e-10)


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ([(0, 0, 0), (2, 2, 0), (3, 0, 0), (0, 3, 0)], "cross"),
        ([(0, 0, 0), (1, 1, 0), (1, 0, 0), (0, 1, 0)], "cancel"),
        ([(0, 0, 0), (1, 0, 0), (1, 1, 0.1), (0, 1, 0)], "one plane"),
        ([(0, 0, 0), (1, 1, 1), (2, 2, 2)], "collinear"),
        ([(0, 0, 0), (1, 1, 1)], "at least 3"),
        ([(0, 0, 0), (1, 0, 0), (math.nan, 1, 0)], "finite"),
    ],
)
def test_a_polygon_that_is_not_one_is_refused_with_the_reason(points: list[tuple[float, ...]], reason: str) -> None:
    with pytest.raises(GeometryError, match=reason):
        polygon_area(points)
