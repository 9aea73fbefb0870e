"""Keys: what a corpus states in place of the quantity, found from the quantity's exact value."""

import math
from math import pi, sqrt

import pytest

from geometry.answers.exact_form import Kind, recognise
from geometry.answers.exact_record import NotRecognised
from geometry.equivalence.compare import compare
from geometry.equivalence.instances import instances
from geometry.equivalence.keys import unlike_keys
from geometry.equivalence.naming import with_names_of
from geometry.notation import syntax as s
from geometry.notation.figure_errors import FigureError
from geometry.notation.printer import print_figure, print_key
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure
from geometry.report.key_value import KeyRefusedError, KeyValue, key_value

CONE = "solid cone k\ngiven radius(k) = 3, height(k) = 4\nfind volume(k)\n"
ANGLE = "solid cube ABCD-EFGH\nfind angle(AG, plane(A,B,C))\n"
W = "where volume(k) ="


def keyed(line: str) -> s.Figure:
    return parse_figure(CONE + line)


def key_of(line: str) -> s.AnswerKey:
    key = keyed(line).key
    assert key is not None
    return key


def found(line: str, value: float, kind: Kind = "volume", figure: str = CONE) -> KeyValue:
    return key_value(parse_figure(figure + line), value, recognise(value, kind))


# Parsing


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        (f"key m + n {W} m*sqrt(n)", "key m + n where volume(k) = m * sqrt(n)"),
        ("key volume(k)^2", "key x^2 where volume(k) = x"),
        ("key floor(1000*volume(k))", "key floor(1000 * x) where volume(k) = x"),
        (f"key floor(1000x) {W} x", "key floor(1000 * x) where volume(k) = x"),
        (f"key m + n + k {W} m*√n/k", "key m + n + k where volume(k) = m * sqrt(n) / k"),
        ("key m + n where volume(k)^2 = m/n", "key m + n where volume(k)^2 = m / n"),
        (f"key: a + b {W} a*cbrt(b)", "key a + b where volume(k) = a * cbrt(b)"),
    ],
)
def test_a_key_is_printed_in_one_spelling_and_read_back(line: str, canonical: str) -> None:
    figure = keyed(line)
    assert print_figure(figure).splitlines()[-1] == canonical
    assert parse_figure(print_figure(figure)) == figure
    assert figure.without_key == parse_figure(CONE)


def test_the_letters_of_a_key_are_not_names_of_the_figure() -> None:
    """The solid is called k, and so is a letter of the form."""
    assert key_of(f"key m + k {W} m*pi/k").form == parse_figure(CONE + f"key m + k {W} m*pi/k").key.form  # type: ignore[union-attr]
    other = parse_figure(CONE.replace("(k)", "(c)").replace("cone k", "cone c") + "key c + k where volume(c) = c/k")
    assert with_names_of(parse_figure(CONE), other).key == key_of(f"key c + k {W} c/k")


def test_the_quantity_of_a_key_may_be_the_unknown_that_is_asked_for() -> None:
    text = (
        "solid cone k\nunknown r\ngiven radius(k) = r, height(k) = 4, volume(k) = 12\nfind r\nkey m + n where r = m/n\n"
    )
    figure = parse_figure(text)
    assert figure.key is not None
    assert figure.key.quantity == figure.target


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("key m + n where height(k) = m/n", "another quantity than the find line"),
        ("key m + n where volume(k) + 1 = m/n", "another quantity than the find line"),
        ("key m + n", "the letter m of the key needs its form"),
        (f"key m + p {W} m/n", "does not have the letter p"),
        (f"key m + n {W} M/n", "lower-case letters only"),
        ("key m + n where volume(k) < m/n", "a form equals its quantity"),
        (f"key 5 {W} m", "the key is a number"),
        ("key 5 + 2", "does not have the quantity"),
        ("key height(k)^2", "does not have the quantity"),
        (f"key m {W} sin(m)", "sin cannot stand in a form"),
        (f"key m {W} (m)°", "only an angle"),
        (f"key m + ab {W} m/ab", "ab is not a letter"),
        (f"key m {W} m\nkey n {W} n", "one key"),
    ],
)
def test_a_wrong_key_is_refused_with_its_reason(line: str, problem: str) -> None:
    with pytest.raises(FigureError, match=problem):
        keyed(line)


# Matching: forms as problem books write them, each value by hand.


