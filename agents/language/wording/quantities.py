"""Marked quantities of a text, such as `⟦length: 2\\sqrt{3}⟧`, restated in the scene's metres.

A mark names what the number measures: `length`, `area`, `volume`, or `length^n` for another power. The number is parsed
exactly, multiplied by the scale to that power, and written in closed form if that is short, else with enough digits
that parsing it again gives the value to RELATIVE. A mark that cannot be parsed raises QuantityError; it is never left
in a text.
"""

import math
import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy

from geometry.answers.length_units import UNIT_SYMBOLS
from geometry.answers.read_answer import AnswerRefused, read_answer
from geometry.pose.short_scale import StatedLength
from geometry.record import Record

RELATIVE = 1e-7
"""Relative error of a printed decimal. A volume scales with the cube of its lengths; answers are compared to 1e-6."""

SHORT_CHARS = 24
"""Longest closed form that is still easier to read than its decimal."""

_MARK = re.compile(r"⟦([^⟦⟧]*)⟧")
_CONTENT = re.compile(r"\s*(length|area|volume)(?:\s*\^\s*\(?\s*(-?\d+(?:/\d+)?)\s*\)?)?\s*:\s*(.+?)\s*", re.DOTALL)
_POWERS = {"length": 1, "area": 2, "volume": 3}
_PLAIN_UNITS = {Fraction(1): "m", Fraction(2): "m²", Fraction(3): "m³"}
_UNIT_AFTER = re.compile(
    r"(?P<close>\$?)(?:\\[,; ]|~|\s)*(?:\\(?:text|mathrm|rm)\s*\{\s*)?" + UNIT_SYMBOLS + r"(?:\s*\})?"
    r"(?:\s*\^\s*\{?[23]\}?|[²³])?"
)


class QuantityError(ValueError):
    """A mark that cannot be parsed; the message quotes it and shows the correct form."""


class Quantity(Record):
    """One marked quantity."""

    start: int
    end: int
    """The position of the mark in the text, end exclusive."""
    exact: str
    """The number as an expression sympify reads, in units of the statement."""
    value: float
    """The same as a float."""
    power: Fraction
    """Power of length it measures: 1, 2, 3 or another."""


def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Every marked quantity in order; raises QuantityError for a mark that cannot be parsed."""
    if len(re.findall("[⟦⟧]", text)) != 2 * len(_MARK.findall(text)):
        raise QuantityError("A bracket ⟦ or ⟧ stands alone; write each quantity as ⟦length: 2⟧, without nesting.")
    return tuple(_read(match) for match in _MARK.finditer(text))


def stated_lengths(text: str) -> tuple[StatedLength, ...]:
    """The lengths, areas and volumes of a text by their rational factors, each once."""
    found = dict.fromkeys((quantity.exact, quantity.power) for quantity in find_quantities(text))
    factors = [(sympy.sympify(exact).as_coeff_Mul()[0], power) for exact, power in found]
    return tuple(
        StatedLength(coefficient=Fraction(int(factor.p), int(factor.q)), power=power)
        for factor, power in factors
        if factor.is_Rational and factor
    )


def rescale(text: str, scale: float) -> str:
    """The text with every marked quantity in metres; `scale` is metres per unit of the statement."""
    pieces, place = [], 0
    for quantity in find_quantities(text):
        in_math = len(re.findall(r"(?<!\\)\$", text[: quantity.start])) % 2 == 1
        pieces += [text[place : quantity.start], stated(quantity, scale, in_math)]
        place = quantity.end
        unit = _UNIT_AFTER.match(text, place)
        if unit:
            # The statement's own unit no longer applies.
            pieces.append(unit["close"])
            place = unit.end()
    return "".join([*pieces, text[place:]])


def stated(quantity: Quantity, scale: float, in_math: bool) -> str:
    """The quantity in metres, with its unit, for use inside or outside a formula."""
    power = quantity.power
    number = _number(quantity.exact, quantity.value * scale ** float(power), scale, power)
    if in_math:
        unit = "\\mathrm{m}" if power == 1 else f"\\mathrm{{m}}^{{{power}}}"
        return f"{number}\\ {unit}"
    plain = number if re.fullmatch(r"[-0-9.]+", number) else f"${number}$"
    return f"{plain} {_PLAIN_UNITS.get(power, f'm^{power}')}"


def decimal(value: float, relative: float = RELATIVE) -> str:
    """The shortest decimal within `relative` of the value, without an exponent."""
    for digits in range(1, 18):
        short = f"{value:.{digits}g}"
        if abs(float(short) - value) <= relative * abs(value):
            break
    places = max(0, digits - 1 - math.floor(math.log10(abs(value)))) if value else 0
    text = f"{float(short):.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _read(match: re.Match[str]) -> Quantity:
    content = _CONTENT.fullmatch(match[1])
    if content is None:
        raise QuantityError(f"{match[0]} is not a quantity; write ⟦length: 2⟧, ⟦area: 2⟧ or ⟦volume: 2⟧.")
    try:
        answer = read_answer(content[3])
    except AnswerRefused as error:
        raise QuantityError(f"The number in {match[0]} cannot be read: {error}") from error
    if answer.unit or answer.dimension not in ("number", "ratio"):
        raise QuantityError(f"{match[0]} holds a unit; write the number alone.")
    power = Fraction(_POWERS[content[1]]) * Fraction(content[2] or 1)
    return Quantity(start=match.start(), end=match.end(), exact=answer.exact, value=answer.value, power=power)


@lru_cache(maxsize=512)
def _number(exact: str, value: float, scale: float, power: Fraction) -> str:
    short = decimal(value)
    if float(short) == value or abs(float(short) - value) <= 1e-14 * abs(value):
        return short
    factor = sympy.Rational(str(scale)) if len(str(scale)) <= 6 else None
    if factor is not None and power.denominator == 1:
        closed = _closed(sympy.sympify(exact) * factor ** int(power))
        if len(closed) <= SHORT_CHARS and _reads_as(closed, value):
            return closed
    return short


def _closed(value: Any) -> str:
    """A closed form in LaTeX, with a decimal factor before roots and π if that is exact: `0.37\\sqrt{34}`."""
    factor, rest = value.as_coeff_Mul()
    if factor.is_Rational and not factor.is_Integer and rest != 1:
        front = decimal(float(factor))
        if sympy.Rational(front) == factor and len(front) <= len(str(factor)):
            return f"{front}{sympy.latex(rest)}"
    return str(sympy.latex(value))


def _reads_as(text: str, value: float) -> bool:
    try:
        return abs(read_answer(text).value - value) <= 1e-12 * abs(value)
    except AnswerRefused:
        return False
