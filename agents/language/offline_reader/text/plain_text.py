"""A statement with its LaTeX written out as plain characters, each of which knows where it stood.

`\\frac{1}{2}` becomes `⟮(1)/(2)⟯` and `\\sqrt{3}` becomes `√(3)`, so that one small grammar reads both spellings. An
unknown macro keeps its backslash: nothing downstream knows that sign, so a statement that relies on one is refused.
"""

import re
from dataclasses import dataclass

from agents.language.offline_reader.text.word_lists import words

_DROPPED = words(
    "text mbox mathrm textbf mathbf textit mathit textrm rm bf it overline overleftrightarrow left right displaystyle "
    "textstyle allowbreak operatorname big Big bigl bigr limits nolimits mathsf mathtt underline boldsymbol"
)
_SYMBOLS = {
    "triangle": "△",
    "angle": "∠",
    "measuredangle": "∠",
    "sphericalangle": "∠",
    "perp": "⟂",
    "bot": "⟂",
    "parallel": "∥",
    "cdot": "*",
    "times": "×",
    "div": "÷",
    "pi": "π",
    "circ": "°",
    "degree": "°",
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
    "prime": "'",
    "textquotesingle": "'",
    "overrightarrow": " →",
    "vec": " →",
    "alpha": "α",
    "beta": "β",
    "theta": "θ",
    "gamma": "γ",
    "colon": ":",
    "mid": "|",
    "sin": " sin ",
    "cos": " cos ",
    "tan": " tan ",
    "arccos": " arccos ",
    "arcsin": " arcsin ",
    "arctan": " arctan ",
    "quad": " ",
    "qquad": " ",
    "newline": " ",
    "sqrt": "√",
}
_MACRO = re.compile(r"\\([A-Za-z]+)")
_DEGREE = re.compile(r"\^\s*(?:\\circ|\{\s*\\circ\s*\}|\\degree|\\text\{o\}|\{\\text\{o\}\}|o(?![a-z]))")
_PRIMES = re.compile(r"\^\s*\{?((?:\\prime\s*)+)\}?")
_UNICODE = {
    "⊥": "⟂",
    "‖": "∥",
    "−": "-",
    "–": "-",
    "—": " , ",
    "·": "*",
    "′": "'",
    "’": "'",
    "‘": "'",
    "″": "''",
    "”": '"',
    "“": '"',
    "\u00a0": " ",
    "\ufeff": " ",
    "º": "°",
    "²": "^2",
    "³": "^3",
    "½": "⟮(1)/(2)⟯",
    "¼": "⟮(1)/(4)⟯",
    "¾": "⟮(3)/(4)⟯",
    "⅓": "⟮(1)/(3)⟯",
    "⅔": "⟮(2)/(3)⟯",
} | {sub: f"_{digit}" for digit, sub in enumerate("₀₁₂₃₄₅₆₇₈₉")}


@dataclass(frozen=True)
class Plain:
    """Plain characters; character i stood at `offsets[i]` up to `ends[i]`, inside dollars where `math[i]`."""

    text: str
    """The plain characters."""
    offsets: tuple[int, ...]
    """Where each stood in the source."""
    ends: tuple[int, ...]
    """Where what it stands for ended."""
    math: tuple[bool, ...]
    """Whether it stood inside dollars."""


def plain(source: str) -> Plain:
    """The statement without LaTeX."""
    writer = _Writer(source)
    writer.run(0, len(source))
    return Plain("".join(writer.out), tuple(writer.offsets), tuple(writer.ends), tuple(writer.modes))


class _Writer:
    """Walks over the source once and writes plain characters with their origin."""

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
            self.math = not self.math if not self.source.startswith("$$", at - 1) or at == 0 else self.math
            self.modes_off(at)
            return at + 1
        if char == "\\":
            return self.macro(at)
        if char in "^_":
            return self.script(at)
        self.put(" " if char in "{}~" and char == "~" else "" if char in "{}" else _UNICODE.get(char, char), at)
        return at + 1

    def modes_off(self, at: int) -> None:
        """A dollar separates what stands before it from what follows."""
        kept, self.math = self.math, False
        self.put(" ", at)
        self.math = kept

    def macro(self, at: int) -> int:
        found = _MACRO.match(self.source, at)
        if found is None:
            return self.sign(at)
        name, end = found.group(1), found.end()
        if name.endswith("frac") and name in ("frac", "dfrac", "tfrac", "cfrac"):
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
        self.put({"\\%": "%", "\\$": "$"}.get(pair, " "), at)
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
        """One LaTeX argument between brackets of our own: a group in braces, a macro, or one character."""
        while at < len(self.source) and self.source[at] == " ":
            at += 1
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
        degree, primes = _DEGREE.match(self.source, at), _PRIMES.match(self.source, at)
        if degree:
            self.put("°", at, degree.end())
            return degree.end()
        if primes:
            self.put("'" * primes.group(1).count("prime"), at, primes.end())
            return primes.end()
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
