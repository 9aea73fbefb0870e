"""Parsing a stated answer, LaTeX or plain, into one number with its dimension and unit.

`read_answer` cleans the text, removes labels and units, evaluates the rest exactly and reports its rounding
tolerance; `same_value` compares it with a measurement. The value keeps its written unit; only angles are
converted to radians and percentages to fractions. Raises AnswerRefused with a reason for empty text, words,
free letters, several values, ambiguous spellings, unknown units, sides of an equality that differ, infinite
or complex values, and anything too large to evaluate in bounded time.
"""

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from geometry.answers.answer_text import (
    DEGREE,
    NO_UNIT,
    PERCENT,
    AnswerRefused,
    Dimension,
    Reason,
    Side,
    Unit,
    check_number,
    clean,
    excerpt,
    refuse,
    split_sides,
)
from geometry.answers.bounded_eval import Kind, evaluate
from geometry.record import Evidence
from geometry.tolerances import SAME_TARGET_RELATIVE, SOLVED_RELATIVE

__all__ = ["AnswerRefused", "Dimension", "ReadAnswer", "Reason", "read_answer", "same_value"]

_DECIMAL = re.compile(
    r"[-+]?\s*[0-9]*(?:\.(?P<decimals>[0-9]+))?(?:\s*\*\s*10\s*\^\s*\{?\s*(?P<power>-?[0-9]+)\s*\}?)?"
)
_RATIO = Unit("", "ratio")
_ANGLE = Unit("", "angle")


class ReadAnswer(Evidence):
    """A stated answer read as one number."""

    source: str
    """The text as given."""
    exact: str
    """The value as an expression sympify can read, such as sqrt(3)/2; angles in radians."""
    value: float
    """The value as a float, in the written unit; angles in radians, percentages as fractions."""
    dimension: Dimension
    """The dimension that the spelling shows; "number" if no unit was written, so that it could be any."""
    unit: str
    """The canonical unit (cm, cm^2, degree, radian, %), empty if none was written."""
    rounding: float
    """Tolerance: half a unit of the last written place for decimals, percentages, approximations; 0.0 if exact."""


@dataclass(frozen=True)
class _Reading:
    """One side of the answer, evaluated."""

    exact: Any
    value: float
    unit: Unit
    rounding: float


@lru_cache(maxsize=4096)
def read_answer(text: str) -> ReadAnswer:
    """Parse a stated answer: the one number in it. Raises AnswerRefused if there is not exactly one."""
    line = clean(text)
    check_number(line)
    readings = [_read_side(side) for side in split_sides(line)]
    _check_agreement(readings)
    unit = _common_unit(readings)
    best = min(readings, key=lambda reading: reading.rounding)
    return ReadAnswer(
        source=text,
        exact=str(best.exact),
        value=best.value,
        dimension=unit.dimension,
        unit=unit.name,
        rounding=best.rounding,
    )


def same_value(read: ReadAnswer, measured: float, relative: float = SAME_TARGET_RELATIVE) -> bool:
    """Whether a measured number (angles in radians) equals the stated one, within its rounding if it is rounded.

    A stated 0 is matched by anything below `relative`, which assumes a figure size of about one.
    """
    if not math.isfinite(measured):
        return False
    scale = max(abs(read.value), abs(measured)) if read.value else 1.0
    return abs(read.value - measured) <= max(relative * scale, read.rounding * (1.0 + relative))


def _read_side(side: Side) -> _Reading:
    if not side.expression:
        refuse("no number", "A side of the equality or the number before a unit is missing", "write it out")
    halves = side.expression.split(":")
    if len(halves) > 2:
        refuse("several values", f"{excerpt(side.expression)} compares more than two values", "state one ratio")
    return _read_ratio(side, *halves) if len(halves) == 2 else _read_quantity(side)


def _read_ratio(side: Side, left: str, right: str) -> _Reading:
    if side.unit != NO_UNIT:
        refuse("not understood", f"A ratio has the unit {side.unit.name}", "drop the unit")
    above, below = evaluate(left), evaluate(right)
    if below.value == 0.0 or math.isinf(above.value / below.value):
        refuse("not finite", f"The ratio {excerpt(side.expression)} divides by zero", "state a finite ratio")
    return _Reading(above.exact / below.exact, above.value / below.value, _RATIO, 0.0)


def _read_quantity(side: Side) -> _Reading:
    unit = side.unit
    found = evaluate(side.expression, in_degrees=unit == DEGREE)
    if found.kind in (Kind.DEGREES, Kind.ANGLE):
        unit = _merged(DEGREE if found.kind is Kind.DEGREES else _ANGLE, unit)
    factor = math.pi / 180.0 if unit == DEGREE else 0.01 if unit == PERCENT else 1.0
    rounding = _rounding(side) * factor
    if unit == PERCENT:
        return _Reading(found.exact / 100, found.value / 100.0, unit, rounding)
    return _Reading(found.exact, found.value, unit, rounding)


def _rounding(side: Side) -> float:
    """Half a unit of the last written place, in the unit of the text; 0.0 for an exact expression.

    A whole number counts as rounded only as a percentage or after an approximation sign.
    """
    found = _DECIMAL.fullmatch(side.expression.removesuffix("°").strip())
    if found is None or (found["decimals"] is None and not (side.approximate or side.unit == PERCENT)):
        return 0.0
    return 0.5 * math.pow(10.0, int(found["power"] or 0) - len(found["decimals"] or ""))


def _check_agreement(readings: list[_Reading]) -> None:
    first = readings[0]
    for other in readings[1:]:
        slack = SOLVED_RELATIVE * max(abs(first.value), abs(other.value))
        if abs(first.value - other.value) > slack + first.rounding + other.rounding:
            found = f"The sides {first.value:.6g} and {other.value:.6g} of the equality differ"
            refuse("disagreeing sides", found, "state the final value alone")


def _common_unit(readings: list[_Reading]) -> Unit:
    unit = NO_UNIT
    for reading in readings:
        unit = _merged(unit, reading.unit)
    return unit


def _merged(a: Unit, b: Unit) -> Unit:
    """The more specific of two units of the same quantity; raises AnswerRefused if they contradict each other."""
    if b in (a, NO_UNIT) or (a.dimension == b.dimension and not b.name):
        return a
    if a == NO_UNIT or (a.dimension == b.dimension and not a.name):
        return b
    found = f"The units {a.name or a.dimension} and {b.name or b.dimension} contradict each other"
    return refuse("not understood", found, "state one unit")
