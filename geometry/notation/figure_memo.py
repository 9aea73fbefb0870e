"""Memoization of facts about a figure that are needed repeatedly while its sentences are generated."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from geometry.notation.syntax import Figure

T = TypeVar("T")


def figure_memo(function: Callable[[Figure], T]) -> Callable[[Figure], T]:
    """Decorator: memoizes the result for the last figure.

    By identity: comparing or hashing a whole figure would cost as much as most of these facts. One entry is enough,
    since a figure's sentences are generated together; it is replaced in one step, so threads never see a partial entry.
    """
    last: list[tuple[Figure, T]] = []

    @wraps(function)
    def remembered(figure: Figure) -> T:
        for known, result in last:
            if known is figure:
                return result
        result = function(figure)
        last[:] = [(figure, result)]
        return result

    return remembered
