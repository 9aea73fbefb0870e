"""Problems through models behind a real HTTP server: the good way, every kind of mistake, and the ends of a run."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from agents.gateway.model_settings import ROLES, ModelSettings, Price, RoleSettings
from agents.records import Problem
from pipeline.run.cassettes import as_recorded, cassette_beside, record
from pipeline.run.convert import convert_problems
from pipeline.run.options import ConvertOptions
from pipeline.run.outcome import RunOutcome
from pipeline.run.settings import Settings
from pipeline.store.sqlite_store import Store
from tests.support import model_player
from tests.support.model_player import BLOCK, CHINESE, JAR, PROBLEMS, TENT, is_second_reading, schema_name
from tests.support.scripted_server import ScriptedServer, Step, fails, says, scripted_server

Script = Callable[[dict[str, Any]], Step]


def settings_for(server: ScriptedServer, **changes: Any) -> Settings:
    models = ModelSettings(
        base_url=server.base_url,
        api_key_env="",
        roles={role: RoleSettings(model="player") for role in ROLES},
        first_wait_s=0.01,
        prices={"player": Price(input_usd_per_million=1e4, output_usd_per_million=1e4)},
        **changes,
    )
    return Settings(models=models)


def run(
    out: Path,
    server: ScriptedServer,
    problems: Sequence[Problem],
    options: ConvertOptions | None = None,
    **changes: Any,
) -> tuple[RunOutcome, dict[str, dict[str, Any]]]:
    options = options or ConvertOptions(agents="live", film=None, jobs=2)
    wanted = (options, settings_for(server, **changes))
    outcome, _ = convert_problems(out, list(enumerate(problems)), wanted, None)
    lines = (out / "samples.jsonl").read_text().splitlines()
    return outcome, {row["id"]: row for row in map(json.loads, lines)}


def first_wrong(name: str, *wrong: str | Step) -> Script:
    """The player, except that the first replies to one schema are these."""
    left = list(wrong)

    def otherwise(body: dict[str, Any]) -> Step:
        if schema_name(body) == name and left:
            step = left.pop(0)
            return says(step) if isinstance(step, str) else step
        return model_player.answer(body)

    return otherwise


@pytest.mark.slow
def test_good_replies_are_published_with_every_check_passed(tmp_path: Path) -> None:
    with scripted_server(otherwise=model_player.answer) as server:
        outcome, samples = run(tmp_path, server, PROBLEMS)
        asked = [schema_name(body) for body in server.bodies]
    assert outcome.finished == {"published": 4, "quarantined": 1}
    assert samples["proof"]["reason"] == "proof"
    assert samples["chinese"]["answer"] == pytest.approx(3 * samples["chinese"]["scale"], rel=1e-5)
    for identity in ("tent", "block", "jar", "chinese"):
        sample = samples[identity]
        assert sample["checks"]
        assert all(check["status"] == "passed" for check in sample["checks"])
        assert "ABCD" not in sample["question"]
        assert sample["evidence"] == "two readings"
    # One exchange per role and problem, and nothing but the translator knows Chinese; two statements are read a second
    # time, the other two by the offline rules.
    assert sorted(asked) == sorted(
        ["TranslationReply"] + 7 * ["ReadingReply"] + 4 * ["SolutionReply"] + 4 * ["StripperReply"]
    )


@pytest.mark.slow
def test_a_second_run_asks_nothing_and_changes_nothing(tmp_path: Path) -> None:
    with scripted_server(otherwise=model_player.answer) as server:
        run(tmp_path, server, PROBLEMS)
        before, text = len(server.bodies), (tmp_path / "samples.jsonl").read_text()
        outcome, _ = run(tmp_path, server, PROBLEMS)
        assert len(server.bodies) == before
    assert outcome.kept == 5
    assert (tmp_path / "samples.jsonl").read_text() == text


@pytest.mark.slow
def test_recorded_replies_give_the_same_samples_without_a_server(tmp_path: Path) -> None:
    with scripted_server(otherwise=model_player.answer) as server:
        _, live = run(tmp_path, server, PROBLEMS)
    with Store(tmp_path) as store:
        store.drop_stages("tent", ["read", "solve", "fit", "rewrite", "answer"])
        store.finish("tent", {"final_key": ""})
    _, recorded = run(tmp_path, server, PROBLEMS, ConvertOptions(agents="recorded", film=None))
    assert recorded == live


def broken_figure() -> str:
    reading = json.loads(json.dumps(model_player.READINGS["In the pyramid"]))
    reading["conditions"][2]["lines"] = ["given perp(line(P,A) plane(A,B,C,D))"]
    return json.dumps(reading)


def contradictory_figure() -> str:
    reading = json.loads(json.dumps(model_player.READINGS["In the pyramid"]))
    reading["conditions"][1]["lines"].append("given AC = 2")
    return json.dumps(reading)


def misread_figure() -> str:
    """Uses the words and labels of the statement, but the side of the square is put on its diagonal."""
    reading = json.loads(json.dumps(model_player.READINGS["In the pyramid"]))
    reading["conditions"][1]["lines"] = ["given square(A,B,C,D)", "given AC = 2"]
    return json.dumps(reading)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (broken_figure(), "column"),
        (contradictory_figure(), "cannot hold together"),
        (misread_figure(), "not the one in the answer key"),
        ("I think the figure is a pyramid.", "no JSON object"),
        ('{"plan": "half a', "no JSON object"),
        ('{"plan": "half" "verdict"}', "not valid JSON"),
        (json.dumps({"plan": "x"}), "does not fit the schema"),
    ],
)
def test_a_wrong_reading_is_repaired_on_the_second_try(tmp_path: Path, wrong: str, told: str) -> None:
    with scripted_server(otherwise=first_wrong("ReadingReply", wrong)) as server:
        _, samples = run(tmp_path, server, [TENT])
        readings = [body for body in server.bodies if schema_name(body) == "ReadingReply"]
    assert samples["tent"]["status"] == "published"
    readings = [body for body in readings if not is_second_reading(body)]
    assert len(readings) == 2
    complaint = readings[1]["messages"][-1]["content"]
    assert told in complaint
    assert "0.7071" not in complaint  # the answer key is not for the reader


def test_a_reading_that_stays_wrong_is_quarantined_with_the_checks_own_sentence(tmp_path: Path) -> None:
    with scripted_server(otherwise=first_wrong("ReadingReply", *[broken_figure()] * 9)) as server:
        outcome, samples = run(tmp_path, server, [TENT])
        assert len(server.bodies) == 3
    assert outcome.finished == {"quarantined": 1}
    assert samples["tent"]["stage"] == "read"
    assert "column" in samples["tent"]["sentence"]


def moved_corner() -> str:
    figure = "\n".join(
        line for condition in model_player.READINGS["The cuboid"]["conditions"] for line in condition["lines"]
    )
    reply = model_player.solution(f"{figure}\nfind MG")
    next(point for point in reply["points"] if point["name"] == "C")["x"] = "7"
    return json.dumps(reply)


@pytest.mark.slow
def test_wrong_coordinates_go_back_with_the_failed_condition(tmp_path: Path) -> None:
    with scripted_server(otherwise=first_wrong("SolutionReply", moved_corner())) as server:
        _, samples = run(tmp_path, server, [BLOCK])
        solutions = [body for body in server.bodies if schema_name(body) == "SolutionReply"]
    assert samples["block"]["status"] == "published"
    assert len(solutions) == 2
    assert "BC" in solutions[1]["messages"][-1]["content"]


@pytest.mark.slow
def test_a_leaking_question_goes_back(tmp_path: Path) -> None:
    leaky = json.dumps({"question": "$M$ is the midpoint of the edge $AE$ of the cuboid. What is the length of $MG$?"})
    with scripted_server(otherwise=first_wrong("StripperReply", leaky)) as server:
        _, samples = run(tmp_path, server, [BLOCK])
        questions = [body for body in server.bodies if schema_name(body) == "StripperReply"]
    assert samples["block"]["status"] == "published"
    assert "cuboid" in questions[1]["messages"][-1]["content"]
    assert "cuboid" not in samples["block"]["question"]


@pytest.mark.slow
def test_a_wrong_answer_key_is_disputed_with_both_numbers(tmp_path: Path) -> None:
    wrong = BLOCK.model_copy(update={"answer": "8"})
    with scripted_server(otherwise=model_player.answer) as server:
        _, samples = run(tmp_path, server, [wrong])
    sample = samples["block"]
    assert (sample["status"], sample["reason"]) == ("quarantined", "answer disputed")
    assert "7.81" in sample["sentence"]
    assert "8" in sample["sentence"]


@pytest.mark.slow
def test_storms_of_errors_are_weathered(tmp_path: Path) -> None:
    storm = [fails(429, retry_after="0.05"), fails(500), fails(503), Step(drops=True), says("", finish="stop")]
    with scripted_server(otherwise=first_wrong("ReadingReply", *storm)) as server:
        _, samples = run(tmp_path, server, [JAR], tries=9)
    assert samples["jar"]["status"] == "published"
    with Store(tmp_path, writable=False) as store:
        assert len(store.exchanges("jar")) == 3


@pytest.mark.slow
def test_a_refusal_of_the_model_is_quarantined_not_failed(tmp_path: Path) -> None:
    refusal = says("", finish="content_filter")
    with scripted_server(otherwise=first_wrong("ReadingReply", refusal)) as server:
        outcome, samples = run(tmp_path, server, [JAR])
    assert outcome.finished == {"quarantined": 1}
    assert (samples["jar"]["stage"], samples["jar"]["reason"]) == ("read", "model refused")


@pytest.mark.slow
def test_a_server_that_is_down_fails_the_problem_and_the_next_run_goes_on(tmp_path: Path) -> None:
    with scripted_server(otherwise=lambda body: fails(500)) as server:
        outcome, samples = run(tmp_path, server, [JAR], tries=2)
    assert outcome.finished == {"failed": 1}
    assert "Remedy" in samples["jar"]["sentence"]
    with scripted_server(otherwise=model_player.answer) as server:
        outcome, samples = run(tmp_path, server, [JAR])
    assert samples["jar"]["status"] == "published"


@pytest.mark.slow
def test_a_key_that_is_not_accepted_stops_the_run_at_once(tmp_path: Path) -> None:
    with scripted_server(otherwise=lambda body: fails(401)) as server:
        outcome, _ = run(tmp_path, server, PROBLEMS)
    assert outcome.stopped == "server"
    assert "Remedy" in outcome.sentence


@pytest.mark.slow
def test_a_spent_budget_stops_cleanly_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    small = ConvertOptions(agents="live", film=None, jobs=1, budget_tokens=30_000)
    with scripted_server(otherwise=partial(model_player.answer, tokens=(4000, 1000))) as server:
        outcome, samples = run(tmp_path, server, PROBLEMS, small)
        assert outcome.stopped == "budget"
        assert "failed" not in {row["status"] for row in samples.values()}
        paid = len(server.bodies)
        outcome, samples = run(tmp_path, server, PROBLEMS)
        assert outcome.stopped == ""
        assert len(server.bodies) == 16  # as many as without the stop: nothing was paid twice
        assert paid < 14
    assert [row["status"] for row in samples.values()].count("published") == 4


@pytest.mark.slow
def test_a_changed_prompt_setting_reruns_what_depends_on_it_only(tmp_path: Path) -> None:
    with scripted_server(otherwise=model_player.answer) as server:
        run(tmp_path, server, [BLOCK])
        before = len(server.bodies)
        roles = {role: RoleSettings(model="player") for role in ROLES} | {"stripper": RoleSettings(model="other")}
        models = settings_for(server).models.model_copy(update={"roles": roles})
        wanted = (ConvertOptions(agents="live", film=None), Settings(models=models))
        convert_problems(tmp_path, [(0, BLOCK)], wanted, None)
        assert [schema_name(body) for body in server.bodies[before:]] == ["StripperReply"]


@pytest.mark.slow
def test_the_translation_must_keep_every_number(tmp_path: Path) -> None:
    wrong = json.dumps({"english": model_player.ENGLISH.replace("$2$", "$3$")})
    with scripted_server(otherwise=first_wrong("TranslationReply", wrong)) as server:
        _, samples = run(tmp_path, server, [CHINESE])
        translations = [body for body in server.bodies if schema_name(body) == "TranslationReply"]
    assert len(translations) == 2
    assert samples["chinese"]["status"] == "published"


@pytest.mark.slow
def test_a_cassette_plays_the_run_again_for_whoever_has_no_model(tmp_path: Path) -> None:
    corpus = tmp_path / "problems.jsonl"
    with scripted_server(otherwise=model_player.answer) as server:
        _, live = run(tmp_path / "live", server, PROBLEMS)
    assert record(tmp_path / "live", tmp_path / "problems.cassette.jsonl") == 16
    beside = cassette_beside(corpus)
    settings = Settings(models=as_recorded(ModelSettings(api_key_env=""), beside))
    options = ConvertOptions(agents="recorded", film=None, cassette=beside)
    convert_problems(tmp_path / "again", list(enumerate(PROBLEMS)), (options, settings), None)
    again = {row["id"]: row for row in map(json.loads, (tmp_path / "again" / "samples.jsonl").read_text().splitlines())}
    assert again["tent"]["status"] == "published"
    assert {k: v["answer"] for k, v in again.items()} == {k: v["answer"] for k, v in live.items()}


def test_a_missing_recording_fails_the_problem_and_calls_nobody(tmp_path: Path) -> None:
    with scripted_server(otherwise=model_player.answer) as server:
        outcome, samples = run(tmp_path, server, [JAR], ConvertOptions(agents="recorded", film=None))
        assert not server.bodies
    assert outcome.finished == {"failed": 1}
    assert samples["jar"]["reason"] == "recording"