@pytest.mark.parametrize(
    ("line", "value", "letters", "key"),
    [
        (f"key m + n {W} m/n", 12 / 35, "m = 12, n = 35", 47),
        (f"key m + n {W} m/n", 6.0, "m = 6, n = 1", 7),
        (f"key 100*m + n {W} m/n", 0.125, "m = 1, n = 8", 108),
        (f"key m + n {W} m*sqrt(n)", sqrt(75), "m = 5, n = 3", 8),
        (f"key m + n {W} m*sqrt(n)", 6.0, "m = 6, n = 1", 7),
        (f"key m + n + k {W} m*sqrt(n)/k", 15 * sqrt(95) / 8, "k = 8, m = 15, n = 95", 118),
        (f"key m + n + k {W} m*sqrt(n)/k", 1 / sqrt(3), "k = 3, m = 1, n = 3", 7),
        (f"key m {W} m*pi", 7.5 * pi, "m = 15/2", 7.5),
        (f"key k {W} 4 + k*pi", 4 + 2.5 * pi, "k = 5/2", 2.5),
        (f"key m*n {W} m*pi/n", 7.5 * pi, "m = 15, n = 2", 30),
        (f"key a + b + c + d {W} (a + b*sqrt(c))/d", (15 + 7 * sqrt(5)) / 4, "a = 15, b = 7, c = 5, d = 4", 31),
        (f"key a + b + c + d {W} (a - b*sqrt(c))/d", (15 - 6 * sqrt(5)) / 4, "a = 15, b = 6, c = 5, d = 4", 30),
        (f"key a + b + c + d {W} (a*sqrt(b) - c)/d", (7 * sqrt(5) - 15) / 4, "a = 7, b = 5, c = 15, d = 4", 31),
        (f"key m + n {W} sqrt(m) - sqrt(n)", sqrt(12) - sqrt(5), "m = 12, n = 5", 17),
        (f"key m + n {W} m + sqrt(n)", 2 * sqrt(2) - 3, "m = -3, n = 8", 5),
        (f"key m + n {W} m + n*pi", 12 + 5 * pi, "m = 12, n = 5", 17),
        (f"key m + n {W} m - n*pi", 12 - 3 * pi, "m = 12, n = 3", 15),
        (f"key a + b + c {W} a*pi + b*sqrt(c)", 20 * pi + 30 * sqrt(3), "a = 20, b = 30, c = 3", 53),
        (f"key m + n + p {W} m*pi/n - sqrt(p)", 25 * pi / 3 - sqrt(7), "m = 25, n = 3, p = 7", 35),
        (f"key a + b + c {W} pi*(a + b*sqrt(c))", pi * (3 + 2 * sqrt(2)), "a = 3, b = 2, c = 2", 7),
        (f"key a + b {W} a*root(3, b)", 48 * 2 ** (1 / 3), "a = 48, b = 2", 50),
        (f"key a + b {W} a*cbrt(b)", 24 * 16 ** (1 / 3), "a = 48, b = 2", 50),
        (f"key m + n {W} sqrt(m/n)", sqrt(5 / 12), "m = 5, n = 12", 17),
        (f"key m + n {W} sqrt(m)/n", sqrt(5 / 12), "m = 15, n = 6", 21),
        (f"key m + n {W} m/sqrt(n)", 5 / sqrt(7), "m = 5, n = 7", 12),
        (f"key a + b + c {W} sqrt(a + b*sqrt(c))", sqrt(5 + 2 * sqrt(3)), "a = 5, b = 2, c = 3", 10),
        (f"key a + b + c + d {W} sqrt(a + b*sqrt(c))/d", sqrt(5 + 2 * sqrt(3)) / 4, "a = 5, b = 2, c = 3, d = 4", 14),
        (f"key m + n {W} m*sqrt(3*n)", sqrt(15), "m = 1, n = 5", 6),
        ("key m + n where volume(k)^2 = m/n", sqrt(5 / 12), "m = 5, n = 12", 17),
        (f"key a + b + c + d {W} a*sqrt(b) + c*sqrt(d)", 2 * sqrt(3) + 5 * sqrt(2), "a = 2, b = 3, c = 5, d = 2", 12),
        ("key volume(k)^2", 8 * sqrt(6), "x = 8*sqrt(6)", 384),
        ("key floor(1000*volume(k))", sqrt(2), "x = sqrt(2)", 1414),
        ("key pi/volume(k)", 169 * pi / 12, "x = 169*pi/12", 12 / 169),
    ],
)
def test_letters_are_found_in_their_normal_form(line: str, value: float, letters: str, key: float) -> None:
    got = found(line, value)
    assert got.shown == letters
    assert got.value == pytest.approx(key, rel=1e-14)
    assert got.is_exact


