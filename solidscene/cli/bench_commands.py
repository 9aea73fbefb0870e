"""`solidscene bench`: reproducible benchmarks."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from dataset.paths import ASSETS
from solidscene.cli.help_text import ROOMS, examples, one_of

bench_app = typer.Typer(
    help="Measure speed and correctness.",
    epilog=examples("solidscene bench geometry --limit 50 --no-baseline"),
    no_args_is_help=True,
    rich_markup_mode=None,
)


@bench_app.command(
    epilog=examples("solidscene bench geometry --json"),
    help="Time parse + solve + verify + measure over the truth table, compared with a plain sympy.nsolve formulation.",
)
def geometry(
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    baseline: Annotated[bool, typer.Option(help="Also run the sympy.nsolve baseline (half a minute).")] = True,
    limit: Annotated[int, typer.Option(min=0, help="Only the first N cases; 0 for all.")] = 0,
) -> None:
    from bench.geometry_speed import format_bench, run_bench
    from bench.truth_table import load_truth_table

    cases = load_truth_table()
    found = run_bench(cases[:limit] if limit else cases, _progress, baseline=baseline)
    typer.echo(found.model_dump_json(indent=2) if as_json else format_bench(found))
    raise typer.Exit(0 if found.wrong == 0 else 1)


@bench_app.command(
    epilog=examples("solidscene bench render --full --json"),
    help="Time the baked film, cold and warm, and a plain Cycles render, and compare both with a 512-sample "
    "reference. Minutes at the small default size; with --full the reference alone takes hours on a CPU, once.",
)
def render(
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    full: Annotated[bool, typer.Option("--full", help="1200 x 900 instead of 320 x 240.")] = False,
    room: Annotated[
        str, typer.Option(help="The procedural room to film in.", autocompletion=one_of(ROOMS))
    ] = "oak_loft",
    figure: Annotated[Path | None, typer.Option(help="The figure to film. [default: the pyramid of assets]")] = None,
    reference: Annotated[
        int, typer.Option(min=1, help="Samples per pixel of the reference; fewer are faster and noisier.")
    ] = 512,
) -> None:
    from bench.render_speed import format_bench, run_bench
    from dataset.paths import cache_folder
    from pipeline.scene.figure_to_scene import prepare_scene
    from pipeline.scene.fit_scene import SceneRefused
    from pipeline.scene.sandbox.build_scene import SandboxUnavailable
    from solidscene.cli.inputs import read_figure, refuse

    if room not in ROOMS:
        refuse(f"unknown room {room!r}. Remedy: choose from {', '.join(ROOMS)}")
    file = figure or ASSETS / "figures" / "pyramid.geo"
    try:
        scene = prepare_scene(read_figure(file)).scene
    except (SceneRefused, SandboxUnavailable) as error:
        refuse(f"{file}: {error}", 1)
    found = run_bench(scene, room, full, cache_folder(), reference, lambda line: typer.echo(line, err=True))
    typer.echo(found.model_dump_json(indent=2) if as_json else format_bench(found))


@bench_app.command(
    epilog=examples("solidscene bench pipeline --json"),
    help="Convert 1,000 problems with given figures, offline and without Blender; time status and a resume with "
    "nothing to do on a run of 20,000 problems; convert the demo problems with recorded replies, three times over.",
)
def pipeline(
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    problems: Annotated[int, typer.Option(min=1, help="Problems to convert.")] = 1000,
    rows: Annotated[int, typer.Option(min=1, help="Problems of the large run.")] = 20_000,
    recorded: Annotated[int, typer.Option(min=0, help="Demo problems with recorded replies; 0 for none.")] = 297,
) -> None:
    from bench.pipeline_speed import format_bench, run_bench

    found = run_bench(problems, rows, lambda line: typer.echo(line, err=True), recorded)
    typer.echo(found.model_dump_json(indent=2) if as_json else format_bench(found))


@bench_app.command(
    epilog=examples("solidscene bench reading --json", "solidscene bench reading --limit 50"),
    help="Change one number, label, predicate, kind or the target of each figure of the truth table, and count the "
    "changes that a comparison of two readings finds.",
)
def reading(
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    limit: Annotated[int, typer.Option(min=0, help="Only the first N figures; 0 for all.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the changes.")] = 0,
) -> None:
    from bench.reading_mutants import format_bench, run_bench
    from bench.truth_table import load_truth_table

    cases = load_truth_table()
    found = run_bench(cases[: limit or len(cases)], _progress, seed)
    typer.echo(found.model_dump_json(indent=2) if as_json else format_bench(found))


def _progress(done: int, total: int) -> None:
    """One updated line on a terminal, a line every 50 cases in a log; always on standard error."""
    if sys.stderr.isatty():
        typer.echo(f"\r{done}/{total}", nl=done == total, err=True)
    elif done % 50 == 0 or done == total:
        typer.echo(f"{done}/{total}", err=True)
