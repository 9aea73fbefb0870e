"""Stated answers are read to the number their author meant, or refused with a reason, in bounded time."""

import json
import math
import pickle
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.answers.read_answer import AnswerRefused, ReadAnswer, read_answer, same_value
from tests.support.paths import CORPORA, ROOT

SQRT2, SQRT3, PI = math.sqrt(2), math.sqrt(3), math.pi

# The spelling, the value it means by the rules of school mathematics, the class of quantity and the unit.
READ: list[tuple[str, float, str, str]] = [
    (r"\frac{\sqrt{3}}{2}", SQRT3 / 2, "number", ""),
    (r"60^\circ", PI / 3, "angle", "degree"),
    (r"60^{\circ}", PI / 3, "angle", "degree"),
    (r"45^\circ", PI / 4, "angle", "degree"),
    ("45°", PI / 4, "angle", "degree"),
    ("60 degrees", PI / 3, "angle", "degree"),
    ("30^o", PI / 6, "angle", "degree"),
    (r"90\degree", PI / 2, "angle", "degree"),
    (r"2\sqrt{3}\,\text{cm}^2", 2 * SQRT3, "area", "cm^2"),
    ("1:3", 1 / 3, "ratio", ""),
    (r"\sqrt{5}:1", math.sqrt(5), "ratio", ""),
    ("4:1", 4, "ratio", ""),
    ("$1:2$", 0.5, "ratio", ""),
    ("6: π", 6 / PI, "ratio", ""),
    ("1∶3", 1 / 3, "ratio", ""),
    (r"\arctan\sqrt2", math.atan(SQRT2), "angle", ""),
    (r"\arccos \frac{7}{18}", math.acos(7 / 18), "angle", ""),
    (r"\arctan(\sqrt{2}/2)", math.atan(SQRT2 / 2), "angle", ""),
    (r"\arctan 2\sqrt{2}", math.atan(2 * SQRT2), "angle", ""),
    (r"\operatorname{arctan}\frac12", math.atan(0.5), "angle", ""),
    (r"\cos^{-1}(1/3)", math.acos(1 / 3), "angle", ""),
    (r"\pi - \arccos(1/3)", PI - math.acos(1 / 3), "angle", ""),
    (r"180^\circ-\arccos\frac{1}{3}", PI - math.acos(1 / 3), "angle", "degree"),
    (r"45^\circ+30^\circ", 5 * PI / 12, "angle", "degree"),
    (r"2\arcsin\frac{\sqrt{3}}{3}", 2 * math.asin(SQRT3 / 3), "angle", ""),
    (r"\frac{\pi}{6}", PI / 6, "number", ""),
    (r"\pi/3", PI / 3, "number", ""),
    (r"\frac{\pi}{6}\text{ rad}", PI / 6, "angle", "radian"),
    (r"\sin 60^\circ", SQRT3 / 2, "number", ""),
    ("32π/3", 32 * PI / 3, "number", ""),
    (r"\frac{9 \pi}{2}", 4.5 * PI, "number", ""),
    (r"8 \pi", 8 * PI, "number", ""),
    (r"V = \frac{4}{3}", 4 / 3, "number", ""),
    (r"$18\sqrt6$", 18 * math.sqrt(6), "number", ""),
    (r"4\sqrt(2)", 4 * SQRT2, "number", ""),
    (r"4 \sqrt{2}", 4 * SQRT2, "number", ""),
    (r"3\frac{1}{2}", 3.5, "number", ""),
    (r"3 \frac{3}{8}", 3.375, "number", ""),
    ("3 1/2", 3.5, "number", ""),
    ("-3 1/2", -3.5, "number", ""),
    ("3½", 3.5, "number", ""),
    (r"2\frac{\sqrt{3}}{2}", SQRT3, "number", ""),
    ("2(3)", 6, "number", ""),
    ("1,234", 1234, "number", ""),
    ("63,960", 63960, "number", ""),
    ("1{,}234", 1234, "number", ""),
    (r"1\,234", 1234, "number", ""),
    (r"1,\!234,\!567", 1234567, "number", ""),
    (r"-\frac{\sqrt{15}}{5}", -math.sqrt(15) / 5, "number", ""),
    ("2√3", 2 * SQRT3, "number", ""),
    ("√3/2", SQRT3 / 2, "number", ""),
    ("√12", math.sqrt(12), "number", ""),
    ("∛2", 2 ** (1 / 3), "number", ""),
    (r"\frac16", 1 / 6, "number", ""),
    (r"\tfrac{3}{2}", 1.5, "number", ""),
    (r"\dfrac{3}{2}", 1.5, "number", ""),
    (r"$\frac{3\sqrt{33}}5$", 3 * math.sqrt(33) / 5, "number", ""),
    (r"\frac\pi3", PI / 3, "number", ""),
    (r"\sqrt{1+\frac{\sqrt{6}}{3}}", math.sqrt(1 + math.sqrt(6) / 3), "number", ""),
    (r"\sqrt[4]{75}", 75**0.25, "number", ""),
    (r"\sqrt[3]{2}", 2 ** (1 / 3), "number", ""),
    (r"\sqrt[3]{-8}", -2, "number", ""),
    (r"48+9\sqrt{3}+3\sqrt{91}", 48 + 9 * SQRT3 + 3 * math.sqrt(91), "number", ""),
    (r"$\frac{\sqrt{6}}{2}$", math.sqrt(6) / 2, "number", ""),
    ("$$72$$", 72, "number", ""),
    (r"768 \mathrm{cm}^2", 768, "area", "cm^2"),
    (r"$240 \mathrm{~m}^{3}$", 240, "volume", "m^3"),
    (r"Volume $=32.45 \mathrm{~cm}^{3}$", 32.45, "volume", "cm^3"),
    (r"Surface area $=78.5 \mathrm{~cm}^{2}$", 78.5, "area", "cm^2"),
    (r"diameter $=10 \mathrm{~m}$", 10, "length", "m"),
    ("Volume $=452.389$ cubic units", 452.389, "volume", "unit^3"),
    ("$h=58$", 58, "number", ""),
    ("K=8", 8, "number", ""),
    (".79", 0.79, "number", ""),
    (r"33\%", 0.33, "ratio", "%"),
    (r"1.4 \times 10^{9} \mathrm{~m}^{3}", 1.4e9, "volume", "m^3"),
    (r"2\sqrt{3} \text{ cubic centimetres}", 2 * SQRT3, "volume", "cm^3"),
    (r"12\text{ square inches}", 12, "area", "in^2"),
    ("5 sq. ft", 5, "area", "ft^2"),
    ("5 cm²", 5, "area", "cm^2"),
    ("5 cm3", 5, "volume", "cm^3"),
    ("5 metres squared", 5, "area", "m^2"),
    (r"5{\rm cm}^{3}", 5, "volume", "cm^3"),
    ('5"', 5, "length", "in"),
    ("12 in.", 12, "length", "in"),
    ("3m", 3, "length", "m"),
    ("3cm", 3, "length", "cm"),
    (r"8\pi\text{ km}", 8 * PI, "length", "km"),
    ("5 L", 5, "volume", "L"),
    ("250 mL", 250, "volume", "mL"),
    ("体积=8立方厘米", 8, "volume", "cm^3"),
    ("２√３", 2 * SQRT3, "number", ""),
    ("（１＋√２）／２", (1 + SQRT2) / 2, "number", ""),
    ("−3", -3, "number", ""),
    (r"\left( 1+\sqrt{2} \right)\cdot 2", 2 + 2 * SQRT2, "number", ""),
    (r"\boxed{\frac{1}{2}}", 0.5, "number", ""),
    (r"$\boxed{3}$", 3, "number", ""),
    (r"\\frac{1}{2}", 0.5, "number", ""),
    ("2*sqrt(3)", 2 * SQRT3, "number", ""),
    ("2**(1/3)", 2 ** (1 / 3), "number", ""),
    (r"2^{-\frac{1}{2}}", SQRT2 / 2, "number", ""),
    ("-2^2", -4, "number", ""),
    ("2/3/4", 1 / 6, "number", ""),
    (r"V_{P-ABC}=8", 8, "number", ""),
    (r"\angle ABC = 60^\circ", PI / 3, "angle", "degree"),
    (r"\cos\theta=\frac{1}{3}", 1 / 3, "number", ""),
    (r"V_1:V_2=1:3", 1 / 3, "ratio", ""),
    (r"\frac{V_1}{V_2}=\frac{1}{3}", 1 / 3, "number", ""),
    ("Volume: 5 cm^3", 5, "volume", "cm^3"),
    (r"V=\frac{1}{3}\cdot 3\cdot 4=4", 4, "number", ""),
    (r"V=\frac{4\pi}{3}\approx 4.19\text{ cm}^3", 4 * PI / 3, "volume", "cm^3"),
    (r"\theta=\frac{\pi}{3}=60^\circ", PI / 3, "angle", "degree"),
]

