"""The solver's verdicts: rigid or free with the right count, contradictory with the right conflict, ill-posed, never
degenerate; the same twice, and the same whatever order the conditions come in."""

import os
import subprocess
import sys
from functools import cache

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from geometry.notation.printer import print_condition
from geometry.notation.resolve import parse_figure
from geometry.notation.syntax import Figure
from geometry.report.check_figure import check_figure
from geometry.report.figure_report import FigureReport
from geometry.solver.solve import SolvedFigure, solve
from tests.support.figure_strategies import examples, truth_cases

TRUTH = {row["name"]: row for row in truth_cases()}


def report(lines: str, seed: int = 0) -> FigureReport:
    return check_figure(parse_figure(lines.replace("⏎", "\n")), seed)


# Degrees of freedom, counted by hand. A polyhedron given by its faces alone has as many as it has edges
# (Steinitz; Richter-Gebert, Realization Spaces of Polytopes, theorem 4.2.1 less the affine motions).

FREEDOM = """
6 ¦ solid tetrahedron k
1 ¦ solid regular tetrahedron k
1 ¦ solid cube k
3 ¦ solid cuboid k
6 ¦ solid parallelepiped k
4 ¦ solid right parallelepiped k
6 ¦ solid prism k = ABC-DEF
6 ¦ solid oblique prism k = ABC-DEF
4 ¦ solid right prism k = ABC-DEF
2 ¦ solid regular hexagonal prism k
8 ¦ solid prism k = ABCD-EFGH
8 ¦ solid pyramid k = P-ABCD
6 ¦ solid right pyramid k = P-ABCD
2 ¦ solid regular pyramid k = P-ABCD
12 ¦ solid pyramid k = P-ABCDEF
7 ¦ solid frustum k = ABC-DEF
5 ¦ solid right frustum k = ABC-DEF
3 ¦ solid regular frustum k = ABC-DEF
11 ¦ solid octahedron k
1 ¦ solid regular octahedron k
6 ¦ solid polyhedron k = faces(ABC, ACD, ADB, BDC)
9 ¦ solid polyhedron k = faces(ABCD, ABFE, CDEF, BCF, ADE)
12 ¦ solid polyhedron k = faces(ABCD, EFGH, ABFE, BCGF, CDHG, DAEH)
12 ¦ solid polyhedron k = faces(PAB, PBC, PCD, PDA, QAB, QBC, QCD, QDA)
1 ¦ solid sphere k
1 ¦ solid hemisphere k
2 ¦ solid cone k
2 ¦ solid cylinder k
3 ¦ solid cone_frustum k
1 ¦ solid tetrahedron k = ABCD⏎given AB = 3, AC = 4, AD = 5, BC = 4, BD = 5
0 ¦ solid tetrahedron k = ABCD⏎given AB = 3, AC = 4, AD = 5, BC = 4, BD = 5, CD = 5
2 ¦ solid tetrahedron k = ABCD⏎given AB = AC = AD = 2, BC = CD
1 ¦ solid cuboid k = ABCD-EFGH⏎given AB = 1, BC = 2
3 ¦ solid pyramid k = P-ABCD⏎given square(ABCD), AB = 2
4 ¦ solid cylinder k⏎solid cylinder j
2 ¦ solid cube k⏎solid sphere j
4 ¦ solid cuboid k = ABCD-EFGH⏎solid cuboid j = IJKL-MNPQ⏎given AB = IJ, BC = JK
2 ¦ solid cone k⏎solid cone j⏎given similar(k, j), height(j) = 2
1 ¦ solid cube k = ABCD-EFGH⏎point X on segment(A,B)⏎given AB = 1
2 ¦ solid cube k = ABCD-EFGH⏎point X on polygon(A,B,C,D)⏎given AB = 1
2 ¦ solid cube k = ABCD-EFGH⏎point X on surface(k)⏎given AB = 1
3 ¦ solid cube k = ABCD-EFGH⏎point X on interior(k)⏎given AB = 1
2 ¦ solid cube k = ABCD-EFGH⏎plane p⏎given AB = 1, distance(A, p) = 1/2
1 ¦ solid cube k = ABCD-EFGH⏎solid sphere j = A⏎given AB = 1
0 ¦ solid cone k⏎point X on circle(k)⏎given radius(k) = 1, height(k) = 2
1 ¦ solid cone k⏎point X, Y on circle(k)⏎given radius(k) = 1, height(k) = 2
0 ¦ solid sphere k⏎point X on surface(k)⏎given radius(k) = 1
1 ¦ solid sphere k⏎point X, Y on surface(k)⏎given radius(k) = 1
3 ¦ solid sphere k⏎point X, Y, Z on surface(k)⏎given radius(k) = 1
1 ¦ unknown x⏎solid cube k⏎given edge(k) = 2
0 ¦ unknown x⏎solid cube k⏎given edge(k) = x, volume(k) = 8
1 ¦ solid sphere k⏎point X, Y⏎given radius(k) = XY
7 ¦ solid sphere k⏎point U, V, X, Y⏎given radius(k) > UV + VX + XY
"""
COUNTS = [tuple(row.split(" ¦ ")) for row in FREEDOM.strip().splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize(("count", "lines"), COUNTS, ids=[row[1] for row in COUNTS])
def test_the_freedom_left_is_what_a_hand_count_gives(count: str, lines: str) -> None:
    outcome = solve(parse_figure(f"{lines}⏎find volume(k)".replace("⏎", "\n")))
    assert isinstance(outcome, SolvedFigure)
    assert outcome.freedom == int(count)
    assert outcome.status == ("free" if int(count) else "rigid")


# Contradictions planted among innocent conditions

PLANTED = """
solid tetrahedron ABCD ¦ AB = 1, BC = 1, AC = 5 ¦ AD = 3, CD > BD
solid tetrahedron ABCD ¦ AB = 2, AB = 3 ¦ BC = 3, AC = 3, AD = 3
solid tetrahedron ABCD ¦ equilateral(A,B,C), right_angle(A,B,C) ¦ AB = 2, AD = 2
solid tetrahedron ABCD ¦ AB > 3, AB < 2 ¦ BC = 3, AC = 3
solid tetrahedron ABCD ¦ angle(A,B,C) = 100°, angle(B,C,A) = 90° ¦ AD = 3
solid tetrahedron ABCD ¦ AB = 1, AC = 1, AD = 1, BC = 1, BD = 1, CD = 1.8 ¦ CD > AB
solid cube ABCD-EFGH ¦ volume(ABCD-EFGH) = 8, AB = 3 ¦ AB < 5
solid cube ABCD-EFGH ¦ angle(A,B,C) = 60° ¦ AB = 2
solid pyramid P-ABCD ¦ square(A,B,C,D), AB = 1, AC = 2 ¦ PA = 3
solid cone S-A⏎point B on circle(S-A) ¦ height(S-A) = 4, AB = 3, slant(S-A) = 6 ¦ SB < 9
solid cube ABCD-EFGH⏎point X on segment(A,B) ¦ AB = 1, AX = 2 ¦ AX > 1/2
"""
CONFLICTS = [tuple(row.split(" ¦ ")) for row in PLANTED.strip().splitlines()]


def with_givens(head: str, *conditions: str) -> Figure:
    return parse_figure("\n".join([head.replace("⏎", "\n"), *(f"given {c}" for c in conditions), "find AB"]))


def solvable(figure: Figure) -> bool:
    return isinstance(solve(figure), SolvedFigure)


@pytest.mark.slow
@pytest.mark.parametrize(("head", "planted", "innocent"), CONFLICTS, ids=[f"{r[1]} in {r[0]}" for r in CONFLICTS])
def test_a_planted_contradiction_is_found_exactly_and_is_minimal(head: str, planted: str, innocent: str) -> None:
    found = check_figure(with_givens(head, innocent, planted))
    guilty = with_givens(head, planted)
    assert found.status == "contradictory"
    assert not found.ok
    assert found.value == "none"
    assert set(found.conflict) == {print_condition(c) for c in guilty.givens}
    for dropped in guilty.givens:
        rest = tuple(c for c in guilty.givens if c != dropped)
        assert solvable(Figure(guilty.declarations, rest, (), guilty.target)), f"without {print_condition(dropped)}"


# Ill-posed targets: lines and the values that belong to it, all found or at least two where it varies freely

ILL_POSED = """
solid tetrahedron ABCD⏎given AB = 3, AC = 4, AD = 5, BC = 4, BD = 5⏎find CD ¦
solid cuboid ABCD-EFGH⏎given AB = 1, BC = 2⏎find volume(ABCD-EFGH) ¦
solid cube ABCD-EFGH⏎find AB ¦
solid regular pyramid P-ABCD⏎given AB = 2⏎find volume(P-ABCD) ¦
solid cone k⏎given slant(k) = 5⏎find volume(k) ¦
solid sphere k⏎point A, B on surface(k)⏎given radius(k) = 5⏎find AB ¦
param a⏎solid cuboid ABCD-EFGH⏎given AB = a, BC = 2*a⏎find AG ¦
solid cube ABCD-EFGH⏎plane p⏎given AB = 1, on(A, p), on(G, p)⏎find area(section(ABCD-EFGH, p)) ¦
solid cube ABCD-EFGH⏎point X on line(A,B)⏎given AB = 2, AX = 1⏎find BX ¦ 1, 3
solid right prism ABC-DEF⏎given angle(A,B,C) = 30°, AB = 4, AC = 3, AD = 1⏎find BC ¦ 2*sqrt(3) - sqrt(5), 2*sqrt(3) + sqrt(5)
solid cube ABCD-EFGH⏎point X⏎given AB = 2, XA = XB = XC = XD = 3⏎find XE ¦ sqrt(13 - 4*sqrt(7)), sqrt(13 + 4*sqrt(7))
solid regular tetrahedron ABCD⏎point X⏎given AB = 2, XA = XB = XC = 2⏎find XD ¦ 0, 4*sqrt(6)/3
solid cylinder k⏎given lateral_area(k) = 24*pi, radius(k) + height(k) = 7⏎find volume(k) ¦ 36*pi, 48*pi
solid cuboid ABCD-EFGH⏎given AB + BC = 5, AB*BC = 6, AE = 1⏎find AB ¦ 2, 3
solid sphere k⏎plane p, q⏎given radius(k) = 5, parallel(p,q), area(circle(k,p)) = 9*pi, area(circle(k,q)) = 16*pi⏎find distance(p, q) ¦ 1, 7
"""  # noqa: E501
BRANCHES = [tuple(part.strip() for part in row.split("¦")) for row in ILL_POSED.strip().splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize(("lines", "values"), BRANCHES, ids=[row[0] for row in BRANCHES])
def test_a_target_with_more_than_one_value_is_reported_ill_posed(lines: str, values: str, seed: int) -> None:
    found = report(lines.replace("plane p, q", "plane p⏎plane q"), seed)
    assert found.status == "ill_posed"
    assert not found.ok
    assert len(found.spread) >= 2
    assert "not determined" in found.reason
    if values:
        wanted = [float(sympy.sympify(v)) for v in values.split(",")]
        assert sorted(found.spread) == pytest.approx(wanted, rel=1e-6, abs=1e-6)


# Degenerate figures are no figures

FLAT = """
solid tetrahedron ABCD⏎given AB + BC = AC, AB = 1, BC = 2⏎find AC
solid tetrahedron ABCD⏎given AB = AC = AD = BC = BD = 1, CD = sqrt(3)⏎find CD
solid regular pyramid P-ABCD⏎given AB = 2, PA = sqrt(2)⏎find volume(P-ABCD)
solid cube k⏎given edge(k) = 0⏎find volume(k)
solid cone k⏎given slant(k) = 3, height(k) = 3⏎find volume(k)
solid cylinder k⏎given radius(k) = 0, height(k) = 2⏎find volume(k)
solid sphere k⏎given radius(k) = -1⏎find volume(k)
"""


@pytest.mark.slow
@pytest.mark.parametrize("lines", FLAT.strip().splitlines())
def test_a_figure_that_could_only_be_flat_is_never_reported_as_solved(lines: str) -> None:
    found = report(lines)
    assert found.status in ("contradictory", "unsolved")
    assert found.value == "none"
    assert found.coordinates == "none"


# The same input, the same bytes

REPEATED = [
    "solid tetrahedron ABCD⏎given AB = 3, AC = 4, AD = 5, BC = 4, BD = 5⏎find CD",
    "solid cube ABCD-EFGH⏎point X on segment(B,C)⏎given AB = 2, AX = 9/4⏎find distance(X, plane(A,F,H))",
    "solid regular pyramid k = P-ABCD⏎solid sphere s⏎given AB = 2, PA = 3, inscribed(k, s)⏎find volume(s)",
    "solid cone k⏎given height(k) = 4, radius(k) = 3, slant(k) = 6⏎find volume(k)",
    "solid cylinder k⏎given surface_area(k) = 6*pi⏎maximize volume(k)⏎find height(k)",
]


@pytest.mark.slow
@pytest.mark.parametrize("lines", REPEATED)
def test_the_same_figure_and_seed_give_the_same_bytes_twice(lines: str) -> None:
    assert report(lines, 3).model_dump_json() == report(lines, 3).model_dump_json()


@pytest.mark.slow
def test_the_same_figure_gives_the_same_bytes_in_another_process_with_other_hashes() -> None:
    program = (
        "import sys; from geometry.report.check_figure import check_figure\n"
        "from geometry.notation.resolve import parse_figure\n"
        "for text in sys.argv[1:]: print(check_figure(parse_figure(text)).model_dump_json())"
    )
    texts = [lines.replace("⏎", "\n") for lines in REPEATED[:3]]
    here = "".join(report(lines).model_dump_json() + "\n" for lines in REPEATED[:3])
    elsewhere = subprocess.run(
        [sys.executable, "-c", program, *texts],
        env={**os.environ, "PYTHONHASHSEED": "12345"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert elsewhere.stdout == here


# The order of the conditions does not matter

SHUFFLED = [name for name, row in TRUTH.items() if "imize" not in row["figure"] and "sphere" not in row["figure"]]
SHUFFLED = [name for name in SHUFFLED if len(parse_figure(TRUTH[name]["figure"]).givens) >= 4][::8]


@cache
def verdict(name: str) -> tuple[str, int]:
    found = check_figure(parse_figure(TRUTH[name]["figure"]))
    return found.status, found.freedom


@pytest.mark.slow
@pytest.mark.parametrize("name", SHUFFLED)
@examples(3)
@given(data=st.data())
def test_the_order_of_the_conditions_changes_neither_status_nor_value(name: str, data: st.DataObject) -> None:
    figure = parse_figure(TRUTH[name]["figure"])
    order = tuple(data.draw(st.permutations(figure.givens)))
    found = check_figure(Figure(figure.declarations, order, figure.extrema, figure.target))
    wanted = float(sympy.N(sympy.sympify(TRUTH[name]["answer"]), 20))
    assert (found.status, found.freedom) == verdict(name)
    assert found.value == pytest.approx(wanted, rel=1e-8, abs=TRUTH[name].get("rounding", 0))


# A figure that determines its target contradicts every other value, and agrees with its own


DETERMINED = [
    name for name, row in TRUTH.items() if row["kind"] in ("cube", "cone", "pyramid", "tetrahedron", "sphere")
]
DETERMINED = [
    name for name in DETERMINED if "section" not in TRUTH[name]["figure"] and "part" not in TRUTH[name]["figure"]
]


def answered(name: str, share: float) -> tuple[Figure, float]:
    """The figure of a truth row with its target stated as this share of the true answer."""
    lines = TRUTH[name]["figure"].strip()
    unit = " rad" if TRUTH[name]["class"] == "angle" else ""
    value = share * float(sympy.N(sympy.sympify(TRUTH[name]["answer"]), 20))
    return parse_figure(f"{lines}\ngiven {lines[lines.rindex('find ') + 5 :]} = {value:.15f}{unit}"), value


@pytest.mark.slow
@pytest.mark.parametrize("name", DETERMINED[3::13])
def test_stating_the_answer_changes_nothing(name: str) -> None:
    figure, value = answered(name, 1)
    assert check_figure(figure).value == pytest.approx(value, rel=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize("name", DETERMINED[1::60])
def test_stating_another_answer_contradicts(name: str) -> None:
    figure, _ = answered(name, 0.8)
    found = check_figure(figure)
    assert found.status in ("contradictory", "unsolved")
    assert found.status == "unsolved" or print_condition(figure.givens[-1]) in found.conflict
