"""The error for a fault in a figure's text: position, problem, what was expected, and a hint."""

import difflib
from collections.abc import Iterable

from geometry.notation.syntax import Span

WIDEST = 160
"""Columns of a source line that are shown; a longer one is cropped round the caret."""


class FigureError(ValueError):
    """A fault in a figure's text, precise enough for its author (a person or a model) to fix it."""

    def __init__(self, span: Span, problem: str, hint: str = "", expected: tuple[str, ...] = ()) -> None:
        self.span = span
        self.problem = problem
        self.hint = hint
        self.expected = expected
        super().__init__(self.sentence)

    @property
    def sentence(self) -> str:
        """One line: position, problem, what was expected, hint."""
        parts = [f"line {self.span.line}, column {self.span.column}: {self.problem}"]
        if self.expected:
            parts.append("expected " + " or ".join(self.expected))
        if self.hint:
            parts.append(self.hint)
        return "; ".join(parts)

    def render(self, source: str) -> str:
        """The offending line, a caret below it, and the sentence."""
        lines = source.splitlines() or [""]
        line = lines[min(max(self.span.line, 1), len(lines)) - 1]
        gutter = f"{self.span.line} | "
        start = max(0, self.span.column - WIDEST // 2) if len(line) > WIDEST else 0
        line, before = line[start : start + WIDEST], max(self.span.column, 1) - 1 - start
        # Tabs are kept in the padding so that the caret is below its character.
        padding = "".join("\t" if c == "\t" else " " for c in line[:before])
        return f"{gutter}{line}\n{' ' * len(gutter)}{padding}^\n{self.sentence}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint naming the closest known words, empty if none is close."""
    candidates = sorted(set(known))
    near = difflib.get_close_matches(word, candidates, n=2, cutoff=0.6)
    if not near and len(word) <= 3:
        # One-letter labels are never "close"; suggest their neighbours in the alphabet.
        near = sorted((c for c in candidates if len(c) <= 3), key=lambda c: abs(ord(c[0]) - ord(word[0])))[:1]
    return f"did you mean {' or '.join(near)}?" if near else ""
