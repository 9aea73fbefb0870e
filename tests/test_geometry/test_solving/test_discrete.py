"""Whole numbers and edges given as a set: every case is tried, and the target must be the same in all of them."""

from itertools import permutations

import numpy as np
import pytest

from geometry.disclosure.asked_question import asked_question
from geometry.equivalence.compare import compare
from geometry.equivalence.perturb import perturbed
from geometry.notation import syntax as s
from geometry.notation.catalogue import edge_classes
from geometry.notation.condition_roles import condition_role
from geometry.notation.figure_errors import FigureError
from geometry.notation.literals import literals_of
from geometry.notation.parser import parse_statements
from geometry.notation.printer import print_condition, print_figure
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import measured_figure
from geometry.report.figure_report import FigureReport
from geometry.report.measure_figure import measure_figure
from geometry.solver.edge_orders import edge_orders, symmetries


def report(text: str) -> FigureReport:
    return measured_figure(parse_figure(text))


def solid(text: str) -> s.SolidDecl:
    (found,) = parse_statements(f"solid {text}")
    assert isinstance(found, s.SolidDecl)
    return found


def orders(text: str) -> list[tuple[s.Relation, ...]]:
    figure = parse_figure(text)
    condition = next(given for given in figure.givens if isinstance(given, s.Call) and given.name == "edges")
    return list(edge_orders(figure, condition))


# Edge sets


@pytest.mark.parametrize(
    "spelling",
    [
        "edges(k) = {3, 4, 5}",
        r"edges(k) = \{3, 4, 5\}",
        "edges(k, 3, 4, 5)",
        "edges(k)={3,4,5}",
        "edges(k) == {3, 4, 5}",
    ],
)
def test_an_edge_set_has_one_canonical_text(spelling: str) -> None:
    figure = parse_figure(f"solid cuboid k\ngiven {spelling}\nfind volume(k)")
    assert print_condition(figure.givens[0]) == "edges(k) = {3, 4, 5}"
    assert parse_figure(print_figure(figure)) == figure


@pytest.mark.parametrize(
    ("condition", "problem"),
    [
        ("edges(k) = {3, 4}", "2 lengths do not make the edges of a cuboid; write 3"),
        ("edges(k) > {3, 4, 5}", "only the edges of a solid equal a set"),
        ("volume(k) = {3, 4, 5}", "only the edges of a solid equal a set"),
        ("edges(b) = {3}", "takes a declared polyhedron"),
        ("edges(k) = {3, 4, volume(k)}", "cannot be added or compared"),
        ("edges(k) = {3, 4, 1/0}", "not a finite real number"),
        ("edges(k) = 3", "edges does not take these arguments; write edges(solid) = {length, ...}"),
        ("integer(sector_angle(b))", "an angle is not a number"),
        ("integer(k)", "integer does not take these arguments"),
    ],
)
def test_what_is_no_edge_set_and_no_whole_number_is_refused_with_the_remedy(condition: str, problem: str) -> None:
    with pytest.raises(FigureError) as error:
        parse_figure(f"solid cuboid k\nsolid cone b\ngiven {condition}\nfind volume(k)")
    assert problem in error.value.sentence


CLASSES = {
    "cube k": 1,
    "cuboid k": 3,
    "parallelepiped k": 3,
    "triangular prism k": 4,
    "regular triangular prism k": 2,
    "tetrahedron k": 6,
    "regular tetrahedron k": 1,
    "quadrangular pyramid k": 8,
    "regular quadrangular pyramid k": 2,
    "regular hexagonal frustum k": 3,
    "icosahedron k": 1,
    "dodecahedron k": 1,
}


@pytest.mark.parametrize("text", CLASSES)
def test_edges_that_the_kind_makes_equal_are_stated_once_and_no_edge_is_left_out(text: str) -> None:
    classes = edge_classes(solid(text))
    edges = [frozenset(edge) for edges in classes for edge in edges]
    assert len(classes) == CLASSES[text]
    assert len(edges) == len(set(edges))


@pytest.mark.parametrize(
    ("text", "count"), [("tetrahedron k", 24), ("cuboid k", 48), ("triangular prism k", 12), ("pyramid P-ABCD", 8)]
)
def test_symmetries_of_a_solid_are_counted_as_in_the_textbook(text: str, count: int) -> None:
    assert len(list(symmetries(solid(text)))) == count


def test_six_different_lengths_make_thirty_tetrahedra() -> None:
    assert len(orders("solid tetrahedron k\ngiven edges(k) = {7, 8, 9, 10, 11, 12}\nfind volume(k)")) == 30


