"""Word diff of statement and question: what was removed, what is named by colours instead, what is new.

A formula is one word. Labels of marked points are read as their colour names, so `$AB$` and `$P_{red}P_{blue}$` are one
word that was recoloured. Short accidental matches (a comma, one "the") do not count as kept. Very long texts are not
compared.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from difflib import SequenceMatcher
from typing import Literal

from agents.language.statements.label_text import find_labels
from agents.language.wording.recolour import COLOURED, coloured
from geometry.record import Record
from web.math import FORMULA

WordMark = Literal["same", "removed", "added", "recoloured"]

MOST_WORDS = 3000
"""Longest text that is compared, in words: the diff takes quadratic time."""
_LEAST_KEPT = 2
"""Consecutive words that must match to count as kept, unless one was recoloured."""
_DECORATION = re.compile(r"\\(?:overline|mathrm|text|left|right|triangle|[,;! ])|[\s{}()$]")
"""Differences in a formula that do not change its meaning."""
_TOKEN = re.compile(r"\\[A-Za-z]+|[^\W\d_]+|\d+(?:\.\d+)?|[^\w\s]|_|\s+")


class Piece(Record):
    """Consecutive words with the same mark, as in the text."""

    text: str
    mark: WordMark


class Comparison(Record):
    """A statement and its question."""

    before: tuple[Piece, ...]
    after: tuple[Piece, ...]


class _Word(Record):
    text: str
    name: str
    """The normalised word, for comparison."""
    is_point: bool


def compare_words(before: str, after: str, colours: Mapping[str, str], others: Set[str] = frozenset()) -> Comparison:
    """Both texts with a mark on every word; the pieces of a side, joined, are its text.

    `colours` by label of the marked points, `others` the labels of points without a mark.
    """
    old, new = _statement_words(before, colours, others), _question_words(after)
    if max(len(old), len(new)) > MOST_WORDS:
        return Comparison(before=(Piece(text=before, mark="same"),), after=(Piece(text=after, mark="same"),))
    old_marks: list[WordMark] = ["removed"] * len(old)
    new_marks: list[WordMark] = ["added"] * len(new)
    for i, j, size in _kept_runs(old, new):
        for k in range(size):
            mark: WordMark = "recoloured" if old[i + k].text != new[j + k].text and new[j + k].is_point else "same"
            old_marks[i + k], new_marks[j + k] = mark, mark
    return Comparison(before=_pieces(old, old_marks), after=_pieces(new, new_marks))


def _kept_runs(old: Sequence[_Word], new: Sequence[_Word]) -> list[tuple[int, int, int]]:
    """Runs of matching words by their starts and length."""
    matcher = SequenceMatcher(None, [w.name for w in old], [w.name for w in new], autojunk=False)
    return [(i, j, size) for i, j, size in matcher.get_matching_blocks() if _is_kept(new[j : j + size])]


def _is_kept(run: Sequence[_Word]) -> bool:
    return any(word.is_point for word in run) or sum(word.name.isalnum() for word in run) >= _LEAST_KEPT


def _statement_words(text: str, colours: Mapping[str, str], others: Set[str]) -> list[_Word]:
    spans = [s for s in find_labels(text, {*colours, *others}) if any(label in colours for label in s.labels)]

    def name(start: int, end: int) -> str:
        pieces, place = [], start
        for span in (span for span in spans if start <= span.start and span.end <= end):
            points = (coloured(colours[x]) if x in colours else x for x in span.labels)
            pieces += [text[place : span.start], *points]
            place = span.end
        return "".join([*pieces, text[place:end]])

    return _split(text, [(span.start, span.end) for span in spans if not span.in_math], name)


def _question_words(text: str) -> list[_Word]:
    points = [found.span() for found in COLOURED.finditer(text)]
    return _split(text, points, lambda start, end: text[start:end])


def _split(text: str, points: Sequence[tuple[int, int]], name: Callable[[int, int], str]) -> list[_Word]:
    """The text in words: a formula, or a point outside formulas, is one word."""
    formulas = [found.span() for found in FORMULA.finditer(text)]
    outside = [(a, b) for a, b in points if not any(start <= a < end for start, end in formulas)]
    words, place = [], 0
    for start, end in sorted(formulas + outside):
        bare = _DECORATION.sub("", name(start, end))
        words += [*_plain(text[place:start]), _Word(text=text[start:end], name=bare, is_point="P_" in bare)]
        place = end
    return words + _plain(text[place:])


def _plain(text: str) -> list[_Word]:
    return [
        _Word(text=word, name=" " if word.isspace() else word.casefold(), is_point=False)
        for word in _TOKEN.findall(text)
    ]


def _pieces(words: Sequence[_Word], marks: Sequence[WordMark]) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for word, mark in zip(words, marks, strict=True):
        if pieces and pieces[-1].mark == mark:
            pieces[-1] = Piece(text=pieces[-1].text + word.text, mark=mark)
        else:
            pieces.append(Piece(text=word.text, mark=mark))
    return tuple(pieces)
