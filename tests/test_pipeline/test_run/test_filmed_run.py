"""One problem all the way, with a real Blender: a wrong script is repaired, the film is made once and kept."""

import json
from pathlib import Path
from typing import Any

import pytest

from agents.gateway.model_settings import ROLES, ModelSettings, RoleSettings
from dataset.video.decode import sha256_of
from pipeline.film.request import FilmRequest
from pipeline.run.convert import convert_problems
from pipeline.run.options import ConvertOptions
from pipeline.run.settings import Settings
from tests.support import model_player
from tests.support.model_player import TENT, schema_name
from tests.support.scripted_server import ScriptedServer, Step, says, scripted_server

pytestmark = pytest.mark.blender

FILM = FilmRequest(profile="preview", scale_cue="rule", shape=(400, 300, 48, 6))


class Writer:
    """The player, whose first script puts the apex elsewhere and whose second tries to read a file."""

    def __init__(self) -> None:
        self.scripts: list[dict[str, Any]] = []

    def __call__(self, body: dict[str, Any]) -> Step:
        step = model_player.answer(body)
        if schema_name(body):
            return step
        self.scripts.append(body)
        text = json.loads(step.body)["choices"][0]["message"]["content"]
        if len(self.scripts) == 1:
            return says(text.replace('"P": (', '"P": (0.5 + ', 1))
        if len(self.scripts) == 2:
            return says(text.replace("import bpy", "import bpy\nopen('/etc/hostname')", 1))
        return step


def run(out: Path, cache: Path, server: ScriptedServer, film: FilmRequest = FILM) -> dict[str, Any]:
    roles = {role: RoleSettings(model="player") for role in ROLES}
    settings = Settings(models=ModelSettings(base_url=server.base_url, api_key_env="", roles=roles))
    options = ConvertOptions(agents="live", film=film, jobs=1)
    convert_problems(out, [(0, TENT)], (options, settings), cache)
    sample: dict[str, Any] = json.loads((out / "samples.jsonl").read_text())
    return sample


def test_a_wrong_script_is_repaired_and_the_film_is_made_once(tmp_path: Path, plate_cache: Path) -> None:
    writer = Writer()
    with scripted_server(otherwise=writer) as server:
        sample = run(tmp_path, plate_cache, server)
        assert sample["status"] == "published", sample["sentence"]
        video = tmp_path / sample["video"]
        made = video.stat().st_mtime_ns
        # Told where the vertex is, then which line is not allowed.
        told = [script["messages"][-1]["content"] for script in writer.scripts]
        assert len(told) == 3
        assert "P" in told[1]
        assert "open" in told[2]
        assert "Each ruler on the floor is 1 m long." in sample["question"]
        assert sample["provenance"]["film"]["scale_cue"] == "rule"
        files = {path.name for path in (tmp_path / "scenes" / "tent").iterdir()}
        assert files == {"figure.geo", "script.py", "scene.json"}
        assert any("can be seen" in check["name"] for check in sample["checks"])

        run(tmp_path, plate_cache, server)
        assert video.stat().st_mtime_ns == made

        before, digest = len(server.bodies), sha256_of(video)
        video.unlink()
        assert run(tmp_path, plate_cache, server)["status"] == "published"
        assert sha256_of(video) == digest
        assert len(server.bodies) == before  # a lost film costs no reply


def test_a_camera_behind_a_wall_sets_the_problem_aside_before_anything_is_rendered(
    tmp_path: Path, plate_cache: Path
) -> None:
    far = FILM.model_copy(update={"camera": "radius=12,tilt=10"})
    with scripted_server(otherwise=model_player.answer) as server:
        sample = run(tmp_path, plate_cache, server, far)
    assert (sample["status"], sample["stage"], sample["reason"]) == ("quarantined", "render", "view")
    assert "finds wall before the object. Remedy: a camera that is nearer" in sample["sentence"]
    assert list((tmp_path / "videos").glob("*")) == []
