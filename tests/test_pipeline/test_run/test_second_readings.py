"""Readings compared in a whole run: a figure that only one reader sees is not published, whatever the key says."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.records import Problem
from pipeline.run.options import ConvertOptions
from tests.support import model_player
from tests.support.model_player import TENT, is_second_reading, schema_name
from tests.support.scripted_server import ScriptedServer, Step, says, scripted_server
from tests.test_pipeline.test_run.test_live_workflow import misread_figure, run

pytestmark = pytest.mark.slow

LIE_AND_KEY = TENT.model_copy(update={"answer": r"\frac{\sqrt{3}}{3}"})
"""The answer key of the misread figure: the key alone cannot tell the readings apart."""

Answers = Callable[[dict[str, Any]], Step]


def with_first_reader(wrong: str, times: int) -> Answers:
    """The good player, except that the first reader's first replies are these."""
    left = [wrong] * times

    def otherwise(body: dict[str, Any]) -> Step:
        if schema_name(body) == "ReadingReply" and not is_second_reading(body) and left:
            return says(left.pop())
        return model_player.answer(body)

    return otherwise


def asked_of(server: ScriptedServer, second: bool) -> list[list[str]]:
    """What a reader was told, request by request."""
    readings = [body for body in server.bodies if schema_name(body) == "ReadingReply"]
    return [[m["content"] for m in body["messages"]] for body in readings if is_second_reading(body) == second]


def test_a_figure_that_fits_the_key_but_not_the_statement_is_not_published(tmp_path: Path) -> None:
    with scripted_server(otherwise=with_first_reader(misread_figure(), times=99)) as server:
        _, samples = run(tmp_path, server, [LIE_AND_KEY])
    sample = samples["tent"]
    assert sample["status"] == "quarantined"
    # Two honest readings outvote it, and theirs does not have the value of this key.
    assert sample["reason"] == "answer disputed"
    assert "AB = 2" in sample["figure"]


def test_a_difference_goes_to_both_readers_as_one_sentence_and_the_mended_reading_is_published(tmp_path: Path) -> None:
    # The first reply has the wrong value, the second the wrong edge again; both are mended in the end.
    blind = Problem(id="tent", statement=TENT.statement, answer="not a number")
    with scripted_server(otherwise=with_first_reader(misread_figure(), times=1)) as server:
        _, samples = run(tmp_path, server, [blind])
    told = [talk[-1] for talk in asked_of(server, second=False)[1:]]
    assert len(told) == 1
    assert "Two readings of this statement differ" in told[0]
    assert told[0] in [talk[-1] for talk in asked_of(server, second=True)]
    assert samples["tent"]["evidence"] == "two readings"


def test_the_second_reader_sees_neither_the_letters_nor_the_key_nor_the_first_reading(tmp_path: Path) -> None:
    with scripted_server(otherwise=model_player.answer) as server:
        _, samples = run(tmp_path, server, [TENT])
    (talk,) = asked_of(server, second=True)
    assert "ABCD" not in talk[1]
    assert "distance(E" not in talk[1]
    assert "sqrt{2}" not in talk[1]
    first = asked_of(server, second=False)[0]
    assert talk[0] == first[0]  # the long common text comes first, so that servers cache it
    assert samples["tent"]["perturbations"] == 12


def test_one_reading_is_audited(tmp_path: Path) -> None:
    with scripted_server(otherwise=model_player.answer) as server:
        _, samples = run(tmp_path, server, [TENT], ConvertOptions(agents="live", film=None, readings=1))
        asked = [schema_name(body) for body in server.bodies]
    assert samples["tent"]["evidence"] == "audited reading"
    assert asked.count("ReadingReply") == 1
    assert asked.count("AuditReply") == 1


@pytest.mark.parametrize(
    ("line", "evidence"),
    [("PA ⟂ AB", "audited reading"), ("angle(P,B,A) = 45°", "audited reading"), ("", "")],
)
def test_a_finding_counts_unless_the_kernel_shows_it_to_be_implied(tmp_path: Path, line: str, evidence: str) -> None:
    finding = {"what": "missing", "quote": "is perpendicular to the base", "sentence": "It is missing.", "line": line}

    def otherwise(body: dict[str, Any]) -> Step:
        if schema_name(body) == "AuditReply":
            return says(json.dumps({"comparison": "One clause is missing.", "differences": [finding]}))
        return model_player.answer(body)

    with scripted_server(otherwise=otherwise) as server:
        _, samples = run(tmp_path, server, [TENT], ConvertOptions(agents="live", film=None, readings=1))
    assert samples["tent"]["evidence"] == evidence
    assert samples["tent"]["status"] == ("published" if evidence else "quarantined")


def test_a_finding_whose_quote_is_nowhere_is_asked_again(tmp_path: Path) -> None:
    invented = {"what": "missing", "quote": "the volume is 7", "sentence": "The volume is missing.", "line": ""}
    left = [json.dumps({"comparison": "Hm.", "differences": [invented]})]

    def otherwise(body: dict[str, Any]) -> Step:
        if schema_name(body) == "AuditReply" and left:
            return says(left.pop())
        return model_player.answer(body)

    with scripted_server(otherwise=otherwise) as server:
        _, samples = run(tmp_path, server, [TENT], ConvertOptions(agents="live", film=None, readings=1))
        audits = [body for body in server.bodies if schema_name(body) == "AuditReply"]
    assert len(audits) == 2
    assert "is not in the statement" in audits[1]["messages"][-1]["content"]
    assert samples["tent"]["evidence"] == "audited reading"


def doubtful_figure() -> str:
    """A true condition that no word of the statement says."""
    reading = json.loads(json.dumps(model_player.READINGS["In the pyramid"]))
    reading["conditions"][1]["lines"] += ["given sqrt(AB*BC) = AB"]
    return json.dumps(reading)


@pytest.mark.parametrize(
    ("readings", "shared", "status"), [(2, True, "published"), (2, False, "quarantined"), (1, True, "quarantined")]
)
def test_a_doubt_about_the_words_needs_a_second_reading_that_has_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, readings: int, shared: bool, status: str
) -> None:
    options = ConvertOptions(agents="live", film=None, readings=readings)
    doubtful = doubtful_figure()
    if shared:
        monkeypatch.setitem(model_player.READINGS, "In the pyramid", json.loads(doubtful))
    with scripted_server(otherwise=with_first_reader(doubtful, times=99)) as server:
        _, samples = run(tmp_path, server, [TENT], options)
    assert samples["tent"]["status"] == status
    told = [talk[-1] for talk in asked_of(server, second=False)[1:]]
    assert any("calculates with" in sentence for sentence in told) == (status == "quarantined")
