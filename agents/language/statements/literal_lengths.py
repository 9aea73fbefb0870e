"""Lengths that a statement writes as an equation, such as `AB = BC = 2\\sqrt{3}`, compared with the solved figure.

A reading may assign a number to the wrong edge and still give the stated answer. These equations need no reading, so
they are compared directly with the coordinates. Only unambiguous ones are used: two labels, an equals sign and a number
that ends there; products (`AB = 2BC`), letters for numbers and statements that mix units are left to the reading.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from agents.language.statements.statement_account import mixes_units
from geometry.answers.answer_text import AnswerRefused, clean
from geometry.answers.bounded_eval import evaluate
from geometry.answers.length_units import UNIT_SYMBOLS
from geometry.checks import Check
from geometry.notation.labels import LABEL_PATTERN, normalise_label

HELD_RELATIVE = 1e-3
"""Looser than the kernel's tolerance: a figure may use 2*sqrt(3) for a stated 3.464; a wrong edge is off by more."""

_PAIR = rf"{LABEL_PATTERN}[ ~]?{LABEL_PATTERN}"
_EQUATION = re.compile(
    rf"(?<![A-Za-z0-9_'′^+*/|\\{{}}-])((?:{_PAIR}\s*=\s*)+)"
    r"((?:\d+(?:\.\d+)?|\\[dt]?frac|\\sqrt|√|[{}/]|\\pi|π)+)"
)
_PART_OF_MORE = re.compile(r"[-:：/+*·×=<>]\s*\$?\s*\Z|\\(?:cdot|times|div)\s*\Z")
"""Text before the first pair that makes it the last part of a ratio, sum or product."""
_ENDS = re.compile(
    r"(?:\s|~|\\[,; ])*"
    rf"(?:\$(?!\s*times)|[,.;)，。；、]|\\[)\]]|\Z|{UNIT_SYMBOLS}|[a-z]{{2,}}(?![A-Za-z]))"
)


@dataclass(frozen=True)
class WrittenLength:
    """One length as written in the statement."""

    ends: tuple[str, str]
    value: float


def written_lengths(texts: Sequence[str]) -> tuple[WrittenLength, ...]:
    """Every length that one of the texts writes as an equation with a number."""
    if mixes_units(" ".join(texts)):
        return ()
    return tuple(dict.fromkeys(length for text in texts for length in _in_text(text)))


def _in_text(text: str) -> Iterator[WrittenLength]:
    for found in _EQUATION.finditer(text):
        if _PART_OF_MORE.search(text[: found.start()]) or not _ENDS.match(text, found.end()):
            continue
        try:
            value = evaluate(clean(found[2])).value
        except AnswerRefused:
            continue
        for pair in re.findall(_PAIR, found[1]):
            first, second = (normalise_label(label) for label in re.findall(LABEL_PATTERN, pair))
            yield WrittenLength((first, second), float(value))


def check(texts: Sequence[str], coordinates: Mapping[str, Sequence[float]]) -> Check | None:
    """Whether the written lengths hold on the coordinates; None if none is written between known points."""
    known = [length for length in written_lengths(texts) if set(length.ends) <= set(coordinates)]
    if not known:
        return None
    gaps = [_gap(length, coordinates) for length in known]
    worst = int(np.argmax(gaps))
    held = gaps[worst] <= HELD_RELATIVE
    return Check(
        name="lengths written in the statement hold",
        status="passed" if held else "failed",
        measured=gaps[worst],
        tolerance=HELD_RELATIVE,
        sentence=f"{len(known)} of them were measured." if held else _sentence(known[worst], coordinates),
    )


def _gap(length: WrittenLength, coordinates: Mapping[str, Sequence[float]]) -> float:
    return abs(_measured(length, coordinates) - length.value) / max(abs(length.value), 1e-300)


def _measured(length: WrittenLength, coordinates: Mapping[str, Sequence[float]]) -> float:
    first, second = (np.asarray(coordinates[label], dtype=float) for label in length.ends)
    return float(np.linalg.norm(first - second))


def _sentence(length: WrittenLength, coordinates: Mapping[str, Sequence[float]]) -> str:
    name = "".join(length.ends)
    measured = _measured(length, coordinates)
    return f"the statement says {name} = {length.value:.6g}, but {name} is {measured:.6g} in the figure"
