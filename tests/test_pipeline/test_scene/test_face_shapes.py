"""Faces that two programs could cut into triangles differently are refused, and so are those that take long to cut."""

import time
from collections.abc import Sequence

import numpy as np
import pytest

from pipeline.scene.audit.faces import shape_findings
from pipeline.scene.audit.mesh_checks import mesh_of
from pipeline.scene.audit.mesh_triangles import MOST_WINDING_CORNERS, Array, too_winding
from pipeline.scene.records import SceneBrief, SceneData
from tests.support.audited_scenes import brief_of, edited, failures, polyhedral

CUBE = "solid cube ABCD-A1B1C1D1\ngiven AB = 2\nfind volume(ABCD-A1B1C1D1)"
SIDES = ("D C B A", "A1 B1 C1 D1", "A B B1 A1", "B C C1 B1", "C D D1 C1", "D A A1 D1")


@pytest.fixture(scope="module")
def cube() -> tuple[SceneBrief, SceneData]:
    """The brief of a cube, and a scene that is right but for its markers."""
    brief = brief_of(CUBE).model_copy(update={"markers": ()})
    part = polyhedral(brief.parts[0])
    labels = list(part.vertices_m)
    faces = [tuple(labels.index(label) for label in side.split()) for side in SIDES]
    places = list(part.vertices_m.values())
    scene = SceneData(vertices_m=places, faces=faces, smooth=[False] * 6, markers=())
    assert failures(brief, scene) == []
    return brief, scene


def sentences(brief: SceneBrief, scene: SceneData) -> str:
    return " ".join(check.sentence for check in failures(brief, scene))


def with_top_arc(scene: SceneData, steps: int, height: float) -> SceneData:
    """The cube with the edge A1B1 replaced by a fine arc upwards, in both faces beside it."""
    start, end = np.array(scene.vertices_m[4]), np.array(scene.vertices_m[5])
    shares = np.arange(1, steps)[:, None] / steps
    arc = start + shares * (end - start) + 4 * height * shares * (1 - shares) * np.array([0, 0, 1])
    row = tuple(range(8, 8 + len(arc)))
    top, front = scene.faces[1], scene.faces[2]
    faces = [scene.faces[0], (top[0], *row, *top[1:]), (*front[:3], *row[::-1], front[3]), *scene.faces[3:]]
    return edited(scene, vertices_m=[*scene.vertices_m, *map(tuple, arc)], faces=faces)


