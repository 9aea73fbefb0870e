"""A statement in other letters with its question first: nothing else changes, and the way back is exact."""

import pytest

from agents.language.statements.disguise import disguised, undisguised
from agents.language.statements.statement_tokens import labels_in, numbers_in
from bench.truth_table import load_truth_table
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure

STATEMENT = (
    "In the cube $ABCD-A_1B_1C_1D_1$ with edge 2, $M$ is the midpoint of $AB'$. A point P lies on AB. "
    "Find the angle between $MC_1$ and the plane $ABD$."
)


def test_the_question_comes_first_in_other_letters_and_numbers_stay() -> None:
    seen = disguised(STATEMENT, 0)
    assert seen.statement.startswith("Find the angle between")
    assert "A point" in seen.statement  # the article is no label
    assert {t.text[0] for t in labels_in(seen.statement)}.isdisjoint({t.text[0] for t in labels_in(STATEMENT)})
    assert sorted(t.text for t in numbers_in(seen.statement)) == sorted(t.text for t in numbers_in(STATEMENT))
    assert sorted(filter(str.islower, seen.statement)) == sorted(filter(str.islower, STATEMENT))


def test_letters_keep_their_order_so_that_a_row_of_letters_means_the_same_solid() -> None:
    seen = disguised("ABCDEFGH is a cube.", 3)
    letters = seen.statement.split()[0]
    assert list(letters) == sorted(letters)


def test_choices_stay_where_they_are() -> None:
    text = "A cube has edge 2. Find its volume. (A) 4 (B) 8 (C) 16 (D) 32"
    assert disguised(text, 0).statement == text


@pytest.mark.parametrize("case", load_truth_table()[::9], ids=lambda case: case.name)
def test_a_figure_in_other_letters_comes_back_as_it_was(case: "object") -> None:
    figure = parse_figure(case.figure)  # type: ignore[attr-defined]
    there = {chr(65 + k): chr(65 + (k + 7) % 26) for k in range(26)}
    back = {new: old for old, new in there.items()}
    assert print_figure(undisguised(undisguised(figure, there), back)) == print_figure(figure)
