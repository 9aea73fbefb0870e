"""The figure notation: what is printed reads back the same, harmless spellings agree, ambiguity is refused."""

import re
import time
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry.notation import syntax as s
from geometry.notation.figure_errors import FigureError
from geometry.notation.parser import MAX_NESTING, MAX_SOURCE_CHARACTERS, parse_statements
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure
from geometry.notation.signatures import FUNCTIONS, Signature
from tests.support.figure_strategies import Scope, applied, examples, figures, truth_cases

TRUTH = truth_cases()
CUBE = "solid cube ABCD-A1B1C1D1\n"
(TETRAHEDRON,) = parse_statements("solid tetrahedron k = A-BCD")
SIGNATURES = [(name, signature) for name, f in FUNCTIONS.items() for signature in f.signatures]


def read(lines: str) -> s.Figure:
    """A figure about one cube; ⏎ ends a line."""
    return parse_figure(CUBE + lines.replace("⏎", "\n"))


def groups_of(table: str) -> list[list[str]]:
    """Spellings of one thing, parted by ¦; a blank line ends a group."""
    groups = [block.replace("\n", " ") for block in table.strip().split("\n\n")]
    return [[spelling.strip() for spelling in group.split("¦")] for group in groups]


# Printing and reading back


@pytest.mark.slow
@pytest.mark.parametrize("row", TRUTH, ids=[row["name"] for row in TRUTH])
def test_every_truth_figure_reads_back_from_its_canonical_text(row: dict[str, Any]) -> None:
    figure = parse_figure(row["figure"])
    text = print_figure(figure)
    assert parse_figure(text) == figure
    assert print_figure(parse_figure(text)) == text


@pytest.mark.slow
@examples(150, shrink=False)
@given(figures())
def test_any_figure_reads_back_from_its_canonical_text(figure: s.Figure) -> None:
    text = print_figure(figure)
    assert parse_figure(text) == figure, text


@pytest.mark.slow
@examples(40, shrink=False)
@given(figures())
def test_printing_is_idempotent(figure: s.Figure) -> None:
    text = print_figure(figure)
    assert print_figure(parse_figure(text)) == text


def _enclosing(call: s.Call, result: str) -> s.Figure:
    """A figure that has `call` in a place where its type belongs."""
    solid = TETRAHEDRON
    target = s.Labels(("A", "B"))
    if result == "bool":
        return s.Figure((solid,), (call,), (), target)
    if result in ("point", "vector"):
        return s.Figure((solid,), (s.Relation("=", call, call),), (), target)
    if result == "plane":
        return s.Figure((solid, s.PlaneDecl("p", (call,))), (), (), target)
    if result in ("solid", "pieces"):
        return s.Figure((solid,), (), (), s.Call("volume", (call,)))
    if result in ("length", "area", "volume", "number", "angle"):
        return s.Figure((solid,), (s.Relation("=", call, call),), (), target)
    return s.Figure((solid, s.PointDecl("X", "on", (call,))), (), (), target)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "signature"), SIGNATURES, ids=[sig.shown(n) for n, sig in SIGNATURES])
@examples(3)
@given(data=st.data())
def test_every_function_reads_back_in_each_of_its_forms(name: str, signature: Signature, data: st.DataObject) -> None:
    scope = Scope(points=["A", "B", "C", "D"], solids={"k": TETRAHEDRON})
    call = applied(cast(st.DrawFn, data.draw), scope, name, signature, 1)
    figure = _enclosing(call, signature.result)
    assert parse_figure(print_figure(figure)) == figure


# Harmless variation

