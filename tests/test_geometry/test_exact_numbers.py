"""Stated numbers stay exact."""

import pytest
import sympy

from geometry.notation import syntax as s
from geometry.notation.exact_numbers import exact_number
from geometry.notation.resolve import parse_figure


def stated(text: str) -> s.Expr:
    figure = parse_figure(f"param a\nsolid cube ABCD-EFGH\ngiven AB = {text}\nfind AG")
    relation = figure.givens[0]
    assert isinstance(relation, s.Relation)
    return relation.right


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("0.1", sympy.Rational(1, 10)),
        ("2√3", 2 * sympy.sqrt(3)),
        (r"\frac{\sqrt{3}}{2}", sympy.sqrt(3) / 2),
        ("root(4, 75)", sympy.root(75, 4)),
        ("cbrt(2) * pi", sympy.cbrt(2) * sympy.pi),
        ("3*a/2 - a", sympy.Symbol("a", positive=True) / 2),
        ("2^-2", sympy.Rational(1, 4)),
        ("4*sin(60°)", 2 * sympy.sqrt(3)),
    ],
)
def test_a_stated_number_has_its_exact_value(text: str, exact: object) -> None:
    assert sympy.simplify(exact_number(stated(text)) - exact) == 0


def test_a_measure_has_no_exact_value() -> None:
    with pytest.raises(ValueError, match="measures something"):
        exact_number(stated("2*AC"))


def test_a_tower_of_powers_is_refused_at_once() -> None:
    tower = s.Op("^", s.Number("9"), s.Op("^", s.Number("9"), s.Number("9")))
    with pytest.raises(ValueError, match="exponent"):
        exact_number(tower)
