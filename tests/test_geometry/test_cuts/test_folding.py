"""Folded sheets: a fold is one turn about the crease, and flat labels are about the folded solid's own edges."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from geometry.conditions.folding import folded
from geometry.disclosure.asked_question import asked_question
from geometry.equivalence.compare import compare
from geometry.notation.condition_roles import condition_role, needed_declarations, seen_names
from geometry.notation.printer import print_condition, print_figure
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure
from geometry.shapes.values import Line

SHEET = "given rectangle(A,B,C,D), AB = 3, BC = 4, folded(BD, A, A1), dihedral(A1-BD-C) = 90°\n"
SOLID_FIRST = "solid tetrahedron k = A1-BCD\npoint A\n" + SHEET
SHEET_FIRST = "point A, B, C, D, A1\nsolid tetrahedron k = A1-BCD\n" + SHEET
FOLDS = [SOLID_FIRST, SHEET_FIRST]
TENT = """solid prism k = AED-BFC
point A0, B0
given rectangle(A0,B0,C,D), A0D = 4, DC = 3, E = midpoint(A0,D), F = midpoint(B0,C)
given folded(EF, A0, A, B0, B), angle(A,E,D) = 60°
"""


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_points_are_folded_exactly_if_one_turn_about_the_crease_moves_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    crease = Line(rng.normal(size=3), rng.normal(size=3))
    angle = rng.uniform(0.2, 3.0)
    turn = Rotation.from_rotvec(angle * crease.direction / np.linalg.norm(crease.direction))
    flat = rng.normal(size=(3, 3))
    images = crease.point + turn.apply(flat - crease.point)
    pairs = [point for pair in zip(flat, images, strict=True) for point in pair]
    assert np.abs(folded(crease, *pairs).residuals).max() < 1e-9
    # Turned the other way round, the third point is as far from the crease, but not where the sheet takes it.
    back = crease.point + turn.inv().apply(flat[2] - crease.point)
    assert np.abs(folded(crease, *pairs[:5], back).residuals).max() > 1e-4
    assert np.abs(folded(crease, flat[2], back).residuals).max() < 1e-9


@pytest.mark.parametrize("head", FOLDS)
def test_a_fold_is_solved_whether_the_sheet_or_the_solid_comes_first(head: str) -> None:
    figure = parse_figure(f"{head}find A1C")
    assert parse_figure(print_figure(figure)) == figure
    report = check_figure(figure)
    assert report.ok, report.reason
    assert report.value == pytest.approx(337**0.5 / 5, rel=1e-9)


def test_a_sheet_that_does_not_reach_is_contradictory() -> None:
    report = check_figure(parse_figure(f"{SOLID_FIRST}given A1C = 6\nfind volume(k)"))
    assert not report.ok


@pytest.mark.parametrize("head", FOLDS)
def test_conditions_on_the_flat_sheet_are_about_the_solid_itself(head: str) -> None:
    figure = parse_figure(f"{head}find A1C")
    assert "A" in seen_names(figure)
    assert {condition_role(figure, condition) for condition in figure.givens} == {"primary"}
    assert needed_declarations(figure) == ()


def test_a_question_about_the_flat_sheet_says_what_it_needs_of_it() -> None:
    figure = parse_figure(f"{SOLID_FIRST}find AA1")
    added = [print_condition(c) for c in figure.givens if condition_role(figure, c) == "auxiliary"]
    assert added == ["rectangle(A, B, C, D)", "AB = 3", "folded(line(B, D), A, A1)"]
    report = check_figure(figure)
    assert report.coordinates != "none"
    asked = asked_question(figure, report.coordinates)
    # With the object seen, the rectangle alone says where A was.
    assert set(asked.left_out) == {"given AB = 3", "given folded(line(B, D), A, A1)"}


def test_a_point_that_is_added_to_the_flat_sheet_makes_it_needed() -> None:
    figure = parse_figure(f"{SOLID_FIRST}point X on segment(A,C)\ngiven AX = 1\nfind XA1")
    assert "A" not in seen_names(figure)
    figure = parse_figure(f"{SOLID_FIRST}point M = midpoint(A,B)\ngiven MC = 5\nfind A1C")
    assert {"A", "M"} <= seen_names(figure)
    figure = parse_figure(f"{SOLID_FIRST}point M = midpoint(A,B)\nfind MA1")
    assert not {"A", "M"} & seen_names(figure)


@pytest.mark.parametrize("head", FOLDS)
def test_the_question_of_a_folded_solid_tells_nothing_of_its_sheet(head: str) -> None:
    figure = parse_figure(f"{head}point M = midpoint(A1,C)\nfind MB")
    report = check_figure(figure)
    assert report.coordinates != "none"
    asked = asked_question(figure, report.coordinates)
    assert (asked.film, asked.reveals, asked.dimensions_determine) == ("needed", (), True)
    named = {item.label for item in needed_declarations(parse_figure(asked.figure)) if hasattr(item, "label")}
    assert named == {"M"}


def test_a_point_that_is_declared_before_the_solid_keeps_its_condition() -> None:
    text = "point A, B\npoint O = midpoint(A,B)\nsolid sphere s = O\ngiven radius(s) = 2, on(A, surface(s))\nfind AB"
    figure = parse_figure(text)
    report = check_figure(figure)
    assert report.coordinates != "none"
    asked = asked_question(figure, report.coordinates)
    assert asked.film == "needed"
    assert "point O = midpoint(A, B)" in asked.figure


def test_two_readings_of_a_fold_mean_the_same_with_and_without_the_flat_sheet() -> None:
    first = parse_figure(f"{SOLID_FIRST}find A1C")
    edges = "given A1B = 3, CD = 3, A1D = 4, BC = 4, right_angle(B,A1,D), right_angle(B,C,D), dihedral(A1-BD-C) = 90°"
    second = parse_figure(f"solid tetrahedron k = A1-BCD\n{edges}\nfind A1C")
    found = compare(first, second, named=["A1", "B", "C", "D"])
    assert (found.verdict, found.sentence) == ("same", "")
    assert found.perturbations > 0
    # A flat label that the statement names must be in both readings.
    assert compare(first, second, named=["A", "A1", "B", "C", "D"]).verdict == "different"


def test_folds_along_other_creases_are_told_apart() -> None:
    first = parse_figure(f"{TENT}find volume(k)")
    assert compare(first, first).verdict == "same"
    flat = parse_figure(f"{TENT.replace('60°', '90°')}find volume(k)")
    assert compare(first, flat).verdict == "different"
