"""Evaluation of one constant expression within fixed bounds of size and time.

The cleaned text is parsed by a small grammar of numbers, pi, the four operations, roots, rational powers,
trigonometric functions and their inverses. It evaluates while parsing, exactly (sympy) and to WORKING_DIGITS
(mpmath) side by side, and bounds every step before taking it. Raises AnswerRefused for unknown letters and
words, deep nesting, large powers, ambiguous spellings (1/2\\pi, \\arctan 2/3, numbers side by side), infinite
and complex values, and sums with so much cancellation that neither sign nor digits are reliable.
"""

# Why not a general LaTeX parser: latex2sympy2_extended reads 2(3) as 5, 1/2\pi as 1/(2\pi) and
# \arctan 2\sqrt{2} as \sqrt{2}\arctan 2, and takes minutes for thirty nested braces. The tests compare both
# parsers on the inputs that they read the same way.

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any, NoReturn

import sympy
from mpmath import MPContext

from geometry.answers.answer_text import FUNCTIONS, Reason, excerpt, refuse, tokens

MAX_DEPTH = 12
"""Deepest nesting of brackets, fractions, roots and functions; stated answers have three or four."""
MAX_BITS = 1024.0
"""Bound on the size of any integer that can arise, which is also the range of a float (2 to the 1024)."""
MAX_ROOT_INDEX = 100
"""Largest root index and denominator of an exponent."""
CANCELLED_RELATIVE = 1e-12
"""A sum smaller than this fraction of its largest term is rejected, as is a function value this close to a zero,
a pole or the end of its domain: neither its sign nor its digits are reliable."""
MAX_TRIG_ARGUMENT = 1e6
"""Largest argument in radians of sine, cosine and tangent; argument reduction loses this factor in accuracy."""
WORKING_DIGITS = 420
"""Decimal digits of the numeric evaluation. A level of nesting has at most one sum and one function, which lose
12 and 18 digits; MAX_DEPTH + 1 levels lose 390, so an accepted value is a correctly rounded float."""

_MP = MPContext()
_MP.dps = WORKING_DIGITS
_SYMPY_NAMES = {"arcsin": "asin", "arccos": "acos", "arctan": "atan"}
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_DIGITS = "0123456789."
_ROOTS = {"√": 2, "∛": 3, "∜": 4}
_EXPONENT = re.compile(
    r"(?:[({] )*(?P<sign>- )?(?:[({] )*(?:(?P<n>[0-9]+)(?: / (?P<d>[0-9]+))?"
    r"|frac \{ (?P<top>[0-9]+) \} \{ (?P<bottom>[0-9]+) \}|frac (?P<t>[0-9])(?P<b>[0-9]))(?: [)}])*"
)
_MIXED = re.compile(r"frac (?:\{ ([0-9]+) \} \{ ([0-9]+) \}|([0-9])([0-9])(?= |$))")


class Kind(Enum):
    """What an expression is as a quantity, as far as its spelling shows."""

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
    """The value of a cleaned expression, or of so many degrees; AnswerRefused if it is not a real constant."""
    part = _Reader(expression).whole(in_degrees)
    if math.isinf(float(part.value)):
        refuse("too large", f"{excerpt(expression)} is beyond the range of a float", "state a smaller value")
    return Evaluated(part.exact, float(part.value), part.kind)


@dataclass(frozen=True)
class _Part:
    """A part of the expression, evaluated. `bits` bounds the integers its exact value is made of."""

    exact: Any
    value: Any
    kind: Kind
    bits: float


