"""A process pool for figures: every core is used, and a figure that exceeds its timeout is abandoned.

What runs there is a module-level function with picklable arguments and results. A worker is started ahead or when first
needed, replaced when it dies or exceeds the timeout, and ends with the process that started it.
"""

import os
import queue
import subprocess
import sys
import threading
import zlib
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
    """Up to `size` processes that solve figures. Safe to share between threads.

    A worker keeps what it has solved, so calls about one problem go to the same worker unless another one is idle.
    """

    def __init__(self, size: int = 0, seconds: float = FIGURE_TIMEOUT_S) -> None:
        self._seconds = seconds
        self._workers: list[_Worker | None] = [None] * (size or os.cpu_count() or 1)
        self._lock = threading.Lock()
        self._idle = list(range(len(self._workers)))
        self._waiting: list[_Waiting] = []

    def start(self, figures: int) -> None:
        """Start as many workers as so many figures need, to load their libraries while the caller loads its own."""
        with self._lock:
            for slot in self._idle[:figures]:
                self._workers[slot] = self._workers[slot] or _Worker()

    def call(self, function: Callable[..., T], *arguments: Any, near: str = "") -> T:
        """What the function returns or raises in a worker; KernelStopped if it exceeds the timeout.

        Calls `near` the same thing prefer the same worker.
        """
        with in_queue():
            slot = self._take(zlib.crc32(near.encode()) % len(self._workers))
        try:
            worker = self._workers[slot] = self._workers[slot] or _Worker()
            return cast(T, worker.call(function, arguments, self._seconds))
        except KernelStopped:
            if (stopped := self._workers[slot]) is not None:
                stopped.close()
            self._workers[slot] = None
            raise
        finally:
            self._give_back(slot)

    def _take(self, preferred: int) -> int:
        with self._lock:
            if self._idle:
                slot = min(self._idle, key=lambda slot: (slot != preferred, self._workers[slot] is None))
                self._idle.remove(slot)
                return slot
            waiting = _Waiting(preferred)
            self._waiting.append(waiting)
        return waiting.slot.get()

    def _give_back(self, slot: int) -> None:
        """Hand the slot to the first caller that prefers it, else to the first, else leave it idle."""
        with self._lock:
            if not self._waiting:
                self._idle.append(slot)
                return
            chosen = next((each for each in self._waiting if each.preferred == slot), self._waiting[0])
            self._waiting.remove(chosen)
        chosen.slot.put(slot)

    def close(self) -> None:
        """Kill all idle workers; a busy one ends with this process."""
        with self._lock:
            for slot in self._idle:
                if (worker := self._workers[slot]) is not None:
                    worker.close()
                self._workers[slot] = None

    def __enter__(self) -> "KernelPool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Waiting:
    """A caller that waits for a worker."""

    def __init__(self, preferred: int) -> None:
        self.preferred = preferred
        self.slot: queue.SimpleQueue[int] = queue.SimpleQueue()


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
