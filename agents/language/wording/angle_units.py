"""Angles of a text in radians instead of degrees: `60^\\circ` becomes `\\frac{\\pi}{3}`."""

import re
from fractions import Fraction

_DEGREES = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s*(?:°|\^\{?\\circ\}?)")
_FORMULA = re.compile(r"\$[^$]*\$|[^$]+|\$")


def in_radians(text: str) -> str:
    """The text with every angle in degrees restated in radians, inside and outside formulas."""
    return "".join(_restated(piece) for piece in _FORMULA.findall(text))


def _restated(piece: str) -> str:
    mark = "" if piece.startswith("$") else "$"
    return _DEGREES.sub(lambda found: _multiple_of_pi(Fraction(found[1]), mark), piece)


def _multiple_of_pi(degrees: Fraction, mark: str) -> str:
    share = degrees / 180
    if not share:
        return "0"
    over = "\\pi" if share.numerator == 1 else f"{share.numerator}\\pi"
    body = over if share.denominator == 1 else f"\\frac{{{over}}}{{{share.denominator}}}"
    return f"{mark}{body}{mark}"
