"""A statement in another dress: other letters for its points, the question first.

The meaning is the same, so a reading of it, with the letters changed back, must mean the same as a reading of the
original. A mistake that a model makes from habit, such as taking A-B-C-D for a base, is less likely to occur twice.
"""

import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

from agents.language.statements.formula_text import formulas_in
from agents.language.statements.statement_account import asides
from agents.language.statements.statement_tokens import labels_in
from geometry.notation import syntax as s
from geometry.notation.catalogue import HIDDEN
from geometry.record import Record

_LETTERS = [letter for letter in string.ascii_uppercase if letter not in "AIO"]
"""A and I are English words, and O looks like a zero."""
_SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[A-Z$\\(])")
_ASKS = re.compile(
    r"\?\s*$|^\s*(?:find|what|how|compute|calculate|determine|then,? (?:find|compute)|evaluate|express|in terms)\b",
    re.IGNORECASE,
)

_ONLY_ASKS = re.compile(
    r"\s*(?:find|what is|compute|calculate|determine|evaluate)(?: the value of)?[\s$]*", re.IGNORECASE
)


class Disguised(Record):
    """A statement in another dress."""

    statement: str
    letters: dict[str, str]
    """The original letter of each new one."""


def disguised(statement: str, seed: int) -> Disguised:
    """The statement with other letters and the question first; letters keep their alphabetical order."""
    apart = asides(statement)  # the letters of choices are no labels
    tokens = [t for t in labels_in(statement) if not any(start <= t.start < end for start, end in apart)]
    used = sorted({token.text[0] for token in tokens})
    free = [letter for letter in _LETTERS if letter not in used] or list(_LETTERS)
    chosen = sorted(Random(seed).sample(free, len(used))) if len(used) <= len(free) else used
    renamed = dict(zip(used, chosen, strict=True))
    letters = list(statement)
    for token in tokens:
        letters[token.start] = renamed[token.text[0]]
    text = "".join(letters)
    pieces = list(_question_first(text))
    return Disguised(
        statement=" ".join(text[start:end] for start, end in pieces),
        letters={new: old for old, new in renamed.items()},
    )


def undisguised(figure: s.Figure, letters: Mapping[str, str]) -> s.Figure:
    """A figure with the original letters in its labels; a letter that the statement does not have stays, if it can."""
    result: s.Figure = _renamed(figure, _complete(figure, letters))
    return result


def _complete(figure: s.Figure, letters: Mapping[str, str]) -> dict[str, str]:
    """The map with a place for the reader's own letters, so that none of them meets an original one."""
    own = {label[0] for d in figure.declarations for label in _labels_of(d) if label[0] not in letters}
    taken = set(letters.values())
    free = iter(letter for letter in string.ascii_uppercase if letter not in taken | own)
    return {**letters, **{letter: next(free, letter) for letter in sorted(own) if letter in taken}}


def _labels_of(item: s.Declaration) -> tuple[str, ...]:
    match item:
        case s.SolidDecl():
            return tuple(label for label in item.labels if HIDDEN not in label)
        case s.PointDecl(label):
            return (label,)
        case _:
            return ()


def _renamed(node: Any, letters: Mapping[str, str]) -> Any:
    if isinstance(node, str):
        # Names are lower case, apart from a solid that is called by its labels.
        return "".join(letters.get(char, char) for char in node)
    if isinstance(node, tuple):
        return tuple(_renamed(each, letters) for each in node)
    if is_dataclass(node) and not isinstance(node, type | s.Span | s.Number):
        return replace(node, **{f.name: _renamed(getattr(node, f.name), letters) for f in fields(node)})
    return node


def _asks_for_letters(sentence: str) -> bool:
    """Whether a sentence asks for nothing but an expression of letters: "Find m + n."."""
    formulas = [f for f in formulas_in(sentence) if isinstance(f.expr, s.Op | s.Call)]
    return len(formulas) == 1 and _ONLY_ASKS.fullmatch(sentence[: formulas[0].start]) is not None


def _question_first(text: str) -> Iterator[tuple[int, int]]:
    """Pieces of the text, the sentences that ask first; the whole text if choices follow or nothing asks at its end."""
    cuts = [0, *(found.end() for found in _SENTENCE_END.finditer(text)), len(text)]
    sentences = [(a, b) for a, b in pairwise(cuts) if text[a:b].strip()]
    asking = len(sentences)
    while asking > 1 and _ASKS.search(text[sentences[asking - 1][0] : sentences[asking - 1][1]]):
        asking -= 1
    if 0 < asking < len(sentences) and _asks_for_letters(text[slice(*sentences[asking])]):
        # What the letters are made from stands in the sentence before.
        asking -= 1
    has_choices = any(end == len(text) for _, end in asides(text))
    if has_choices or asking in (0, len(sentences)):
        yield 0, len(text)
        return
    for start, end in (*sentences[asking:], *sentences[:asking]):
        yield start, start + len(text[start:end].rstrip())
