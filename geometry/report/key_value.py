"""The value of a figure's key: the letters of its form found from the target's exact value, put into its expression.

Where the target has no closed form, a key that needs its number only (a power, a floor, one letter beside constants)
is calculated with the number; a floor that the error of the number could change raises KeyRefusedError.
"""

from collections.abc import Sequence
from typing import Any

import sympy

from geometry.answers.exact_form import recognise
from geometry.answers.exact_record import ExactForm, NotRecognised
from geometry.answers.form_match import FormError, letters_of_form
from geometry.notation import syntax as s
from geometry.notation.answer_key import letters_of, power_of
from geometry.notation.exact_numbers import exact_number
from geometry.record import Evidence
from geometry.tolerances import SOLVED_RELATIVE

DIGITS = 40
"""Digits to which exact expressions are evaluated."""

FLOOR_MARGIN = 10 * SOLVED_RELATIVE
"""Relative change of a decimal that must not change a floor; solved values are known ten times better."""


class KeyRefusedError(ValueError):
    """A key that the value of the target does not have, or has in several ways."""


class KeyValue(Evidence):
    """A key calculated from the target."""

    value: float
    """What the corpus should state."""
    is_exact: bool
    """Whether it was calculated from a closed form, so that it has no error but that of a float."""
    letters: dict[str, str]
    """The letters of the form as found, such as m = 5."""

    @property
    def shown(self) -> str:
        """The letters for a sentence."""
        return ", ".join(f"{name} = {value}" for name, value in sorted(self.letters.items()))


def key_value(figure: s.Figure, value: float, exact: ExactForm | NotRecognised) -> KeyValue:
    """The key of a figure whose target has this value; raises KeyRefusedError with a sentence if it has none."""
    assert figure.key is not None
    power = power_of(figure.key.quantity, figure.target)
    assert power is not None
    try:
        form, expression = exact_number(figure.key.form), exact_number(figure.key.expression)
    except ValueError as error:
        raise KeyRefusedError(f"the key cannot be calculated: {error}") from error
    form, undone = _without_function(form, figure.key.form)
    number = sympy.sympify(exact.text, rational=True) if isinstance(exact, ExactForm) else sympy.Float(value, 17)
    number = undone(number**power)
    names = sorted(letters_of((figure.key.form,)))
    try:
        choices = [_linear(form, names[0], number)] if _is_linear(form, names) else _letters(form, number)
    except FormError as error:
        raise KeyRefusedError(f"the letters of the key cannot be found: {error}") from error
    return _evaluated(expression, choices)


def _without_function(form: Any, written: s.Expr) -> tuple[Any, Any]:
    """The inside of an inverse function that a form is, and the function that takes the quantity there."""
    match written:
        case s.Call("acos" | "asin" | "atan" as name, (inner,)):
            forward = {"acos": sympy.cos, "asin": sympy.sin, "atan": sympy.tan}[name]
            return exact_number(inner), forward
        case s.Call("degrees", (inner,)):
            return exact_number(inner), lambda angle: angle * 180 / sympy.pi
        case _:
            return form, lambda angle: angle


def _is_linear(form: Any, names: Sequence[str]) -> bool:
    """Whether a form has one letter, once, without a root or power on it: that letter may be any number."""
    if len(names) != 1:
        return False
    slope = sympy.diff(form, _symbol(names[0]))
    return not slope.free_symbols and slope != 0


def _linear(form: Any, name: str, number: Any) -> dict[str, Any]:
    letter = _symbol(name)
    solved = (number - form.subs(letter, 0)) / sympy.diff(form, letter)
    return {name: sympy.radsimp(sympy.expand(solved)) if not solved.has(sympy.Float) else sympy.N(solved, 17)}


def _letters(form: Any, number: Any) -> list[dict[str, Any]]:
    if number.has(sympy.Float):
        number = _recognised(form, number)
    return [
        {name: sympy.Rational(value.numerator, value.denominator) for name, value in letters.items()}
        for letters in letters_of_form(form, number)
    ]


def _recognised(form: Any, number: Any) -> Any:
    """The closed form of a decimal after the constants of a form with one term are divided out; FormError if none."""
    constant = sympy.Integer(1)
    if not isinstance(sympy.expand(form), sympy.Add):
        constant = form.as_independent(*form.free_symbols)[0]
    found = recognise(float(number / constant), "number")
    if isinstance(found, NotRecognised):
        raise FormError(f"no closed form of {float(number):.12g} is known")
    return sympy.sympify(found.text, rational=True) * constant


def _evaluated(expression: Any, choices: Sequence[dict[str, Any]]) -> KeyValue:
    """The expression, if every choice of the letters gives it the same value."""
    values = [_number(expression, letters) for letters in choices]
    if any(abs(value - values[0]) > SOLVED_RELATIVE * max(1.0, abs(values[0])) for value in values):
        shown = " or ".join(f"{value:.10g}" for value in sorted(set(values)))
        raise KeyRefusedError(f"the letters of the key can be chosen in several ways: it is {shown}")
    return KeyValue(
        value=values[0],
        is_exact=not any(letter.has(sympy.Float) for letter in choices[0].values()),
        letters={name: _shown(value) for name, value in choices[0].items()},
    )


def _number(expression: Any, letters: dict[str, Any]) -> float:
    found = _put(expression, letters, sympy.Integer(1))
    is_rounded = any(letter.has(sympy.Float) for letter in letters.values())
    if is_rounded and expression.has(sympy.floor, sympy.ceiling):
        # The number is known to a relative error; a floor that depends on it is not known.
        nearby = [_put(expression, letters, 1 + sign * FLOOR_MARGIN) for sign in (-1, 1)]
        if any(value != found for value in nearby):
            raise KeyRefusedError("the value is too close to a whole number to tell on which side of it it lies")
    return float(found)


def _put(expression: Any, letters: dict[str, Any], factor: Any) -> Any:
    value = expression.subs({_symbol(name): letter * factor for name, letter in letters.items()})
    return sympy.N(value, DIGITS)


def _symbol(name: str) -> Any:
    return sympy.Symbol(name, positive=True)


def _shown(value: Any) -> str:
    return f"{float(value):.12g}" if value.has(sympy.Float) else str(value)
