"""Evidence files beside a film: figure coordinates, script, scene, specification and checks."""

import json
from pathlib import Path

from dataset.atomic_write import atomic_write
from pipeline.film.records import Film
from pipeline.scene.figure_to_scene import PreparedScene


def write_evidence(folder: Path, prepared: PreparedScene, film: Film) -> None:
    """Write `script.py`, `scene.json` and `film.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    atomic_write(folder / "script.py", prepared.script)
    scene = {"brief": prepared.fit.brief.model_dump(mode="json"), "scene": prepared.scene.model_dump(mode="json")}
    scene["fitted"] = prepared.fit.fitted.model_dump(mode="json")
    atomic_write(folder / "scene.json", json.dumps(scene, indent=1))
    facts = film.model_dump(mode="json", exclude={"result": {"frames_file"}, "files": True})
    facts["files"] = [path.name for path in film.files]
    facts["scene_checks"] = [check.model_dump(mode="json") for check in prepared.checks]
    atomic_write(folder / "film.json", json.dumps(facts, indent=1))
