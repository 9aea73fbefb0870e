"""Replay: shows one problem stage by stage, or runs it again from a stage on.

Recorded replies are used and nothing is paid, unless `live` asks the models again. `keep` works on a copy within the
run's folder and compares old and new.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.gateway.exchange import Exchange
from agents.records import Problem
from dataset.file_names import safe_name
from geometry.record import Record
from pipeline.run.convert import OPTIONS_NOTE, convert_problems
from pipeline.run.options import ConvertOptions
from pipeline.run.replay_text import comparison, page
from pipeline.stages.catalogue import ROLE_OF, STAGE_NAMES, STAGE_OF, following
from pipeline.stages.records import Sample
from pipeline.store.sqlite_store import Store
from pipeline.store.tables import ProblemRow, StageRow

if TYPE_CHECKING:
    from pipeline.run.settings import Settings


class ReplayError(ValueError):
    """An invalid replay; the message has the remedy."""


class Again(Record):
    """How to run a problem again."""

    from_stage: str = ""
    live: bool = False
    figure: str = ""
    """A corrected figure; empty to keep the reader's."""
    keep: bool = False


def replay_page(run: Path, identity: str) -> str:
    """Everything the run stores about a problem, as readable text."""
    with Store(run, writable=False) as store:
        row = _row(store, identity)
        return page(row, newest_stages(store.stages(identity)), _exchanges_by_stage(store, identity))


def run_again(run: Path, identity: str, again: Again, wanted: "tuple[Settings, Path | None]") -> str:
    """Run a problem again from a stage on; returns a text with the result and a comparison with the old one."""
    if again.from_stage not in STAGE_NAMES:
        raise ReplayError(f"unknown stage {again.from_stage!r}. Remedy: choose from {', '.join(STAGE_NAMES)}")
    with Store(run, writable=not again.keep) as store:
        row = _row(store, identity)
        options = ConvertOptions.model_validate_json(store.notes()[OPTIONS_NOTE])
        old = row.sample
        problem = Problem.model_validate_json(row.row)
        if again.keep:
            run = _side_copy(store, row, again)
        else:
            _forget(store, identity, again)
    if again.figure:
        problem = problem.model_copy(update={"figure": again.figure})
    options = options.model_copy(update={"agents": _source(options, again)})
    settings, cache = wanted
    convert_problems(run, [(row.position, problem)], (options, settings), cache)
    with Store(run, writable=False) as store:
        new = _row(store, identity)
        shown = page(new, newest_stages(store.stages(identity)), _exchanges_by_stage(store, identity))
    compared = comparison(_sample(old), _sample(new.sample))
    return "\n\n".join(
        [shown, compared, *([f"The new result is in {run}; the run itself is unchanged."] if again.keep else [])]
    )


def newest_stages(rows: list[StageRow]) -> list[StageRow]:
    """The last row of each stage, in the order of the stages."""
    newest = {row.stage: row for row in rows}
    return [newest[name] for name in STAGE_NAMES if name in newest]


def _row(store: Store, identity: str) -> ProblemRow:
    row = store.problem(identity)
    if row is None:
        raise ReplayError(f"{store.folder} has no problem {identity}. Remedy: look its id up in samples.jsonl")
    return row


def _exchanges_by_stage(store: Store, identity: str) -> dict[str, list[Exchange]]:
    found: dict[str, list[Exchange]] = {}
    for exchange in store.exchanges(identity):
        found.setdefault(STAGE_OF[exchange.role], []).append(exchange)
    return found


def _source(options: ConvertOptions, again: Again) -> Any:
    if again.live:
        return "live"
    return "offline" if options.agents == "offline" else "recorded"


def _roles_asked_again(again: Again) -> list[str]:
    """Roles whose stored replies are discarded, so that they are asked again."""
    return [ROLE_OF[stage] for stage in following(again.from_stage) if stage in ROLE_OF] if again.live else []


def _forget(store: Store, identity: str, again: Again) -> None:
    """Delete the checkpoints and replies from the chosen stage on."""
    store.drop_stages(identity, following(again.from_stage))
    store.drop_exchanges(identity, _roles_asked_again(again))
    store.finish(identity, {"final_key": ""})


def _side_copy(store: Store, row: ProblemRow, again: Again) -> Path:
    """A separate run inside the old one's folder, with the checkpoints and replies that stay valid."""
    place = store.folder / "replays"
    name, number = safe_name(row.id), 1
    while (place / f"{name}-{number}").exists():
        number += 1
    folder = place / f"{name}-{number}"
    with Store(folder) as copy:
        copy.put_problems([(row.id, row.position, row.row)])
        for stage in store.stages(row.id):
            if stage.stage not in following(again.from_stage):
                copy.put_stage(stage.model_dump(exclude={"order"}))
        for exchange in store.exchanges(row.id):
            if exchange.role not in _roles_asked_again(again):
                copy.add(exchange)
    return folder


def _sample(text: str) -> Sample | None:
    return Sample.model_validate(json.loads(text)) if text else None
