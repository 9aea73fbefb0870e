"""The commands a person types: script, vet, run, render; their exit codes and one-line errors."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from dataset.video.decode import read_frames
from solidscene.cli.app import app

pytestmark = pytest.mark.blender

PYRAMID = "assets/figures/pyramid.geo"
run = CliRunner().invoke


@pytest.fixture
def script(tmp_path: Path) -> Path:
    written = run(app, ["scene", "script", PYRAMID])
    assert written.exit_code == 0
    path = tmp_path / "pyramid.py"
    path.write_text(written.stdout)
    return path


def test_the_template_script_is_accepted_and_builds_what_the_figure_says(script: Path) -> None:
    vetted = run(app, ["scene", "vet", str(script)])
    assert (vetted.exit_code, vetted.stdout) == (0, "accepted: nothing in the script reaches outside the scene\n")
    built = run(app, ["scene", "run", PYRAMID, str(script), "--json"])
    assert built.exit_code == 0
    facts = json.loads(built.stdout)
    assert len(facts["scene"]["markers"]) == 5
    assert {check["status"] for check in facts["checks"]} == {"passed"}


def test_a_script_that_builds_something_else_is_told_what_is_wrong(script: Path) -> None:
    script.write_text(script.read_text() + "\nbpy.data.objects['Solid'].location.z += 0.01\n")
    built = run(app, ["scene", "run", PYRAMID, str(script)])
    assert built.exit_code == 1
    assert "failed  the solid stands on the floor" in built.stdout


def test_a_script_has_no_say_in_what_looks_round(script: Path) -> None:
    honest, lying = "polygon.use_smooth = flag", "polygon.use_smooth = True"
    assert honest in script.read_text()
    script.write_text(script.read_text().replace(honest, lying))
    built = run(app, ["scene", "run", PYRAMID, str(script), "--json"])
    assert built.exit_code == 0
    assert set(json.loads(built.stdout)["scene"]["smooth"]) == {False}


def test_a_script_that_reaches_out_is_refused_by_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("import bpy\nimport os\nos.system('true')\n")
    vetted = run(app, ["scene", "vet", str(path)])
    assert vetted.exit_code == 1
    assert f"{path}:2:" in vetted.stdout
    assert run(app, ["scene", "run", PYRAMID, str(path)]).exit_code == 1


def test_a_figure_without_one_shape_is_not_scripted(tmp_path: Path) -> None:
    path = tmp_path / "open.geo"
    path.write_text("solid pyramid P-ABCD\ngiven AB = 1\nfind volume(P-ABCD)\n")
    answer = run(app, ["scene", "script", str(path)])
    assert answer.exit_code == 1
    assert "cannot be shown" in answer.stderr
    assert "Remedy" in answer.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--rooms", "cellar"], "unknown room 'cellar'"),
        (["--profile", "fast"], "unknown profile 'fast'"),
        (["--sandbox", "tent"], "unknown sandbox 'tent'"),
        (["--rooms", "3d-front:/nowhere"], "/nowhere"),
        (["--script", "/nowhere.py"], "/nowhere.py"),
    ],
)
def test_wrong_options_are_one_line_with_a_remedy(options: list[str], words: str, tmp_path: Path) -> None:
    places = ["--out", str(tmp_path / "out"), "--cache", str(tmp_path / "cache")]
    answer = run(app, ["render", PYRAMID, *places, *options])
    assert answer.exit_code == 2
    assert words in answer.stderr
    assert "Remedy" in answer.stderr
    assert len(answer.stderr.strip().splitlines()) == 1


def test_a_preview_is_a_film_with_its_pictures_and_evidence(tmp_path: Path, plate_cache: Path) -> None:
    command = [sys.executable, "-m", "solidscene.cli.app", "render", PYRAMID, "--out", str(tmp_path / "out")]
    options = ["--profile", "preview", "--cache", str(plate_cache), "--samples", "8", "--scale-cue", "rule"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    video = tmp_path / "out" / "pyramid.mp4"
    assert done.stdout.splitlines()[0] == str(video)
    assert read_frames(video, [15]).shape == (1, 300, 400, 3)
    facts = json.loads((tmp_path / "out" / "pyramid" / "film.json").read_text())
    assert facts["spec"]["room"]["scale_cue"] == "rule"
    assert {check["status"] for check in (*facts["checks"], *facts["scene_checks"])} == {"passed"}
    assert (tmp_path / "out" / "pyramid" / "script.py").read_text().startswith('"""')
    assert len(list((tmp_path / "out" / "pyramid.8frames").glob("*.png"))) == 8
    poster = np.asarray(Image.open(tmp_path / "out" / "pyramid.poster.png"))
    assert poster.shape == (300, 400, 3)
    assert 60 < poster.mean() < 220
