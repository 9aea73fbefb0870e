"""A measured decimal gets the exact form it came from, or none; never one it did not come from.

Identity of forms is judged by sympy to 40 digits, thirty beyond what the recogniser was shown.
"""

import re
import subprocess
import sys
import time
from functools import cache
from math import isqrt, pi, sqrt
from random import Random

import numpy as np
import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from latex2sympy2_extended import latex2sympy
from numpy.typing import NDArray
from sympy.parsing.sympy_parser import implicit_multiplication, parse_expr, standard_transformations

from geometry.answers.exact_form import Kind, recognise
from geometry.answers.exact_record import ExactForm, NotRecognised
from geometry.answers.exact_search import (
    CHANCE,
    MIXED_PRODUCT,
    PI_SHARE,
    SCALED_RADICANDS,
    TABLE_PRODUCT,
    Shape,
    complexity,
)

NOISE = 1e-13
"""Relative error put on every value shown to the recogniser, the usual one of a measured double."""
SAME = sympy.Float("1e-35", 40)
SQUARE_FREE = [n for n in range(2, 42) if all(n % (d * d) for d in range(2, isqrt(n) + 1))]

NUMBERS = [
    "sqrt(3)/2",  # height of the unit equilateral triangle
    "sqrt(3)/4",  # its area
    "sqrt(2)/12",  # volume of the unit tetrahedron
    "sqrt(6)/3",  # its height
    "sqrt(6)/4",  # its circumradius
    "sqrt(6)/12",  # its inradius
    "sqrt(2)/3",  # volume of the unit octahedron
    "(15 + 7*sqrt(5))/4",  # volume of the unit dodecahedron
    "5*(3 + sqrt(5))/12",  # volume of the unit icosahedron
    "3*sqrt(25 + 10*sqrt(5))",  # surface of the unit dodecahedron
    "5*sqrt(3)",  # surface of the unit icosahedron
    "sqrt(10 + 2*sqrt(5))/4",  # circumradius of the unit icosahedron
    "(sqrt(3) + sqrt(15))/4",  # circumradius of the unit dodecahedron
    "(3*sqrt(3) + sqrt(15))/12",  # inradius of the unit icosahedron
    "(1 + sqrt(5))/2",  # golden ratio
    "(sqrt(5) - 1)/2",  # its inverse
    "(3 + sqrt(5))/4",  # midradius of the unit dodecahedron
    "23*sqrt(2)/12",  # volume of the unit truncated tetrahedron
    "5*sqrt(2)/3",  # volume of the unit cuboctahedron
    "8*sqrt(2)",  # volume of the unit truncated octahedron
    "(21 + 14*sqrt(2))/3",  # volume of the unit truncated cube
    "(12 + 10*sqrt(2))/3",  # volume of the unit rhombicuboctahedron
    "22 + 14*sqrt(2)",  # volume of the unit great rhombicuboctahedron
    "(45 + 17*sqrt(5))/6",  # volume of the unit icosidodecahedron
    "(125 + 43*sqrt(5))/4",  # volume of the unit truncated icosahedron
    "(60 + 29*sqrt(5))/3",  # volume of the unit rhombicosidodecahedron
    "sqrt(5 + 2*sqrt(2))/2",  # circumradius of the unit rhombicuboctahedron
    "sqrt(4 + 3*sqrt(2))/3",  # volume of the unit square antiprism
    "32*pi/3",  # ball of radius 2
    "pi*sqrt(3)/2",  # ball around the unit cube
    "sqrt(6)*pi",  # ball around a cube of edge √2
    "5*sqrt(5)*pi/6",
    "40*sqrt(2)*pi",
    "3*pi*sqrt(7)",
    "2*pi*(1 + sqrt(5))",  # surface of a cone of radius and height in proportion 1 to 2
    "pi*(3 - sqrt(5))",
    "6/pi",  # cube over inscribed ball
    "2*sqrt(3)/(3*pi)",  # ball's inscribed cube over the ball
    "6*sqrt(3) + pi",
    "20*pi + 24*sqrt(3)",
    "4 - pi",
    "pi/3 - sqrt(3)/4",  # circular segment and its triangle
    "2*pi/3 - sqrt(3)/2",  # lens of two unit circles
    "100 + 25*pi",
    "7*sqrt(17)/24",
    "3*sqrt(2)/4",
    "sqrt(1 + sqrt(6)/3)",
    "41/48",
    "1 + 2*sqrt(3)",
    "4 + 2*sqrt(2)",
    "2*sqrt(149)/3",
    "288*sqrt(3)",
    "24*2**(1/3)",
    "2**(1/3)",  # doubling the cube
    "(3/4)**(1/3)",
    "3**(1/4)/2",
    "12**(1/4)",
    "450",
    "63960",
    "27/1000",
    "1",
    "1/7",
    "sqrt(2) + sqrt(3)",
    "(sqrt(6) - sqrt(2))/4",  # sine of 15°
    "sqrt(2 - sqrt(2))/2",  # sine of 22.5°
    "20*sqrt(3) - 24*sqrt(2)",
    "sqrt(11) + sqrt(13)",
]
ANGLES = [
    "acos(1/3)",  # dihedral angle of the tetrahedron
    "acos(-1/3)",  # of the octahedron; also bonds of methane
    "acos(-sqrt(5)/5)",  # of the dodecahedron
    "acos(-sqrt(5)/3)",  # of the icosahedron
    "acos(-sqrt(3)/3)",  # cuboctahedron
    "acos(-sqrt((5 + 2*sqrt(5))/15))",  # icosidodecahedron
    "atan(sqrt(2))",  # diagonal of a cube and an edge
    "atan(sqrt(2)/2)",  # diagonal of a cube and its base
    "asin(1/3)",
    "atan(2)",
    "acos(sqrt(130)/13)",
    "acos(7/18)",
    "acos(1/100)",
    "atan(1 + sqrt(3))",
    "acos((1 + 2*sqrt(2))/7)",
    "pi/3",
    "2*pi/3",
    "pi/4",
    "pi/2",
    "pi/6",
    "pi",
    "pi/8",
    "3*pi/10",
    "37*pi/180",
    "pi/7",
    "6*pi/5",
    "2*pi*sqrt(5)/5",  # sector into which a cone of radius 1 and height 2 unrolls
]
TABLE: list[tuple[str, Kind]] = [(text, "number") for text in NUMBERS] + [(text, "angle") for text in ANGLES]


