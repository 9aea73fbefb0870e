"""Exports for benchmark harnesses, read the way those harnesses read: pandas with its defaults, YAML with functions."""

import ast
import base64
import csv
import importlib.util
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from dataset.writers.records import ExportRequest, ExportRow
from dataset.writers.vlmevalkit import HEADER, survives, text_cells
from pipeline.run.export import export_run
from tests.support.export_ground import FILMED, FRAMES, HEIGHT, WIDTH, finished_run

pytestmark = pytest.mark.slow

TRAPS = [
    "NA",
    "None",
    "nan",
    "",
    "007",
    "1e5",
    "0.1000",
    "True",
    "a\tb",
    'say "x"',
    "two\r\nlines",
    "-nan",
    "1,000",
    "inf",
]


@pytest.fixture(scope="module")
def run() -> Path:
    return finished_run()


def read_as_vlmevalkit(path: Path) -> pd.DataFrame:
    return pd.read_csv(path, sep="\t")


def test_vlmevalkit_gets_every_cell_as_it_was_written(run: Path, tmp_path: Path) -> None:
    export_run(run, ExportRequest(format="vlmevalkit", frames=8), tmp_path / "set")
    samples = {s["id"]: s for s in map(json.loads, (run / "samples.jsonl").read_text().splitlines())}
    (path,) = (tmp_path / "set").glob("*.tsv")
    assert "openended" in path.name  # else the harness takes it for multiple choice
    table = read_as_vlmevalkit(path)
    assert tuple(table.columns) == HEADER
    assert table["index"].tolist() == list(range(len(FILMED)))
    assert not table.isna().any().any()
    for row in table.to_dict("records"):
        meta = json.loads(row["meta"])
        sample = samples[meta["id"]]
        assert row["question"] == sample["variants"]["spatial"]
        assert float(row["answer"].split()[0]) == sample["answer"] == meta["answer"]
        assert meta["statement"] == sample["statement"]
        images, names = ast.literal_eval(row["image"]), ast.literal_eval(row["image_path"])
        assert len(images) == len(set(names)) == 8
        assert all(len(image) > 64 for image in images)  # shorter ones are taken for another row's index
        picture = Image.open(io.BytesIO(base64.b64decode(images[-1])))
        assert picture.size == (WIDTH, HEIGHT)
        assert names[-1].endswith(f"_{FRAMES - 6:03d}.jpg")


texts = st.one_of(st.sampled_from(TRAPS), st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))


@given(st.lists(st.tuples(texts, texts, st.floats(allow_nan=False, allow_infinity=False)), min_size=1, max_size=5))
def test_whatever_the_corpus_holds_survives_pandas(rows: list[tuple[str, str, float]]) -> None:
    written = [text_cells(a_row(identity, words, value)) for identity, words, value in rows]
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter="\t", quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(HEADER[3:])
    writer.writerows(written)
    buffer.seek(0)
    assert all(survives(cell) for cells in written for cell in cells)
    assert pd.read_csv(buffer, sep="\t").to_numpy().tolist() == written


