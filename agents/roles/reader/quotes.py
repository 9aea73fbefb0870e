"""Locating quotes in a statement, ignoring differences in blanks, dollar signs and typography.

A quote must match word for word; there is no fuzzy matching.
"""

import difflib
import re

from agents.records import Passage

# Characters without meaning that models drop or add when copying.
_IGNORED = re.compile(r"\s|\$|\\[()\[\],;!]|~")
_FOLDED = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-"})
SHORTEST_HINT = 8
"""A common substring shorter than this is not a useful hint."""


def find_quote(statement: str, quote: str, after: int = 0) -> Passage | None:
    """The position of the quote, the first at or after `after` if there is one; None if it does not occur."""
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
    """The longest common substring of statement and quote, for a message; empty if it is short."""
    match = difflib.SequenceMatcher(None, statement, quote, autojunk=False).find_longest_match()
    return statement[match.a : match.a + match.size].strip() if match.size >= SHORTEST_HINT else ""


def _folded(text: str) -> tuple[str, list[int]]:
    """The text without ignored characters, in lower case, and the original position of each character."""
    ignored = {i for found in _IGNORED.finditer(text) for i in range(found.start(), found.end())}
    places = [i for i in range(len(text)) if i not in ignored]
    # Lower-casing here maps one character to one character, which casefold does not guarantee.
    return "".join(text[i].lower()[0] for i in places).translate(_FOLDED), places


def _passage(statement: str, start: int, end: int) -> Passage:
    """The passage, extended by the dollar signs of a formula that begins or ends at its ends."""
    if _inside_formula(statement, start) and statement[start - 1] == "$":
        start -= 1
    if _inside_formula(statement, end) and statement[end : end + 1] == "$":
        end += 1
    return Passage(text=statement[start:end], start=start, end=end)


def _inside_formula(statement: str, place: int) -> bool:
    return statement.count("$", 0, place) % 2 == 1