def test_a_named_edge_is_kept_apart_from_the_others() -> None:
    free = orders("solid tetrahedron ABCD\ngiven edges(ABCD) = {7, 8, 9, 10, 11, 12}\nfind CD")
    fixed = orders("solid tetrahedron ABCD\ngiven edges(ABCD) = {7, 8, 9, 10, 11, 12}, AB = 12\nfind CD")
    assert len(free) == 720 // 4  # the swaps A-B and C-D keep CD
    assert len(fixed) == 120 // 4
    assert {next(r.right for r in way if set(r.left.labels) == {"A", "B"}) for way in fixed} == {s.Number("12")}  # type: ignore[union-attr]


def test_orders_that_break_a_triangle_are_left_out() -> None:
    lengths = (3, 4, 5, 12)
    (way,) = orders("solid right triangular prism k\ngiven edges(k) = {3, 4, 5, 12}\nfind volume(k)")
    closed = {frozenset(p[:3]) for p in permutations(lengths) if 2 * max(p[:3]) < sum(p[:3])}
    assert closed == {frozenset((3, 4, 5))}
    assert way[-1].right == s.Number("12")


def test_a_target_that_depends_on_the_order_is_not_determined() -> None:
    found = report("solid cuboid ABCD-EFGH\ngiven edges(ABCD-EFGH) = {3, 4, 5}\nfind area(A,B,C,D)")
    assert found.status == "ill_posed"
    assert sorted(found.spread) == pytest.approx([12, 15, 20])


def test_lengths_of_no_solid_and_too_many_orders_are_said_plainly() -> None:
    flat = report("solid tetrahedron k\ngiven edges(k) = {2, 2, 2, 2, 2, 4}\nfind volume(k)")
    many = report(f"solid octahedron k\ngiven edges(k) = {{{', '.join(['2'] * 12)}}}\nfind volume(k)")
    assert (flat.status, flat.reason) == ("unsolved", "no case of edges(k) = {2, 2, 2, 2, 2, 4} has a solution")
    assert "orders; state which edge is which" in many.reason


def test_the_verifier_measures_an_edge_set_on_any_coordinates() -> None:
    figure = parse_figure("solid tetrahedron ABCD\ngiven edges(ABCD) = {5, 5, 5, 5, 5, 6}\nfind volume(ABCD)")
    coordinates = report(print_figure(figure)).coordinates
    assert coordinates != "none"
    # Any labelling of the same tetrahedron satisfies it; another tetrahedron does not.
    turned = coordinates.model_copy(update={"points": dict(zip("BCDA", coordinates.points.values(), strict=True))})
    other = coordinates.model_copy(update={"points": {**coordinates.points, "A": (9.0, 9.0, 9.0)}})
    assert measure_figure(figure, turned, 1e-9).ok
    assert not measure_figure(figure, other, 1e-9).ok


# Whole numbers


def test_every_whole_number_within_the_bounds_is_a_case() -> None:
    found = report("solid cube k\ngiven integer(edge(k)), volume(k) > 100, volume(k) < 300\nfind volume(k)")
    assert found.status == "ill_posed"
    assert sorted(found.spread) == pytest.approx([125, 216])


def test_the_ends_of_a_closed_range_belong_to_it() -> None:
    found = report("solid cube k\ngiven integer(edge(k)), 2 <= edge(k), edge(k) <= 4\nfind edge(k)")
    assert sorted(found.spread) == pytest.approx([2, 3, 4])


def test_a_difference_may_be_zero_or_negative() -> None:
    text = "solid cuboid k = ABCD-EFGH\ngiven integer(AB - BC), AB = 4, AE = 1, 2.5 < BC, BC < 6.5\nfind BC"
    assert sorted(report(text).spread) == pytest.approx([3, 4, 5, 6])


def test_a_ratio_and_an_angle_in_degrees_may_be_whole() -> None:
    ratio = report(
        "solid cone k\ngiven integer(height(k) : radius(k)), radius(k) = 2, 7 < height(k) < 9\nfind height(k)"
    )
    angle = report("solid cone S-O\npoint A on circle(S-O)\ngiven integer(angle(A,S,O) / 15°), SO = 1\n"
                   "given 20° < angle(A,S,O) < 40°\nfind angle(A,S,O)")  # fmt: skip
    assert ratio.status == "rigid"
    assert ratio.value == pytest.approx(8)
    assert angle.value == pytest.approx(np.pi / 6)


