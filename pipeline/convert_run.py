"""One call of convert, whole: the store, what is left to do, the run with its display, and the files at the end."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agents.records import Problem
from pipeline.places import cache_folder
from pipeline.run_options import ConvertOptions, fingerprint
from pipeline.run_outcome import Outcome, to_do
from pipeline.run_summary import RunStatus, run_status
from pipeline.sample_files import SAMPLES, write_samples
from pipeline.store import Store

if TYPE_CHECKING:
    from pipeline.settings import Settings

OPTIONS_NOTE = "options"


def convert_problems(
    out: Path,
    problems: Sequence[tuple[int, Problem]],
    wanted: "tuple[ConvertOptions, Settings]",
    cache: Path | None,
    say: Callable[[str], None],
) -> tuple[Outcome, RunStatus]:
    """Bring the problems to their end and write `samples.jsonl`."""
    options, settings = wanted
    with Store(out) as store:
        rows = {problem.id: problem.model_dump_json() for _, problem in problems}
        _remember(store, {problem.id: (place, rows[problem.id]) for place, problem in problems}, options)
        due = to_do(rows, store, fingerprint(options, settings.models))
        left = [problem for _, problem in problems if problem.id in due]
        kept = len(problems) - len(left)
        outcome = _run(store, left, wanted, cache or cache_folder(), say) if left else Outcome()
        outcome.kept = kept
        if left or not (out / SAMPLES).is_file():
            write_samples(out, store.samples())
        return outcome, run_status(store)


def _run(
    store: Store,
    left: Sequence[Problem],
    wanted: "tuple[ConvertOptions, Settings]",
    cache: Path,
    say: Callable[[str], None],
) -> Outcome:
    # Seconds of imports that a run with nothing to do need not wait for.
    from pipeline.convert import Run
    from pipeline.run_progress import RunProgress, shown_run
    from pipeline.run_setup import run_tools

    options, settings = wanted
    with run_tools(store, options, settings.models, cache, say) as tools:
        progress = RunProgress(len(left), lambda: _spending(store))
        with shown_run(progress):
            return Run(tools, progress.watch).convert(left)


def _remember(store: Store, rows: Mapping[str, tuple[int, str]], options: ConvertOptions) -> None:
    """New and changed problems by id, with place and JSON, and the options for a later replay."""
    known = store.places()
    store.put_problems([(identity, *row) for identity, row in rows.items() if known.get(identity) != row])
    store.note(OPTIONS_NOTE, options.model_dump_json())


def _spending(store: Store) -> tuple[int, float]:
    found = store.rows(
        "SELECT COALESCE(SUM(prompt_tokens + completion_tokens), 0), COALESCE(SUM(cost_usd), 0) FROM exchange"
    )
    return int(found[0][0]), float(found[0][1])
