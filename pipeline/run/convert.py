"""One call of convert from start to end: open the store, find pending problems, run them, write the files."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from agents.records import Problem
from dataset.paths import cache_folder
from pipeline.run.options import ConvertOptions, code_fingerprint, run_code, settings_fingerprint
from pipeline.run.outcome import RunOutcome
from pipeline.run.pending import Wanted, pending
from pipeline.run.sample_files import SAMPLES, write_samples
from pipeline.run.status import RunStatus, run_status
from pipeline.store.sqlite_store import CODE_NOTE, Store

if TYPE_CHECKING:
    from pipeline.run.checkpoints import Watch
    from pipeline.run.settings import Settings

OPTIONS_NOTE = "options"
Spending = Callable[[], tuple[int, float]]
"""Tokens and dollars of the run so far."""


def _ignore(problem: str, stage: str, what: str, seconds: float) -> None:
    """Progress of a run that is not displayed."""


def _unwatched(total: int, spending: Spending) -> "AbstractContextManager[Watch]":
    return nullcontext(_ignore)


@dataclass(frozen=True)
class Display:
    """How a run is shown; by default not at all."""

    say: Callable[[str], None] = lambda line: None
    """Called with sentences for the user."""
    watching: "Callable[[int, Spending], AbstractContextManager[Watch]]" = _unwatched
    """Called with the number of problems and the spending so far; its context yields the Watch for every stage."""


def convert_problems(
    out: Path,
    problems: Sequence[tuple[int, Problem]],
    wanted: "tuple[ConvertOptions, Settings]",
    cache: Path | None = None,
    display: Display = Display(),
) -> tuple[RunOutcome, RunStatus]:
    """Convert the problems, each with its position in the corpus, and write `samples.jsonl`. Resumes an earlier run."""
    options, settings = wanted
    with Store(out) as store:
        rows = {problem.id: problem.model_dump_json() for _, problem in problems}
        code = run_code(options)
        _remember(store, {problem.id: (place, rows[problem.id]) for place, problem in problems}, options, code)
        found = pending(rows, store, Wanted(settings_fingerprint(options, settings.models), code, options.keep_made))
        if sentence := found.sentence():
            display.say(sentence)
        due = [problem for _, problem in problems if problem.id in found.why]
        outcome = _run(store, due, wanted, cache or cache_folder(), display) if due else RunOutcome()
        outcome.kept = len(problems) - len(due)
        if due or not (out / SAMPLES).is_file():
            write_samples(out, store.samples())
        return outcome, run_status(store, code)


def _run(
    store: Store, due: Sequence[Problem], wanted: "tuple[ConvertOptions, Settings]", cache: Path, display: Display
) -> RunOutcome:
    # These imports take seconds; a resume with nothing to do skips them.
    from pipeline.run.resources import run_resources
    from pipeline.run.runner import Runner

    options, settings = wanted
    with (
        run_resources(store, len(due), (options, settings.models), cache, display.say) as resources,
        display.watching(len(due), lambda: _spending(store)) as watch,
    ):
        return Runner(resources, watch).run(due)


def _remember(store: Store, rows: Mapping[str, tuple[int, str]], options: ConvertOptions, code: dict[str, str]) -> None:
    """Store new and changed problems, the options for a later replay, and the code hashes of this run."""
    known = store.places()
    store.put_problems([(identity, *row) for identity, row in rows.items() if known.get(identity) != row])
    store.note(OPTIONS_NOTE, options.model_dump_json())
    store.note(CODE_NOTE + code_fingerprint(code), json.dumps(code))


def _spending(store: Store) -> tuple[int, float]:
    found = store.rows(
        "SELECT COALESCE(SUM(prompt_tokens + completion_tokens), 0), COALESCE(SUM(cost_usd), 0) FROM exchange"
    )
    return int(found[0][0]), float(found[0][1])
