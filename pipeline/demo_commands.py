"""`solidscene demo`: the newcomer's first look. Three problems by rules, at full size, and the report to open."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.command_help import PROFILES, examples, one_of
from pipeline.command_input import check_film, refuse

CORPUS = Path(__file__).resolve().parent.parent / "assets" / "demo.jsonl"
FIRST = "demo-first-"
"""How the ids of the problems for a first look begin."""

DEMO_EXAMPLE = examples(
    "solidscene demo",
    "solidscene demo --out runs/look --profile preview",
)


def demo(
    out: Annotated[Path, typer.Option(help="Folder of the run; a second call goes on with it.")] = Path("runs/demo"),
    profile: Annotated[
        str, typer.Option(help="baked (full size), preview (small) or path.", autocompletion=one_of(PROFILES))
    ] = "baked",
    cache: Annotated[Path | None, typer.Option(help="Where room plates are kept.")] = None,
) -> None:
    """Convert three problems of the demo corpus with no model and no key, film them, and write the report."""
    from pipeline.convert_run import convert_problems
    from pipeline.corpus import read_corpus
    from pipeline.film_request import FilmRequest, RequestError
    from pipeline.report import write_report
    from pipeline.run_options import ConvertOptions
    from pipeline.run_summary import format_status
    from pipeline.sandbox import SandboxUnavailable
    from pipeline.settings import Settings
    from pipeline.store import StoreError

    problems = [(k, p) for k, p in enumerate(read_corpus(CORPUS).problems) if p.id.startswith(FIRST)]
    film = FilmRequest(profile=profile, scale_cue="rule")
    check_film(film)
    options = ConvertOptions(agents="offline", film=film)
    typer.echo(f"{len(problems)} problems, read by rules, filmed with the {profile} profile ...", err=True)
    try:
        outcome, status = convert_problems(out, problems, (options, Settings()), cache, _say)
    except (StoreError, RequestError, SandboxUnavailable) as error:
        refuse(str(error), 1)
    typer.echo(format_status(status))
    report = write_report(out, None)
    # As it was called: a newcomer's virtualenv need not be active.
    program = sys.argv[0] if Path(sys.argv[0]).name == "solidscene" else "solidscene"
    typer.echo(f"\nOpen {report.resolve()} in a browser, or run: {program} view {out}")
    sys.stdout.flush()
    failed = outcome.stopped or outcome.finished.get("failed")
    os._exit(1 if failed else 0)


def _say(line: str) -> None:
    typer.echo(line, err=True)
