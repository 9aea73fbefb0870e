"""`scenes/ID/` of a run: the figure, the script and the scene of a published problem."""

import json
from pathlib import Path

from pipeline.run_records import FittedScene, Output, Read, Scripted, StageName
from pipeline.safe_names import safe_name
from pipeline.whole_files import write_whole


def write_scene_files(folder: Path, identity: str, outputs: dict[StageName, Output]) -> None:
    """`scenes/ID/`: the figure, the script and the scene."""
    place = folder / "scenes" / safe_name(identity)
    place.mkdir(parents=True, exist_ok=True)
    read, fitted, scripted = outputs["read"], outputs["fit"], outputs.get("script")
    assert isinstance(read, Read)
    assert isinstance(fitted, FittedScene)
    write_whole(place / "figure.geo", read.reading.figure.rstrip() + "\n")
    scene = fitted.model_dump(mode="json", include={"fitted", "brief"})
    if isinstance(scripted, Scripted):
        write_whole(place / "script.py", scripted.script)
        scene["scene"] = scripted.scene.model_dump(mode="json")
    write_whole(place / "scene.json", json.dumps(scene, indent=1))
