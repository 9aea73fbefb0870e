"""The measures of a mesh: its triangles, its areas, and what is wrong with its edges."""

import numpy as np
import pytest

from pipeline.scene.audit.mesh_checks import edge_faults, mesh_of


def test_a_face_that_is_not_convex_is_cut_into_triangles_inside_it() -> None:
    outline = [(0, 0, 0), (3, 0, 0), (3, 1, 0), (1, 1, 0), (1, 3, 0), (0, 3, 0)]
    for start in range(6):
        mesh = mesh_of(outline, [tuple((start + k) % 6 for k in range(6))])
        assert len(mesh.triangles) == 4
        assert np.allclose(mesh.vector_areas.sum(axis=0), [0, 0, 5])
        assert np.linalg.norm(mesh.vector_areas, axis=1).sum() == pytest.approx(5.0)


def test_a_vertex_in_the_middle_of_a_side_is_no_corner_of_the_face() -> None:
    mesh = mesh_of([(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)], [(0, 1, 2, 3, 4)])
    assert len(mesh.triangles) == 2
    assert 1 not in mesh.triangles


def test_edges_are_told_apart_by_what_is_wrong_with_them() -> None:
    tetrahedron = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
    assert edge_faults(tetrahedron) == []
    assert {kind for kind, _, _ in edge_faults(tetrahedron[1:])} == {"open"}
    assert {kind for kind, _, _ in edge_faults([tetrahedron[0][::-1], *tetrahedron[1:]])} == {"same_way"}
    assert {kind for kind, _, _ in edge_faults([*tetrahedron, (0, 1, 4)])} == {"crowded", "open"}
    beside = [(0, 1, 4), (0, 5, 1), (1, 5, 4), (5, 0, 4)]
    assert {kind for kind, _, _ in edge_faults(tetrahedron + beside)} == {"crowded"}
    assert edge_faults(tetrahedron + beside, pinched=True) == []
