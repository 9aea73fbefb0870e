"""The scale of a scene as a short decimal, so that the lengths a question states are short decimals too."""

import math
from collections.abc import Sequence
from fractions import Fraction

from geometry.record import Record

DIGITS = 3
"""Significant digits of a scale; every range of one percent contains such a number."""

SHORT_DIGITS = 3
"""Significant digits that are short enough in a question."""

WINDOW = 0.08
"""How far a scale may be from the one that was wanted, for the sake of shorter numbers."""

MOST_DIGITS = 9
"""Counted for a number whose decimals do not end."""


class StatedLength(Record):
    """A length, area or volume that a question states."""

    coefficient: Fraction
    """Its rational factor, in units of the statement: 2 for 2√3."""
    power: Fraction
    """The power of length it measures."""


def short_scale(wanted: float, bounds: tuple[float, float], stated: Sequence[StatedLength]) -> float:
    """The scale nearest to the wanted one within the bounds that gives the stated lengths few digits."""
    low, high = max(bounds[0], wanted * (1 - WINDOW)), min(bounds[1], wanted * (1 + WINDOW))

    def cost(scale: Fraction) -> tuple[int, float]:
        excess = sum(max(0, _digits(scale, each) - SHORT_DIGITS) for each in stated)
        return excess, abs(math.log(float(scale) / wanted))

    return float(min(_candidates(low, high), key=cost))


def _candidates(low: float, high: float) -> list[Fraction]:
    """Every number of so many digits between the two, which are at most a factor of 1.2 apart."""
    found = []
    for exponent in {math.floor(math.log10(bound)) for bound in (low, high)}:
        step = Fraction(10) ** (exponent - DIGITS + 1)
        most = min(math.floor(high / step), 10**DIGITS)
        found += [n * step for n in range(math.ceil(low / step), most + 1)]
    return found


def _digits(scale: Fraction, stated: StatedLength) -> int:
    """Significant digits of the stated length in metres."""
    if stated.power.denominator != 1:
        return MOST_DIGITS
    value = abs(stated.coefficient) * scale ** int(stated.power)
    for places in range(12):
        shifted = value * 10**places
        if shifted.denominator == 1:
            return len(str(shifted.numerator).strip("0"))
    return MOST_DIGITS
