"""The demo corpus: its answers are right, its solids can be shown, and what is in it is what `assets/demo.md` promises.

Every problem meant to be published has a figure written by hand in `tests/data/demo_figures/`. The kernel measures it,
and its value is held against the stated answer and against whatever a run without a model publishes.
"""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from agents.language.offline_reader import read_statement
from agents.language.statements.detect_language import detect_language
from agents.language.wording.categories import geometry_category, problem_type
from agents.records import Refusal
from geometry.answers.read_answer import read_answer
from geometry.notation.catalogue import is_hidden
from geometry.notation.resolve import parse_figure
from geometry.notation.syntax import Figure
from geometry.report.check_figure import check_figure
from geometry.report.figure_report import FigureReport
from pipeline.run.corpus import read_corpus
from pipeline.scene.fit_scene import fit_scene
from pipeline.stages.answer_match import agrees
from tests.support.paths import DATA, ROOT

pytestmark = pytest.mark.slow

CORPUS = ROOT / "assets" / "demo.jsonl"
GUIDE = ROOT / "assets" / "demo.md"
FIGURES = {path.stem: path.read_text(encoding="utf-8") for path in (DATA / "demo_figures").glob("*.geo")}
LINES: list[dict[str, Any]] = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
ROWS = {line["id"]: line for line in LINES}
PROBLEMS = {problem.id: problem for problem in read_corpus(CORPUS).problems}
GOOD = [name for name, row in ROWS.items() if row["expect"] == "published"]
UNFIT = [name for name, row in ROWS.items() if row["expect"] == "quarantined"]
FIRST = {"demo-first-1": "quadrangular pyramid", "demo-first-2": "cone", "demo-first-3": "triangular prism"}
WITH_FIGURE = "-with-figure"
"""Ends the id of the second copy of a problem in the run, the one that carries its figure."""
CATEGORIES = {
    *("cube", "cuboid", "parallelepiped", "octahedron", "polyhedron", "composite"),
    *("cylinder", "cone", "cone frustum", "sphere", "hemisphere"),
    *("triangular prism", "quadrangular prism", "pentagonal prism", "hexagonal prism"),
    *("triangular pyramid", "quadrangular pyramid", "pentagonal pyramid", "hexagonal pyramid"),
    *("triangular pyramid frustum", "quadrangular pyramid frustum"),
}
ONCE = "contradictory|ill posed|missing figure|several questions|count|not solid geometry|transformed answer"
UNFIT_CLASSES = {"answer disputed": 2, "proof": 2, **dict.fromkeys(ONCE.split("|"), 1)}
READ_OFFLINE_AT_LEAST = 40
MOST_POINTS = 18


@lru_cache(maxsize=256)
def solved(name: str) -> tuple[Figure, FigureReport]:
    figure = parse_figure(FIGURES[name])
    return figure, check_figure(figure)


def value(name: str) -> float:
    found = solved(name)[1].value
    assert found != "none"
    return found


def is_answer(text: str, name: str) -> bool:
    report = solved(name)[1]
    return agrees(read_answer(text), value(name), report.target_class, ROWS[name]["statement"])


