"""A model's wording stands only where it is the figure's own in content; whatever else it says, it is not taken."""

import random

import pytest

from agents.language.leaks.paraphrase_check import check, says_the_same
from agents.language.wording.describe import describe
from agents.roles.stripper import strip_offline
from bench.truth_table import load_truth_table
from geometry.notation.resolve import parse_figure
from pipeline.stages.rewrite import OWN_WORDS, _vouched

TENT = describe(
    parse_figure(
        "solid pyramid P-ABCD\ngiven square(A,B,C,D), AB = 2, PA ⟂ ABCD, PA = 2\n"
        "point E = midpoint(P,D)\npoint F on segment(B,C)\ngiven BF = 1/2\nfind distance(E, plane(P,B,C))"
    )
)
JAR = describe(parse_figure("solid cylinder O-O1\ngiven radius(O-O1) = 2, height(O-O1) = 3\nfind lateral_area(O-O1)"))
OWN = (
    "$E$ is the midpoint of segment $PD$. $F$ lies on segment $BC$. $BF = ⟦length: \\frac{1}{2}⟧$. "
    "What is the distance from $E$ to plane $PBC$?"
)


@pytest.mark.slow
def test_every_figure_of_the_truth_table_says_what_it_says_in_any_order_of_its_sentences() -> None:
    shuffle = random.Random(0).shuffle
    for case in load_truth_table():
        figure = parse_figure(case.figure)
        own = describe(figure)
        assert says_the_same(strip_offline(figure), own), case.name
        mixed = list(own.auxiliary)
        shuffle(mixed)
        assert says_the_same(" ".join([*mixed, own.question]), own), case.name


@pytest.mark.slow
def test_no_figure_says_what_another_asks() -> None:
    owns = [describe(parse_figure(case.figure)) for case in load_truth_table()[::3]]
    by_text = {" ".join([*own.auxiliary, own.question]): own for own in owns}
    texts = list(by_text)
    for text, other in zip(texts, texts[1:] + texts[:1], strict=True):
        assert not says_the_same(text, by_text[other]), (text, other)


@pytest.mark.parametrize(
    "text",
    [
        OWN,
        "Let $E$ be the midpoint of $PD$. The point $F$ lies on the segment $BC$ with $BF = ⟦length: \\frac{1}{2}⟧$. "
        "What is the distance from the point $E$ to the plane $PBC$?",
        "$F$ lies on $BC$, $E$ is the midpoint of $PD$ and $BF=⟦length: \\frac{1}{2}⟧$. "
        "What is the distance from $E$ to the plane $PBC$?",
    ],
)
def test_empty_words_and_the_order_of_sentences_are_free(text: str) -> None:
    assert says_the_same(text, TENT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from $E$ to plane $PBC$", "from $P$ to plane $EBC$"),
        ("from $E$ to plane $PBC$", "from $E$ to line $PBC$"),
        ("the distance", "half of the distance"),
        ("the distance", "twice the distance"),
        ("$BF =", "$CF ="),
        (r"\frac{1}{2}", r"\frac{1}{3}"),
        (r"⟦length: \frac{1}{2}⟧", r"\frac{1}{2}"),
        (r"⟦length:", "⟦area:"),
        ("midpoint", "centroid"),
        ("$E$ is the midpoint", "$E$ is not the midpoint"),
        ("on segment $BC$", "on line $BC$"),
        ("What is", "The base is a square. What is"),
        ("What is", "The object is cube-shaped. What is"),
        ("What is", "$FC = ⟦length: 5⟧$. What is"),
        ("What is", "$PA$ stands normal to the base. What is"),
        ("What is", "The object is 3 × 4 × 12. What is"),
        ("What is", "PA measures 2. What is"),
        ("What is", "The vertices are marked by balls; the base is a square. What is"),
        ("What is", "底面是正方形。What is"),
        ("What is", "½ What is"),
        ("$PBC$?", "$PBC$? What is the volume of the object?"),
        ("$PBC$?", "$PBC$? (A) 1 (B) 2"),
        ("$PBC$?", "$PBCX$?"),
        ("$F$ lies on segment $BC$. ", ""),
    ],
)
def test_a_text_that_says_more_less_or_something_else_is_not_taken(old: str, new: str) -> None:
    assert old in OWN
    assert not says_the_same(OWN.replace(old, new, 1), TENT)


@pytest.mark.parametrize(
    ("figure", "other"),
    [
        ("find lateral_area(O-O1)", "What is the surface area of the object?"),
        ("find radius(O-O1)", "What is the diameter of the base of the object?"),
        ("find height(O-O1)/radius(O-O1)", "What is the ratio of the radius of the base of the object to the height?"),
    ],
)
def test_another_measure_is_another_question(figure: str, other: str) -> None:
    own = describe(parse_figure(f"solid cylinder O-O1\ngiven radius(O-O1) = 2, height(O-O1) = 3\n{figure}"))
    assert says_the_same(own.question, own)
    assert not says_the_same(other, own)


def test_the_corner_of_an_angle_and_the_order_of_a_polygon_matter() -> None:
    angle = describe(parse_figure("solid cube ABCD-EFGH\ngiven AB = 1\nfind angle(A,B,G)"))
    assert says_the_same(angle.question, angle)
    assert not says_the_same(angle.question.replace("ABG", "BAG"), angle)


def test_brackets_matter_where_something_is_added() -> None:
    own = JAR.model_copy(update={"auxiliary": (r"$KL = \frac{AB + CD}{2}$.",)})
    assert says_the_same(rf"$KL = \frac{{AB + CD}}{{2}}$. {own.question}", own)
    assert not says_the_same(rf"$KL = AB + \frac{{CD}}{{2}}$. {own.question}", own)


def test_the_figure_speaks_for_itself_where_the_model_says_something_else() -> None:
    figure = parse_figure("solid cylinder O-O1\ngiven radius(O-O1) = 2, height(O-O1) = 3\nfind lateral_area(O-O1)")
    assert _vouched("What is the lateral area of the object?", figure, "m") == (
        "What is the lateral area of the object?",
        "m",
    )
    assert _vouched("What is the surface area of the object?", figure, "m") == (strip_offline(figure), OWN_WORDS)


def test_the_evidence_fails_for_a_question_that_says_something_else() -> None:
    assert check("What is the lateral area of the object?", JAR).status == "passed"
    assert check("What is the volume of the object?", JAR).status == "failed"
