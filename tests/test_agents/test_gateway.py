"""The gateway against a server that speaks the real protocol: replies, failures, waits and what is recorded."""

import json
import socket
import subprocess
import sys
import threading
import traceback
from email.utils import formatdate
from typing import Any

import pytest

from agents.gateway.asker import Message
from agents.gateway.errors import (
    GatewayError,
    MissingRecording,
    ModelRefused,
    OfflineAsked,
    ProviderError,
    ReplyTruncated,
    ServerUnusable,
)
from agents.gateway.exchange import MemoryExchanges, Request, total_usage, usage_by_role
from agents.gateway.gateway import Gateway
from agents.gateway.model_settings import ModelSettings, Price, RoleSettings
from agents.gateway.retry_policy import retry_after_s
from tests.support.gateway_ground import KEY, MODEL, QUESTION, Faces, live_ground, settings_for
from tests.support.scripted_server import Step, fails, says, scripted_server

GOOD = '{"count": 6, "kinds": ["square"]}'


@pytest.mark.slow
def test_a_reply_is_handed_on_and_recorded_with_what_it_took() -> None:
    prices = {MODEL: Price(input_usd_per_million=2.0, output_usd_per_million=10.0)}
    with scripted_server(says(GOOD, tokens=(300, 50))) as server, live_ground(server, prices=prices) as ground:
        assert ground.ask(Faces) == GOOD
        exchange = ground.only()
    assert (exchange.problem_id, exchange.role, exchange.model, exchange.finish_reason) == (
        "cube-1",
        "reader",
        MODEL,
        "stop",
    )
    assert (exchange.prompt_tokens, exchange.completion_tokens, exchange.attempts) == (300, 50, 1)
    assert exchange.cost_usd == pytest.approx(300 * 2e-6 + 50 * 10e-6)
    assert Request.model_validate_json(exchange.request_json).key == exchange.key
    (asked,) = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert asked.body["messages"] == [message.model_dump() for message in QUESTION]
    assert (asked.body["model"], asked.body["temperature"], asked.body["max_tokens"]) == (MODEL, 0.0, 100)


def test_a_reply_is_never_paid_twice() -> None:
    with scripted_server(says("six")) as server, live_ground(server) as ground:
        assert [ground.ask(problem=name) for name in ("a", "b", "a")] == ["six"] * 3
    assert len(server.asked) == 1


def test_two_threads_with_one_question_pay_once() -> None:
    slow = Step(body=says("six").body, delay_s=0.2)
    with scripted_server(slow) as server, live_ground(server) as ground:
        replies: list[str] = []
        threads = [threading.Thread(target=lambda: replies.append(ground.ask())) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert replies == ["six"] * 6
    assert len(server.asked) == 1


@pytest.mark.slow
def test_never_more_calls_at_once_than_allowed_and_as_many_as_allowed() -> None:
    slow = Step(body=says("six").body, delay_s=0.2)
    with scripted_server(otherwise=lambda _body: slow) as server, live_ground(server, concurrency=3) as ground:

        def ask(number: int) -> None:
            ground.gateway.for_problem("p").ask("reader", (Message(role="user", content=str(number)),))

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(9)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(server.asked) == 9
    assert server.most_under_way == 3


def test_a_storm_of_429_is_waited_out_as_long_as_the_server_says() -> None:
    storm = [
        fails(429, retry_after="7"),
        fails(429, retry_after_ms="1500"),
        fails(429, retry_after=formatdate(9030.0, usegmt=True), date=formatdate(9000.0, usegmt=True)),
        fails(429, retry_after=formatdate(1000.0 + 40 + 20, usegmt=True)),
    ]
    with scripted_server(*storm, says("six")) as server, live_ground(server) as ground:
        assert ground.ask() == "six"
        waits = ground.clock.sleeps
        assert ground.only().attempts == 5
    # Half a second of jitter on top of what was asked for: chance is fixed at one half.
    assert waits == pytest.approx([7.5, 2.0, 30.5, 20.5])


def test_a_wait_of_the_server_that_is_longer_than_all_patience_is_not_begun() -> None:
    with scripted_server(fails(429, retry_after="3600")) as server, live_ground(server, total_s=60) as ground:
        with pytest.raises(ProviderError, match=r"cube-1 · reader: HTTP 429.*Remedy: lower concurrency"):
            ground.ask()
        assert ground.clock.sleeps == []


@pytest.mark.parametrize("headers", [{}, {"retry-after": "soon"}, {"retry-after": "-3"}, {"retry-after": "nan"}])
def test_headers_that_say_nothing_about_waiting_are_ignored(headers: dict[str, str]) -> None:
    assert retry_after_s(headers, 0.0) is None


def test_server_errors_are_retried_with_waits_that_double_up_to_the_bound() -> None:
    errors = [fails(status) for status in (500, 502, 503, 408, 409)]
    with scripted_server(*errors, says("six")) as server, live_ground(server, longest_wait_s=6) as ground:
        assert ground.ask() == "six"
        assert ground.clock.sleeps == pytest.approx([0.75 * wait for wait in (1, 2, 4, 6, 6)])
    assert len(server.asked) == 6


def test_tries_are_bounded_and_the_last_error_is_told() -> None:
    with (
        scripted_server(otherwise=lambda _body: fails(503, "overloaded")) as server,
        live_ground(server, tries=3) as ground,
    ):
        with pytest.raises(ProviderError, match="overloaded"):
            ground.ask()
        assert ground.book.exchanges() == ()
    assert len(server.asked) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "bad",
    [
        Step(body=says("six").body, delay_s=3.0),
        Step(body="<html>busy</html>"),
        Step(body='{"choices": []}'),
        Step(body='{"error": {"message": "upstream failed"}}'),
        Step(body=says("six").body, cut_at=40),
        Step(drops=True),
        says(""),
        says("<think>Let me see.</think>\n"),
    ],
    ids=["slow", "no_json", "no_choice", "error_with_200", "torn", "dropped", "empty", "only_thoughts"],
)
def test_what_goes_wrong_on_the_way_is_tried_again(bad: Step) -> None:
    with scripted_server(bad, says("six")) as server, live_ground(server, timeout_s=1.0) as ground:
        assert ground.ask() == "six"
    assert len(server.asked) == 2