def needs_a_model(name: str) -> bool:
    return isinstance(read_statement(PROBLEMS[name]), Refusal)


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The corpus converted without a model; good problems that need one once more, with their figures at hand."""
    folder = tmp_path_factory.mktemp("demo")
    told = [ROWS[name] | {"id": name + WITH_FIGURE, "figure": FIGURES[name]} for name in GOOD if needs_a_model(name)]
    (folder / "corpus.jsonl").write_text("\n".join(json.dumps(row) for row in [*LINES, *told]), encoding="utf-8")
    words = ["convert", str(folder / "corpus.jsonl"), "--out", str(folder / "run"), "--agents", "offline"]
    command = [sys.executable, "-m", "solidscene.cli.app", *words, "--no-render", "--jobs", "2"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("OPENAI", "SOLIDSCENE"))}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    lines = (folder / "run" / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    return {sample["id"]: sample for sample in map(json.loads, lines)}


def test_every_line_is_a_problem_with_its_own_id() -> None:
    assert not read_corpus(CORPUS).bad_lines
    assert list(PROBLEMS) == [line["id"] for line in LINES]
    assert len({line["statement"] for line in LINES}) == len(LINES)


def test_every_row_says_what_is_to_become_of_it() -> None:
    for row in LINES:
        unfit = {"reason_class"} if row["expect"] == "quarantined" else set()
        assert row.keys() - {"choices"} == {"id", "statement", "answer", "language", "expect"} | unfit, row["id"]
        assert detect_language(row["statement"]) == row["language"]


def test_exactly_the_problems_to_be_published_have_a_figure() -> None:
    assert FIGURES.keys() == set(GOOD)


@pytest.mark.parametrize("name", GOOD)
def test_the_figure_gives_the_stated_answer(name: str) -> None:
    report = solved(name)[1]
    assert report.ok, f"{report.status}: {report.reason}"
    assert is_answer(PROBLEMS[name].answer, name), report.value


@pytest.mark.parametrize("name", GOOD)
def test_the_solid_can_be_shown_and_its_markers_told_apart(name: str) -> None:
    figure, report = solved(name)
    assert report.coordinates != "none"
    scene = fit_scene(figure, report.coordinates, seed=0)
    assert all(check.status == "passed" for check in scene.checks)
    assert len([label for label in report.coordinates.points if not is_hidden(label)]) <= MOST_POINTS


@pytest.mark.parametrize("name", [name for name in GOOD if "choices" in ROWS[name]])
def test_of_the_choices_only_the_keyed_one_is_the_answer(name: str) -> None:
    right = [letter for letter, text in ROWS[name]["choices"].items() if is_answer(text, name)]
    assert right == [ROWS[name]["answer"]]


def test_the_first_three_are_a_pyramid_a_cone_and_a_prism() -> None:
    assert {name: geometry_category(solved(name)[0]) for name in list(ROWS)[:3]} == FIRST


def test_every_kind_of_solid_and_every_type_of_problem_is_there() -> None:
    figures = [solved(name)[0] for name in GOOD]
    types = Counter(map(problem_type, figures))
    assert set(map(geometry_category, figures)) == CATEGORIES
    assert types.keys() == {"angle", "ratio", "length", "area", "volume"}
    assert min(types.values()) >= 7


def test_the_corpus_has_the_numbers_of_problems_it_promises() -> None:
    languages = Counter(ROWS[name]["language"] for name in GOOD)
    assert len(GOOD) >= 62
    assert languages["zh"] >= 12
    assert Counter(ROWS[name]["reason_class"] for name in UNFIT) == UNFIT_CLASSES


@pytest.mark.parametrize(
    ("pattern", "least"),
    [
        (r"\bsection\(|_part\(", 4),
        (r"\binscribed\(|\bcircumscribed\(|circumradius", 6),
        (r"\bsurface_path\(|\bhelix\(", 4),
        (r"(?m)^point ", 20),
        (r"(?m)^solid (\w+ )*[a-z]+$", 20),
        (r"\boblique\b", 2),
    ],
)
def test_the_figures_are_of_many_sorts(pattern: str, least: int) -> None:
    assert sum(re.search(pattern, text) is not None for text in FIGURES.values()) >= least


def test_the_spellings_are_of_many_sorts() -> None:
    texts = [ROWS[name]["statement"] for name in GOOD]
    plain = [text for text in texts if "$" not in text and re.search(r"[A-Z]{2}", text)]
    units = [text for text in texts if re.search(r"\d (cm|inch|foot|feet)", text)]
    assert len([text for text in texts if "$" in text]) >= 30
    assert (len(plain) >= 10, len(units) >= 6, sum("choices" in row for row in LINES) >= 4) == (True, True, True)


def test_a_run_without_a_model_publishes_no_wrong_answer(samples: dict[str, dict[str, Any]]) -> None:
    published = [name for name in ROWS if samples[name]["status"] == "published"]
    assert len(published) >= READ_OFFLINE_AT_LEAST
    assert set(FIRST) <= set(published) <= set(GOOD)
    for name in published:
        figure = solved(name)[0]
        assert samples[name]["answer_in_statement"] == pytest.approx(value(name), rel=1e-7), name
        assert samples[name]["problem_type"] == problem_type(figure), name


def test_what_must_not_be_published_is_quarantined_for_its_own_reason(samples: dict[str, dict[str, Any]]) -> None:
    for name in UNFIT:
        expected = ROWS[name]["reason_class"] if ROWS[name]["language"] == "en" else "language"
        assert (samples[name]["status"], samples[name]["reason"]) == ("quarantined", expected), name


def test_only_reading_stops_a_good_problem(samples: dict[str, dict[str, Any]]) -> None:
    final = [samples.get(name + WITH_FIGURE, samples[name]) for name in GOOD]
    assert not {sample["id"]: sample["sentence"] for sample in final if sample["status"] != "published"}


def test_the_guide_lists_every_problem_once() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert re.findall(r"`(demo-[a-z0-9-]+)`", text) == list(ROWS)
    assert f"{len(GOOD)} problems that can become samples" in text
