"""The offline reader on labelled solids: points, planes, angles, sections, and the many spellings of labels."""

from math import acos, atan, pi, sqrt

import pytest

from agents.language.offline_reader import read_statement
from agents.records import Problem, Reading
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure

LABELLED: list[tuple[str, float]] = [
    (
        "In the pyramid $P-ABCD$, $PA \\perp$ plane $ABCD$, $ABCD$ is a square, $AB=2$, $PA=2$. $E$ is the midpoint of "
        "$PB$. Find the length of $CE$.",
        sqrt(6),
    ),
    (
        "In the quadrilateral pyramid $P-ABCD$, the base $ABCD$ is a rectangle with $AB = 2$ and $AD = 4$, $PD "
        "\\perp$ the "
        "base $ABCD$, and $PD = 2$. Find the distance from point $D$ to plane $PAC$.",
        4 / 3,
    ),
    (
        "In the right triangular prism $ABC-A_1B_1C_1$, $AB \\perp AC$, $AB = AC = AA_1 = 2$. Find the volume of the "
        "tetrahedron $A_1BCC_1$.",
        4 / 3,
    ),
    ("Given a regular tetrahedron $ABCD$ with edge length 6, find its height.", 2 * sqrt(6)),
    (
        "In the cube $ABCD-A_{1}B_{1}C_{1}D_{1}$ with edge length 2, $E$ and $F$ are the midpoints of $AB$ and $CC_1$, "
        "respectively. Find the length of $EF$.",
        sqrt(6),
    ),
    ("The cube $ABCD-A'B'C'D'$ has edge length 3. Find the distance from $A$ to plane $BDA'$.", sqrt(3)),
    (
        "In tetrahedron $PABC$, $PA$, $PB$ and $PC$ are pairwise perpendicular with $PA = 1$, $PB = 2$, $PC = 3$. "
        "What is "
        "the area of triangle $ABC$?",
        3.5,
    ),
    (
        "In tetrahedron $ABCD$, $AB$, $AC$, $AD$ are mutually perpendicular, $AB=3$, $AC=4$ and $AD=12$. Find the "
        "radius of "
        "the circumscribed sphere of the tetrahedron.",
        6.5,
    ),
    (
        "In the cube $ABCD-A_1B_1C_1D_1$, point $E$ is on edge $BB_1$ such that $BE : EB_1 = 2 : 1$. If $AB = 3$, "
        "find the "
        "length of $CE$.",
        sqrt(13),
    ),
    (
        "In the regular triangular prism $ABC-A_1B_1C_1$, all edges are of length 2. Find the tangent of the "
        "dihedral angle "
        "$A_1-BC-A$.",
        2 / sqrt(3),
    ),
    ("In a regular quadrilateral pyramid $S-ABCD$, $SA = AB = 2$. Find the angle between $SA$ and the base.", pi / 4),
    (
        "In the cuboid $ABCD-A_1B_1C_1D_1$, $AB = 3$, $BC = 4$, $AA_1 = 5$. Find the cosine of the angle between "
        "the skew "
        "lines $A_1B$ and $AC$.",
        9 / (5 * sqrt(34)),
    ),
    (
        "Given the triangular pyramid $S-ABC$ with $SA \\perp$ plane $ABC$, triangle $ABC$ is equilateral with "
        "side length "
        "2 and $SA = 3$. Find the dihedral angle $S-BC-A$.",
        pi / 3,
    ),
    ("Let $ABCD$ be a tetrahedron with $AB = CD = 5$, $AC = BD = 6$ and $AD = BC = 7$. Find its volume.", 2 * sqrt(95)),
    (
        "The plane $ACD_1$ divides the cube $ABCD-A_1B_1C_1D_1$ with edge 6 into two parts. Find the volume of the "
        "larger "
        "part.",
        180,
    ),
    (
        "In a cube $ABCD-A_1B_1C_1D_1$ of edge 2, a plane passes through the points $A$, $C$ and $D_1$. Find the "
        "volume of "
        "the smaller part.",
        4 / 3,
    ),
    ("Find the area of the cross section of the cube $ABCD-EFGH$ by plane $BDE$ if $AB = 2$.", 2 * sqrt(3)),
    ("In square pyramid $P-ABCD$, $PA=PB=PC=PD=\\sqrt{5}$ and $AB=2$. Compute $\\cos \\angle APC$.", 1 / 5),
    ("In a regular tetrahedron $ABCD$, let $O$ be the centroid of triangle $BCD$. If $AO = 2\\sqrt{6}$, find $AB$.", 6),
    (
        "In cube $ABCD-EFGH$, $AB = 4$ cm. $M$ is the midpoint of $AE$. Find the distance between lines $BM$ and "
        "$CG$ in "
        "cm.",
        4,
    ),
    (
        "In the pyramid $S-ABCD$, $ABCD$ is a rhombus with side length 2, $\\angle BAD = 60^\\circ$, $SA = SC$, "
        "$SB=SD$, and "
        "$SA=\\sqrt{7}$. Diagonals $AC$ and $BD$ meet at $O$. Find the length of $SO$.",
        2,
    ),
    (
        "The base of the pyramid $S-ABCD$ is a square of side 2, and $SA \\perp$ the base. If $SA = 2$, what is "
        "the angle "
        "between $SC$ and the base?",
        atan(1 / sqrt(2)),
    ),
    (
        "In the tetrahedron $ABCD$, the dihedral angle between faces $ABC$ and $BCD$ is $60^\\circ$, $BC=4$, the "
        "area of "
        "$\\triangle ABC$ is 6 and the area of $\\triangle BCD$ is 8. Find the volume of $ABCD$.",
        4 * sqrt(3),
    ),
    (
        "In tetrahedron $PQRS$ edge $QR$ is 6. Faces $PQR$ and $QRS$ form a dihedral angle of $30^\\circ$. If the "
        "area of "
        "face $PQR$ is 12 and the area of face $QRS$ is 9, what is the volume of the tetrahedron?",
        6,
    ),
    (
        "What is the volume of a tetrahedron with vertices $A(1,0,0)$, $B(0,2,0)$, $C(0,0,3)$ and $D(0,0,0)$?",
        1,
    ),
    (
        "In the pyramid $V-ABCD$, $ABCD$ is a trapezoid with $AB \\parallel CD$, $AB \\perp AD$, $AB = 4$, $CD = 2$, "
        "$AD = 3$, and $VA \\perp$ plane $ABCD$ with $VA = 5$. Find the volume of $V-ABCD$.",
        15,
    ),
    (
        "Each edge of the regular tetrahedron $ABCD$ is 2. $M$ is the midpoint of $AB$, and point $X$ lies on "
        "$CD$. What is the "
        "minimum value of $MX$?",
        sqrt(2),
    ),
    (
        "In the triangular pyramid $P-ABC$, $PA \\perp$ plane $ABC$, triangle $ABC$ is a right triangle with right "
        "angle at "
        "$B$, $AB = 3$, $BC = 4$ and $PA = 5$. Find the sine of the angle between $PC$ and plane $ABC$.",
        sqrt(2) / 2,
    ),
    (
        "In the parallelepiped $ABCD-A_1B_1C_1D_1$, compute $\\frac{AC_1^2 + CA_1^2 + BD_1^2 + DB_1^2}{AB^2 + AD^2 + "
        "AA_1^2}$.",
        4,
    ),
    ("Let $T = 3$. In the cube $ABCD-EFGH$ with edge length $2T$, find the area of triangle $BDE$.", 18 * sqrt(3)),
    ("In a cube $ABCD-EFGH$ with edge length $a$, find the cosine of the angle between $AC$ and $BE$.", 1 / 2),
    (
        "In the pyramid $P-ABC$, $PA$ is perpendicular to plane $ABC$, $H$ is the foot of the perpendicular from "
        "$A$ to line "
        "$BC$, $\\angle BAC$ is a right angle, $AB = 3$, $AC = 4$, $PA = 1$. Find the length of $PH$.",
        13 / 5,
    ),
    (
        "In a coordinate system with origin $O$, points $A$, $B$ and $C$ lie on the $x$-, $y$- and $z$-axes. If "
        "$OA = 1$, "
        "$OB = 2$ and $OC = 2$, find the distance from $O$ to plane $ABC$.",
        sqrt(2 / 3),
    ),
    (
        "All the vertices of the triangular pyramid $P-ABC$ lie on the surface of sphere $O$. $PA \\perp$ plane $ABC$, "
        "$AB \\perp BC$, $PA = 2$, $AB = 1$, $BC = 2$. Find the surface area of sphere $O$.",
        9 * pi,
    ),
    (
        "The pyramid $V-KLMN$ has square base $KLMN$ and congruent edges $\\overline{VK}, \\overline{VL}, "
        "\\overline{VM}$ and "
        "$\\overline{VN}$. If $\\angle KVL = 60^\\circ$, find the angle between $VK$ and plane $KLMN$.",
        pi / 4,
    ),
    (
        "The base of the right prism $ABCD-A_1B_1C_1D_1$ is a rhombus with side length 2, $\\angle BAD=60^\\circ$ and "
        "$AA_1 = 4$. Find the volume of the pyramid $A_1-ABD$.",
        4 / sqrt(3),
    ),
    (
        "In a triangular pyramid $S-ABC$, the three lateral edges are mutually perpendicular and have lengths 1, 2 "
        "and 2. Find "
        "the surface area of its circumscribed sphere.",
        9 * pi,
    ),
    (
        "Cube $ABCDEFGH$, shown below, has edge length 2. $M$ and $N$ are the midpoints of edges $AB$ and $BF$. "
        "The plane "
        "through $D$, $M$ and $N$ cuts the cube into two parts. Find the volume of the smaller part.",
        7 / 3,
    ),
    (
        "In the pyramid $P-ABCD$, $\\overrightarrow{BC} = \\overrightarrow{AD}$, $AB = 3$, $AD = 4$, $BD = 5$ and "
        "$PA$ is "
        "perpendicular to the base with $PA = 6$. Find the volume of $P-ABCD$.",
        24,
    ),
]

