"""The account of a reading: numbers by value, labels by declaration, and what need not be accounted for."""

from collections.abc import Sequence

import pytest

from agents.language.statements.figure_claims import Claim, whole_claim
from agents.language.statements.relation_words import unsaid_relations
from agents.language.statements.statement_account import unaccounted_numbers, undeclared_labels
from agents.language.statements.statement_tokens import labels_in, named_labels, numbers_in
from agents.records import Passage
from geometry.notation.resolve import parse_figure


def missing(statement: str, figure: str, aside: Sequence[Passage] = ()) -> list[str]:
    claims = [whole_claim(statement, parse_figure(figure))]
    return [token.text for token in unaccounted_numbers(statement, claims, aside)]


def cone(*givens: str) -> str:
    return "\n".join(["solid cone k", *(f"given {g}" for g in givens), "find volume(k)"])


def whole(statement: str) -> list[Passage]:
    return [Passage(text=statement, start=0, end=len(statement))]


# Finding


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (r"$P-ABCD$", "P A B C D"),
        (r"$A B C-A_{1} B_{1} C_{1}$", "A B C A1 B1 C1"),
        (r"the points A', B'' and $C^{\prime}$", "A' B'' C'"),
        (r"$\triangle PAB$ and $\angle APB$ and $\Delta$", "P A B A P B"),
        (r"$\mathrm{DB}_{1}$ with $\text{Area}=5$", "D B1"),
        ("A cube. A point lies in it. I know.", ""),
        ("A and B are points; A lies on a line.", "A B A"),
        ("In The Cube AB's length is C's too", "A B C"),
        ("A₁B₁ = 4", "A1 B1"),
        ("J.B. and T.S.E. have a mug A.", "A"),
        (r"$P_1, P_2$ and all $P_i$ and $P_{k}Q$", "P1 P2 Q"),
        (r"$A$ lies in the plane $\mathcal P$ or $\mathcal{Q}$", "A"),
    ],
)
def test_labels_are_found_in_every_spelling_and_words_are_not(text: str, labels: str) -> None:
    assert [token.text for token in labels_in(text)] == labels.split()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (r"$A_1B_{2} = 2\sqrt{3}$", "2 3"),
        (r"$\frac12$, $\frac{3}{4}$, 5/6", "1 2 3 4 5 6"),
        ("1,250.5 cm^2, 7 cm², 8 m3 and 9 in.^3", "1250.5 7 8 9"),
        (r"$60\pi$ cm$^2$ and $27$ cm$^{3}$", "60 27"),
        ("3D, a 3-dimensional figure", ""),
        (r"60^\circ or .5", "60 .5"),
    ],
)
def test_numbers_are_found_and_indices_and_powers_of_units_are_not(text: str, numbers: str) -> None:
    assert [token.text for token in numbers_in(text)] == numbers.split()


# Numbers


@pytest.mark.parametrize(
    ("statement", "figure"),
    [
        (
            r"The radius is $\frac{1}{2}$ and the slant height $2\sqrt{3}$.",
            cone("radius(k) = 0.5", "slant(k) = sqrt(12)"),
        ),
        ("The radius is 3 and the height 10.50.", cone("radius(k) = 3", "height(k) = 10.5")),
        (r"The circumference is $10\pi$ and the height 4.", cone("circumference(k) = 10*pi", "height(k) = 4")),
        ("Radius to height is 3:4, the volume 96.", cone("radius(k) : height(k) = 3 : 4", "volume(k) = 96")),
        ("Radius to height is 3:4, the volume 96.", cone("radius(k) = 0.75*height(k)", "volume(k) = 96")),
        ("The radius, 5, is 20% more than the height.", cone("radius(k) = 5", "radius(k) = 1.2*height(k)")),
        ("The radius is 2 feet, the height 5 inches.", cone("radius(k) = 24", "height(k) = 5")),
        ("An angle of 90° and the radius 3.", cone("radius(k) = 3", "axis(k) ⟂ base(k)", "height(k) = 1")),
        ("The side makes 60° with the base.", cone("slant(k)*sin(60°) = height(k)")),
        ("The level rises from 148.5 to 157.5.", cone("height(k) = 157.5 - 148.5")),
    ],
)
def test_a_number_is_met_by_any_spelling_of_its_value(statement: str, figure: str) -> None:
    assert missing(statement, figure) == []


