"""What a question tells: the film is needed, nothing is told that the target does not need."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.truth_table import TruthCase, load_truth_table
from geometry.disclosure.asked_question import AskedQuestion, asked_question
from geometry.disclosure.told_figure import told_figure
from geometry.notation.condition_roles import condition_role
from geometry.notation.printer import print_condition, print_figure
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import measured_figure

CASES = load_truth_table()


def asked(text: str) -> AskedQuestion:
    figure = parse_figure(text)
    coordinates = measured_figure(figure).coordinates
    assert coordinates != "none"
    return asked_question(figure, coordinates)


ANSWERABLE = {
    "a ball of known radius somewhere": (
        "solid cube k = ABCD-EFGH\nsolid sphere s = O\ngiven AB = 9, radius(s) = 3, OA = 7\nfind volume(s)"
    ),
    "the third side of a triangle beside the object": (
        "solid cube ABCD-EFGH\npoint X\npoint Y\npoint Z\ngiven AB = 9, XA = 5, XY = 3, YZ = 4, XY ⟂ YZ\nfind XZ"
    ),
    "middles of opposite edges": (
        "solid tetrahedron ABCD\npoint K = midpoint(A,B)\npoint L = midpoint(C,D)\npoint M = midpoint(A,C)\n"
        "point N = midpoint(B,D)\npoint X = intersection(line(K,L), line(M,N))\nfind KX : XL"
    ),
    "equal blocks along every edge": (
        "solid cube k\ngiven edge(k) = 6\nfind surface_area(k) : surface_area(blocks(k, 3))"
    ),
    "angles at the centre of a ball": (
        "solid sphere s = O\npoint A on surface(s)\npoint B on surface(s)\npoint C on surface(s)\n"
        "given radius(s) = 2, angle(A,O,B) = 90°, angle(B,O,C) = 90°, dihedral(A-OB-C) = 60°\nfind angle(A,O,C)"
    ),
}


@pytest.mark.parametrize("what", ANSWERABLE)
def test_what_follows_from_the_text_alone_is_found(what: str) -> None:
    found = asked(ANSWERABLE[what])
    assert found.film == "answerable"
    assert max(found.values) - min(found.values) < 1e-6


def test_a_radius_of_the_object_tells_that_it_is_a_ball() -> None:
    balls = "solid sphere a\nsolid sphere b\ngiven volume(a) = 36, volume(b) = 27*volume(a)\n"
    assert asked(f"{balls}find radius(b) : radius(a)").film == "answerable"
    assert asked(f"{balls}find radius(b)").film == "needed"
    assert asked(f"{balls}find surface_area(b) : surface_area(a)").film == "needed"


def test_of_two_equal_lengths_the_one_without_a_further_point_is_asked_for() -> None:
    found = asked(
        "solid cube ABCD-EFGH\npoint O\npoint Q on ray(O,E)\ngiven AB = 2, OA = OG, OG = OC, OC = OF, OF = OQ\nfind OQ"
    )
    assert "find OF" in found.figure
    assert "Q" not in found.figure
    assert "find OQ" in found.left_out


def test_a_vertex_that_ties_something_to_the_object_is_told() -> None:
    found = asked(
        "solid regular tetrahedron m = ABCD\npoint P = centroid(B,C,D)\npoint Q = centroid(A,C,D)\n"
        "point R = centroid(A,B,D)\npoint S = centroid(A,B,C)\nsolid cuboid k = PTUV-WXYZ\n"
        "given AB = 6, PT = 1, PV = 2, PW = 3\nfind distance(T, A)"
    )
    told = told_figure(parse_figure(found.figure))
    assert any(getattr(item, "label", "") == "P" for item in told.declarations)
    assert "P = centroid(B, C, D)" in found.figure


def test_a_solid_that_nothing_needs_goes_with_all_its_contacts() -> None:
    found = asked(
        "solid cone a = S-Q\nsolid cone b = T-Q\nsolid sphere s\ngiven radius(a) = radius(b), inscribed(a, s)\n"
        "given inscribed(b, s), volume(s) = 36*pi, height(a) : height(b) = 1 : 2\nfind volume(a) + volume(b)"
    )
    assert "sphere" not in found.figure
    assert "inscribed" not in found.figure


NEEDS_THE_FILM = (
    "solid cube k\nsolid sphere s\ngiven inscribed(s, k), radius(s) = 3\nfind volume(s)",
    "solid cube k\nsolid cone c\ngiven inscribed(c, k), slant(c) = 3*sqrt(5), radius(c) = 3\nfind height(c)",
    "solid cube k\nsolid sphere s\ngiven inscribed(s, k), edge(k) = 6\nfind volume(s)",
    "solid cube k\nsolid sphere s\ngiven inscribed(k, s), radius(s) = 3\nfind surface_area(s)",
    "solid cube ABCD-EFGH\ngiven AB = 4\npoint M on segment(A, B) with AM = 1\nfind MG",
    "solid cube ABCD-EFGH\ngiven AB = 4\npoint M on segment(A, B) with AM = 1\nfind MB",
    "solid sphere s = O\nplane p\ngiven radius(s) = 5, distance(O, p) = 3\nfind area(section(s, p))",
    "solid cube ABCD-EFGH\ngiven AB = 4\nfind angle(line(A, G), line(B, H))",
    "solid cuboid ABCD-EFGH\ngiven AB = 2, AD = 3, AE = 6\nfind distance(plane(E,B,D), plane(C,F,H))",
    "solid cube ABCD-EFGH\npoint P on segment(B,F)\ngiven AB = 4\nminimize AP + PG\nfind AP + PG",
    "solid cuboid k = ABCD-EFGH\ngiven AB : AD : AE = 1 : 2 : 3\nfind ceil(diagonal(k) : AB)",
)


@pytest.mark.parametrize("figure", NEEDS_THE_FILM)
def test_a_question_about_the_object_needs_the_film_and_two_values_show_it(figure: str) -> None:
    found = asked(figure)
    assert found.film == "needed"
    assert len(found.values) > 1


TELLING = {
    "a right angle that only tells the height": (
        "solid cuboid ABCD-EFGH\npoint M on segment(A,E) with MA = ME\ngiven AB = BC = 2, AE = 4, BM ⟂ MF\n"
        "find angle(line(M,C), line(A,B))",
        ["given perp(line(B, M), line(M, F))"],
    ),
    "an edge told through a rectangle": (
        "solid tetrahedron P-ABC\npoint D\ngiven PA ⟂ ABC, PA = 3, right_angle(A,B,C), AB = 2\n"
        "given rectangle(A,B,C,D), AD = 4\nfind PD",
        ["given AD = 4"],
    ),
    "the radius told beside the point that shows it": (
        "solid sphere s = O\npoint A on surface(s)\npoint B on surface(s)\n"
        "given radius(s) = 3, OA = 3, AB = 3\nfind area(O,A,B)",
        ["given OA = 3"],
    ),
    "a number handed on to the object by way of an added solid": (
        "solid sphere s\nsolid cone k\ngiven radius(s) = radius(k) = 6, volume(s) = volume(k)\nfind height(k)",
        ["given radius(k) = 6"],
    ),
}
DEAD = {
    "a point with a line to it": (
        "solid cube ABCD-EFGH\npoint M = midpoint(A,E)\npoint K\ngiven AB = 2, CK ∥ BM\nfind CM",
        ["point K", "given parallel(line(C, K), line(B, M))"],
    ),
    "a plane that nothing uses": (
        "solid cube ABCD-EFGH\nplane p = plane(A,C,F)\ngiven AB = 2\nfind distance(D, plane(A,C,H))",
        ["plane p = plane(A, C, F)"],
    ),
    "a ball of which nothing is asked": (
        "solid regular prism k = ABC-DEF\nsolid sphere s\ngiven AB = 3, AD = 4, circumscribed(s, k)\nfind volume(k)",
        ["solid sphere s", "given circumscribed(s, k)"],
    ),
}


@pytest.mark.parametrize("what", [*TELLING, *DEAD])
def test_what_the_target_does_not_need_is_left_out(what: str) -> None:
    figure, lines = (TELLING | DEAD)[what]
    found = asked(figure)
    assert set(lines) <= set(found.left_out)
    assert found.film == "needed"
    assert not found.reveals


@pytest.mark.parametrize("halves", ["MA = MB", "BM = AM", "AM : MB = 1", "AM : MB = 1 : 1"])
def test_a_point_halfway_on_a_segment_is_its_midpoint(halves: str) -> None:
    found = asked(f"solid cube ABCD-EFGH\npoint M on segment(A,B) with {halves}\ngiven AB = 2\nfind MG")
    assert "point M = midpoint(A, B)" in found.figure
    assert "given AB = 2" in found.figure
    assert found.figure.count("given") == 1


def test_the_variants_say_what_they_determine() -> None:
    cube = asked("solid cube ABCD-EFGH\ngiven AB = 2\nfind angle(line(A,C), line(B,G))")
    assert cube.type_determines  # every cube has this angle
    box = asked("solid cuboid ABCD-EFGH\ngiven AB = 2, BC = 3, AE = 4\nfind AG")
    assert not box.type_determines
    assert box.dimensions_determine


def test_a_text_without_a_film_has_all_that_fixes_the_value() -> None:
    # The size of the object is known only through the ball, which a viewer does not need.
    figure = "solid cube k\nsolid sphere s\ngiven inscribed(s, k), radius(s) = 3\nfind edge(k)"
    found = asked(figure)
    assert "given radius(s) = 3" in found.left_out
    assert not found.dimensions_determine
    assert measured_figure(parse_figure(found.text_figure)).ok


def test_the_object_is_forgotten_but_for_what_the_question_names() -> None:
    figure = parse_figure(
        "solid pyramid k = P-ABCD\nsolid sphere s\npoint E on segment(P,C) with PE = 2*EC\n"
        "given square(A,B,C,D), AB = 2, PA ⟂ ABCD, PA = 2, tangent(s, base(k)), radius(s) = 1\n"
        "find volume(E-ABD) : height(k)"
    )
    lines = print_figure(told_figure(figure)).splitlines()
    assert "point P" in lines
    assert "given PE = 2 * EC" in lines
    assert not any("pyramid" in line or "square" in line for line in lines)


SMALL = [case for case in CASES if len(case.figure) < 150 and "point" in case.figure][::4]


@pytest.mark.slow
@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.sampled_from(SMALL), st.randoms(use_true_random=False))
def test_a_redundant_condition_never_makes_the_question_longer(case: TruthCase, rng: Random) -> None:
    figure = parse_figure(case.figure)
    report = measured_figure(figure)
    points = [item for item in figure.declarations if hasattr(item, "label")]
    if report.coordinates == "none" or not points:
        return
    before = asked_question(figure, report.coordinates)
    # A true length from an added point to any other, with the number that it measures.
    added = rng.choice(points).label
    other = rng.choice([label for label in sorted(report.coordinates.points) if label != added and "." not in label])
    places = [report.coordinates.points[label] for label in (added, other)]
    length = sum((a - b) ** 2 for a, b in zip(*places, strict=True)) ** 0.5
    target = case.figure[case.figure.index("find ") :]
    text = case.figure.replace(target, f"given {added}{other} = {length:.15g}\n{target}")
    more = parse_figure(text)
    if length < 1e-3 or condition_role(more, more.givens[-1]) == "primary":
        return
    after = asked_question(more, report.coordinates)
    lines, old = after.figure.splitlines(), before.figure.splitlines()
    # It may take the place of a condition that tells more, such as an angle between four points.
    took_a_place = f"given {print_condition(more.givens[-1])}" in lines and len(lines) <= len(old)
    assert lines == old or took_a_place, print_condition(more.givens[-1])
