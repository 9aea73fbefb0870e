"""The letters of a form, found from an exact number: 5*sqrt(3)/2 as m*sqrt(n)/k has m = 5, n = 3, k = 2.

A form is a sum of products of letters, numbers, roots and powers of pi. Each of its terms is equated with one term of
the number; the letters are integers in the normal form that statements mean: denominators least and positive, a
radicand beside a coefficient free of powers, everything in lowest terms, positive unless a sign forces otherwise.
Raises FormError where no letters or more than one choice of them remain.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import lcm, prod
from typing import Any

import sympy

Letters = dict[str, Fraction]
Powers = dict[Any, Fraction]
"""Exponents by letter, prime or pi."""

MOST_TERMS = 5
"""Terms of a form; assignments of terms to terms grow with their factorial."""
HIGHEST_POWER = 60
"""Exponent of a prime in a denominator; no stated answer comes near."""


class FormError(ValueError):
    """A number that does not have a form, or has it in several ways."""


@dataclass(frozen=True)
class _Term:
    """sign * product of base**exponent over primes, pi and letters."""

    sign: int
    powers: Powers

    @property
    def pi(self) -> Fraction:
        return self.powers.get(sympy.pi, Fraction(0))


@dataclass(frozen=True)
class _Equation:
    """product of letter**exponent = value, with whole exponents."""

    powers: dict[str, int]
    value: Fraction


def letters_of_form(form: Any, number: Any) -> list[Letters]:
    """Every choice of letters for which the form is the number; only those without negative letters if there are any.

    `form` is a sympy expression with positive symbols, `number` an exact sympy number.
    """
    wanted, root = _without_outer_root(sympy.expand(form))
    found = list(_matches(_terms(wanted), _terms(sympy.expand(sympy.radsimp(number**root)))))
    distinct = list({tuple(sorted(each.items())): each for each in found}.values())
    if not distinct:
        raise FormError(f"{number} is not of the form {form}")
    return [each for each in distinct if min(each.values()) > 0] or distinct


def _without_outer_root(form: Any) -> tuple[Any, int]:
    """A single term with a root of a sum, raised to the power of the root; and that power."""
    if isinstance(form, sympy.Add):
        return form, 1
    factors = [factor for factor in sympy.Mul.make_args(form) if factor.is_Pow]
    indices = [int(factor.exp.q) for factor in factors if isinstance(factor.base, sympy.Add)]
    index = lcm(*indices) if indices else 1
    return sympy.expand(form**index), index


def _terms(expression: Any) -> list[_Term]:
    terms = [_term(part) for part in sympy.Add.make_args(expression) if part != 0]
    if len(terms) > MOST_TERMS:
        raise FormError(f"{expression} has more than {MOST_TERMS} terms")
    return terms


def _term(part: Any) -> _Term:
    sign = 1
    powers: Powers = {}
    for base, exponent in part.as_powers_dict().items():
        if not exponent.is_Rational:
            raise FormError(f"{part} has a letter in an exponent")
        share = Fraction(int(exponent.p), int(exponent.q))
        if base.is_Symbol or base == sympy.pi:
            _multiply(powers, {base: share})
        elif base.is_Rational:
            sign *= -1 if base < 0 else 1
            _multiply(powers, {p: k * share for p, k in _factors(base).items()})
        else:
            raise FormError(f"{base} is neither a number, a letter, pi nor a root of these")
    return _Term(sign, powers)


def _factors(rational: Any) -> dict[Any, int]:
    return {int(p): int(k) for p, k in sympy.factorrat(abs(rational)).items()}


def _multiply(powers: Powers, others: Mapping[Any, Fraction]) -> None:
    for base, exponent in others.items():
        powers[base] = powers.get(base, Fraction(0)) + exponent


def _matches(form: Sequence[_Term], number: Sequence[_Term]) -> Iterator[Letters]:
    if len(form) != len(number):
        return
    ambiguous = None
    for order in permutations(number):
        if any(f.pi != n.pi for f, n in zip(form, order, strict=True)):
            continue
        choices = [list(_equations(f, n)) for f, n in zip(form, order, strict=True)]
        for chosen in product(*choices):
            try:
                letters = _solved([equation for equations in chosen for equation in equations])
            except FormError as error:
                ambiguous = error
                continue
            if letters is not None:
                yield letters
    if ambiguous is not None:
        raise ambiguous


def _equations(form: _Term, number: _Term) -> Iterator[list[_Equation]]:
    """What the letters of a term must satisfy; nothing if they cannot."""
    letters = {base.name: share for base, share in form.powers.items() if getattr(base, "is_Symbol", False)}
    rest: Powers = {base: share for base, share in number.powers.items() if base != sympy.pi}
    _multiply(rest, {p: -share for p, share in form.powers.items() if isinstance(p, int)})
    sign = form.sign * number.sign
    outside = {name: int(share) for name, share in letters.items() if share.denominator == 1}
    inside = {name: share for name, share in letters.items() if share.denominator > 1}
    if not inside:
        if all(share.denominator == 1 for share in rest.values()):
            yield [_Equation(outside, sign * _rational(rest))]
        return
    if any(exponent > 0 for exponent in outside.values()):
        yield from _split(outside, inside, rest, sign)
        return
    index = lcm(*(share.denominator for share in (*inside.values(), *rest.values())))
    if index == lcm(*(share.denominator for share in inside.values())) and (sign > 0 or index % 2):
        powers = {name: int(share * index) for name, share in letters.items()}
        yield [_Equation(powers, sign**index * _rational({p: share * index for p, share in rest.items()}))]


def _split(outside: dict[str, int], inside: dict[str, Fraction], rest: Powers, sign: int) -> Iterator[list[_Equation]]:
    """A coefficient and a radicand apart: the radicand keeps the fractional exponents, free of powers."""
    if len(inside) > 1:
        raise FormError("a coefficient beside a root of several letters can be chosen in several ways")
    ((name, share),) = inside.items()
    if abs(share.numerator) > 1:
        raise FormError(f"the letter {name} has an exponent other than a root")
    index = share.denominator
    radicand = {p: (e * share.numerator) % 1 * index for p, e in rest.items()}
    if any(exponent.denominator > 1 for exponent in radicand.values()):
        return
    left = dict(rest)
    _multiply(left, {p: -share * exponent for p, exponent in radicand.items()})
    yield [_Equation({name: 1}, _rational(radicand)), _Equation(outside, sign * _rational(left))]


def _rational(powers: Mapping[Any, Fraction]) -> Fraction:
    return prod((Fraction(p) ** int(exponent) for p, exponent in powers.items()), start=Fraction(1))


def _solved(equations: list[_Equation]) -> Letters | None:
    """The integers of all equations in lowest terms; None if there are none, FormError if there are several."""
    letters: Letters = {}
    while equations:
        equations = [_with(equation, letters) for equation in equations]
        if any(not equation.powers and equation.value != 1 for equation in equations):
            return None
        equations = [equation for equation in equations if equation.powers]
        if not equations:
            break
        found = _next(equations)
        if found is None:
            return None
        letters |= found
    return letters


def _with(equation: _Equation, letters: Letters) -> _Equation:
    value = equation.value
    for name in equation.powers.keys() & letters.keys():
        value /= letters[name] ** equation.powers[name]
    return _Equation({name: k for name, k in equation.powers.items() if name not in letters}, value)


def _next(equations: list[_Equation]) -> Letters | None:
    """The next letter that is determined; None if it would not be an integer."""
    for equation in equations:
        if len(equation.powers) == 1:
            ((name, exponent),) = equation.powers.items()
            value = equation.value if exponent > 0 else 1 / equation.value
            root = _integer_root(value, abs(exponent))
            return None if root is None else {name: Fraction(root)}
    below = {name for equation in equations for name, exponent in equation.powers.items() if exponent < 0}
    for name in sorted(below):
        using = [e for e in equations if name in e.powers and len(e.powers) == 2 and e.powers[name] < 0]
        if using and all(max(e.powers.values()) > 0 for e in using):
            return _least_denominator(name, using)
    shown = " and ".join(sorted({name for equation in equations for name in equation.powers}))
    raise FormError(f"{shown} can be chosen in several ways")


def _least_denominator(name: str, equations: list[_Equation]) -> Letters | None:
    """The least positive integer that makes the other letter of each equation an integer."""
    pairs = [(next(k for n, k in e.powers.items() if n != name), -e.powers[name], e.value) for e in equations]
    primes = {p for _, _, value in pairs for p in _factors(sympy.Rational(value.numerator, value.denominator))}
    result = 1
    for p in primes:
        orders = [(above, below, _order(value, p)) for above, below, value in pairs]
        least = next(
            (
                t
                for t in range(HIGHEST_POWER)
                if all(order + below * t >= 0 and (order + below * t) % above == 0 for above, below, order in orders)
            ),
            None,
        )
        if least is None:
            return None
        result *= p**least
    return {name: Fraction(result)}


def _order(value: Fraction, p: int) -> int:
    """How often a prime divides a rational number."""
    return _factors(sympy.Rational(value.numerator, value.denominator)).get(p, 0)


def _integer_root(value: Fraction, index: int) -> int | None:
    """The integer whose power is the value, positive for an even power; None if there is none."""
    if value.denominator != 1 or (value < 0 and index % 2 == 0):
        return None
    root, is_exact = sympy.integer_nthroot(abs(value.numerator), index)
    return (int(root) if value > 0 else -int(root)) if is_exact else None