@cache
def exact(text: str) -> sympy.Float:
    return sympy.sympify(text).evalf(40)


def shown(text: str, noise: float = NOISE) -> float:
    return float(exact(text)) * (1 + noise)


def assert_names(value: float, kind: Kind, truth: str) -> ExactForm:
    """The value is recognised, the name is the truth to 40 digits and the residual is the distance to it."""
    found = recognise(value, kind)
    assert isinstance(found, ExactForm), (truth, value, found)
    named = exact(found.text)
    assert abs(named - exact(truth)) <= SAME * max(1, abs(named)), (truth, found)
    distance = abs(sympy.Float(value, 40) - named) / abs(value)
    assert abs(float(distance) - found.residual) <= 3e-16
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "kind"), TABLE)
def test_a_form_from_geometry_is_recovered_from_its_noisy_decimal(truth: str, kind: Kind) -> None:
    for noise in (NOISE, -NOISE, 0.0):
        assert_names(shown(truth, noise), kind, truth)


def from_pretty(pretty: str) -> sympy.Expr:
    """Reads the notation for people back: roots, π, degrees, implied products."""
    text = re.sub(r"√(\d+)", r"(sqrt(\1))", pretty).replace("√(", " sqrt(")
    text = re.sub(r"([∛∜])(\d+)", lambda m: f"({m[2]}**(1/{ {'∛': 3, '∜': 4}[m[1]] }))", text)
    text = text.replace("π", " pi ").replace("arc", "a").replace("°", "*pi/180")
    rational = re.sub(r"(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])", r"Rational('\1')", text)
    return parse_expr(rational, transformations=(*standard_transformations, implicit_multiplication))


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "kind"), TABLE)
def test_the_three_notations_say_the_same_thing(truth: str, kind: Kind) -> None:
    for sign in (1, -1):
        found = recognise(sign * shown(truth), kind)
        assert isinstance(found, ExactForm)
        assert found.text.isascii()
        latex = latex2sympy(found.latex.removesuffix("^\\circ"))
        if found.latex.endswith("^\\circ"):
            latex = sympy.nsimplify(latex) * sympy.pi / 180
        for reading in (from_pretty(found.pretty), latex):
            assert abs(reading.evalf(40) - sign * exact(truth)) < SAME * 10**6, found