SPELLINGS = [
    "$ABCD-A_1B_1C_1D_1$",
    "$ABCD-A_{1}B_{1}C_{1}D_{1}$",
    "ABCD-A1B1C1D1",
    "ABCD-A₁B₁C₁D₁",
    "$A B C D - A_1 B_1 C_1 D_1$".replace(" - ", "-"),
]


def read(statement: str) -> Reading:
    found = read_statement(Problem(id="own", statement=statement, answer=""))
    assert isinstance(found, Reading), found
    return found


@pytest.mark.parametrize(("statement", "expected"), LABELLED)
def test_a_labelled_statement_is_read_to_the_value_of_its_closed_form(statement: str, expected: float) -> None:
    report = check_figure(parse_figure(read(statement).figure))
    assert report.ok, report.reason
    assert report.value == pytest.approx(expected, rel=1e-7)


@pytest.mark.parametrize(("statement", "expected"), LABELLED)
def test_every_line_of_the_figure_has_a_verbatim_passage(statement: str, expected: float) -> None:
    found = read(statement)
    assert all(statement[c.start : c.end] == c.text for c in found.conditions)
    lines = [line for condition in found.conditions for line in condition.lines]
    assert sorted(lines) == sorted(found.figure.splitlines()[:-1])
    assert expected > 0


