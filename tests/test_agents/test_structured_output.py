"""How JSON is asked for and found again, and what the gateway learns from refusals."""

import json
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from agents.gateway.errors import ProviderError
from agents.gateway.strict_schema import strict_schema
from agents.gateway.structured_output import bare_json, without_reasoning
from geometry.record import Record
from tests.support.gateway_ground import MODEL, QUESTION, Faces, live_ground
from tests.support.scripted_server import Step, fails, says, scripted_server

GOOD = '{"count": 6, "kinds": ["a } brace", "a \\" quote"]}'
BROKEN = '{"count": 6, "kinds": ["\\sqrt"], "inner": {"count": 1}}'


@pytest.mark.parametrize(
    "reply",
    [
        GOOD,
        f"  {GOOD}\n",
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```\nI hope this helps.",
        f"Here it is: {GOOD} Done.",
        f"A set {{A, B}} of points.\n\nFinal Answer:\n{GOOD}",
        f"Final Answer: {{}}\nNo, wait.\n**Final Answer:** {GOOD}",
        f"Final answer:\n```json\n{GOOD}\n```",
        f'<think>Maybe {{"count": 5}}?</think>{GOOD}',
        f'It may be {{"count": 5}}.</think>\n\n{GOOD}',
        f'First {{"count": 5}}, but better {GOOD}',
    ],
)
def test_the_json_of_a_reply_is_found_whatever_stands_around_it(reply: str) -> None:
    assert bare_json(reply) == GOOD


@pytest.mark.parametrize(
    "reply",
    [
        BROKEN,
        f"```json\n{BROKEN}\n```",
        f"So:\nFinal Answer:\n{BROKEN}",
        f'Final Answer: {{"count": 5}}\nNo.\nFinal Answer: {BROKEN}',
        f"Well, {BROKEN}",
    ],
)
def test_broken_json_is_handed_on_whole_so_that_the_complaint_is_about_all_of_it(reply: str) -> None:
    assert bare_json(reply) == BROKEN


@pytest.mark.parametrize(
    "reply", ["I do not know.", "6", "", "{" * 50_000, '{"a":' * 50_000, '"' * 50_001, "{" + '"' * 50_001]
)
def test_a_reply_without_json_is_handed_on_as_it_is(reply: str) -> None:
    assert bare_json(reply) == reply


def test_a_marker_inside_the_json_is_part_of_it() -> None:
    reply = json.dumps({"text": "line\nFinal Answer:\n7"}, indent=1)
    assert bare_json(reply) == reply


def test_thoughts_are_not_spoken() -> None:
    assert without_reasoning("<think>\nhm\n</think>\n\nsix") == "six"
    assert without_reasoning("six") == "six"


def objects(schema: Any) -> list[dict[str, Any]]:
    """Every object schema inside a schema."""
    if isinstance(schema, list):
        return [found for item in schema for found in objects(item)]
    if not isinstance(schema, dict):
        return []
    inside = [found for item in schema.values() for found in objects(item)]
    return inside + ([schema] if schema.get("type") == "object" else [])


class Edge(Record):
    ends: tuple[str, str]
    length: float | Literal["unknown"] = "unknown"


class Solid(Record):
    edges: tuple[Edge, ...] = ()
    longest: Edge
    kind: Literal["cube", "cone"]


def test_a_strict_schema_closes_every_object_and_requires_every_property() -> None:
    schema, strict = strict_schema(Solid.model_json_schema())
    assert strict
    found = objects(schema)
    assert len(found) == 2
    for node in found:
        assert node["additionalProperties"] is False
        assert node["required"] == list(node["properties"])
    words = json.dumps(schema)
    assert not any(f'"{word}"' in words for word in ("default", "prefixItems", "title", "minItems", "oneOf", "format"))
    assert schema["properties"]["longest"] == {"$ref": "#/$defs/Edge"}


class Anything(BaseModel):
    lengths: dict[str, float]


def test_a_record_with_free_keys_is_sent_as_it_is_and_not_called_strict() -> None:
    schema = Anything.model_json_schema()
    assert strict_schema(schema) == (schema, False)


@pytest.mark.slow
def test_servers_get_the_schema_in_the_strictest_form_they_accept_and_are_not_asked_twice_what_they_refused() -> None:
    steps = [
        fails(400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."),
        fails(422, "json_object is not one of the accepted values"),
        says(f"Thinking.\nFinal Answer:\n{GOOD}"),
    ]
    with scripted_server(*steps, otherwise=lambda _body: says(f"Final Answer: {GOOD}")) as server:
        with live_ground(server) as ground:
            assert ground.ask(Faces) == GOOD
            assert '"mode":"text"' in ground.only().request_json
            assert ground.gateway.for_problem("p").ask("solver", QUESTION, Faces) == GOOD
            assert ground.clock.sleeps == []
        formats = [body.get("response_format", {}).get("type") for body in server.bodies]
        assert formats == ["json_schema", "json_object", None, None]
        strict, switch, text, _ = server.bodies
    assert strict["response_format"]["json_schema"]["strict"] is True
    assert strict["messages"] == [message.model_dump() for message in QUESTION]
    for body, word in ((switch, "one JSON object"), (text, "Final Answer:")):
        assert word in body["messages"][-1]["content"]
        assert '"count"' in body["messages"][-1]["content"]


@pytest.mark.slow
def test_parameters_that_a_model_refuses_are_renamed_or_dropped_and_remembered() -> None:
    def reasoning_model(body: dict[str, Any]) -> Step:
        if "max_tokens" in body:
            return fails(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        if "temperature" in body:
            return fails(
                400, "Unsupported value: 'temperature' does not support 0.0. Only the default (1) is supported."
            )
        return says(GOOD)

    with scripted_server(otherwise=reasoning_model) as server, live_ground(server) as ground:
        assert ground.ask(Faces) == GOOD
        assert ground.gateway.for_problem("p").ask("solver", QUESTION, Faces) == GOOD
    assert len(server.bodies) == 4
    assert all(body["response_format"]["type"] == "json_schema" for body in server.bodies)
    assert server.bodies[-1]["max_completion_tokens"] == 100


@pytest.mark.slow
@pytest.mark.parametrize(
    "step",
    [
        fails(400, "The model test-model is not supported"),
        fails(400, "temperature must be between 0 and 1"),
        fails(404, "no such route"),
        fails(422, "messages: field required"),
        fails(400, "'max_tokens' or 'max_completion_tokens' is too large: 100"),
        fails(400, "Unsupported parameter: 'reasoning_effort'"),
    ],
)
def test_other_refusals_teach_nothing(step: Step) -> None:
    extra = {"reasoning_effort": "low"}
    with scripted_server(step) as server, live_ground(server, extra=extra) as ground, pytest.raises(ProviderError):
        ground.ask(Faces)
    assert len(server.asked) == 1


def test_further_fields_go_into_the_body() -> None:
    with scripted_server(says("six")) as server, live_ground(server, extra={"enable_thinking": False}) as ground:
        ground.ask()
    assert server.bodies[0]["enable_thinking"] is False
    assert server.bodies[0]["model"] == MODEL
    assert "response_format" not in server.bodies[0]
