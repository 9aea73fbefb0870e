"""Units of length, area and volume: how they are spelled and how they convert.

A quantity stands in a line as `⟦number|unit|power⟧` until the whole statement is read; then all of them are written in
one unit. Units of capacity, mass and money are unknown here on purpose: a statement that uses them is refused.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from agents.language.offline_reader.text.state import Parses, State, phrase, sign, word

POWERS = {1: "length", 2: "area", 3: "volume"}
BARE = "*"
"""The unit of a number that stands without one."""

_SPELLINGS = {
    "mm": "mm millimeter millimeters millimetre millimetres",
    "cm": "cm centimeter centimeters centimetre centimetres cms",
    "dm": "dm decimeter decimeters decimetre decimetres",
    "m": "m meter meters metre metres",
    "km": "km kilometer kilometers kilometre kilometres",
    "in": "inch inches in",
    "ft": "ft foot feet",
    "yd": "yd yard yards",
    BARE: "unit units",
}
_UNIT_OF = {spelling: unit for unit, text in _SPELLINGS.items() for spelling in text.split()}
_METRES = {
    "mm": Fraction(1, 1000),
    "cm": Fraction(1, 100),
    "dm": Fraction(1, 10),
    "m": Fraction(1),
    "km": Fraction(1000),
    "in": Fraction(254, 10000),
    "ft": Fraction(3048, 10000),
    "yd": Fraction(9144, 10000),
}
_MARKED = re.compile(r"⟦([^|⟦⟧]*)\|([^|]*)\|(\d)⟧")


class MixedUnits(ValueError):  # noqa: N818
    """Numbers with and without a unit stand side by side, so nobody knows what the bare ones mean."""


def marked(number: str, unit: str, power: int) -> str:
    """A quantity as it stands in a line until the unit of the figure is known."""
    return f"⟦{number}|{unit}|{power}⟧"


def unit_name(state: State) -> Parses[str]:
    """The name of a unit of length."""
    token = state.token
    if token is not None and token.text in ("mm", "cm", "dm", "m", "km", "ft", "yd", "in"):
        yield token.text, state.moved()
    elif token is not None and len(token.word) > 2 and token.word in _UNIT_OF:
        yield _UNIT_OF[token.word], state.moved()


def unit(state: State) -> Parses[tuple[str, int]]:
    """A unit with its power: `cm`, `square inches`, `m^3`, `(mm)^2`."""
    for power, words in ((2, ("square", "sq")), (3, ("cubic", "cu"))):
        for after in word(state, *words):
            for name, end in unit_name(after):
                yield (name, power), end
    for name, after in _bracketed(state):
        raised = False
        for power, end in _exponent(after):
            raised = True
            yield (name, power), end
        if not raised:
            yield (name, 1), after


def _bracketed(state: State) -> Parses[str]:
    yield from unit_name(state)
    for inside in sign(state, "("):
        for name, after in unit_name(inside):
            for end in sign(after, ")"):
                yield name, end


def _exponent(state: State) -> Parses[int]:
    for power, digit, spelled in ((2, "2", "squared"), (3, "3", "cubed")):
        for end in phrase(state, f"^ ( {digit} )", f"^ {digit}", spelled):
            yield power, end


def units_in(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The different units of these lines, in the order they first appear."""
    return tuple(dict.fromkeys(found.group(2) for line in lines for found in _MARKED.finditer(line)))


def one_unit(lines: tuple[str, ...], asked: str) -> tuple[tuple[str, ...], str]:
    """The lines with every quantity in one unit, and that unit; the one asked for if there is one."""
    units = units_in(lines)
    if BARE in units and len(units) > 1:
        raise MixedUnits("numbers with and without a unit are mixed")
    named = [name for name in units if name != BARE]
    target = asked or (named[0] if named else "")
    return tuple(_MARKED.sub(lambda found: _converted(found, target), line) for line in lines), target


def _converted(found: re.Match[str], target: str) -> str:
    number, name, power = found.groups()
    if name in (target, BARE) or target in ("", BARE):
        return number
    factor = (_METRES[name] / _METRES[target]) ** int(power)
    return f"({number})*{factor.numerator}/{factor.denominator}" if factor != 1 else number


def past_of(state: State, power: int) -> Iterator[State]:
    """Past `of` behind a measure; a unit of its power may stand before it: `the volume, in cubic inches, of`."""
    yield from word(state, "of", "for")
    for opened in phrase(state, "in", ", in"):
        for (name, found), end in unit(opened):
            if found == power:
                for of in phrase(end, ", of", "of"):
                    yield replace(of, answer_unit=name)
