"""A statement as tokens: numbers, words, runs of labels, signs, each with its place in the statement.

A token may be two things: `A` is an article and a label, `h` a word and a letter; the grammar decides. Only hyphens
inside words are dropped: every other sign needs a rule.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from agents.language.offline_reader.text.plain_text import Plain, plain
from geometry.notation.labels import split_labels

_RUN = r"[A-Z](?:_?\d+)?'*(?:_\d+)?(?:[A-Z](?:_?\d+)?'*(?:_\d+)?)*"
_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<num>\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    rf"|(?P<labels>(?<![A-Za-z]){_RUN}(?![A-Za-z])(?:-{_RUN}(?![A-Za-z]))*)"
    r"|(?P<owner>'s\b|(?<=s)'(?=\s))"
    r"|(?P<word>[A-Za-z]+)"
    r"|(?P<sign>.)",
    re.S,
)
_SPACED = rf"{_RUN}(?:[ ]+{_RUN})*"
_SPACED_RUN = re.compile(rf"{_SPACED}-{_SPACED}(?:-{_SPACED})*|{_RUN}(?:[ ]+{_RUN})+")
_INNER_HYPHEN = re.compile(r"(?<=[a-z0-9)⟯])-(?=[a-z])|(?<=[a-z])-(?=[0-9⟮])")
_ABBREVIATION = re.compile(r"\b(sq|cu|in|ft|cm|approx|resp)\.(?=\s+[a-z0-9(])")


@dataclass(frozen=True)
class Token:
    """One token and its offsets in the statement."""

    text: str
    """LaTeX written out."""
    start: int
    """Start in the statement."""
    end: int
    """End, exclusive."""
    word: str = ""
    """Lower-case word, empty for anything else."""
    number: str = ""
    """Digits without grouping commas."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Labels, in the groups between dashes."""
    glued: bool = False
    """Whether no space precedes it."""
    math: bool = False
    """Whether it is inside dollars."""

    @cached_property
    def key(self) -> str:
        """What phrases match: the word in lower case or the sign; a letter inside dollars matches none."""
        return f"${self.text}" if self.math and self.letter else self.word or self.text

    @cached_property
    def letter(self) -> str:
        """A lower-case letter that may be a variable; `a` only inside dollars, where it is not an article."""
        single = len(self.text) == 1 and self.text.isalpha() and self.text.islower()
        return self.text if single and (self.math or self.text not in "ai") else ""

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for group in self.groups for label in group)


def tokenize(statement: str) -> tuple[Token, ...]:
    """The tokens of a statement."""
    written = plain(statement)
    text, joined = _joined(written)
    text = _ABBREVIATION.sub(lambda m: m.group(1) + " ", text)
    text = _INNER_HYPHEN.sub(" ", text)
    tokens: list[Token] = []
    spaced = True
    for found in _TOKEN.finditer(text):
        if found.lastgroup == "space":
            spaced = True
            continue
        token = _token(found, written, not spaced)
        end = joined.get(found.start())
        tokens.append(token if end is None else replace(token, end=written.ends[end - 1]))
        spaced = False
    return tuple(tokens)


def _joined(written: Plain) -> tuple[str, dict[int, int]]:
    """Labels spaced out inside dollars (`$A B C$`) written together, padded so that nothing else moves.

    The second value maps the start of each such run to where it ended.
    """
    ends: dict[int, int] = {}

    def close(found: re.Match[str]) -> str:
        if not all(written.math[found.start() : found.end()]):
            return found.group()
        ends[found.start()] = found.end()
        return found.group().replace(" ", "").ljust(len(found.group()))

    return _SPACED_RUN.sub(close, written.text), ends


def _token(found: re.Match[str], written: Plain, glued: bool) -> Token:
    text, offsets = found.group(), written.offsets
    start, end = offsets[found.start()], written.ends[found.end() - 1]
    kind = found.lastgroup
    if kind == "num":
        return Token(text, start, end, number=text.replace(",", ""), glued=glued)
    if kind == "labels":
        groups = tuple(split_labels(run) for run in text.split("-"))
        # Outside dollars `A` may be an article; inside it is a label.
        article = text in ("A", "I") and not written.math[found.start()]
        return Token(text, start, end, word=text.lower() if article else "", groups=groups, glued=glued)
    if kind == "word":
        math = written.math[found.start()]
        return Token(text, start, end, word="" if math and len(text) == 1 else text.lower(), glued=glued, math=math)
    return Token("'s" if kind == "owner" else text, start, end, glued=glued)