@pytest.mark.parametrize(
    ("value", "kind", "text", "pretty", "latex"),
    [
        (sqrt(3) / 2, "length", "sqrt(3)/2", "√3/2", r"\frac{\sqrt{3}}{2}"),
        (32 * pi / 3, "volume", "32*pi/3", "32π/3", r"\frac{32\pi}{3}"),
        (shown("acos(1/3)"), "angle", "acos(1/3)", "arccos(1/3)", r"\arccos\frac{1}{3}"),
        (shown("acos(-1/3)"), "angle", "acos(-1/3)", "arccos(-1/3)", r"\arccos\left(-\frac{1}{3}\right)"),
        (shown("atan(sqrt(2))"), "angle", "atan(sqrt(2))", "arctan(√2)", r"\arctan\sqrt{2}"),
        (pi / 3, "angle", "pi/3", "60°", r"60^\circ"),
        (pi / 8, "angle", "pi/8", "22.5°", r"22.5^\circ"),
        (pi / 7, "angle", "pi/7", "π/7", r"\frac{\pi}{7}"),
        (pi / 3, "ratio", "pi/3", "π/3", r"\frac{\pi}{3}"),
        (0.0, "length", "0", "0", "0"),
        (3e-13, "angle", "0", "0°", r"0^\circ"),
        (-0.75, "number", "-3/4", "-3/4", r"-\frac{3}{4}"),
        (-1 - sqrt(5), "number", "-1 - sqrt(5)", "-1 - √5", r"-1-\sqrt{5}"),
        (sqrt(2) / (5 * pi), "ratio", "sqrt(2)/(5*pi)", "√2/(5π)", r"\frac{\sqrt{2}}{5\pi}"),
    ],
)
def test_a_form_is_written_as_a_textbook_would(value: float, kind: Kind, text: str, pretty: str, latex: str) -> None:
    found = recognise(value, kind)
    assert isinstance(found, ExactForm)
    assert (found.text, found.pretty, found.latex) == (text, pretty, latex)


def test_an_angle_takes_the_inverse_function_with_the_simplest_argument() -> None:
    # One angle: cos² = 10/13, sin² = 3/13, tan² = 3/10.
    assert assert_names(shown("acos(sqrt(130)/13)"), "angle", "acos(sqrt(130)/13)").text == "atan(sqrt(30)/10)"
    assert assert_names(shown("acos(2*sqrt(2)/3)"), "angle", "asin(1/3)").text == "asin(1/3)"
    assert assert_names(shown("asin(2*sqrt(5)/5)"), "angle", "atan(2)").text == "atan(2)"


def test_a_sum_of_three_terms_is_left_as_a_decimal() -> None:
    found = recognise(shown("48 + 9*sqrt(3) + 3*sqrt(91)"), "area")
    assert isinstance(found, NotRecognised)
    assert found.decimal == "92.2066333106"
    assert found.reason.endswith(".")


examples = settings(max_examples=60, deadline=None)
small = st.integers(1, 8)
middle = st.integers(1, 30)
signs = st.sampled_from([1, -1])
noises = st.floats(-NOISE, NOISE)
radicands = st.sampled_from(SQUARE_FREE)
powers = st.sampled_from([0, 1, -1])