class _Reader:
    """Recursive-descent parser over the tokens; every method parses one construct and returns it evaluated."""

    def __init__(self, expression: str) -> None:
        self.source = expression
        self.tokens = tokens(expression)
        self.at = 0
        self.depth = 0

    def whole(self, in_degrees: bool) -> _Part:
        part = self.degrees(self.sum()) if in_degrees else self.sum()
        return self.confused() if self.peek() else part

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def confused(self) -> NoReturn:
        there = f"at {excerpt(self.peek())}" if self.peek() else "at its end"
        refuse("not understood", f"{excerpt(self.source)} cannot be parsed {there}", "write the value in full")

    def ambiguous(self, what: str) -> NoReturn:
        refuse("ambiguous", f"{excerpt(self.source)} has {what}", "write the product or brackets out")

    def deeper(self, read: Callable[[], _Part]) -> _Part:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            refuse("too large", f"The nesting is deeper than {MAX_DEPTH}", "state the simplified value")
        part = read()
        self.depth -= 1
        return part

    def sum(self) -> _Part:
        terms = [self.signed()]
        kind = terms[0].kind
        while self.peek() in ("+", "-"):
            terms.append(self.signed())
            kind = self.added(kind, terms[-1].kind)
        # All terms at once, so that only cancellation in the whole sum counts as lost digits.
        return _added(terms, kind) if len(terms) > 1 else terms[0]

    def signed(self) -> _Part:
        sign = self.take() if self.peek() in ("+", "-") else ""
        return _negative(self.product()) if sign == "-" else self.product()

    def product(self) -> _Part:
        result, operator = self.factor(), ""
        while self.peek() in ("*", "/") or self.opens_factor():
            if self.peek() not in ("*", "/") and operator == "/":
                self.ambiguous("a factor after a slash")
            operator = self.take() if self.peek() in ("*", "/") else self.juxtaposed()
            result = self.joined(result, operator)
        return result

    def joined(self, result: _Part, operator: str) -> _Part:
        factor = self.factor()
        kind = self.scaled(result.kind, factor.kind, operator)
        return _multiplied(result, _power(factor, Fraction(-1), kind) if operator == "/" else factor, kind)

    def juxtaposed(self) -> str:
        """The implicit product sign before the next factor; "2 3" and "\\pi 2" are not products."""
        return self.ambiguous("a number right after a factor") if self.peek()[0] in _DIGITS else "*"

    def opens_factor(self) -> bool:
        return self.peek() not in ("", *"+-*/^°)]}")

    def factor(self) -> _Part:
        base = self.atom()
        if self.peek() == "^":
            base = self.power(base)
        if self.peek() == "°":
            self.take()
            base = self.degrees(base)
        if self.peek() in ("^", "°"):
            self.ambiguous("a power of a power or of an angle without brackets")
        return base

    def degrees(self, part: _Part) -> _Part:
        if part.kind in (Kind.ANGLE, Kind.DEGREES):
            self.ambiguous("a degree sign on what is an angle already")
        degree = _multiplied(_PI, _rational(Fraction(1, 180)), Kind.DEGREES)
        return _multiplied(part, degree, Kind.DEGREES)

    def power(self, base: _Part) -> _Part:
        exponent = self.exponent()
        # Scanned text spells sixty degrees as 60^0, which is not plausible as a power.
        if exponent == 0 or base.kind is Kind.DEGREES:
            self.ambiguous("the exponent 0, which may stand for a degree sign, or a power of degrees")
        kind = Kind.RATIONAL if base.kind is Kind.RATIONAL and exponent.denominator == 1 else Kind.NUMBER
        return _power(base, exponent, kind)

    def exponent(self) -> Fraction:
        """A rational number literal; computed exponents are rejected, so that powers cannot be nested."""
        text = " ".join(self.exponent_tokens())
        found = _EXPONENT.fullmatch(text)
        if found is None:
            reason: Reason = "too large" if "^" in text else "not understood"
            refuse(reason, f"The exponent in {excerpt(self.source)} is not a small fraction", "state the value")
        top = int(found["n"] or found["top"] or found["t"])
        bottom = int(found["d"] or found["bottom"] or found["b"] or 1)
        if top > MAX_BITS or not 1 <= bottom <= MAX_ROOT_INDEX:
            refuse("too large", f"The exponent in {excerpt(self.source)} is out of bounds", "state the value")
        return Fraction(-top if found["sign"] else top, bottom)

    def exponent_tokens(self) -> list[str]:
        """The tokens after the caret: an optional sign, then a bracket or a single token."""
        self.take()
        taken = [self.take()] if self.peek() == "-" else []
        taken.append(self.take())
        open_brackets = 1 if taken[-1] in ("(", "{") else 0
        while open_brackets and self.peek():
            taken.append(self.take())
            open_brackets += (taken[-1] in ("(", "{")) - (taken[-1] in (")", "}"))
        return taken

    def atom(self) -> _Part:
        token = self.peek()
        if token and token[0] in _DIGITS:
            return self.number()
        if token in _CLOSING:
            return self.deeper(self.group)
        if token in FUNCTIONS:
            return self.deeper(self.function)
        if token == "pi":
            self.take()
            return _PI
        readers = {"frac": self.fraction, "sqrt": self.root, **dict.fromkeys(_ROOTS, self.root)}
        return self.deeper(readers[token]) if token in readers else self.confused()

    def number(self) -> _Part:
        whole = self.take()
        value = Fraction(whole)
        if self.peek() == "frac" and "." not in whole:
            value += self.mixed_part()
        return _rational(value)

    def mixed_part(self) -> Fraction:
        """The fraction of a mixed number such as 3\\frac{1}{2}; 0, and nothing consumed, if it is not one."""
        found = _MIXED.match(" ".join(self.tokens[self.at : self.at + 7]))
        if found is None:
            return Fraction(0)
        self.at += 7 if found[1] else 2
        top, bottom = int(found[1] or found[3]), int(found[2] or found[4])
        if not 0 < top < bottom or self.peek() == "^":
            self.ambiguous("a whole number before an improper fraction or a power of one")
        return Fraction(top, bottom)

    def group(self) -> _Part:
        closing = _CLOSING[self.take()]
        part = self.sum()
        return part if self.take() == closing else self.confused()

    def fraction(self) -> _Part:
        self.take()
        if re.fullmatch("[0-9]{2}", self.peek()):
            self.tokens[self.at : self.at + 1] = list(self.peek())
        top, bottom = self.argument(), self.argument()
        kind = self.scaled(top.kind, bottom.kind, "/")
        return _multiplied(top, _power(bottom, Fraction(-1), kind), kind)

    def argument(self) -> _Part:
        """The argument of a command: a bracket, one digit or pi. TeX parses \\sqrt12 as root 1, times 2."""
        token = self.peek()
        if token in ("{", "("):
            return self.group()
        if re.fullmatch(r"[0-9]{2,}|[0-9]*\.[0-9]+", token):
            self.ambiguous("a command before a number without braces")
        if re.fullmatch("[0-9]", token):
            return _rational(Fraction(self.take()))
        return self.atom() if token in ("pi", "frac", "sqrt") else self.confused()

    def root(self) -> _Part:
        sign = self.take()
        index = self.root_index() if (sign, self.peek()) == ("sqrt", "[") else _ROOTS.get(sign, 2)
        radicand = self.atom() if sign in _ROOTS else self.argument()
        if radicand.kind is Kind.DEGREES:
            self.ambiguous("a root of an angle in degrees")
        return _power(radicand, Fraction(1, index), Kind.NUMBER)

    def root_index(self) -> int:
        _, index, closing = self.take(), self.take(), self.take()
        if closing != "]" or not re.fullmatch("[0-9]+", index):
            self.confused()
        if not 2 <= int(index) <= MAX_ROOT_INDEX:
            refuse("too large", f"The root {index} is not from 2 to {MAX_ROOT_INDEX}", "state the value")
        return int(index)

    def function(self) -> _Part:
        name = FUNCTIONS[self.take()]
        if self.peek() == "^" and name in ("sin", "cos", "tan"):
            if self.exponent() != -1:
                self.ambiguous("a power of a function without brackets")
            name = f"arc{name}"
        argument = self.group() if self.peek() in ("(", "[") else self.bare_argument()
        if name.startswith("arc") and argument.kind is Kind.DEGREES:
            self.ambiguous("an inverse function of an angle")
        return _applied(name, argument)

    def bare_argument(self) -> _Part:
        """The factors after a function without brackets: \\arctan 2\\sqrt{3} takes 2\\sqrt{3} as its argument."""
        braced = self.peek() == "{"
        sign = self.take() if self.peek() == "-" else ""
        result = self.factor()
        while self.opens_factor() and self.peek() not in FUNCTIONS:
            if braced:
                self.ambiguous("a factor right after the argument of a function")
            result = self.joined(result, self.juxtaposed())
        if self.peek() in ("*", "/"):
            self.ambiguous("a function without brackets before a product or slash")
        return _negative(result) if sign else result

    def added(self, a: Kind, b: Kind) -> Kind:
        """The kind of a sum of two terms."""
        kinds = {a, b}
        if Kind.DEGREES in kinds and not kinds <= {Kind.DEGREES, Kind.ANGLE, Kind.TURN}:
            self.ambiguous("an angle in degrees added to a plain number")
        if Kind.DEGREES in kinds:
            return Kind.DEGREES
        if a is b:
            return a
        return Kind.ANGLE if kinds == {Kind.ANGLE, Kind.TURN} else Kind.NUMBER

    def scaled(self, a: Kind, b: Kind, operator: str) -> Kind:
        """The kind of a product or, with a slash, of a quotient."""
        if b is Kind.RATIONAL or (a is Kind.RATIONAL and operator != "/"):
            return a if b is Kind.RATIONAL else b
        if Kind.DEGREES in (a, b) and (Kind.NUMBER not in (a, b) or (operator, b) == ("/", Kind.DEGREES)):
            self.ambiguous("an angle in degrees multiplied by an angle, or below a fraction line")
        return Kind.DEGREES if Kind.DEGREES in (a, b) else Kind.NUMBER


