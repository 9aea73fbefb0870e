"""Accounting for a reading: every number of the statement is in the figure lines of its passage, every label declared.

Numbers are compared by value, so `\\frac{1}{2}` matches `0.5` and `2\\sqrt{3}` matches `sqrt(12)`. Skipped: answer
choices, instructions on how to write the answer, numbers of drawings and marks, and passages that the caller excludes.
Of number words only measures and multiples are required ("six inches", "twice"), not counts of objects.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from agents.language.statements.figure_claims import Claim, has_constant, has_factor, says_right_angle
from agents.language.statements.statement_tokens import Token, labels_in, measures_in_words, numbers_in
from agents.records import Passage
from geometry.answers.answer_text import AnswerRefused, clean
from geometry.answers.bounded_eval import evaluate as evaluate_text
from geometry.answers.length_units import METRES
from geometry.notation import syntax as s

_UNIT_WORD = re.compile(
    r"(?<![A-Za-z\\])(?:(?P<mm>mm|millimet)|(?P<cm>cm|centimet)|(?P<dm>dm|decimet)|(?P<km>km|kilomet)"
    r"|(?P<in>inch|in(?=\.|\^))|(?P<ft>ft|feet|foot)|(?P<yd>yd|yard)|(?P<m>m(?![A-Za-z])|met(?:er|re)))",
)
_ASIDES = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        r"\(\s*\d+\s*(?:points?|marks?|pts)\.?\s*\)",
        r"\b(?:fig(?:ure|\.)?|diagram|picture|problem|question|example|exercise)\s*\(?\d+(?:[-.]\d+)*\)?",
        r"\b\d+\s*(?:decimals?\b|decimal\s+places?|significant|digits?)",
        r"(?:\bnearest|\bclosest)\s+(?:whole\s+number|integer|[\d.,/]+|\w+)",
        r"(?:\\pi|π|\bpi)\s*\$?\s*(?:be|is|as|=|\\approx|≈|\\doteq)\s*\$?\s*(?:3\.14\d*|\\d?frac\{?22\}?\{?7\}?|22/7)",
        r"(?:3\.14\d*|22/7)\s*(?:for|as)\s*\$?(?:\\pi|π|pi\b)",
        r"\A\s*\(?\d+[.)]\s",
        r"\([^()]*\bas (?:described|stated|mentioned|given|shown|defined) (?:above|before|earlier)\b[^()]*\)",
        r"[(（]\s*(?:\\(?:text|mathrm)\w*\s*\{\s*)?A\s*\}?\s*[)）](?=.*[(（]\s*(?:\\\w+\s*\{\s*)?B\s*\}?\s*[)）]).*\Z",
        r"(?:^|\n|\s{2})\s*A[.、:]\s(?=.*\sB[.、:]\s.*\sC[.、:]\s).*\Z",
    )
)
_CHUNK = re.compile(r"(?:[\d.]|\\[dt]?frac|\\sqrt|√|[{}/^*\[\]]|\\pi|π|\\cdot|\\times|[ ](?=[\d\\√/]))+")
_RATIO = re.compile(r"(\d+(?:\.\d+)?)\s*\$?\s*[:：]\s*\$?\s*(\d+(?:\.\d+)?)")
_PERCENT = re.compile(r"\s*\$?\s*(?:\\?%|percent|per cent)")
_DEGREES = re.compile(r"\s*\$?\s*(?:°|\^\s*\{?\s*\\circ|\\degree|-?degrees?)")
# A capital letter after such a word, or before a number, names a quantity or an object and need not be a point.
_NAMED_BEFORE = re.compile(
    r"(?:volumes?|areas?|radi(?:us|i)|heights?|lengths?|edges?|sides?|planes?|lines?|circles?|spheres?|cubes?|cones?"
    r"|cylinders?|prisms?|pyramids?|solids?|value|answer|diameter|factors?|ratios?"
    r"|fraction|percentage)(?:\s+(?:of|by|is|be|named|called))?\s*[$(=]*\s*\Z",
    re.IGNORECASE,
)
_SOLID_AFTER = re.compile(
    r"\s*\$?\s*(?:is|be|denotes?)\s+(?:a|an|the|any)\s+(?:(?!(?:of|on|in|at|from|to)\b)[a-z]+\s+){0,3}?"
    r"(?:cube|cuboid|box|prism|pyramid|[a-z]+hedron|frustum|parallelepiped|cone|cylinder|sphere|hemisphere|plane|line|circle"
    r"|solid)\b(?! of\b)"
)
_NUMBER_AFTER = re.compile(r"\s*=\s*\$?\s*[\d\\]")


def unaccounted_numbers(statement: str, claims: Sequence[Claim], aside: Sequence[Passage] = ()) -> tuple[Token, ...]:
    """Numbers of the statement, in order, that the figure lines of their passage lack or that no claim covers."""
    skipped = [*((p.start, p.end) for p in aside), *asides(statement)]
    skipped += [(start, end) for start, end, value in _composites(statement) if has_constant(claims, start, end, value)]
    skipped += [(start, end) for start, end, value in _ratios(statement) if has_factor(claims, start, end, value)]
    factors = _unit_factors(statement)
    lost = [
        token
        for token in numbers_in(statement)
        if not any(has_constant(claims, token.start, token.end, v) for v in _readings(statement, token, factors))
        and not _is_right_angle(statement, token, claims)
    ]
    lost += [token for token, value in measures_in_words(statement) if not _word_is_met(claims, token, value)]
    # A long number that is told again is the same number: one of its passages has it.
    met = {token.text for token in numbers_in(statement) if token not in lost and _is_long(token)}
    lost = [token for token in lost if token.text not in met]
    return tuple(token for token in lost if not _inside(token, skipped))


def _is_long(token: Token) -> bool:
    return sum(map(str.isdigit, token.text)) > 2


def number_values(text: str) -> tuple[float, ...]:
    """Every number that a text may stand for: numerals, composites, ratios, percentages, measures in words."""
    factors = _unit_factors(text)
    found = [value for token in numbers_in(text) for value in _readings(text, token, factors)]
    found += [value for _, _, value in (*_composites(text), *_ratios(text))]
    # Parts in a ratio of 1 to 11 are twelfths of the whole.
    found += [number for _, _, ratio in _ratios(text) for number in (1.0 + ratio, ratio / (1.0 + ratio))]
    found += [float(pair[1]) + float(pair[2]) for pair in _RATIO.finditer(text)]
    found += [number for _, value in measures_in_words(text) for number in (float(value), 1.0 / value)]
    return (*found, *factors, *_conversions(text))


def _conversions(text: str) -> Iterator[float]:
    """Quotients of the units of length in a text and all others: one foot may be written as 1*12 inches."""
    named = {found.lastgroup for found in _UNIT_WORD.finditer(text) if found.lastgroup}
    for unit in named:
        yield from (float(METRES[unit] / metres) ** power for metres in METRES.values() for power in (1, 2, 3))


def undeclared_labels(statement: str, passages: Iterable[Passage], figure: s.Figure) -> tuple[str, ...]:
    """Labels in the passages that are not points of the figure, each once."""
    known = {label for solid in figure.solids for label in solid.labels}
    known |= {d.label for d in figure.declarations if isinstance(d, s.PointDecl)}
    spans = [(p.start, p.end) for p in passages]
    cut = asides(statement)
    alone = [token for token in labels_in(statement) if _is_alone(statement, token)]
    # Once said to be a solid or a number, a letter is one wherever it stands.
    known |= {t.text for t in alone if any(after.match(statement, t.end) for after in (_SOLID_AFTER, _NUMBER_AFTER))}
    found = [t for t in labels_in(statement) if t.text not in known and _inside(t, spans) and not _inside(t, cut)]
    return tuple(dict.fromkeys(t.text for t in found if not _names_no_point(statement, t)))


def mixes_units(statement: str) -> bool:
    """Whether lengths are stated in more than one unit."""
    return bool(_unit_factors(statement))


def units_named(statement: str) -> set[str]:
    """The units of length in a statement."""
    return {found.lastgroup for found in _UNIT_WORD.finditer(statement) if found.lastgroup}


def asides(statement: str) -> list[tuple[int, int]]:
    return [(found.start(), found.end()) for pattern in _ASIDES for found in pattern.finditer(statement)]


def without_asides(statement: str) -> str:
    """The statement with a break in place of each aside."""
    text = statement
    for start, end in sorted(asides(statement), reverse=True):
        text = text[:start] + " ; " + text[end:]
    return text


def _is_right_angle(statement: str, token: Token, claims: Sequence[Claim]) -> bool:
    """Whether a numeral is the 90 of a right angle that the figure states with a predicate."""
    return (
        token.text == "90"
        and _DEGREES.match(statement, token.end) is not None
        and says_right_angle(claims, token.start, token.end)
    )


def _composites(statement: str) -> Iterator[tuple[int, int, float]]:
    """Spans of the statement that are one number made of several numerals, with their value."""
    for found in _CHUNK.finditer(statement):
        try:
            yield found.start(), found.end(), abs(evaluate_text(clean(found[0])).value)
        except AnswerRefused:
            continue


def _word_is_met(claims: Sequence[Claim], token: Token, value: int) -> bool:
    """Whether a number word is in the figure, as itself or as its inverse: twice one way is half the other way."""
    return any(has_constant(claims, token.start, token.end, v) for v in (float(value), 1.0 / value))


def _ratios(statement: str) -> Iterator[tuple[int, int, float]]:
    """Ratios such as 1 : 2 with their value, in both directions."""
    for found in _RATIO.finditer(statement):
        above, below = float(found[1]), float(found[2])
        if above and below:
            yield found.start(), found.end(), above / below
            yield found.start(), found.end(), below / above


def _readings(statement: str, token: Token, factors: set[float]) -> Iterator[float]:
    """What a figure may use for a numeral: itself, a fraction for a percentage, its value in another unit."""
    value = float(token.text)
    yield value
    if _PERCENT.match(statement, token.end):
        yield from (value / 100.0, 1.0 + value / 100.0, abs(1.0 - value / 100.0))
    for factor in factors:
        yield from (value * factor**power for power in (1, 2, 3))


def _unit_factors(statement: str) -> set[float]:
    """Quotients of the units of length that the statement mixes; empty if it uses only one."""
    units = units_named(statement)
    return {float(METRES[a] / METRES[b]) for a in units for b in units if a != b}


def _inside(token: Token, spans: Iterable[tuple[int, int]]) -> bool:
    return any(start <= token.start and token.end <= end for start, end in spans)


def _names_no_point(statement: str, token: Token) -> bool:
    before = statement[max(0, token.start - 40) : token.start]
    return _is_alone(statement, token) and bool(_NAMED_BEFORE.search(before))


def _is_alone(statement: str, token: Token) -> bool:
    """Whether a label stands by itself, not in a run such as ABCD."""
    return not re.match(r"[A-Z]", statement[token.end : token.end + 1]) and not (
        token.start and statement[token.start - 1].isupper()
    )
