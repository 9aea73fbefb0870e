"""Inscribed, circumscribed and edge-touching spheres against textbook radii and their own definitions."""

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike
from scipy.spatial.transform import Rotation

from geometry.errors import GeometryError
from geometry.shapes import touching_spheres as ts
from geometry.shapes.polyhedra import FloatArray, convex_hull, surface_area, volume

SEEDS = st.integers(0, 2**32 - 1)
GOLDEN = (1 + math.sqrt(5)) / 2


def cyclic(*pattern: float) -> list[tuple[float, ...]]:
    signs = itertools.product([1, -1], repeat=3)
    return sorted({tuple(float(x) for x in np.roll(np.multiply(pattern, s), k)) for s in signs for k in range(3)})


# name, points, edge, inradius, midradius, circumradius over the edge (Coxeter, Regular Polytopes, table I)
PLATONIC = [
    (
        "tetrahedron",
        [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)],
        8**0.5,
        24**-0.5,
        8**-0.5,
        6**0.5 / 4,
    ),
    ("cube", cyclic(1, 1, 1), 2, 0.5, 0.5**0.5, 3**0.5 / 2),
    ("octahedron", cyclic(1, 0, 0), 2**0.5, 6**-0.5, 0.5, 0.5**0.5),
    (
        "dodecahedron",
        cyclic(1, 1, 1) + cyclic(0, 1 / GOLDEN, GOLDEN),
        2 / GOLDEN,
        GOLDEN**2 / (2 * (3 - GOLDEN) ** 0.5),
        GOLDEN**2 / 2,
        3**0.5 * GOLDEN / 2,
    ),
    (
        "icosahedron",
        cyclic(0, 1, GOLDEN),
        2,
        GOLDEN**2 / (2 * 3**0.5),
        GOLDEN / 2,
        (GOLDEN * 5**0.5) ** 0.5 / 2,
    ),
]


