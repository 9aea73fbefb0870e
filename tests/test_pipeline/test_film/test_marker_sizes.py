"""Radii of markers: smaller at sharp corners and close to each other, never below the least."""

from collections.abc import Sequence

import numpy as np
import pytest

from geometry.shapes.coordinates import Vec3
from pipeline.film.marker_sizes import (
    LEAST_TIP_SHARE,
    SPACING,
    corner_width,
    marker_radii,
)
from pipeline.scene.records import Marker, SceneData
from pipeline.scene.size_steps import LEAST_MARKER_SHARE, STEPS, least_spacing_m

RADII = [0.02, 0.031, 0.05]
"""Radii of the films of small, middle and large solids."""


def pyramid(apex_deg: float, sides: int, radius_m: float, length: float = 30.0) -> SceneData:
    """A regular pyramid with `apex_deg` between opposite edges, `length` film radii along its edges, marked apex."""
    half, turns = np.radians(apex_deg) / 2, 2 * np.pi * np.arange(sides) / sides
    flat, rise = length * radius_m * np.sin(half), length * radius_m * np.cos(half)
    base = [(flat * np.cos(turn), flat * np.sin(turn), 0.0) for turn in turns]
    faces = [tuple(reversed(range(sides))), *((k, (k + 1) % sides, sides) for k in range(sides))]
    apex = (0.0, 0.0, rise)
    return scene([*base, apex], faces, [apex])


def scene(vertices: Sequence[Vec3], faces: Sequence[tuple[int, ...]], marked: Sequence[Vec3]) -> SceneData:
    markers = [
        Marker(name=f"P{k}_red", position_m=p, radius_m=0.035, colour_rgb=(1, 0, 0)) for k, p in enumerate(marked)
    ]
    return SceneData(vertices_m=vertices, faces=faces, smooth=(False,) * len(faces), markers=markers)


def marked_only(*points: Vec3) -> SceneData:
    return scene([], [], list(points))


@pytest.mark.parametrize("radius_m", RADII)
@pytest.mark.parametrize("sides", [4, 6, 64, 200])
@pytest.mark.parametrize("apex_deg", [60.0, 90.0, 150.0, 176.0])
def test_blunt_corners_have_balls_of_full_size(apex_deg: float, sides: int, radius_m: float) -> None:
    assert marker_radii(pyramid(apex_deg, sides, radius_m), radius_m) == (radius_m,)


@pytest.mark.parametrize("radius_m", RADII)
@pytest.mark.parametrize(("apex_deg", "share"), [(31.0, 1.0), (25.0, 0.845), (20.0, 0.684), (5.0, LEAST_TIP_SHARE)])
def test_the_ball_on_a_slim_cone_is_as_wide_as_the_cone_four_radii_below_the_tip(
    apex_deg: float, share: float, radius_m: float
) -> None:
    (found,) = marker_radii(pyramid(apex_deg, 64, radius_m), radius_m)
    assert found / radius_m == pytest.approx(share, abs=0.01)


def test_the_thinnest_direction_of_a_corner_counts() -> None:
    x, y, z = np.eye(3)
    blade = np.array([np.cos(np.radians(10)), np.sin(np.radians(10)), 0.0])
    assert corner_width([x, y, z]) == pytest.approx(1.0)
    assert corner_width([x, blade, z]) == pytest.approx(np.sin(np.radians(10)))


def test_a_rim_is_a_right_angle_however_finely_its_circle_is_divided() -> None:
    for sides in (16, 64, 512):
        turn = np.pi / sides
        chords = [np.array([-np.sin(turn), side * np.cos(turn), 0.0]) for side in (1, -1)]
        assert corner_width([*chords, np.array([0.0, 0.0, -1.0])]) == pytest.approx(1.0, abs=0.02)


def test_points_that_are_not_corners_have_balls_of_full_size() -> None:
    box = [(float(x), float(y), float(z)) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    assert marker_radii(scene(box, faces, [(0.5, 0.0, 0.0), (0.5, 0.5, 1.0)]), 0.05) == (0.05, 0.05)
    assert marker_radii(marked_only((0.0, 0.0, 0.0)), 0.05) == (0.05,)
    assert corner_width([]) == corner_width([np.array([0.0, 0.0, 1.0])]) == np.inf


@pytest.mark.parametrize("radius_m", RADII)
@pytest.mark.parametrize("gap", [1.0, 1.5, 2.5, 3.0, 3.9, 5.0])
def test_close_markers_do_not_overlap_down_to_the_least_spacing(gap: float, radius_m: float) -> None:
    radii = marker_radii(marked_only((0.0, 0.0, 0.0), (gap * radius_m, 0.0, 0.0), (9.0, 0.0, 0.0)), radius_m)
    expected = max(LEAST_MARKER_SHARE, min(1.0, SPACING * gap)) * radius_m
    assert radii == pytest.approx((expected, expected, radius_m))
    assert sum(radii[:2]) <= gap * radius_m + 1e-12
    assert least_spacing_m(STEPS[RADII.index(radius_m)]) == pytest.approx(2 * LEAST_MARKER_SHARE * radius_m)
