"""Round solids cut by several planes: the pieces make the whole, and the order of the cuts does not matter."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.errors import GeometryError
from geometry.shapes import round_cuts, round_parts
from geometry.shapes import round_solids as rs

SEEDS = st.integers(0, 2**32 - 1)


def frustum(rng: np.random.Generator) -> rs.RoundSolid:
    base = rng.normal(size=3)
    return rs.RoundSolid(base, base + rng.normal(size=3), *rng.uniform(0.3, 2.0, 2))


def pieces(solid: rs.Solid, planes: list[round_parts.HalfSpace]) -> tuple[float, float]:
    """Volumes and areas of all pieces between the planes, added up."""
    volumes, areas = 0.0, 0.0
    for signs in product((1.0, -1.0), repeat=len(planes)):
        cuts = [(point, sign * normal) for sign, (point, normal) in zip(signs, planes, strict=True)]
        volumes += round_parts.parts_volume(solid, cuts)
        areas += round_parts.parts_area(solid, cuts)
    return volumes, areas


@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_a_cut_across_and_one_along_the_axis_make_four_pieces_that_fill_the_solid(seed: int) -> None:
    rng = np.random.default_rng(seed)
    solid = frustum(rng)
    axis = solid.top - solid.base
    across = (solid.base + rng.uniform(0.1, 0.9) * axis, axis)
    along = (solid.base, np.cross(axis, rng.normal(size=3)))
    volume, area = pieces(solid, [across, along])
    sections = sum(round_cuts.section_area(solid, *cut) for cut in (across, along))
    assert volume == pytest.approx(rs.volume(solid), rel=1e-9)
    assert area == pytest.approx(rs.total_area(solid) + 2 * sections, rel=1e-9)
    assert pieces(solid, [along, across]) == pytest.approx((volume, area), rel=1e-9)


@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_two_planes_through_the_axis_make_four_wedges_that_fill_the_solid(seed: int) -> None:
    rng = np.random.default_rng(seed)
    solid = frustum(rng)
    axis = solid.top - solid.base
    planes = [(solid.base + k * axis, np.cross(axis, rng.normal(size=3))) for k in (0.3, 0.8)]
    volume, area = pieces(solid, planes)
    section = round_cuts.section_area(solid, *planes[0])
    assert volume == pytest.approx(rs.volume(solid), rel=1e-9)
    assert area == pytest.approx(rs.total_area(solid) + 4 * section, rel=1e-9)


@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_two_parallel_planes_cut_a_ball_into_two_caps_and_a_zone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ball = rs.Ball(rng.normal(size=3), rng.uniform(0.3, 2.0))
    normal = rng.normal(size=3)
    up = normal / np.linalg.norm(normal) * ball.radius
    low, high = (ball.center + k * up for k in (rng.uniform(-0.9, -0.1), rng.uniform(0.1, 0.9)))
    zone = [(low, normal), (high, -2 * normal)]
    caps = round_cuts.part_volume(ball, low, -normal) + round_cuts.part_volume(ball, high, normal)
    assert round_parts.parts_volume(ball, zone) == pytest.approx(rs.volume(ball) - caps, rel=1e-9)
    # The curved part of a zone depends on its height only (Archimedes).
    discs = sum(round_cuts.section_area(ball, point, normal) for point in (low, high))
    height = float(np.linalg.norm(high - low))
    assert round_parts.parts_area(ball, zone) == pytest.approx(2 * np.pi * ball.radius * height + discs, rel=1e-9)


def test_of_two_cuts_in_one_direction_the_second_decides() -> None:
    ball = rs.Ball(np.zeros(3), 1.0)
    up = np.array([0.0, 0.0, 1.0])
    twice = [(-0.3 * up, up), (0.4 * up, up)]
    assert round_parts.parts_volume(ball, twice) == pytest.approx(round_cuts.part_volume(ball, 0.4 * up, up))


@pytest.mark.parametrize(
    ("cuts", "problem"),
    [
        ([([0, 0, 0.5], [0, 0, 1]), ([0, 0, 0.3], [0, 0, -1])], "does not cut"),
        ([([0, 0, 0.5], [0, 1, 1]), ([0, 0, 0.3], [1, 0, 1])], "several planes"),
        ([([0, 0, 0.5], [0, 1, 1]), ([0, 0, 0.3], [1, 0, 1]), ([0, 0.2, 0.3], [1, 1, 1])], "several planes"),
    ],
)
def test_cuts_that_no_closed_form_covers_are_refused(cuts: list[tuple[list[float], list[float]]], problem: str) -> None:
    cone = rs.cone(np.zeros(3), np.array([0.0, 0.0, 2.0]), 1.0)
    planes = [(np.array(point, dtype=float), np.array(normal, dtype=float)) for point, normal in cuts]
    with pytest.raises(GeometryError, match=problem):
        round_parts.parts_volume(cone, planes)