@pytest.mark.parametrize("cube", SPELLINGS)
def test_every_spelling_of_the_labels_gives_the_same_figure(cube: str) -> None:
    plain = read("In the cube ABCD-A1B1C1D1 with edge length 2, find the volume of the tetrahedron A1BCD.")
    assert (
        read(f"In the cube {cube} with edge length 2, find the volume of the tetrahedron A1BCD.").figure == plain.figure
    )


@pytest.mark.parametrize(
    ("spelling", "value"),
    [
        ("2\\sqrt{3}", 2 * sqrt(3)),
        ("\\frac{\\sqrt{3}}{2}", sqrt(3) / 2),
        ("\\frac12", 1 / 2),
        ("\\dfrac{3}{4}", 3 / 4),
        ("2\\frac{1}{2}", 5 / 2),
        ("\\sqrt[3]{2}", 2 ** (1 / 3)),
        ("1.5", 1.5),
        ("2√5", 2 * sqrt(5)),
    ],
)
def test_numbers_are_read_in_their_usual_spellings(spelling: str, value: float) -> None:
    found = read(f"In the cube $ABCD-EFGH$, $AB = {spelling}$. Find $AC$.")
    assert check_figure(parse_figure(found.figure)).value == pytest.approx(value * sqrt(2))


def test_primary_conditions_speak_of_the_solid_and_auxiliary_ones_of_what_is_added() -> None:
    found = read(
        "As shown in the figure, in the cube $ABCD-EFGH$ with edge length 2, $M$ is the midpoint of "
        "$\\overline{AB}$ and "
        "$P$ lies on $CG$ with $CP = 1$. Find the angle between $MP$ and plane $ABCD$."
    )
    assert [(c.text, c.role) for c in found.conditions] == [
        ("the cube $ABCD-EFGH$", "primary"),
        ("edge length 2", "primary"),
        ("$M$ is the midpoint of $\\overline{AB}$", "auxiliary"),
        ("$P$ lies on $CG$", "auxiliary"),
        ("$CP = 1$", "auxiliary"),
    ]
    assert [passage.text for passage in found.diagram] == ["As shown in the figure"]
    assert (found.category, found.problem_type) == ("cube", "angle")
    assert check_figure(parse_figure(found.figure)).value == pytest.approx(acos(sqrt(5 / 6)))