# Shape, truth in terms of its integers {0}.., a sign {s} and a power {p} of pi, and the integers.
FAMILIES: list[tuple[Shape, str, st.SearchStrategy[tuple[int, ...]]]] = [
    ("rational", "{0}*pi**({p})/{1}", st.tuples(st.integers(1, 400), st.integers(1, 400))),
    ("root2", "{0}*sqrt({2})*pi**({p})/{1}", st.tuples(middle, middle, st.integers(2, 60))),
    ("root3", "{0}*{2}**(1/3)*pi**({p})/{1}", st.tuples(small, small, st.integers(2, 3000))),
    ("root4", "{0}*{2}**(1/4)*pi**({p})/{1}", st.tuples(small, small, st.integers(2, 60))),
    ("quadratic", "({0} + {s}*{1}*sqrt({2}))*pi**({p})/{3}", st.tuples(middle, middle, radicands, small)),
    (
        "pair",
        "({0}*sqrt({1}) + {s}*{2}*sqrt({3}))*pi**({p})/{4}",
        st.tuples(small, st.sampled_from(SCALED_RADICANDS), small, radicands, small).filter(
            lambda i: i[1] != i[3] and i[1] * i[2] * i[3] <= TABLE_PRODUCT
        ),
    ),
    (
        "nested",
        "{0}*sqrt(Abs({1} + {s}*{2}*sqrt({3}))/{4})*pi**({p})",
        st.tuples(small, small, small, radicands, small).filter(lambda i: i[0] ** 2 * i[2] * i[3] <= TABLE_PRODUCT),
    ),
    (
        "mixed",
        "({0}*sqrt({1}) + {s}*{2}*pi)/{3}",
        st.tuples(middle, st.sampled_from([1, *SQUARE_FREE]), middle, small).filter(
            lambda i: i[0] * i[1] <= MIXED_PRODUCT
        ),
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "template", "integers"), FAMILIES, ids=[family[0] for family in FAMILIES])
@examples
@given(data=st.data())
def test_every_form_that_its_residual_can_pay_for_is_found(
    shape: Shape, template: str, integers: st.SearchStrategy[tuple[int, ...]], data: st.DataObject
) -> None:
    drawn, power = data.draw(integers), data.draw(powers)
    assume(complexity(shape, drawn, power) * (NOISE + 2e-15) < CHANCE)
    truth = template.format(*drawn, s=data.draw(signs), p=power)
    assert_names(shown(truth, data.draw(noises)), "number", truth)


@examples
@given(st.integers(1, 720), st.sampled_from([180, 360, 7, 11]), noises)
def test_every_rational_multiple_of_a_straight_angle_is_found(p: int, q: int, noise: float) -> None:
    found = assert_names(shown(f"{p}*pi/{q}", noise), "angle", f"{p}*pi/{q}")
    hundredths_are_whole = 18_000 * p % q == 0
    assert found.pretty.endswith("°") == hundredths_are_whole


@pytest.mark.slow
@examples
@given(
    st.sampled_from(["acos", "asin", "atan"]),
    small,
    st.integers(1, 12),
    st.sampled_from([1, 2, 3, 5, 7]),
    signs,
)
def test_every_inverse_function_of_a_simple_root_is_found(f: str, a: int, b: int, n: int, sign: int) -> None:
    assume(f == "atan" or a * a * n < b * b)
    argument = f"{a * (sign if f == 'acos' else 1)}*sqrt({n})/{b}"
    found = assert_names(shown(f"{f}({argument})"), "angle", f"{f}({argument})")
    assert found.text.startswith("acos(-") or sign > 0 or f != "acos" or "pi" in found.text


@pytest.mark.slow
@examples
@given(st.sampled_from(TABLE[: len(NUMBERS)]), noises)
def test_the_form_of_minus_x_is_minus_the_form_of_x(row: tuple[str, Kind], noise: float) -> None:
    plus, minus = (recognise(sign * shown(row[0], noise), row[1]) for sign in (1, -1))
    assert isinstance(plus, ExactForm)
    assert isinstance(minus, ExactForm)
    assert sympy.expand(sympy.sympify(plus.text) + sympy.sympify(minus.text)) == 0
    assert plus.residual == minus.residual


