"""Light meshes are cut finer without losing a vertex or a piece of surface, in a real Blender."""

from pathlib import Path

import numpy as np
import pytest

from tests.support.blender_probes import told_by

pytestmark = pytest.mark.blender


@pytest.mark.parametrize("seed", [0, 1])
def test_halved_edges_keep_old_vertices_first_and_the_whole_surface(seed: int, tmp_path: Path) -> None:
    for step in told_by("bake_mesh_probe.py", tmp_path, str(seed)):
        assert step["kept"]
        assert step["new"] == 0
        assert step["off"] < 1e-6
        assert step["area"] == pytest.approx(4.0, rel=1e-6)


def test_rooms_are_cut_finely_where_light_is_fast_and_keep_their_roundness(tmp_path: Path) -> None:
    found = told_by("room_mesh_probe.py", tmp_path)
    beside_the_post, far_away = found["floor"]
    assert beside_the_post <= 1.4 * 0.55 * 0.2 * 1.01
    assert beside_the_post < far_away <= 1.4 * 0.2 * np.sqrt(2) * 1.01  # an edge may be the diagonal of its square
    assert found["bare"] == pytest.approx(far_away)
    # A strip is not slow light only because it is long.
    assert found["skirting"] < 0.24
    # Along a chord, normals bent from end to end are those of the circle; a flat facet's are off by up to 0.196.
    assert found["drum"] < 1e-3
