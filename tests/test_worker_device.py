"""The graphics card stays in use from one film to the next, in a real Blender with a pretended card."""

import json
import os
import subprocess
import sys
from pathlib import Path

PROBE = Path(__file__).with_name("device_probe.py")


def test_a_new_room_leaves_the_chosen_device_in_use(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    with report.open("w") as out:
        environment = os.environ | {"PROBE_OUT": str(out.fileno())}
        command = [sys.executable, str(PROBE)]
        done = subprocess.run(command, env=environment, pass_fds=(out.fileno(),), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr[-1000:]
    assert json.loads(report.read_text()) == ["CUDA", "CUDA", "CUDA"]
