"""How far a run is, on standard error: a live table in a terminal, a plain line now and then elsewhere."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from pipeline.run_records import STAGE_NAMES, StageName

LINE_SECONDS = 10.0
"""Between two plain lines."""

Spending = Callable[[], tuple[int, float]]
"""Tokens and dollars of the run so far."""


class RunProgress:
    """Counts what happens; thread-safe."""

    def __init__(self, total: int, spending: Spending) -> None:
        self.total = total
        self._spending = spending
        self._stages: Counter[tuple[StageName, str]] = Counter()
        self._ended: Counter[str] = Counter()
        self._started = self._last_line = time.monotonic()
        self._lock = threading.Lock()
        self.on_change: Callable[[], None] = lambda: None

    def watch(self, problem: str, stage: StageName, what: str, seconds: float) -> None:
        """Called for every finished stage and problem."""
        with self._lock:
            if stage == "publish":
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
            passed = {stage: self._stages[stage, "done"] + self._stages[stage, "kept"] for stage in STAGE_NAMES[:-1]}
        return "stages: " + ", ".join(f"{stage} {count}" for stage, count in passed.items() if count)

    def table(self) -> Group:
        """Counts per stage, and the line below."""
        table = Table(box=None, pad_edge=False)
        for column in ("stage", "done", "kept", "quarantined"):
            table.add_column(column, justify="left" if column == "stage" else "right")
        with self._lock:
            for stage in STAGE_NAMES[:-1]:
                counts = [str(self._stages[stage, what] or "") for what in ("done", "kept", "quarantined")]
                table.add_row(stage, *counts)
        return Group(table, Text(self.line()))

    def _pace(self) -> str:
        elapsed = time.monotonic() - self._started
        if not self.done or elapsed <= 0:
            return f"{elapsed:.0f} s"
        left = (self.total - self.done) * elapsed / self.done
        return f"{self.done / elapsed:.2f} a second, {_duration(left)} left"


def _duration(seconds: float) -> str:
    hours, rest = divmod(round(seconds), 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours} h {minutes:02d} min" if hours else f"{minutes} min {seconds:02d} s" if minutes else f"{seconds} s"


@contextmanager
def shown_run(progress: RunProgress) -> Iterator[None]:
    """Show a run while the context lasts."""
    console = Console(stderr=True)
    if console.is_terminal:
        with Live(console=console, get_renderable=progress.table, refresh_per_second=4, transient=True):
            yield
        return
    last = [time.monotonic()]

    def speak() -> None:
        now = time.monotonic()
        if now - last[0] > LINE_SECONDS:
            last[0] = now
            typer.echo(f"{progress.line()}; {progress.stages_line()}", err=True)

    progress.on_change = speak
    yield
