"""Words that a reading sets aside: they may name or number things, but not measure or relate them."""

import re
from collections.abc import Iterator, Sequence

from agents.language.statements.relation_words import states_relation

_UNIT = r"(?:mm|cm|dm|km|m|in|ft|yd|inch(?:es)?|feet|foot|yards?|(?:centi|milli|deci|kilo)?met(?:er|re)s?|units?)\b"
_STATEMENTS: tuple[tuple[str, str], ...] = (
    (
        "a measure",
        rf"\d[\d.,/]*\s*\$?\s*-?\s*(?:\\?(?:text|mathrm|,|;|~|!)?\s*\{{?\s*){{0,3}}{_UNIT}(?!\s*(?:per|/|a)\s+(?:sec|min|hour))",
    ),
    ("an angle", r"\d\s*\$?\s*(?:°|\^\s*\{?\s*\\circ|\\degree|degrees?\b)"),
    ("an equation of lengths", r"(?<![A-Za-z])[A-Z][\d_{}']*\s?[A-Z][\d_{}']*\s*=\s*\$?\s*(?:\d|\\|[A-Za-z])"),
    (
        "a relation",
        (
            r"perpendicular|\\perp\b|[⊥⟂∥]|\\parallel\b|\bparallel to\b|\bmid-?points?\b|\binscribed"
            r"|\bcircumscribed|\btangent to"
        ),
    ),
    ("a relation", r"\b(?:equilateral|isosceles|right[- ]angled|congruent|collinear|coplanar|bisects?)\b"),
    ("a ratio", r"[A-Z][\d_{}']*\s?[A-Z][\d_{}']*\s*[:：]\s*\$?\s*[A-Z]"),
    ("a multiple", r"\b(?:twice|thrice|half|double|triple|times)\b (?:as|the|its|that|of)\b"),
    ("an angle", r"(?:\\angle|∠|\bangles?)\s+(?:between|formed|of)\b|\bdihedral\b"),
)


def statements_aside(quotes: Sequence[str], conditions: Sequence[str] = ()) -> Iterator[str]:
    """A sentence for each quote that is set aside although it measures or relates something.

    A relation inside the quote of a condition is compared with that condition's lines instead.
    """
    for quote in quotes:
        for what, pattern in _STATEMENTS:
            found = re.search(pattern, quote, re.IGNORECASE if "[A-Z]" not in pattern else 0)
            if found:
                yield (
                    f"The words {quote!r} state {what} ({found[0].strip()!r}) and cannot be left out; "
                    "write a given line for them. A condition that follows from the others does no harm."
                )
                break
        else:
            word = states_relation(quote)
            if word and not any(quote in condition for condition in conditions):
                yield f"The words {quote!r} say {word!r} and cannot be left out; write a given line for them."
