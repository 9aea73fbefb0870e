"""How objects and questions are presented: the size of a solid in the scene, its markers, the unit of angles."""

import hashlib
import math
import re
from random import Random
from typing import Literal

from geometry.pose.fit import LONGEST_M, SHORTEST_M
from geometry.pose.fitted import SolidSize
from geometry.record import Record

MarkerChoice = Literal["needed", "all"]
AngleUnit = Literal["degrees", "radians"]

_SIZE = re.compile(r"\s*(\d*\.?\d+)(?:\s*-\s*(\d*\.?\d+))?\s*")


class PresentationError(ValueError):
    """An option that cannot be used; the message names the valid values."""


class Presentation(Record):
    """Options of a run besides the film's own."""

    size_m: tuple[float, float] = (SHORTEST_M, LONGEST_M)
    """Range of the longest extent of the solids; each problem draws its own."""
    markers: MarkerChoice = "needed"
    """Whether only the points that the question names have a marker, or all vertices."""
    angles: AngleUnit = "degrees"
    """The unit of angles in questions and answers."""


def size_range(text: str) -> tuple[float, float]:
    """The range of `1.5` or `0.8-1.2`, in metres."""
    found = _SIZE.fullmatch(text)
    if found is not None:
        low = float(found[1])
        high = float(found[2] or low)
        if SHORTEST_M <= low <= high <= LONGEST_M:
            return low, high
    raise PresentationError(
        f"{text!r} is not a size. Remedy: the longest extent in metres such as 1.5, or a range such as 0.8-1.2,"
        f" within {SHORTEST_M:g} and {LONGEST_M:g}"
    )


def problem_seed(seed: int, problem: str) -> int:
    """The seed of one problem's pose, size and film: the same in every run and shard."""
    return int(hashlib.sha256(f"{seed}:{problem}".encode()).hexdigest()[:8], 16)


def drawn_size(size_m: tuple[float, float], seed: int) -> SolidSize:
    """A size within the range; every ratio of sizes is equally likely, so that no guess is right often."""
    low, high = size_m
    longest = math.exp(Random(f"{seed}:size").uniform(math.log(low), math.log(high)))
    return SolidSize(longest_m=min(max(longest, low), high), least_m=low, most_m=high)