# Refused texts by reason, set apart by broken bars.
REFUSED_TEXTS = {
    "empty": " ¦\n",
    "no number": r"yes¦cannot be determined¦无法确定¦\text{cm}^2",
    "free symbols": r"3h¦2a¦x+1¦a¦2x=6¦a=b=3¦\frac{a\sqrt{3}}{2}¦\frac{4}{3}\pi r^3¦2\theta¦15 l¦\sqrt{2} i",
    "several values": r"1 or 2¦1 \text{ and } 2¦\pm 3¦±3¦1, 2¦1,2¦0,5¦3,14¦{1,2}¦\{1,234\}¦(1,234)¦[1,2)"
    r"¦1 < x < 2¦x=1, y=2¦x=1 or x=2¦1:2:3¦1 to 3¦1;2",
    "ambiguous": r"2 3¦1/2\pi¦\arctan 2/3¦\sqrt35¦\frac123¦3\frac{8}{3}¦60^0¦2^3^4¦10**10**10¦45+30^\circ"
    r"¦\sin^2 30^\circ¦\arctan{2}\sqrt{3}¦1 234¦180/60^\circ",
    "disagreeing sides": r"V=\frac{1}{3}\cdot 3\cdot 4=5¦\pi\approx 3.2",
    "not understood": r"5 apples¦the volume is 5¦5!¦1–2¦\$5¦1 cm : 3 cm¦1:3 cm¦60^\circ\text{ cm}"
    r"¦5 square cm^2¦2 ft 3 in¦0.333\ldots¦(1+2¦1+¦\frac{1}¦1)+(2¦1)+(2 degrees¦5 km/h"
    r"¦\sqrt{2}+\sqrt{3}-\sqrt{5+2\sqrt{6}}",
    "not finite": r"1/0¦\frac{1}{\sqrt{2}-\sqrt{2}}¦1:0¦\infty¦\tan 90^\circ",
    "complex": r"\sqrt{-1}¦\sqrt{2-\sqrt{5}}¦\arccos 2",
    "too large": r"9^{9^{9^9}}¦10^{10^{10}}¦10^{99999999999}¦((9^{99})^{99})^{99}¦\sqrt[99999999]{2}"
    r"¦\sin 10^{30}¦99999999999999999999999999999999999999999999",
}
REFUSED = [(text, reason) for reason, texts in REFUSED_TEXTS.items() for text in texts.split("¦")]

