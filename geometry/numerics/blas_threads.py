"""Limits BLAS to one thread while figures are solved.

The kernel's matrices are tiny: multi-threading costs up to a hundred times the arithmetic on a busy machine, and
makes the last bits of a result depend on the thread count.
"""

from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


def single_threaded() -> AbstractContextManager[object]:
    """A context in which BLAS uses one thread."""
    return _controller().limit(limits=1, user_api="blas")  # type: ignore[no-any-return]
