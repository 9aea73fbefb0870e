"""The mesh must enclose every part of the solid once and every hollow never, which its volume alone cannot tell."""

from typing import Literal

import numpy as np
import pytest

from geometry.shapes.coordinates import Vec3
from pipeline.scene.audit.mesh_checks import mesh_of
from pipeline.scene.audit.mesh_triangles import Array, Face
from pipeline.scene.audit.part_coverage import winding
from pipeline.scene.records import RoundPart, SceneBrief, SceneData
from tests.support.audited_scenes import failures

Shell = tuple[Array, list[Face]]

CUBE = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
CUBE_FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)]
NAME = "every part is there once"


def ball(centre: Vec3, radius: float, segments: int = 64) -> Shell:
    """Vertices and faces of a sphere, cut as a globe is."""
    turns, lifts = 2 * np.pi * np.arange(segments) / segments, np.pi * np.arange(1, segments // 2) / (segments // 2)
    rings = [(np.sin(u) * np.cos(v), np.sin(u) * np.sin(v), -np.cos(u)) for u in lifts for v in turns]
    places = np.array(centre) + radius * np.array([*rings, (0, 0, -1), (0, 0, 1)])
    south, north = len(rings), len(rings) + 1
    faces: list[Face] = []
    for k in range(segments):
        n, last = (k + 1) % segments, len(rings) - segments
        faces += [(south, n, k), (north, last + k, last + n)]
        faces += [(row + k, row + n, row + n + segments, row + k + segments) for row in range(0, last, segments)]
    return places, faces


def together(*shells: Shell) -> SceneData:
    places: list[tuple[float, ...]] = []
    faces: list[Face] = []
    for more, rings in shells:
        faces += [tuple(v + len(places) for v in ring) for ring in rings]
        places += [tuple(place) for place in more]
    return SceneData(vertices_m=places, faces=faces, smooth=[True] * len(faces), markers=())


def turned_in(shell: Shell) -> Shell:
    return shell[0], [ring[::-1] for ring in shell[1]]


def round_brief(*balls: tuple[Vec3, float, Literal["added", "removed"]]) -> SceneBrief:
    parts = [
        RoundPart(kind="sphere", role=role, base_m=(x, y, z), top_m=(x, y, z + r), radius_m=r)
        for (x, y, z), r, role in balls
    ]
    volume = sum(4 / 3 * np.pi * r**3 * (1 if role == "added" else -1) for _, r, role in balls)
    return SceneBrief(parts=parts, markers=(), volume_m3=volume, scale=1.0)


LOW, HIGH = (0.02, 0.4, 0.5), (0.02, -0.4, 1.1)
PAIR = round_brief((LOW, 0.5, "added"), (HIGH, 0.5, "added"))
SHELL = round_brief(((0, 0, 0.9), 0.9, "added"), ((0, 0, 0.9), 0.6, "removed"))


def test_a_mesh_winds_once_round_what_it_encloses_and_not_at_all_round_the_rest() -> None:
    points = np.array([(0.5, 0.5, 0.5), (0.01, 0.99, 0.5), (1.01, 0.5, 0.5), (-3, 4, 5)])
    assert winding(mesh_of(CUBE, CUBE_FACES), points) == pytest.approx([1, 1, 0, 0])
    assert winding(mesh_of(CUBE, CUBE_FACES * 2), points) == pytest.approx([2, 2, 0, 0])
    assert winding(mesh_of(CUBE, [face[::-1] for face in CUBE_FACES]), points) == pytest.approx([-1, -1, 0, 0])


def test_from_the_middle_of_a_cube_each_face_is_a_sixth_of_all_there_is_to_see() -> None:
    for face in CUBE_FACES:
        assert winding(mesh_of(CUBE, [face]), np.full((1, 3), 0.5)) == pytest.approx([1 / 6])


@pytest.mark.slow
def test_many_points_are_measured_as_one_by_one() -> None:
    places, faces = ball((0, 0, 0), 1.0)
    mesh, points = mesh_of(places.tolist(), faces), np.random.default_rng(0).uniform(-1, 1, (200, 3))
    lengths = np.linalg.norm(points, axis=1)
    points, lengths = points[np.abs(lengths - 1) > 0.01], lengths[np.abs(lengths - 1) > 0.01]
    found = winding(mesh, points)
    assert found == pytest.approx([float(winding(mesh, point[None])[0]) for point in points])
    assert found == pytest.approx(np.where(lengths < 1, 1.0, 0.0))


@pytest.mark.slow
def test_touching_balls_and_a_hollow_ball_pass() -> None:
    assert failures(PAIR, together(ball(LOW, 0.5), ball(HIGH, 0.5))) == []
    assert failures(SHELL, together(ball((0, 0, 0.9), 0.9), turned_in(ball((0, 0, 0.9), 0.6)))) == []


@pytest.mark.slow
def test_a_part_that_is_there_twice_does_not_make_up_for_one_that_is_missing() -> None:
    found = failures(PAIR, together(ball(LOW, 0.5), ball(LOW, 0.5)))
    assert {check.name for check in found} == {f"{NAME}: part 0", f"{NAME}: part 1"}
    assert "inside the sphere, 2 times: build every part only once" in found[0].sentence
    assert "The mesh does not enclose" in found[1].sentence


@pytest.mark.slow
def test_a_hollow_whose_wall_is_turned_the_wrong_way_is_told() -> None:
    found = failures(SHELL, together(ball((0, 0, 0.9), 0.9), ball((0, 0, 0.9), 0.6)))
    assert "inside the sphere that is to be cut away: cut it out" in " ".join(check.sentence for check in found)