HOSTILE: dict[str, str] = {
    "brackets": "(" * 10_000 + "1" + ")" * 10_000,
    "fractions": r"\frac{" * 10_000 + "1" + "}{2}" * 10_000,
    "roots": r"\sqrt{" * 10_000 + "2" + "}" * 10_000,
    "brackets below the length limit": "(" * 240 + "1" + ")" * 240,
    "braces below the length limit": "{" * 240 + "1" + "}" * 240,
    "signs": "-" * 499 + "1",
    "a megabyte of letters": "x" * 1_000_000,
    "a megabyte of digits": "9" * 1_000_000,
    "ligatures that grow": "\ufdfa" * 499,
    "towers": "^".join(["9"] * 200),
    "factorials": "9" + "!" * 400,
    "huge radicand": r"\sqrt{" + "9" * 40 + "^{7}-1}",
    "many radicals": "+".join(rf"\sqrt{{{n}+\sqrt{{{n + 1}}}}}" for n in range(2, 16)),
    "radicals that cancel": r"\sqrt{" + r"(\sqrt{2}+\sqrt{3}-\sqrt{5+2\sqrt{6}})" * 4 + "}",
    "functions of functions": r"\sin(" * 12 + "1" + ")" * 12,
    "a long product": "*".join(rf"(1+\sqrt{{{n}}})^{{9}}" for n in range(2, 16)),
}


def timed(text: str) -> tuple[ReadAnswer | AnswerRefused, float]:
    start = time.perf_counter()
    try:
        outcome: ReadAnswer | AnswerRefused = read_answer(text)
    except AnswerRefused as refusal:
        outcome = refusal
    return outcome, time.perf_counter() - start


