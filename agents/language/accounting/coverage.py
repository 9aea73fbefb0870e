"""Words that a reading quotes nowhere: labels, relations and solids must be in a quote, or nobody accounts for them."""

import re
from collections.abc import Iterator, Sequence

from agents.language.statements.relation_words import states_relation
from agents.language.statements.statement_account import asides
from agents.language.statements.statement_tokens import HALF, labels_in
from agents.records import Passage

_MEASURED = re.compile(
    rf"\b(?:volumes?|areas?|equal|congruent|ratio|twice|{HALF}|largest|smallest|greatest|least)\b", re.IGNORECASE
)
_REMARK = re.compile(r"\((?:[^()]|\([^()]*\))*\)")
"""A remark in brackets is an explanation."""
_PLACE = re.compile(
    r"\W*(?i:(?:and|or|in|of|on|at|for|where|with|then|now|let|the|a|an|its|this|base|plane|face|triangle|rectangle|square"
    r"|quadrilateral|points?|solid|pyramid|prism|cube|tetrahedron|figure)\b[\s,]*)*[$\\{}\s]*(?:[A-Z][\d_{}']*[\s-]*)+\W*"
)
"""Words that only lead on to the next: "In the base ABCD,"."""
_INTRODUCTION = re.compile(
    r"\W*(?:(?i:let|the|four|five|six|distinct|points?|and|are|be|in|space|such|so|that|where|with)\b|[A-Z][\d_{}']*|[\s$,.\\])*"
)
"""Words that only name points: "Points A, B, C and T are in space such that"."""


def uncovered(statement: str, passages: Sequence[Passage]) -> Iterator[str]:
    """A sentence for each stretch of the statement that no quote covers although it says something of the figure."""
    covered = [(p.start, p.end) for p in passages] + asides(statement)
    labels = labels_in(statement)
    for start, end in _gaps(len(statement), covered):
        text = statement[start:end]
        inside = [token.text for token in labels if start <= token.start and token.end <= end]
        measured = _MEASURED.search(_REMARK.sub("", text))
        word = states_relation(text) or (measured[0] if measured else "")
        if (inside and not _names_only(text)) or word:
            said = f"mentions {', '.join(dict.fromkeys(inside))}" if inside else f"says {word!r}"
            yield f"No quote has {text.strip()!r}, which {said}; quote the words with their lines."


def _names_only(text: str) -> bool:
    return bool(_PLACE.fullmatch(text) or _INTRODUCTION.fullmatch(text))


def _gaps(length: int, covered: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    place = 0
    for start, end in sorted(covered):
        if start > place:
            yield place, start
        place = max(place, end)
    if place < length:
        yield place, length
