"""Dataset folders: what is written reads back the same, and nothing that was changed since is believed."""

import json
import shutil
from pathlib import Path

import pytest

from dataset.errors import DatasetError
from dataset.folder import ITEMS, read_dataset
from dataset.items import Item
from dataset.writers.records import ExportRequest
from pipeline.run.export import export_run
from pipeline.run.items import items_of_run
from tests.support.export_ground import FILMED, finished_run, tree

FILMS = ExportRequest(format="dataset", licence="cc-by-4.0")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    export_run(finished_run(), FILMS, tmp_path / "set")
    return tmp_path / "set"


def test_items_read_back_as_they_were_written(written: Path) -> None:
    made = {item.id: item for item in items_of_run(finished_run()).items}
    found = read_dataset(written).items
    assert [item.id for item in found] == list(FILMED)
    for item in found:
        assert item.content_hash == made[item.id].content_hash
        assert item.proof.holds
        assert item.provenance.licence == "cc-by-4.0"
        film = item.film()
        assert film is not None
        assert film.path.startswith("media/")
        assert (written / film.path).stat().st_size == film.size_bytes


def test_the_same_items_give_the_same_bytes(written: Path, tmp_path: Path) -> None:
    export_run(finished_run(), FILMS, tmp_path / "again")
    assert tree(written) == tree(tmp_path / "again")


def test_a_dataset_is_exported_like_the_run_it_came_from(written: Path, tmp_path: Path) -> None:
    for source, out in ((finished_run(), "one"), (written, "other")):
        export_run(source, ExportRequest(format="jsonl"), tmp_path / out)
    one, other = (tree(tmp_path / out) for out in ("one", "other"))
    assert one["samples.jsonl"] == other["samples.jsonl"]


def changed(written: Path, **fields: object) -> None:
    lines = [json.loads(line) for line in (written / ITEMS).read_text().splitlines()]
    lines[1] |= fields
    (written / ITEMS).write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_a_changed_question_is_noticed(written: Path) -> None:
    changed(written, question="What is 1 + 1?")
    with pytest.raises(DatasetError, match=r"items.jsonl:2: NA was changed .* Remedy"):
        read_dataset(written)


def test_a_changed_or_missing_film_is_noticed(written: Path) -> None:
    film = read_dataset(written).items[0].film()
    assert film is not None
    path = written / film.path
    data = path.read_bytes()
    path.unlink()  # a new file: the old one may be a hard link to the run's
    path.write_bytes(data[:-1] + b"x")
    with pytest.raises(DatasetError, match="missing or changed"):
        read_dataset(written)


def test_a_path_that_leads_out_is_rejected(written: Path) -> None:
    lines = [json.loads(line) for line in (written / ITEMS).read_text().splitlines()]
    lines[0]["media"][0]["path"] = "../secret.mp4"
    (written / ITEMS).write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(DatasetError, match="outside"):
        read_dataset(written)


def test_a_folder_of_something_else_is_neither_read_nor_replaced(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("years of work")
    with pytest.raises(DatasetError, match="Remedy: choose another --out"):
        export_run(finished_run(), FILMS, tmp_path / "mine")
    with pytest.raises(DatasetError, match="not a dataset folder"):
        read_dataset(tmp_path / "mine")
    assert (tmp_path / "mine" / "thesis.tex").read_text() == "years of work"


def test_an_item_cannot_be_without_a_proof(written: Path) -> None:
    item = read_dataset(written).items[0]
    with pytest.raises(ValueError, match="checks"):
        Item.model_validate(item.model_dump() | {"proof": {"checks": []}})


def test_a_second_export_replaces_the_first(written: Path) -> None:
    shutil.rmtree(written / "media")
    export_run(finished_run(), FILMS, written)
    assert len(read_dataset(written).items) == len(FILMED)