@pytest.mark.parametrize(("text", "value", "dimension", "unit"), READ)
def test_a_stated_answer_is_read_to_its_value_class_and_unit(
    text: str, value: float, dimension: str, unit: str
) -> None:
    read, seconds = timed(text)
    assert isinstance(read, ReadAnswer)
    assert seconds < 1.0
    assert read.value == pytest.approx(value, rel=1e-14)
    assert (read.dimension, read.unit, read.source) == (dimension, unit, text)
    assert float(sympy.sympify(read.exact)) == pytest.approx(read.value, rel=1e-14)


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_is_not_one_number_is_refused_with_a_reason_and_a_remedy(text: str, reason: str) -> None:
    refusal, seconds = timed(text)
    assert isinstance(refusal, AnswerRefused)
    assert seconds < 1.0
    assert refusal.reason == reason
    assert str(refusal).endswith(".")
    assert ";" in str(refusal)
    assert len(str(refusal)) < 250


def test_half_a_character_is_refused_even_inside_a_label() -> None:
    refusal, _ = timed("V_{\ud800}=5")
    assert isinstance(refusal, AnswerRefused)
    assert refusal.reason == "not understood"


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_answered_within_a_second(text: str) -> None:
    _, seconds = timed(text)
    assert seconds < 1.0


@pytest.mark.parametrize(
    ("text", "rounding"),
    [
        ("78.5", 0.05),
        ("0.79", 0.005),
        (".79", 0.005),
        ("-0.5", 0.05),
        ("32.45 cm^3", 0.005),
        (r"1.4 \times 10^{9}", 0.05e9),
        (r"54.7^\circ", math.radians(0.05)),
        ("54.7 degrees", math.radians(0.05)),
        (r"33\%", 0.005),
        (r"33.1\%", 0.0005),
        (r"\approx 34", 0.5),
        ("78", 0.0),
        (r"\frac{1}{2}", 0.0),
        (r"0.5\pi", 0.0),
        (r"\frac{\pi}{4}\approx 0.79", 0.0),
    ],
)
def test_rounding_is_half_a_unit_of_the_last_written_place(text: str, rounding: float) -> None:
    assert read_answer(text).rounding == pytest.approx(rounding, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "measured", "same"),
    [
        ("78.5", 78.5398, True),
        ("78.5", 78.56, False),
        ("78", 78.0000001, True),
        ("78", 78.01, False),
        (r"\sqrt{2}", 1.41421356, True),
        (r"\sqrt{2}", 1.4142, False),
        (r"60^\circ", PI / 3, True),
        (r"60^\circ", 60.0, False),
        (r"54.7^\circ", math.acos(1 / SQRT3), True),
        ("0", 1e-9, True),
        ("0", 1e-3, False),
        (r"33\%", 0.331, True),
        (r"-\sqrt{2}", SQRT2, False),
        ("1", math.nan, False),
        ("1", math.inf, False),
    ],
)
def test_a_measurement_is_compared_within_the_stated_rounding(text: str, measured: float, same: bool) -> None:
    assert same_value(read_answer(text), measured) is same


def test_a_looser_comparison_can_be_asked_for() -> None:
    assert same_value(read_answer("78"), 78.01, relative=1e-3)


def test_a_reading_cannot_be_changed_and_survives_json() -> None:
    read = read_answer(r"2\sqrt{3}\,\text{cm}^2")
    with pytest.raises(ValueError, match="frozen"):
        read.value = 1.0  # type: ignore[misc]
    assert ReadAnswer.model_validate_json(read.model_dump_json()) == read
    assert read.exact == "2*sqrt(3)"


def test_a_refusal_keeps_its_reason_when_sent_between_processes() -> None:
    outcome, _ = timed("3h")
    assert isinstance(outcome, AnswerRefused)
    again = pickle.loads(pickle.dumps(outcome))
    assert (again.reason, str(again)) == (outcome.reason, str(outcome))


def integers() -> st.SearchStrategy[sympy.Expr]:
    return st.integers(1, 60).map(sympy.Integer)


def grown(parts: st.SearchStrategy[sympy.Expr]) -> st.SearchStrategy[sympy.Expr]:
    pairs = st.tuples(parts, parts)
    operations: list[Callable[[tuple[sympy.Expr, sympy.Expr]], sympy.Expr]] = [
        lambda p: p[0] + p[1],
        lambda p: p[0] - p[1],
        lambda p: p[0] * p[1],
        lambda p: p[0] / p[1] if p[1] != 0 else p[0],
    ]
    combined = st.one_of(*(pairs.map(operation) for operation in operations))
    return st.one_of(combined, combined.map(lambda part: sympy.sqrt(part) if part.is_positive else part))


