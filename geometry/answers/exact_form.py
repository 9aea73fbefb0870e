"""Recognising a measured decimal as a closed form: 0.866025403784 is √3/2, 1.230959417341 is arccos(1/3).

A form is returned only if the probability that it lies this close to the decimal by accident is below
exact_search.CHANCE (derived there), so a random number is essentially never recognised and a measured one
needs about 12 correct digits for forms such as (15 + 7√5)/4. Everything else is returned as NotRecognised
with its digits; sums of three terms always are.

Angles are in radians. A rational multiple of π is shown in degrees; otherwise the angle is the arccos,
arcsin or arctan with the least complex argument, and always an arccos when obtuse. Near 0 and near a right
angle an argument has fewer correct digits than its angle; the larger of the two residuals counts.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from math import atan2, cos, isfinite, pi, sin, tan
from typing import Literal

from geometry.answers.exact_record import ExactForm, NotRecognised
from geometry.answers.exact_search import (
    CERTAIN,
    CHANCE,
    PI_POWERS,
    RESIDUAL_FLOOR,
    Form,
    Term,
    best_match,
    residual_of,
)

Kind = Literal["length", "area", "volume", "angle", "ratio", "number"]

LARGEST = 1e7
"""Above this even an integer is too complex to be distinguished from a coincidence in double precision."""
ARGUMENT_RANGE = (1e-4, 1e4)
"""Arguments of inverse functions outside this range have lost over four digits, or belong to another function."""
PI_MULTIPLE_SHARE, INVERSE_SHARE = 0.4, 0.2
"""How the total probability is divided between multiples of π and each of the three inverse functions."""
DEGREE_STEPS = 100
"""An angle is shown in degrees if it is a whole number of hundredths of a degree (22.5°, 11.25°); π/7 is not."""


def recognise(value: float, kind: Kind, relative: float = 1e-9) -> ExactForm | NotRecognised:
    """The closed form of a measured value (radians for an angle), known to a relative error.

    A value no larger than that error counts as zero: it has no scale of its own to compare the residual with.
    """
    if not isfinite(value):
        raise ValueError(f"A {kind} of {value} cannot be recognised: it is not a number.")
    if not 0 < relative < 1:
        raise ValueError(f"The relative error must lie between 0 and 1; it is {relative}.")
    if abs(value) <= relative:
        return _written(_Reading(Form((), 1, 0, 1.0), abs(value)), kind)
    if abs(value) > LARGEST:
        return _not_recognised(value, f"beyond {LARGEST:g} no {kind} can be distinguished from a coincidence.")
    reading = _read_angle(abs(value), relative) if kind == "angle" else _read_number(abs(value), relative)
    if reading is None:
        return _not_recognised(value, f"no closed form of this {kind} within {relative:g} is more than a coincidence.")
    return _written(replace(reading, negative=value < 0), kind)


def _not_recognised(value: float, reason: str) -> NotRecognised:
    return NotRecognised(decimal=f"{value:.12g}", reason=reason[0].upper() + reason[1:])


@dataclass(frozen=True)
class _Reading:
    """A form, or an inverse function of it, with the residual of the whole."""

    form: Form
    residual: float
    function: Literal["", "acos", "asin", "atan"] = ""
    negative: bool = False


def _read_number(value: float, relative: float) -> _Reading | None:
    match = best_match(value, PI_POWERS, relative)
    return None if match is None else _Reading(match.form, match.residual)


def _read_angle(value: float, relative: float) -> _Reading | None:
    found: list[tuple[float, _Reading]] = []
    multiple = best_match(value, (1,), relative)
    if multiple is not None:
        found.append((multiple.surprise / PI_MULTIPLE_SHARE, _Reading(multiple.form, multiple.residual)))
        if multiple.surprise < CERTAIN:
            return found[0][1]
    found += _inverse_functions(value, relative)
    surprise, best = min(found, key=lambda pair: pair[0], default=(CHANCE, None))
    return best if surprise < CHANCE else None


# For each function: the argument of an angle, and how a relative error of the angle grows in the argument.
INVERSES: dict[Literal["acos", "asin", "atan"], tuple[Callable[[float], float], Callable[[float], float]]] = {
    "acos": (cos, lambda angle: abs(angle * tan(angle))),
    "asin": (sin, lambda angle: abs(angle / tan(angle))),
    "atan": (tan, lambda angle: abs(angle / (sin(angle) * cos(angle)))),
}


def _inverse_functions(value: float, relative: float) -> list[tuple[float, _Reading]]:
    found: list[tuple[float, _Reading]] = []
    for function, (argument_of, growth) in INVERSES.items():
        argument = argument_of(value)
        in_range = ARGUMENT_RANGE[0] < abs(argument) < ARGUMENT_RANGE[1]
        if value >= pi or not in_range or (value > pi / 2 and function != "acos"):
            continue
        match = best_match(abs(argument), (0,), relative * max(1.0, growth(value)))
        if match is None:
            continue
        form = match.form if argument > 0 else _negated(match.form)
        residual = residual_of(value, Decimal(_inverse(function, form.exact())))
        if residual <= relative:
            worse = max(residual, match.residual, RESIDUAL_FLOOR)
            found.append((form.complexity * worse / INVERSE_SHARE, _Reading(form, residual, function)))
    return found


def _inverse(function: str, argument: Decimal) -> float:
    """The angle, by arctan of a ratio of legs so that no digits are lost near 0 and near π/2."""
    if function == "atan":
        return atan2(argument, 1)
    if abs(argument) > 1:
        return float("inf")
    other = ((1 - argument) * (1 + argument)).sqrt()
    return atan2(other, argument) if function == "acos" else atan2(argument, other)


def _negated(form: Form) -> Form:
    return replace(form, terms=tuple(replace(t, coefficient=-t.coefficient) for t in form.terms))


def _written(reading: _Reading, kind: Kind) -> ExactForm:
    form = _negated(reading.form) if reading.negative and not reading.function else reading.form
    minus = "-" if reading.negative and reading.function else ""
    text, pretty, latex = (minus + _applied(reading.function, form, notation) for notation in (TEXT, PRETTY, LATEX))
    degrees = _degrees(form) if kind == "angle" and not reading.function else None
    if degrees is not None:
        pretty, latex = f"{degrees}°", f"{degrees}^\\circ"
    return ExactForm(text=text, pretty=pretty, latex=latex, residual=reading.residual)


def _degrees(form: Form) -> str | None:
    """A rational multiple of π as a short decimal in degrees, if it has one."""
    if not form.terms:
        return "0"
    if len(form.terms) > 1 or form.terms[0].index > 1:
        return None
    degrees = Fraction(180 * form.terms[0].coefficient, form.denominator)
    return f"{float(degrees):.8g}" if (degrees * DEGREE_STEPS).denominator == 1 else None


@dataclass(frozen=True)
class _Notation:
    """The symbols in which the three notations differ; the order of terms is the same in all."""

    pi: str
    times: str
    signs: tuple[str, str]
    brackets: tuple[str, str]
    roots: dict[int, str]
    nested: str
    stacked: bool
    functions: dict[str, str]

    def grouped(self, inside: str) -> str:
        """The expression in brackets."""
        return inside.join(self.brackets)


TEXT = _Notation(
    pi="pi",
    times="*",
    signs=(" + ", " - "),
    brackets=("(", ")"),
    roots={1: "", 2: "sqrt({})", 3: "{}**(1/3)", 4: "{}**(1/4)"},
    nested="sqrt({})",
    stacked=False,
    functions={"acos": "acos", "asin": "asin", "atan": "atan"},
)
PRETTY = replace(
    TEXT,
    pi="π",
    times="",
    roots={1: "", 2: "√{}", 3: "∛{}", 4: "∜{}"},
    nested="√({})",
    functions={"acos": "arccos", "asin": "arcsin", "atan": "arctan"},
)
LATEX = _Notation(
    pi="\\pi",
    times="",
    signs=("+", "-"),
    brackets=("\\left(", "\\right)"),
    roots={1: "", 2: "\\sqrt{{{}}}", 3: "\\sqrt[3]{{{}}}", 4: "\\sqrt[4]{{{}}}"},
    nested="\\sqrt{{{}}}",
    stacked=True,
    functions={"acos": "\\arccos", "asin": "\\arcsin", "atan": "\\arctan"},
)


def _applied(function: str, form: Form, notation: _Notation) -> str:
    inside = _shown(form, notation)
    if not function:
        return inside
    name = notation.functions[function]
    if notation.stacked and inside.isdigit():
        return f"{name} {inside}"
    # A typeset fraction or root needs no brackets after arccos; anything else does.
    alone = form.denominator > 1 or (len(form.terms) == 1 and form.terms[0].coefficient == 1)
    return name + (inside if notation.stacked and alone and inside[0] != "-" else notation.grouped(inside))


def _shown(form: Form, notation: _Notation) -> str:
    """The whole form, its sign in front when every term is negative."""
    negative = bool(form.terms) and all(term.coefficient < 0 for term in form.terms)
    denominator = _product(form.denominator, notation.pi if form.pi < 0 else "", "", notation)
    bare = denominator == "1"
    if negative and not (bare and len(form.terms) > 1 and not form.pi):
        return "-" + _shown(_negated(form), notation)
    top = _sum(form.terms, notation, form.pi > 0 and len(form.terms) == 1)
    if form.pi > 0 and len(form.terms) > 1:
        top = notation.pi + notation.times + notation.grouped(top)
    if bare:
        return top
    if notation.stacked:
        return f"\\frac{{{top}}}{{{denominator}}}"
    top = notation.grouped(top) if len(form.terms) > 1 and form.pi <= 0 else top
    single = form.denominator == 1 or form.pi >= 0
    return f"{top}/{denominator if single else notation.grouped(denominator)}"


def _sum(terms: tuple[Term, ...], notation: _Notation, times_pi: bool = False) -> str:
    """The terms, with a positive one first if there is one; 0 if there are none."""
    shown = ""
    for term in sorted(terms, key=lambda t: t.coefficient < 0):
        sign = notation.signs[term.coefficient < 0]
        pi_mark = notation.pi if term.pi or times_pi else ""
        body = _product(abs(term.coefficient), pi_mark, _radical(term, notation), notation)
        shown += (sign if shown else sign.strip().strip("+")) + body
    return shown or "0"


def _radical(term: Term, notation: _Notation) -> str:
    if not term.inner:
        return notation.roots[term.index].format(term.whole)
    under = (Term(term.whole), Term(term.inner, term.radicand, 2))
    return notation.nested.format(_sum(under, notation))


def _product(coefficient: int, pi_mark: str, radical: str, notation: _Notation) -> str:
    factors = [factor for factor in (pi_mark, radical) if factor]
    if coefficient != 1 or not factors:
        factors.insert(0, str(coefficient))
    return notation.times.join(factors)
