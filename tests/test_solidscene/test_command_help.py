"""Every command shows how it is used, what it shows can be typed, and shells know its words."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from agents.gateway.model_settings import Source
from dataset.writers.records import FORMATS, STORAGES, VARIANTS
from pipeline.film.records import ProfileName
from pipeline.film.room_choice import ROOM_NAMES
from pipeline.scene.sandbox.records import SandboxMode
from solidscene.cli import help_text
from tests.support.command_tree import command_lines, commands, fault, help_of
from tests.support.paths import ROOT
from workers.blender_jobs import ScaleCue

SHELLS = ("bash", "zsh", "fish")


@pytest.mark.slow
@pytest.mark.parametrize("words", [words for words, _ in commands()])
def test_the_help_of_a_command_ends_with_examples_of_it_that_parse(words: str) -> None:
    text = help_of(words, dict(commands())[words])
    assert "Example" in text
    shown = command_lines(text.rpartition("Example")[2])
    assert shown
    for line in shown:
        assert line.startswith("solidscene ")
        assert words == "solidscene" or line.startswith(words + " ") or line == words
        assert fault(line) == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solidscene covert problems.jsonl --out runs/first", "No such command 'covert'"),
        ("solidscene convert problems.jsonl --out runs/first --rendre", "No such option: --rendre"),
        ("solidscene convert problems.jsonl", "Missing"),
        ("solidscene geo chek figure.geo", "No such command 'chek'"),
        ("solidscene geo check figure.geo --debug", "No such option: --debug"),
        ("solidscene convert problems.jsonl --out runs/first --jobs many", "valid integer"),
    ],
)
def test_a_wrong_line_has_a_fault(line: str, said: str) -> None:
    assert said in fault(line)


def test_the_words_shells_complete_are_those_the_program_knows() -> None:
    assert set(help_text.AGENTS) == set(get_args(Source))
    assert set(help_text.PROFILES) == set(get_args(ProfileName))
    assert set(help_text.SCALE_CUES) == set(get_args(ScaleCue))
    assert set(help_text.SANDBOXES) == set(get_args(SandboxMode))
    assert set(help_text.FORMATS) == set(FORMATS)
    assert set(help_text.VARIANTS) == set(VARIANTS)
    assert set(help_text.STORAGES) == set(STORAGES)
    assert set(help_text.ROOMS) == set(ROOM_NAMES)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the command by its own name in it: completion goes by that name."""
    folder = tmp_path_factory.mktemp("bin")
    script = folder / "solidscene"
    script.write_text(
        f"#!{sys.executable}\nimport sys\nsys.path[0] = {str(ROOT)!r}\nimport solidscene.cli.app as c\nc.main()\n"
    )
    script.chmod(0o755)
    return folder


def called(words: list[str], folder: Path, **environment: str) -> str:
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        words, env={**os.environ, "PATH": path, **environment}, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_gets_its_completion_script(installed: Path, shell: str) -> None:
    script = called(["solidscene"], installed, _SOLIDSCENE_COMPLETE=f"source_{shell}")
    assert "_SOLIDSCENE_COMPLETE" in script
    assert f"complete_{shell}" in script


@pytest.mark.slow
def test_the_shell_that_asks_is_noticed(installed: Path) -> None:
    # A second command, or bash would replace itself and could not be noticed.
    script = called(["bash", "-c", "solidscene --show-completion; true"], installed)
    assert "_SOLIDSCENE_COMPLETE=complete_bash" in script


@pytest.mark.slow
def test_completion_is_installed_where_the_shell_looks(installed: Path, tmp_path: Path) -> None:
    called(["bash", "-c", "solidscene --install-completion; true"], installed, HOME=str(tmp_path))
    script = tmp_path / ".bash_completions" / "solidscene.sh"
    assert "complete_bash" in script.read_text()
    assert str(script) in (tmp_path / ".bashrc").read_text()


def completed(folder: Path, shell: str, line: str) -> list[str]:
    """What a shell is told when a key is pressed at the end of the line."""
    asking = {
        "bash": {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))},
        "zsh": {"_TYPER_COMPLETE_ARGS": line},
        "fish": {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }[shell]
    return called(["solidscene"], folder, _SOLIDSCENE_COMPLETE=f"complete_{shell}", **asking).splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
def test_commands_below_commands_are_completed(installed: Path, shell: str) -> None:
    told = "\n".join(completed(installed, shell, "solidscene geo "))
    assert all(name in told for name in ("check", "measure", "kinds"))
    assert "convert" not in told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("solidscene con", ["convert"]),
        ("solidscene export runs/first --format p", ["parquet"]),
        ("solidscene convert problems.jsonl --agents ", ["live", "recorded", "offline"]),
        ("solidscene convert problems.jsonl --profile p", ["path", "preview"]),
        ("solidscene replay runs/first cube --from re", ["read", "rewrite", "render"]),
        ("solidscene render figure.geo --rooms t", ["tiled_gallery", "tea_room"]),
    ],
)
def test_words_of_options_are_completed(installed: Path, line: str, words: list[str]) -> None:
    assert completed(installed, "bash", line) == words


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_itself_completes_with_the_script(installed: Path) -> None:
    press = (
        'eval "$(_SOLIDSCENE_COMPLETE=source_bash solidscene)"\n'
        "COMP_WORDS=(solidscene scene v); COMP_CWORD=2\n"
        'f=$(complete -p solidscene | grep -o "\\-F [^ ]*"); ${f#-F } solidscene v scene\n'
        'echo "${COMPREPLY[@]}"\n'
    )
    assert called(["bash", "-c", press], installed).split() == ["vet"]


def test_nothing_heavy_is_loaded_before_a_command_runs() -> None:
    """Shells wait for completions; a second of imports at every key would be too much."""
    heavy = ("numpy", "pydantic", "sqlmodel", "scipy")
    ask = f"import sys, solidscene.cli.app; print([m for m in {heavy} if m in sys.modules])"
    assert called([sys.executable, "-c", ask], ROOT, PYTHONPATH=str(ROOT)).strip() == "[]"
