"""`scenes/ID/` of a run: the figure, the script and the scene of a published problem."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dataset.atomic_write import atomic_write
from dataset.file_names import safe_name
from pipeline.stages.records import FittedScene, Read, Scripted


def write_scene_files(folder: Path, identity: str, outputs: Mapping[str, Any]) -> None:
    """Write `scenes/ID/`: the figure, the script and the scene."""
    place = folder / "scenes" / safe_name(identity)
    place.mkdir(parents=True, exist_ok=True)
    read, fitted, scripted = outputs["read"], outputs["fit"], outputs.get("script")
    assert isinstance(read, Read)
    assert isinstance(fitted, FittedScene)
    atomic_write(place / "figure.geo", read.reading.figure.rstrip() + "\n")
    scene = fitted.model_dump(mode="json", include={"fitted", "brief"})
    if isinstance(scripted, Scripted):
        atomic_write(place / "script.py", scripted.script)
        scene["scene"] = scripted.scene.model_dump(mode="json")
    atomic_write(place / "scene.json", json.dumps(scene, indent=1))
