"""Equal slices and blocks: the pieces fill the solid, each cut adds two sections, what is not congruent is refused."""

from collections.abc import Callable

import pytest

from geometry.equivalence.compare import compare
from geometry.equivalence.perturb import perturbed
from geometry.notation.figure_errors import FigureError
from geometry.notation.literals import literals_of
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure

BOX = "solid cuboid k = ABCD-A1B1C1D1\ngiven AB = 3, AD = 4, AA1 = 5\n"
LEANING = "solid parallelepiped k = ABCD-A1B1C1D1\ngiven AB = 3, AD = 4, AA1 = 5, angle(A1,A,B) = 70°, "
LEANING += "angle(A1,A,D) = 80°, angle(B,A,D) = 65°\n"
PRISM = "solid right triangular prism k = ABC-A1B1C1\ngiven AB = 3, BC = 4, CA = 6, AA1 = 5\n"
TIN = "solid cylinder k = O-O1\ngiven radius(k) = 2, height(k) = 5\n"
WHOLES = [(BOX, "AB", "plane(A,A1,D)"), (LEANING, "plane(A,B,B1)", "plane(A,B,B1)"), (PRISM, "base(k)", "base(k)")]
WHOLES += [(TIN, "OO1", "base(k)")]


def value(head: str, target: str) -> float:
    report = check_figure(parse_figure(f"{head}find {target}"))
    assert report.ok, report.reason
    return float(report.value)


@pytest.mark.parametrize(("head", "across", "section"), WHOLES)
def test_each_cut_adds_two_sections_and_no_volume(head: str, across: str, section: str) -> None:
    pieces = f"slices(k, 4, {across})"
    area = value(head, f"area(section(k, {section}))")
    whole = value(head, "surface_area(k)")
    assert value(head, f"surface_area({pieces})") == pytest.approx(whole + 6 * area, rel=1e-9)
    assert value(head, f"volume({pieces})") == pytest.approx(value(head, "volume(k)"), rel=1e-9)
    assert 4 * value(head, f"surface_area(piece({pieces}))") == pytest.approx(whole + 6 * area, rel=1e-9)


@pytest.mark.parametrize("head", [BOX, LEANING])
def test_blocks_are_slices_in_three_directions(head: str) -> None:
    directions = ("plane(A,B,D)", "plane(A,B,A1)", "plane(A,D,A1)")
    thrice = "k"
    for plane in directions:
        thrice = f"slices({thrice}, 3, {plane})"
    for target in ("surface_area({})", "volume({})", "edge_sum(piece({}))"):
        assert value(head, target.format("blocks(k, 3)")) == pytest.approx(value(head, target.format(thrice)), rel=1e-9)


REFUSED = [
    ("solid pyramid k = P-ABCD\ngiven square(ABCD), AB = 2, PA ⟂ ABCD, PA = 3\n", "slices(k, 3, ABCD)", "box, prism"),
    ("solid sphere k = O\ngiven radius(k) = 2\npoint A on surface(k)\n", "slices(k, 3, OA)", "box, prism"),
    (PRISM, "slices(k, 3, AB)", "congruent faces"),
    (LEANING, "slices(k, 3, AB)", "congruent faces"),
    (TIN + "point A on circle(k)\n", "slices(k, 3, OA)", "parallel to its bases"),
    (PRISM, "blocks(k, 3)", "needs a cube"),
    # All vertices lie in two parallel planes, but the faces there differ.
    (
        "solid right prism k = ABCD-A1B1C1D1\ngiven trapezoid(A,B,C,D), AB = 4, BC = 2, CD = 2, DA = 2, AA1 = 3\n",
        "slices(k, 2, plane(A,B,B1))",
        "congruent faces",
    ),
]


@pytest.mark.parametrize(("head", "pieces", "problem"), REFUSED)
def test_slices_that_are_not_congruent_are_refused(head: str, pieces: str, problem: str) -> None:
    report = check_figure(parse_figure(f"{head}find surface_area({pieces})"))
    assert report.status == "unmeasurable"
    assert problem in report.reason


@pytest.mark.parametrize("count", ["1", "2.5", "0", "-3", "1/2"])
def test_a_number_of_slices_that_is_not_whole_is_refused_where_it_stands(count: str) -> None:
    with pytest.raises(FigureError, match="whole number of slices"):
        parse_figure(f"{BOX}find surface_area(slices(k, {count}, AB))")


def test_only_surface_and_volume_are_measured_of_all_pieces_together() -> None:
    with pytest.raises(FigureError, match="edge_sum does not take"):
        parse_figure(f"{BOX}find edge_sum(slices(k, 2, AB))")


@pytest.mark.parametrize("target", ["surface_area(slices(k, 3, AB))", "volume(piece(blocks(k, 2)))"])
def test_slices_are_printed_as_they_are_read(target: str) -> None:
    figure = parse_figure(f"{BOX}find {target}")
    assert parse_figure(print_figure(figure)) == figure


@pytest.mark.parametrize("spelt", [lambda n: ("", n), lambda n: (f"param n = {n}\n", "n")])
def test_other_numbers_leave_the_number_of_slices_as_it_is(spelt: Callable[[str], tuple[str, str]]) -> None:
    declared, count = spelt("4")
    figure = parse_figure(f"{declared}{BOX}find surface_area(slices(k, {count}, AB))")
    assert [literal.role for literal in literals_of(figure) if literal.text == "4"].count("structure") == 1
    other = perturbed(figure)
    assert other is not None
    assert "4" in [literal.text for literal in literals_of(other.figure)]


def test_figures_that_cut_in_other_directions_or_numbers_are_told_apart() -> None:
    figures = [f"{BOX}find surface_area({pieces})" for pieces in ("slices(k, 3, AB)", "slices(k, 3, plane(A,A1,D))")]
    first, same = map(parse_figure, figures)
    assert compare(first, same).verdict == "same"
    written_out = parse_figure(f"{BOX}find surface_area(k) + 4*area(A,D,D1,A1)")
    sizes = [((place,), (place,)) for place in range(3)]
    assert compare(first, written_out, sizes).verdict == "same"
    for other in ("slices(k, 3, AD)", "slices(k, 4, AB)", "piece(slices(k, 3, AB))"):
        assert compare(first, parse_figure(f"{BOX}find surface_area({other})")).verdict == "different"
