"""Time that a thread spends in line for a worker. It is no work, and a stage does not count it as its own."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class _Own(threading.local):
    seconds = 0.0


_own = _Own()


def waited() -> float:
    """Seconds this thread has stood in line so far."""
    return _own.seconds


@contextmanager
def in_line() -> Iterator[None]:
    """What happens inside is waiting."""
    started = time.perf_counter()
    try:
        yield
    finally:
        _own.seconds += time.perf_counter() - started
