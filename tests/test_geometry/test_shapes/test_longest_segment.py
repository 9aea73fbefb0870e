"""The greatest distance between two points of a solid, against points scattered over its surface."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist

from geometry.errors import GeometryError
from geometry.measures.longest_segment import longest_segment
from geometry.numerics.vectors import Array, rotate
from geometry.shapes.values import CompositeBody, HullBody, RoundBody

KINDS = ("cylinder", "cone", "cone_frustum", "sphere", "hemisphere")
UP = np.array([0.0, 0.0, 1.0])


def round_body(kind: Any, base: Array, axis: Array, sizes: tuple[float, float, float]) -> RoundBody:
    radius, top_radius, height = sizes
    height = {"sphere": 0.0, "hemisphere": radius}.get(kind, height)
    ends = {"cone": 0.0, "cone_frustum": top_radius}.get(kind, radius)
    return RoundBody(kind, base, base + height * axis, np.asarray(radius), np.asarray(ends))


def surface_points(body: RoundBody, axis: Array) -> Array:
    """Points of the rims, and of the sphere or dome, up to ten degrees apart."""
    first = np.array([1.0, 0, 0]) if abs(axis[0]) < 0.9 else np.array([0, 1.0, 0])
    u = np.cross(axis, first)
    u /= np.linalg.norm(u)
    v = np.cross(axis, u)
    turns = np.radians(np.arange(0, 360, 10))
    spokes = np.cos(turns)[:, None] * u + np.sin(turns)[:, None] * v
    if body.kind not in ("sphere", "hemisphere"):
        return np.concatenate([body.base + body.radius * spokes, body.top + body.top_radius * spokes])
    tilts = np.radians(np.arange(0 if body.kind == "hemisphere" else -90, 91, 6))
    rows = [body.base + body.radius * (np.cos(t) * spokes + np.sin(t) * axis) for t in tilts]
    return np.concatenate(rows)


def farthest_apart(points: Array) -> float:
    return float(pdist(points).max())


sizes = st.tuples(st.floats(0.5, 3), st.floats(0.2, 2), st.floats(0.3, 4))
places = st.tuples(st.floats(-3, 3), st.floats(-3, 3), st.floats(-3, 3))


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(KINDS), sizes, st.sampled_from(KINDS), sizes, places, st.sampled_from([1.0, -1.0]))
def test_no_two_points_are_farther_apart_and_some_are_as_far(
    kind: str,
    first: tuple[float, float, float],
    other_kind: str,
    second: tuple[float, float, float],
    place: tuple[float, float, float],
    sign: float,
) -> None:
    axes = UP, float(sign) * UP
    bodies = round_body(kind, np.zeros(3), axes[0], first), round_body(other_kind, np.array(place), axes[1], second)
    scattered = [surface_points(body, axis) for body, axis in zip(bodies, axes, strict=True)]
    for body, points in ((bodies[0], scattered[0]), (CompositeBody(bodies, ()), np.concatenate(scattered))):
        found = float(longest_segment(body))
        reached = farthest_apart(points)
        assert reached <= found * (1 + 1e-9)
        assert reached >= found * (1 - 1e-2)


def test_it_does_not_depend_on_where_the_solid_is() -> None:
    body = round_body("cone_frustum", np.zeros(3), UP, (2.0, 1.0, 3.0))
    turn = np.array([[0.4, -0.9, 0.2]])
    moved_base, moved_top = (rotate(p[None, None], turn)[0, 0] + 5 for p in (body.base, body.top))
    moved = RoundBody("cone_frustum", moved_base, moved_top, body.radius, body.top_radius)
    assert float(longest_segment(moved)) == pytest.approx(float(longest_segment(body)), rel=1e-12)


def test_it_measures_a_whole_batch_at_once() -> None:
    radii, heights = np.array([3.0, 1.0, 3.0]), np.array([1.0, 5.0, 4.0])
    body = RoundBody("cone", np.zeros((3, 3)), heights[:, None] * UP, radii, np.zeros(3))
    assert longest_segment(body) == pytest.approx([6, np.sqrt(26), 6])


def test_corners_and_rims_of_joined_solids_count_together() -> None:
    corners = HullBody(np.array([[0.0, 0, -4], [1, 0, -4], [0, 1, -4], [0, 0, -3]]))
    disc = round_body("cylinder", np.zeros(3), UP, (3.0, 0, 1.0))
    assert float(longest_segment(CompositeBody((corners, disc), ()))) == pytest.approx(np.hypot(5, 4))


def test_removed_parts_and_tilted_circles_are_refused() -> None:
    first = round_body("cylinder", np.zeros(3), UP, (1.0, 0, 2.0))
    tilted = round_body("cylinder", np.zeros(3), np.array([0.6, 0, 0.8]), (1.0, 0, 2.0))
    with pytest.raises(GeometryError, match="removed parts"):
        longest_segment(CompositeBody((first,), (first,)))
    with pytest.raises(GeometryError, match="parallel planes"):
        longest_segment(CompositeBody((first, tilted), ()))
