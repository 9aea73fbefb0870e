"""`solidscene bench`: measurements anyone can run again."""

import sys
from typing import Annotated

import typer

bench_app = typer.Typer(help="Measure speed and correctness.", no_args_is_help=True, rich_markup_mode=None)


@bench_app.callback()
def _group() -> None:
    """Keeps `geometry` a named sub-command while it is the only one."""


@bench_app.command(
    epilog="Example:  solidscene bench geometry --json",
    help="Time parse + solve + verify + measure over the truth table, beside a plain sympy.nsolve formulation.",
)
def geometry(
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    baseline: Annotated[bool, typer.Option(help="Also run the sympy.nsolve baseline (minutes).")] = True,
    limit: Annotated[int, typer.Option(min=0, help="Only the first N cases; 0 for all.")] = 0,
) -> None:
    from pipeline.bench_geometry import format_bench, run_bench
    from pipeline.truth_table import load_truth_table

    cases = load_truth_table()
    found = run_bench(cases[:limit] if limit else cases, _progress, baseline=baseline)
    typer.echo(found.model_dump_json(indent=2) if as_json else format_bench(found))
    raise typer.Exit(0 if found.wrong == 0 else 1)


def _progress(done: int, total: int) -> None:
    """One rewritten line on a terminal, a line every 50 cases in a log; always on standard error."""
    if sys.stderr.isatty():
        typer.echo(f"\r{done}/{total}", nl=done == total, err=True)
    elif done % 50 == 0 or done == total:
        typer.echo(f"{done}/{total}", err=True)
