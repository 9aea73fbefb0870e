"""Source code without what cannot change a result: comments, docstrings, blank lines.

Hashes of code are taken over this, so that rewording a comment invalidates no checkpoint. Sources are split by one
regular expression instead of a parser, which takes five times as long; a test compares the result for every file with
Python's own tokenizer.
"""

import hashlib
import re
from dataclasses import dataclass

# Prefixes such as the f of an f-string count as code before the string. No backtracking between alternatives: each
# begins with a different character.
_TOKEN = re.compile(
    r"""\#[^\n]*"""
    r'''|"(?:""(?:[^"\\]|\\.|"(?!""))*"""|(?:[^"\\\n]|\\.)*")'''
    r"""|'(?:''(?:[^'\\]|\\.|'(?!''))*'''|(?:[^'\\\n]|\\.)*')""",
    re.DOTALL,
)
_STRING = "\0"
"""Placeholder for a string in reduced code; the strings themselves are hashed after the code."""


@dataclass(frozen=True, slots=True)
class ReducedCode:
    """A source without what cannot change a result."""

    code: str
    """The code, with a mark in place of each string."""
    strings: tuple[str, ...]

    def digest(self) -> bytes:
        return hashlib.sha256("\0".join((self.code, *self.strings)).encode()).digest()


def reduced(source: str) -> ReducedCode:
    """The source without comments, docstrings, other strings that are statements, and blank lines."""
    code, strings, depth, counted, at = [], [], 0, 0, 0
    for token in _TOKEN.finditer(source):
        start, end = token.span()
        code.append(source[at:start])
        at = end
        if source[start] == "#":
            continue
        if _stands_alone(source, start, end):
            # Brackets matter only here: inside them a string on a line of its own is part of an expression.
            depth += _opened("".join(code[counted:]))
            counted = len(code)
            if depth == 0:
                continue
        code.append(_STRING)
        strings.append(token.group())
    code.append(source[at:])
    lines = map(str.rstrip, "".join(code).split("\n"))
    return ReducedCode("\n".join(filter(None, lines)), tuple(strings))


def _opened(text: str) -> int:
    """How many brackets are opened and not closed."""
    return sum(map(text.count, "([{")) - sum(map(text.count, ")]}"))


def _stands_alone(source: str, start: int, end: int) -> bool:
    """Whether a string outside brackets is a statement of its own: nothing else is on its lines."""
    before = source[source.rfind("\n", 0, start) + 1 : start]
    if before and not before.isspace():
        return False
    stop = source.find("\n", end)
    after = source[end : stop if stop >= 0 else len(source)].lstrip()
    return not after or after.startswith("#")