SPELLINGS = groups_of(
    r"""
given AA1 ⟂ BC ¦ given AA1 \perp BC ¦ given AA1 ⊥ BC ¦ given perp(AA1, BC) ¦ given perp(line(A,A1), line(B,C))

given AB ∥ DC ¦ given AB // DC ¦ given AB || DC ¦ given AB \parallel DC ¦ given parallel(AB, DC) ¦ given AB ‖ DC

given AA1 ⟂ ABCD ¦ given perp(line(A,A1), plane(A,B,C,D)) ¦ given perp(AA1, ABCD)
¦ given AA_1 \perp plane(ABCD)

given AB = √3 ¦ given AB = \sqrt3 ¦ given AB = \sqrt{3} ¦ given AB = sqrt(3) ¦ given AB = √(3) ¦ given AB=\sqrt 3

given AB = 2√3 ¦ given AB = 2\sqrt{3} ¦ given AB = 2*sqrt(3) ¦ given AB = 2·√3 ¦ given AB = 2\cdot\sqrt3
¦ given AB = 2 × sqrt(3) ¦ given AB = 2 sqrt(3) ¦ given AB = 2\times\sqrt{3}

given AB = 1/2 ¦ given AB = \frac{1}{2} ¦ given AB = \frac12 ¦ given AB = \dfrac{1}{2} ¦ given AB = 1 : 2

given AB = π ¦ given AB = \pi ¦ given AB = pi

given AB = 2π ¦ given AB = 2\pi ¦ given AB = 2*pi ¦ given AB = 2 pi

given angle(A,B,C) = 60° ¦ given angle(A,B,C) = 60^\circ ¦ given angle(A,B,C) = 60^{\circ}
¦ given angle(A,B,C) = 60 degrees ¦ given angle(A,B,C) = 60 deg ¦ given \angle ABC = 60°
¦ given ∠ABC = 60° ¦ given angle(ABC) = 60° ¦ given $\angle ABC = 60^{\circ}$ ¦ given ∠ABC = 60\degree

given square(ABCD) ¦ given square(A,B,C,D) ¦ given: square(A, B, C, D) ¦ where square(ABCD)

given AC = 3 ¦ given AC == 3 ¦ given |AC| = 3 ¦ given $AC = 3$ ¦ given   AC   =   3 ¦ given AC = 3 # a comment

given AB = 3 - 1 ¦ given AB = 3 − 1 ¦ given AB = 3 – 1

given AB = -1/2 + 1 ¦ given AB = −1/2+1

given AB <= 3 ¦ given AB ≤ 3 ¦ given AB \le 3 ¦ given AB \leq 3

given AB >= 3 ¦ given AB ≥ 3 ¦ given AB \ge 3 ¦ given AB \geq 3

given A1B = 2 ¦ given A_1B = 2 ¦ given A_{1}B = 2 ¦ given A₁B = 2

given AB = 2, BC = 3 ¦ given AB = 2 and BC = 3 ¦ given AB = 2; given BC = 3 ¦ given AB = 2⏎given BC = 3

given AB = BC = 3 ¦ given AB = BC, BC = 3

given AB/3 = BC/4, BC/4 = CA/5 ¦ given AB : BC : CA = 3 : 4 : 5

given dihedral(A-BC-A1) = 45° ¦ given dihedral(A,B,C,A1) = 45° ¦ given dihedral(ABCA1) = 45°

given distance(A, plane(A1,B,D)) = 1 ¦ given dist(A, A1BD) = 1 ¦ given distance(A, plane(A1BD)) = 1

given area(A,B,C) = 1 ¦ given area(ABC) = 1 ¦ given area(△ABC) = 1 ¦ given area(\triangle ABC) = 1

given area(polygon(A,B,C)) = 1 ¦ given area(triangle(A,B,C)) = 1 ¦ given area(polygon(ABC)) = 1

given sin(angle(A,B,C)) = 1 ¦ given \sin\angle ABC = 1 ¦ given \sin(∠ABC) = 1 ¦ given \sin{\angle ABC} = 1

given AB = root(4, 75) ¦ given AB = \sqrt[4]{75}

given angle(A,B,C) = acos(1/3) ¦ given angle(A,B,C) = arccos(1/3) ¦ given ∠ABC = \arccos\frac{1}{3}

given angle(A,B,C) = pi/3 rad ¦ given angle(A,B,C) = π/3 radians ¦ given angle(A,B,C) = radians(pi/3)

given volume(A-BCD) = 1 ¦ given volume(ABCD) = 1 ¦ given volume(hull(A,B,C,D)) = 1

given volume(ABCD-A1B1C1D1) = 8 ¦ given volume(ABCDA1B1C1D1) = 8 ¦ given volume(ABCD-A_1B_1C_1D_1) = 8

point E = midpoint(A,B) ¦ point E = midpoint(AB) ¦ point E := midpoint(A, B) ¦ point: E = midpoint(A,B)

point E on segment(A,B) ¦ point E on AB ¦ point E \in AB ¦ point E ∈ segment(AB) ¦ point E lies on AB

point E on AB⏎given AE = 1/2 ¦ point E on AB with AE = 1/2 ¦ point E on AB such that AE = 1/2

point E⏎point F ¦ point E, F ¦ points E, F ¦ points EF

param a = 1 ¦ param a ¦ parameter a = 1 ¦ param: a

unknown x⏎unknown y ¦ unknown x, y ¦ unknowns x, y

minimize AB ¦ minimise AB ¦ minimize: AB
"""
)