def test_a_server_that_is_not_there_is_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    asker = Gateway(settings_for(url, tries=2, first_wait_s=0), MemoryExchanges(), "live").for_problem("cube-1")
    with pytest.raises(ProviderError, match=f"no connection to {url}"):
        asker.ask("reader", QUESTION)


def test_a_reply_that_was_cut_off_gets_twice_the_room_once_and_both_are_counted() -> None:
    with (
        scripted_server(says("si", "length", (10, 100)), says("six", tokens=(10, 120))) as server,
        live_ground(server) as ground,
    ):
        assert ground.ask() == "six"
        exchange = ground.only()
    assert [body["max_tokens"] for body in server.bodies] == [100, 200]
    assert (exchange.prompt_tokens, exchange.completion_tokens, exchange.attempts) == (20, 220, 2)
    assert Request.model_validate_json(exchange.request_json).key == exchange.key


@pytest.mark.parametrize("second", [says("six fa", "length"), fails(400, "max_tokens is too large: 200")])
def test_a_reply_that_does_not_fit_twice_is_an_error_that_is_not_paid_again(second: Step) -> None:
    with scripted_server(says("si", "length"), second) as server, live_ground(server) as ground:
        for _ in range(2):
            with pytest.raises(ReplyTruncated, match="Remedy: raise max_tokens of reader"):
                ground.ask()
        assert ground.only().finish_reason == "length"
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "step",
    [
        says("", refusal="I cannot help with that."),
        says("", "content_filter"),
        fails(400, "Input data may contain inappropriate content: data_inspection_failed"),
    ],
)
def test_a_refusal_is_told_and_not_asked_for_again(step: Step) -> None:
    with scripted_server(step) as server, live_ground(server) as ground:
        for _ in range(2):
            with pytest.raises(ModelRefused, match="cube-1 · reader: test-model refused"):
                ground.ask()
    assert len(server.asked) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("step", "advice"),
    [
        (fails(401, "Incorrect API key"), "check OPENAI_API_KEY"),
        (fails(403, "no access"), "check OPENAI_API_KEY"),
        (fails(404, "The model does not exist"), "a model called test-model"),
        (fails(429, "insufficient_quota"), "top it up"),
        (fails(400, "messages: not alternating"), "check the settings of reader"),
        (fails(400, "This model's maximum context length is 4096 tokens"), "lower max_tokens of reader"),
    ],
)
def test_what_waiting_cannot_cure_is_an_error_at_once_with_a_remedy(step: Step, advice: str) -> None:
    told = pytest.raises(ProviderError, match=advice)
    with scripted_server(step) as server, live_ground(server) as ground, told as raised:
        ground.ask(Faces)
    assert len(server.asked) == 1
    # A request that is at fault itself says nothing about the others.
    assert isinstance(raised.value, ServerUnusable) == (step.status != 400)


