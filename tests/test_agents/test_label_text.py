"""Labels in English with LaTeX: every customary spelling is found, and nothing else is taken for one."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.language.statements.label_text import find_labels

KNOWN = frozenset({"P", "A", "B", "C", "D", "E", "S", "N", "I", "A1", "B1", "C1", "A'", "B'", "A12"})


def runs(text: str, known: frozenset[str] = KNOWN) -> list[tuple[str, ...]]:
    return [span.labels for span in find_labels(text, known)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$P-ABCD$", [("P",), ("A", "B", "C", "D")]),
        (r"$\triangle PAB$ and $\angle APB$", [("P", "A", "B"), ("A", "P", "B")]),
        (r"$A_1B_1$, $A_{1}$, A₁C₁, $A_{12}B$", [("A1", "B1"), ("A1",), ("A1", "C1"), ("A12", "B")]),
        (r"$A'B'$ and $A^{\prime}B$ and $A^\prime$", [("A'", "B'"), ("A'", "B"), ("A'",)]),
        ("PA=PB", [("P", "A"), ("P", "B")]),
        (r"$AB\perp CD$", [("A", "B"), ("C", "D")]),
        (r"$\overline{AB}$, $\overrightarrow{A_1C_1}$, $|AB|$", [("A", "B"), ("A1", "C1"), ("A", "B")]),
        ("$A B C D$ and plane A B C D", [("A", "B", "C", "D"), ("A", "B", "C", "D")]),
        ("$A _ { 1 } B _ { 1 }$", [("A1", "B1")]),
        ("the points A, B and C", [("A",), ("B",), ("C",)]),
        (r"\triangle{PAB} without dollars", [("P", "A", "B")]),
        ("$V_{P-ABC}$ and $S_{ABC}$", [("P",), ("A", "B", "C"), ("A", "B", "C")]),
        ("$2AB^2 + aAB$", [("A", "B"), ("A", "B")]),
        ("edges PA PB", [("P", "A"), ("P", "B")]),
        ("AE's midpoint", [("A", "E")]),
        ("through A. The rest", [("A",)]),
        ("A lies on it; A, B differ", [("A",), ("A",), ("B",)]),
        ("Let I be the incentre", [("I",)]),
    ],
)
def test_labels_are_found_in_every_customary_spelling(text: str, expected: list[tuple[str, ...]]) -> None:
    assert runs(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "A plane cuts the object. A sphere touches it.",
        "I think so, and I know why.",
        "Area, Base, Cone, Edges and Points are words.",
        r"$\Delta = \Pi$, $\Phi$, $\angle \alpha$",
        r"$\text{Edge Base}$ and $2\,\mathrm{cm}$, $5\ \mathrm{Pa}$",
        "a force of 3 N",
        "(A) 3 (B) 4 (C) 5 (D) 6",
        "Choose one: A. 3 B. 4 C. 5 D. 7",
        "A. 3\nB. 4",
        "$R$, $V$, $h$ and $a$ are no labels here",
        "$S_{base}$ and $P_{orange}$ and $A_n$",
        r"⟦length: 2\sqrt{3}⟧",
        "ABX and $XA$ hold an unknown letter",
    ],
)
def test_nothing_else_is_taken_for_a_label(text: str) -> None:
    assert runs(text) == []


def test_spans_are_the_pieces_of_the_text_and_say_whether_they_stand_in_math() -> None:
    text = r"Edge AB and $\angle A_1BC$."
    first, second = find_labels(text, KNOWN)
    assert (text[first.start : first.end], first.in_math) == ("AB", False)
    assert (text[second.start : second.end], second.in_math) == ("A_1BC", True)


def test_a_colour_beside_a_letter_leaves_the_letter() -> None:
    assert runs("$EP_{yellow} = P_{red}E$") == [("E",), ("E",)]


@given(st.text(alphabet="ABCP1_{}$\\ '-=.,angle₁", max_size=60))
def test_any_text_gives_ordered_disjoint_spans_of_known_labels(text: str) -> None:
    spans = find_labels(text, KNOWN)
    assert all(set(span.labels) <= KNOWN and span.start < span.end <= len(text) for span in spans)
    assert all(a.end <= b.start for a, b in pairwise(spans))
