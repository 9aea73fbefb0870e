"""Facts about a figure that are asked for again and again while its sentences are made: worked out once."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from geometry.notation.syntax import Figure

T = TypeVar("T")


def per_figure(function: Callable[[Figure], T]) -> Callable[[Figure], T]:
    """The function, remembering its result for the figure it was last asked about.

    By identity: comparing or hashing a whole figure would cost as much as most of these facts. One entry is enough,
    since a figure's sentences are made in one go; it is replaced as a whole, so threads never see half of it.
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