def test_what_was_spent_in_vain_is_recorded_and_the_question_asked_again() -> None:
    with (
        scripted_server(says("", tokens=(7, 3)), fails(500), says("six")) as server,
        live_ground(server, tries=2) as ground,
    ):
        with pytest.raises(ProviderError):
            ground.ask()
        assert total_usage(ground.book.exchanges()).tokens == 10
        assert ground.ask() == "six"
        usage = usage_by_role(ground.book.exchanges())[("cube-1", "reader")]
    assert (usage.calls, usage.tokens) == (3, 25)


def test_a_server_that_reports_no_usage_gets_a_cautious_estimate() -> None:
    bare = json.dumps({"choices": [{"message": {"content": [{"type": "text", "text": "six"}]}}]})
    with scripted_server(Step(body=bare)) as server, live_ground(server) as ground:
        assert ground.ask() == "six"
        exchange = ground.only()
    words = sum(len(message.content.split()) for message in QUESTION)
    assert exchange.tokens_from == "estimate"
    assert exchange.prompt_tokens > words


def test_the_key_is_in_no_record_no_repr_and_no_error() -> None:
    echo = [says(f"six {KEY}"), fails(401, f"Incorrect API key provided: {KEY}", x_echo=KEY)]
    with scripted_server(*echo) as server, live_ground(server) as ground:
        settings = settings_for(server)
        ground.ask()
        with pytest.raises(ProviderError) as raised:
            ground.gateway.for_problem("cube-2").ask("solver", QUESTION)
        told = "".join(traceback.format_exception(raised.value, chain=True))
        context = raised.value.__context__
        texts = [told, str(context), repr(settings), settings.model_dump_json(), ground.only().model_dump_json()]
    assert [text for text in texts if KEY in text] == []


def test_recordings_are_replayed_without_opening_a_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    with scripted_server(
        fails(400, "response_format is not supported"), says(f"Sure:\n```json\n{GOOD}\n```")
    ) as server:
        with live_ground(server) as ground:
            assert ground.ask(Faces) == GOOD
        elsewhere = settings_for("http://192.0.2.1:9/v1", reply_mode="text")
        monkeypatch.setattr(socket.socket, "connect", _no_socket)
        replay = Gateway(elsewhere, ground.book, "recorded").for_problem("cube-1")
        assert replay.ask("reader", QUESTION, Faces) == GOOD
        with pytest.raises(MissingRecording, match=r"cube-1 · solver: there is no recording.*Remedy: record it"):
            replay.ask("solver", QUESTION, Faces)


def _no_socket(*_arguments: object) -> None:
    raise AssertionError("a recorded run opened a socket")


def test_an_offline_role_is_not_asked() -> None:
    mixed = ModelSettings(roles={"reader": RoleSettings(model="m")}, api_key_env="")
    gateway = Gateway(mixed, MemoryExchanges(), "live")
    assert (gateway.answers("reader"), gateway.answers("solver")) == (True, False)
    with pytest.raises(OfflineAsked):
        gateway.for_problem("p").ask("solver", QUESTION)
    nobody = Gateway(mixed, MemoryExchanges(), "offline")
    assert not nobody.answers("reader")
    with pytest.raises(OfflineAsked):
        nobody.for_problem("p").ask("reader", QUESTION)


def test_a_live_gateway_without_its_key_says_which_variable_to_set() -> None:
    with pytest.raises(GatewayError, match=r"export OPENAI_API_KEY"):
        Gateway(ModelSettings(roles={"reader": RoleSettings(model="m")}), MemoryExchanges(), "live")


def test_everything_that_can_change_a_reply_is_in_the_key_and_nothing_else() -> None:
    first = Request(role="reader", model="m", messages=QUESTION, temperature=0, max_tokens=9)
    changes: list[dict[str, Any]] = [
        {"role": "solver"},
        {"model": "n"},
        {"messages": QUESTION[:1]},
        {"schema_name": "S", "schema_text": "{}"},
        {"temperature": 0.5},
        {"max_tokens": 10},
        {"extra": {"seed": 1}},
    ]
    assert len({first.key, *(first.model_copy(update=change).key for change in changes)}) == len(changes) + 1
    assert first.model_copy(update={"mode": "text"}).key == first.key


@pytest.mark.slow
def test_the_sdk_is_not_imported_before_a_call() -> None:
    program = "import sys, agents.gateway.gateway, pipeline.run.settings; sys.exit('openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
