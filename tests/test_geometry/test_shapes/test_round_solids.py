"""Round solids against textbook formulas, Pappus's theorems and each other."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry.errors import GeometryError
from geometry.shapes import round_solids as rs

SIZES = st.floats(1e-3, 1e3)
Z = np.array([0.0, 0.0, 1.0])
O = np.zeros(3)  # noqa: E741


@given(r=SIZES, h=SIZES)
def test_cylinder_cone_and_frustum_agree_where_they_coincide(r: float, h: float) -> None:
    assert rs.frustum_volume(r, r, h) == pytest.approx(rs.cylinder_volume(r, h), rel=1e-14)
    assert rs.frustum_total_area(r, r, h) == pytest.approx(rs.cylinder_total_area(r, h), rel=1e-14)
    assert rs.frustum_volume(r, 0, h) == pytest.approx(rs.cone_volume(r, h), rel=1e-14)
    assert rs.frustum_total_area(0, r, h) == pytest.approx(rs.cone_total_area(r, h), rel=1e-14)
    assert rs.frustum_lateral_area(r, r, h) == pytest.approx(rs.cylinder_lateral_area(r, h), rel=1e-14)


@given(big=SIZES, share=st.floats(0.01, 0.99), h=SIZES)
def test_a_frustum_is_a_cone_without_its_tip(big: float, share: float, h: float) -> None:
    small, whole = big * share, h / (1 - share)
    volume = rs.cone_volume(big, whole) - rs.cone_volume(small, whole - h)
    lateral = rs.cone_lateral_area(big, whole) - rs.cone_lateral_area(small, whole - h)
    assert rs.frustum_volume(big, small, h) == pytest.approx(volume, rel=1e-10)
    assert rs.frustum_lateral_area(big, small, h) == pytest.approx(lateral, rel=1e-10)


@given(big=SIZES, small=SIZES, h=SIZES)
def test_pappus_gives_the_same_lateral_area_and_volume(big: float, small: float, h: float) -> None:
    generator = math.hypot(big - small, h)
    assert rs.slant_height(big, small, h) == pytest.approx(generator, rel=1e-14)
    assert rs.frustum_lateral_area(big, small, h) == pytest.approx(math.tau * (big + small) / 2 * generator)
    # Trapezium profile: area × path of its centroid = τ · ∫ρ²/2 dz, here by Simpson (exact for a quadratic).
    simpson = h / 6 * (big**2 + (big + small) ** 2 + small**2) / 2
    assert rs.frustum_volume(big, small, h) == pytest.approx(math.tau * simpson, rel=1e-13)


@given(r=SIZES, share=st.floats(0.01, 1.99))
def test_two_caps_make_a_sphere_and_a_half_of_it_a_hemisphere(r: float, share: float) -> None:
    h = share * r
    assert rs.cap_volume(r, h) + rs.cap_volume(r, 2 * r - h) == pytest.approx(rs.sphere_volume(r), rel=1e-12)
    assert rs.cap_area(r, h) + rs.cap_area(r, 2 * r - h) == pytest.approx(rs.sphere_area(r), rel=1e-12)
    assert rs.cap_volume(r, r) == pytest.approx(rs.hemisphere_volume(r), rel=1e-14)
    assert rs.hemisphere_total_area(r) - rs.hemisphere_lateral_area(r) == pytest.approx(math.pi * r**2)


@given(r=SIZES)
def test_archimedes_sphere_is_two_thirds_of_the_cylinder_around_it_in_volume_and_area(r: float) -> None:
    assert rs.sphere_volume(r) == pytest.approx(2 / 3 * rs.cylinder_volume(r, 2 * r), rel=1e-14)
    assert rs.sphere_area(r) == pytest.approx(2 / 3 * rs.cylinder_total_area(r, 2 * r), rel=1e-14)


def test_textbook_numbers_come_out() -> None:
    assert rs.cone_total_area(3, 4) == pytest.approx(24 * math.pi)
    assert rs.cone_lateral_area(3, 4) == pytest.approx(15 * math.pi)
    assert rs.frustum_volume(2, 1, 3) == pytest.approx(7 * math.pi)
    assert rs.hemisphere_total_area(2) == pytest.approx(12 * math.pi)


def test_batches_of_radii_and_heights_broadcast() -> None:
    radii, heights = np.arange(1.0, 4.0)[:, None], np.arange(1.0, 6.0)
    table = rs.frustum_volume(radii, radii / 2, heights)
    assert table.shape == (3, 5)
    for i, j in np.ndindex(3, 5):
        assert table[i, j] == pytest.approx(rs.frustum_volume(i + 1, (i + 1) / 2, j + 1), rel=1e-15)


def test_placed_solids_measure_like_their_numbers() -> None:
    leaning: rs.FloatArray = np.array([1.0, 2.0, 2.0])
    frustum = rs.RoundSolid(leaning, 3 * leaning, 5, 1)
    assert frustum.height == pytest.approx(6)
    assert rs.volume(frustum) == pytest.approx(rs.frustum_volume(5, 1, 6))
    assert rs.lateral_area(frustum) == pytest.approx(rs.frustum_lateral_area(5, 1, 6))
    assert rs.total_area(rs.cylinder(O, Z, 2)) == pytest.approx(rs.cylinder_total_area(2, 1))
    assert rs.volume(rs.cone(O, Z, 2)) == pytest.approx(rs.cone_volume(2, 1))
    half, ball = rs.HalfBall(O, leaning, 2), rs.Ball(leaning, 2)
    assert rs.volume(half) == pytest.approx(rs.volume(ball) / 2)
    assert rs.total_area(half) == pytest.approx(12 * math.pi)
    assert rs.lateral_area(half) == pytest.approx(rs.total_area(ball) / 2)
    assert rs.lateral_area(ball) == rs.total_area(ball)


@pytest.mark.parametrize(
    "call",
    [
        lambda: rs.cylinder_volume(0, 1),
        lambda: rs.cylinder_volume(1, -1),
        lambda: rs.sphere_area(math.nan),
        lambda: rs.sphere_volume([1, 2, 0]),
        lambda: rs.frustum_volume(0, 0, 1),
        lambda: rs.frustum_volume(2, -1, 1),
        lambda: rs.cap_volume(1, 2.1),
        lambda: rs.slant_height(1, math.inf, 1),
        lambda: rs.cone(O, O, 1),
        lambda: rs.cone(O, [0, 0, math.nan], 1),
        lambda: rs.cone(O, [0, 1], 1),
        lambda: rs.cylinder(O, Z, 0),
        lambda: rs.Ball(O, 0),
        lambda: rs.HalfBall(O, O, 1),
    ],
)
def test_a_solid_without_size_is_refused(call: Callable[[], object]) -> None:
    with pytest.raises(GeometryError):
        call()
