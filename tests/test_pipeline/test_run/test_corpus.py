"""Corpora are read line by line: what is a problem, what is not, and which shard it belongs to."""

import json
from pathlib import Path

import pytest

from pipeline.run.corpus import CorpusError, in_shard, read_corpus


def corpus(folder: Path, *lines: bytes) -> Path:
    path = folder / "corpus.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def row(**fields: object) -> bytes:
    return json.dumps(fields, ensure_ascii=False).encode()


def test_good_lines_become_problems_in_their_order(tmp_path: Path) -> None:
    found = read_corpus(
        corpus(
            tmp_path,
            b"\xef\xbb\xbf" + row(id="a", statement="A cube has edge 2. Find its volume.", answer="8"),
            b"",
            row(id=7, question="A ball has radius 3. Find its area.", answer=36, level="easy"),
        )
    )
    assert [(p.id, p.answer) for p in found.problems] == [("a", "8"), ("7", "36")]
    assert not found.bad_lines


def test_bad_lines_are_told_by_number_and_do_not_stop_the_rest(tmp_path: Path) -> None:
    good = row(id="a", statement="A cube has edge 2. Find its volume.", answer="8")
    lines = (
        good,
        b"{not json",
        row(id="b", answer="8"),
        row(id="c", statement="Find it."),
        good,
        b'{"id": "d", "statement": "\xff\xfe", "answer": "1"}',
        b"[1, 2]",
        row(statement="Find it.", answer="1"),
        row(id="e", statement="Find it.", answer="1", choices=["1", "2"]),
        b"[" * 100_000,
        row(id="f", statement="Find it.", answer="1", figure=5),
        row(id="z", statement="Find it.", answer="1"),
    )
    found = read_corpus(corpus(tmp_path, *lines))
    assert [p.id for p in found.problems] == ["a", "z"]
    told = {bad.number: bad.sentence for bad in found.bad_lines}
    assert sorted(told) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert "not JSON" in told[2]
    assert "no statement" in told[3]
    assert "no answer" in told[4]
    assert "line 1 already" in told[5]
    assert "UTF-8" in told[6]
    assert "no id" in told[8]
    assert "figure" in told[11]


def test_a_letter_stands_for_its_choice(tmp_path: Path) -> None:
    found = read_corpus(
        corpus(tmp_path, row(id="a", statement="Which?", answer="(B)", choices={"A": "$1$", "B": r"$\sqrt{2}$"}))
    )
    assert found.problems[0].answer == r"$\sqrt{2}$"


def test_a_missing_corpus_is_one_sentence_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="Remedy"):
        read_corpus(tmp_path / "absent.jsonl")


def test_shards_cover_everything_once() -> None:
    ids = [f"problem-{k}" for k in range(500)]
    parts = [[i for i in ids if in_shard(i, (part, 7))] for part in range(1, 8)]
    assert sorted(i for part in parts for i in part) == sorted(ids)
    assert min(map(len, parts)) > 40
