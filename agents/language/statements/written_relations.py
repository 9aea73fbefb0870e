"""Relations that a statement writes out in symbols, as conditions of the notation.

`AB \\perp` plane `BCD`, `AC \\parallel BD`, `\\angle ABC = 60^\\circ`, `AB = AC`, `AE : EB = 1 : 2`, "M is the midpoint
of AB": they need no reading, so they can be measured on a solved figure whatever a model made of them. Only unambiguous
ones are taken; words between two labels that are not in the short list below end a relation.
"""

import re
from collections.abc import Iterator

from agents.language.statements.statement_account import asides
from geometry.notation.labels import LABEL_PATTERN, split_labels

_RUN = rf"{LABEL_PATTERN}(?:{LABEL_PATTERN})+"
_OPERAND = rf"(?:(?:the )?(?:planes?|faces?|base|edges?|lines?|segments?|sides?) )?(?:{_RUN})"
_NUMBER = r"\d+(?:\.\d+)?"
_NOT_BEFORE = r"(?<![A-Za-z0-9'+*/=<>:|^-])(?<![+*/=<>:|^-] )"
_NOT_AFTER = r"(?![A-Za-z0-9'^*/|-])(?! ?[+*/^:-])"
_PERP = re.compile(rf"{_NOT_BEFORE}({_OPERAND})(?: is| are)? ?(?:⊥|perpendicular to) ?({_OPERAND}){_NOT_AFTER}")
_PARALLEL = re.compile(rf"{_NOT_BEFORE}({_OPERAND})(?: is| are)? ?(?:∥|parallel to) ?({_OPERAND}){_NOT_AFTER}")
_ANGLE = re.compile(rf"(?:∠ ?|\bangle )({_RUN})(?: ?= ?| is | equals )({_NUMBER}) ?°")
_RIGHT = re.compile(rf"(?:∠ ?|\bangle )({_RUN}) (?:is|be) a right angle")
_EQUAL = re.compile(rf"{_NOT_BEFORE}({_RUN}) ?= ?({_RUN})(?= ?(?:[,.;)=]|$| and\b| [a-z]{{2,}}))")
_RATIO = re.compile(rf"{_NOT_BEFORE}({_RUN}) ?: ?({_RUN}) ?= ?({_NUMBER}) ?: ?({_NUMBER})(?! ?[:\d.])")
_MIDPOINT = re.compile(
    rf"\b({LABEL_PATTERN})(?: is| be|,)? the mid-?point of "
    rf"(?:(?:the )?(?:edge|side|segment|line|diagonal) )*({_RUN}){_NOT_AFTER}"
)
_SYMBOLS: tuple[tuple[str, str], ...] = (
    (r"\\perp\b|⟂", "⊥"),
    (r"\\parallel\b|//", "∥"),
    (r"\\angle\b", "∠"),
    (r"\^\s*\{?\s*\\circ\s*\}?|\\degree\b|\s*degrees\b", "°"),
    (r"\\overline\b|\\(?:text|mathrm|rm|bf)\b|\\[,;!\s]|~|\\left|\\right", " "),
    (r"\^\s*\{?\s*\\prime\s*\}?|′|’", "'"),
    (r"_\s*\{\s*(\d+)\s*\}|_\s*(\d+)", r"\1\2"),
    (r"[${}]", ""),
    (r"\s+", " "),
)


def written_relations(statement: str) -> tuple[tuple[str, str], ...]:
    """Each relation as written, and as a condition of the notation, in order."""
    text = statement
    for start, end in sorted(asides(statement), reverse=True):
        text = text[:start] + " ; " + text[end:]
    return tuple(dict.fromkeys(_found(plain_text(text))))


def _found(text: str) -> Iterator[tuple[str, str]]:
    for name, pattern in (("perp", _PERP), ("parallel", _PARALLEL)):
        for found in pattern.finditer(text):
            first, second = _object(found[1]), _object(found[2])
            if first and second:
                yield found[0], f"{name}({first}, {second})"
    for found in _ANGLE.finditer(text):
        if len(labels := split_labels(found[1])) == 3:
            yield found[0], f"angle({', '.join(labels)}) = {found[2]}°"
    for found in _RIGHT.finditer(text):
        if len(labels := split_labels(found[1])) == 3:
            yield found[0], f"right_angle({', '.join(labels)})"
    for found in _EQUAL.finditer(text):
        if len(split_labels(found[1])) == 2 == len(split_labels(found[2])):
            yield found[0], f"{''.join(split_labels(found[1]))} = {''.join(split_labels(found[2]))}"
    for found in _RATIO.finditer(text):
        if len(split_labels(found[1])) == 2 == len(split_labels(found[2])):
            first, second = ("".join(split_labels(found[k])) for k in (1, 2))
            yield found[0], f"{first} / {second} = {found[3]} / {found[4]}"
    for found in _MIDPOINT.finditer(text):
        if len(ends := split_labels(found[2])) == 2:
            middle = split_labels(found[1])[0]
            yield found[0], f"vector({ends[0]}, {middle}) = vector({middle}, {ends[1]})"


def _object(operand: str) -> str:
    """A line or a plane by its labels; empty for three labels that are not called a plane."""
    words, _, run = operand.rpartition(" ")
    labels = split_labels(run)
    if len(labels) == 2:
        return f"line({', '.join(labels)})"
    # Three letters without a word may also be an angle or a triangle's name; their plane is meant either way.
    return f"plane({', '.join(labels[:3])})" if len(labels) >= 3 else words and ""


def plain_text(text: str) -> str:
    """The text with one spelling for each symbol, and labels of a formula joined."""
    for pattern, symbol in _SYMBOLS:
        text = re.sub(pattern, symbol, text)
    # `A B` inside a formula is AB; in prose two single capitals beside each other do not occur.
    return re.sub(rf"(?<![A-Za-z])({LABEL_PATTERN}) (?={LABEL_PATTERN}(?![a-z]))", r"\1", text)
