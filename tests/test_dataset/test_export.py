"""Runs exported and read back by the libraries they are for: what went in comes out, whole and typed, every time."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
import typer
import yaml
from typer.testing import CliRunner

from dataset.video.decode import read_frames
from dataset.writers.records import COLUMNS, ExportError, ExportRequest, ExportRow
from pipeline.run.export import export_run
from solidscene.cli.export_commands import EXPORT_EXAMPLE, export
from tests.support.export_ground import FILMED, FPS, FRAMES, HEIGHT, WIDTH, finished_run, tree

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def run() -> Path:
    return finished_run()


@pytest.fixture(scope="module")
def samples(run: Path) -> dict[str, dict[str, Any]]:
    return {s["id"]: s for s in map(json.loads, (run / "samples.jsonl").read_text().splitlines())}


def load_with_datasets(folder: Path, home: Path) -> Any:
    """The only split, loaded as a stranger would: by the folder alone."""
    script = (
        "import datasets, json, sys, warnings\n"
        "found = datasets.load_dataset(sys.argv[1])['test']\n"
        "for name, feature in found.features.items():\n"
        "    if isinstance(feature, datasets.Video):\n"
        "        found = found.cast_column(name, datasets.Video(decode=False))\n"
        "rows = [dict(row) for row in found]\n"
        "for row in rows:\n"
        "    if isinstance(row.get('video'), dict):\n"
        "        row['video'] = {'path': row['video']['path'], 'size': len(row['video']['bytes'] or b'')}\n"
        "print(json.dumps({'rows': rows, 'types': {k: str(v) for k, v in found.features.items()}}))\n"
    )
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(home), "HF_DATASETS_DISABLE_PROGRESS_BARS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)], env=environment, capture_output=True, text=True, check=True
    )
    assert "dataset card" not in done.stderr, done.stderr  # every field of the card was understood
    return json.loads(done.stdout)


def same_sample(row: dict[str, Any], sample: dict[str, Any], variant: str = "spatial") -> None:
    """Every number to the last bit, every text to the last letter."""
    assert row["question"] == sample["variants"][variant]
    assert row["unit"] == (sample["unit"] or "1")
    for name in (
        "id",
        "answer",
        "answer_exact",
        "answer_in_statement",
        "scale",
        "statement",
        "stated_answer",
        "figure",
    ):
        assert row[name] == sample[name], name
    assert type(row["answer"]) is float
    assert type(row["checks_passed"]) is int
    assert row["checks_passed"] == len(sample["checks"]) > 5


def test_columns_and_rows_are_the_same_list() -> None:
    assert [column.name for column in COLUMNS] == list(ExportRow.model_fields)


def test_a_video_folder_loads_with_datasets(run: Path, samples: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    export_run(run, ExportRequest(format="hf", frames=8, licence="cc-by-4.0"), tmp_path / "set")
    found = load_with_datasets(tmp_path / "set", tmp_path / "home")
    assert [row["id"] for row in found["rows"]] == list(FILMED)
    for row in found["rows"]:
        same_sample(row, samples[row["id"]])
        assert Path(row["video"]["path"]).read_bytes() == (run / samples[row["id"]]["video"]).read_bytes()
        assert (row["film_frames"], row["film_fps"]) == (FRAMES, FPS)
        assert (row["film_width_px"], row["film_height_px"]) == (WIDTH, HEIGHT)
        assert len(row["frames"]) == 8
        assert all((tmp_path / "set" / name).is_file() for name in row["frames"])
    card = yaml.safe_load((tmp_path / "set" / "README.md").read_text().split("---\n")[1])
    assert card["license"] == "cc-by-4.0"
    assert card["solidscene"]["film"] == {"frames": 48, "fps": 6, "width_px": WIDTH, "height_px": HEIGHT}
    declared = {feature["name"] for feature in card["dataset_info"][0]["features"]}
    assert declared == set(found["types"])


def test_ids_that_datasets_would_take_for_dates_are_refused(run: Path, tmp_path: Path) -> None:
    samples = [json.loads(line) for line in (run / "samples.jsonl").read_text().splitlines()]
    dated = [sample | {"id": f"2024-01-{number:02d}"} for number, sample in enumerate(samples, start=1)]
    shutil.copytree(run / "videos", tmp_path / "run" / "videos")
    (tmp_path / "run" / "samples.jsonl").write_text("".join(json.dumps(sample) + "\n" for sample in dated))
    with pytest.raises(ExportError, match="--format parquet"):
        export_run(tmp_path / "run", ExportRequest(format="hf"), tmp_path / "set")
    export_run(tmp_path / "run", ExportRequest(format="parquet"), tmp_path / "set")
    assert load_with_datasets(tmp_path / "set", tmp_path / "home")["rows"][0]["id"] == "2024-01-01"


def test_texts_load_with_datasets_and_have_nulls_for_films(
    run: Path, samples: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    export_run(run, ExportRequest(format="hf", variant="text", text_only=True), tmp_path / "set")
    found = load_with_datasets(tmp_path / "set", tmp_path / "home")
    assert [row["id"] for row in found["rows"]] == [*FILMED, "unfilmed"]
    for row in found["rows"]:
        same_sample(row, samples[row["id"]], "text")
        assert row["film_frames"] is None
        assert "video" not in row
    assert found["types"]["film_frames"] == "Value('int64')"
    assert not (tmp_path / "set" / "videos").exists()


@pytest.mark.parametrize("videos", ["bytes", "paths"])
def test_parquet_is_the_same_to_pandas_pyarrow_and_datasets(
    run: Path, samples: dict[str, dict[str, Any]], tmp_path: Path, videos: Any
) -> None:
    export_run(run, ExportRequest(format="parquet", videos=videos), tmp_path / "set")
    file = tmp_path / "set" / "data" / "test.parquet"
    table, frame = pq.read_table(file), pd.read_parquet(file)
    found = load_with_datasets(tmp_path / "set", tmp_path / "home")
    assert found["types"]["video"].startswith("Video(" if videos == "bytes" else "Value('string')")
    for row, loaded in zip(table.to_pylist(), found["rows"], strict=True):
        same_sample(row, samples[row["id"]])
        same_sample(loaded, samples[row["id"]])
        film = (run / samples[row["id"]]["video"]).read_bytes()
        inside = row["video"]["bytes"] if videos == "bytes" else (tmp_path / "set" / row["video"]).read_bytes()
        assert inside == film
    kinds = {"string": "object", "float64": "float64", "int64": "int64"}
    assert {c.name: str(frame.dtypes[c.name]) for c in COLUMNS} == {c.name: kinds[c.kind] for c in COLUMNS}
    assert (tmp_path / "set" / "videos").exists() == (videos == "paths")


def test_nulls_of_parquet_are_typed(run: Path, tmp_path: Path) -> None:
    export_run(run, ExportRequest(format="parquet", variant="text", text_only=True), tmp_path / "set")
    table = pq.read_table(tmp_path / "set" / "data" / "test.parquet")
    assert str(table.schema.field("film_frames").type) == "int64"
    assert table.column("film_frames").null_count == table.num_rows == 5
    assert table.column("answer").null_count == 0


def test_plain_lines_name_files_beside_them_and_no_folder_of_this_machine(run: Path, tmp_path: Path) -> None:
    lines = (run / "samples.jsonl").read_text().splitlines()
    marked = [json.loads(line) for line in lines]
    for sample in marked:
        sample["provenance"]["film"] = {"rooms": f"3d-front:{tmp_path}/front"}
    twin = tmp_path / "run"
    shutil.copytree(run, twin)
    (twin / "samples.jsonl").write_text("".join(json.dumps(sample) + "\n" for sample in marked))
    export_run(twin, ExportRequest(format="jsonl", frames=16), tmp_path / "set")
    rows = [json.loads(line) for line in (tmp_path / "set" / "samples.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == list(FILMED)
    assert all((tmp_path / "set" / name).is_file() for row in rows for name in [row["video"], *row["frames"]])
    assert rows[0]["colours"] == marked[0]["colours"]
    everything = b"".join(tree(tmp_path / "set").values())
    assert str(tmp_path).encode() not in everything
    assert b"3d-front:front" in everything


def test_frames_are_equally_spaced_on_the_orbit(run: Path, samples: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    from PIL import Image

    export_run(run, ExportRequest(format="jsonl", frames=8), tmp_path / "set")
    row = json.loads((tmp_path / "set" / "samples.jsonl").read_text().splitlines()[0])
    assert [int(Path(name).stem[-3:]) for name in row["frames"]] == list(range(0, FRAMES, 6))
    wanted = read_frames(run / samples["007"]["video"], range(0, FRAMES, 6))
    for name, pixels in zip(row["frames"], wanted, strict=True):
        with Image.open(tmp_path / "set" / name) as picture:
            difference = abs(pd.Series(list(picture.convert("RGB").tobytes())) - list(pixels.tobytes()))
        assert difference.max() <= 3


@pytest.mark.parametrize("form", ["hf", "parquet", "vlmevalkit", "lmms-eval", "jsonl"])
def test_the_same_run_gives_the_same_bytes_and_is_left_as_it_is(run: Path, tmp_path: Path, form: Any) -> None:
    before = tree(run)
    request = ExportRequest(format=form, frames=4)
    export_run(run, request, tmp_path / "one")
    export_run(run, request, tmp_path / "two")
    export_run(run, request, tmp_path / "two")  # an older export is replaced
    assert tree(tmp_path / "one") == tree(tmp_path / "two")
    assert tree(run) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]
    evidence = [json.loads(line) for line in (tmp_path / "one" / "evidence.jsonl").read_text().splitlines()]
    assert [line["id"] for line in evidence] == list(FILMED)
    assert all(check["status"] == "passed" for line in evidence for check in line["checks"])


def test_a_folder_with_other_things_in_it_is_never_touched(run: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    for out in (tmp_path / "mine", run, tmp_path / "mine" / "letter.txt"):
        with pytest.raises(ExportError, match="Remedy"):
            export_run(run, ExportRequest(format="jsonl"), out)
    assert tree(tmp_path / "mine") == {"letter.txt": b"dear"}


def test_a_failing_export_leaves_the_earlier_one(run: Path, tmp_path: Path) -> None:
    twin = tmp_path / "run"
    shutil.copytree(run, twin)
    export_run(twin, ExportRequest(format="jsonl", frames=4), tmp_path / "set")
    before = tree(tmp_path / "set")
    film = next((twin / "videos").glob("*.mp4"))
    whole = film.read_bytes()
    for broken, sentence in ((whole[: len(whole) // 2], "not a complete MP4 file"), (None, "is missing")):
        film.unlink()
        if broken is not None:
            film.write_bytes(broken)
        with pytest.raises(ExportError, match=sentence):
            export_run(twin, ExportRequest(format="jsonl", frames=4), tmp_path / "set")
    film.write_bytes(whole)
    with pytest.raises(ExportError, match="Remedy: ask for 1 to 48"):
        export_run(twin, ExportRequest(format="jsonl", frames=49), tmp_path / "set")
    assert tree(tmp_path / "set") == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run", "set"]


def test_a_film_outside_the_run_is_refused(run: Path, tmp_path: Path) -> None:
    twin = tmp_path / "run"
    shutil.copytree(run, twin)
    (tmp_path / "secret.mp4").write_bytes(next((run / "videos").glob("*.mp4")).read_bytes())
    sample = json.loads((run / "samples.jsonl").read_text().splitlines()[0]) | {"video": "../secret.mp4"}
    (twin / "samples.jsonl").write_text(json.dumps(sample) + "\n")
    with pytest.raises(ExportError, match="outside"):
        export_run(twin, ExportRequest(format="jsonl"), tmp_path / "set")


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        (ExportRequest(format="jsonl", text_only=True), "--variant text"),
        (ExportRequest(format="vlmevalkit", variant="text", text_only=True), "need pictures"),
        (ExportRequest(format="jsonl", variant="text", text_only=True, frames=8), "has no frames"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_remedy(
    run: Path, tmp_path: Path, request_: ExportRequest, sentence: str
) -> None:
    with pytest.raises(ExportError, match=sentence) as caught:
        export_run(run, request_, tmp_path / "set")
    assert "Remedy" in str(caught.value)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--format", "csv"],
            "unknown format 'csv'. Remedy: choose from dataset, hf, parquet, vlmevalkit, lmms-eval, jsonl",
        ),
        (["--format", "hf", "--variant", "blind"], "unknown variant 'blind'"),
        (["--format", "hf", "--licence", "a: b"], "invalid licence 'a: b'"),
        (["--format", "hf", "--allow-no-video"], "cannot be answered without its film"),
    ],
)
def test_the_command_refuses_in_one_line(run: Path, tmp_path: Path, words: list[str], sentence: str) -> None:
    app = typer.Typer()
    app.command(epilog=EXPORT_EXAMPLE)(export)
    said = CliRunner().invoke(app, [str(run), "--out", str(tmp_path / "set"), *words])
    assert said.exit_code == 2
    assert sentence in said.stderr
    assert "Remedy" in said.stderr
    assert len(said.stderr.splitlines()) == 1
    assert not (tmp_path / "set").exists()


def test_the_command_says_what_it_left_out(run: Path, tmp_path: Path) -> None:
    app = typer.Typer()
    app.command(epilog=EXPORT_EXAMPLE)(export)
    said = CliRunner().invoke(app, [str(run), "--out", str(tmp_path / "set"), "--format", "jsonl"])
    assert said.exit_code == 0
    assert said.stdout.startswith("4 spatial samples as jsonl")
    assert "1 published samples without film were left out" in said.stdout


def test_trivial_samples_are_exported_on_request_only(run: Path, tmp_path: Path) -> None:
    samples = [json.loads(line) for line in (run / "samples.jsonl").read_text().splitlines()]
    shutil.copytree(run / "videos", tmp_path / "run" / "videos")
    bands = {FILMED[0]: "trivial", FILMED[1]: "hard", "unfilmed": "hard"}
    for sample in samples:
        sample["difficulty"] = {"steps": 1, "estimates": 1, "band": bands.get(sample["id"], "medium")}
    (tmp_path / "run" / "samples.jsonl").write_text("".join(json.dumps(sample) + "\n" for sample in samples))
    app = typer.Typer()
    app.command()(export)
    for least, count in (("easy", 3), ("trivial", 4), ("hard", 1)):
        words = [str(tmp_path / "run"), "--out", str(tmp_path / least), "--format", "jsonl", "--min-difficulty", least]
        said = CliRunner().invoke(app, words if least != "easy" else words[:-2])
        assert said.stdout.startswith(f"{count} spatial samples")
        assert (f"{4 - count} easier than {least}" in said.stdout) == (count < 4)


def test_a_run_without_films_and_one_without_samples_say_what_to_do(run: Path, tmp_path: Path) -> None:
    samples = [json.loads(line) for line in (run / "samples.jsonl").read_text().splitlines()]
    filmless = [sample | {"video": ""} for sample in samples]
    for chosen, sentence in ((filmless, "without --no-render"), (samples[-1:], "solidscene status")):
        (tmp_path / "samples.jsonl").write_text("".join(json.dumps(sample) + "\n" for sample in chosen))
        with pytest.raises(ExportError, match=sentence):
            export_run(tmp_path, ExportRequest(format="hf"), tmp_path / "set")
    (tmp_path / "samples.jsonl").write_text('{"id": 1}\n')
    with pytest.raises(ExportError, match=r"samples\.jsonl:1"):
        export_run(tmp_path, ExportRequest(format="hf"), tmp_path / "set")
    with pytest.raises(ExportError, match="--out"):
        export_run(tmp_path / "nowhere", ExportRequest(format="hf"), tmp_path / "set")
