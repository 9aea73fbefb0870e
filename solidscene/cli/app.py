"""The `solidscene` command: parses arguments, calls one function, prints. No logic of its own."""

import gc
import io
import os
import signal
import sys
from typing import Annotated

# Set before numpy is first imported: the kernel's matrices are tiny, and idle BLAS threads cost start-up time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import typer

from solidscene.cli.bench_commands import bench_app
from solidscene.cli.demo_commands import DEMO_EXAMPLE, demo
from solidscene.cli.doctor_commands import DOCTOR_EXAMPLE, doctor
from solidscene.cli.errors import Debugging, complain, unexpected
from solidscene.cli.export_commands import EXPORT_EXAMPLE, export
from solidscene.cli.geo_commands import geo_app
from solidscene.cli.help_text import examples
from solidscene.cli.multiply_commands import MULTIPLY_EXAMPLE, multiply
from solidscene.cli.plate_commands import plates_app
from solidscene.cli.render_commands import RENDER_EXAMPLE, render
from solidscene.cli.report_commands import REPORT_EXAMPLE, VIEW_EXAMPLE, report, view
from solidscene.cli.run_commands import CONVERT_EXAMPLE, REPLAY_EXAMPLE, cassette, convert, merge, replay, status
from solidscene.cli.scene_commands import scene_app

INTERRUPTED = 130

app = typer.Typer(
    name="solidscene",
    help="Solid-geometry problems turned into machine-verified 3D scenes.",
    epilog=examples(
        "solidscene demo",
        "solidscene convert problems.jsonl --out runs/first --no-render",
        "solidscene --debug status runs/first",
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command(epilog=DEMO_EXAMPLE)(demo)
app.command(epilog=CONVERT_EXAMPLE)(convert)
app.command(epilog=examples("solidscene status runs/first"))(status)
app.command(epilog=REPLAY_EXAMPLE)(replay)
app.command(epilog=examples("solidscene merge runs/part1 runs/part2 --out runs/whole"))(merge)
app.command(epilog=examples("solidscene cassette runs/first --out problems.cassette.jsonl"))(cassette)
app.command(epilog=MULTIPLY_EXAMPLE)(multiply)
app.command(epilog=REPORT_EXAMPLE)(report)
app.command(epilog=VIEW_EXAMPLE)(view)
app.command(epilog=EXPORT_EXAMPLE)(export)
app.command(epilog=DOCTOR_EXAMPLE)(doctor)
app.add_typer(geo_app, name="geo")
app.add_typer(scene_app, name="scene")
app.command(epilog=RENDER_EXAMPLE)(render)
app.add_typer(plates_app, name="plates")
app.add_typer(bench_app, name="bench")


def _version(wanted: bool) -> None:
    if wanted:
        from dataset.version import program_version

        typer.echo(f"solidscene {program_version()}")
        raise typer.Exit


@app.callback()
def _every_command(
    debug: Annotated[
        bool, typer.Option("--debug", envvar="SOLIDSCENE_DEBUG", help="Show the traceback of every error.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    Debugging.wanted = debug


def _stop(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def main() -> None:
    """Entry point of the installed command."""
    # Job schedulers send SIGTERM before SIGKILL; it is handled like Ctrl-C.
    signal.signal(signal.SIGTERM, _stop)
    # There are many records and syntax trees without reference cycles; collecting every 700 of them costs much time.
    gc.set_threshold(50_000, 20, 20)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot encode √ gets an escape sequence instead of a traceback.
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except KeyboardInterrupt:
        typer.echo("stopped", err=True)
        raise SystemExit(INTERRUPTED) from None
    except SystemExit as end:
        # Typer turns Ctrl-C into an exit with this code and prints nothing.
        if end.code == INTERRUPTED:
            typer.echo("stopped", err=True)
        raise
    except Exception as error:  # noqa: BLE001 - the last place that can turn an error into one line
        complain(unexpected(error))
        raise SystemExit(1) from None


if __name__ == "__main__":
    main()
