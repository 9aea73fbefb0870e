"""The image and the job templates: what they name exists, what they pin fits, and shards are counted from one.

The real build runs only with SOLIDSCENE_SLOW=1, as root, where debootstrap is installed: minutes and gigabytes.
"""

import json
import os
import re
import runpy
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from solidscene.cli.app import app
from solidscene.doctor.programs import LIBRARIES
from tests.support.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
# By its path: an installed package may have the name of our folder.
RUNNER = runpy.run_path(str(ROOT / "docker" / "run_dockerfile.py"))
STEPS: list[tuple[str, str]] = RUNNER["instructions"]((ROOT / "Dockerfile").read_text())
FAKE = '#!/bin/sh\necho "$@" cache=${SOLIDSCENE_CACHE:-}\n'
"""Stands for the program where a template only has to start it with the right words."""


def pinned() -> dict[str, str]:
    """Versions by name, of lines that all have a hash."""
    lines = [line for line in (ROOT / "requirements.lock").read_text().splitlines() if not line.startswith("#")]
    found = [re.fullmatch(r"([a-z0-9-]+)==(\S+) --hash=sha256:[0-9a-f]{64}", line) for line in lines]
    assert all(found), [line for line, match in zip(lines, found, strict=True) if not match]
    return {match[1]: match[2] for match in found if match}


def test_the_lock_holds_what_the_project_asks_for() -> None:
    versions = pinned()
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["export"]]
    for requirement in map(Requirement, wanted):
        assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)]), requirement
    assert versions["numpy"].startswith("1.26.")
    assert "openai-agents" not in versions  # it claims the name of our package `agents`
    assert not {"pytest", "mypy", "ruff", "torch"} & set(versions)


def known_commands() -> set[str]:
    return {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}


def copied() -> list[str]:
    """What the Dockerfile takes from the checkout."""
    words = [rest.split() for word, rest in STEPS if word == "COPY" and not rest.startswith("--from")]
    return [source for each in words for source in each[:-1]]


def test_everything_the_dockerfile_copies_exists_and_is_in_the_context() -> None:
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for source in copied():
        assert (ROOT / source).exists(), source
    assert set(copied()) == kept
    packages = {name.rstrip("*") for name in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]}
    assert packages | {"prompts", "assets", "LICENSE"} <= set(copied())


def test_the_image_ends_as_somebody_without_rights_and_checks_itself() -> None:
    last = {word: rest for word, rest in STEPS if word in ("USER", "HEALTHCHECK", "ENTRYPOINT", "FROM")}
    assert last["FROM"] == "${BASE}"
    assert ("ARG", "BASE=debian:bookworm-slim") in STEPS
    assert last["USER"] not in ("root", "0")
    assert last["HEALTHCHECK"].endswith('["solidscene", "doctor"]')
    assert "doctor" in known_commands()
    assert json.loads(last["ENTRYPOINT"]) == ["tini", "-s", "--", "/app/docker/entrypoint.sh"]
    assert os.access(ROOT / "docker" / "entrypoint.sh", os.X_OK)
    installed = " ".join(rest for word, rest in STEPS if word == "RUN")
    assert not re.search(r"\b(gcc|g\+\+|build-essential|python3\.11-dev)\b", installed)
    assert "--require-hashes" in installed
    assert " tini " in installed
    assert str(LIBRARIES.relative_to(ROOT)) in installed  # the list that setup uses, and no other
    assert not re.search(r"\blibx?[a-z]+\d\b", installed)


def test_the_runner_without_an_engine_knows_every_instruction() -> None:
    assert all(hasattr(RUNNER["Builder"], f"_{word.lower()}") for word, _ in STEPS)


@pytest.mark.parametrize("file", sorted((ROOT / "docker").glob("*.sh")), ids=lambda path: path.name)
def test_every_script_is_sound(file: Path) -> None:
    first = file.read_text().splitlines()[0]
    assert os.access(file, os.X_OK) == first.startswith("#!")  # the others are for scripts to source
    shell = first.removeprefix("#!") if first.startswith("#!") else "bash"
    subprocess.run([shell, "-n", str(file)], check=True)


