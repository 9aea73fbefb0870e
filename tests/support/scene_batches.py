"""Runs many scene scripts in one real Blender process, whose start is the slow part; returns what each built."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pipeline.scene.records import SceneData
from tests.support.paths import ROOT

SCRIPTS = ROOT / "blender_scripts" / "sandbox"

RUNNER = """
import json, os, sys, traceback
import bpy
sys.path.insert(0, sys.argv[1])
from scene_dump import dump_scene, snapshot
with open(sys.argv[2], encoding="utf-8") as file:
    sources = json.load(file)
limits = {"vertices": 200_000, "faces": 200_000, "markers": 64}
replies = []
for source in sources:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    before = snapshot()
    try:
        exec(compile(source, "<scene script>", "exec"), {"__name__": "__main__"})
        replies.append(dump_scene(before, limits))
    except Exception:
        replies.append({"error": traceback.format_exc()})
with open(sys.argv[3], "w", encoding="utf-8") as file:
    json.dump(replies, file)
sys.stdout.flush()
os._exit(0)
"""


def run_scripts(sources: Sequence[str], folder: Path, timeout_s: float = 280) -> list[SceneData]:
    """What each script built; a script that raised fails the test with its own traceback."""
    request, reply = folder / "scripts.json", folder / "scenes.json"
    request.write_text(json.dumps(list(sources)), encoding="utf-8")
    command = [sys.executable, "-c", RUNNER, str(SCRIPTS), str(request), str(reply)]
    subprocess.run(command, check=True, timeout=timeout_s, stdout=subprocess.DEVNULL)
    scenes = []
    for source, scene in zip(sources, json.loads(reply.read_text(encoding="utf-8")), strict=True):
        assert "error" not in scene, f"{scene['error']}\n{source}"
        scenes.append(SceneData.model_validate(scene))
    return scenes
