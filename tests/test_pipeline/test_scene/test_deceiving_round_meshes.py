"""Deceptions that live on round solids, and right meshes of thin walls that must not be taken for one."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import pytest

from pipeline.scene.part_shapes import Array
from pipeline.scene.records import SceneBrief
from tests.support.audited_scenes import brief_of, failures, polyhedral, rounded
from tests.support.mesh_tricks import drum, scene_of

SEGMENTS = (
    "solid cylinder k\nsolid regular hexagonal prism c\nsolid composite t = k - c\n"
    "given radius(k) = 2, height(k) = 3, inscribed(c, k)\nfind volume(t)"
)
SPOOL = (
    "solid cylinder a\nsolid cylinder b\nsolid cylinder c\nsolid composite t = a + b + c\n"
    "given radius(a) = 5, height(a) = 0.15, radius(b) = 2, height(b) = 8, radius(c) = 5, height(c) = 0.15,"
    " stacked(b, a), stacked(c, b)\nfind volume(t)"
)
FUNNEL = (
    "solid cylinder k\nsolid cone c\nsolid composite t = k - c\n"
    "given radius(k) = {}, height(k) = {}, inscribed(c, k)\nfind volume(t)"
)
RECESS = (
    "solid cylinder k = O-O1\nsolid cylinder c = Q-O1\nsolid composite t = k - c\n"
    "given radius(k) = 6, height(k) = 4, radius(c) = 5, height(c) = 0.14, QO = 3.86\nfind volume(t)"
)
CYLINDER = "solid cylinder k\ngiven radius(k) = 2, height(k) = 3\nfind volume(k)"
BOWL = (
    "solid cylinder a\nsolid hemisphere b\nsolid composite t = a - b\n"
    "given radius(a) = 6, height(a) = 10, inscribed(b, a)\nfind volume(t)"
)
PIPE = (
    "solid cylinder outer = O-O1\nsolid cylinder inner = O-O1\nsolid composite pipe = outer - inner\n"
    "given radius(outer) = 7, radius(inner) = {}, height(outer) = 13\nfind volume(pipe)"
)


def ring(count: int, radius: float, height: float = 0.0, middle: tuple[float, float] = (0.0, 0.0)) -> Array:
    turns = 2 * math.pi * np.arange(count) / count
    return np.column_stack([middle[0] + radius * np.cos(turns), middle[1] + radius * np.sin(turns), 0 * turns + height])


def specks(points: Iterable[Array], middle: Array, size: float = 2e-5) -> list[list[Array]]:
    """Pairs of faces too small to see that put a vertex at each point."""
    found: list[list[Array]] = []
    for point in points:
        way = point - middle
        out = np.array([way[0], way[1], 0.0]) / np.hypot(way[0], way[1])
        across = np.cross(out, [0, 0, 1])
        corners = [point, point - size * out + size / 2 * across, point - size * out - size / 2 * across]
        found += [corners, corners[::-1]]
    return found


def turned(profile: Sequence[tuple[float, float]], sides: int) -> list[list[Array]]:
    """The solid of a profile (distance from the axis, height), outside counter-clockwise."""
    polygons = []
    for (r0, z0), (r1, z1) in pairwise(profile):
        low, high = ring(sides, r0, z0), ring(sides, r1, z1)
        for i in range(sides):
            j = (i + 1) % sides
            corners = [low[i], low[j], high[j], high[i]]
            if r0 == 0:
                corners = [low[i], high[j], high[i]]
            elif r1 == 0:
                corners = [low[i], low[j], high[i]]
            polygons.append(corners)
    return polygons


def loose_segments(brief: SceneBrief, missing: bool) -> list[list[Array]]:
    """What a hexagonal prism leaves of a cylinder: six segments, or one of them missing and another there twice."""
    outer, inner = brief.parts
    cylinder, prism = rounded(outer), polyhedral(inner)
    radius, height, base = cylinder.radius_m, cylinder.top_m[2], np.array(cylinder.base_m)
    up = np.array([0, 0, height])
    feet = np.array(list(prism.vertices_m.values()))[:6] - base
    starts = np.sort(np.arctan2(feet[:, 1], feet[:, 0]))
    polygons: list[list[Array]] = []
    for number, start in enumerate(starts):
        turns = start + np.linspace(0, math.pi / 3, 9)
        low = base + radius * np.column_stack([np.cos(turns), np.sin(turns), 0 * turns])
        segment = [list(low[::-1]), list(low + up), [low[0], low[0] + up, low[-1] + up, low[-1]]]
        segment += [[a, b, b + up, a + up] for a, b in pairwise(low)]
        if missing and number == 0:
            segment = specks(np.concatenate([low[1:-1], low[1:-1] + up]), base)
        polygons += segment * 2 if missing and number == 2 else segment
    return polygons


@pytest.mark.slow
def test_one_of_many_loose_pieces_is_missed_though_another_is_there_twice() -> None:
    brief = brief_of(SEGMENTS)
    assert failures(brief, scene_of(brief, loose_segments(brief, missing=False))) == []
    found = failures(brief, scene_of(brief, loose_segments(brief, missing=True)))
    assert "every part is there once" in {check.name.split(":")[0] for check in found}


@pytest.mark.slow
def test_a_thin_flange_is_missed_though_another_is_there_twice() -> None:
    brief = brief_of(SPOOL)
    low, core, high = map(rounded, brief.parts)
    flange = [list(triangle) for triangle in drum(low, 24)]
    polygons = [*flange, *flange, *(list(triangle) for triangle in drum(core))]
    for part in (low, high):
        for height in (part.base_m[2], part.top_m[2]):
            middle = np.array([*part.base_m[:2], height])
            polygons += specks(ring(64, part.radius_m, height, part.base_m[:2]), middle)
    found = failures(brief, scene_of(brief, polygons))
    assert "every part is there once" in {check.name.split(":")[0] for check in found}


@pytest.mark.slow
@pytest.mark.parametrize(("radius", "height", "width_m"), [(6, 1, 0.165), (3, 3, 0.025)])
def test_a_collar_over_the_rim_of_a_funnel_is_found(radius: float, height: float, width_m: float) -> None:
    brief = brief_of(FUNNEL.format(radius, height))
    cylinder, cone = map(rounded, brief.parts)
    rim, top = cylinder.radius_m, np.array([0, 0, max(cylinder.base_m[2], cylinder.top_m[2])])
    spokes = ring(128, 1.0)
    honest, collar = [list(rim * spokes[::-1])], []
    for a, b in pairwise([*spokes, spokes[0]]):
        honest += [
            [rim * a, rim * b, rim * b + top, rim * a + top],
            [rim * a + top, rim * b + top, np.array(cone.top_m)],
        ]
        lid = [rim * a + top, rim * b + top, (rim - width_m) * b + top, (rim - width_m) * a + top]
        collar += [lid, lid[::-1]]
    assert failures(brief, scene_of(brief, honest)) == []
    found = failures(brief, scene_of(brief, honest + collar))
    assert any("covers a part that is to be cut away" in check.sentence for check in found)


@pytest.mark.slow
def test_a_covered_shallow_recess_is_found() -> None:
    brief = brief_of(RECESS)
    host, recess = map(rounded, brief.parts)
    found = failures(brief, scene_of(brief, np.concatenate([drum(host, 128), drum(recess, 128)[:, ::-1]])))
    assert any("covers a part that is to be cut away" in check.sentence for check in found)


@pytest.mark.slow
@pytest.mark.parametrize(("lean_deg", "is_found"), [(0.0, False), (27.0, True)])
def test_slivers_that_turn_the_shade_of_a_round_side_are_found(lean_deg: float, is_found: bool) -> None:
    brief = brief_of(CYLINDER)
    (part,) = map(rounded, brief.parts)
    radius, base, up = part.radius_m, np.array(part.base_m), np.array([0, 0, part.top_m[2]])
    sides, width_m, points = 48, 1.2e-5, []
    for number in range(sides):
        turn, half = 2 * math.pi * number / sides, width_m / radius / 2
        step = math.tan(math.radians(lean_deg)) * width_m * (1 if number % 2 else -1) / 2
        for sign in (-1, 1):
            angle = turn + sign * half
            points.append(base + (radius + sign * step) * np.array([math.cos(angle), math.sin(angle), 0.0]))
    polygons = []
    for a, b in pairwise([*points, points[0]]):
        polygons += [[a, b, b + up, a + up], [base + up, a + up, b + up], [base, b, a]]
    found = failures(brief, scene_of(brief, polygons))
    assert any("normals lean" in check.sentence for check in found) == is_found


@pytest.mark.slow
@pytest.mark.parametrize(("sides", "rows", "rings"), [(48, 12, 12), (64, 24, 32), (128, 64, 32)])
def test_a_bowl_with_a_sharp_rim_passes_however_finely_it_is_cut(sides: int, rows: int, rings: int) -> None:
    brief = brief_of(BOWL)
    cylinder = rounded(brief.parts[0])
    radius, height = cylinder.radius_m, max(cylinder.top_m[2], cylinder.base_m[2])
    inner = [math.pi / 2 * k / rings for k in range(rings)]
    profile = [(0, 0), (radius, 0), *((radius, height * k / rows) for k in range(1, rows))]
    profile += [*((radius * math.cos(t), height - radius * math.sin(t)) for t in inner), (0, height - radius)]
    assert failures(brief, scene_of(brief, turned(profile, sides))) == []


@pytest.mark.slow
@pytest.mark.parametrize("inner", [5, 6.95])
def test_the_thin_wall_of_a_pipe_passes(inner: float) -> None:
    brief = brief_of(PIPE.format(inner))
    outer, hole = map(rounded, brief.parts)
    (r, s), top = (outer.radius_m, hole.radius_m), outer.top_m[2]
    assert failures(brief, scene_of(brief, turned([(s, 0), (r, 0), (r, top), (s, top), (s, 0)], 32))) == []
