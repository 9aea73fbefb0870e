"""Composites of convex solids against voxel counts, textbook figures and valuation laws."""

import itertools
import math
from collections.abc import Callable, Iterable

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from geometry.errors import GeometryError
from geometry.shapes.convex_boolean import composite_area, composite_volume, intersection
from geometry.shapes.polyhedra import ConvexPolyhedron, FloatArray, convex_hull, surface_area, volume

SEEDS = st.integers(0, 2**32 - 1)
GRID = 6
Place = Callable[[FloatArray], FloatArray]
Corners = tuple[NDArray[np.int64], NDArray[np.int64]]


def box(low: Iterable[float], high: Iterable[float], place: Place = lambda x: x) -> ConvexPolyhedron:
    return convex_hull(place(np.array(list(itertools.product(*zip(low, high, strict=True))), dtype=float)))


def random_body(rng: np.random.Generator, spread: float) -> ConvexPolyhedron:
    """A random polyhedron in general position that contains a ball of radius 0.1 round the origin."""
    core = Rotation.random(random_state=int(rng.integers(2**31))).apply(np.vstack([np.eye(3), -np.eye(3)]))
    return convex_hull(np.vstack([rng.normal(size=(8, 3)) + spread * rng.normal(size=3), 0.2 * core]))


def random_place(rng: np.random.Generator) -> tuple[Place, float]:
    turn, scale = Rotation.random(random_state=int(rng.integers(2**31))), float(np.exp(rng.uniform(-4, 4)))
    shift = scale * rng.normal(size=3) * 5
    return (lambda x: scale * turn.apply(x) + shift), scale


def random_corners(rng: np.random.Generator) -> Corners:
    """Two opposite corners of a box on the grid."""
    low = rng.integers(0, GRID - 1, 3)
    return low, np.array([rng.integers(a + 1, GRID + 1) for a in low])


def voxels(plus: list[Corners], minus: list[Corners]) -> NDArray[np.bool_]:
    grid = np.zeros((GRID + 2,) * 3, dtype=bool)
    for boxes, value in ((plus, True), (minus, False)):
        for low, high in boxes:
            grid[tuple(slice(a + 1, b + 1) for a, b in zip(low, high, strict=True))] = value
    return grid


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=25, deadline=None)
def test_boxes_on_a_grid_measure_as_many_voxels_and_voxel_faces_as_one_counts(seed: int) -> None:
    rng = np.random.default_rng(seed)
    plus = [random_corners(rng) for _ in range(rng.integers(1, 5))]
    minus = [random_corners(rng) for _ in range(rng.integers(0, 3))]
    grid = voxels(plus, minus)
    place, scale = random_place(rng)
    bodies = [[box(*corners, place) for corners in some] for some in (plus, minus)]
    if not grid.any():
        with pytest.raises(GeometryError, match="Nothing is left"):
            composite_volume(*bodies)
        return
    faces = sum(int((np.diff(grid.astype(int), axis=axis) != 0).sum()) for axis in range(3))
    assert composite_volume(*bodies) == pytest.approx(grid.sum() * scale**3, rel=1e-10)
    assert composite_area(*bodies) == pytest.approx(faces * scale**2, rel=1e-10)


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=15, deadline=None)
def test_volume_and_area_of_union_and_intersection_sum_to_those_of_the_bodies(seed: int) -> None:
    # Both measures are valuations for bodies in general position (Hadwiger).
    rng = np.random.default_rng(seed)
    a, b = random_body(rng, 0.5), random_body(rng, 0.5)
    common = intersection(a, b)
    assert composite_volume([a, b]) + volume(common) == pytest.approx(volume(a) + volume(b), rel=1e-11)
    assert composite_area([a, b]) + surface_area(common) == pytest.approx(surface_area(a) + surface_area(b), rel=1e-10)
    assert composite_volume([a], [b]) + volume(common) == pytest.approx(volume(a), rel=1e-11)
    # Taking b away exposes the part of its surface inside a, and takes the part of a's surface inside b.
    lost = composite_area([a], [b]) + composite_area([b], [a])
    assert lost == pytest.approx(surface_area(a) + surface_area(b), rel=1e-10)


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=5, deadline=None)
def test_the_order_of_the_bodies_and_repeating_one_do_not_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    bodies = [random_body(rng, 1.0) for _ in range(3)]
    shuffled = [bodies[k] for k in rng.permutation(3)] + bodies[:1]
    try:
        measured = [(composite_volume(each), composite_area(each)) for each in (shuffled, bodies)]
    except GeometryError:
        reject()  # a sliver too thin to tell its faces apart is refused, rightly
    assert measured[0] == pytest.approx(measured[1], rel=1e-10)


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=15, deadline=None)
def test_the_intersection_is_the_same_from_either_side_and_inside_both(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = random_body(rng, 0.5), random_body(rng, 0.5)
    one, other = intersection(a, b), intersection(b, a)
    assert volume(one) == pytest.approx(volume(other), rel=1e-11)
    assert len(one.faces) == len(other.faces)
    assert volume(intersection(one, a)) == pytest.approx(volume(one), rel=1e-11)


@pytest.mark.slow
def test_a_cube_of_edge_three_with_three_square_holes_has_volume_20_and_area_72() -> None:
    rng = np.random.default_rng(3)
    for _ in range(5):
        place, scale = random_place(rng)
        holes = [
            np.array([[1, 1, 0], [2, 2, 3]]),
            np.array([[1, 0, 1], [2, 3, 2]]),
            np.array([[0, 1, 1], [3, 2, 2]]),
        ]
        minus = [box(hole[0], hole[1], place) for hole in holes]
        cube = [box((0, 0, 0), (3, 3, 3), place)]
        assert composite_volume(cube, minus) == pytest.approx(20 * scale**3, rel=1e-11)
        assert composite_area(cube, minus) == pytest.approx(72 * scale**2, rel=1e-11)


def test_drills_that_stick_out_of_the_cube_make_the_same_holes() -> None:
    cube = box((0, 0, 0), (3, 3, 3))
    drills = [box((1, 1, -1), (2, 2, 9)), box((1, -5, 1), (2, 4, 2)), box((-1, 1, 1), (4, 2, 2))]
    assert composite_volume([cube], drills) == pytest.approx(20)
    assert composite_area([cube], drills) == pytest.approx(72)


def test_stacked_cubes_lose_twice_the_contact_face() -> None:
    big, small = box((0, 0, 0), (2, 2, 2)), box((0.5, 0.5, 2), (1.5, 1.5, 3))
    assert composite_volume([big, small]) == pytest.approx(9)
    assert composite_area([big, small]) == pytest.approx(24 + 4)
    tower = [box((0, 0, k), (1, 1, k + 1)) for k in range(5)]
    assert composite_area(tower) == pytest.approx(4 * 5 + 2)


def test_a_cavity_adds_its_walls_and_a_filled_hole_leaves_no_trace() -> None:
    cube, cavity = box((0, 0, 0), (3, 3, 3)), box((1, 1, 1), (2, 2, 2))
    assert composite_area([cube], [cavity]) == pytest.approx(54 + 6)
    slabs = [box((0, 0, k), (3, 3, k + 1)) for k in range(3)]
    assert composite_area(slabs) == pytest.approx(54)


def test_two_octahedra_a_unit_apart_meet_in_a_sixth() -> None:
    octahedron = np.vstack([np.eye(3), -np.eye(3)])
    meet = intersection(convex_hull(octahedron), convex_hull(octahedron + np.eye(3)[2]))
    assert volume(meet) == pytest.approx(1 / 6, rel=1e-13)
    assert len(meet.faces) == 8


def test_keplers_star_of_two_tetrahedra_in_a_cube_has_half_its_volume() -> None:
    # Stella octangula in the cube of edge 2: volume 8/2 = 4; 24 triangles of side √2; common octahedron 4/3.
    even = convex_hull([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)])
    odd = convex_hull(-even.vertices)
    assert composite_volume([even, odd]) == pytest.approx(4, rel=1e-13)
    assert composite_area([even, odd]) == pytest.approx(24 * math.sqrt(3) / 4 * 2, rel=1e-13)
    assert volume(intersection(even, odd)) == pytest.approx(4 / 3, rel=1e-13)


