"""A statement with its LaTeX written as plain characters that keep their offsets.

`\\frac{1}{2}` becomes `⟮(1)/(2)⟯` and `\\sqrt{3}` becomes `√(3)`. An unknown macro keeps its backslash, which no rule
accepts, so a statement that needs one is rejected.
"""

import re
from dataclasses import dataclass

from agents.language.offline_reader.text.vocabulary import words

_DROPPED = words("mbox it overline left right allowbreak big")
_SYMBOLS = {"triangle": "△", "angle": "∠", "perp": "⟂", "parallel": "∥", "times": "×", "pi": "π"}
_MACRO = re.compile(r"\\([A-Za-z]+)")
_DEGREE = re.compile(r"\^\s*(?:\\circ|\{\s*\\circ\s*\}|o(?![a-z]))")
_PLAIN = {"{": "", "}": "", "~": " ", "\u00a0": " "} | {sub: f"_{digit}" for digit, sub in enumerate("₀₁₂₃₄₅₆₇₈₉")}


@dataclass(frozen=True)
class Plain:
    """Plain characters with, for each, its place in the source and whether it is inside dollars."""

    text: str
    """The plain characters."""
    offsets: tuple[int, ...]
    """Start in the source, per character."""
    ends: tuple[int, ...]
    """End in the source, exclusive."""
    math: tuple[bool, ...]
    """Whether inside dollars."""


def plain(source: str) -> Plain:
    """The statement without LaTeX."""
    writer = _Writer(source)
    writer.run(0, len(source))
    return Plain("".join(writer.out), tuple(writer.offsets), tuple(writer.ends), tuple(writer.modes))


class _Writer:
    """One pass over the source that writes plain characters with their offsets."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.out: list[str] = []
        self.offsets: list[int] = []
        self.ends: list[int] = []
        self.modes: list[bool] = []
        self.math = False

    def put(self, text: str, at: int, end: int = 0) -> None:
        for character in text:
            self.out.append(character)
            self.offsets.append(at)
            self.ends.append(end or at + 1)
            self.modes.append(self.math)

    def run(self, start: int, end: int) -> None:
        at = start
        while at < end:
            at = self.step(at)

    def step(self, at: int) -> int:
        char = self.source[at]
        if char == "$":
            return self.dollar(at)
        if char == "\\":
            return self.macro(at)
        if char in "^_":
            return self.script(at)
        self.put(_PLAIN.get(char, char), at)
        return at + 1

    def dollar(self, at: int) -> int:
        """A space outside the mathematics; the second of two dollars changes no mode."""
        math = self.math if at and self.source.startswith("$$", at - 1) else not self.math
        self.math = False
        self.put(" ", at)
        self.math = math
        return at + 1

    def macro(self, at: int) -> int:
        found = _MACRO.match(self.source, at)
        if found is None:
            return self.sign(at)
        name, end = found.group(1), found.end()
        if name in ("frac", "dfrac"):
            return self.fraction(at, end)
        if name == "sqrt" and self.source.startswith("[", end):
            return self.nth_root(at, end)
        if name == "sqrt":
            self.put("√", at)
            return self.argument(end, "(", ")")
        self.put("" if name in _DROPPED else _SYMBOLS.get(name, f"\\{name} "), at, end)
        return end

    def sign(self, at: int) -> int:
        pair = self.source[at : at + 2]
        self.put("%" if pair == r"\%" else " ", at)
        if pair in (r"\(", r"\[", r"\)", r"\]"):
            self.math = pair in (r"\(", r"\[")
        return at + 2

    def fraction(self, at: int, end: int) -> int:
        self.put("⟮", at)
        end = self.argument(end, "(", ")")
        self.put("/", end - 1)
        end = self.argument(end, "(", ")")
        self.put("⟯", end - 1)
        return end

    def nth_root(self, at: int, end: int) -> int:
        close = self.source.find("]", end)
        degree = self.source[end + 1 : close]
        if close < 0 or not degree.isdigit():
            self.put("\\root ", at)
            return end
        self.put(f"∜({degree},", at)
        return self.argument(close + 1, "", ")")

    def argument(self, at: int, opening: str, closing: str) -> int:
        """One LaTeX argument between the given brackets: a group in braces, a macro, or one character."""
        if at >= len(self.source):
            return at
        self.put(opening, at)
        if self.source[at] == "{":
            end = _closing_brace(self.source, at)
            self.run(at + 1, end)
            end += 1
        else:
            end = self.step(at)
        self.put(closing, end - 1)
        return end

    def script(self, at: int) -> int:
        degree = _DEGREE.match(self.source, at)
        if degree:
            self.put("°", at, degree.end())
            return degree.end()
        if self.source[at] == "_":
            self.put("_", at)
            return at + 1
        self.put("^", at)
        return self.argument(at + 1, "(", ")")


def _closing_brace(source: str, at: int) -> int:
    depth = 0
    for index in range(at, len(source)):
        depth += {"{": 1, "}": -1}.get(source[index], 0)
        if depth == 0:
            return index
    return len(source) - 1
