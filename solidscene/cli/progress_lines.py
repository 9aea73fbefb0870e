"""Progress of one long job on standard error: a live bar in a terminal, a plain line per step elsewhere."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from workers.blender_worker import Progress as Report

QUIET_SECONDS = 10.0
"""Seconds between two plain lines of the same step."""


@contextmanager
def shown_progress(title: str) -> Iterator[Report]:
    """A function to report steps to; the progress is displayed while the context is open."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Lines(title)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=1.0)

        def report(what: str, share: float) -> None:
            if bar.tasks[task].description != f"{title}: {what}":
                bar.reset(task, description=f"{title}: {what}", total=1.0)
            bar.update(task, completed=share)

        yield report


class _Lines:
    def __init__(self, title: str) -> None:
        self._title = title
        self._what = ""
        self._since = 0.0

    def __call__(self, what: str, share: float) -> None:
        now = time.monotonic()
        if what != self._what or now - self._since > QUIET_SECONDS:
            typer.echo(f"{self._title}: {what} {share:.0%}", err=True)
            self._what, self._since = what, now
