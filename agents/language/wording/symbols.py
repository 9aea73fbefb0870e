"""Quantities of a figure as LaTeX: stated numbers, marked with what they measure, and arithmetic over labels.

A number that is a length, area or volume is marked, as in `⟦length: 2\\sqrt{3}⟧`, because it changes with the scale of
the scene; ratios and angles are not. Measures that are usually stated in words (a volume, a distance to a plane) have
no symbol here: `symbol` returns None for them.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy

from agents.language.wording.naming import Naming, tex_name, tex_run
from geometry.answers.read_answer import AnswerRefused, read_answer
from geometry.notation import syntax as s
from geometry.notation.exact_numbers import exact_number
from geometry.notation.unknown_powers import Power, power_of

MARKS = {Fraction(1): "length", Fraction(2): "area", Fraction(3): "volume"}

_ANGLES = ("degrees", "radians", "asin", "acos", "atan")
_SIGNS = {"<=": "\\le", ">=": "\\ge"}
_ATOM, _PRODUCT, _SUM = 3, 2, 1

Shown = tuple[str, int]
"""LaTeX with the precedence of its outermost operation, which determines whether it needs brackets."""


def power(expr: s.Expr, words: Naming) -> Fraction | None:
    """The power of length of a quantity; None for a bare number, which takes the power of the other side."""
    found: Power = power_of(expr, set(words.powers))
    if found.bare:
        return None
    return found.own + sum((words.powers[name] * times for name, times in found.names.items()), Fraction(0))


def relation_power(left: s.Expr, right: s.Expr, words: Naming) -> Fraction:
    """The power of length both sides of a relation have."""
    first, second = power(left, words), power(right, words)
    return first if first is not None else second if second is not None else Fraction(0)


def marked(text: str, exponent: Fraction) -> str:
    """The number with the mark of what it measures; a ratio has no mark."""
    if not exponent:
        return text
    return f"⟦{MARKS.get(exponent, f'length^{exponent}')}: {text}⟧"


def is_stated(expr: s.Expr, words: Naming) -> bool:
    """Whether the expression is a stated number, without measures and unknowns."""
    match expr:
        case s.Number():
            return True
        case s.Name(name):
            return name == "pi" or name in words.numbers
        case s.Neg(operand):
            return is_stated(operand, words)
        case s.Op(_, left, right):
            return is_stated(left, words) and is_stated(right, words)
        case s.Call(name, args) if name in _ANGLES or name in _FUNCTIONS or name in ("floor", "ceil"):
            return all(is_stated(arg, words) for arg in args)
        case _:
            return False


def is_angle_number(expr: s.Expr) -> bool:
    match expr:
        case s.Call(name, _):
            return name in _ANGLES
        case s.Op(_, left, right):
            return is_angle_number(left) or is_angle_number(right)
        case s.Neg(operand):
            return is_angle_number(operand)
        case _:
            return False


def stated_value(expr: s.Expr, words: Naming) -> Any:
    """The exact value of a stated number, with parameters substituted, angles in radians."""
    value = exact_number(expr)
    return value.subs({sympy.Symbol(name, positive=True): number for name, number in words.numbers.items()})


def number_tex(expr: s.Expr, words: Naming) -> str:
    """A stated number in LaTeX that can be parsed again: a closed form, else twelve digits."""
    return _number_tex(stated_value(expr, words))


@lru_cache(maxsize=512)
def _number_tex(value: sympy.Expr) -> str:
    text = str(sympy.latex(value, fold_short_frac=False)).replace(" \\sqrt", "\\sqrt")
    try:
        if abs(read_answer(text).value - float(value)) <= 1e-12 * abs(float(value)):
            return text
    except AnswerRefused:
        pass
    return f"{float(value):.12g}"


def symbol(expr: s.Expr, exponent: Fraction, words: Naming) -> str | None:
    """The quantity, of this power of length, in LaTeX; None if it needs words."""
    shown = _show(expr, exponent, words)
    return shown[0] if shown else None


def relation_symbol(item: s.Relation, words: Naming) -> str | None:
    """An equation or inequality in LaTeX; None if one side needs words."""
    exponent = relation_power(item.left, item.right, words)
    left, right = symbol(item.left, exponent, words), symbol(item.right, exponent, words)
    return f"{left} {_SIGNS.get(item.sign, item.sign)} {right}" if left and right else None


def _show(expr: s.Expr, exponent: Fraction, words: Naming) -> Shown | None:
    if is_stated(expr, words):
        return _angle(expr, words) if is_angle_number(expr) else _number(expr, exponent, words)
    match expr:
        case s.Name(name) if name in words.powers:
            return tex_name(name), _ATOM
        case s.Labels(labels):
            return tex_run(labels), _ATOM
        case s.Neg(operand):
            inner = _bracketed(operand, exponent, words, _PRODUCT)
            return (f"-{inner}", _SUM) if inner else None
        case s.Op(op, left, right):
            return _operation(op, left, right, exponent, words)
        case s.Call(name, args):
            return _call(name, args, exponent, words)
        case _:
            return None


def _number(expr: s.Expr, exponent: Fraction, words: Naming) -> Shown:
    text = number_tex(expr, words)
    if exponent:
        return marked(text, exponent), _ATOM
    value = stated_value(expr, words)
    return text, _SUM if value.is_Add or value.is_negative else _ATOM if value.is_Integer else _PRODUCT


def _angle(expr: s.Expr, words: Naming) -> Shown:
    match expr:
        case s.Call("degrees", (number,)):
            return f"{number_tex(number, words)}^{{\\circ}}", _ATOM
        case s.Call("radians", (number,)):
            degrees = stated_value(expr, words) * 180 / sympy.pi
            # The answer is in degrees; an angle that is a plain number of them is told in the same unit.
            if degrees.is_Rational:
                return f"{_number_tex(degrees)}^{{\\circ}}", _ATOM
            return f"{number_tex(number, words)}\\ \\mathrm{{rad}}", _PRODUCT
        case s.Call("asin" | "acos" | "atan" as name, (number,)):
            return f"\\arc{name[1:]}\\left({number_tex(number, words)}\\right)", _ATOM
        case s.Neg(operand):
            return f"-{_angle(operand, words)[0]}", _SUM
        case s.Op(op, left, right):
            degrees = stated_value(expr, words) * 180 / sympy.pi
            if degrees.is_Rational:
                return f"{_number_tex(degrees)}^{{\\circ}}", _ATOM
            sides = [_angle(x, words)[0] if is_angle_number(x) else number_tex(x, words) for x in (left, right)]
            return (f"{sides[0]} {op} {sides[1]}", _SUM) if op in "+-" else (_joined(op, *sides), _PRODUCT)
        case _:
            return number_tex(expr, words), _ATOM


def _operation(op: str, left: s.Expr, right: s.Expr, exponent: Fraction, words: Naming) -> Shown | None:
    if op in "+-":
        first = _bracketed(left, exponent, words, _SUM)
        second = _bracketed(right, exponent, words, _SUM if op == "+" else _PRODUCT)
        return (f"{first} {op} {second}", _SUM) if first and second else None
    if op == "^":
        base = _bracketed(left, power(left, words) or Fraction(0), words, _ATOM)
        raised = symbol(right, Fraction(0), words)
        return (f"{base}^{{{raised}}}", _ATOM) if base and raised else None
    sides = factor_powers(op, left, right, exponent, words)
    least = (_PRODUCT, _ATOM) if op == "*" else (_SUM, _SUM)
    first, second = (_bracketed(x, p, words, r) for x, p, r in zip((left, right), sides, least, strict=True))
    return (_joined(op, first, second), _PRODUCT if op == "*" else _ATOM) if first and second else None


def factor_powers(op: str, left: s.Expr, right: s.Expr, exponent: Fraction, words: Naming) -> tuple[Fraction, Fraction]:
    """The powers of length of two factors; a bare number times an unknown gets the power that the unknown lacks."""
    first, second = power(left, words), power(right, words)
    if first is None:
        missing = exponent - (second or 0) if op == "*" else exponent + (second or 0)
        return (missing if _only_unknowns(right, words) else Fraction(0)), second or Fraction(0)
    if second is None:
        missing = exponent - first if op == "*" else first - exponent
        return first, missing if _only_unknowns(left, words) else Fraction(0)
    return first, second


def _only_unknowns(expr: s.Expr, words: Naming) -> bool:
    match expr:
        case s.Name(name):
            return name in words.powers
        case s.Op("^", left, _):
            return _only_unknowns(left, words)
        case s.Op(_, left, right):
            return _only_unknowns(left, words) and _only_unknowns(right, words)
        case _:
            return False


def _joined(op: str, first: str, second: str) -> str:
    if op == "/":
        return f"\\frac{{{first}}}{{{second}}}"
    # A letter beside the letters of a length would look like one name.
    apart = second[0].isdigit() or second[0] == "⟦" or first[-1] in "'⟧" or first[-1].isalpha()
    gap = " \\cdot " if apart else " "
    return f"{first}{gap}{second}"


def _bracketed(expr: s.Expr, exponent: Fraction, words: Naming, least: int) -> str | None:
    shown = _show(expr, exponent, words)
    if not shown:
        return None
    return shown[0] if shown[1] >= least else f"\\left({shown[0]}\\right)"


def _call(name: str, args: tuple[s.Expr, ...], exponent: Fraction, words: Naming) -> Shown | None:
    if name == "angle" and len(args) == 3 and all(isinstance(arg, s.Labels) for arg in args):
        return f"\\angle {vertices(args)}", _ATOM
    if name in ("sin", "cos", "tan"):
        inner = _show(args[0], Fraction(0), words)
        return (f"\\{name} {inner[0]}", _PRODUCT) if inner and inner[0].startswith("\\angle") else None
    if name in _FUNCTIONS:
        degree = _FUNCTIONS[name] or int(exact_number(args[0]))
        inside = symbol(args[-1], exponent * degree, words)
        return (_FORMS.get(name, f"\\sqrt[{degree}]{{%s}}") % inside, _ATOM) if inside else None
    if name in ("dot", "norm", "vector"):
        return _vectors(name, args, words)
    return None


def _vectors(name: str, args: tuple[s.Expr, ...], words: Naming) -> Shown | None:
    arrows = [vector_tex(arg, words) for arg in args] if name != "vector" else [vector_tex(s.Call(name, args), words)]
    if not all(arrows):
        return None
    shape = {"dot": "{0} \\cdot {1}", "norm": "\\left|{0}\\right|", "vector": "{0}"}[name]
    return shape.format(*arrows), _PRODUCT if name == "dot" else _ATOM


def vector_tex(expr: s.Expr, words: Naming) -> str:
    """A vector, or a point with vectors added to it, in LaTeX; None if it has no symbol."""
    match expr:
        case s.Labels((label,)):
            return tex_run((label,))
        case s.Call("vector", args) if all(isinstance(arg, s.Labels) for arg in args):
            return f"\\overrightarrow{{{vertices(args)}}}"
        case s.Neg(operand):
            inner = vector_tex(operand, words)
            return f"-{inner}" if inner else ""
        case s.Op("+" | "-" as op, left, right):
            sides = vector_tex(left, words), vector_tex(right, words)
            return f"{sides[0]} {op} {sides[1]}" if all(sides) else ""
        case s.Op("*", factor, arrow):
            return _stretched(symbol(factor, Fraction(0), words), vector_tex(arrow, words), arrow)
        case s.Op("/", arrow, factor):
            number, inner = symbol(factor, Fraction(0), words), vector_tex(arrow, words)
            return f"\\frac{{{inner}}}{{{number}}}" if number and inner else ""
        case _:
            return ""


def _stretched(number: str | None, arrow: str, expr: s.Expr) -> str:
    if not (number and arrow):
        return ""
    return f"{number} {arrow}" if isinstance(expr, s.Call) else f"{number}\\left({arrow}\\right)"


def vertices(args: tuple[s.Expr, ...]) -> str:
    """The labels of points written one after the other."""
    return tex_run(label for arg in args if isinstance(arg, s.Labels) for label in arg.labels)


_FUNCTIONS = {"sqrt": 2, "cbrt": 3, "root": 0, "abs": 1, "sin": 0, "cos": 0, "tan": 0}
_FORMS = {"sqrt": "\\sqrt{%s}", "abs": "\\left|%s\\right|"}