@pytest.mark.parametrize("spellings", SPELLINGS, ids=[row[0] for row in SPELLINGS])
def test_harmless_spellings_are_one_figure(spellings: list[str]) -> None:
    first, *others = (read(line + "⏎find AB") for line in spellings)
    for other, line in zip(others, spellings[1:], strict=True):
        assert other == first, line


@pytest.mark.parametrize("line", ["find: AB", "target AB", "compute $AB$", "find |AB|", r"find\,AB", "find AB # it"])
def test_the_target_may_be_asked_for_in_any_customary_word(line: str) -> None:
    assert read("given AC = 3⏎" + line) == read("given AC = 3⏎find AB")


@pytest.mark.parametrize("join", ["\n", ";", " ; ", "\r\n", "\n\n", "\n# nothing\n", ";;", " # note\n"])
def test_statements_may_be_separated_in_any_customary_way(join: str) -> None:
    lines = ["solid cube ABCD-A1B1C1D1", "given AB = 2", "find AC1"]
    assert parse_figure(join.join(lines)) == parse_figure("\n".join(lines))


SOLID_SPELLINGS = groups_of(
    """
solid cuboid k = ABCD-EFGH ¦ solid box k = ABCDEFGH ¦ solid rectangular prism k = ABCD-EFGH
¦ solid: cuboid k = ABCD-EFGH

solid cone_frustum k ¦ solid truncated cone k ¦ solid cone frustum k

solid frustum k = ABC-DEF ¦ solid truncated pyramid k = ABC-DEF ¦ solid triangular frustum k = ABC-DEF

solid sphere k ¦ solid ball k

solid cone k ¦ solid right cone k ¦ solid right circular cone k

solid polyhedron k = faces(ABC, ACD, ADB, BDC) ¦ solid polyhedron k with faces (ABC, ACD, ADB, BDC)
"""
)


@pytest.mark.parametrize("spellings", SOLID_SPELLINGS, ids=[row[0] for row in SOLID_SPELLINGS])
def test_customary_names_of_a_solid_are_one_figure(spellings: list[str]) -> None:
    first, *others = (parse_figure(line + "\nfind volume(k)") for line in spellings)
    assert all(other == first for other in others)


def test_a_solid_written_with_its_dashes_is_that_solid_even_when_another_has_the_same_labels() -> None:
    figure = parse_figure("solid octahedron A-BCDE-F\nsolid prism ABC-DEF\nfind volume(ABC-DEF)")
    assert figure.target == s.Call("volume", (s.Name("ABC-DEF"),))


@pytest.mark.slow
@examples(40, shrink=False)
@given(figures())
def test_canonical_text_in_tex_dress_and_one_line_is_the_same_figure(figure: s.Figure) -> None:
    text = print_figure(figure)
    dressed = text.replace("°", r"^{\circ}").replace("\n", " ; ").replace("*", r"\cdot ").replace("(", r"\left(")
    assert parse_figure(dressed) == figure


# Refusals: » stands where the caret must point, ⏎ ends a line

