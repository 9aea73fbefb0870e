"""The doctor on this machine, and on machines that lack one thing: each lack is found, named, and has a remedy."""

import json
import stat
import time
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from pipeline.scene.sandbox.records import SandboxAvailability
from solidscene.cli.doctor_commands import doctor as command
from solidscene.doctor import doctor, machine, programs
from solidscene.doctor.records import Diagnosis, DoctorFinding, gone, good, poor

pytestmark = pytest.mark.blender

SECRET = "sk-do-not-tell-0123456789"


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "SOLIDSCENE_MODEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SOLIDSCENE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


def test_this_machine_is_ready_and_known_within_seconds() -> None:
    began = time.monotonic()
    diagnosis = doctor.examine()
    assert time.monotonic() - began < 30  # three without a busy neighbour
    assert diagnosis.ready, doctor.format_diagnosis(diagnosis)
    names = [finding.name for finding in diagnosis.findings]
    assert len(names) == len(set(names)) == 15
    assert {"Blender", "ffmpeg", "sandbox", "room plates", "settings", "key"} <= set(names)
    assert all(finding.sentence and (finding.status == "ok") != bool(finding.remedy) for finding in diagnosis.findings)


def by_name(findings: tuple[DoctorFinding, ...]) -> dict[str, DoctorFinding]:
    return {finding.name: finding for finding in findings}


def test_a_key_is_named_and_never_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLIDSCENE_MODEL", "some-model")
    lacking = by_name(machine.settings())["key"]
    assert lacking.status == "warn"
    assert "OPENAI_API_KEY" in lacking.remedy
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    found = machine.settings()
    assert by_name(found)["key"].sentence == "OPENAI_API_KEY is set"
    assert "some-model" in by_name(found)["settings"].sentence
    assert SECRET not in repr(found) + Diagnosis(findings=found).model_dump_json()


def test_settings_that_cannot_be_used_are_missing(tmp_path: Path) -> None:
    (tmp_path / "solidscene.toml").write_text("[models]\nmodle = 'x'\n")
    (found,) = machine.settings()
    assert (found.status, found.necessary) == ("missing", True)
    assert found.remedy == "did you mean model?"


def test_an_ffmpeg_that_cannot_encode_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake = tmp_path / "bin" / "ffmpeg"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\necho \"Unknown encoder 'libx264'\" >&2\nexit 1\n")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(fake.parent), prepend=":")
    found = programs.ffmpeg()
    assert found.status == "missing"
    assert "cannot encode H.264" in found.sentence
    assert "libx264" in found.remedy


def test_a_blender_that_lacks_a_library_says_which(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "bpy.py").write_text("raise ImportError('libSM.so.6: cannot open shared object file')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (found,) = programs.blender()
    assert (found.status, found.necessary) == ("missing", True)
    assert "libSM.so.6" in found.sentence
    assert "libsm6" in found.remedy


def test_a_machine_without_a_sandbox_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    none = tuple(
        SandboxAvailability.model_validate({"kind": kind, "available": False, "reason": "not here"})
        for kind in ("landlock", "bubblewrap")
    )
    monkeypatch.setattr(programs, "available_sandboxes", lambda: none)
    found = programs.sandbox()
    assert (found.status, found.necessary) == ("missing", True)
    assert "bubblewrap" in found.remedy


def test_a_cache_that_cannot_be_written_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLIDSCENE_CACHE", "/proc/nowhere")
    (found,) = machine.cache()
    assert found.status == "missing"
    assert "SOLIDSCENE_CACHE" in found.remedy


def test_cached_rooms_are_counted(tmp_path: Path) -> None:
    assert by_name(machine.cache())["room plates"].status == "warn"
    for name in ("one", "two"):
        (tmp_path / "cache" / "plates" / name).mkdir(parents=True)
    assert by_name(machine.cache())["room plates"].sentence.startswith("2 ")


def test_the_limits_of_a_container_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text("2147483648\n")
    (tmp_path / "cpu.max").write_text("50000 100000\n")
    monkeypatch.setattr(machine, "_CGROUP", tmp_path)
    assert (machine.memory().status, machine.processors().status) == ("warn", "warn")
    assert machine.memory().sentence.startswith("2.0 GB")
    assert machine.processors().sentence == "0.5 core"
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "cpu.max").write_text("max 100000\n")
    assert "0.5" not in machine.processors().sentence


@pytest.mark.parametrize(
    ("finding", "code", "last"),
    [
        (good("a", "fine"), 0, "ready"),
        (poor("a", "so so", "do it"), 0, "ready, with 1 warning"),
        (gone("a", "not there", "get it"), 1, "not ready: a"),
    ],
)
def test_only_something_necessary_makes_it_fail(
    monkeypatch: pytest.MonkeyPatch, finding: DoctorFinding, code: int, last: str
) -> None:
    monkeypatch.setattr(doctor, "examine", lambda: Diagnosis(findings=(finding,)))
    app = typer.Typer()
    app.command()(command)
    said = CliRunner().invoke(app, [])
    assert said.exit_code == code
    assert said.stdout.splitlines()[-1] == last
    assert finding.remedy in said.stdout
    assert json.loads(CliRunner().invoke(app, ["--json"]).stdout)["findings"][0]["status"] == finding.status
