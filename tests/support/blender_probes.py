"""Probes: scripts beside the tests that run in a process of their own with bpy and tell what they saw as JSON."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

PROBES = Path(__file__).parent / "probes"


def told_by(probe: str, folder: Path, *words: str) -> Any:
    """What a probe says; Blender prints to stdout as it likes, so probes have a descriptor of their own."""
    told = folder / f"{probe}.json"
    with told.open("w") as out:
        environment = os.environ | {"PROBE_OUT": str(out.fileno())}
        command = [sys.executable, str(PROBES / probe), *words]
        done = subprocess.run(command, env=environment, pass_fds=(out.fileno(),), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr[-1000:]
    return json.loads(told.read_text())
