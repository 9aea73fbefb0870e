"""One call of convert, whole: the store, what is left to do, the run with its display, and the files at the end."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agents.records import Problem
from pipeline.places import cache_folder
from pipeline.run_summary import RunStatus, run_status
from pipeline.sample_files import SAMPLES, write_samples
from pipeline.store import Store

if TYPE_CHECKING:
    from pipeline.convert import Outcome
    from pipeline.run_setup import ConvertOptions
    from pipeline.settings import Settings

OPTIONS_NOTE, FINGERPRINT_NOTE = "options", "fingerprint"


def convert_problems(
    out: Path,
    problems: Sequence[tuple[int, Problem]],
    wanted: "tuple[ConvertOptions, Settings]",
    cache: Path | None,
    say: Callable[[str], None],
) -> "tuple[Outcome, RunStatus]":
    """Bring the problems to their end and write `samples.jsonl`."""
    from pipeline.convert import Outcome, Run, to_do
    from pipeline.run_progress import RunProgress, shown_run
    from pipeline.run_setup import fingerprint, run_tools

    options, settings = wanted
    with Store(out) as store:
        _remember(store, problems, options)
        left = to_do([problem for _, problem in problems], store, fingerprint(options, settings.models))
        kept = len(problems) - len(left)
        if not left:
            outcome = Outcome()
        else:
            with run_tools(store, options, settings.models, cache or cache_folder(), say) as tools:
                progress = RunProgress(len(left), lambda: _spending(store))
                with shown_run(progress):
                    outcome = Run(tools, progress.watch).convert(left)
        outcome.kept = kept
        if left or not (out / SAMPLES).is_file():
            write_samples(out, store.samples())
        return outcome, run_status(store)


def _remember(store: Store, problems: Sequence[tuple[int, Problem]], options: "ConvertOptions") -> None:
    """New and changed problems, and the options for a later replay."""
    known = store.places()
    rows = [(problem.id, place, problem.model_dump_json()) for place, problem in problems]
    store.put_problems([row for row in rows if known.get(row[0]) != row[1:]])
    store.note(OPTIONS_NOTE, options.model_dump_json())


def _spending(store: Store) -> tuple[int, float]:
    found = store.rows(
        "SELECT COALESCE(SUM(prompt_tokens + completion_tokens), 0), COALESCE(SUM(cost_usd), 0) FROM exchange"
    )
    return int(found[0][0]), float(found[0][1])
