"""A process pool for figures: every core is used, and a figure that exceeds its timeout is abandoned.

What runs there is a module-level function with picklable arguments and results. A worker is started ahead or when first
needed, replaced when it dies or exceeds the timeout, and ends with the process that started it.
"""

import contextlib
import os
import queue
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.connection import Pipe
from typing import Any, TypeVar, cast

from workers.queue_time import in_queue

T = TypeVar("T")

FIGURE_TIMEOUT_S = 60.0
"""Timeout per figure; figures of textbooks take a fraction of a second."""


class KernelStopped(RuntimeError):  # noqa: N818
    """A figure was abandoned: it exceeded its timeout or its worker died."""


class KernelPool:
    """Up to `size` processes that solve figures. Safe to share between threads."""

    def __init__(self, size: int = 0, seconds: float = FIGURE_TIMEOUT_S) -> None:
        self._seconds = seconds
        # Last in, first out: a worker that runs is used before another is started.
        self._slots: queue.LifoQueue[_Worker | None] = queue.LifoQueue()
        for _ in range(size or os.cpu_count() or 1):
            self._slots.put(None)

    def start(self, figures: int) -> None:
        """Start as many workers as so many figures need, to load their libraries while the caller loads its own."""
        slots = [self._slots.get() for _ in range(self._slots.qsize())]
        started = [worker or _Worker() for worker in slots[:figures]]
        for worker in (*slots[figures:], *started):
            self._slots.put(worker)

    def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """What the function returns or raises in a worker; KernelStopped if it exceeds the timeout."""
        with in_queue():
            worker = self._slots.get()
        try:
            worker = worker or _Worker()
            return cast(T, worker.call(function, arguments, self._seconds))
        except KernelStopped:
            if worker is not None:
                worker.close()
            worker = None
            raise
        finally:
            self._slots.put(worker)

    def close(self) -> None:
        """Kill all idle workers; a busy one ends with this process."""
        with contextlib.suppress(queue.Empty):
            while True:
                worker = self._slots.get_nowait()
                if worker is not None:
                    worker.close()

    def __enter__(self) -> "KernelPool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Worker:
    """A separate Python process. Not multiprocessing.Process, which would run the caller's main script again in it."""

    def __init__(self) -> None:
        ours, theirs = Pipe()
        # A fresh interpreter with the same sys.path; a fork would copy locks that other threads hold.
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-m", "workers.kernel_worker", str(theirs.fileno()), str(os.getpid())]
        self._process = subprocess.Popen(command, pass_fds=(theirs.fileno(),), env=environment)
        theirs.close()
        self._pipe = ours

    @property
    def pid(self) -> int:
        return self._process.pid

    def call(self, function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float) -> Any:
        try:
            self._pipe.send((function, arguments))
            if not self._pipe.poll(seconds):
                raise KernelStopped(f"the figure was given up after {seconds:.0f} s")
            answer: Any = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise KernelStopped("the process that solved the figure died; it may have run out of memory") from error
        worked, result = answer
        if not worked:
            raise result
        return result

    def close(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.wait()
