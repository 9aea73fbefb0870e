"""The record of one machine check: what was checked, the measured deviation, its tolerance, the verdict in words."""

from typing import Literal

from geometry.record import Evidence

CheckStatus = Literal["passed", "failed", "not_judged"]


class Check(Evidence):
    """One piece of evidence about a figure or sample."""

    name: str
    """What was checked, such as the condition in canonical notation."""
    status: CheckStatus
    """The verdict; `not_judged` when the measurement could not be made."""
    measured: float
    """The measured deviation (relative, dimensionless); infinite when nothing could be measured."""
    tolerance: float
    """The largest deviation that passes."""
    sentence: str
    """The verdict in words, with the numbers that matter."""
