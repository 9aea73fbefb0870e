"""The record of a question's difficulty. Lightweight: does not import numpy."""

from typing import Literal, get_args

from geometry.record import Record

Band = Literal["trivial", "easy", "medium", "hard"]
BANDS: tuple[Band, ...] = get_args(Band)
"""From the easiest to the hardest."""


class Difficulty(Record):
    """What a question asks of whoever looks at the film."""

    steps: int
    """Things to construct, conditions to use, and operations of the target."""
    estimates: int
    """Points and measures of the object that have to be estimated."""
    visibility: float | None = None
    """The smallest share of the film's frames in which a named point is visible; none without a film."""
    band: Band
