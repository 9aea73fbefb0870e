"""Two figures compared: the same one however it is named, another one even where its value is the same by chance."""

from dataclasses import replace
from random import Random
from string import ascii_uppercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.language.statements.disguise import undisguised
from bench.truth_table import TruthCase, load_truth_table
from geometry.equivalence.compare import compare
from geometry.equivalence.implied import deviations_without, follows
from geometry.equivalence.perturb import perturbed
from geometry.notation.literals import literals_of, with_literals
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure

CASES = load_truth_table()

CUBE_IN_SPHERE = "solid cube {k}\nsolid sphere {b}\ngiven edge({k}) = 6\ngiven inscribed({b}, {k})\nfind volume({b})"

SAME = {
    "other names": (CUBE_IN_SPHERE.format(k="k", b="b"), CUBE_IN_SPHERE.format(k="box", b="ball")),
    "another order": (
        "solid pyramid P-ABCD\ngiven square(A,B,C,D), AB = 3, PA ⟂ ABCD, PA = 4\nfind PC",
        "solid pyramid P-ABCD\ngiven PA = 4, PA ⟂ ABCD, square(A,B,C,D), BC = 3\nfind PC",
    ),
    "a diameter twice its radius": (
        "solid cylinder k\ngiven diameter(k) = 6, height(k) = 5\nfind volume(k)",
        "solid cylinder k\ngiven diameter(k) = 6, height(k) = 5\nfind base_area(k) * height(k)",
    ),
    "labels for some and none for others": (
        "solid regular quadrangular pyramid k\ngiven base_edge(k) = 4, height(k) = 7\nfind volume(k)",
        "solid regular pyramid k = P-ABCD\ngiven AB = 4, height(k) = 7\nfind volume(k)",
    ),
}

DIFFERENT = {
    "area for volume of a sphere of radius 3": (
        "solid sphere k\ngiven radius(k) = 3\nfind volume(k)",
        "solid sphere k\ngiven radius(k) = 3\nfind surface_area(k)",
    ),
    "apex above a corner": (
        "solid regular quadrangular pyramid k\ngiven base_edge(k) = 4, height(k) = 7\nfind volume(k)",
        "solid pyramid k = P-ABCD\ngiven square(A,B,C,D), AB = 4, PA ⟂ ABCD, height(k) = 7\nfind volume(k)",
    ),
    "the solution written down": (
        "solid cuboid ABCD-EFGH\ngiven AB = 2, BC = 3, AE = 6\nfind AG",
        "solid cuboid ABCD-EFGH\ngiven AB = 2, BC = 3, AE = 6\nfind AE + 1",
    ),
    "a result for its condition": (
        "solid cube ABCD-EFGH\npoint P on segment(A,B)\ngiven AB = 2, AP = 1\nfind PG",
        "solid cube ABCD-EFGH\npoint P = midpoint(A,B)\ngiven AB = 2\nfind PG",
    ),
    "a prism for a cube": (
        "solid cube k\nsolid sphere b\ngiven inscribed(b, k), radius(b) = 2\nfind volume(k)",
        "solid regular quadrangular prism k\nsolid sphere b\ngiven inscribed(b, k), radius(b) = 2\nfind volume(k)",
    ),
    "a prism on another base": (
        "solid right prism k = ABC-DEF\ngiven isosceles(A,B,C), AB = 10, BC = 12, height(k) = 21\nfind surface_area(k)",
        "solid right prism k = ABMX-DENY\ngiven rectangle(A,B,M,X), AB = 10, BM = 6, height(k) = 21\n"
        "find surface_area(k)",
    ),
    "a measure left open": (
        "solid cuboid k = ABCD-EFGH\nsolid sphere b\ngiven AB = 3, BC = 4, AE = 15, inscribed(k, b)\nfind diameter(b)",
        "solid cuboid k = ABCD-EFGH\nsolid sphere b\ngiven AE = 5, AC = 15, inscribed(k, b)\nfind diameter(b)",
    ),
    "solids tied together": (
        "solid sphere b\nsolid cylinder c\ngiven radius(b) = 9, height(c) = 8, radius(c) = 1\n"
        "find volume(b) - volume(c)",
        "solid sphere b = O\nsolid cylinder c = O-P\ngiven radius(b) = 9, height(c) = 8, radius(c) = 1\n"
        "find volume(b) - volume(c)",
    ),
    "a wider place for a sought point": (
        "solid regular tetrahedron ABCD\npoint M = midpoint(A,C)\npoint P on segment(D,M)\ngiven AB = 1\n"
        "minimize AP + BP\nfind AP + BP",
        "solid regular tetrahedron ABCD\npoint M = midpoint(A,C)\npoint P on polygon(C,D,M)\ngiven AB = 1\n"
        "minimize AP + BP\nfind AP + BP",
    ),
    "parts of the cubes for the cubes": (
        "solid cube a = ABCD-EFGH\nsolid cube b = JKLM-NOPQ\ngiven AB = 6, JK = 12\nfind volume(a) : volume(b)",
        "solid cube a = ABCD-EFGH\nsolid cube b = JKLM-NOPQ\ngiven AB = 6, JK = 12\nfind volume(A-BDE) : volume(J-KMN)",
    ),
    "another edge": (
        "solid cuboid ABCD-EFGH\ngiven AB = 3, BC = 4, AE = 5\nfind AC",
        "solid cuboid ABCD-EFGH\ngiven AB = 4, BC = 3, AE = 5\nfind AC",
    ),
}