@pytest.mark.parametrize(
    ("statement", "figure", "lost"),
    [
        ("The radius is 3 and the height 4.", cone("radius(k) = 3", "height(k) = 3"), ["4"]),
        ("The diameter is 6, the height 4.", cone("radius(k) = 3", "height(k) = 4"), ["6"]),
        (r"The radius is $2\sqrt{3}$.", cone("radius(k) = 2*sqrt(5)"), ["3"]),
        ("The radius is 2 feet.", cone("radius(k) = 24"), ["2"]),
        ("The angle is 90 degrees and the radius is 2.", cone("radius(k) = 2", "height(k) = 1"), ["90"]),
        ("The radius is 1,500 and the height 2.", cone("radius(k) = 1", "height(k) = 2"), ["1500"]),
    ],
)
def test_a_number_that_is_nowhere_is_told(statement: str, figure: str, lost: list[str]) -> None:
    assert missing(statement, figure) == lost


@pytest.mark.parametrize(
    "aside",
    [
        "Round to 2 decimal places.",
        "Give it to the nearest 0.1.",
        "(12 points)",
        "See Figure 7.",
        r"Take $\pi = 3.14$.",
        "Use 22/7 for π.",
        "(A) 11 (B) 12 (C) 13 (D) 14",
        "\nA. 11  B. 12  C. 13  D. 14",
        r"$\text{(A)}\ 11 \qquad \text{(B)}\ 12$",
        "(The lid stays 9 above the table as described above.)",
    ],
)
def test_choices_instructions_and_marks_need_not_be_in_the_figure(aside: str) -> None:
    assert missing(f"The radius is 3 and the height 4. {aside}", cone("radius(k) = 3", "height(k) = 4")) == []


def test_a_long_number_that_is_told_again_is_one_number() -> None:
    statement = "At 148.5 m the lake is small. Its level rises by 9 m from 148.5 m. At 7 m it is dry, and 7 m is deep."
    figure = parse_figure("solid cone k\ngiven height(k) = 148.5, radius(k) = 9\nfind volume(k)")
    middle = statement.index("Its"), statement.index(" At 7")
    claims = [Claim(*middle, whole_claim(statement, figure).parts)]
    assert [token.text for token in unaccounted_numbers(statement, claims)] == ["7", "7"]


def test_a_number_is_looked_for_in_what_its_own_words_became() -> None:
    statement = "AB = 2, BC = 2 and CD = 3."
    figure = parse_figure("solid tetrahedron ABCD\ngiven AB = 2, CD = 3\nfind volume(ABCD)")
    length, other = figure.givens
    claims = [Claim(0, 6, (length,)), Claim(8, 14, ()), Claim(8, len(statement), (other,))]
    assert [token.start for token in unaccounted_numbers(statement, claims)] == [13]
    assert [token.text for token in unaccounted_numbers(statement, claims[:2])] == ["2", "3"]


@pytest.mark.parametrize(
    ("given", "lost"),
    [
        ("radius(k) : height(k) = 1 : 3", []),
        ("height(k) = 3*radius(k)", []),
        ("radius(k) = height(k)/3", []),
        ("height(k) = 3", ["1"]),
        ("volume(k) = 2", ["1", "3"]),
    ],
)
def test_a_ratio_may_be_written_as_a_multiple_but_not_as_a_bare_number(given: str, lost: list[str]) -> None:
    assert missing("The radius is to the height as 1 : 3.", cone(given)) == lost


def test_a_passage_that_is_set_aside_is_not_asked_for() -> None:
    statement = "Cone number 17 has the radius 3."
    assert missing(statement, cone("radius(k) = 3", "height(k) = 3")) == ["17"]
    assert missing(statement, cone("radius(k) = 3"), [Passage(text="number 17", start=5, end=14)]) == []


