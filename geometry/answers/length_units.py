"""Units of length: their spellings and their length in metres."""

from fractions import Fraction

METRES = {
    "mm": Fraction(1, 1000),
    "cm": Fraction(1, 100),
    "dm": Fraction(1, 10),
    "m": Fraction(1),
    "km": Fraction(1000),
    "in": Fraction(254, 10000),
    "ft": Fraction(3048, 10000),
    "yd": Fraction(9144, 10000),
}
"""Length of a unit in metres, exact."""

_PREFIXES = {"mm": "milli", "cm": "centi", "dm": "deci", "m": "", "km": "kilo"}
SPELLINGS = {
    **{f"{prefix}met{end}": unit for unit, prefix in _PREFIXES.items() for end in ("re", "res", "er", "ers")},
    **{unit: unit for unit in METRES},
    "inch": "in",
    "inches": "in",
    "foot": "ft",
    "feet": "ft",
    "yard": "yd",
    "yards": "yd",
    "毫米": "mm",
    "厘米": "cm",
    "分米": "dm",
    "米": "m",
    "千米": "km",
}
"""Unit by spelling; abbreviations in lower case only."""

UNIT_SYMBOLS = r"(?:cm|mm|dm|km|m|units?)(?![A-Za-z])"
"""Regular expression for the symbol behind a number in mathematical text."""
