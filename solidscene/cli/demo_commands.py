"""`solidscene demo`: a first look. Three problems converted by rules, at full size, and a report to open."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from dataset.paths import ASSETS
from solidscene.cli.help_text import PROFILES, examples, one_of
from solidscene.cli.inputs import check_film, refuse

CORPUS = ASSETS / "demo.jsonl"
FIRST = "demo-first-"
"""Prefix of the ids of the demo's problems."""

DEMO_EXAMPLE = examples(
    "solidscene demo",
    "solidscene demo --out runs/look --profile preview",
)


def demo(
    out: Annotated[Path, typer.Option(help="Folder of the run; a second call resumes it.")] = Path("runs/demo"),
    profile: Annotated[
        str, typer.Option(help="baked (full size), preview (small) or path.", autocompletion=one_of(PROFILES))
    ] = "baked",
    cache: Annotated[Path | None, typer.Option(help="Where room plates are kept.")] = None,
) -> None:
    """Convert three problems of the demo corpus without a model or key, render their films, and write the report."""
    from pipeline.film.request import FilmRequest, RequestError
    from pipeline.run.convert import convert_problems
    from pipeline.run.corpus import read_corpus
    from pipeline.run.options import ConvertOptions
    from pipeline.run.settings import Settings
    from pipeline.run.status import format_status
    from pipeline.scene.sandbox.build_scene import SandboxUnavailable
    from pipeline.store.sqlite_store import StoreError
    from solidscene.cli.display import shown
    from web.report.write_report import write_report

    problems = [(k, p) for k, p in enumerate(read_corpus(CORPUS).problems) if p.id.startswith(FIRST)]
    film = FilmRequest(profile=profile, scale_cue="rule")
    check_film(film)
    options = ConvertOptions(agents="offline", film=film)
    typer.echo(f"{len(problems)} problems, read by rules, rendered with the {profile} profile ...", err=True)
    try:
        outcome, status = convert_problems(out, problems, (options, Settings()), cache, shown())
    except (StoreError, RequestError, SandboxUnavailable) as error:
        refuse(str(error), 1)
    typer.echo(format_status(status))
    report = write_report(out, None)
    # As it was called: the user's virtualenv need not be active.
    program = sys.argv[0] if Path(sys.argv[0]).name == "solidscene" else "solidscene"
    typer.echo(f"\nOpen {report.resolve()} in a browser, or run: {program} view {out}")
    sys.stdout.flush()
    failed = outcome.stopped or outcome.finished.get("failed")
    os._exit(1 if failed else 0)
