"""Numbers for leak detection, compared by value: those in a question, and the primary or auxiliary ones of a figure.

Numbers in a text are parsed as LaTeX or plain: `0.75 m`, `2\\sqrt{3}`, `\\frac{1}{3}`, `2 : 3`, `60^{\\circ}`. Indices,
exponents and the sentence about the balls are ignored. An expression that cannot be parsed is parsed in pieces.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from agents.language.leaks.shape_words import without_units
from agents.language.wording.measures import ACUTE, OBTUSE
from agents.language.wording.naming import Naming, naming
from agents.language.wording.symbols import (
    factor_powers,
    is_angle_number,
    is_stated,
    power,
    relation_power,
    stated_value,
)
from geometry.answers.length_units import UNIT_SYMBOLS
from geometry.answers.read_answer import AnswerRefused, read_answer
from geometry.notation import syntax as s
from geometry.notation.condition_roles import ConditionRole, condition_role, needed_declarations
from geometry.notation.spatial import is_spatial

SAME_RELATIVE = 1e-6
"""Relative tolerance for equal numbers, the same as for answers."""

ROUNDED_RELATIVE = 1e-3
"""Relative tolerance for leaks: a primary number rounded to three digits is still a leak."""


@dataclass(frozen=True)
class FigureNumber:
    """A number of the figure: value in the statement's units (angles in radians) and power of length."""

    value: float
    power: Fraction
    is_angle: bool
    where: s.Expr

    def scaled(self, scale: float) -> float:
        return float(self.value * scale ** float(self.power))


@dataclass(frozen=True)
class TextNumber:
    """A number of a text: its value (degrees in radians) and its words."""

    value: float
    words: str
    is_angle: bool
    is_measure: bool
    """Whether it has a unit or is stated as the value of a measure."""
    has_unit: bool
    """Whether a unit of length follows, or degrees."""


_BRACES = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_FRACTION, _ROOT = rf"\\[dt]?frac\s*(?:{_BRACES}\s*{_BRACES}|\d\d)", rf"\\sqrt\s*(?:\[\d+\])?\s*(?:{_BRACES}|\d)"
_ATOM = rf"(?:{_FRACTION}|{_ROOT}|√\d+|\\pi\b|π|\d+(?:\.\d+)?)"
_RUN = re.compile(rf"{_ATOM}(?:\s*(?:\\cdot|\\times|[*/:×])?\s*{_ATOM})*")
_HIDDEN = re.compile(
    rf"P_\{{[a-z ]+\}}|(?<=[A-Z])(?:_\{{\d+\}}|_\d+|[₀-₉]+)|\b[A-Z]\d+\b|(?<!\\)\^\{{?-?\d+\}}?(?!\s*\\circ)"
    rf"|{re.escape(ACUTE)}|{re.escape(OBTUSE)}"
)
_LENGTH_UNIT = re.compile(
    r"(?:\\[ ,;]|~|\s|\$)*(?:\\(?:mathrm|text)\s*\{\s*)?(?:" + UNIT_SYMBOLS + r"|met(?:re|er)s?(?![A-Za-z]))"
)
_DEGREES = re.compile(r"\s*(?:\^\s*\{?\s*\\circ\s*\}?|°|\\degree|\s?degrees?\b)")
_MEASURE_BEFORE = re.compile(
    r"(?:=|\b(?:is|are|equals?|to|of|length|radius|height|edges?|sides?|area|volume|angle|diameter|distance))"
    r"\s*\$?\s*$"
)
_WORD_NUMBERS = {
    word: float(number)
    for number, words in {
        0.5: "half one-half midpoint middle", 2: "two twice double", 3: "three thrice triple", 4: "four", 5: "five",
        6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 12: "twelve", 1 / 3: "third one-third",
        2 / 3: "two-thirds", 0.25: "quarter one-quarter", 0.75: "three-quarters",
    }.items()
    for word in words.split()
}  # fmt: skip
_WORD = re.compile(r"[A-Za-z]+(?:-[a-z]+)?")
_UNIT_WORD = re.compile(r"\s+(?:met(?:re|er)s?|units?|cm|m|centimet(?:re|er)s?|degrees?)\b")


def written_numbers(text: str) -> tuple[TextNumber, ...]:
    """Every number written in digits, and number words with a unit."""
    plain = _HIDDEN.sub(lambda found: " " * len(found[0]), without_units(text))
    found = [number for match in _RUN.finditer(plain) for number in _readings(match, plain)]
    for match in _WORD.finditer(plain):
        if match[0].lower() in _WORD_NUMBERS and (unit := _UNIT_WORD.match(plain, match.end())):
            turn = math.pi / 180 if "degree" in unit[0] else 1.0
            found.append(TextNumber(_WORD_NUMBERS[match[0].lower()] * turn, match[0], turn != 1.0, True, True))
    return tuple(found)


