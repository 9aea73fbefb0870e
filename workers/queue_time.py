"""Time that a thread spends queued for a worker. It is not work, so it is not counted as time of a stage."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class _PerThread(threading.local):
    seconds = 0.0


_queued = _PerThread()


def queue_seconds() -> float:
    """Seconds that this thread has spent in queues so far."""
    return _queued.seconds


@contextmanager
def in_queue() -> Iterator[None]:
    """Count the time inside the context as time in a queue."""
    started = time.perf_counter()
    try:
        yield
    finally:
        _queued.seconds += time.perf_counter() - started