def test_the_square_beams_of_steinmetz_cross_in_a_rhombic_dodecahedron() -> None:
    # Three square beams |x|+|y| ≤ 1 and so on meet in the rhombic dodecahedron of volume 2.
    ring = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    beams = [convex_hull([np.roll((x, y, z), k) for x, y in ring for z in (-3, 3)]) for k in range(3)]
    core = intersection(intersection(beams[0], beams[1]), beams[2])
    assert len(core.faces) == 12
    assert len(core.vertices) == 14
    assert volume(core) == pytest.approx(2, rel=1e-12)
    assert surface_area(core) == pytest.approx(12 * math.sqrt(2) / 2, rel=1e-12)


@pytest.mark.parametrize("shift", [1.0, 2.0, 1.0 + 1e-13, 1.0 - 1e-13])
def test_bodies_that_only_touch_or_stay_apart_have_no_common_part(shift: float) -> None:
    with pytest.raises(GeometryError):
        intersection(box((0, 0, 0), (1, 1, 1)), box((shift, 0, 0), (shift + 1, 1, 1)))


def test_a_contact_survives_rounding() -> None:
    for gap in (0.0, 1e-13, -1e-13):
        pair = [box((0, 0, 0), (1, 1, 1)), box((1 + gap, 0, 0), (2, 1, 1))]
        assert composite_area(pair) == pytest.approx(10, rel=1e-12)
        assert composite_volume(pair) == pytest.approx(2, rel=1e-12)


def test_a_composite_of_nothing_is_refused() -> None:
    cube = box((0, 0, 0), (1, 1, 1))
    for plus, minus in [([], []), ([], [cube]), ([cube], [cube]), ([cube], [box((-1, -1, -1), (2, 2, 2))])]:
        for measure in (composite_volume, composite_area):
            with pytest.raises(GeometryError, match="Nothing is left"):
                measure(plus, minus)