_PI = _Part(sympy.pi, +_MP.pi, Kind.TURN, 2.0)


def _bounded(bits: float) -> float:
    if bits > MAX_BITS:
        refuse("too large", f"The value needs numbers of over {MAX_BITS:.0f} bits", "state a smaller value")
    return bits


def _negative(part: _Part) -> _Part:
    return replace(part, exact=-part.exact, value=-part.value)


def _rational(value: Fraction) -> _Part:
    above, below = value.as_integer_ratio()
    bits = float(above.bit_length() + below.bit_length())
    return _Part(sympy.Rational(above, below), _MP.mpf(above) / below, Kind.RATIONAL, _bounded(bits))


def _added(terms: list[_Part], kind: Kind) -> _Part:
    bits = _bounded(sum(term.bits + 1 for term in terms))
    values = [term.value for term in terms]
    total = sympy.Add(*(term.exact for term in terms))
    return _trusted(_Part(total, _MP.fsum(values), kind, bits), max(map(abs, values)))


def _multiplied(a: _Part, b: _Part, kind: Kind) -> _Part:
    bits = _bounded(a.bits + b.bits)
    return _trusted(_Part(a.exact * b.exact, a.value * b.value, kind, bits))


def _power(base: _Part, exponent: Fraction, kind: Kind) -> _Part:
    bits = _bounded(base.bits * max(1, abs(exponent.numerator)))
    power = sympy.Rational(exponent.numerator, exponent.denominator)
    if base.value == 0 and exponent < 0:
        refuse("not finite", "A division by zero was found", "state a finite number")
    if base.value < 0 and exponent.denominator % 2 == 0:
        refuse("complex", f"{_MP.nstr(base.value, 6)} is under an even root", "check the sign")
    if base.value < 0 and exponent.denominator > 1:
        # School mathematics takes the real odd root of a negative number, sympy the principal complex one.
        root = _power(_negative(base), exponent, kind)
        return _negative(root) if exponent.numerator % 2 else root
    value = base.value ** (_MP.mpf(exponent.numerator) / exponent.denominator)
    return _trusted(_Part(base.exact**power, value, kind, bits))


