"""The search for a closed form near a positive number, and the probability that a match is a coincidence.

Every form is a few positive integers in a fixed *shape*. Its **complexity** is

    complexity = normaliser(shape) / share(shape) / share(power of pi) * (product of its integers) ** (5/4)

where the normaliser is the sum of product ** (-5/4) over the shape, so that 1/complexity adds up to at most
1 over all forms together (a Kraft sum). A form is accepted only if its **surprise**,
complexity * relative residual, is below CHANCE. Take a random number whose logarithm has density at most d:
it falls within CHANCE/complexity of a given form with probability at most 2*d*CHANCE/complexity, and these
add up to 2*d*CHANCE over all forms, whatever the heights searched. That is 2 in 1000 at worst for d = 1
(uniform on an interval from 0); the simple forms, which make up nearly all of the sum, cannot use their
share, because a residual above the stated accuracy is rejected first: at 1e-9, about 1 random number in
100 000 is recognised. The criterion adapts to the accuracy: a residual of 1e-9 allows complexities up to 1e6,
one of 1e-13 up to 1e10.

What is searched, always times pi, 1 or 1/pi (k-th roots through the continued fraction of the k-th power,
two-term forms by looking up the fractional part of c*x in a sorted table):

* (a/b) * n**(1/k) for k = 1..4, while a**k * n * b**k stays three orders of magnitude below 1/residual;
* (a + b*sqrt(n))/c with c <= 120 and b*n <= 3000, a free;
* (a*sqrt(m) + b*sqrt(n))/c with c <= 16, m <= 15 and b*n*m <= 3000, a free;
* s times the square root of (a + b*sqrt(n))/c with c <= 120 and s*s*b*n <= 3000;
* (a*sqrt(n) + b*pi)/c, n = 1 included, with c <= 120 and a*n <= 1500, b free (not times pi).

Forms with three terms are not searched: by the same measure 48 + 9*sqrt(3) + 3*sqrt(91) has a complexity of
1e12, which would need a residual below the rounding error of a double, so that any match would be a guess.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import gcd, isqrt, lcm, pi, prod, sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Shape = Literal["rational", "root2", "root3", "root4", "quadratic", "pair", "nested", "mixed"]
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

CHANCE = 1e-3
"""Largest surprise accepted; twice this bounds the share of random numbers that are recognised."""
CERTAIN = 1e-8
"""A surprise below this ends the search: no more complex form could be a better match."""
RESIDUAL_FLOOR = 1e-15
"""A few rounding errors of a double; closer agreement is coincidence and is not counted as evidence."""
UNEXPLAINED = 0.001
"""Every number has convergents p/q with p*q*residual of order 1; only those below this are tried."""
# Sizes of the tables; the resulting search bounds are in the module docstring.
DENOMINATORS = 120
SCALED_DENOMINATORS = 16
SCALED_RADICANDS = (2, 3, 5, 6, 7, 10, 11, 13, 14, 15)
TABLE_PRODUCT = 3000
MIXED_PRODUCT = 1500
BUCKETS = 2**15
DIGITS = 40
PI = Decimal("3.14159265358979323846264338327950288419716939937510")
PI_POWERS = (0, 1, -1)
PI_SHARE = {0: 0.6, 1: 0.3, -1: 0.1}
PRIMES = tuple(p for p in range(2, 212) if all(p % q for q in range(2, isqrt(p) + 1)))

# Riemann's zeta at 5/4, 5/2 and 15/4, rounded up or down so that the normalisers are never too small.
ZETA, ZETA_DOUBLE, ZETA_TRIPLE = 4.5952, 1.3414, 1.1017
EXPONENT = 1.25
COPRIME_PAIRS = ZETA**2 / ZETA_DOUBLE
COPRIME_TRIPLES = ZETA**3 / ZETA_TRIPLE
SQUARE_FREE = ZETA / ZETA_DOUBLE - 1
# normaliser / share; the factor 2 counts the sign between two terms, the shares add up to 1.
PRICE: dict[Shape, float] = {
    "rational": COPRIME_PAIRS / 0.30,
    "root2": COPRIME_PAIRS * SQUARE_FREE / 0.30,
    "quadratic": 2 * COPRIME_TRIPLES * SQUARE_FREE / 0.15,
    "pair": 2 * COPRIME_TRIPLES * SQUARE_FREE**2 / 2 / 0.06,
    "nested": 2 * ZETA**4 * SQUARE_FREE / 0.06,
    "mixed": 2 * COPRIME_TRIPLES * (1 + SQUARE_FREE) / 0.06,
    "root3": COPRIME_PAIRS * (ZETA - 1) / 0.05,
    "root4": COPRIME_PAIRS * (ZETA - 1) / 0.02,
}


@dataclass(frozen=True)
class Term:
    """coefficient * (whole + inner*sqrt(radicand)) ** (1/index) * pi**pi; inner is 0 except in nested roots."""

    coefficient: int
    whole: int = 1
    index: int = 1
    inner: int = 0
    radicand: int = 1
    pi: int = 0

    def exact(self) -> Decimal:
        """Its value to DIGITS digits; call it within a context of that precision."""
        under = Decimal(self.whole) + self.inner * Decimal(self.radicand).sqrt()
        root = under ** (Decimal(1) / 3) if self.index == 3 else under
        for _ in range({2: 1, 4: 2}.get(self.index, 0)):
            root = root.sqrt()
        return self.coefficient * root * PI**self.pi


@dataclass(frozen=True)
class Form:
    """Sum of the terms times pi**pi over the denominator, in lowest terms, and its complexity."""

    terms: tuple[Term, ...]
    denominator: int
    pi: int
    complexity: float

    def exact(self) -> Decimal:
        """Its value to DIGITS digits, so that cancellation between the terms costs nothing."""
        with localcontext() as context:
            context.prec = DIGITS
            total = sum((term.exact() for term in self.terms), Decimal(0))
            return total * PI**self.pi / self.denominator


@dataclass(frozen=True)
class Match:
    """A form, its relative residual, and how likely a coincidence that would be."""

    form: Form
    residual: float

    @property
    def surprise(self) -> float:
        """Complexity times residual: about how many equally simple forms come this close to a random number."""
        return self.form.complexity * max(self.residual, RESIDUAL_FLOOR)


def complexity(shape: Shape, integers: Iterable[int], pi_power: int = 0) -> float:
    """The complexity defined in the module docstring; a mixed form contains its pi and has no share for it."""
    share = 1.0 if shape == "mixed" else PI_SHARE[pi_power]
    return float(PRICE[shape] / share * prod(abs(n) for n in integers) ** EXPONENT)


def best_match(value: float, pi_powers: tuple[int, ...], relative: float) -> Match | None:
    """The accepted form of least surprise near a positive value, or None.

    Forms that add a term in pi to a root are tried only if every power of pi is.
    """
    single = _best(value, _single_terms(value, pi_powers, relative), relative)
    if single is not None and single.surprise < CERTAIN:
        return single
    double = _best(value, _two_terms(value, pi_powers, relative), relative)
    return min((m for m in (single, double) if m is not None), key=lambda m: m.surprise, default=None)


def _best(value: float, forms: Iterable[Form], relative: float) -> Match | None:
    affordable = (form for form in forms if form.complexity * RESIDUAL_FLOOR < CHANCE)
    matches = (Match(form, residual_of(value, form.exact())) for form in affordable)
    accepted = [m for m in matches if m.residual <= relative and m.surprise < CHANCE]
    return min(accepted, key=lambda m: m.surprise, default=None)


def residual_of(value: float, exact: Decimal) -> float:
    """The residual |value - exact| / |value|, computed before rounding."""
    return float(abs(1 - exact / Decimal(value)))


def _single_terms(value: float, pi_powers: tuple[int, ...], relative: float) -> Iterator[Form]:
    for power in pi_powers:
        for index in (1, 2, 3, 4):
            target = (value / pi**power) ** index
            for p, q in _convergents(target):
                if abs(p / q / target - 1) <= 2 * index * relative:
                    yield from _root(index, p, q, power)


def _convergents(target: float) -> Iterator[tuple[int, int]]:
    """The convergents p/q of a positive number that are followed by a large partial quotient.

    That quotient is 1/(p*q*residual) to within 2 (Lagrange), so the residual need not be computed.
    """
    (p, q), (p_before, q_before), rest = (1, 0), (0, 1), target
    while p * q * RESIDUAL_FLOOR < UNEXPLAINED:
        quotient = int(rest)
        if quotient * UNEXPLAINED > 1 and p * q:
            yield p, q
        p, q, p_before, q_before = quotient * p + p_before, quotient * q + q_before, p, q
        if rest - quotient < RESIDUAL_FLOOR:
            yield p, q
            return
        rest = 1 / (rest - quotient)


def _root(index: int, p: int, q: int, power: int) -> Iterator[Form]:
    """(p/q) ** (1/index), unless that is a root of lower index, which its own power finds."""
    if index <= 2:
        yield _surds([(Fraction(p, q), 1)] if index == 1 else [(Fraction(1, q), p * q)], power)
        return
    outside, radicand = _split(p * q ** (index - 1), index)
    if radicand > 1 and not (index == 4 and isqrt(radicand) ** 2 == radicand):
        scale = Fraction(outside, q)
        shape: Shape = "root3" if index == 3 else "root4"
        cost = complexity(shape, (scale.numerator, scale.denominator, radicand), power)
        yield Form((Term(scale.numerator, radicand, index),), scale.denominator, power, cost)


def _split(number: int, index: int) -> tuple[int, int]:
    """(b, r) with number = b**index * r; a large prime factor may stay in r, which only raises the complexity."""
    outside = 1
    for prime in PRIMES:
        step = prime**index
        if step > number:
            break
        while number % step == 0:
            number //= step
            outside *= prime
    if index == 2 and isqrt(number) ** 2 == number:
        return outside * isqrt(number), 1
    return outside, number


def _surds(parts: list[tuple[Fraction, int]], power: int) -> Form:
    """The sum of coefficient*sqrt(radicand) over one or two parts, as the form with the smallest radicands."""
    total: dict[int, Fraction] = {}
    for coefficient, radicand in parts:
        outside, free = _split(radicand, 2)
        total[free] = total.get(free, Fraction(0)) + coefficient * outside
    kept = sorted((n, c) for n, c in total.items() if c)
    denominator = lcm(*(c.denominator for _, c in kept))
    terms = tuple(Term(int(c * denominator), n, 2 if n > 1 else 1) for n, c in kept)
    shapes: tuple[Shape, Shape] = ("root2", "pair") if kept[0][0] > 1 else ("rational", "quadratic")
    integers = [denominator, *(t.coefficient for t in terms), *(t.whole for t in terms)]
    return Form(terms, denominator, power, complexity(shapes[len(terms) - 1], integers, power))


def _root_of_surd(a: int, b: int, n: int, c: int, power: int) -> Iterator[Form]:
    """The square root of (a + b*sqrt(n))/c: two simple roots when a**2 - b**2*n is a square, else nested."""
    norm = a * a - b * b * n
    if norm >= 0 and a > 0 and isqrt(norm) ** 2 == norm:
        outer, inner = a + isqrt(norm), a - isqrt(norm)
        sign = 1 if b > 0 else -1
        yield _surds([(Fraction(1, 2 * c), 2 * c * outer), (Fraction(sign, 2 * c), 2 * c * inner)], power)
        return
    scale, _ = _split(gcd(a, b), 2)
    cost = complexity("nested", (scale, a // scale**2, b // scale**2, n, c), power)
    if cost * RESIDUAL_FLOOR >= CHANCE:
        return
    pulled, _ = _split(gcd(a, b) * c, 2)
    outside = Fraction(pulled, c)
    whole, inner = a * c // pulled**2, b * c // pulled**2
    yield Form((Term(outside.numerator, whole, 2, inner, n),), outside.denominator, power, cost)


@dataclass(frozen=True)
class _Table:
    """coefficient*sqrt(radicand)/unit of both signs, sorted by fractional part, both ends wrapped around."""

    fractions: Floats
    offsets: Floats
    coefficients: Integers
    radicands: Integers
    starts: Integers

    def place(self, fractions: Floats) -> Integers:
        """Same result as np.searchsorted, by bucket lookup and a few steps: several times faster at these sizes."""
        place = self.starts[(fractions * BUCKETS).astype(np.int64)]
        while (behind := self.fractions[place] < fractions).any():
            place += behind
        return place


@cache
def _table(unit: float, least_radicand: int, product: int) -> _Table:
    free = np.ones(product + 1, dtype=bool)
    free[:least_radicand] = False
    for root in range(2, isqrt(product) + 1):
        free[root * root :: root * root] = False
    radicands = np.flatnonzero(free)
    coefficient = np.concatenate([np.arange(1, product // n + 1) for n in radicands.tolist()])
    coefficient = np.concatenate((coefficient, -coefficient))
    radicand = np.tile(np.repeat(radicands, product // radicands), 2)
    offset = coefficient * np.sqrt(radicand) / unit
    fraction = offset - np.floor(offset)
    order = np.argsort(fraction)
    around = np.concatenate((order[-1:], order, order[:1]))
    fractions = fraction[around]
    fractions[[0, -1]] += (-1, 1)
    starts = np.searchsorted(fractions, np.arange(BUCKETS + 1) / BUCKETS)
    return _Table(fractions, offset[around], coefficient[around], radicand[around], starts)


@dataclass(frozen=True)
class _Row:
    """A way to turn the value into a number (a + b*sqrt(n)/unit)/c, and a hit back into a form of the value.

    "scaled" multiplies the value by sqrt(scale), which turns a pair into (a*scale + b*sqrt(scale*n))/c.
    """

    kind: Literal["plain", "squared", "scaled", "mixed"]
    power: int
    scale: int = 1

    def factor(self) -> float:
        """What the value is multiplied by, before squaring if the row is squared."""
        return sqrt(self.scale) / pi**self.power

    def price(self) -> float:
        """The complexity of a hit is at least this times (product of the hit) ** EXPONENT.

        A scaled pair has a product of at most scale**2 times the pair's own.
        """
        shapes: dict[str, Shape] = {
            "plain": "quadratic",
            "squared": "nested",
            "scaled": "pair",
            "mixed": "mixed",
        }
        return float(PRICE[shapes[self.kind]] / self.scale ** (2 * EXPONENT))

    def forms(self, a: int, b: int, n: int, c: int) -> Iterator[Form]:
        """The form of a hit with coprime a, b, c, if one is simple enough."""
        if self.kind == "squared":
            yield from _root_of_surd(a, b, n, c, self.power)
        elif self.kind == "mixed":
            terms = (Term(b, n, 2 if n > 1 else 1), Term(a, pi=1))
            yield Form(terms, c, 0, complexity("mixed", (a, b, n, c)))
        else:
            over = c * self.scale
            yield _surds([(Fraction(a, over), self.scale), (Fraction(b, over), n * self.scale)], self.power)


@dataclass(frozen=True)
class _Grid:
    """All pairs of row and denominator, flattened into cells, for one vectorised table lookup."""

    table: _Table
    rows: list[_Row]
    row: Integers
    c: Integers
    factor: Floats
    price: Floats
    squared: NDArray[np.bool_]

    def forms(self, value: float, relative: float) -> Iterator[Form]:
        """The candidate forms, to be computed exactly.

        Only the two neighbours in the table are tried. A true form is one of them while the error of c*x is
        below the spacing of the table, 1e-5; beyond that, no form this complex would be accepted.
        """
        number: Floats = value * self.factor
        scaled: Floats = np.where(self.squared, number * number, number).astype(np.float64) * self.c
        place = self.table.place(scaled - np.floor(scaled))
        payable = np.minimum(2 * relative, CHANCE / self.price)
        allowed = payable * scaled + RESIDUAL_FLOOR * (scaled + TABLE_PRODUCT)
        for near in (place - 1, place):
            difference = scaled - self.table.offsets[near]
            cells = np.flatnonzero(np.abs(difference - np.rint(difference)) <= allowed)
            if cells.size:
                yield from self._affordable(cells, near[cells], scaled[cells])

    def _affordable(self, cells: Integers, near: Integers, scaled: Floats) -> Iterator[Form]:
        offset, b, n = self.table.offsets[near], self.table.coefficients[near], self.table.radicands[near]
        a = np.rint(scaled - offset).astype(np.int64)
        # The rounding error of the fractional part must not count towards the residual.
        lost = RESIDUAL_FLOOR * (scaled + np.abs(offset))
        off = np.maximum((np.abs(scaled - offset - a) - lost) / scaled, RESIDUAL_FLOOR)
        # A nested root may extract the root s of a square from a and b, which divides the product by s**3.
        pulled = np.where(self.squared[cells], np.gcd(a, b) ** 1.5, 1.0)
        surprise = self.price[cells] * (np.abs(a * 1.0 * b) * n / pulled) ** EXPONENT * off
        for i in np.flatnonzero((surprise < CHANCE) & (a != 0)).tolist():
            hit = int(a[i]), int(b[i]), int(n[i]), int(self.c[cells[i]])
            if gcd(hit[0], hit[1], hit[3]) == 1:
                yield from self.rows[self.row[cells[i]]].forms(*hit)


def _grid(table: _Table, rows: list[_Row]) -> _Grid:
    counts = [SCALED_DENOMINATORS if row.kind == "scaled" else DENOMINATORS for row in rows]
    row = np.repeat(np.arange(len(rows)), counts)
    c = np.concatenate([np.arange(1, count + 1) for count in counts])
    factor, price, squared = np.array([(r.factor(), r.price(), r.kind == "squared") for r in rows])[row].T
    return _Grid(table, rows, row, c, factor, price * c**EXPONENT, squared > 0)


@cache
def _grids(pi_powers: tuple[int, ...]) -> list[_Grid]:
    rows = [_Row(kind, power) for kind in ("plain", "squared") for power in pi_powers]
    rows += [_Row("scaled", power, scale) for power in pi_powers for scale in SCALED_RADICANDS]
    grids = [_grid(_table(1.0, 2, TABLE_PRODUCT), rows)]
    if pi_powers == PI_POWERS:
        grids.append(_grid(_table(pi, 1, MIXED_PRODUCT), [_Row("mixed", 1)]))
    return grids


def _two_terms(value: float, pi_powers: tuple[int, ...], relative: float) -> Iterator[Form]:
    for grid in _grids(pi_powers):
        yield from grid.forms(value, relative)
