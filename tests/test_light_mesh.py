"""Light meshes are cut finer without losing a vertex or a piece of surface, in a real Blender."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROBE = Path(__file__).with_name("light_mesh_probe.py")


@pytest.mark.parametrize("seed", [0, 1])
def test_halved_edges_keep_old_vertices_first_and_the_whole_surface(seed: int, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    with report.open("w") as out:
        environment = os.environ | {"PROBE_OUT": str(out.fileno())}
        command = [sys.executable, str(PROBE), str(seed)]
        done = subprocess.run(command, env=environment, pass_fds=(out.fileno(),), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr[-1000:]
    for step in json.loads(report.read_text()):
        assert step["kept"]
        assert step["new"] == 0
        assert step["off"] < 1e-6
        assert step["area"] == pytest.approx(4.0, rel=1e-6)
