"""`scenes/ID/` of a run: the figure, the script and the scene of a published problem."""

import json
from pathlib import Path

from pipeline.run_records import FittedScene, Output, Read, Scripted, StageName
from pipeline.safe_names import safe_name


def write_scene_files(folder: Path, identity: str, outputs: dict[StageName, Output]) -> None:
    """`scenes/ID/`: the figure, the script and the scene."""
    place = folder / "scenes" / safe_name(identity)
    place.mkdir(parents=True, exist_ok=True)
    read, fitted, scripted = outputs["read"], outputs["fit"], outputs.get("script")
    assert isinstance(read, Read)
    assert isinstance(fitted, FittedScene)
    _write(place / "figure.geo", read.reading.figure.rstrip() + "\n")
    scene = fitted.model_dump(mode="json", include={"fitted", "brief"})
    if isinstance(scripted, Scripted):
        _write(place / "script.py", scripted.script)
        scene["scene"] = scripted.scene.model_dump(mode="json")
    _write(place / "scene.json", json.dumps(scene, indent=1))


def _write(path: Path, text: str) -> None:
    draft = path.with_name(f".{path.name}.draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
