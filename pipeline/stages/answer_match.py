"""Whether a stated answer equals the measured value, allowing for the ways in which answers are stated.

A bare number may be in degrees, a percentage, or rounded as the statement asks; which of these is allowed follows from
the statement's own words. Rejects units of another dimension.
"""

import math
import re

from geometry.answers.length_units import METRES
from geometry.answers.read_answer import ReadAnswer, same_value
from geometry.notation.dimensions import TargetClass
from geometry.report.key_value import KeyValue
from geometry.tolerances import SAME_TARGET_RELATIVE, SOLVED_RELATIVE

_DEGREES = re.compile(r"degree|\^\s*\{?\\?circ|°", re.IGNORECASE)
_PERCENT = re.compile(r"percent|\\?%", re.IGNORECASE)
_NEAREST = re.compile(
    r"nearest\s+(whole|integer|unit|square|cubic|metre|meter|degree|centi|milli|inch|foot|feet)", re.IGNORECASE
)
_APPROXIMATE = re.compile(r"approximat", re.IGNORECASE)
APPROXIMATE_RELATIVE = 0.01
"""How far a whole number may be off if a statement only says "approximately", not to which place."""
CUT_OFF_RELATIVE = 1e-3
"""Coarsest last place of a decimal that may be truncated instead of rounded."""
POWERS: dict[TargetClass, int] = {"length": 1, "area": 2, "volume": 3}


def agrees(stated: ReadAnswer, value: float, kind: TargetClass, statement: str, unit: str = "") -> bool:
    """Whether `value`, measured on a figure whose numbers are in `unit`, is the stated answer."""
    # A percentage or a proportion is not a length, whatever its value.
    if stated.dimension not in ("number", kind, "ratio" if kind == "other" else kind):
        return False
    if kind == "angle" and stated.dimension != "angle":
        return _bare_angle(stated, value, statement)
    factor = _unit_factor(stated.unit, unit, kind)
    candidates = [stated.model_copy(update={"value": stated.value * factor, "rounding": stated.rounding * factor})]
    if kind == "ratio" and stated.dimension == "number" and _PERCENT.search(statement):
        candidates.append(stated.model_copy(update={"value": stated.value / 100, "rounding": stated.rounding / 100}))
    if stated.value == round(stated.value):
        slack = _whole_number_slack(stated.value, statement) * factor
        candidates = [c.model_copy(update={"rounding": max(c.rounding, slack)}) for c in candidates]
    return any(same_value(candidate, value) or _is_cut_off(candidate, value) for candidate in candidates)


def states_key(stated: ReadAnswer, key: KeyValue) -> bool:
    """Whether the stated answer is the value of a figure's key; no rounding but that of its own digits is allowed."""
    # 1 in a million would let one sum of letters pass for another.
    relative = SOLVED_RELATIVE if key.is_exact else SAME_TARGET_RELATIVE
    return stated.dimension not in ("angle", "ratio") and same_value(stated, key.value, relative)


def _whole_number_slack(value: float, statement: str) -> float:
    """How far the measured value may be from a whole number, by the statement's own words."""
    if _NEAREST.search(statement):
        return 0.5
    return min(0.5, APPROXIMATE_RELATIVE * abs(value)) if _APPROXIMATE.search(statement) else 0.0


def _is_cut_off(stated: ReadAnswer, value: float) -> bool:
    """Whether the stated decimal is the value truncated instead of rounded: common, and safe with many digits left."""
    place = 2 * stated.rounding
    fine = 0 < place <= CUT_OFF_RELATIVE * abs(stated.value)
    return fine and stated.value * value > 0 and 0 <= abs(value) - abs(stated.value) < place


def _bare_angle(stated: ReadAnswer, value: float, statement: str) -> bool:
    if "pi" in stated.exact:
        return same_value(stated, value)
    in_degrees = stated.model_copy(
        update={"value": math.radians(stated.value), "rounding": math.radians(stated.rounding)}
    )
    # A number such as 45 can only mean degrees; 0.62 without mention of degrees does not.
    plausible = _DEGREES.search(statement) is not None or stated.value > math.pi
    return plausible and same_value(in_degrees, value)


def _unit_factor(stated: str, figure: str, kind: TargetClass) -> float:
    """The factor from the stated unit to the figure's unit."""
    power = POWERS.get(kind, 0)
    base = stated.partition("^")[0]
    if not power or base not in METRES or figure not in METRES:
        return 1.0
    return float((METRES[base] / METRES[figure]) ** power)
