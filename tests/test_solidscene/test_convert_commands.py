"""convert, status, replay and merge as a user meets them: real processes, real files, real mistakes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from pipeline.store.sqlite_store import Store
from solidscene.cli.app import main
from tests.support import model_player
from tests.support.model_player import BLOCK, JAR, TENT
from tests.support.paths import ROOT
from tests.support.scripted_server import Step, scripted_server

ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith(("OPENAI", "SOLIDSCENE"))}
CUBES = [
    {
        "id": f"cube-{n}",
        "statement": f"A cube has edges of length {n}. Find its volume.",
        "answer": str(n**3),
        "figure": f"solid cube ABCD-EFGH\ngiven AB = {n}\nfind volume(ABCD-EFGH)",
    }
    for n in range(1, 9)
]
BAD = [
    {**CUBES[0], "id": "wrong key", "answer": "2"},
    {**CUBES[0], "id": "bad figure", "figure": "solid cube ABCD-EFGH\nfind volume("},
    {"id": "prose", "statement": "The weather is fine. Find the volume of it.", "answer": "1"},
]


def solidscene(*words: str, code: int = 0, folder: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "solidscene.cli.app", *words]
    environment = ENVIRONMENT | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "cubes.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in [*CUBES, *BAD]) + "\n{broken\n")
    return path


@pytest.fixture(scope="module")
def finished(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("run")
    done = solidscene("convert", str(corpus), "--out", str(out), "--no-render", "--agents", "offline")
    assert f"{corpus}:12: it is not JSON" in done.stderr
    return out


def rows(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "samples.jsonl").read_text().splitlines()]


@pytest.mark.slow
def test_good_problems_are_published_and_bad_ones_quarantined_with_their_reason(finished: Path) -> None:
    found = {row["id"]: row for row in rows(finished)}
    assert list(found) == [row["id"] for row in [*CUBES, *BAD]]
    for n in range(1, 9):
        sample = found[f"cube-{n}"]
        assert sample["status"] == "published"
        assert sample["answer"] == pytest.approx((sample["scale"] * n) ** 3, rel=0, abs=sample["answer_tolerance"])
        assert sample["question"] == "What is the volume of the object? Give the answer in cubic metres."
        assert (finished / "scenes" / f"cube-{n}" / "figure.geo").read_text().startswith("solid cube")
    assert (found["wrong key"]["stage"], found["wrong key"]["reason"]) == ("solve", "answer disputed")
    assert (found["bad figure"]["stage"], found["bad figure"]["reason"]) == ("read", "figure")
    assert found["prose"]["stage"] == "read"
    assert all(row["sentence"] for row in found.values() if row["status"] == "quarantined")


@pytest.mark.slow
def test_a_second_run_over_the_first_does_nothing(corpus: Path, finished: Path) -> None:
    before = (finished / "samples.jsonl").read_bytes()
    done = solidscene("convert", str(corpus), "--out", str(finished), "--no-render", "--agents", "offline")
    assert "11 finished before" in done.stderr
    assert (finished / "samples.jsonl").read_bytes() == before


@pytest.mark.slow
def test_status_counts_by_status_and_reason(finished: Path) -> None:
    assert "solve: answer disputed" in solidscene("status", str(finished)).stdout
    counted = json.loads(solidscene("status", str(finished), "--json").stdout)
    assert counted["by_status"] == {"published": 8, "quarantined": 3}


@pytest.mark.slow
def test_shards_merge_into_the_whole(corpus: Path, finished: Path, tmp_path: Path) -> None:
    parts = []
    for part in (1, 2):
        parts.append(str(tmp_path / f"part{part}"))
        solidscene("convert", str(corpus), "--out", parts[-1], "--no-render", "--shard", f"{part}/2")
    solidscene("merge", *parts, "--out", str(tmp_path / "whole"))
    assert rows(tmp_path / "whole") == rows(finished)
    assert (tmp_path / "whole" / "scenes" / "cube-3" / "scene.json").is_file()
    assert "one of the runs" in solidscene("merge", *parts, "--out", parts[0], code=2).stderr


@pytest.mark.slow
def test_replay_shows_every_stage_and_runs_again_with_a_corrected_figure(corpus: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    solidscene("convert", str(corpus), "--out", out, "--no-render", "--ids", "bad figure,cube-2")
    page = solidscene("replay", out, "cube-2").stdout
    for heading in (
        "## read: done",
        "## solve: done",
        "## fit: done",
        "## rewrite: done",
        "## answer: done",
        "## sample",
    ):
        assert heading in page
    assert "✓" in page
    figure = tmp_path / "right.geo"
    figure.write_text(CUBES[0]["figure"])
    kept = solidscene("replay", out, "bad figure", "--edit", str(figure), "--keep").stdout
    assert "old: quarantined" in kept
    assert "new: published" in kept
    assert rows(Path(out))[1]["status"] == "quarantined"
    solidscene("replay", out, "bad figure", "--edit", str(figure))
    assert rows(Path(out))[1]["status"] == "published"


@pytest.mark.slow
def test_wrong_words_are_one_line_with_a_remedy(
    corpus: Path,
    finished: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = str(tmp_path / "run")
    wrong = [
        (("convert", str(tmp_path / "absent.jsonl"), "--out", out), 2),
        (("convert", str(corpus), "--out", out, "--shard", "3/2"), 2),
        (("convert", str(corpus), "--out", out, "--ids", "nobody"), 2),
        (("convert", str(corpus), "--out", out, "--agents", "psychic"), 2),
        (("convert", str(corpus), "--out", out, "--rooms", "dungeon"), 2),
        (("convert", str(corpus), "--out", out, "--rooms", "oak_loft:²"), 2),
        (("convert", str(corpus), "--out", out, "--rooms", f"3d-front:{tmp_path / 'none'}"), 2),
        (("convert", str(corpus), "--out", out, "--vary", "mood"), 2),
        (("convert", str(corpus), "--out", out, "--profile", "oil"), 2),
        (("demo", "--out", out, "--profile", "oil"), 2),
        (("plates", "pack", "--out", out, "--rooms", "dungeon"), 2),
        (("plates", "pack", "--out", out, "--cache", str(tmp_path / "cache")), 1),
        (("convert", str(corpus), "--out", str(corpus / "below"), "--no-render"), 1),
        (("status", str(tmp_path)), 2),
        (("replay", str(finished), "nobody"), 2),
        (("replay", str(finished), "cube-1", "--from", "breakfast"), 2),
        (("merge", str(tmp_path), "--out", out), 2),
    ]
    for name in set(os.environ) - set(ENVIRONMENT):
        monkeypatch.delenv(name)
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # this process keeps its own handlers
    for words, code in wrong:
        monkeypatch.setattr(sys, "argv", ["solidscene", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr().err
        assert ended.value.code == code, said
        assert "Remedy" in said, words
        assert len(said.strip().splitlines()) <= 2, said
        assert words[0] == "merge" or not Path(out).exists(), words


@pytest.mark.slow
def test_two_runs_in_one_folder_are_refused(corpus: Path, tmp_path: Path) -> None:
    with Store(tmp_path):
        done = solidscene("convert", str(corpus), "--out", str(tmp_path), "--no-render", code=1)
    assert "another process" in done.stderr


@pytest.mark.slow
def test_a_damaged_store_is_named(tmp_path: Path) -> None:
    (tmp_path / "run.sqlite").write_bytes(b"this is no database, however long it is" * 40)
    assert "Remedy" in solidscene("status", str(tmp_path), code=2).stderr


@pytest.mark.slow
def test_a_store_of_a_newer_program_is_refused(finished: Path, tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store._engine.connect().exec_driver_sql("PRAGMA user_version = 99")
    assert "newer version" in solidscene("status", str(tmp_path), code=2).stderr


@pytest.mark.slow
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_or_the_end_of_a_job_stops_cleanly_and_the_same_command_goes_on(tmp_path: Path, stop: int) -> None:
    corpus, config, out = tmp_path / "corpus.jsonl", tmp_path / "solidscene.toml", tmp_path / "run"
    problems = [TENT, BLOCK, JAR]
    rows_ = [{"id": p.id, "statement": p.statement, "answer": p.answer} for p in problems]
    corpus.write_text("\n".join(map(json.dumps, rows_)))

    def slow(body: dict[str, Any]) -> Step:
        return Step(body=model_player.answer(body).body, delay_s=1.0)

    words = ["convert", str(corpus), "--out", str(out), "--agents", "live", "--no-render", "--config", str(config)]
    with scripted_server(otherwise=slow) as server:
        config.write_text(f'[models]\nbase_url = "{server.base_url}"\napi_key_env = ""\nmodel = "player"\n')
        command = [sys.executable, "-m", "solidscene.cli.app", *words]
        with subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True) as process:
            until = time.monotonic() + 60
            while not server.bodies and time.monotonic() < until:
                time.sleep(0.05)
            process.send_signal(stop)
            _, errors = process.communicate(timeout=60)
        assert process.returncode == 130, errors
        assert "Remedy: run the same command again to resume" in errors
        assert "Traceback" not in errors
        with Store(out, writable=False) as store:
            kept = len(store.exchanges())
        asked = len(server.bodies)
        assert kept == asked  # what was paid when Ctrl-C came was waited for
    with scripted_server(otherwise=model_player.answer) as server:
        config.write_text(f'[models]\nbase_url = "{server.base_url}"\napi_key_env = ""\nmodel = "player"\n')
        solidscene(*words)
        assert len(server.bodies) == 11 - kept  # three roles for each problem, and two second readings
    assert {row["status"] for row in rows(out)} == {"published"}
