"""Progress of a run on standard error: a live table in a terminal, a plain line now and then elsewhere."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from pipeline.stages.catalogue import STAGE_NAMES

if TYPE_CHECKING:
    from pipeline.run.checkpoints import Watch
    from pipeline.run.convert import Spending

LINE_SECONDS = 10.0
"""Seconds between two plain lines."""


class RunProgress:
    """Counts finished stages and problems; thread-safe."""

    def __init__(self, total: int, spending: "Spending") -> None:
        self.total = total
        self._spending = spending
        self._stages: Counter[tuple[str, str]] = Counter()
        self._ended: Counter[str] = Counter()
        self._started = self._last_line = time.monotonic()
        self._lock = threading.Lock()
        self.on_change: Callable[[], None] = lambda: None

    def watch(self, problem: str, stage: str, what: str, seconds: float) -> None:
        """Called for every finished stage, and without a stage for every finished problem."""
        with self._lock:
            if not stage:
                self._ended[what] += 1
            else:
                self._stages[stage, what] += 1
        self.on_change()

    @property
    def done(self) -> int:
        return sum(self._ended.values())

    def line(self) -> str:
        """Everything in one line."""
        with self._lock:
            endings = ", ".join(f"{count} {word}" for word, count in sorted(self._ended.items()))
        tokens, usd = self._spending()
        money = f", {tokens} tokens, ${usd:.4f}" if tokens else ""
        return f"{self.done}/{self.total} problems ({endings or 'none ended yet'}), {self._pace()}{money}"

    def stages_line(self) -> str:
        """How many problems have passed each stage."""
        with self._lock:
            passed = {stage: self._stages[stage, "done"] + self._stages[stage, "kept"] for stage in STAGE_NAMES}
        return "stages: " + ", ".join(f"{stage} {count}" for stage, count in passed.items() if count)

    def table(self) -> Group:
        """Counts per stage, and the line below."""
        table = Table(box=None, pad_edge=False)
        for column in ("stage", "done", "kept", "quarantined"):
            table.add_column(column, justify="left" if column == "stage" else "right")
        with self._lock:
            for stage in STAGE_NAMES:
                counts = [str(self._stages[stage, what] or "") for what in ("done", "kept", "quarantined")]
                table.add_row(stage, *counts)
        return Group(table, Text(self.line()))

    def _pace(self) -> str:
        elapsed = time.monotonic() - self._started
        if not self.done or elapsed <= 0:
            return f"{elapsed:.0f} s"
        left = (self.total - self.done) * elapsed / self.done
        return f"{self.done / elapsed:.2f} per second, {_duration(left)} left"


def _duration(seconds: float) -> str:
    hours, rest = divmod(round(seconds), 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours} h {minutes:02d} min" if hours else f"{minutes} min {seconds:02d} s" if minutes else f"{seconds} s"


@contextmanager
def watching(total: int, spending: "Spending") -> "Iterator[Watch]":
    """Display a run while the context is open."""
    console = Console(stderr=True)
    progress = RunProgress(total, spending)
    if console.is_terminal:
        with Live(console=console, get_renderable=progress.table, refresh_per_second=4, transient=True):
            yield progress.watch
        return
    last = [time.monotonic()]

    def speak() -> None:
        now = time.monotonic()
        if now - last[0] > LINE_SECONDS:
            last[0] = now
            typer.echo(f"{progress.line()}; {progress.stages_line()}", err=True)

    progress.on_change = speak
    yield progress.watch