def test_a_figure_has_the_literals_that_are_written_in_it() -> None:
    figure = parse_figure(
        "solid pyramid P-ABC\nparam a\ngiven AB = a, PA = 2*sqrt(3), PB = root(4, 75), angle(A,B,C) = 60°\nfind PC^2"
    )
    assert [(each.text, each.role) for each in literals_of(figure)] == [
        ("1", "param"),
        ("2", "amount"),
        ("3", "amount"),
        ("4", "structure"),
        ("75", "amount"),
        ("60", "degrees"),
        ("2", "structure"),
    ]
    changed = with_literals(figure, {1: "5", 5: "61.5"})
    assert "PA = 5 * sqrt(3)" in print_figure(changed)
    assert "61.5°" in print_figure(changed)


@pytest.mark.parametrize("case", CASES[::20], ids=lambda case: case.name)
def test_literals_written_as_they_are_leave_the_figure_as_it_is(case: TruthCase) -> None:
    figure = parse_figure(case.figure)
    assert with_literals(figure, {each.place: each.text for each in literals_of(figure)}) == figure


def test_a_perturbed_figure_is_solved_with_other_numbers() -> None:
    figure = parse_figure("solid cuboid ABCD-EFGH\ngiven AB = 2, BC = 3, AE = 6\nfind AG")
    found = [perturbed(figure, seed) for seed in range(3)]
    values = [each.report.value for each in found if each is not None]
    assert len(values) == 3
    assert all(isinstance(value, float) and abs(value - 7) > 0.01 for value in values)
    assert found[0] == perturbed(figure, 0)


def test_numbers_that_depend_on_each_other_are_changed_one_by_one() -> None:
    right = "solid right prism k = ABC-DEF\ngiven AB = 6, BC = 8, right_angle(A,B,C), CA = 10, AD = 20\nfind volume(k)"
    found = perturbed(parse_figure(right))
    assert found is not None
    assert "CA = 10\n" in print_figure(found.figure)


@pytest.mark.slow
@pytest.mark.parametrize("name", SAME)
def test_one_figure_in_two_spellings_is_the_same(name: str) -> None:
    first, second = map(parse_figure, SAME[name])
    found = compare(first, second)
    assert (found.verdict, found.sentence) == ("same", "")
    assert found.perturbations > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", DIFFERENT)
def test_another_figure_is_found_though_its_value_is_the_same(name: str) -> None:
    first, second = map(parse_figure, DIFFERENT[name])
    assert compare(first, second).verdict == "different"
    found = compare(second, first)
    assert found.verdict == "different"
    assert found.sentence.endswith(".")


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES[::45], ids=lambda case: case.name)
def test_a_figure_is_the_same_as_itself(case: TruthCase) -> None:
    figure = parse_figure(case.figure)
    other_order = replace(figure, givens=figure.givens[::-1])
    once, twice = compare(figure, figure), compare(figure, other_order)
    assert once.verdict == twice.verdict == "same"
    assert once.perturbations == twice.perturbations


