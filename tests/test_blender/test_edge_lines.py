"""Which edges of a solid get a line, and that the lines lie along them."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from blender_scripts.film.edge_lines import crease_edges, tubes

Face = tuple[int, ...]

CUBE = np.array(list(itertools.product((0.0, 1.0), repeat=3)))
CUBE_FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]

RADIUS_M = 0.004


def drum(sides: int, smooth_mantle: bool) -> tuple[NDArray[np.float64], list[Face], list[bool]]:
    angles = 2 * np.pi * np.arange(sides) / sides
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    points = np.concatenate([np.column_stack([ring, np.full(sides, z)]) for z in (0.0, 1.0)])
    mantle: list[Face] = [(k, (k + 1) % sides, sides + (k + 1) % sides, sides + k) for k in range(sides)]
    ends = [tuple(range(sides))[::-1], tuple(range(sides, 2 * sides))]
    return points, mantle + ends, [smooth_mantle] * sides + [False, False]


def test_a_cube_has_its_twelve_edges_also_when_its_faces_are_cut() -> None:
    cut = [triangle for a, b, c, d in CUBE_FACES for triangle in ((a, b, c), (a, c, d))]
    for faces in (CUBE_FACES, cut):
        edges = crease_edges(CUBE, faces, [False] * len(faces))
        assert len(edges) == 12
        assert np.allclose(np.linalg.norm(CUBE[edges[:, 0]] - CUBE[edges[:, 1]], axis=1), 1.0)


def test_a_round_mantle_has_its_rims_only_and_a_prism_all_its_edges() -> None:
    points, faces, smooth = drum(64, True)
    rims = crease_edges(points, faces, smooth)
    assert len(rims) == 2 * 64
    assert (points[rims[:, 0], 2] == points[rims[:, 1], 2]).all()
    assert len(crease_edges(*drum(6, False))) == 18


def test_what_is_smooth_all_over_has_no_line() -> None:
    points, faces, _ = drum(64, True)
    smooth_edges = crease_edges(points, faces[:64], [True] * 64)
    assert len(smooth_edges) == 2 * 64  # the open rims of the mantle; between its faces there is none
    vertices, none = tubes(points, np.zeros((0, 2), dtype=int), RADIUS_M)
    assert (len(vertices), len(none)) == (0, 0)


@pytest.mark.parametrize("seed", range(5))
def test_tubes_lie_around_their_edges_and_look_outward(seed: int) -> None:
    chance = np.random.default_rng(seed)
    points = chance.normal(size=(6, 3))
    points[1] = points[0] + [0.0, 0.0, 1.0]  # straight up, where the helper axis must be another
    edges = np.array([(0, 1), (2, 3), (4, 5), (1, 4)])
    vertices, faces = tubes(points, edges, RADIUS_M)
    for number, (a, b) in enumerate(edges):
        own = vertices[number * 12 : (number + 1) * 12] - points[a]
        along = (points[b] - points[a]) / np.linalg.norm(points[b] - points[a])
        off = np.linalg.norm(own - np.outer(own @ along, along), axis=1)
        assert np.allclose(off, RADIUS_M)
        assert np.allclose(np.sort(own @ along)[[0, -1]], [0.0, float(np.linalg.norm(points[b] - points[a]))])
        for face in faces[number * 6 : (number + 1) * 6]:
            corners = vertices[face]
            normal = np.cross(corners[1] - corners[0], corners[3] - corners[0])
            middle = corners.mean(axis=0) - points[a]
            assert normal @ (middle - middle @ along * along) > 0
