"""The stages of one problem for its page: input, exchanges with a model, output, checks, time, and replay command."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agents.gateway.exchange import Exchange
from geometry.checks import Check
from geometry.record import Record
from pipeline.stages.catalogue import STAGE_NAMES, STAGE_OF

LONGEST = 20_000
"""Most characters shown of one value; scenes of round solids have thousands of numbers."""


class ChatMessage(Record):
    """One message of an exchange."""

    speaker: str
    """`system`, `user`, `assistant` or `reply`."""
    text: str


class Talk(Record):
    """One exchange with a model."""

    role: str
    model: str
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float
    seconds: float
    finish_reason: str
    attempts: int
    source: str
    """`live` or `recorded`."""
    turns: tuple[ChatMessage, ...]


class StageView(Record):
    """One stage."""

    name: str
    status: str
    """`done`, `quarantined`, or `not finished` if only its exchanges were stored."""
    seconds: float
    by: str
    """What did it: a model, the kernel, rules; empty if there is no choice."""
    given: str
    """The input as JSON."""
    output: str
    """The output, or the verdict, as JSON without its checks."""
    checks: tuple[Check, ...]
    """The evidence, failed checks first."""
    talks: tuple[Talk, ...]
    is_end: bool
    """It stopped the problem: its output is from an earlier attempt, or only its exchanges are shown."""
    older: int
    """Number of checkpoints of this stage under other settings or inputs, which are stored but not shown."""
    command: str
    """The command that runs the problem again from here."""

    @property
    def failed(self) -> int:
        return sum(check.status == "failed" for check in self.checks)


def stage_views(
    stages: Sequence[tuple[Any, ...]], exchanges: Sequence[Exchange], commands: Mapping[str, str], ended_at: str
) -> tuple[StageView, ...]:
    """Stages in order; a stage whose replies never passed has no row, only its exchanges.

    `ended_at` is the stage that stopped the problem; empty if none did.
    """
    talks: dict[str, list[Talk]] = {}
    for exchange in exchanges:
        talks.setdefault(STAGE_OF[exchange.role], []).append(_talk(exchange))
    views = {row[0]: _view(row, tuple(talks.get(row[0], ())), commands.get(row[0], "")) for row in stages}
    for name in {*talks, *filter(None, (ended_at,))} - views.keys():
        views[name] = _unfinished(name, tuple(talks.get(name, ())), commands.get(name, ""))
    found = (views[name] for name in STAGE_NAMES if name in views)
    return tuple(view.model_copy(update={"is_end": view.name == ended_at}) for view in found)


def _view(row: tuple[Any, ...], talks: tuple[Talk, ...], command: str) -> StageView:
    name, status, given, output_text, seconds, older = row
    output = json.loads(output_text)
    checks = [Check.model_validate(check) for check in output.pop("checks", [])]
    return StageView(
        name=name,
        status=status,
        seconds=seconds,
        by=str(output.get("by", "")),
        given=pretty(json.loads(given)),
        output=pretty(output),
        checks=tuple(sorted(checks, key=lambda check: ("failed", "not_judged", "passed").index(check.status))),
        talks=talks,
        is_end=False,
        older=older,
        command=command,
    )


def _unfinished(name: str, talks: tuple[Talk, ...], command: str) -> StageView:
    return StageView(
        name=name,
        status="not finished",
        seconds=sum(talk.seconds for talk in talks),
        by=talks[-1].model if talks else "",
        given="",
        output="",
        checks=(),
        talks=talks,
        is_end=False,
        older=0,
        command=command,
    )


def _talk(exchange: Exchange) -> Talk:
    messages = json.loads(exchange.request_json)["messages"]
    turns = [ChatMessage(speaker=str(m["role"]), text=_cut(str(m["content"]))) for m in messages]
    names = ("role", "model", "prompt_tokens", "completion_tokens", "cost_usd", "seconds", "finish_reason")
    facts = exchange.model_dump(include={*names, "attempts", "source"})
    return Talk(turns=(*turns, ChatMessage(speaker="reply", text=_cut(exchange.reply))), **facts)


def pretty(value: Any) -> str:
    """A value as readable JSON: short lists on one line, long ones truncated."""
    return _cut(_spread(value, 0))


def _spread(value: Any, depth: int) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + 2 * depth <= 100 or not isinstance(value, dict | list) or not value:
        return flat
    pad, end = "  " * (depth + 1), "  " * depth
    if isinstance(value, dict):
        lines = [f"{json.dumps(str(k), ensure_ascii=False)}: {_spread(v, depth + 1)}" for k, v in value.items()]
    else:
        lines = [_spread(item, depth + 1) for item in value]
    body = f",\n{pad}".join(lines)
    return f"{'{' if isinstance(value, dict) else '['}\n{pad}{body}\n{end}{'}' if isinstance(value, dict) else ']'}"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}\n… {len(text) - LONGEST} more characters"