@pytest.mark.slow
@examples
@given(st.lists(st.integers(1, 60), min_size=3, max_size=3), radicands, radicands, st.integers(1, 6))
def test_a_sum_of_three_terms_is_never_given_the_name_of_another_number(abc: list[int], m: int, n: int, d: int) -> None:
    truth = f"({abc[0]} + {abc[1]}*sqrt({m}) - {abc[2]}*sqrt({n}))/{d}"
    assume(m != n)
    found = recognise(shown(truth, 0.0), "number")
    assert isinstance(found, NotRecognised) or abs(exact(found.text) - exact(truth)) < SAME * 1000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "low", "high", "count"),
    [("length", 0.0, 10.0, 10_000), ("volume", 0.0, 1000.0, 3_000), ("angle", 0.0, pi, 7_000)],
)
def test_a_random_double_is_essentially_never_recognised(kind: Kind, low: float, high: float, count: int) -> None:
    random = Random(20240607)
    found = [recognise(random.uniform(low, high), kind, 1e-9) for _ in range(count)]
    recognised = [form for form in found if isinstance(form, ExactForm)]
    assert len(recognised) <= count // 1000, recognised


def coprime_sum(values: NDArray[np.int64], bound: int) -> float:
    """Sum of (p*q)**(-5/4) over coprime p, q up to a bound, times the sum over the values."""
    p = np.arange(1, bound + 1)
    pairs = np.outer(p, p)[np.gcd.outer(p, p) == 1]
    return float((pairs**-1.25).sum() * (values.astype(float) ** -1.25).sum())


@pytest.mark.parametrize(
    ("shape", "share", "radicand"),
    [("rational", 0.30, [1]), ("root2", 0.30, SQUARE_FREE), ("root3", 0.05, range(2, 3000))],
)
def test_the_weights_of_all_forms_of_a_shape_add_up_to_no_more_than_its_share(
    shape: Shape, share: float, radicand: list[int]
) -> None:
    unit = 1 / sum(1 / complexity(shape, (1,), power) for power in PI_SHARE)
    total = coprime_sum(np.array(radicand), 700) / unit
    assert share / 5 < total <= share


def test_a_coarse_decimal_gets_only_a_simple_form() -> None:
    # 1e-9 away: sqrt(3)/2 is worth it, a form as rich as the dodecahedron's volume is not.
    assert isinstance(recognise(shown("sqrt(3)/2", 9e-10), "length"), ExactForm)
    assert isinstance(recognise(shown("(15 + 7*sqrt(5))/4", 9e-10), "volume"), NotRecognised)
    assert isinstance(recognise(shown("sqrt(3)/2", 2e-9), "length"), NotRecognised)
    assert isinstance(recognise(shown("sqrt(3)/2", 2e-9), "length", 1e-8), ExactForm)


@pytest.mark.parametrize(("value", "relative"), [(float("nan"), 1e-9), (float("inf"), 1e-9), (1.0, 0.0), (1.0, 2.0)])
def test_what_is_not_a_measured_value_is_refused(value: float, relative: float) -> None:
    with pytest.raises(ValueError, match=r"cannot be recognised|relative error"):
        recognise(value, "length", relative)


def test_a_huge_value_keeps_its_digits_and_says_why() -> None:
    found = recognise(123456789.01234567, "volume")
    assert isinstance(found, NotRecognised)
    assert found.decimal == "123456789.012"
    assert "volume" in found.reason


@pytest.mark.slow
def test_a_value_costs_a_few_milliseconds() -> None:
    def seconds(value: float, kind: Kind) -> float:
        started = time.process_time()
        recognise(value, kind)
        return time.process_time() - started

    random = Random(3)
    values = [10 ** random.uniform(-3, 6.9) for _ in range(60)] + [63960 * (1 + NOISE), 450.0]
    best = [min(seconds(value, "volume") for _ in range(3)) for value in values]
    best += [min(seconds(value % pi, "angle") for _ in range(3)) for value in values]
    assert max(best) < 20e-3
    assert sorted(best)[len(best) // 2] < 3e-3


@pytest.mark.slow
def test_importing_the_recogniser_does_not_import_sympy() -> None:
    program = "import sys, geometry.answers.exact_form; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
