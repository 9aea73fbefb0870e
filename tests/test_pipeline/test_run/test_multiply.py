"""A corpus multiplied: instances of published problems are converted like any other corpus and name their parent."""

import json
from pathlib import Path

import pytest

from agents.records import Problem
from dataset.errors import DatasetError
from pipeline.run.convert import convert_problems
from pipeline.run.corpus import read_corpus
from pipeline.run.items import items_of_run
from pipeline.run.multiply import multiply
from pipeline.run.options import ConvertOptions
from pipeline.run.settings import Settings

ROWS = (
    Problem(
        id="box",
        statement="A box.",
        answer="7",
        figure="solid cuboid ABCD-EFGH\ngiven AB = 2, BC = 3, AE = 6\nfind AG",
    ),
    Problem(
        id="cube", statement="A cube.", answer="60°", figure="solid cube ABCD-EFGH\nfind angle(line(A,C), line(B,G))"
    ),
)


def converted(folder: Path, problems: tuple[Problem, ...]) -> list[dict[str, object]]:
    options = (ConvertOptions(agents="offline", film=None, jobs=1), Settings())
    convert_problems(folder, list(enumerate(problems)), options)
    return [json.loads(line) for line in (folder / "samples.jsonl").read_text().splitlines()]


@pytest.mark.slow
def test_instances_are_published_with_other_answers_and_name_their_parent(tmp_path: Path) -> None:
    assert [sample["status"] for sample in converted(tmp_path / "run", ROWS)] == ["published", "published"]
    found = multiply(tmp_path / "run", tmp_path / "more.jsonl", 4, seed=3)
    assert (found.parents, found.written, found.short) == (2, 4, ("cube",))
    corpus = read_corpus(tmp_path / "more.jsonl")
    assert not corpus.bad_lines
    samples = converted(tmp_path / "more", corpus.problems)
    assert [sample["status"] for sample in samples] == ["published"] * 4
    assert len({str(sample["figure"]) for sample in samples}) == 4
    assert {sample["provenance"]["parent"] for sample in samples} == {"box"}  # type: ignore[index]
    assert {item.cluster for item in items_of_run(tmp_path / "more").items} == {"box"}
    assert [sample["id"] for sample in samples] == [f"box~{number}" for number in range(1, 5)]


def test_a_folder_that_is_no_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="Remedy"):
        multiply(tmp_path, tmp_path / "more.jsonl", 2, seed=0)
    assert not (tmp_path / "more.jsonl").exists()


def test_a_problem_without_a_parent_is_written_as_before() -> None:
    assert "parent" not in ROWS[0].model_dump_json()
    assert json.loads(ROWS[0].model_copy(update={"parent": "x"}).model_dump_json())["parent"] == "x"
