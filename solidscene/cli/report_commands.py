"""`solidscene report` and `solidscene view`: parse options, call one function, print."""

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from solidscene.cli.help_text import examples
from solidscene.cli.inputs import refuse

REPORT_EXAMPLE = examples(
    "solidscene report runs/first",
    "solidscene report runs/first --out first.html",
)
VIEW_EXAMPLE = examples(
    "solidscene view runs/first",
    "solidscene view runs/first --port 0 --no-open",
)

RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")]


def report(
    run: RunFolder,
    out: Annotated[Path | None, typer.Option(help="File to write. [default: report.html in the run]")] = None,
) -> None:
    """Write a run's report: one self-contained HTML page with numbers, plots and a gallery."""
    from pipeline.store.sqlite_store import StoreError
    from web.report.write_report import write_report

    try:
        target = write_report(run, out)
    except StoreError as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"cannot write {out or run}: {error.strerror}. Remedy: choose another --out", 1)
    typer.echo(f"{target} ({target.stat().st_size / 1e6:.1f} MB)")


def view(
    run: RunFolder,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on this machine; 0 for any free one.")] = 8765,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
) -> None:
    """Show a run in a browser: search, filter, every problem with its film, solid and stages. Read-only."""
    from pipeline.store.sqlite_store import StoreError
    from web.viewer.server import PortTaken, serve

    def ready(address: str) -> None:
        typer.echo(f"{address}  (Ctrl-C stops it)")
        if open_browser:
            webbrowser.open(address)

    try:
        serve(run, port, ready)
    except StoreError as error:
        refuse(str(error))
    except PortTaken as error:
        refuse(str(error.args[0]), 1)
    except KeyboardInterrupt:
        typer.echo("", err=True)