def word_numbers(text: str) -> frozenset[float]:
    """Values of all number words in a text, such as `twice` or `third`."""
    return frozenset(_WORD_NUMBERS[w.lower()] for w in _WORD.findall(text) if w.lower() in _WORD_NUMBERS)


def _readings(match: re.Match[str], plain: str) -> Iterator[TextNumber]:
    degrees = _DEGREES.match(plain, match.end())
    unit = bool(degrees or _LENGTH_UNIT.match(plain, match.end()))
    ratio = ":" in match[0]
    measure = unit or (not ratio and bool(_MEASURE_BEFORE.search(plain[: match.start()])))
    turn = math.pi / 180 if degrees else 1.0
    pieces = [match[0], *match[0].split(":")] if ratio else [match[0]]
    values = [value for piece in pieces if (value := _value(piece)) is not None]
    if not values:
        values = [float(x) for x in re.findall(r"\d+(?:\.\d+)?", match[0])]
    for value in dict.fromkeys(values):
        yield TextNumber(value * turn, match[0].strip(), bool(degrees), measure, unit)


def _value(piece: str) -> float | None:
    try:
        return read_answer(piece).value
    except AnswerRefused:
        return None


def figure_numbers(figure: s.Figure, role: ConditionRole) -> tuple[FigureNumber, ...]:
    """The numbers in the conditions of this role; the auxiliary ones include those of constructions."""
    words = naming(figure, as_object=True)
    found: list[FigureNumber] = []
    for condition in figure.givens:
        if condition_role(figure, condition) == role:
            found += _in_condition(condition, words)
    if role == "auxiliary":
        for item in needed_declarations(figure):
            for definition in getattr(item, "definition", ()):
                found += _in_thing(definition, words)
    return tuple(found)


def target_numbers(figure: s.Figure) -> tuple[FigureNumber, ...]:
    """The numbers in the target."""
    words = naming(figure, as_object=True)
    return tuple(_in_quantity(figure.target, power(figure.target, words) or Fraction(0), words))


def _in_condition(condition: s.Condition, words: Naming) -> Iterator[FigureNumber]:
    match condition:
        case s.Call("edges", (_, *lengths)):
            for length in lengths:
                yield from _in_quantity(length, Fraction(1), words)
            return
        case s.Call("integer", (quantity,)):
            exponent = power(quantity, words) or Fraction(0)
            if exponent:
                # A whole length is told as a multiple of the statement's unit.
                yield FigureNumber(1.0, exponent, False, s.Number("1"))
            yield from _in_quantity(quantity, exponent, words)
            return
        case s.Call():
            yield from _in_thing(condition, words)
            return
    sides = (condition.left, condition.right)
    if any(is_spatial(side) for side in sides):
        yield from (number for side in sides for number in _in_thing(side, words))
        return
    exponent = relation_power(*sides, words)
    for side in sides:
        yield from _in_quantity(side, exponent, words)


def _in_quantity(expr: s.Expr, exponent: Fraction, words: Naming) -> Iterator[FigureNumber]:
    if is_stated(expr, words):
        angle = is_angle_number(expr)
        yield FigureNumber(float(stated_value(expr, words)), Fraction(0) if angle else exponent, angle, expr)
        return
    match expr:
        case s.Op("+" | "-", left, right):
            yield from _in_quantity(left, exponent, words)
            yield from _in_quantity(right, exponent, words)
        case s.Op("*" | "/" as op, left, right):
            for side, own in zip((left, right), factor_powers(op, left, right, exponent, words), strict=True):
                yield from _in_quantity(side, own, words)
        case s.Op("^", left, _):
            yield from _in_quantity(left, power(left, words) or Fraction(0), words)
        case s.Neg(operand):
            yield from _in_quantity(operand, exponent, words)
        case _:
            yield from _in_thing(expr, words)


def _in_thing(expr: s.Expr | s.Condition, words: Naming) -> Iterator[FigureNumber]:
    match expr:
        case s.Triple(x, y, z):
            for part in (x, y, z):
                yield from _in_quantity(part, Fraction(1), words)
        case s.Call(_, args):
            for arg in args:
                yield from _in_quantity(arg, Fraction(0), words) if is_stated(arg, words) else _in_thing(arg, words)
        case s.Op(_, left, right):
            for side in (left, right):
                yield from _in_quantity(side, Fraction(0), words) if is_stated(side, words) else _in_thing(side, words)
        case s.Neg(operand):
            yield from _in_thing(operand, words)
        case _:
            return


def same(a: float, b: float, relative: float = SAME_RELATIVE) -> bool:
    return abs(a - b) <= relative * max(abs(a), abs(b))