REFUSALS = r"""
find 1/»2√3 ¦ ambiguous
find AB*1/»2\sqrt{3} ¦ ambiguous
given »angle(A,B,C) = 60⏎find AB ¦ an angle needs a unit
given »60 = ∠ABC⏎find AB ¦ an angle needs a unit
find AB »BC ¦ unexpected 'BC'
given AB = 3 »4⏎find AB ¦ unexpected '4'
given »ABC = 3⏎find AB ¦ write angle(A,B,C) or area(A,B,C)
find »ABC ¦ not a quantity
given AB = 1⏎find AB⏎»find AC ¦ one target
»given AB = 1 ¦ nothing is asked for
given »AB:BC:CA ¦ ratio of 3
find »AB:BC:CA ¦ ratio of 3
given »AB:BC:CA = 1:2⏎find AB ¦ ratio of 3
given »AB:BC:CA = 1:2:3:4⏎find AB ¦ 3 terms cannot equal one of 4
find »AE ¦ unknown point E; did you mean D
find »AB2 ¦ unknown point B2; did you mean B
find »volum(ABCD-A1B1C1D1) ¦ unknown function volum; did you mean volume
given »perpp(AB, BC)⏎find AB ¦ unknown function perpp; did you mean perp
solid »cubee k⏎find AB ¦ unknown kind of solid 'cubee'; did you mean cube
solid »square pyramid P-ABCD⏎find AB ¦ condition on the base
find AB + »x ¦ unknown name x; declare it first
find AB*√»x ¦ unknown name x
param a⏎»param a⏎find AB ¦ the name a is taken
param a⏎»plane a⏎find AB ¦ the name a is taken
param k⏎»solid sphere k⏎find AB ¦ the name k is taken
unknown »volume⏎find AB ¦ word of the notation
»param pi⏎find AB ¦ word of the notation
»solid cube ABCD-A1B1C1D1⏎find AB ¦ declared twice
»param a = AB⏎find AB ¦ a parameter's value is a number
unknown x⏎»param a = x⏎find AB ¦ a parameter's value is a number
»solid cube k = EFGH-IJK⏎find AB ¦ 7 labels do not make a cube
»solid prism k = EFGHI⏎find AB ¦ 5 labels do not make a prism
»solid sphere k = OP⏎find AB ¦ 2 labels do not make a sphere
»solid hexagonal prism k = EFG-IJK⏎find AB ¦ with 6 base vertices
»solid pyramid PQ-EFG⏎find AB ¦ dashes are not placed
»solid cube EFGH-EFGI⏎find AB ¦ label E appears twice
»solid prism k⏎find AB ¦ number of sides
»solid cube⏎find AB ¦ needs labels or a name
»solid polyhedron q = faces(ABC,ABD)⏎find AB ¦ do not close: edge
»solid polyhedron q = faces(ABC,ACD,ADB)⏎find AB ¦ do not close: edge
»solid polyhedron q = faces(ABC,ACD,ADB,BDC,BDC)⏎find AB ¦ exactly two faces
»solid composite t = q + r⏎find AB ¦ unknown solid q
find »AB + area(ABC) ¦ a length and an area cannot be added
given »AB = area(A,B,C)⏎find AB ¦ a length and an area cannot be
given »AB*BC*CD = area(A,B,C)⏎find AB ¦ a volume and an area
find »angle(A,B,C) + AB ¦ an angle and a length
find »angle(A,B,C)*angle(B,C,D) ¦ product of two angles
find »sin(AB) ¦ a length and an angle
find acos(»AB) ¦ a length and a ratio
solid cylinder c⏎find helix(c, »AB) ¦ a length and a ratio
point E = divide(A, B, »AB)⏎find AE ¦ a length and a ratio
find »AB^BC ¦ numeric exponent
given »AB⏎find AB ¦ is not a condition
given »volume(A,B) = 3⏎find AB ¦ does not take these arguments
given »perp(A, BC)⏎find AB ¦ does not take these arguments
given »midpoint(A,B)⏎find AB ¦ is a point, not a condition
given »A = 3⏎find AB ¦ cannot be compared
given »vector(A,B) < vector(B,C)⏎find AB ¦ cannot be compared
point »A⏎find AB ¦ declared already
point E = »AB⏎find AB ¦ a point is needed
point E on »3⏎find AB ¦ a point cannot lie on this
point E, »F = midpoint(A,B)⏎find AB ¦ one construction gives one point
point E = midpoint(A, »F)⏎point F⏎find AB ¦ unknown point F
minimize AB⏎»maximize AC⏎find AB ¦ one quantity
find AB +» ¦ ends too early
find (AB» ¦ ends too early
given perp(AB, BC»⏎find AB ¦ the end of the line
find AB») ¦ unexpected ')'
find »3 ¦ measures nothing
find »@ ¦ unexpected character
given AB = »1/0⏎find AB ¦ not a finite real number
given AB = »sqrt(1 - 2)⏎find AB ¦ not a finite real number
given ∠ABC = »acos(2)⏎find AB ¦ not a finite real number
»solid right cube k⏎find AB ¦ cannot be 'right'
»solid oblique regular prism k = EFG-HIJ⏎find AB ¦ oblique
solid cube k »extra⏎find AB ¦ unexpected word 'extra'
"""
FAULTS = [tuple(row.split(" ¦ ")) for row in REFUSALS.strip().splitlines()]
FAULTS.append(("\tgiven AB = 1⏎\tfind »AE", "unknown point E"))


