"""New instances of a figure: other numbers, solved, exact and short, no two alike."""

import pytest

from geometry.answers.exact_record import ExactForm
from geometry.equivalence.instances import LONGEST_EXACT, instances
from geometry.notation.literals import literals_of
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure

PYRAMID = "solid pyramid P-ABCD\ngiven square(A,B,C,D), AB = 4, PA ⟂ ABCD, PA = 6\nfind PC"


def test_instances_have_other_numbers_and_the_same_conditions() -> None:
    figure = parse_figure(PYRAMID)
    found = list(instances(figure, 5))
    assert len(found) == 5
    texts = {print_figure(each.figure) for each in found}
    assert len(texts) == 5
    assert print_figure(figure) not in texts
    for each in found:
        assert each.report.ok
        assert isinstance(each.report.exact, ExactForm)
        assert len(each.report.exact.text) <= LONGEST_EXACT
        edge, height = (literal.value for literal in literals_of(each.figure))
        assert each.report.value == pytest.approx((2 * edge**2 + height**2) ** 0.5)
        assert len(each.figure.givens) == len(figure.givens)


def test_the_same_seed_gives_the_same_instances() -> None:
    figure = parse_figure(PYRAMID)
    once, again, other = ([print_figure(i.figure) for i in instances(figure, 3, seed)] for seed in (1, 1, 2))
    assert once == again != other


def test_equal_numbers_stay_equal_and_angles_stay_angles() -> None:
    figure = parse_figure("solid cuboid ABCD-EFGH\ngiven AB = 3, BC = 3, angle(A,C,E) = 60°\nfind AE")
    for each in instances(figure, 4):
        first, second, angle = (literal.value for literal in literals_of(each.figure))
        assert first == second
        assert 30 <= angle <= 90


def test_a_figure_without_numbers_has_no_further_instances() -> None:
    assert list(instances(parse_figure("solid cube ABCD-EFGH\nfind angle(line(A,C), line(B,G))"), 5)) == []