def _applied(name: str, argument: _Part) -> _Part:
    if name in ("arcsin", "arccos"):
        if abs(argument.value) > 1 + CANCELLED_RELATIVE:
            found = f"An {name} of {_MP.nstr(argument.value, 6)} was found"
            refuse("complex", found, "check the argument")
        if not argument.exact.is_Rational:
            _trusted(replace(argument, value=abs(argument.value) - 1), 1)
    elif name != "arctan" and abs(argument.value) > MAX_TRIG_ARGUMENT:
        refuse("too large", f"A {name} of over {MAX_TRIG_ARGUMENT:g} radians was found", "reduce the angle")
    name_there = _SYMPY_NAMES.get(name, name)
    exact = getattr(sympy, name_there)(argument.exact)
    if exact is sympy.zoo:
        refuse("not finite", f"The pole of a {name} was found", "state a finite number")
    kind = Kind.ANGLE if name.startswith("arc") else Kind.NUMBER
    return _trusted(_Part(exact, getattr(_MP, name_there)(argument.value), kind, argument.bits), 1)


def _trusted(part: _Part, scale: Any = 0) -> _Part:
    """The part; rejected if cancellation against terms of the given scale has lost its digits."""
    if part.exact.is_Rational:
        return replace(part, value=_MP.mpf(part.exact.p) / part.exact.q)
    size = abs(part.value)
    if size <= scale * CANCELLED_RELATIVE or (scale and size * CANCELLED_RELATIVE > scale):
        refuse("not understood", "A sum in it cancels almost to zero", "state the simplified value")
    return part
