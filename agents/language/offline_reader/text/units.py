"""Units of length, area and volume in a statement, and the conversion of a figure to one unit.

A quantity is written `⟦number|unit|power⟧` until the whole statement is read. Units of capacity, mass and money are
unknown, so a statement that uses them is rejected.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.text.state import Parses, State, phrase, word
from geometry.answers.length_units import METRES, SPELLINGS

POWERS = {1: "length", 2: "area", 3: "volume"}
BARE = "*"
"""The unit of a number without one."""
_UNITS = SPELLINGS | {"unit": BARE, "units": BARE}
_MARKED = re.compile(r"⟦([^|⟦⟧]*)\|([^|]*)\|(\d)⟧")


class MixedUnits(ValueError):  # noqa: N818
    """Numbers with and without a unit in one figure: the bare ones have no known size."""


def marked(number: str, unit: str, power: int) -> str:
    """A quantity before the unit of the figure is known."""
    return f"⟦{number}|{unit}|{power}⟧"


def unit_name(state: State) -> Parses[str]:
    """The name of a unit of length."""
    token = state.token
    spelling = "" if token is None else token.text if len(token.text) <= 2 else token.word
    if spelling in _UNITS:
        yield _UNITS[spelling], state.moved()


def unit(state: State) -> Parses[tuple[str, int]]:
    """A unit with its power: `cm`, `square inches`, `m^3`."""
    for power, words in ((2, ("square", "sq")), (3, ("cubic",))):
        for after in word(state, *words):
            for name, end in unit_name(after):
                yield (name, power), end
    for name, after in unit_name(state):
        raised = [(power, end) for power in (2, 3) for end in phrase(after, f"^ ( {power} )")]
        yield from (((name, power), end) for power, end in raised or [(1, after)])


def one_unit(lines: tuple[str, ...], asked: str) -> tuple[tuple[str, ...], str]:
    """The lines with every quantity in one unit, and that unit: the one asked for, else the first one named."""
    units = list(dict.fromkeys(found.group(2) for line in lines for found in _MARKED.finditer(line)))
    if BARE in units and len(units) > 1:
        raise MixedUnits("numbers with and without a unit are mixed")
    target = asked or next((name for name in units if name != BARE), "")
    return tuple(_MARKED.sub(lambda found: _converted(found, target), line) for line in lines), target


def _converted(found: re.Match[str], target: str) -> str:
    number, name, power = found.groups()
    if name in (target, BARE) or target in ("", BARE):
        return number
    factor = (METRES[name] / METRES[target]) ** int(power)
    return f"({number})*{factor.numerator}/{factor.denominator}"


def past_of(state: State, power: int) -> Iterator[State]:
    """Past `of` behind a measure; a unit of its power may precede it: `the volume, in cubic inches, of`."""
    yield from word(state, "of")
    for opened in phrase(state, "in", ", in"):
        for (name, found), end in unit(opened):
            if found == power:
                for of in phrase(end, ", of", "of"):
                    yield replace(of, answer_unit=name)
