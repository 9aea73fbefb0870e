"""`import solidscene`: quick, typed, helpful; and what it offers does what it says."""

import math
import subprocess
import sys
from pathlib import Path

import pytest

import solidscene
from agents.records import Problem
from geometry.answers.exact_record import ExactForm
from geometry.notation.figure_errors import FigureError
from pipeline.film.request import FilmRequest, RequestError
from pipeline.run.corpus import CorpusError
from tests.support.paths import ROOT

CUBE = "solid cube ABCD-EFGH\ngiven AB = 2\nfind AG"
ROW = {"id": "cube", "statement": "A cube has an edge of 2 cm. Find its volume.", "answer": "8"}


def python(code: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)


def test_importing_takes_less_than_a_fifth_of_a_second_and_loads_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys, time; started = time.process_time(); import solidscene\n"
        "print(time.process_time() - started, [m for m in ('numpy', 'pydantic', 'sympy') if m in sys.modules])"
    )
    seconds, heavy = python(code, tmp_path).stdout.split(" ", 1)
    assert float(seconds) < 0.2
    assert heavy.strip() == "[]"


def test_a_figure_is_solved() -> None:
    report = solidscene.solve(CUBE)
    assert report.value == pytest.approx(2 * math.sqrt(3))
    assert isinstance(report.exact, ExactForm)
    assert report.exact.pretty == "2√3"
    with pytest.raises(FigureError):
        solidscene.solve("a cube")


@pytest.mark.slow
def test_rows_problems_and_corpora_are_converted_in_their_order(tmp_path: Path) -> None:
    second = Problem(id="b", statement="A cube.", answer="\\sqrt{12}", figure=CUBE)
    samples = solidscene.convert([ROW, second], tmp_path / "run")
    assert [(sample.id, sample.status) for sample in samples] == [("cube", "published"), ("b", "published")]
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text(
        '{"id": "b", "statement": "A cube.", "answer": "9", "figure": "' + CUBE.replace("\n", "\\n") + '"}'
    )
    (sample,) = solidscene.convert(corpus)
    assert (sample.status, sample.reason) == ("quarantined", "answer disputed")


@pytest.mark.parametrize(
    ("call", "error", "remedy"),
    [
        (lambda: solidscene.convert({"id": "x"}), ValueError, "statement"),
        (lambda: solidscene.convert([ROW, ROW]), CorpusError, "Remedy: give each row an id of its own"),
        (lambda: solidscene.convert("nowhere.jsonl"), CorpusError, "Remedy"),
        (lambda: solidscene.convert(ROW, film=FilmRequest()), ValueError, "Remedy: convert"),
        (lambda: solidscene.convert(ROW, "run", film=FilmRequest(profile="fast")), RequestError, "Remedy: choose from"),
        (lambda: solidscene.render(CUBE, "out", sandbox="none of them"), ValueError, "Remedy: choose from"),
        (lambda: solidscene.nothing, AttributeError, "Remedy: use one of"),
    ],
)
def test_errors_name_a_remedy(call: object, error: type[Exception], remedy: str) -> None:
    with pytest.raises(error, match=remedy):
        call()  # type: ignore[operator]


def test_answers_are_read() -> None:
    assert solidscene.read_answer(r"\frac{4\sqrt{2}}{3}").value == pytest.approx(4 * math.sqrt(2) / 3)


@pytest.mark.parametrize("name", ["agents", "pipeline"])
def test_a_module_of_the_same_name_is_named_with_a_remedy(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.py").write_text("")
    for code in ("import solidscene", "import runpy; runpy.run_module('solidscene')"):
        done = python(f"import sys; sys.path.append({str(ROOT)!r})\n{code}", tmp_path)
        assert done.returncode == 1
        assert f"SolidScene's package '{name}' is not found: the module at" in done.stderr
        assert "Remedy: run from another folder" in done.stderr


def test_the_package_is_the_command(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "solidscene", "--version"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("solidscene ")
