"""Meshes that are right wherever a simple audit looks and still show something else: each is found out.

All are closed, have the right volume and every corner in its place, and keep within a tenth of a millimetre of the
surface.
"""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import pytest

from pipeline.film.profiles import BAKED
from pipeline.scene.audit.faces import CUT_M
from pipeline.scene.audit.scene_audit import MOST_FAULTS
from pipeline.scene.part_shapes import Array, triangles
from pipeline.scene.records import PolyhedralPart, SceneBrief
from tests.support.audited_scenes import brief_of, edited, failures, polyhedral, rounded
from tests.support.mesh_tricks import Polygons, drum, scene_of

NOTCHED = (
    "solid cube k = ABCD-A1B1C1D1\nsolid tetrahedron c = A-BDA1\nsolid composite t = k - c\n"
    "given AB = 6\nfind volume(t)"
)
PIPE = (
    "solid cylinder outer = O-O1\nsolid cylinder inner = O-O1\nsolid composite pipe = outer - inner\n"
    "given radius(outer) = 7, radius(inner) = 3, height(outer) = 13\nfind volume(pipe)"
)
STACK = (
    "solid cube a = ABCD-A1B1C1D1\nsolid cylinder b\nsolid composite t = a + b\n"
    "given AB = 6, radius(b) = 1, height(b) = 2, stacked(b, a)\nfind volume(t)"
)
CUBE = "solid cube k = ABCD-A1B1C1D1\ngiven AB = 2\nfind AC1"


def cut(soup: Array, times: int) -> Array:
    """Every triangle in four, again and again."""
    for _ in range(times):
        a, b, c = np.moveaxis(soup, 1, 0)
        ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
        soup = np.concatenate(
            [np.stack(three, axis=1) for three in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))]
        )
    return soup


def filled(brief: SceneBrief, solid_of: Callable[[PolyhedralPart], Array]) -> Array:
    """The whole host with the part to be cut away as a shell of its own inside it, turned outside in."""
    host, hollow = map(polyhedral, brief.parts)
    return np.concatenate([solid_of(host), solid_of(hollow)[:, ::-1]])


@pytest.mark.slow
@pytest.mark.parametrize("times", [0, 1, 4])
def test_a_notch_behind_a_lid_is_found_however_small_the_lid_is_cut(times: int) -> None:
    brief = brief_of(NOTCHED)
    found = failures(brief, scene_of(brief, cut(filled(brief, triangles), times)))
    assert any("covers a part that is to be cut away" in check.sentence for check in found)


@pytest.mark.slow
@pytest.mark.parametrize("sunk_m", [0.0, 9e-5])
def test_a_pipe_with_closed_ends_is_found(sunk_m: float) -> None:
    brief = brief_of(PIPE)
    outer, inner = map(rounded, brief.parts)
    soup = np.concatenate([drum(outer), drum(inner, sunk_m=sunk_m)[:, ::-1]])
    found = failures(brief, scene_of(brief, soup))
    assert any("covers a part that is to be cut away" in check.sentence for check in found)


@pytest.mark.slow
@pytest.mark.parametrize("times", [0, 4])
def test_a_leaf_over_the_place_where_two_parts_touch_is_found(times: int) -> None:
    brief = brief_of(STACK)
    lower, upper = brief.parts
    cube, cylinder = polyhedral(lower), rounded(upper)
    plain = np.concatenate([triangles(cube), drum(cylinder)])
    assert failures(brief, scene_of(brief, plain)) == []
    middle = np.add(cylinder.base_m, (0.0, 0.0, 5e-5))
    turns = 2 * math.pi * np.arange(3) / 3
    leaf = middle + 0.46 * np.column_stack([np.cos(turns), np.sin(turns), np.zeros(3)])
    leaves = cut(np.array([leaf, leaf[::-1]]), times)
    found = failures(brief, scene_of(brief, np.concatenate([plain, leaves])))
    assert {check.name.split(":")[0] for check in found} == {"faces look outward"}


def rippled_cube(brief: SceneBrief, height_m: float, period_m: float, band: float = 0.05) -> Polygons:
    """The cube with its top in fine saw teeth along a band, none higher than the tolerance."""
    (part,) = map(polyhedral, brief.parts)
    place = {label: np.array(xyz) for label, xyz in part.vertices_m.items()}
    a, b, c, d = (place[label] for label in ("A1", "B1", "C1", "D1"))
    steps = np.arange(0.3, 0.3 + band, period_m / np.linalg.norm(b - a))
    teeth = [(t, h) for s in steps for t, h in ((s, -height_m), (s + 0.9 * (steps[1] - steps[0]), height_m))]

    def row(t: float, h: float) -> list[Array]:
        one, other = a + t * (b - a), d + t * (c - d)
        return [one, one + 0.02 * (other - one) + [0, 0, h], one + 0.98 * (other - one) + [0, 0, h], other]

    rows = [row(t, h) for t, h in [(0.0, 0.0), *teeth, (1.0, 0.0)]]
    lid = [corners for r, s in pairwise(rows) for k in range(3) for corners in _quad(r, s, k)]
    sides = [
        [place["D"], place["C"], place["B"], place["A"]],
        [place["A"], place["B"], *(r[0] for r in reversed(rows))],
        [place["B"], place["C"], *reversed(rows[-1])],
        [place["C"], place["D"], *(r[3] for r in rows)],
        [place["D"], place["A"], *rows[0]],
    ]
    return [*lid, *sides]


def _quad(row: Sequence[Array], onward: Sequence[Array], k: int) -> list[tuple[Array, Array, Array]]:
    return [(row[k], onward[k], onward[k + 1]), (row[k], onward[k + 1], row[k + 1])]


@pytest.mark.slow
@pytest.mark.parametrize(("height_m", "period_m"), [(9.5e-5, 4e-4), (9e-5, 2e-3), (5e-5, 1e-3)])
def test_ripples_finer_than_the_tolerance_are_found(height_m: float, period_m: float) -> None:
    brief = brief_of(CUBE)
    assert failures(brief, scene_of(brief, rippled_cube(brief, 0.0, 0.01))) == []
    found = failures(brief, scene_of(brief, rippled_cube(brief, height_m, period_m)))
    assert any("leans against the surface" in check.sentence for check in found)


@pytest.mark.slow
def test_a_mesh_torn_everywhere_is_told_at_once_and_not_looked_at_further() -> None:
    brief = brief_of(CUBE)
    scene = scene_of(brief, cut(triangles(polyhedral(brief.parts[0])), 5))
    torn = edited(scene, faces=scene.faces[::2], smooth=scene.smooth[::2])
    found = failures(brief, torn)
    assert sum(check.status == "failed" for check in found) < MOST_FAULTS
    assert {check.status for check in found if not check.name.startswith("the mesh is closed")} == {"not_judged"}


def strips(brief: SceneBrief, count: int) -> Polygons:
    """The right cube, its top cut into strips as long as the cube is wide."""
    return rippled_cube(brief, 0.0, 0.4 * 1.097 / count, band=0.4)


@pytest.mark.slow
def test_a_right_solid_of_endless_strips_is_refused_before_the_renderer_chokes_on_it() -> None:
    brief = brief_of(CUBE)
    assert failures(brief, scene_of(brief, strips(brief, 200))) == []
    found = failures(brief, scene_of(brief, strips(brief, 3000)))
    assert any("long thin faces" in check.sentence for check in found)


def test_the_audit_counts_cuts_as_the_renderer_makes_them() -> None:
    assert BAKED.solid_edge_m == CUT_M