@pytest.mark.parametrize(("marked", "problem"), FAULTS, ids=[row[0] for row in FAULTS])
def test_a_fault_is_refused_with_a_sentence_and_a_caret_under_its_place(marked: str, problem: str) -> None:
    before, after = (CUBE + marked.replace("⏎", "\n")).split("»")
    with pytest.raises(FigureError, match=re.escape(problem)) as caught:
        parse_figure(before + after)
    start = before.rpartition("\n")[2]
    assert (caught.value.span.line, caught.value.span.column) == (before.count("\n") + 1, len(start) + 1)
    shown, pointer, sentence = caught.value.render(before + after).split("\n")
    assert sentence == str(caught.value)
    # Tabs count alike in both lines, so that the caret stands under its character on every terminal.
    assert re.sub(r"[^\t]", " ", shown[: pointer.index("^")]) == pointer[: pointer.index("^")]
    assert shown[pointer.index("^") :] == after.partition("\n")[0]


# Sizes: what is too large is refused at once

HUGE = {
    "20001 characters": CUBE + "find AB #" + "x" * (MAX_SOURCE_CHARACTERS + 1 - len(CUBE) - 9),
    "10000 lines": "point E\n" * 10_000 + "find AB",
    "41 brackets": CUBE + "find " + "(" * (MAX_NESTING + 1) + "AB" + ")" * (MAX_NESTING + 1),
    "41 braces": CUBE + "find " + r"\sqrt{" * (MAX_NESTING + 1) + "AB" + "}" * (MAX_NESTING + 1),
    "19000 signs": CUBE + "find " + "-" * 19_000 + "AB",
    "6000 terms": CUBE + "find AB" + "+AB" * 6_000,
    "6000 dashes": CUBE + "find volume(A" + "-B" * 6_000 + ")",
    "3000 roots": CUBE + "find " + r"\sqrt2" * 3_000 + "AB",
    "15000 open brackets": "(" * 15_000,
}


@pytest.mark.parametrize("source", HUGE.values(), ids=HUGE)
def test_a_huge_or_deep_figure_is_refused_within_a_second(source: str) -> None:
    begun = time.perf_counter()
    with pytest.raises(FigureError):
        parse_figure(source)
    assert time.perf_counter() - begun < 1.0


def test_the_largest_allowed_nesting_is_read_within_a_second() -> None:
    depth = MAX_NESTING - 1
    nested = "reflect(" * (depth - 1) + "A" + ", plane(A,B,C))" * (depth - 1)
    begun = time.perf_counter()
    read(f"find distance({nested}, B)")
    assert time.perf_counter() - begun < 1.0


def test_a_figure_of_exactly_the_largest_size_is_read() -> None:
    source = CUBE + "find AB #"
    assert read("find AB") == parse_figure(source + "x" * (MAX_SOURCE_CHARACTERS - len(source)))


# Garbage

VOCABULARY = (
    "solid given find point plane param unknown cube sphere faces with on and minimize A AB ABC A1 P-ABCD k a x 1 "
    "60 60° 1.5 + - * / ^ : = < <= ( ) { } , ; ⟂ ∥ √ \\frac \\sqrt \\frac12 \\pi \\perp ∠ angle( area( volume( "
    "perp( on( midpoint( vector( degrees( root( \n # | || // _ ' $ rad deg is ~ \\sin △ regular prism hull( divide("
)
WORDS = st.sampled_from(VOCABULARY.split(" "))


def refused_or_read(source: str) -> None:
    """Either a figure that reads back, or a FigureError that can be shown; nothing else may come out."""
    try:
        figure = parse_figure(source)
    except FigureError as error:
        refused = error
    else:
        assert parse_figure(print_figure(figure)) == figure
        return
    assert refused.render(source).endswith(str(refused))
    assert min(refused.span.line, refused.span.column) >= 1


@pytest.mark.slow
@examples(300)
@given(st.text(max_size=120))
def test_any_text_is_a_figure_or_a_figure_error(text: str) -> None:
    refused_or_read(text)


@pytest.mark.slow
@examples(600)
@given(st.lists(WORDS, max_size=25))
def test_any_words_of_the_notation_are_a_figure_or_a_figure_error(words: list[str]) -> None:
    refused_or_read(CUBE + " ".join(words) + "\nfind AB")


@pytest.mark.slow
@examples(400)
@given(st.sampled_from(TRUTH), st.data())
def test_a_damaged_figure_is_a_figure_or_a_figure_error(row: dict[str, Any], data: st.DataObject) -> None:
    text = row["figure"]
    i = data.draw(st.integers(0, len(text)))
    j = data.draw(st.integers(i, min(len(text), i + 12)))
    refused_or_read(text[:i] + data.draw(st.one_of(WORDS, st.text(max_size=3))) + text[j:])
