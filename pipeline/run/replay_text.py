"""One problem as a page of text: each stage with its input, model exchanges, output, checks and time."""

import json
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import indent
from typing import Any

from agents.gateway.exchange import Exchange
from dataset.items import evidence_words
from pipeline.stages.records import Sample
from pipeline.store.tables import ProblemRow, StageRow

LONGEST = 4000
"""Most characters shown of one value; scenes of round solids have thousands of numbers."""


def page(row: ProblemRow, stages: Sequence[StageRow], talks: dict[str, list[Exchange]]) -> str:
    """Everything about a problem."""
    problem = json.loads(row.row)
    ending = f"{row.status}{f' at {row.stage}: {row.reason}' if row.reason else ''}"
    head = [
        f"# {row.id}",
        "",
        f"{ending} ({row.seconds:.2f} s)",
        "",
        problem["statement"],
        f"Answer: {problem['answer']}",
    ]
    blocks = ["\n".join(head), *(_stage(stage, talks.get(stage.stage, [])) for stage in stages)]
    shown = {stage.stage for stage in stages}
    # A stage whose replies never passed has no row of its own.
    blocks += [_talk_only(stage, talk) for stage, talk in talks.items() if stage not in shown]
    return "\n\n".join([*blocks, _ending(row)])


def _stage(row: StageRow, talk: Sequence[Exchange]) -> str:
    output = json.loads(row.output)
    checks = output.pop("checks", [])
    lines = [f"## {row.stage}: {row.status}, {row.seconds:.3f} s", "", "input", _shown(json.loads(row.input))]
    lines += [part for exchange in talk for part in _talk(exchange)]
    figures = output.pop("figures", ())
    lines += ["", "output", _shown(output)]
    if len(figures) == 2:
        lines += ["", "readings", indent(_side_by_side(*figures), "  ")]
    if checks:
        lines += ["", "checks", *(f"  {_mark(check)} {check['name']}: {check['sentence']}" for check in checks)]
    return "\n".join(lines)


def _side_by_side(first: str, second: str) -> str:
    """Two figures in two columns."""
    left, right = ["first reading", *first.splitlines()], ["second reading", *second.splitlines()]
    width = max(map(len, left))
    pairs = zip_longest(left, right, fillvalue="")
    return "\n".join(f"{a:<{width}} | {b}".rstrip() for a, b in pairs)


def _talk_only(stage: str, talk: Sequence[Exchange]) -> str:
    return "\n".join([f"## {stage}: not finished", *(part for exchange in talk for part in _talk(exchange))])


def _talk(exchange: Exchange) -> Iterator[str]:
    tokens = exchange.prompt_tokens + exchange.completion_tokens
    yield ""
    spent = f"{tokens} tokens, ${exchange.cost_usd:.4f}, {exchange.seconds:.1f} s"
    yield f"{exchange.role} asked {exchange.model} ({spent})"
    for message in json.loads(exchange.request_json)["messages"]:
        if message["role"] != "system":
            yield indent(_cut(message["content"]), f"  {message['role']:<9} | ")
    yield indent(_cut(exchange.reply), "  reply     | ")


def _ending(row: ProblemRow) -> str:
    sample = json.loads(row.sample) if row.sample else {}
    if row.status != "published":
        return f"## ending\n\n{row.status}: {sample.get('sentence') or 'not finished'}"
    return (
        f"## sample\n\n{sample['question']}\n\nAnswer: {sample['answer']:.10g} {sample['unit']}".rstrip()
        + f" ({sample['answer_exact']} in the statement's unit)\nVideo: {sample['video'] or 'none'}"
        + f"\nReading: {evidence_words(sample.get('evidence', ''), sample.get('perturbations', 0))}"
    )


def comparison(old: Sample | None, new: Sample | None) -> str:
    """What changed between two samples of a problem."""
    if old is None or new is None:
        return "## comparison\n\nThere was no earlier result." if old is None else "## comparison\n\nNo new result."
    fields = [name for name in Sample.model_fields if name not in ("provenance", "checks")]
    before, after = old.model_dump(), new.model_dump()
    changed = [name for name in fields if before[name] != after[name]]
    if not changed:
        return "## comparison\n\nThe result is the same as before."
    lines = [f"{name}\n  old: {_cut(str(before[name]))}\n  new: {_cut(str(after[name]))}" for name in changed]
    return "## comparison\n\n" + "\n".join(lines)


def _shown(value: Any) -> str:
    return indent(_cut(json.dumps(value, indent=1, ensure_ascii=False)), "  ")


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ... ({len(text) - LONGEST} more characters)"


def _mark(check: dict[str, Any]) -> str:
    return {"passed": "✓", "failed": "✗"}.get(check["status"], "?")