class Motion:
    """A random similarity, kept to move points and lengths alike."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.scale = float(np.exp(rng.uniform(-5, 5)))
        self.turn = Rotation.random(random_state=int(rng.integers(2**31)))
        self.shift = rng.normal(size=3) * self.scale * 3

    def __call__(self, points: ArrayLike) -> FloatArray:
        placed: FloatArray = self.scale * self.turn.apply(np.asarray(points, dtype=float)) + self.shift
        return placed


def simplices(seed: int, corners: int, count: int = 6) -> list[FloatArray]:
    """Corners of a batch of fat triangles or tetrahedra (count, 3) each."""
    rng = np.random.default_rng(seed)
    return [np.eye(4, 3)[k] * 2 + rng.uniform(-0.3, 0.3, size=(count, 3)) for k in range(corners)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "points", "edge", "inner", "middle", "outer"), PLATONIC)
@given(seed=SEEDS)
@settings(max_examples=8, deadline=None)
def test_platonic_solids_have_their_three_textbook_spheres(
    name: str, points: list[tuple[float, ...]], edge: float, inner: float, middle: float, outer: float, seed: int
) -> None:
    move = Motion(seed)
    p = convex_hull(move(points))
    found = [ts.insphere(p), ts.largest_inside_sphere(p), ts.midsphere(p), ts.circumsphere(p.vertices)]
    for (centre, radius), expected in zip(found, [inner, inner, middle, outer], strict=True):
        assert radius == pytest.approx(expected * edge * move.scale, rel=1e-11)
        assert np.linalg.norm(centre - move([[0, 0, 0]])[0]) < 1e-10 * edge * move.scale


@pytest.mark.slow
@given(sides=st.lists(st.floats(0.1, 10), min_size=3, max_size=3), seed=SEEDS)
@settings(max_examples=25, deadline=None)
def test_a_box_has_a_sphere_around_it_but_none_touching_all_faces_or_edges(sides: list[float], seed: int) -> None:
    assume(max(sides) > min(sides) * 1.001)
    move = Motion(seed)
    p = convex_hull(move(list(itertools.product(*([0, s] for s in sides)))))
    centre, radius = ts.circumsphere(p.vertices)
    assert radius == pytest.approx(math.hypot(*sides) / 2 * move.scale, rel=1e-11)
    assert centre == pytest.approx(move([np.array(sides) / 2])[0], rel=1e-9, abs=1e-9 * move.scale)
    assert ts.largest_inside_sphere(p)[1] == pytest.approx(min(sides) / 2 * move.scale, rel=1e-9)
    for no_such in (ts.insphere, ts.midsphere):
        with pytest.raises(GeometryError, match="touches every"):
            no_such(p)


@pytest.mark.slow
@given(seed=SEEDS)
@example(seed=46638)  # a fifth face comes within 1e-6 of touching
@settings(max_examples=40, deadline=None)
def test_the_largest_inside_sphere_is_held_from_all_sides_and_never_pokes_out(seed: int) -> None:
    rng = np.random.default_rng(seed)
    p = convex_hull(Motion(seed)(rng.normal(size=(12, 3))))
    centre, radius = ts.largest_inside_sphere(p)
    gaps, normals = [], []
    for face in p.faces:
        a, b, c = p.vertices[list(face[:3])]
        normal = np.cross(b - a, c - a)
        normals.append(normal / np.linalg.norm(normal))
        gaps.append((a - centre) @ normals[-1] - radius)
    assert min(gaps) > -1e-11 * radius
    # Optimality: the touching normals surround the centre, so no direction leads away from all of them.
    touching = np.array(normals)[np.array(gaps) < 1e-9 * radius]
    rows = np.vstack([touching.T, np.ones(len(touching))])
    weights = np.linalg.lstsq(rows, [0, 0, 0, 1], rcond=None)[0]
    assert rows @ weights == pytest.approx([0, 0, 0, 1], abs=1e-8)
    assert len(touching) > 4 or weights.min() > -1e-9


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_a_batch_of_tetrahedra_has_spheres_that_meet_their_definition(seed: int) -> None:
    a, b, c, d = corners = simplices(seed, 4)
    outer = ts.circumcenter_tetrahedron(a, b, c, d)
    reach = [np.linalg.norm(outer - corner, axis=-1) for corner in corners]
    assert np.array(reach) == pytest.approx(np.array([reach[0]] * 4), rel=1e-12)
    inner, radius = ts.insphere_tetrahedron(a, b, c, d)
    assert radius.shape == (6,)
    for k in range(6):
        p = convex_hull([corner[k] for corner in corners])
        assert radius[k] == pytest.approx(3 * volume(p) / surface_area(p), rel=1e-12)
        for own, general in [
            ((outer[k], reach[0][k]), ts.circumsphere(p.vertices)),
            ((inner[k], radius[k]), ts.insphere(p)),
        ]:
            assert own[1] == pytest.approx(general[1], rel=1e-11)
            assert own[0] == pytest.approx(general[0], rel=1e-11, abs=1e-11)


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_a_batch_of_triangles_has_centres_that_meet_their_definition(seed: int) -> None:
    a, b, c = corners = simplices(seed, 3)
    around, inside, high = (
        ts.circumcenter_triangle(a, b, c),
        ts.incenter_triangle(a, b, c),
        ts.orthocenter_triangle(a, b, c),
    )
    normal = np.cross(b - a, c - a)
    for centre in (around, inside, high):
        assert ((centre - a) * normal).sum(axis=-1) == pytest.approx(np.zeros(6), abs=1e-12)
    for corner, u, v in [(a, b, c), (b, c, a), (c, a, b)]:
        assert ((high - corner) * (u - v)).sum(axis=-1) == pytest.approx(np.zeros(6), abs=1e-11)
        assert np.linalg.norm(around - corner, axis=-1) == pytest.approx(np.linalg.norm(around - a, axis=-1), rel=1e-12)
    for k in range(6):
        triangle = [corner[k] for corner in corners]
        assert ts.incircle(triangle)[0] == pytest.approx(inside[k], rel=1e-10)
        assert ts.circumcircle(triangle)[0] == pytest.approx(around[k], rel=1e-10, abs=1e-12)


def test_centres_broadcast_one_corner_against_a_batch() -> None:
    _, b, c, d = simplices(7, 4)
    apex = np.array([3.0, 1.0, 2.0])
    together = ts.circumcenter_tetrahedron(apex, b, c, d)
    assert together.shape == (6, 3)
    assert together[4] == pytest.approx(ts.circumcenter_tetrahedron(apex, b[4], c[4], d[4]), rel=1e-14)


def test_the_right_triangle_3_4_5_has_its_schoolbook_centres() -> None:
    a, b, c = (0, 0, 0), (4, 0, 0), (0, 3, 0)
    assert ts.circumcenter_triangle(a, b, c) == pytest.approx([2, 1.5, 0])
    assert ts.incenter_triangle(a, b, c) == pytest.approx([1, 1, 0])
    assert ts.orthocenter_triangle(a, b, c) == pytest.approx([0, 0, 0], abs=1e-14)


@given(seed=SEEDS, n=st.integers(3, 12))
@settings(max_examples=30, deadline=None)
def test_a_regular_polygon_lies_between_its_two_circles(seed: int, n: int) -> None:
    move = Motion(seed)
    angles = 2 * math.pi * np.arange(n) / n
    ring = move(np.stack([np.cos(angles), np.sin(angles), np.zeros(n)], axis=1))
    middle = move([[0, 0, 0]])[0]
    for (centre, radius), expected in [
        (ts.circumcircle(ring), 1),
        (ts.incircle(ring), math.cos(math.pi / n)),
    ]:
        assert radius == pytest.approx(expected * move.scale, rel=1e-12)
        assert np.linalg.norm(centre - middle) < 1e-11 * move.scale


@given(seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_the_circle_inside_a_tangential_quadrilateral_is_area_over_half_perimeter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    # Sides tangent to the unit circle at four directions, no gap as wide as a half turn.
    touch = np.arange(4) * math.pi / 2 + rng.uniform(-0.6, 0.6, 4)
    half = (np.roll(touch, -1) - touch) % (2 * math.pi) / 2
    ring = np.stack([np.cos(touch + half), np.sin(touch + half), np.zeros(4)], axis=1) / np.cos(half)[:, None]
    move = Motion(seed)
    centre, radius = ts.incircle(move(ring))
    assert radius == pytest.approx(move.scale, rel=1e-11)
    assert np.linalg.norm(centre - move([[0, 0, 0]])[0]) < 1e-10 * move.scale


@given(seed=SEEDS, h=st.floats(0.2, 5))
@settings(max_examples=20, deadline=None)
def test_a_square_pyramid_has_the_sphere_of_its_axial_triangle(seed: int, h: float) -> None:
    move = Motion(seed)
    p = convex_hull(move([(1, 1, 0), (-1, 1, 0), (-1, -1, 0), (1, -1, 0), (0, 0, h)]))
    centre, radius = ts.insphere(p)
    expected = h / (1 + math.hypot(1, h))  # area over half perimeter of the triangle of base 2, height h
    assert radius == pytest.approx(expected * move.scale, rel=1e-11)
    assert np.linalg.norm(centre - move([[0, 0, expected]])[0]) < 1e-10 * move.scale


SQUARE = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
STAR = [(math.cos(4 * math.pi * k / 5), math.sin(4 * math.pi * k / 5), 0) for k in range(5)]


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: ts.circumsphere(SQUARE), "one plane"),
        (lambda: ts.circumsphere([*SQUARE, (0.5, 0.5, 1), (0.5, 0.6, 2)]), "No sphere"),
        (lambda: ts.circumsphere(SQUARE[:3]), "at least 4"),
        (lambda: ts.circumsphere([(0, 0, 0)] * 5), "coincide"),
        (lambda: ts.circumcircle([*SQUARE, (2, 2, 0)]), "No circle"),
        (lambda: ts.circumcircle([*SQUARE, (0, 0, 1)]), "one plane"),
        (lambda: ts.circumcircle([(0, 0, 0), (1, 1, 1), (2, 2, 2)]), "one line"),
        (lambda: ts.circumcircle([(0, 0, 0), (1, 1, 1), (math.nan, 2, 2)]), "finite"),
        (lambda: ts.incircle([(0, 0, 0), (2, 0, 0), (2, 1, 0), (0, 1, 0)]), "No circle"),
        (lambda: ts.incircle([SQUARE[i] for i in (0, 2, 1, 3)]), "not convex"),
        (lambda: ts.incircle(STAR), "not convex"),
        (lambda: ts.incircle([*SQUARE, SQUARE[0]]), "coincide"),
        (lambda: ts.circumcenter_triangle((0, 0, 0), (1, 1, 1), (2, 2, 2)), "one line"),
        (lambda: ts.incenter_triangle((0, 0, 0), (1, 1, math.nan), (2, 2, 2)), "finite"),
        (lambda: ts.circumcenter_tetrahedron(*SQUARE), "one plane"),
        (lambda: ts.insphere_tetrahedron(*SQUARE), "one plane"),
    ],
)
def test_a_figure_without_the_sphere_asked_for_is_refused_with_the_reason(
    call: Callable[[], object], reason: str
) -> None:
    with pytest.raises(GeometryError, match=reason):
        call()