SMALL = [case for case in CASES if len(case.figure) < 160][::7]


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(case=st.sampled_from(SMALL), rng=st.randoms(use_true_random=False))
def test_another_order_and_other_letters_never_make_a_figure_differ_from_itself(case: TruthCase, rng: Random) -> None:
    figure = parse_figure(case.figure)
    conditions = list(figure.givens)
    rng.shuffle(conditions)
    there = dict(zip(ascii_uppercase, rng.sample(ascii_uppercase, 26), strict=True))
    renamed = undisguised(replace(figure, givens=tuple(conditions)), there)
    back = undisguised(renamed, {new: old for old, new in there.items()})
    assert compare(figure, back).verdict == "same"


SOLIDS_APART = {
    "three spheres of six": (
        "solid sphere a\nsolid sphere b\nsolid sphere c\ngiven radius(a) = radius(b) = radius(c) = 1, tangent(a, b), "
        "tangent(b, c)\nfind radius(a)",
        "solid sphere a\nsolid sphere b\ngiven radius(a) = radius(b) = 1, tangent(a, b)\nfind radius(a)",
    ),
    "twice the cone for the rest of the cylinder": (
        "solid cylinder k\nsolid cone c\ngiven inscribed(c, k), volume(k) = 72\nfind volume(k) - volume(c)",
        "solid cylinder k\nsolid cone c\ngiven inscribed(c, k), volume(k) = 72\nfind 2 * volume(c)",
    ),
    "another quantity is least": (
        "solid regular quadrangular prism k\ngiven volume(k) = 8\nminimize surface_area(k)\nfind height(k)",
        "solid regular quadrangular prism k\ngiven volume(k) = 8\nminimize edge_sum(k)\nfind height(k)",
    ),
    "a box of another shape": (
        "solid cuboid k = ABCD-EFGH\ngiven AB = 3, BC = 4, AE = 12\nfind AE",
        "solid cuboid k = ABCD-EFGH\ngiven AB = 4, BC = 4, AE = 12\nfind AE",
    ),
}


@pytest.mark.parametrize("what", SOLIDS_APART)
def test_what_only_coincides_is_told_apart(what: str) -> None:
    first, second = (parse_figure(text) for text in SOLIDS_APART[what])
    assert compare(first, second).verdict == "different"


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("perp(line(A, B), line(B, C))", True),
        ("AC = BG", True),
        ("AC = 3", False),
        ("AB > BC", False),
        ("QR = 1", False),
    ],
)
def test_a_condition_follows_if_it_holds_on_every_solution(condition: str, holds: bool) -> None:
    cube = parse_figure("solid cube ABCD-EFGH\ngiven AB = 2\nfind AC")
    assert follows(cube, condition) == holds


def test_a_condition_of_the_figure_is_taken_out_before_it_is_shown() -> None:
    text = "solid tetrahedron ABCD\ngiven AB = 2, AC = 2, isosceles(A, B, C), AD = 3\nfind AB"
    shown, new = deviations_without(parse_figure(text), ("isosceles(A, B, C)", "AD = 3"))
    assert shown < 1e-9 < 1e-3 < new


def test_points_that_a_reader_added_to_ask_about_are_a_difference() -> None:
    given = "solid tetrahedron ABCD\ngiven AB = 3, AC = 4, AD = 5, BC = 4, CD = 5, BD = 6\n"
    plain = parse_figure(given + "find AD")
    added = parse_figure(given.replace("given", "point M = midpoint(B,D)\npoint X = reflect(A, M)\ngiven") + "find BX")
    found = compare(plain, added, named="ABCD")
    assert found.verdict == "different"
    assert "only one of them adds points" in found.sentence


