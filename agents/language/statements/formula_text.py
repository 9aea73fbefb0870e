"""Formulas in letters, as statements write them: `\\frac{m\\sqrt{n}}k`, m + n, 1000x; as expressions of the notation.

A formula has numbers, single letters, pi, the four operations, powers, roots, floors and inverse functions. Letters are
taken in lower case; a run of capitals is a pair of points and no formula. What does not parse is not returned.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from geometry.notation import syntax as s

_MATH = re.compile(r"\$\$?(.+?)\$\$?|\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)
_TOKENS = (
    r"(?P<space>(?:\s|~|\\[,;!:\s]|\\(?:left|right|displaystyle)(?![a-zA-Z])|\$)+)"
    r"|(?P<frac>\\[dtc]?frac(?![a-zA-Z]))|(?P<root>\\sqrt|√|\bsqrt\b)|(?P<cbrt>∛)"
    r"|(?P<pi>\\pi(?![a-zA-Z])|π|\bpi\b)|(?P<times>\\(?:cdot|times)(?![a-zA-Z])|[*·×])"
    r"|(?P<floor>\\lfloor|⌊)|(?P<ceil>\\lceil|⌈)|(?P<close>\\rfloor|⌋|\\rceil|⌉)"
    r"|(?P<arc>\\arc(?:cos|sin|tan)|\\(?:cos|sin|tan)\s*\^\s*\{\s*-\s*1\s*\})"
    r"|(?P<degree>\^\s*\{?\s*\\circ\s*\}?|°|\\degree)"
    r"|(?P<number>\d+(?:,\d{3})*(?:\.\d+)?)|(?P<minus>[-−–])|(?P<mark>[+/^:(){}\[\]])"
)
_UPRIGHT = r"(?P<upright>\\(?:text|mbox|mathrm|textrm|operatorname)\s*\{[^{}]*\}|_\s*(?:\{[^{}]*\}|\w))|"
_IN_MATH = re.compile(
    _UPRIGHT + _TOKENS + r"|(?P<letter>(?<!\\)[a-z]|(?<![A-Za-z\\])[A-Z](?![A-Za-z']))|(?P<other>\\[A-Za-z]+|.)", re.S
)
_IN_WORDS = re.compile(
    _UPRIGHT + _TOKENS + r"|(?P<letter>(?<![A-Za-z\\'])[A-Za-z](?![A-Za-z']))|(?P<other>\\?[A-Za-z]+|.)", re.S
)
MOST_TOKENS = 80
"""Tokens of a formula; longer ones are no forms, and their nesting would overflow the stack."""
_CLOSING = {"(": ")", "{": "}", "[": "]"}
_FUNCTIONS = {"cos": "acos", "sin": "asin", "tan": "atan"}


@dataclass(frozen=True)
class Formula:
    """An expression and where it stands."""

    start: int
    end: int
    expr: s.Expr


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


def formulas_in(text: str) -> tuple[Formula, ...]:
    """Every formula of a text, in order; single letters and numbers too."""
    found: list[Formula] = []
    place = 0
    for math in _MATH.finditer(text):
        found += _formulas(text, place, math.start(), _IN_WORDS)
        found += _formulas(text, math.start(), math.end(), _IN_MATH)
        place = math.end()
    return (*found, *_formulas(text, place, len(text), _IN_WORDS))


def _formulas(text: str, start: int, end: int, pattern: re.Pattern[str]) -> Iterator[Formula]:
    run: list[_Token] = []
    for found in pattern.finditer(text, start, end):
        kind = found.lastgroup or "other"
        if kind in ("other", "upright"):
            yield from _parsed(run)
            run = []
        elif kind != "space":
            run.append(_Token(kind, found[0], found.start(), found.end()))
    yield from _parsed(run)


def _parsed(run: list[_Token]) -> Iterator[Formula]:
    if 0 < len(run) <= MOST_TOKENS:
        try:
            yield Formula(run[0].start, run[-1].end, _Parser(run).whole())
        except _NoFormulaError:
            return


class _NoFormulaError(Exception):
    """The tokens are no formula."""


class _Parser:
    """Recursive descent; every method takes the tokens of one construct."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.at = 0

    def whole(self) -> s.Expr:
        expr = self.ratio()
        if self.at < len(self.tokens):
            raise _NoFormulaError
        return expr

    def peek(self) -> _Token:
        return self.tokens[self.at] if self.at < len(self.tokens) else _Token("end", "", 0, 0)

    def take(self) -> _Token:
        token = self.peek()
        self.at += 1
        return token

    def takes(self, *texts: str) -> bool:
        if self.peek().text in texts and self.peek().kind != "end":
            self.at += 1
            return True
        return False

    def ratio(self) -> s.Expr:
        expr = self.sum()
        return s.Op("/", expr, self.sum()) if self.takes(":") else expr

    def sum(self) -> s.Expr:
        negative = self.peek().kind == "minus" and bool(self.take())
        expr = self.product()
        expr = s.Neg(expr) if negative else expr
        while self.peek().text == "+" or self.peek().kind == "minus":
            sign = "+" if self.take().text == "+" else "-"
            expr = s.Op(sign, expr, self.product())  # type: ignore[arg-type]
        return expr

    def product(self) -> s.Expr:
        expr = self.power()
        while True:
            token = self.peek()
            if token.kind == "times":
                self.take()
                expr = s.Op("*", expr, self.power())
            elif token.text == "/":
                self.take()
                expr = s.Op("/", expr, self.power())
            elif token.kind in ("letter", "number", "pi", "root", "cbrt", "frac", "floor", "ceil") or token.text == "(":
                if token.text.isupper() and self.tokens[self.at - 1].text.isupper():
                    raise _NoFormulaError
                expr = s.Op("*", expr, self.power())
            else:
                return expr

    def power(self) -> s.Expr:
        expr = self.atom()
        if self.takes("^"):
            expr = s.Op("^", expr, self.argument())
        if self.peek().kind == "degree":
            self.take()
            expr = s.Call("degrees", (expr,))
        return expr

    def atom(self) -> s.Expr:
        token = self.take()
        match token.kind:
            case "number":
                return s.Number(token.text.replace(",", ""))
            case "letter":
                return s.Name(token.text.lower())
            case "pi":
                return s.Name("pi")
            case "frac":
                return s.Op("/", self.argument(), self.argument())
            case "root":
                return self.root()
            case "cbrt":
                return s.Call("root", (s.Number("3"), self.argument()))
            case "floor" | "ceil":
                inner = self.ratio()
                if self.take().kind != "close":
                    raise _NoFormulaError
                return s.Call(token.kind, (inner,))
            case "arc":
                return s.Call(_FUNCTIONS[re.findall("cos|sin|tan", token.text)[0]], (self.power(),))
            case _ if token.text in _CLOSING:
                return self.closed(token.text)
            case _:
                raise _NoFormulaError

    def root(self) -> s.Expr:
        if not self.takes("["):
            return s.Call("sqrt", (self.argument(),))
        index = self.closed("[")
        return s.Call("root", (index, self.argument()))

    def closed(self, opening: str) -> s.Expr:
        inner = self.ratio()
        if not self.takes(_CLOSING[opening]):
            raise _NoFormulaError
        return inner

    def argument(self) -> s.Expr:
        """What TeX takes after a command: a group or one token; of a number one digit, as in \\frac12."""
        token = self.peek()
        if token.kind == "number" and len(token.text) > 1 and self.at and self.tokens[self.at - 1].text != "√":
            first, rest = token.text[:1], token.text[1:]
            self.tokens[self.at : self.at + 1] = [
                _Token("number", first, token.start, token.start + 1),
                _Token("number", rest, token.start + 1, token.end),
            ]
        return self.atom()
