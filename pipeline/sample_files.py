"""The files of a run for people and programs: `samples.jsonl` and a folder per scene."""

import json
from collections.abc import Iterable
from pathlib import Path

from pipeline.run_records import FittedScene, Output, Read, Scripted, StageName
from pipeline.safe_names import safe_name

SAMPLES = "samples.jsonl"


def write_samples(folder: Path, lines: Iterable[str]) -> int:
    """All samples in one go, whole or not at all; returns their number."""
    draft = folder / f".{SAMPLES}.draft"
    count = 0
    with draft.open("w", encoding="utf-8") as file:
        for count, line in enumerate(lines, start=1):  # noqa: B007
            file.write(line + "\n")
    draft.replace(folder / SAMPLES)
    return count


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
