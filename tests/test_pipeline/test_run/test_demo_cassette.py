"""The recorded replies of the demo corpus: complete for today's prompts, and good all the way without a key."""

import json
from typing import Any

import pytest

from pipeline.run.cassettes import as_recorded, cassette_beside
from pipeline.run.convert import convert_problems
from pipeline.run.corpus import read_corpus
from pipeline.run.options import ConvertOptions
from pipeline.run.settings import Settings
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

Samples = dict[str, dict[str, Any]]

CORPUS = ROOT / "assets" / "demo.jsonl"
REMEDY = "a prompt has changed since the demo was recorded: record assets/demo.cassette.jsonl again"


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Samples:
    """Some rows of every kind, the Chinese ones and those that must not be published among them."""
    out = tmp_path_factory.mktemp("recorded")
    rows = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    chosen = {row["id"] for row in [*rows[:3], *rows[5::9]]} | {r["id"] for r in rows if r["expect"] == "quarantined"}
    problems = [(k, p) for k, p in enumerate(read_corpus(CORPUS).problems) if p.id in chosen]
    cassette = cassette_beside(CORPUS)
    settings = Settings()
    settings = settings.model_copy(update={"models": as_recorded(settings.models, cassette)})
    options = ConvertOptions(agents="recorded", film=None, cassette=cassette)
    convert_problems(out, problems, (options, settings), None)
    expected = {row["id"]: row["expect"] for row in rows}
    found = [json.loads(line) for line in (out / "samples.jsonl").read_text(encoding="utf-8").splitlines()]
    return {row["id"]: {**row, "expect": expected[row["id"]]} for row in found}


def test_every_reply_is_on_record(samples: Samples) -> None:
    missing = [row["id"] for row in samples.values() if row["reason"] == "recording"]
    assert not missing, REMEDY


def test_recorded_rows_end_as_the_corpus_expects(samples: Samples) -> None:
    assert len(samples) > 20
    assert {row["id"]: row["status"] for row in samples.values()} == {
        row["id"]: row["expect"] for row in samples.values()
    }


def test_the_models_are_named_in_the_provenance(samples: Samples) -> None:
    published = [row for row in samples.values() if row["status"] == "published"]
    assert all(row["provenance"]["roles"]["reader"]["model"] == "recorded" for row in published)