@pytest.mark.parametrize(
    ("line", "value", "letters", "key"),
    [
        ("key m + n where angle(AG, plane(A,B,C)) = acos(m/n)", math.acos(1 / 3), "m = 1, n = 3", 4),
        ("key m + n where angle(AG, plane(A,B,C)) = (m/n)°", pi / 8, "m = 45, n = 2", 47),
    ],
)
def test_angles_have_forms_in_degrees_and_arcs(line: str, value: float, letters: str, key: float) -> None:
    got = found(line, value, "angle", ANGLE)
    assert (got.shown, got.value) == (letters, key)


@pytest.mark.parametrize(
    ("line", "value", "reason"),
    [
        (f"key m + n {W} m/n", sqrt(2), "is not of the form"),
        (f"key m + n {W} m + n*pi", 12.0, "is not of the form"),
        (f"key m + n {W} m/sqrt(n)", sqrt(15) / 6, "is not of the form"),
        (f"key m + n {W} m + n", 12.0, "is not of the form"),
        (f"key m + n {W} m*n", 6.0, "m and n can be chosen in several ways"),
        (f"key m + n {W} m*sqrt(n/k)", sqrt(2), "can be chosen in several ways"),
        (f"key a - c {W} a*sqrt(b) + c*sqrt(d)", 2 * sqrt(3) + 5 * sqrt(2), "it is -3 or 3"),
        (f"key m + n {W} m/(n + sqrt(2))", 1.0, "neither a number"),
        (f"key m + n {W} m/n", 2.718281828459045, "no closed form"),
        (f"key m {W} 2^m", 8.0, "exponent"),
    ],
)
def test_a_value_without_the_form_or_with_several_is_refused(line: str, value: float, reason: str) -> None:
    with pytest.raises(KeyRefusedError, match=reason):
        found(line, value)


def test_a_decimal_is_enough_for_powers_floors_and_single_letters() -> None:
    unknown = NotRecognised(decimal="", reason="")
    assert key_value(keyed("key volume(k)^2"), 2.718281828459045, unknown).value == pytest.approx(7.38905609893065)
    assert key_value(keyed("key floor(1000*volume(k))"), 2.718281828459045, unknown).value == 2718
    assert not key_value(keyed("key volume(k)^2"), 2.718281828459045, unknown).is_exact
    # 8 sqrt(6)/sqrt(pi): no search tries roots of pi, but the form names its own constants.
    value = 8 * sqrt(6) / sqrt(pi)
    assert isinstance(recognise(value, "volume"), NotRecognised)
    assert found(f"key k {W} k*sqrt(6)/sqrt(pi)", value).value == pytest.approx(8, rel=1e-12)
    assert found(f"key m + n {W} m*sqrt(n)/sqrt(pi)", value).shown == "m = 8, n = 6"


def test_a_floor_that_rounding_would_decide_is_refused() -> None:
    unknown = NotRecognised(decimal="", reason="")
    with pytest.raises(KeyRefusedError, match="too close to a whole number"):
        key_value(keyed("key floor(1000*volume(k))"), 1.234 + 1e-13, unknown)
    # With its closed form the same value is decided exactly.
    assert found("key floor(1000*volume(k))", 1.234).value == 1234


# What does not know of keys


def test_a_key_changes_neither_the_report_nor_the_instances() -> None:
    figure = keyed(f"key m {W} m*pi")
    assert check_figure(figure).value == check_figure(figure.without_key).value
    made = list(instances(figure, 2))
    assert made
    assert all(each.figure.key is None for each in made)


# Comparison


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"key m + n {W} m/n", f"key q + p {W} p/q"),
        (f"key floor(1000x) {W} x", "key floor(1000*volume(k))"),
        (f"key a + b + c + d {W} (a + b*sqrt(c))/d", f"key b + a + c + d {W} b*sqrt(c)/d + a/d"),
        (f"key m + n {W} m*sqrt(n)", f"key m + n {W} sqrt(n)*m"),
    ],
)
def test_keys_that_say_the_same_agree(first: str, second: str) -> None:
    assert not list(unlike_keys(keyed(first), keyed(second)))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"key m + n {W} m/n", f"key m - n {W} m/n"),
        (f"key m + n {W} m/n", f"key m + n {W} m*sqrt(n)"),
        (f"key m + n {W} m/n", f"key m + n {W} n*m"),
        (f"key m + n {W} m/n", ""),
        (f"key floor(10x) {W} x", f"key floor(100*x) {W} x"),
        (f"key floor(10x) {W} x", f"key ceil(10*x) {W} x"),
        ("key m + n where volume(k)^2 = m/n", f"key m + n {W} m/n"),
    ],
)
def test_keys_that_differ_are_a_difference_of_the_figures(first: str, second: str) -> None:
    assert list(unlike_keys(keyed(first), keyed(second)))
    comparison = compare(keyed(first), keyed(second))
    assert comparison.verdict == "different"
    assert print_key(key_of(first)) in comparison.sentence
