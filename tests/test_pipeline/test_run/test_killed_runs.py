"""A run killed at any instant goes on where it was: nothing recorded is paid twice, no sample is lost or doubled."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from agents.gateway.exchange import Request
from pipeline.store.sqlite_store import Store
from tests.support import model_player
from tests.support.model_player import PROBLEMS
from tests.support.paths import ROOT
from tests.support.scripted_server import ScriptedServer, Step, scripted_server

COPIES = 1
KILLS = 10


def corpus(folder: Path) -> Path:
    """Every problem several times under different names: the statements differ by a harmless word."""
    path = folder / "corpus.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for copy in range(COPIES):
            for problem in PROBLEMS:
                statement = f"{problem.statement} {' ' * copy}".rstrip("\n")
                file.write(json.dumps({"id": f"{problem.id}-{copy}", "statement": statement, "answer": problem.answer}))
                file.write("\n")
    return path


def start(server: ScriptedServer, path: Path, out: Path) -> "subprocess.Popen[str]":
    config = path.with_name("solidscene.toml")
    config.write_text(
        f'[models]\nbase_url = "{server.base_url}"\napi_key_env = ""\nmodel = "player"\nconcurrency = 2\n'
    )
    command = [sys.executable, "-m", "solidscene.cli.app", "convert", str(path), "--out", str(out), "--agents", "live"]
    command += ["--no-render", "--jobs", "2", "--config", str(config)]
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("OPENAI", "SOLIDSCENE"))}
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


def finish(server: ScriptedServer, path: Path, out: Path) -> None:
    with start(server, path, out) as process:
        _, errors = process.communicate(timeout=240)
    assert process.returncode == 0, errors


def samples(out: Path) -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in (out / "samples.jsonl").read_text().splitlines()]
    assert len({row["id"] for row in rows}) == len(rows)
    return {row["id"]: row for row in rows}


def slow(body: dict[str, Any]) -> Step:
    step = model_player.answer(body)
    return Step(body=step.body, delay_s=0.03)


def question(body: dict[str, Any]) -> str:
    return json.dumps(body["messages"], sort_keys=True)


def recorded(out: Path) -> set[str]:
    if not (out / "run.sqlite").is_file():
        return set()
    with Store(out, writable=False) as store:
        requests = [Request.model_validate_json(exchange.request_json) for exchange in store.exchanges()]
    return {question({"messages": [m.model_dump() for m in r.messages]}) for r in requests}


@pytest.mark.slow
def test_a_run_killed_at_ten_random_instants_ends_as_an_undisturbed_one(tmp_path: Path) -> None:
    path = corpus(tmp_path)
    with scripted_server(otherwise=slow) as server:
        finish(server, path, tmp_path / "calm")
        calm = len(server.bodies)
    chance = random.Random(7)
    out = tmp_path / "killed"
    with scripted_server(otherwise=slow) as server:
        for _ in range(KILLS):
            known = recorded(out)
            before = len(server.bodies)
            with start(server, path, out) as process:
                _wait_for_work(server, before, process, chance.uniform(0.0, 0.7))
                process.send_signal(signal.SIGKILL)
            # What was on record before this start was not asked again by it.
            asked = [question(body) for body in server.bodies[before:]]
            assert not known & set(asked)
        finish(server, path, out)
        total = len(server.bodies)
    assert samples(out) == samples(tmp_path / "calm")
    # Only a question that was under way at the very instant of a kill may have been asked again: two at a time.
    assert calm <= total <= calm + 2 * KILLS


def _wait_for_work(
    server: ScriptedServer, before: int, process: "subprocess.Popen[str]", further_seconds: float
) -> None:
    """Until the run asks again (or ends), and then a random while."""
    until = time.monotonic() + 30
    while len(server.bodies) == before and process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(further_seconds)
