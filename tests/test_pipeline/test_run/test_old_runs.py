"""A run made by version 0.1.0 opens, gets today's tables, and goes on without paying a reply again."""

import json
import lzma
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from agents.records import Problem
from pipeline.run.cassettes import as_recorded
from pipeline.run.convert import Display, convert_problems
from pipeline.run.options import ConvertOptions
from pipeline.run.replay import replay_page
from pipeline.run.settings import Settings
from pipeline.store.sqlite_store import Store
from tests.support.paths import DATA, ROOT
from web.rows import RunRows
from web.viewer.problem_page import stage_rows

CASSETTE = ROOT / "assets" / "demo.cassette.jsonl"
IDS = ("demo-cube-01", "demo-zh-08", "demo-not-key-1")


@pytest.fixture
def old_run(tmp_path: Path) -> Path:
    """Three problems of the demo corpus, converted by version 0.1.0 with recorded replies."""
    packed = (DATA / "run_0_1_0" / "run.sqlite.xz").read_bytes()
    (tmp_path / "run.sqlite").write_bytes(lzma.decompress(packed))
    return tmp_path


def rows(run: Path, query: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(run / "run.sqlite") as connection:
        return connection.execute(query).fetchall()


def go_on(run: Path, **options: Any) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """Convert the run's own problems again with nothing but its own replies; the samples, and what was said."""
    problems = [(k, Problem.model_validate_json(row)) for k, row in rows(run, "SELECT position, row FROM problem")]
    # No cassette: a reply that the run does not have would be an error.
    wanted = ConvertOptions(agents="recorded", film=None, **options)
    settings = Settings(models=as_recorded(Settings().models, CASSETTE))
    said: list[str] = []
    outcome, _ = convert_problems(run, problems, (wanted, settings), None, Display(say=said.append))
    assert not outcome.stopped, outcome.sentence
    lines = (run / "samples.jsonl").read_text().splitlines()
    return {sample["id"]: sample for sample in map(json.loads, lines)}, said


@pytest.mark.slow
def test_an_old_run_goes_on_without_a_reply_and_ends_the_same(old_run: Path) -> None:
    before = {identity: json.loads(sample) for identity, sample in rows(old_run, "SELECT id, sample FROM problem")}
    replies = rows(old_run, "SELECT key, body FROM exchange ORDER BY key")
    after, said = go_on(old_run)
    assert set(after) == set(IDS)
    for identity, sample in after.items():
        # Words, size and markers may have changed since; what the question is about has not.
        for name in ("status", "reason", "figure", "answer_in_statement"):
            assert sample[name] == before[identity][name], (identity, name)
    assert rows(old_run, "SELECT key, body FROM exchange ORDER BY key") == replies
    assert rows(old_run, "PRAGMA user_version") == [(2,)]
    assert "3 finished problems run again" in said[0]
    assert "no reply is paid again" in said[0]

    again, said = go_on(old_run)
    assert again == after
    assert said == []


@pytest.mark.slow
def test_what_an_old_run_has_made_is_kept_on_request(old_run: Path) -> None:
    made = rows(old_run, "SELECT stage, key FROM stage ORDER BY stage, key")
    _, _ = go_on(old_run, keep_made=True)
    now = rows(old_run, "SELECT stage, key FROM stage ORDER BY stage, key")
    # Reading and report have more to say now, so what takes them in is made anew; figures and scenes are not.
    # Translator and reader have other prompts since, and what follows has other inputs: nothing but replies is kept.
    again = {"translate", "read", "solve", "compare", "ask", "fit", "rewrite", "answer", "publish"}
    assert {stage for stage, key in set(now) - set(made)} == again


@pytest.mark.slow
def test_status_replay_and_the_viewer_read_an_old_run(old_run: Path) -> None:
    with RunRows(old_run) as reader:
        assert [row[0] for row in stage_rows(reader, "demo-cube-01")][:3] == ["translate", "read", "solve"]
    assert rows(old_run, "PRAGMA user_version") == [(1,)]  # looking at a run does not change it
    done = subprocess.run(
        [sys.executable, "-m", "solidscene", "status", str(old_run)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "made by code that has changed since: translate 3, read 3" in done.stdout
    assert "quarantined at solve: answer disputed" in replay_page(old_run, "demo-not-key-1")


def test_a_migrated_run_can_be_merged_with_a_new_one(old_run: Path, tmp_path: Path) -> None:
    with Store(tmp_path / "new") as store:
        store.put_problems([("other", 9, '{"id": "other"}')])
        with Store(old_run, writable=False):
            pass
        assert store.absorb(old_run / "run.sqlite") == 0
        assert {row[0] for row in store.rows("SELECT id FROM problem")} == {"other", *IDS}
        assert store.rows("SELECT COUNT(*) FROM stage")[0][0] == 17