def test_an_unbounded_whole_number_is_an_error_that_names_the_remedy() -> None:
    found = report("solid cube k\ngiven integer(edge(k)), volume(k) > 100\nfind volume(k)")
    assert found.status == "unsolved"
    assert "integer(edge(k)) leaves more than" in found.reason
    assert "bound it by an inequality" in found.reason


def test_without_a_case_the_other_conditions_are_blamed_if_they_conflict() -> None:
    none = report("solid cube k\ngiven integer(edge(k)), volume(k) > 126, volume(k) < 200\nfind volume(k)")
    conflict = report("solid cube k\ngiven integer(edge(k)), volume(k) < 120, edge(k) = 7\nfind volume(k)")
    assert none.reason == "no case of integer(edge(k)) has a solution"
    assert conflict.status == "contradictory"
    assert set(conflict.conflict) == {"volume(k) < 120", "edge(k) = 7"}


def test_whole_numbers_that_bound_each_other_need_no_inequality() -> None:
    found = report(
        "solid regular quadrangular prism k\ngiven volume(k) = 8, integer(base_edge(k)), integer(height(k))\n"
        "find surface_area(k)"
    )
    assert sorted(found.spread) == pytest.approx([24, 34])  # 2 x 2 x 2 and 1 x 1 x 8


def test_the_verifier_rejects_a_number_that_is_nearly_whole() -> None:
    text = "solid cube k\ngiven {}\nfind edge(k)"
    figure = parse_figure(text.format("integer(edge(k))"))
    whole, nearly = (report(text.format(f"edge(k) = {edge}")).coordinates for edge in ("5", "5.00001"))
    assert whole != "none"
    assert nearly != "none"
    assert measure_figure(figure, whole, 1e-9).ok
    assert not measure_figure(figure, nearly, 1e-9).ok


# Comparison and questions


def test_numbers_of_an_edge_set_are_literals_and_can_be_changed() -> None:
    figure = parse_figure("solid cuboid k\ngiven edges(k) = {3, 4, 5}\nfind volume(k)")
    assert [literal.text for literal in literals_of(figure)] == ["3", "4", "5"]
    other = perturbed(figure)
    assert other is not None
    assert other.report.value == pytest.approx(np.prod([literal.value for literal in literals_of(other.figure)]))


SET, ONE_BY_ONE = "given edges(k) = {3, 4, 5}", "given AB = 3, BC = 4, AE = 5"


def test_an_edge_set_compares_with_itself_and_with_edges_one_by_one() -> None:
    box, named = "solid cuboid k\n{}\nfind volume(k)", "solid cuboid k = ABCD-EFGH\n{}\nfind volume(k)"
    first = parse_figure(box.format(SET))
    for text in (box.format("given edges(k) = {5, 3, 4}"), named.format(ONE_BY_ONE)):
        found = compare(first, parse_figure(text))
        assert (found.verdict, found.perturbations > 3) == ("same", True), found.sentence
    other = compare(first, parse_figure(box.format("given edges(k) = {3, 4, 6}")))
    assert other.verdict == "different"


def test_a_whole_number_that_one_reading_leaves_out_is_a_difference() -> None:
    text = "solid cube k\ngiven {}volume(k) > 100, volume(k) < 200\nfind surface_area(k) : edge(k)^2"
    with_it, without = (parse_figure(text.format(line)) for line in ("integer(edge(k)), ", ""))
    assert compare(with_it, with_it).verdict == "same"
    assert compare(with_it, without).verdict == "different"


def test_discrete_conditions_on_the_object_are_its_own_and_are_not_told() -> None:
    text = "solid cuboid k = ABCD-EFGH\ngiven edges(k) = {3, 4, 5}, integer(AB), AB > BC, BC > AE\nfind AG"
    figure = parse_figure(text)
    assert {condition_role(figure, given) for given in figure.givens} == {"primary"}
    coordinates = measured_figure(figure).coordinates
    assert coordinates != "none"
    found = asked_question(figure, coordinates)
    assert found.film == "needed"
    assert found.reveals == ()
    assert found.dimensions_determine


def test_a_whole_number_of_something_added_is_told() -> None:
    figure = parse_figure(
        "solid cube ABCD-EFGH\npoint X on segment(A,B)\ngiven AB = 3, integer(AX), AX > 1.5, AX < 2.5\nfind XG"
    )
    roles = {print_condition(given): condition_role(figure, given) for given in figure.givens}
    assert roles["integer(AX)"] == "auxiliary"
    assert roles["AB = 3"] == "primary"
