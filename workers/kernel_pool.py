"""Figures worked on in processes of their own: every core is used, and a figure that takes too long is given up.

What runs there is a plain function of a module with arguments and results that can be pickled. A worker is started at
once or when first needed, replaced when it dies or overruns, and ends with the process that started it.
"""

import contextlib
import gc
import multiprocessing as mp
import os
import pickle
import queue
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, TypeVar, cast

from workers.queue_time import in_queue

T = TypeVar("T")

SECONDS = 60.0
"""The longest a figure may take; figures of textbooks take a fraction of a second."""


class KernelStopped(RuntimeError):  # noqa: N818
    """A figure was given up: it took too long or its worker died."""


class KernelPool:
    """Up to `size` processes that solve figures. Safe to share between threads."""

    def __init__(self, size: int = 0, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._slots: queue.Queue[_Worker | None] = queue.Queue()
        for _ in range(size or os.cpu_count() or 1):
            self._slots.put(None)

    def start(self) -> None:
        """Start the workers now, so that they load their libraries while the caller loads its own."""
        for _ in range(self._slots.qsize()):
            self._slots.put(self._slots.get() or _Worker())

    def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """What the function returns or raises, in a worker; KernelStopped when it takes too long."""
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
        """End all idle workers; a busy one ends with this process."""
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
    def __init__(self) -> None:
        # A fresh interpreter: a fork would copy the locks of whatever other threads are doing.
        context = mp.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, os.getpid()), daemon=True, name="kernel")
        self._process.start()
        theirs.close()

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
        self._process.join()


def _serve(pipe: Connection, parent: int) -> None:
    # Ctrl-C reaches the whole group; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Figures are trees without cycles: looking for some every 700 objects costs a tenth of the time.
    gc.set_threshold(50_000, 20, 20)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            function, arguments = pipe.recv()
            try:
                answer = (True, function(*arguments))
            except Exception as error:  # noqa: BLE001 - raised again where it was called from
                answer = (False, _portable(error))
            pipe.send(answer)


def _portable(error: Exception) -> Exception:
    """The error itself where it survives the journey, else its words."""
    try:
        return cast(Exception, pickle.loads(pickle.dumps(error)))
    except Exception:  # noqa: BLE001 - whatever an exception's own code does
        return RuntimeError(f"{type(error).__name__}: {error}")


def _end_with(parent: int) -> None:
    """A killed parent cannot end its children; they notice that they were adopted."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
