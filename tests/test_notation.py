"""The figure notation: what is printed reads back the same, harmless spellings agree, ambiguity is refused."""

import time

import pytest
from figure_strategies import Scope, applied, examples, figures, truth_cases
from hypothesis import given
from hypothesis import strategies as st

from geometry import syntax as s
from geometry.figure_errors import FigureError
from geometry.parser import MAX_NESTING, MAX_SOURCE_CHARACTERS, parse_statements
from geometry.printer import print_figure
from geometry.resolve import parse_figure
from geometry.signatures import FUNCTIONS

TRUTH = truth_cases()
CUBE = "solid cube ABCD-A1B1C1D1\n"
SIGNATURES = [(name, signature) for name, f in FUNCTIONS.items() for signature in f.signatures]


def read(lines, head=CUBE):
    return parse_figure(head + lines)


# Printing and reading back


@pytest.mark.parametrize("row", TRUTH, ids=[row["name"] for row in TRUTH])
def test_every_truth_figure_reads_back_from_its_canonical_text(row):
    figure = parse_figure(row["figure"])
    text = print_figure(figure)
    assert parse_figure(text) == figure
    assert print_figure(parse_figure(text)) == text


@examples(250)
@given(figures())
def test_any_figure_reads_back_from_its_canonical_text(figure):
    text = print_figure(figure)
    assert parse_figure(text) == figure, text


@examples(60)
@given(figures())
def test_printing_is_idempotent(figure):
    text = print_figure(figure)
    assert print_figure(parse_figure(text)) == text


def _enclosing(call, result):
    """A figure that has `call` in a place where its type belongs."""
    (solid,) = parse_statements("solid tetrahedron k = A-BCD")
    target = s.Labels(("A", "B"))
    if result == "bool":
        return s.Figure((solid,), (call,), (), target)
    if result in ("point", "vector"):
        return s.Figure((solid,), (s.Relation("=", call, call),), (), target)
    if result == "plane":
        return s.Figure((solid, s.PlaneDecl("p", (call,))), (), (), target)
    if result == "solid":
        return s.Figure((solid,), (), (), s.Call("volume", (call,)))
    if result in ("length", "area", "volume", "number", "angle"):
        return s.Figure((solid,), (s.Relation("=", call, call),), (), target)
    return s.Figure((solid, s.PointDecl("X", "on", (call,))), (), (), target)


@pytest.mark.parametrize(("name", "signature"), SIGNATURES, ids=[sig.shown(n) for n, sig in SIGNATURES])
@examples(3)
@given(data=st.data())
def test_every_function_reads_back_in_each_of_its_forms(name, signature, data):
    scope = Scope(points=["A", "B", "C", "D"], solids={"k": None})
    call = applied(data.draw, scope, name, signature, 1)
    figure = _enclosing(call, signature.result)
    assert parse_figure(print_figure(figure)) == figure


# Harmless variation

SPELLINGS = [
    ("given AA1 ⟂ BC", r"given AA1 \perp BC", "given AA1 ⊥ BC", "given perp(AA1, BC)", "given perp(line(A,A1), line(B,C))"),
    ("given AB ∥ DC", "given AB // DC", "given AB || DC", r"given AB \parallel DC", "given parallel(AB, DC)", "given AB ‖ DC"),
    ("given AA1 ⟂ ABCD", "given perp(line(A,A1), plane(A,B,C,D))", "given perp(AA1, ABCD)", r"given AA_1 \perp plane(ABCD)"),
    ("given AB = √3", r"given AB = \sqrt3", r"given AB = \sqrt{3}", "given AB = sqrt(3)", "given AB = √(3)", r"given AB=\sqrt 3"),
    ("given AB = 2√3", r"given AB = 2\sqrt{3}", "given AB = 2*sqrt(3)", "given AB = 2·√3", r"given AB = 2\cdot\sqrt3", "given AB = 2 × sqrt(3)"),
    ("given AB = 1/2", r"given AB = \frac{1}{2}", r"given AB = \frac12", r"given AB = \dfrac{1}{2}", "given AB = 1 : 2"),
    ("given AB = π", r"given AB = \pi", "given AB = pi"),
    ("given AB = 2π", r"given AB = 2\pi", "given AB = 2*pi", "given AB = 2 pi"),
    (
        "given angle(A,B,C) = 60°",
        r"given angle(A,B,C) = 60^\circ",
        r"given angle(A,B,C) = 60^{\circ}",
        "given angle(A,B,C) = 60 degrees",
        "given angle(A,B,C) = 60 deg",
        r"given \angle ABC = 60°",
        "given ∠ABC = 60°",
        "given angle(ABC) = 60°",
        r"given $\angle ABC = 60^{\circ}$",
    ),
    ("given square(ABCD)", "given square(A,B,C,D)", "given: square(A, B, C, D)", "where square(ABCD)"),
    ("given AC = 3", "given AC == 3", "given |AC| = 3", r"given $AC = 3$", "given\tAC   =   3", "given AC = 3 # a comment"),
    ("given AB = 3 - 1", "given AB = 3 − 1", "given AB = 3 – 1"),
    ("given AB = -1/2 + 1", "given AB = −1/2+1"),
    ("given AB <= 3", "given AB ≤ 3", r"given AB \le 3", r"given AB \leq 3"),
    ("given AB >= 3", "given AB ≥ 3", r"given AB \ge 3", r"given AB \geq 3"),
    ("given A1B = 2", "given A_1B = 2", "given A_{1}B = 2", "given A₁B = 2"),
    ("given AB = 2, BC = 3", "given AB = 2 and BC = 3", "given AB = 2; given BC = 3", "given AB = 2\ngiven BC = 3", "given AB=2\n\n\ngiven BC=3"),
    ("given AB = BC = 3", "given AB = BC, BC = 3"),
    ("given AB/3 = BC/4, BC/4 = CA/5", "given AB : BC : CA = 3 : 4 : 5"),
    ("given dihedral(A-BC-A1) = 45°", "given dihedral(A,B,C,A1) = 45°", "given dihedral(ABCA1) = 45°"),
    ("given distance(A, plane(A1,B,D)) = 1", "given dist(A, A1BD) = 1", "given distance(A, plane(A1BD)) = 1"),
    ("given area(A,B,C) = 1", "given area(ABC) = 1", "given area(△ABC) = 1", r"given area(\triangle ABC) = 1"),
    ("given sin(angle(A,B,C)) = 1", r"given \sin\angle ABC = 1", r"given \sin(∠ABC) = 1", r"given \sin{\angle ABC} = 1"),
    ("given area(polygon(A,B,C)) = 1", "given area(triangle(A,B,C)) = 1", "given area(polygon(ABC)) = 1"),
    ("given AB = root(4, 75)", r"given AB = \sqrt[4]{75}"),
    ("given angle(A,B,C) = acos(1/3)", "given angle(A,B,C) = arccos(1/3)", r"given angle(A,B,C) = \arccos(1/3)", r"given ∠ABC = \arccos\frac{1}{3}"),
    ("given angle(A,B,C) = pi/3 rad", "given angle(A,B,C) = π/3 radians", "given angle(A,B,C) = radians(pi/3)"),
    ("given volume(A-BCD) = 1", "given volume(ABCD) = 1", "given volume(hull(A,B,C,D)) = 1"),
    ("given volume(ABCD-A1B1C1D1) = 8", "given volume(ABCDA1B1C1D1) = 8", r"given volume(ABCD-A_1B_1C_1D_1) = 8"),
    ("point E = midpoint(A,B)", "point E = midpoint(AB)", "point E := midpoint(A, B)", "point: E = midpoint(A,B)"),
    ("point E on segment(A,B)", "point E on AB", r"point E \in AB", "point E ∈ segment(AB)", "point E is on AB", "point E lies on AB"),
    ("point E on AB\ngiven AE = 1/2", "point E on AB with AE = 1/2", "point E on AB such that AE = 1/2", "given AE = 1/2\npoint E on AB"),
    ("point E\npoint F", "point E, F", "points E, F", "points EF"),
    ("param a = 1", "param a", "parameter a = 1", "param: a"),
    ("unknown x\nunknown y", "unknown x, y", "unknowns x, y"),
    ("minimize AB", "minimise AB", "minimize: AB"),
]  # fmt: skip


