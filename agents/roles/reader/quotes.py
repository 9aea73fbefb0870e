"""Quotes of a statement found again in it, whatever a model did to blanks, dollar signs and typography.

A quote must be there word for word; nothing is matched by likeness.
"""

import difflib
import re

from agents.records import Passage

# Characters that carry no words: a model drops or adds them when it copies.
_IGNORED = re.compile(r"\s|\$|\\[()\[\],;!]|~")
_FOLDED = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-"})
SHORTEST_HINT = 8
"""A common stretch shorter than this many characters is no hint to what was meant."""


def find_quote(statement: str, quote: str, after: int = 0) -> Passage | None:
    """The quote's place, the first at or behind `after` if there is one there; None when it is nowhere."""
    folded, places = _folded(statement)
    wanted, _ = _folded(quote.strip().strip(".,;:"))
    if not wanted:
        return None
    first = next((i for i, place in enumerate(places) if place >= after), len(places))
    at = folded.find(wanted, first)
    at = folded.find(wanted) if at < 0 else at
    if at < 0:
        return None
    return _passage(statement, places[at], places[at + len(wanted) - 1] + 1)


def nearest(statement: str, quote: str) -> str:
    """The longest stretch of the statement that the quote shares, for a message; empty when it is short."""
    match = difflib.SequenceMatcher(None, statement, quote, autojunk=False).find_longest_match()
    return statement[match.a : match.a + match.size].strip() if match.size >= SHORTEST_HINT else ""


def _folded(text: str) -> tuple[str, list[int]]:
    """The text without what is ignored, in one case, and where each of its characters stood."""
    ignored = {i for found in _IGNORED.finditer(text) for i in range(found.start(), found.end())}
    places = [i for i in range(len(text)) if i not in ignored]
    # One character stays one character, which casefold would not promise.
    return "".join(text[i].lower()[0] for i in places).translate(_FOLDED), places


def _passage(statement: str, start: int, end: int) -> Passage:
    """The passage, with the dollar signs at its ends taken in where a formula begins or ends there."""
    if _inside_formula(statement, start) and statement[start - 1] == "$":
        start -= 1
    if _inside_formula(statement, end) and statement[end : end + 1] == "$":
        end += 1
    return Passage(text=statement[start:end], start=start, end=end)


def _inside_formula(statement: str, place: int) -> bool:
    return statement.count("$", 0, place) % 2 == 1