EXPRESSIONS = st.recursive(st.one_of(integers(), st.just(sympy.pi)), grown, max_leaves=7)


def readable(expression: sympy.Expr) -> bool:
    """Sums that cancel are refused by design; the printed forms of the others must be read."""
    sums = [part for part in sympy.preorder_traversal(expression) if part.is_Add]
    return all(abs(part.evalf(30)) > 1e-9 * max(abs(term.evalf(30)) for term in part.args) for part in sums)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(EXPRESSIONS.filter(readable))
def test_an_expression_printed_by_sympy_is_read_back_to_the_same_value(expression: sympy.Expr) -> None:
    expected = float(expression.evalf(30))
    for printed in (sympy.latex(expression), str(expression)):
        read = read_answer(printed)
        assert read.value == pytest.approx(expected, rel=1e-14)
        assert read.dimension == "number"


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(EXPRESSIONS.filter(readable), st.sampled_from(["", "cm", "cm^2", r"\text{ m}^{3}"]), st.booleans())
def test_units_and_dollars_around_an_expression_do_not_change_its_value(
    expression: sympy.Expr, unit: str, dollars: bool
) -> None:
    bare = sympy.latex(expression)
    wrapped = f"V = ${bare}$ {unit}" if dollars else f"{bare} {unit}"
    assert read_answer(wrapped).value == read_answer(bare).value


WORDS = [
    r"\frac",
    r"\sqrt",
    r"\pi",
    r"^\circ",
    "cm",
    "m^2",
    r"\text{",
    r"\arctan",
    r"\cos^{-1}",
    "1",
    "23",
    "4.5",
]
WORDS += [r"\frac{1}{2}", r"\sqrt{3}", r"\left(", r"\right)", "and", r"\boxed{", "9^9", r"V_{\alpha}"]
FRAGMENTS = st.sampled_from([*WORDS, *"{}()[]^_√°+-*/=:≈,%0x $!e\\²½："])


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(FRAGMENTS, max_size=25).map("".join)))
def test_garbage_is_read_or_refused_and_never_raises_anything_else(text: str) -> None:
    outcome, seconds = timed(text)
    assert seconds < 2.0
    if isinstance(outcome, ReadAnswer):
        assert math.isfinite(outcome.value)
        assert outcome.rounding >= 0.0
        assert float(sympy.sympify(outcome.exact)) == pytest.approx(outcome.value, rel=1e-12)


# Spellings with one reading only, so that an independent LaTeX reader must find the same value.
PLAIN_LATEX = [
    r"\frac{\sqrt{3}}{2}",
    r"60^{\circ}",
    r"3\frac{1}{2}",
    r"\arccos \frac{7}{18}",
    r"\sqrt{1+\frac{\sqrt{6}}{3}}",
    r"\sqrt[4]{75}",
    r"48+9\sqrt{3}+3\sqrt{91}",
    r"-\frac{\sqrt{15}}{5}",
    r"\frac{5\sqrt{5}\pi}{6}",
    r"\pi - \arccos(\frac{1}{3})",
    r"1.4 \times 10^{9}",
    r"\sin 60^{\circ}",
]


@pytest.mark.slow
@pytest.mark.parametrize("text", PLAIN_LATEX)
def test_an_independent_latex_reader_finds_the_same_value(text: str) -> None:
    library = pytest.importorskip("latex2sympy2_extended.latex2sympy2", reason="latex2sympy2_extended is absent")
    other = library.latex2sympy(text, convert_degrees=True, normalization_config=None)
    assert float(other.evalf(20)) == pytest.approx(read_answer(text).value, rel=1e-13)


@pytest.mark.parametrize(
    "path",
    [ROOT / "assets" / "demo.jsonl", CORPORA / "dev_en.jsonl", CORPORA / "dev_zh.jsonl"],
    ids=lambda path: path.name,
)
def test_every_answer_of_a_corpus_is_read(path: Path) -> None:
    if not path.exists():
        pytest.skip(f"The development corpus {path.name} is not beside this checkout.")
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    answers = [row["answer"] for row in rows if row.get("expect") != "quarantined" and row["answer"] not in "ABCD"]
    assert answers
    outcomes = [timed(answer) for answer in answers]
    assert [str(outcome) for outcome, _ in outcomes if isinstance(outcome, AnswerRefused)] == []
    assert max(seconds for _, seconds in outcomes) < 1.0