@pytest.mark.parametrize("spellings", SPELLINGS, ids=[row[0] for row in SPELLINGS])
def test_harmless_spellings_are_one_figure(spellings):
    first, *others = (read(line + "\nfind AB") for line in spellings)
    for other, line in zip(others, spellings[1:], strict=True):
        assert other == first, line


FIND = ("find AB", "find: AB", "target AB", "compute AB", "find $AB$", "find |AB|", "find AB # the edge", r"find\,AB")


@pytest.mark.parametrize("line", FIND)
def test_the_target_may_be_asked_for_in_any_customary_word(line):
    assert read("given AC = 3\n" + line) == read("given AC = 3\nfind AB")


@pytest.mark.parametrize("join", ["\n", ";", " ; ", "\r\n", "\n\n", "\n# nothing\n", ";;", " # note\n"])
def test_statements_may_be_separated_in_any_customary_way(join):
    lines = ["solid cube ABCD-A1B1C1D1", "given AB = 2", "find AC1"]
    assert parse_figure(join.join(lines)) == parse_figure("\n".join(lines))


SOLID_SPELLINGS = [
    ("solid cuboid k = ABCD-EFGH", "solid box k = ABCDEFGH", "solid rectangular prism k = ABCD-EFGH", "solid: cuboid k = ABCD-EFGH"),
    ("solid cone_frustum k", "solid truncated cone k", "solid cone frustum k"),
    ("solid frustum k = ABC-DEF", "solid truncated pyramid k = ABC-DEF", "solid triangular frustum k = ABC-DEF"),
    ("solid sphere k", "solid ball k"),
    ("solid cone k", "solid right cone k", "solid right circular cone k"),
    ("solid polyhedron k = faces(ABC, ACD, ADB, BDC)", "solid polyhedron k with faces (ABC, ACD, ADB, BDC)", "solid polyhedron k = faces ABC, ACD, ADB, BDC"),
]  # fmt: skip


@pytest.mark.parametrize("spellings", SOLID_SPELLINGS, ids=[row[0] for row in SOLID_SPELLINGS])
def test_customary_names_of_a_solid_are_one_figure(spellings):
    first, *others = (parse_figure(line + "\nfind volume(k)") for line in spellings)
    assert all(other == first for other in others)


def test_a_solid_written_with_its_dashes_is_that_solid_even_when_another_has_the_same_labels():
    figure = parse_figure("solid octahedron A-BCDE-F\nsolid prism ABC-DEF\nfind volume(ABC-DEF)")
    assert figure.target == s.Call("volume", (s.Name("ABC-DEF"),))


@examples(60)
@given(figures())
def test_canonical_text_in_tex_dress_and_one_line_is_the_same_figure(figure):
    text = print_figure(figure)
    dressed = text.replace("°", r"^{\circ}").replace("\n", " ; ").replace("*", r"\cdot ").replace("(", r"\left(")
    assert parse_figure(dressed) == figure
