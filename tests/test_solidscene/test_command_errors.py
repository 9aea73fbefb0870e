"""Errors as a user meets them: one line with a remedy, and the traceback only for whoever asks. Real processes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

BROKEN = """
import sys
import solidscene.cli.geo_text
def kinds_text(): raise {error}
solidscene.cli.geo_text.kinds_text = kinds_text
from solidscene.cli.app import main
sys.argv = ["solidscene", *sys.argv[1:]]
main()
"""
"""The program with a bug in `geo kinds`."""


def called(*words: str, program: tuple[str, ...] = ("-m", "solidscene.cli.app"), **environment: str) -> tuple[int, str]:
    """Exit code and standard error."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("SOLIDSCENE")}
    done = subprocess.run(
        [sys.executable, *program, *words],
        cwd=ROOT,
        env={**clean, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr


def broken(
    *words: str, error: str = "ZeroDivisionError('a bug\\nof two lines')", **environment: str
) -> tuple[int, str]:
    return called(*words, program=("-c", BROKEN.format(error=error)), **environment)


@pytest.mark.slow
def test_an_unexpected_error_is_one_line_with_a_remedy() -> None:
    code, said = broken("geo", "kinds")
    assert code == 1
    assert said.count("\n") == 1
    assert "ZeroDivisionError: a bug of two lines" in said
    assert "Remedy: run again with --debug for the traceback" in said
    assert "and report it" in said


@pytest.mark.slow
@pytest.mark.parametrize(("words", "environment"), [(["--debug"], {}), ([], {"SOLIDSCENE_DEBUG": "1"})])
def test_debug_shows_where_an_unexpected_error_happened(words: list[str], environment: dict[str, str]) -> None:
    code, said = broken(*words, "geo", "kinds", **environment)
    assert code == 1
    assert said.startswith("Traceback (most recent call last):\n")
    assert "in kinds_text" in said
    assert "Remedy" in said.splitlines()[-1]


@pytest.mark.slow
def test_an_error_without_words_has_its_name_and_a_long_one_is_cut() -> None:
    assert "unexpected AssertionError. Remedy" in broken("geo", "kinds", error="AssertionError")[1]
    assert len(broken("geo", "kinds", error="ValueError('x' * 10**6)")[1]) < 600


@pytest.mark.slow
def test_an_error_that_brings_its_own_remedy_needs_no_other() -> None:
    _, said = broken("geo", "kinds", error="ValueError('no room. Remedy: choose one')")
    assert said == "no room. Remedy: choose one\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "where"),
    [
        (["geo", "check", "no_such.geo"], 2, "FileNotFoundError"),
        (["status", "no_such_run"], 2, "StoreError"),
        (["convert", "assets/demo.jsonl", "--out", "unused", "--shard", "4"], 2, "in _shard"),
    ],
)
def test_an_expected_error_is_one_line_and_a_traceback_only_on_request(words: list[str], code: int, where: str) -> None:
    plain, line = called(*words)
    assert plain == code
    assert line.count("\n") == 1
    assert "Remedy" in line
    debugged, said = called("--debug", *words)
    assert debugged == code
    assert said.startswith("Traceback (most recent call last):\n")
    assert where in said
    assert said.endswith(line)


@pytest.mark.slow
def test_a_debug_variable_that_says_no_is_obeyed() -> None:
    assert "Traceback" not in called("status", "no_such_run", SOLIDSCENE_DEBUG="0")[1]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told_as_such() -> None:
    code, said = called("geo", "kinds", program=("-c", FULL))
    assert (code, said) == (1, "cannot write: No space left on device. Remedy: free space or choose another place\n")


FULL = """
import os, sys
os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
from solidscene.cli.app import main
sys.argv = ["solidscene", *sys.argv[1:]]
main()
"""


@pytest.mark.slow
def test_recorded_replies_that_are_not_there_and_rooms_that_do_not_exist_are_told(tmp_path: Path) -> None:
    wanted = ["convert", "assets/demo.jsonl", "--out", str(tmp_path), "--no-render", "--agents", "recorded"]
    for words, sentence in (
        ([*wanted, "--cassette", "no_such.jsonl"], "no recorded replies at no_such.jsonl"),
        ([*wanted, "--cassette", "README.md"], "is not an exchange"),
        (["bench", "render", "--room", "attic"], "unknown room 'attic'"),
    ):
        code, said = called(*words)
        assert code == 2
        assert sentence in said
        assert said.count("\n") == 1
        assert "Remedy" in said


@pytest.mark.slow
def test_plates_that_are_not_there_are_told_with_the_line_that_makes_them(tmp_path: Path) -> None:
    code, said = called("plates", "pack", "--out", str(tmp_path / "p.zip"), "--cache", str(tmp_path))
    assert code == 1
    assert said.endswith(": solidscene plates render --rooms oak_loft --scale-cue rule --profile baked --size 2\n")


@pytest.mark.parametrize(
    ("source", "told"), [("live", "no model is set for --agents live"), ("recorded", "no recorded replies beside")]
)
def test_a_source_of_replies_that_is_not_there_is_told_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, told: str
) -> None:
    monkeypatch.delenv("SOLIDSCENE_MODEL", raising=False)
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text('{"id": "a", "statement": "A cube has edge 2. Find its volume.", "answer": "8"}\n')
    command = [sys.executable, "-m", "solidscene", "convert", str(corpus), "--out", str(tmp_path / "run")]
    done = subprocess.run([*command, "--agents", source], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Remedy" in done.stderr
    assert not (tmp_path / "run").exists()
