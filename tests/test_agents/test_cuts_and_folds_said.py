"""Cuts, pieces and folds in English: what is cut, by what, and what is measured of it."""

import re

import pytest

from agents.language.leaks.leak_audit import audit
from agents.language.leaks.missing_content import lost_parts
from agents.language.wording.describe import describe
from agents.language.wording.variants import rewrite, unpolished_question
from agents.roles.stripper import strip_offline
from bench.truth_table import TruthCase, load_truth_table
from geometry.notation.catalogue import KINDS
from geometry.notation.main_solid import main_labels, main_solid
from geometry.notation.resolve import parse_figure

BOX = "solid cuboid k = ABCD-A1B1C1D1\ngiven AB = 6, BC = 4, AA1 = 2\n"
FOLD = """solid tetrahedron k = A1-BCD
point A
given rectangle(A,B,C,D), AB = 3, BC = 4, folded(BD, A, A1), dihedral(A1-BD-C) = 90°
"""
COLOURS = ("red", "green", "blue", "yellow", "cyan", "magenta", "orange", "purple")

QUESTIONS = [
    (
        "surface_area(slices(k, 3, AB))",
        "What is the sum of the surface areas of the pieces that result when the object is cut into $3$ equal slices "
        "by planes perpendicular to line $AB$?",
    ),
    (
        "volume(piece(slices(slices(k, 3, AB), 2, plane(A,B,C))))",
        "What is the volume of one of the pieces that result when the object is cut into $3$ equal slices by planes "
        "perpendicular to line $AB$, and each of these into $2$ equal slices by a plane parallel to plane $ABC$?",
    ),
    (
        "surface_area(blocks(k, 4))",
        "What is the sum of the surface areas of the pieces that result when the object is cut by planes "
        "parallel to its faces so that $4$ equal pieces lie along each edge?",
    ),
    (
        "volume(part(part(k, plane(A,C,C1), B), plane(B,D,D1), A))",
        "What is the volume of the part of the object that lies on the same side of plane $ACC_1$ as $B$ and on the "
        "same side of plane $BDD_1$ as $A$?",
    ),
    (
        "volume(part(larger_part(k, plane(B,D,A1)), plane(B1,D1,C), B))",
        "What is the volume of that part of the larger of the two parts into which plane $BDA_1$ cuts the object which "
        "lies on the same side of plane $B_1D_1C$ as $B$?",
    ),
    (
        "area(section(part(k, plane(A,C,C1), B), plane(B,D,D1)))",
        "What is the area of the section that plane $BDD_1$ makes in the part of the object that lies on the same side "
        "of plane $ACC_1$ as $B$?",
    ),
]


@pytest.mark.parametrize(("target", "question"), QUESTIONS, ids=[row[0] for row in QUESTIONS])
def test_a_cut_is_asked_about_in_one_clear_sentence(target: str, question: str) -> None:
    figure = parse_figure(f"{BOX}find {target}")
    assert describe(figure).question == question
    stripped = strip_offline(figure)
    assert [leak.sentence for leak in lost_parts(stripped, figure, {}, 1.0)] == []


NEW_ROWS = [case for case in load_truth_table() if re.search(r"slices|blocks|part\(\w*part|folded", case.figure)]


@pytest.mark.parametrize("case", NEW_ROWS, ids=lambda case: case.name)
def test_the_spatial_question_of_a_cut_or_fold_leaks_nothing(case: TruthCase) -> None:
    figure = parse_figure(case.figure)
    flat = KINDS[main_solid(figure).kind].family != "round"
    colours = {label: f"c{chr(97 + i)}" for i, label in enumerate(main_labels(figure)) if flat}
    question = unpolished_question(figure, strip_offline(figure), colours, 0.4321987)
    assert audit(question, figure, colours, 0.4321987) == ()


@pytest.mark.parametrize("lost", ["surface areas of the pieces|volume of the object", "slices|lumps"])
def test_a_question_that_lost_its_cut_is_found(lost: str) -> None:
    figure = parse_figure(f"{BOX}find surface_area(slices(k, 3, AB))")
    text = "What is the sum of the surface areas of the slices of the object, $3$ across line $AB$?"
    assert list(lost_parts(text, figure, {}, 1.0)) == []
    old, new = lost.split("|")
    assert list(lost_parts(text.replace(old, new).replace("surface areas", "sizes"), figure, {}, 1.0)) != []


def test_a_fold_is_told_with_the_dimensions_and_not_in_the_spatial_question() -> None:
    figure = parse_figure(f"{FOLD}find A1C")
    said = describe(figure)
    assert said.auxiliary == ()
    assert said.primary == (
        "$A$ is a point of the flat sheet from which the object is folded.",
        "$ABCD$ is a rectangle.",
        "$AB = ⟦length: 3⟧$ and $BC = ⟦length: 4⟧$.",
        "Folding the sheet along line $BD$ takes $A$ to $A_1$.",
        "The dihedral angle at line $BD$ between the half-plane through $A_1$ and the half-plane through $C$ is "
        "$90^{\\circ}$.",
    )
    colours = dict(zip(("A1", "B", "C", "D"), COLOURS, strict=False))
    variants = rewrite(figure, strip_offline(figure), colours, 1.0, "")
    assert "rectangle" not in variants.spatial + variants.type
    assert "rectangle" in variants.dimensions
    assert "rectangle" in variants.text


def test_points_declared_before_the_solid_are_not_introduced_twice() -> None:
    sheet_first = "point A, B, C, D, A1\n" + FOLD.replace("point A\n", "")
    assert describe(parse_figure(f"{sheet_first}find A1C")) == describe(parse_figure(f"{FOLD}find A1C"))


def test_two_points_that_move_together_are_said_together() -> None:
    figure = parse_figure(
        "solid prism k = AED-BFC\npoint G, H\n"
        "given rectangle(G,H,C,D), GD = 4, DC = 3, E = midpoint(G,D), F = midpoint(H,C)\n"
        "given folded(EF, G, A, H, B), angle(A,E,D) = 60°\nfind volume(k)"
    )
    assert "Folding the sheet along line $EF$ takes $G$ to $A$ and $H$ to $B$." in describe(figure).primary
