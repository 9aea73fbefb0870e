"""Evaluation of one constant expression within fixed bounds of size and time.

The cleaned text is read by a small grammar that knows only numbers, pi, the four operations, roots, rational
powers, sines and arcs, and written again as LaTeX that can be read one way only. latex2sympy turns that into
a sympy tree, which is then evaluated from the leaves up, exactly and numerically side by side. Refused before
the library sees them: unknown letters and words, deep nesting, large powers, and spellings with two usual
readings (1/2\\pi, \\arctan 2/3, numbers side by side). Refused after: infinite and complex values, and sums
that cancel so far that neither their sign nor their digits could be trusted.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, NoReturn

import sympy
from mpmath import MPContext

from geometry.answer_text import DIRECT, INVERSE, Reason, excerpt, refuse, tokens

MAX_DEPTH = 12
"""Deepest nesting of brackets, fractions, roots and functions; latex2sympy slows down steeply beyond."""
FUNCTION_LEVELS = 3
"""Levels of MAX_DEPTH a function counts for: its brackets cost latex2sympy as much as several others."""
MAX_BITS = 1024.0
"""Bound on the size of any integer that could arise, which is also where floats end (2 to the 1024)."""
MAX_ROOT_INDEX = 100
"""Largest root index and denominator of an exponent."""
CANCELLED_RELATIVE = 1e-12
"""A sum smaller than this fraction of its largest term is refused, as is a function value as close to a zero,
a pole or the end of its domain: neither its sign nor its digits could be trusted."""
MAX_TRIG_ARGUMENT = 1e6
"""Largest argument in radians of sine, cosine and tangent; reducing it loses this many parts."""
WORKING_DIGITS = 420
"""Decimal digits of the numeric evaluation. A level of nesting holds one sum and one function at most, which
lose 12 and 18 digits; MAX_DEPTH + 1 levels lose 390, so an accepted value is a correctly rounded float."""


class Kind(Enum):
    """What an expression is as a quantity, as far as its spelling tells."""

    RATIONAL = "rational"
    TURN = "rational multiple of pi"
    ANGLE = "angle from an inverse function"
    DEGREES = "angle written in degrees"
    NUMBER = "any other number"


@dataclass(frozen=True)
class Evaluated:
    """A constant expression evaluated: exactly, as a float, and what kind of quantity it is."""

    exact: Any
    value: float
    kind: Kind


def evaluate(expression: str, in_degrees: bool = False) -> Evaluated:
    """The value of a cleaned expression, or of so many degrees; AnswerRefused when it is no real constant."""
    # Imported here because loading the generated parser takes longer than reading an answer.
    from latex2sympy2_extended.latex2sympy2 import latex2sympy

    piece = _Writer(expression).whole(in_degrees)
    exact, value = _settled(latex2sympy(piece.latex, convert_degrees=True, normalization_config=None))
    if math.isinf(float(value)):
        refuse("too large", f"{excerpt(expression)} is beyond the range of a float", "state a smaller value")
    return Evaluated(exact, float(value), piece.kind)


_CLOSING = {"(": ")", "[": "]", "{": "}"}
_DIGITS = "0123456789."
_ROOTS = {"√": 2, "∛": 3, "∜": 4}
_ANGULAR = (Kind.ANGLE, Kind.TURN, Kind.DEGREES)
_EXPONENT = re.compile(
    r"(?:[({] )*(?P<sign>- )?(?:[({] )*(?:(?P<n>[0-9]+)(?: / (?P<d>[0-9]+))?"
    r"|frac \{ (?P<top>[0-9]+) \} \{ (?P<bottom>[0-9]+) \}|frac (?P<t>[0-9])(?P<b>[0-9]))(?: [)}])*"
)
_MIXED = re.compile(r"frac (?:\{ ([0-9]+) \} \{ ([0-9]+) \}|([0-9])([0-9])(?= |$))")


@dataclass(frozen=True)
class _Piece:
    """A part of the expression, written again. `level` tells how tightly it binds: 0 a sum, 1 a product, 2 a
    fraction, power or function, 3 a bare integer or pi."""

    latex: str
    kind: Kind
    bits: float
    level: int = 2

    def __post_init__(self) -> None:
        if self.bits > MAX_BITS:
            refuse("too large", f"Numbers over {MAX_BITS:.0f} bits would arise", "state a smaller value")

    def within(self, level: int) -> str:
        # Brackets only where needed: latex2sympy weighs every bracket against sets and intervals.
        return self.latex if self.level >= level else f"({self.latex})"


class _Writer:
    """Recursive descent over the tokens; every method reads one construct and returns it written again."""

    def __init__(self, expression: str) -> None:
        self.source = expression
        self.tokens = tokens(expression)
        self.at = 0
        self.depth = 0

    def whole(self, in_degrees: bool) -> _Piece:
        piece = self.degrees(self.sum()) if in_degrees else self.sum()
        return self.confused() if self.peek() else piece

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def confused(self) -> NoReturn:
        there = f"at {excerpt(self.peek())}" if self.peek() else "at its end"
        refuse("not understood", f"{excerpt(self.source)} breaks off {there}", "write the value in full")

    def ambiguous(self, what: str) -> NoReturn:
        refuse("ambiguous", f"{excerpt(self.source)} has {what}", "write the product or brackets out")

    def deeper(self, read: Callable[[], _Piece], levels: int = 1) -> _Piece:
        self.depth += levels
        if self.depth > MAX_DEPTH:
            refuse("too large", f"The nesting is over {MAX_DEPTH} deep", "state the simplified value")
        piece = read()
        self.depth -= levels
        return piece

    def sum(self) -> _Piece:
        total = self.signed()
        while self.peek() in ("+", "-"):
            sign, term = self.take(), self.product()
            latex = f"{total.latex}{sign}{term.within(1)}"
            total = _Piece(latex, self.added(total, term), total.bits + term.bits + 1, 0)
        return total

    def signed(self) -> _Piece:
        sign = self.take() if self.peek() in ("+", "-") else ""
        return _negative(self.product()) if sign == "-" else self.product()

    def product(self) -> _Piece:
        result, operator = self.factor(), ""
        while self.peek() in ("*", "/") or self.opens_factor():
            if self.peek() not in ("*", "/") and operator == "/":
                self.ambiguous("a factor after a slash")
            operator = self.take() if self.peek() in ("*", "/") else self.juxtaposed()
            result = self.joined(result, operator)
        return result

    def joined(self, result: _Piece, operator: str) -> _Piece:
        factor = self.factor()
        latex = result.within(1) + ("/" if operator == "/" else r"\cdot ") + factor.within(2)
        return _Piece(latex, self.scaled(result.kind, factor.kind, operator), result.bits + factor.bits, 1)

    def juxtaposed(self) -> str:
        """The product sign that is left out before the next factor; "2 3" and "\\pi 2" are no products."""
        return self.ambiguous("a number right after a factor") if self.peek()[0] in _DIGITS else "*"

    def opens_factor(self) -> bool:
        token = self.peek()
        return bool(token) and token not in "+-*/^°)]}"

    def factor(self) -> _Piece:
        base = self.atom()
        if self.peek() == "^":
            self.take()
            base = self.power(base)
        if self.peek() == "°":
            self.take()
            base = self.degrees(base)
        if self.peek() in ("^", "°"):
            self.ambiguous("a power of a power or of an angle without brackets")
        return base

    def degrees(self, piece: _Piece) -> _Piece:
        if piece.kind in (Kind.ANGLE, Kind.DEGREES):
            self.ambiguous("a degree sign on what is an angle already")
        return _Piece(f"{piece.within(3)}^{{\\circ}}", Kind.DEGREES, piece.bits + 8)

    def power(self, base: _Piece) -> _Piece:
        exponent = self.exponent()
        # 60^0 is how scanned text spells sixty degrees; as a power nobody would write it.
        if exponent == 0 or base.kind is Kind.DEGREES:
            self.ambiguous("the exponent 0, which may stand for a degree sign, or a power of degrees")
        kind = Kind.RATIONAL if base.kind is Kind.RATIONAL and exponent.denominator == 1 else Kind.NUMBER
        bits = base.bits * max(1, abs(exponent.numerator))
        return _Piece(f"{base.within(3)}^{{{_rational(exponent)}}}", kind, bits)

    def exponent(self) -> Fraction:
        """A rational number written out; anything computed is refused, so that no powers pile up."""
        text = " ".join(self.exponent_tokens())
        found = _EXPONENT.fullmatch(text)
        if found is None:
            reason: Reason = "too large" if "^" in text else "not understood"
            refuse(reason, f"The exponent in {excerpt(self.source)} is no small fraction", "state the value")
        top = int(found["n"] or found["top"] or found["t"])
        bottom = int(found["d"] or found["bottom"] or found["b"] or 1)
        if top > MAX_BITS or not 1 <= bottom <= MAX_ROOT_INDEX:
            refuse("too large", f"The exponent in {excerpt(self.source)} is out of bounds", "state the value")
        return Fraction(-top if found["sign"] else top, bottom)

    def exponent_tokens(self) -> list[str]:
        """The tokens of an exponent: an optional sign, then a bracket or a single token."""
        taken = [self.take()] if self.peek() == "-" else []
        taken.append(self.take())
        open_brackets = 1 if taken[-1] in ("(", "{") else 0
        while open_brackets and self.peek():
            taken.append(self.take())
            open_brackets += (taken[-1] in ("(", "{")) - (taken[-1] in (")", "}"))
        return taken

    def atom(self) -> _Piece:
        token = self.peek()
        if token and token[0] in _DIGITS:
            return self.number()
        if token in _CLOSING:
            return self.deeper(self.group)
        if token in INVERSE or token in DIRECT:
            return self.deeper(self.function, FUNCTION_LEVELS)
        if token == "pi":
            return _Piece(rf"\{self.take()}", Kind.TURN, 2.0, 3)
        readers = {"frac": self.fraction, "sqrt": self.root, **dict.fromkeys(_ROOTS, self.root)}
        return self.deeper(readers[token]) if token in readers else self.confused()

    def number(self) -> _Piece:
        whole = self.take()
        value = Fraction(whole)
        if self.peek() == "frac" and "." not in whole:
            value += self.mixed_part()
        bits = float(value.numerator.bit_length() + value.denominator.bit_length())
        return _Piece(_rational(value), Kind.RATIONAL, bits, 3 if value.denominator == 1 else 2)

    def mixed_part(self) -> Fraction:
        """The fraction of a mixed number such as 3\\frac{1}{2}; 0, and nothing read, when it is no such."""
        found = _MIXED.match(" ".join(self.tokens[self.at : self.at + 7]))
        if found is None:
            return Fraction(0)
        self.at += 7 if found[1] else 2
        top, bottom = int(found[1] or found[3]), int(found[2] or found[4])
        if not 0 < top < bottom or self.peek() == "^":
            self.ambiguous("a whole number before an improper fraction or a power of one")
        return Fraction(top, bottom)

    def group(self) -> _Piece:
        closing = _CLOSING[self.take()]
        piece = self.sum()
        return piece if self.take() == closing else self.confused()

    def fraction(self) -> _Piece:
        self.take()
        if re.fullmatch("[0-9]{2}", self.peek()):
            self.tokens[self.at : self.at + 1] = list(self.peek())
        top, bottom = self.argument(), self.argument()
        latex = f"\\frac{{{top.latex}}}{{{bottom.latex}}}"
        return _Piece(latex, self.scaled(top.kind, bottom.kind, "/"), top.bits + bottom.bits)

    def argument(self) -> _Piece:
        """The argument of a command: a bracket, one digit or pi. TeX reads \\sqrt12 as root 1, times 2."""
        token = self.peek()
        if token in ("{", "("):
            return self.group()
        if re.fullmatch(r"[0-9]{2,}|[0-9]*\.[0-9]+", token):
            self.ambiguous("a command before a number without braces")
        if re.fullmatch("[0-9]", token):
            return _Piece(self.take(), Kind.RATIONAL, 4.0, 3)
        return self.atom() if token in ("pi", "frac", "sqrt") else self.confused()

    def root(self) -> _Piece:
        sign = self.take()
        index = _ROOTS.get(sign, 2)
        if sign == "sqrt" and self.peek() == "[":
            index = self.root_index()
        radicand = self.atom() if sign in _ROOTS else self.argument()
        if radicand.kind is Kind.DEGREES:
            self.ambiguous("a root of an angle in degrees")
        latex = f"\\sqrt{'' if index == 2 else f'[{index}]'}{{{radicand.latex}}}"
        return _Piece(latex, Kind.NUMBER, radicand.bits)

    def root_index(self) -> int:
        _, index, closing = self.take(), self.take(), self.take()
        if closing != "]" or not re.fullmatch("[0-9]+", index):
            self.confused()
        if not 2 <= int(index) <= MAX_ROOT_INDEX:
            refuse("too large", f"The root {index} is not from 2 to {MAX_ROOT_INDEX}", "state the value")
        return int(index)

    def function(self) -> _Piece:
        name = self.take()
        name = INVERSE.get(name) or DIRECT[name]
        if self.peek() == "^" and name in ("sin", "cos", "tan"):
            self.take()
            if self.exponent() != -1:
                self.ambiguous("a power of a function without brackets")
            name = f"arc{name}"
        argument = self.group() if self.peek() in ("(", "[") else self.bare_argument()
        if name.startswith("arc") and argument.kind is Kind.DEGREES:
            self.ambiguous("an inverse function of an angle")
        kind = Kind.ANGLE if name.startswith("arc") else Kind.NUMBER
        return _Piece(f"\\{name}({argument.latex})", kind, argument.bits)

    def bare_argument(self) -> _Piece:
        """The run of factors after a function without brackets: \\arctan 2\\sqrt{3} is of 2 root 3."""
        braced = self.peek() == "{"
        sign = self.take() if self.peek() == "-" else ""
        result = self.factor()
        while self.opens_factor() and self.peek() not in INVERSE and self.peek() not in DIRECT:
            if braced:
                self.ambiguous("a factor right after the argument of a function")
            result = self.joined(result, self.juxtaposed())
        if self.peek() in ("*", "/"):
            self.ambiguous("a function without brackets before a product or slash")
        return _negative(result) if sign else result

    def added(self, a: _Piece, b: _Piece) -> Kind:
        kinds = {a.kind, b.kind}
        if Kind.DEGREES in kinds and not kinds <= set(_ANGULAR):
            self.ambiguous("an angle in degrees added to a plain number")
        if len(kinds) == 1:
            return a.kind
        if Kind.DEGREES in kinds:
            return Kind.DEGREES
        return Kind.ANGLE if kinds == {Kind.ANGLE, Kind.TURN} else Kind.NUMBER

    def scaled(self, a: Kind, b: Kind, operator: str) -> Kind:
        """The kind of a product or, with a slash, of a quotient."""
        if b is Kind.RATIONAL or (a is Kind.RATIONAL and operator != "/"):
            return a if b is Kind.RATIONAL else b
        if Kind.DEGREES in (a, b) and (Kind.NUMBER not in (a, b) or (operator, b) == ("/", Kind.DEGREES)):
            self.ambiguous("an angle in degrees multiplied by an angle, or below a fraction line")
        return Kind.DEGREES if Kind.DEGREES in (a, b) else Kind.NUMBER


def _negative(piece: _Piece) -> _Piece:
    return _Piece(f"-{piece.within(1)}", piece.kind, piece.bits, 0)


def _rational(value: Fraction) -> str:
    above, below = value.as_integer_ratio()
    return str(above) if below == 1 else f"\\frac{{{above}}}{{{below}}}"


_MP = MPContext()
_MP.dps = WORKING_DIGITS
_NUMERIC = {
    getattr(sympy, name): getattr(_MP, name) for name in ("sin", "cos", "tan", "cot", "asin", "acos", "atan")
}


def _settled(node: Any) -> tuple[Any, Any]:
    """The tree evaluated from the leaves up: the exact sympy number and its value to WORKING_DIGITS."""
    if node.is_Rational:
        return node, _MP.mpf(node.p) / node.q
    if node is sympy.pi:
        return node, +_MP.pi
    if not node.args:
        refuse("not finite", "The expression divides by zero or meets a pole", "state a finite number")
    parts = [_settled(argument) for argument in node.args]
    exact, values = [part[0] for part in parts], [part[1] for part in parts]
    if node.is_Add:
        return _trusted(sympy.Add(*exact), _MP.fsum(values), max(map(abs, values)))
    if node.is_Mul:
        return _trusted(sympy.Mul(*exact), _MP.fprod(values), 0)
    return _power(*parts) if node.is_Pow else _function(node.func, *parts[0])


def _power(base: tuple[Any, Any], exponent: tuple[Any, Any]) -> tuple[Any, Any]:
    power = exponent[0]
    if base[1] == 0 and power < 0:
        return _settled(sympy.zoo)
    if base[1] >= 0 or power.q == 1:
        return _trusted(sympy.Pow(base[0], power), base[1] ** exponent[1], 0)
    if power.q % 2 == 0:
        refuse("complex", f"{_MP.nstr(base[1], 6)} stands under an even root", "check the sign")
    # School mathematics takes the real odd root of a negative number, sympy the principal complex one.
    sign = -1 if power.p % 2 else 1
    return _trusted(sign * sympy.Pow(-base[0], power), sign * (-base[1]) ** exponent[1], 0)


def _function(function: Any, exact: Any, value: Any) -> tuple[Any, Any]:
    if function in (sympy.asin, sympy.acos):
        if abs(value) > 1 + CANCELLED_RELATIVE:
            refuse("complex", f"An arc of {_MP.nstr(value, 6)} was found, beyond 1", "check the argument")
        if not exact.is_Rational:
            _trusted(exact, abs(value) - 1, 1)
    elif function is not sympy.atan and abs(value) > MAX_TRIG_ARGUMENT:
        refuse("too large", f"A function of {_MP.nstr(value, 6)} radians was found", "reduce the angle")
    return _trusted(function(exact), _NUMERIC[function](value), 1)


def _trusted(exact: Any, value: Any, scale: Any) -> tuple[Any, Any]:
    """The pair, unless its digits were lost to cancellation against terms of the given scale."""
    if not exact.args:
        return _settled(exact)
    if abs(value) <= scale * CANCELLED_RELATIVE or (scale and abs(value) * CANCELLED_RELATIVE > scale):
        refuse("not understood", "A part of it cancels almost to nothing", "state the simplified value")
    return exact, value
