"""Tokenizer for labels and numbers in a statement: plain or LaTeX English, or Chinese. No interpretation.

A label is a capital letter with its index and primes (`A_{1}`, `P'`), alone or in a run such as `ABCD-A_1B_1C_1D_1`;
the article "A", the pronoun "I" and capitals inside words or LaTeX commands are not labels. A number is a numeral
that is neither the index of a label nor the exponent of a unit.
"""

import re
from collections import Counter
from fractions import Fraction

from geometry.notation.labels import LABEL_PATTERN, normalise_label
from geometry.record import Record


class Token(Record):
    """One label or numeral and its position."""

    text: str
    """The label in canonical spelling, or the numeral without thousands separators."""
    start: int
    end: int


# Blanked before the search for labels, so that commands and upright text do not count; math inside is kept.
_COMMAND = re.compile(r"\\(?:prime)(?![A-Za-z])|\\[A-Za-z]+")
# A script letter names a plane, a curve or a set, never a point.
_SCRIPT = re.compile(r"\\math(?:cal|scr|frak)\s*(?:\{\s*[A-Z]\s*\}|[A-Z](?![A-Za-z]))")
_UPRIGHT = re.compile(r"\\(?:text|mathrm|textrm|mbox|operatorname)\s*\{([^{}]*)\}")
_RUN = re.compile(rf"(?<![A-Za-z\\])(?:{LABEL_PATTERN}[ \t]?)+(?![a-z])")
_LABEL = re.compile(LABEL_PATTERN)
_ANY_INDEX = re.compile(r"_\s*\{?\s*[a-z](?![a-z])")
"""`P_i` stands for several points that are named elsewhere."""
_INITIALS = re.compile(r"(?<![A-Za-z$])(?:[A-Z]\.){2,}")
"""A person's initials."""
_LETTER_ALONE = re.compile(r"[AI]")
_ARTICLE_BEFORE = re.compile(r"[ \t\n]+[a-z]{2}")
# Verbs and conjunctions that follow the point A, not the article: "A lies on ...", "A and B".
_AFTER_A_POINT = re.compile(r"[ \t\n]+(?:and|or|is|are|be|to|lies?|on|in|at|of|with|from|has|as|such|onto|for|about)\b")
# TeX parses \frac12 as one half.
_NUMERAL = re.compile(
    r"(?<=frac)\d(?=\d)|(?<=frac\d)\d|(?<![\d.])(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|(?<![\d.])\.\d+"
)
NUMBER_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
NUMBER_WORDS |= {"eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20}
HALF = r"(?<!\bin )(?<!\beach )(?<!\beither )(?<!\bother )half"
"""A half as a number; what is cut in half has a plane, and each half is a thing."""
_MEASURE_IN_WORDS = re.compile(
    rf"\b(?:(?P<measure>{'|'.join(NUMBER_WORDS)})(?=[- ](?:inch|f(?:ee|oo)t|cent|met|milli|units?\b|yard|cm|mm|times))"
    rf"|(?P<two>twice|double[ds]?|{HALF}(?![- ](?:plane|space|sphere|line))|halved)"
    r"|(?P<three>thrice|triple[ds]?|(?<=one[- ])third)|(?P<four>quadrupled?|(?<=one[- ])(?:quarter|fourth)))\b",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"\\(?:textbf|mathrm|text|textrm)\s*\{\s*\(?[A-H]\)?\s*\}|(?:^|(?<=[\s~}])|(?<=\\ ))\(\s*[A-H]\s*\)|^[A-H][.)]\s",
    re.MULTILINE,
)
_INDEX = re.compile(r"_\s*(?:\{[^{}]*\}|\d+)")
_UNIT_POWER = re.compile(
    r"(?<![A-Za-z])(?:mm|cm|dm|km|m|in|ft|yd|units?|inch(?:es)?|feet|foot|met(?:er|re)s?|米)\.?[})]?\s*"
    r"(?:\$?\s*\^\s*\{?\s*[23]\s*\}?|[23](?![\d.])|²|³)"
)
_DIMENSIONS = re.compile(r"\b[23]-?(?:D\b|dimension)")


def named_labels(statement: str) -> frozenset[str]:
    """The labels of a statement without the letters of its answer choices."""
    return frozenset(token.text for token in labels_in(_CHOICE.sub(" ", statement)))


def labels_in(text: str) -> tuple[Token, ...]:
    """Every mention of a label, in order."""
    masked = _INITIALS.sub(_blank, _SCRIPT.sub(_blank, text))
    masked = _COMMAND.sub(_blank_unless_prime, _UPRIGHT.sub(_blank_words, masked))
    found = []
    for run in _RUN.finditer(masked):
        if _LETTER_ALONE.fullmatch(run[0].strip()) and _is_word(masked, run.end(), run[0]):
            continue
        for label in _LABEL.finditer(masked, run.start(), run.end()):
            if _ANY_INDEX.match(masked, label.end()):
                continue
            found.append(Token(text=normalise_label(label[0]), start=label.start(), end=label.end()))
    return tuple(found)


def numbers_in(text: str) -> tuple[Token, ...]:
    """Every numeral that is not part of a label, index or unit, in order."""
    masked = list(text)
    for pattern in (_INDEX, _UNIT_POWER, _DIMENSIONS):
        for found in pattern.finditer(text):
            masked[found.start() : found.end()] = " " * len(found[0])
    for label in labels_in(text):
        masked[label.start : label.end] = " " * (label.end - label.start)
    numerals = _NUMERAL.finditer("".join(masked))
    return tuple(Token(text=n[0].replace(",", ""), start=n.start(), end=n.end()) for n in numerals)


def measures_in_words(text: str) -> tuple[tuple[Token, int], ...]:
    """Number words with a unit or for a multiple, such as "six inches" or "twice"; counts are left out."""
    found = []
    for match in _MEASURE_IN_WORDS.finditer(text):
        token = Token(text=match[0], start=match.start(), end=match.end())
        found.append((token, NUMBER_WORDS[(match["measure"] or match.lastgroup or "").lower()]))
    return tuple(found)


def values_of(tokens: tuple[Token, ...]) -> Counter[Fraction]:
    """Numerals counted by value: 0.50 is 0.5."""
    return Counter(Fraction(token.text) for token in tokens)


def _is_word(text: str, end: int, run: str) -> bool:
    """Whether a single A or I is an article or pronoun: the next word is lower-case and does not follow a point."""
    rest = text[end - (len(run) - len(run.rstrip())) :]
    return bool(_ARTICLE_BEFORE.match(rest)) and not _AFTER_A_POINT.match(rest)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _blank_unless_prime(found: re.Match[str]) -> str:
    return found[0] if found[0] == r"\prime" else " " * len(found[0])


def _blank_words(found: re.Match[str]) -> str:
    """Upright text blanked unless it is a run of labels: `\\mathrm{DB}` is a line, `\\text{Area}` a word."""
    inner = found[1].strip()
    if re.fullmatch(rf"(?:{LABEL_PATTERN}[ -]?)+", inner):
        # At the right end, so that an index after the brace stays next to its letter.
        return " " * (len(found[0]) - len(inner)) + inner
    return " " * len(found[0])
