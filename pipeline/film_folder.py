"""The evidence beside a film: figure coordinates, script, scene, specification and checks as plain files."""

import json
from pathlib import Path

from pipeline.prepare_scene import PreparedScene
from pipeline.render_records import Film
from pipeline.whole_files import write_whole


def write_evidence(folder: Path, prepared: PreparedScene, film: Film) -> None:
    """Write `script.py`, `scene.json` and `film.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "script.py", prepared.script)
    scene = {"brief": prepared.brief.model_dump(mode="json"), "scene": prepared.scene.model_dump(mode="json")}
    scene["fitted"] = prepared.fitted.model_dump(mode="json")
    write_whole(folder / "scene.json", json.dumps(scene, indent=1))
    facts = film.model_dump(mode="json", exclude={"result": {"frames_file"}, "files": True})
    facts["files"] = [path.name for path in film.files]
    facts["scene_checks"] = [check.model_dump(mode="json") for check in prepared.checks]
    write_whole(folder / "film.json", json.dumps(facts, indent=1))