@pytest.mark.parametrize(
    ("statement", "given", "lost"),
    [
        ("The radius is six inches, twice the height.", ("radius(k) = 6", "radius(k) = 2*height(k)"), []),
        ("The radius is six inches, twice the height.", ("height(k) = 6/2", "radius(k) = 6"), []),
        ("The radius is six inches, twice the height.", ("radius(k) = 6",), ["twice"]),
        ("The height is half the radius of two feet.", ("height(k) = radius(k)/2",), []),
        ("The height is half the radius.", ("height(k) = 0.5*radius(k)",), []),
        ("The height is one third of the radius.", ("height(k) = 1/4*radius(k)",), ["third"]),
        ("Two cones with three edges in a half-plane.", ("height(k) = 7",), []),
        ("It is sawn in half, and each half is red.", ("height(k) = 7",), []),
        ("One half of the height is the radius.", ("height(k) = 7",), ["half"]),
    ],
)
def test_measures_and_multiples_in_words_are_numbers_too_and_counts_are_not(
    statement: str, given: tuple[str, ...], lost: list[str]
) -> None:
    assert missing(statement, cone(*given)) == lost


# Relations

SQUARE_PYRAMID = "solid pyramid P-ABCD\ngiven square(A, B, C, D)\ngiven perp(line(P, A), plane(A, B, C))\nfind PC\n"


@pytest.mark.parametrize(
    ("statement", "unsaid"),
    [
        (r"The base is a square, $PA \perp AB$ and $PA$ is perpendicular to the base.", ()),
        ("The base is a square and PA touches a ball.", ("touches",)),
        ("The area is 5 square feet, the base a parallelogram.", ()),
        ("M is the midpoint of AB. The sphere is inscribed in it.", ("midpoint", "inscribed")),
        ("A regular pyramid with the least volume.", ("least",)),
    ],
)
def test_a_relation_that_no_line_states_is_told(statement: str, unsaid: tuple[str, ...]) -> None:
    assert unsaid_relations(statement, SQUARE_PYRAMID) == unsaid


def test_a_relation_in_words_that_are_set_aside_is_not_asked_for() -> None:
    statement = "It stands in an equilateral yard."
    assert unsaid_relations(statement, SQUARE_PYRAMID) == ("equilateral",)
    assert unsaid_relations(statement, SQUARE_PYRAMID, whole(statement)) == ()


def test_equal_legs_may_be_given_by_one_number() -> None:
    text = "solid prism ABC-DEF\ngiven AB = 10\ngiven BC = {}\ngiven CA = 12\nfind AD\n"
    assert unsaid_relations("an isosceles triangle", text.format(10)) == ()
    assert unsaid_relations("an isosceles triangle", text.format(11)) == ("isosceles",)


# Labels

CUBE = "solid cube ABCD-A1B1C1D1\npoint E = midpoint(A,B)\ngiven AB = 2\nfind CE"


@pytest.mark.parametrize(
    ("statement", "unknown"),
    [
        (r"In the cube $ABCD-A_1B_1C_1D_1$ the midpoint of $AB$ is $E$. Find $CE$.", ()),
        (r"In the cube $ABCD-A_1B_1C_1D_1$ the midpoint of $AB$ is $F$. Find $CF$.", ("F",)),
        ("A cube has the volume V and V = 8. Point G lies on AB.", ("G",)),
        ("A cube in the plane M with R = 5.", ()),
        ("Let T = 9/17. If T is reduced, point G lies on AB.", ("G",)),
        ("Its volume grows by a factor of X. What is the value of X?", ()),
        ("Let $S$ be the sphere about it; the surface of $S$ and $Q$ meet.", ("Q",)),
        ("Let Q be the centre of the cube.", ("Q",)),
    ],
)
def test_labels_must_be_points_of_the_figure_unless_they_name_a_quantity(
    statement: str, unknown: tuple[str, ...]
) -> None:
    assert undeclared_labels(statement, whole(statement), parse_figure(CUBE)) == unknown


def test_labels_outside_the_passages_are_not_asked_for() -> None:
    assert undeclared_labels("Point Q. Find CE.", [Passage(text="Find CE", start=9, end=16)], parse_figure(CUBE)) == ()


@pytest.mark.parametrize(
    ("statement", "labels"),
    [
        (r"A plane cuts it. $\textbf{(A)}\ 1\qquad \textbf{(E)}\ 3$", ""),
        ("In the pyramid $P-ABC$, $PA = 2$. (D) 3 (E) 4", "A B C P"),
        ("The cube ABCD-EFGH has edge 1.\nA. 3\nB. 4", "A B C D E F G H"),
    ],
)
def test_letters_of_choices_are_no_labels(statement: str, labels: str) -> None:
    assert sorted(named_labels(statement)) == labels.split()