@pytest.mark.parametrize("cell", TRAPS)
def test_cells_that_pandas_changes_are_known(cell: str) -> None:
    buffer = io.StringIO(newline="")
    csv.writer(buffer, delimiter="\t", quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([["a", "b"], [cell, "x"]])
    buffer.seek(0)
    kept = pd.read_csv(buffer, sep="\t")["a"].tolist() == [cell]
    # «1,000» is kept, and refused all the same: another pandas default would read it as a number.
    assert survives(cell) in (kept, False)
    assert not (survives(cell) and not kept)


def a_row(identity: str, words: str, value: float) -> ExportRow:
    return ExportRow(
        id=identity,
        question=f"What is it? {words.strip()}",
        answer=value,
        answer_tolerance=0.0,
        unit="1",
        answer_exact=words,
        answer_in_statement=value,
        problem_type="ratio",
        geometry_type="cube",
        variant="spatial",
        scale=1.0,
        size_m=1.5,
        colours="{}",
        statement=words,
        stated_answer=words,
        figure=words,
        evidence="rules",
        perturbations=0,
        difficulty="easy",
        checks_passed=1,
        film_frames=None,
        film_fps=None,
        film_width_px=None,
        film_height_px=None,
        film_sha256=None,
        generator="0",
        seed=0,
    )


def test_predictions_of_vlmevalkit_are_scored_by_the_script_beside_them(run: Path, tmp_path: Path) -> None:
    export_run(run, ExportRequest(format="vlmevalkit", frames=1), tmp_path / "set")
    (path,) = (tmp_path / "set").glob("*.tsv")
    table = read_as_vlmevalkit(path).drop(columns="image")
    answers = [json.loads(meta)["answer"] for meta in table["meta"]]
    replies = [f"Answer: {answers[0]}", f"\\boxed{{{answers[1] * 1.1}}}", f"It is {answers[2] * 1.3}.", "no idea"]
    table.assign(prediction=replies).to_csv(tmp_path / "predictions.tsv", sep="\t", index=False)
    command = [sys.executable, str(tmp_path / "set" / "score.py"), str(tmp_path / "predictions.tsv")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[:3] == ["within 5%: 25.0%", "within 20%: 50.0%", "within 40%: 75.0%"]


class TaskLoader(yaml.SafeLoader):
    """YAML with lmms-eval's `!function FILE.NAME`, looked up beside the YAML file."""


def _function(loader: yaml.Loader, node: yaml.ScalarNode) -> Any:
    file, name = str(loader.construct_scalar(node)).split(".")
    spec = importlib.util.spec_from_file_location(file, Path(loader.name).parent / f"{file}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


TaskLoader.add_constructor("!function", _function)


def load_task(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The task and its documents."""
    (path,) = folder.glob("*.yaml")
    with path.open() as stream:
        task = yaml.load(stream, TaskLoader)
    assert task["dataset_path"] == "parquet"
    return task, pq.read_table(folder / task["dataset_kwargs"]["data_files"][task["test_split"]]).to_pylist()


@pytest.mark.parametrize("frames", [0, 8])
def test_an_lmms_eval_task_shows_asks_and_judges(run: Path, tmp_path: Path, frames: int) -> None:
    export_run(run, ExportRequest(format="lmms-eval", frames=frames), tmp_path / "here")
    (tmp_path / "here").rename(tmp_path / "there")  # a task may be moved
    task, docs = load_task(tmp_path / "there")
    assert task["task"] == "solidscene_spatial"
    assert len(docs) == len(FILMED)
    for doc in docs:
        shown = task["doc_to_visual"](doc)
        if frames:
            assert [picture.size for picture in shown] == [(WIDTH, HEIGHT)] * frames
        else:
            assert Path(shown[0]).is_file()
        asked = task["doc_to_text"](doc, task["lmms_eval_specific_kwargs"]["default"])
        assert doc["question"] in asked
        unit = doc["unit"].replace("1", "")
        right = task["process_results"](doc, [f"thinking of 99\nAnswer: {doc['answer'] * 1.04:.9f} {unit}"])
        wrong = task["process_results"](doc, [f"Answer: {doc['answer'] * 1.06:.9f}"])
        assert (right["accuracy"], wrong["accuracy"], wrong["within_20_percent"]) == (1.0, 0.0, 1.0)
        assert set(right) == {metric["metric"] for metric in task["metric_list"]}
        assert task["doc_to_target"](doc).startswith(repr(doc["answer"]))
    aggregate = {metric["metric"]: metric["aggregation"] for metric in task["metric_list"]}
    assert aggregate["accuracy"]([1.0, 0.0, 0.0, 1.0]) == 0.5
    assert aggregate["median_relative_error"]([0.1, 9.0, 0.2]) == 0.2
    assert task["metadata"]["relative_tolerance"] == 0.05


def test_a_task_of_texts_shows_nothing(run: Path, tmp_path: Path) -> None:
    export_run(run, ExportRequest(format="lmms-eval", variant="text", text_only=True), tmp_path / "set")
    task, docs = load_task(tmp_path / "set")
    assert "doc_to_visual" not in task
    assert task["doc_to_text"](docs[0], task["lmms_eval_specific_kwargs"]["default"]).startswith(docs[0]["question"])