def spiral(count: int) -> Array:
    """A flat band of `count` corners wound up three times."""
    turn = np.linspace(0, 6 * np.pi, count // 2)
    ways = [(radius + turn / 20) * np.array([np.cos(turn), np.sin(turn), 0 * turn]) for radius in (1, 0.97)]
    return np.concatenate([ways[0].T, ways[1].T[::-1]])


def stacked(outline: Array, count: int) -> Array:
    """Copies of an outline above each other."""
    return np.concatenate([outline + np.array([0, 0, height]) for height in range(count)])


def loop_within(count: int, start: int) -> Array:
    """A limaçon, which turns one way all round but twice, begun at the given corner."""
    turn = 2 * np.pi * (np.arange(count) + start) / count
    radius = 0.5 + np.cos(turn)
    return np.stack([radius * np.cos(turn), radius * np.sin(turn), 0 * turn], axis=1)


def crossed(places: Array | Sequence[tuple[float, float, float]]) -> list[str]:
    """What is said of one face with these corners."""
    mesh = mesh_of(np.asarray(places).tolist(), [tuple(range(len(places)))])
    return [finding.sentence for finding in shape_findings(mesh)]


@pytest.mark.slow
def test_a_fine_arc_is_not_taken_for_its_chord(cube: tuple[SceneBrief, SceneData]) -> None:
    brief, scene = cube
    arched = with_top_arc(scene, 1200, 0.5)
    mesh = mesh_of(arched.vertices_m, arched.faces)
    # A parabola of height h over a chord c encloses 2/3 h c (Archimedes).
    gained = np.linalg.norm(mesh.vector_areas[mesh.face_of == 2].sum(axis=0)) - brief.volume_m3 ** (2 / 3)
    assert gained == pytest.approx(2 / 3 * 0.5 * brief.volume_m3 ** (1 / 3), rel=1e-3)
    assert "outside the surface of the solid" in sentences(brief, arched)


@pytest.mark.slow
def test_vertices_along_a_straight_edge_are_welcome(cube: tuple[SceneBrief, SceneData]) -> None:
    brief, scene = cube
    assert sentences(brief, with_top_arc(scene, 1200, 0.0)) == ""


@pytest.mark.slow
def test_a_vertex_in_the_middle_of_a_side_must_be_on_the_surface_too(cube: tuple[SceneBrief, SceneData]) -> None:
    brief, scene = cube
    # So small a dent is no corner of any face.
    dented = with_top_arc(scene, 2, 1.9e-6)
    lower = brief.model_copy(update={"parts": (brief.parts[0].model_copy(update={"vertices_m": lowered(brief)}),)})
    told = [check for check in failures(lower, dented) if "vertex 8" in check.name]
    assert len(told) == 1


def lowered(brief: SceneBrief) -> dict[str, tuple[float, float, float]]:
    """The corners of the cube with a top so much lower that it is just within the tolerance."""
    places = polyhedral(brief.parts[0]).vertices_m
    return {label: (x, y, z - (9.9e-5 if z > 0.1 else 0)) for label, (x, y, z) in places.items()}


@pytest.mark.slow
def test_a_face_bent_round_an_edge_is_refused_though_its_triangles_lie_on_the_solid(
    cube: tuple[SceneBrief, SceneData],
) -> None:
    brief, scene = cube
    bent = edited(scene, faces=[scene.faces[0], (4, 0, 1, 5, 6, 7), *scene.faces[3:]], smooth=[False] * 5)
    told = sentences(brief, bent)
    assert "is bent: its corners are up to" in told
    assert "Cut it into triangles" in told


@pytest.mark.parametrize("start", range(0, 200, 20))
def test_a_face_that_runs_round_itself_twice_crosses_itself_wherever_it_begins(start: int) -> None:
    assert "crosses itself: list its vertices once round its outline" in crossed(loop_within(200, start))[0]


def test_a_face_whose_sides_cross_is_refused() -> None:
    assert "crosses itself" in crossed([(0, 0, 0), (1, 1, 0), (1, 0, 0), (0, 1, 0)])[0]
    star = [(np.cos(t), np.sin(t), 0) for t in 4 * np.pi * np.arange(5) / 5]
    assert "crosses itself" in crossed(star)[0]
    # Two loops against each other that meet in a corner: no side cuts through another.
    eight = [(0, 0), (2, -1), (1, 1), (0, 0), (-1, -3), (-1, 1)]
    assert "crosses itself" in crossed([(x, y, 0) for x, y in eight])[0]
    # All triangles of this one can look the same way, for no corner lies where it overlaps itself.
    hook = [(0, 0), (4, 0), (4, 4), (1, 4), (1, -1), (2, -1), (2, 3), (3, 3), (3, 1), (0, 1)]
    assert "crosses itself" in crossed([(x, y, 0) for x, y in hook])[0]


def test_plain_outlines_do_not_cross_themselves() -> None:
    assert crossed([(0, 0, 0), (3, 0, 0), (3, 1, 0), (1, 1, 0), (1, 3, 0), (0, 3, 0)]) == []
    assert crossed(spiral(200)) == []
    circle = np.linspace(0, 2 * np.pi, 5000, endpoint=False)
    assert crossed(np.stack([np.cos(circle), np.sin(circle), 0 * circle], axis=1).astype(np.float32)) == []
    sliver = [(0, 0, 0), (1, 0, 0), (2, 0, 1e-9), (1, 0, 1e-9)]
    assert crossed(sliver) == []


def test_a_face_that_would_take_hours_to_cut_is_answered_at_once(cube: tuple[SceneBrief, SceneData]) -> None:
    brief, scene = cube
    wound = edited(scene, vertices_m=spiral(4000).tolist(), faces=[tuple(range(4000))], smooth=[False])
    start = time.process_time()
    told = sentences(brief, wound)
    assert time.process_time() - start < 1
    assert "Face 0 of the solid has 4000 corners and is not convex: cut it into triangles." in told


def test_the_longest_face_that_is_cut_is_cut_in_a_second() -> None:
    start = time.process_time()
    mesh = mesh_of(spiral(MOST_WINDING_CORNERS).tolist(), [tuple(range(MOST_WINDING_CORNERS))])
    assert time.process_time() - start < 1
    assert len(mesh.triangles) == MOST_WINDING_CORNERS - 2
    turned = mesh.vector_areas[:, 2]
    assert (turned >= 0).all() or (turned <= 0).all()


def test_many_faces_that_wind_are_bounded_together_and_convex_ones_are_not() -> None:
    wound, circle = np.arange(400), np.linspace(0, 2 * np.pi, 400, endpoint=False)
    layers = stacked(spiral(400), 20)
    faces = [tuple(wound + 400 * n) for n in range(20)]
    assert too_winding(layers[:1200], faces[:3]) == []
    assert 0 < len(too_winding(layers, faces)) < 20
    rounds = np.stack([np.cos(circle), np.sin(circle), 0 * circle], axis=1)
    assert too_winding(stacked(rounds, 20), faces) == []