READERS_CHOICES = {
    "a label of the statement under another name": (
        "solid tetrahedron k = TABC\ngiven TA ⟂ TB, TB ⟂ TC, TC ⟂ TA, TA = TB = 6, TC = 5\nfind volume(k)",
        "solid tetrahedron k = SABC\ngiven SA ⟂ SB, SB ⟂ SC, SC ⟂ SA, SB = SC = 6, SA = 5\nfind volume(k)",
        "the point T of the statement",
    ),
    "a point of one's own in a plane instead of on an edge": (
        "solid regular prism k = ABC-DEF\npoint P on segment(A,D)\ngiven AB = 2, AD = 3, AP = 1\nfind volume(P-ABC)",
        "solid regular prism k = ABC-DEF\npoint P on plane(A,B,E)\ngiven AB = 2, AD = 3, PA = 1, PA ⟂ AB\n"
        "find volume(P-ABC)",
        "adds points of its own (on segment) that the other has not (on plane)",
    ),
    "a sphere on the other side of the box": (
        "solid cuboid k = ABCD-EFGH\nsolid sphere s\ngiven AB = 3, BC = 4, AE = 12, inscribed(k, s)\nfind radius(s)",
        "solid cuboid k = ABCD-EFGH\nsolid sphere s = O\ngiven AB = 3, BC = 4, AE = 12, radius(s) = AG/2\n"
        "given A on surface(s), B on surface(s), C on surface(s), opposite_sides(O, E, plane(A,B,C))\nfind radius(s)",
        "do not lie beside each other",
    ),
    "solids of one volume and one surface": (
        "solid regular pyramid k = P-ABCD\ngiven surface_area(k) = 48, area(P,A,B) = area(A,B,C,D)/2\nfind volume(k)",
        "solid regular pyramid k = P-ABCD\ngiven surface_area(k) = 48, area(P,A,B) = 5*area(A,B,C,D)/4\nfind volume(k)",
        "does not have the same size",
    ),
    "the extreme of a letter": (
        "solid regular tetrahedron ABCD\npoint P on segment(C,D)\ngiven AB = 2\nminimize AP + BP\nfind AP + BP",
        "solid regular tetrahedron ABCD\npoint P on segment(C,D)\nunknown x\ngiven AB = 2, x = AP + BP + CP + DP\n"
        "minimize x\nfind AP + BP",
        "an extreme of",
    ),
    "a labelled sphere by another name, off its plane": (
        "solid sphere a = P\nsolid sphere b = Q\nplane m\ngiven radius(a) = 1, radius(b) = 4, tangent(a, b)\n"
        "given tangent(a, m), tangent(b, m), same_side(P, Q, m)\nfind PQ",
        "solid sphere u = P\nsolid sphere v = Q\nplane m\ngiven radius(u) = 1, radius(v) = 4, tangent(u, v)\n"
        "given tangent(u, m), tangent(v, m), opposite_sides(P, Q, m)\nfind PQ",
        "does not hold in the other",
    ),
}
NAMED = {
    "a label of the statement under another name": "TABC",
    "the extreme of a letter": "ABCDP",
    "a labelled sphere by another name, off its plane": "PQ",
}


def test_a_place_of_a_readers_own_may_be_constructed_in_another_way() -> None:
    cube = "solid cube ABCD-EFGH\ngiven AB = 2\npoint M = {}\nfind distance(M, G)"
    middle, crossing = (
        parse_figure(cube.format(way)) for way in ("midpoint(A,C)", "intersection(line(A,C), line(B,D))")
    )
    assert compare(middle, crossing, named=frozenset("ABCDEFGH")).verdict == "same"
    corner = parse_figure(cube.format("midpoint(A,B)"))
    assert compare(middle, corner, named=frozenset("ABCDEFGH")).verdict == "different"


@pytest.mark.parametrize("what", READERS_CHOICES)
def test_names_and_places_of_a_readers_own_hide_no_difference(what: str) -> None:
    first, second, words = READERS_CHOICES[what]
    found = compare(parse_figure(first), parse_figure(second), named=frozenset(NAMED.get(what, "")))
    assert found.verdict == "different"
    assert words in found.sentence
