"""Cuts of round solids against classical results (Archimedes, Apollonius) and conservation laws."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike
from scipy.spatial.transform import Rotation
from scipy.special import ellipe

from geometry.errors import GeometryError
from geometry.shapes import round_solids as rs
from geometry.shapes.round_cuts import part_area, part_volume, section_area, section_perimeter

SEEDS = st.integers(0, 2**32 - 1)
O = np.zeros(3)  # noqa: E741
Z: rs.FloatArray = np.array([0.0, 0.0, 1.0])


def random_solid(rng: np.random.Generator) -> rs.Solid:
    base, axis = rng.normal(size=3), rng.normal(size=3)
    r, q = rng.uniform(0.3, 2.0, 2)
    makers: list[Callable[[], rs.Solid]] = [
        lambda: rs.cylinder(base, base + axis, r),
        lambda: rs.cone(base, base + axis, r),
        lambda: rs.RoundSolid(base, base + axis, r, q),
        lambda: rs.RoundSolid(base, base + axis, 0.0, q),
        lambda: rs.Ball(base, r),
        lambda: rs.HalfBall(base, axis, r),
    ]
    return makers[int(rng.integers(6))]()


def inside_points(solid: rs.Solid, rng: np.random.Generator, count: int) -> rs.FloatArray:
    """Random points of the solid."""
    if isinstance(solid, rs.RoundSolid):
        axis = solid.top - solid.base
        z = rng.uniform(0.02, 0.98, count)
        reach = (solid.base_radius * (1 - z) + solid.top_radius * z) * rng.uniform(0, 0.98, count)
        across = np.cross(rng.normal(size=(count, 3)), axis)
        across /= np.linalg.norm(across, axis=1)[:, None]
        points: rs.FloatArray = solid.base + z[:, None] * axis + reach[:, None] * across
        return points
    ray = rng.normal(size=(count, 3))
    ray *= (solid.radius * rng.uniform(0.02, 0.98, count) / np.linalg.norm(ray, axis=1))[:, None]
    if isinstance(solid, rs.HalfBall):
        ray *= np.sign(ray @ solid.pole)[:, None]
    return solid.center + ray


def moved(solid: rs.Solid, turn: Rotation, scale: float, shift: rs.FloatArray) -> rs.Solid:
    def go(x: rs.FloatArray) -> rs.FloatArray:
        gone: rs.FloatArray = scale * turn.apply(x) + shift
        return gone

    if isinstance(solid, rs.RoundSolid):
        return rs.RoundSolid(go(solid.base), go(solid.top), scale * solid.base_radius, scale * solid.top_radius)
    if isinstance(solid, rs.Ball):
        return rs.Ball(go(solid.center), scale * solid.radius)
    return rs.HalfBall(go(solid.center), turn.apply(solid.pole), scale * solid.radius)


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=150, deadline=None)
def test_the_two_parts_of_any_cut_make_the_whole(seed: int) -> None:
    rng = np.random.default_rng(seed)
    solid = random_solid(rng)
    point, normal = inside_points(solid, rng, 1)[0], rng.normal(size=3)
    parts = [(part_volume(solid, point, n), part_area(solid, point, n)) for n in (normal, -normal)]
    cut = section_area(solid, point, normal)
    assert parts[0][0] + parts[1][0] == pytest.approx(rs.volume(solid), rel=1e-11)
    assert parts[0][1] + parts[1][1] == pytest.approx(rs.total_area(solid) + 2 * cut, rel=1e-11)
    assert section_area(solid, point, -normal) == pytest.approx(cut, rel=1e-12)


@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_every_measure_scales_and_moves_with_the_solid(seed: int) -> None:
    rng = np.random.default_rng(seed)
    solid = random_solid(rng)
    point, normal = inside_points(solid, rng, 1)[0], rng.normal(size=3)
    turn, scale, shift = (
        Rotation.random(random_state=seed),
        float(np.exp(rng.uniform(-4, 4))),
        rng.normal(size=3),
    )
    image = moved(solid, turn, scale, shift)
    plane = (scale * turn.apply(point) + shift, turn.apply(normal) * 7)
    for measure, power in [(section_area, 2), (section_perimeter, 1), (part_volume, 3), (part_area, 2)]:
        assert measure(image, *plane) == pytest.approx(measure(solid, point, normal) * scale**power, rel=1e-9)


@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_the_section_area_is_the_rate_at_which_the_volume_grows(seed: int) -> None:
    # Cavalieri: dV/dt = −A(t) for a plane moving along its unit normal; central difference of step 1e-4.
    rng = np.random.default_rng(seed)
    solid = random_solid(rng)
    point, normal = inside_points(solid, rng, 1)[0], rng.normal(size=3)
    unit, step = normal / np.linalg.norm(normal), 1e-4
    try:
        growth = part_volume(solid, point - step * unit, unit) - part_volume(solid, point + step * unit, unit)
    except GeometryError:  # the point was within a step of the surface
        return
    assert growth / (2 * step) == pytest.approx(section_area(solid, point, unit), rel=1e-3, abs=1e-3)


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_a_part_shrinks_as_the_plane_advances_and_beats_the_ball_of_its_volume(seed: int) -> None:
    rng = np.random.default_rng(seed)
    solid = random_solid(rng)
    normal = rng.normal(size=3)
    heights = sorted(inside_points(solid, rng, 6) @ normal)
    planes = [(normal * h / (normal @ normal), normal) for h in heights]
    volumes = [part_volume(solid, *plane) for plane in planes]
    assert volumes == sorted(volumes, reverse=True)
    for plane, v in zip(planes, volumes, strict=True):
        assert part_area(solid, *plane) ** 3 > 36 * math.pi * v**2 * (1 - 1e-9)  # isoperimetric inequality
        length = section_perimeter(solid, *plane)
        assert length**2 > 4 * math.pi * section_area(solid, *plane) * (1 - 1e-9)


@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_a_part_of_a_cone_is_a_sum_of_pyramids_from_the_apex(seed: int) -> None:
    # Divergence theorem from the apex: the lateral surface sees it edge-on, so only flat faces contribute.
    rng = np.random.default_rng(seed)
    solid = rs.cone(rng.normal(size=3), rng.normal(size=3), rng.uniform(0.3, 2))
    point, normal = inside_points(solid, rng, 1)[0], rng.normal(size=3)
    unit = normal / np.linalg.norm(normal)
    cut = section_area(solid, point, unit)
    rest = part_area(solid, point, unit) - cut
    sine = solid.base_radius / math.hypot(solid.base_radius, solid.height)
    axis = (solid.top - solid.base) / solid.height
    # The surface is closed: along the axis, base + cut·(unit·axis) = sine·lateral, and rest = base + lateral.
    base = (rest * sine - cut * (unit @ axis)) / (1 + sine)
    pyramids = (base * solid.height + cut * ((point - solid.top) @ -unit)) / 3
    assert part_volume(solid, point, unit) == pytest.approx(pyramids, rel=1e-9, abs=1e-11)


@given(r=st.floats(0.1, 10), tilt=st.floats(0.0, 1.4), seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_an_oblique_cut_of_a_long_cylinder_is_an_ellipse_and_halves_it(r: float, tilt: float, seed: int) -> None:
    turn = Rotation.random(random_state=seed)
    long = 100 * r
    solid = rs.cylinder(turn.apply(-long * Z), turn.apply(long * Z), r)
    normal = turn.apply([math.sin(tilt), 0, math.cos(tilt)])
    major = r / math.cos(tilt)
    assert section_area(solid, O, normal) == pytest.approx(math.pi * r * major, rel=1e-11)
    assert section_perimeter(solid, O, normal) == pytest.approx(4 * major * ellipe(math.sin(tilt) ** 2), rel=1e-11)
    assert part_volume(solid, O, normal) == pytest.approx(math.pi * r**2 * long, rel=1e-11)


@given(r=st.floats(0.1, 10), h=st.floats(0.1, 10))
@settings(max_examples=40, deadline=None)
def test_the_hoof_of_archimedes_has_volume_two_thirds_r_squared_h_and_lateral_area_two_r_h(r: float, h: float) -> None:
    solid = rs.cylinder(O, h * Z, r)
    normal = (h, 0, -r)  # through the diameter along y of the base and the far point of the top rim
    cut = math.pi * r * math.hypot(r, h) / 2
    assert part_volume(solid, O, normal) == pytest.approx(2 / 3 * r**2 * h, rel=1e-11)
    assert section_area(solid, O, normal) == pytest.approx(cut, rel=1e-11)
    assert part_area(solid, O, normal) == pytest.approx(2 * r * h + math.pi * r**2 / 2 + cut, rel=1e-11)


@given(r=st.floats(0.1, 10), h=st.floats(0.1, 10), share=st.floats(0.02, 0.98))
@settings(max_examples=40, deadline=None)
def test_a_cut_parallel_to_a_generator_of_a_cone_is_a_parabola_segment(r: float, h: float, share: float) -> None:
    # Archimedes: two thirds of chord times axis. The axis is share of the generator long.
    solid = rs.cone(O, h * Z, r)
    foot = r * (1 - 2 * share)
    chord, length = 2 * math.sqrt(r**2 - foot**2), share * math.hypot(r, h)
    area = section_area(solid, (foot, 0, 0), (h, 0, -r))
    assert area == pytest.approx(2 / 3 * chord * length, rel=1e-10)
    # y² = p·s along the axis, p = (chord/2)²/length; arc length of a parabola in closed form.
    p, half = (chord / 2) ** 2 / length, chord / 2
    arc = half * math.sqrt(1 + 4 * half**2 / p**2) + p / 2 * math.asinh(2 * half / p)
    assert section_perimeter(solid, (foot, 0, 0), (h, 0, -r)) == pytest.approx(arc + chord, rel=1e-10)


@given(r=st.floats(0.5, 5), h=st.floats(0.5, 5), low=st.floats(0.05, 0.45), high=st.floats(0.55, 0.95))
@settings(max_examples=40, deadline=None)
def test_an_oblique_cut_across_a_cone_is_an_ellipse_with_the_apollonian_axes(
    r: float, h: float, low: float, high: float
) -> None:
    # Through generator points at heights low and high on opposite sides; the minor semi-axis is the geometric
    # mean of the two radii there.
    solid = rs.cone(O, h * Z, r)
    a = np.array([r * (1 - low), 0, h * low])
    b = np.array([-r * (1 - high), 0, h * high])
    normal = np.cross(b - a, [0, 1, 0])
    major, minor = np.linalg.norm(b - a) / 2, r * math.sqrt((1 - low) * (1 - high))
    assert section_area(solid, a, normal) == pytest.approx(math.pi * major * minor, rel=1e-11)
    tip = part_volume(solid, a, normal * np.sign(normal[2]))
    distance = abs((np.array([0, 0, h]) - a) @ normal) / np.linalg.norm(normal)
    assert tip == pytest.approx(math.pi * major * minor * distance / 3, rel=1e-10)


@given(r=st.floats(0.1, 10), h=st.floats(0.1, 10), half=st.floats(0.05, 1.52))
@settings(max_examples=40, deadline=None)
def test_a_plane_through_the_apex_cuts_an_isosceles_triangle(r: float, h: float, half: float) -> None:
    solid = rs.cone(O, h * Z, r)
    foot, chord = r * math.cos(half), 2 * r * math.sin(half)
    normal = np.cross([foot, 0, -h], [0, 1, 0])
    normal *= np.sign(normal[0])
    assert section_area(solid, (0, 0, h), normal) == pytest.approx(chord * math.hypot(foot, h) / 2, rel=1e-10)
    assert section_perimeter(solid, (0, 0, h), normal) == pytest.approx(chord + 2 * math.hypot(r, h), rel=1e-10)
    segment = r**2 * (half - math.sin(half) * math.cos(half))
    assert part_volume(solid, (0, 0, h), normal) == pytest.approx(segment * h / 3, rel=1e-9)


@given(r=st.floats(0.1, 10), h=st.floats(0.1, 10), half=st.floats(0.05, 3.0))
@settings(max_examples=40, deadline=None)
def test_a_plane_along_the_axis_of_a_cylinder_cuts_a_rectangle(r: float, h: float, half: float) -> None:
    solid = rs.cylinder(O, h * Z, r)
    point, chord = (r * math.cos(half), 0, 0), 2 * r * math.sin(half)
    segment = r**2 * (half - math.sin(half) * math.cos(half))
    assert section_area(solid, point, (1, 0, 0)) == pytest.approx(chord * h, rel=1e-11)
    assert section_perimeter(solid, point, (1, 0, 0)) == pytest.approx(2 * (chord + h), rel=1e-11)
    assert part_volume(solid, point, (1, 0, 0)) == pytest.approx(segment * h, rel=1e-10)
    expected = 2 * segment + 2 * r * half * h + chord * h
    assert part_area(solid, point, (1, 0, 0)) == pytest.approx(expected, rel=1e-11)


@given(seed=SEEDS, share=st.floats(0.01, 0.99))
@settings(max_examples=40, deadline=None)
def test_a_cut_across_the_axis_of_a_frustum_leaves_two_frusta(seed: int, share: float) -> None:
    rng = np.random.default_rng(seed)
    base, axis, (r, q) = rng.normal(size=3), rng.normal(size=3), rng.uniform(0.1, 2, 2)
    solid = rs.RoundSolid(base, base + axis, r, q)
    middle, here = base + share * axis, r * (1 - share) + q * share
    upper = rs.RoundSolid(middle, base + axis, here, q)
    assert section_area(solid, middle, axis) == pytest.approx(math.pi * here**2, rel=1e-11)
    assert section_perimeter(solid, middle, axis) == pytest.approx(2 * math.pi * here, rel=1e-11)
    assert part_volume(solid, middle, axis) == pytest.approx(rs.volume(upper), rel=1e-11)
    assert part_area(solid, middle, axis) == pytest.approx(rs.total_area(upper), rel=1e-11)


@given(r=st.floats(0.1, 10), share=st.floats(0.02, 0.98))
@settings(max_examples=30, deadline=None)
def test_a_hemisphere_cut_along_and_across_its_pole_gives_caps_and_half_caps(r: float, share: float) -> None:
    solid = rs.HalfBall(O, 5 * Z, r)
    cap, disk = rs.cap_volume(r, r * (1 - share)), math.pi * r**2 * (1 - share**2)
    assert part_volume(solid, r * share * Z, Z) == pytest.approx(cap, rel=1e-10)
    assert part_area(solid, r * share * Z, Z) == pytest.approx(rs.cap_area(r, r * (1 - share)) + disk, rel=1e-10)
    side = (r * share, 0, 0)
    assert part_volume(solid, side, (1, 0, 0)) == pytest.approx(cap / 2, rel=1e-10)
    assert section_area(solid, side, (1, 0, 0)) == pytest.approx(disk / 2, rel=1e-10)
    round_trip = (math.pi + 2) * r * math.sqrt(1 - share**2)
    assert section_perimeter(solid, side, (1, 0, 0)) == pytest.approx(round_trip, rel=1e-10)
    half = math.acos(share)
    flat = r**2 * (half - math.sin(half) * math.cos(half))
    curved = rs.cap_area(r, r * (1 - share)) / 2
    assert part_area(solid, side, (1, 0, 0)) == pytest.approx(curved + flat + disk / 2, rel=1e-9)


@given(r=st.floats(0.1, 10), angle=st.floats(0.05, 3.0))
@settings(max_examples=30, deadline=None)
def test_a_plane_through_the_centre_cuts_a_wedge_of_a_hemisphere(r: float, angle: float) -> None:
    solid = rs.HalfBall(O, Z, r)
    normal = (math.sin(angle), 0, math.cos(angle))
    lune = math.pi - angle  # dihedral angle between the disk and the cut, on the kept side
    assert part_volume(solid, O, normal) == pytest.approx(2 / 3 * lune * r**3, rel=1e-10)
    assert part_area(solid, O, normal) == pytest.approx(2 * lune * r**2 + math.pi * r**2, rel=1e-10)


def test_the_block_cut_through_its_centre_and_a_chord_of_120_degrees_shows_20_pi_plus_30_root_3() -> None:
    # AIME 2015 I, problem 15: radius 6, height 8; the answer a + b + c = 53 with a = 20, b = 30, c = 3.
    solid = rs.cylinder((0, 0, -4), (0, 0, 4), 6)
    chord = [6 * np.array([math.cos(t), math.sin(t), 0]) + [0, 0, -4] for t in (-math.pi / 3, math.pi / 3)]
    area = section_area(solid, O, np.cross(chord[0], chord[1]))
    assert area == pytest.approx(20 * math.pi + 30 * math.sqrt(3), rel=1e-13)


@pytest.mark.parametrize("shift", [1e-3, 1e-6, -1e-6, 1e-9, -1e-9])
def test_a_plane_that_nearly_meets_the_apex_or_is_nearly_perpendicular_stays_accurate(shift: float) -> None:
    solid = rs.cone(O, Z, 1)
    for normal in [(1, 0, 0.3), (1, 0, shift), (shift, 0, 1), (1, 0, -1 + shift)]:
        for point in [(shift / 2, 0, 1 - 2 * abs(shift)), (0.2, 0, 0.3), (0, shift, 0.5)]:
            both = [part_volume(solid, point, n) for n in (normal, np.negative(normal))]
            assert sum(both) == pytest.approx(math.pi / 3, rel=1e-12)
            assert section_perimeter(solid, point, normal) ** 2 > 12.5 * section_area(solid, point, normal)


def test_a_plane_along_a_base_disk_shows_the_disk_but_makes_no_parts() -> None:
    solid = rs.RoundSolid(O, Z, 2, 1)
    assert section_area(solid, O, Z) == pytest.approx(4 * math.pi)
    assert section_perimeter(solid, Z, -Z) == pytest.approx(2 * math.pi)
    assert section_area(rs.HalfBall(O, Z, 3), O, Z) == pytest.approx(9 * math.pi)
    for point in (O, Z):
        with pytest.raises(GeometryError, match="two parts"):
            part_volume(solid, point, Z)


@pytest.mark.parametrize("measure", [section_area, section_perimeter, part_volume, part_area])
@pytest.mark.parametrize(
    ("solid", "point", "normal"),
    [
        (rs.cylinder(O, Z, 1), (1, 0, 0), (1, 0, 0)),
        (rs.cylinder(O, Z, 1), (0, 0, 1.1), (0, 0, 1)),
        (rs.cone(O, Z, 1), (0, 0, 1), (0, 0, 1)),
        (rs.cone(O, Z, 1), (0, 0, 1), (1, 0, 1)),
        (rs.cone(O, Z, 1), (0, 0, 3), (1, 0, 1)),
        (rs.Ball(O, 1), (0, 0, 1), (0, 0, 1)),
        (rs.HalfBall(O, Z, 1), (0, 0, -0.2), (0, 0, 1)),
        (rs.HalfBall(O, Z, 1), (0, 0, -1), (1, 0, 3)),
        (rs.HalfBall(O, Z, 1), (0, 0, 1), (0, 0, 1)),
        (rs.cone(O, Z, 1), (0, 0, 0.5), (0, 0, 0)),
        (rs.Ball(O, 1), (0, 0, math.nan), (0, 0, 1)),
        (rs.cone(O, Z, 1), (0, 0.5), (0, 0, 1)),
    ],
)
def test_a_plane_that_misses_touches_or_is_no_plane_is_refused(
    measure: Callable[[rs.Solid, ArrayLike, ArrayLike], float],
    solid: rs.Solid,
    point: tuple[float, ...],
    normal: tuple[float, ...],
) -> None:
    with pytest.raises(GeometryError):
        measure(solid, point, normal)