@pytest.fixture
def fake_program(tmp_path: Path) -> dict[str, str]:
    """An environment in which `solidscene` says what it was asked."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "solidscene"
    program.write_text(FAKE)
    program.chmod(0o755)
    return {"PATH": f"{program.parent}:/usr/bin:/bin", "USER": "somebody", "HOME": str(tmp_path)}


def said(command: list[str], environment: dict[str, str], folder: Path) -> str:
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_slurm_task_takes_its_own_shard(fake_program: dict[str, str], tmp_path: Path) -> None:
    task = fake_program | {"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "16", "TMPDIR": "/node"}
    script = str(ROOT / "docker" / "slurm-array.sh")
    words = said([script, "p.jsonl", "parts"], task, tmp_path)
    assert words == "convert p.jsonl --out parts/3 --shard 3/16 cache=/node/solidscene-somebody"
    assert "#SBATCH --array=1-16" in Path(script).read_text()
    assert subprocess.run([script, "p.jsonl", "parts"], env=fake_program, capture_output=True, check=False).returncode
    for part in ("1", "2"):
        (tmp_path / "parts" / part).mkdir(parents=True)
    merged = said([str(ROOT / "docker" / "slurm-merge.sh"), "parts", "whole"], fake_program, tmp_path)
    assert merged.startswith("merge parts/1 parts/2 --out whole")


def jobs() -> dict[str, dict[str, Any]]:
    documents = yaml.safe_load_all((ROOT / "docker" / "kubernetes.yaml").read_text())
    return {document["metadata"]["name"]: document["spec"] for document in documents}


def test_kubernetes_pods_take_all_shards_once(fake_program: dict[str, str], tmp_path: Path) -> None:
    spec = jobs()["solidscene-convert"]
    assert spec["completionMode"] == "Indexed"
    (container,) = spec["template"]["spec"]["containers"]
    shards = next(each["value"] for each in container["env"] if each["name"] == "SHARDS")
    assert int(shards) == spec["completions"]
    seen = set()
    for index in range(spec["completions"]):
        pod = fake_program | {"JOB_COMPLETION_INDEX": str(index), "SHARDS": shards}
        words = said(container["args"], pod, tmp_path).split()
        seen.add(words[words.index("--shard") + 1])
    assert seen == {f"{part}/{shards}" for part in range(1, spec["completions"] + 1)}
    (merge,) = jobs()["solidscene-merge"]["template"]["spec"]["containers"]
    (tmp_path / "parts" / "1").mkdir(parents=True)
    assert said(merge["args"], fake_program, tmp_path).startswith("merge parts/1 --out whole")
    assert not any("command" in each for each in (container, merge))  # it would replace the image's first process
    assert all(spec["template"]["spec"]["securityContext"]["runAsNonRoot"] for spec in jobs().values())


def test_compose_starts_commands_that_exist_and_holds_no_key() -> None:
    compose = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())
    for service in compose["services"].values():
        assert service["command"][0] in known_commands()
        assert (ROOT / "docker" / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
        assert not any(service["environment"].values())


def test_the_entry_point_runs_solidscene_or_a_program_in_full(fake_program: dict[str, str], tmp_path: Path) -> None:
    entry, inside = str(ROOT / "docker" / "entrypoint.sh"), fake_program | {"SOLIDSCENE_CACHE": str(tmp_path)}
    assert said([entry, "status", "run"], inside, tmp_path) == f"status run cache={tmp_path}"
    assert said([entry, "/bin/echo", "hello"], inside, tmp_path) == "hello"
    lost = inside | {"SOLIDSCENE_CACHE": str(tmp_path / "nowhere")}
    done = subprocess.run([entry, "doctor"], env=lost, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Remedy" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_licence_is_the_whole_gpl() -> None:
    text = (ROOT / "LICENSE").read_text()
    assert text.split()[:6] == ["GNU", "GENERAL", "PUBLIC", "LICENSE", "Version", "3,"]
    assert "END OF TERMS AND CONDITIONS" in text
    assert all(f"\n  {number}. " in text for number in range(18))


@pytest.mark.skipif(
    os.environ.get("SOLIDSCENE_SLOW") != "1" or os.geteuid() != 0 or shutil.which("debootstrap") is None,
    reason="minutes and gigabytes: SOLIDSCENE_SLOW=1, root and debootstrap",
)
def test_the_steps_of_the_dockerfile_make_a_root_that_works(tmp_path: Path) -> None:
    script = str(ROOT / "docker" / "try_in_chroot.sh")
    done = subprocess.run([script, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "== the image works" in done.stdout
