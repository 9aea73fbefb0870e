"""Figures with no meaning or with two values are never answered with a number."""

import pytest

from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure

CUBE = "solid cube c = ABCD-A1B1C1D1\ngiven AB = 2\n"
CONE = "solid cone k\nsolid cylinder c\ngiven radius(k) = 3, height(k) = 4, inscribed(c, k)\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("figure", "values"),
    [
        # r(3 - r) and r²(3 - r) take each of these values twice.
        (CONE + "given lateral_area(c) = 14.37\nfind radius(c)", {0.7688, 2.2312}),
        (CONE + "given volume(c) = 10\nfind radius(c)", {1.1298, 2.6635}),
        # The wider end may be on top.
        (
            "solid cone_frustum k\ngiven radius(k) = 3, slant(k) = 4, volume(k) = 60\nfind top_radius(k)",
            {1.4611, 6.9317},
        ),
        # Symmetry about the centre of the cube.
        (
            CUBE + "point X on segment(A,C1)\ngiven volume(smaller_part(c, normal_plane(X, line(A,C1)))) = 2\nfind AX",
            {1.3246, 2.1395},
        ),
    ],
)
def test_a_target_with_two_values_is_ill_posed_and_both_are_shown(figure: str, values: set[float]) -> None:
    report = check_figure(parse_figure(figure))
    assert report.status == "ill_posed"
    assert {round(value, 4) for value in report.spread} == values


@pytest.mark.parametrize(
    "target",
    [
        "point M = midpoint(A,B)\nfind angle(plane(A,M,B), plane(A,D,C1))",
        "point M = midpoint(A,B)\nfind dihedral(M-AB-C)",
        "find area(A,B,C,D1)",
        "find area(A,C,B,D)",
        "find distance(A1, plane(A,B,C,D1))",
        "point O = center(c)\npoint Q = midpoint(A,C1)\nfind angle(O,Q,A)",
    ],
)
def test_what_does_not_exist_has_no_value(target: str) -> None:
    report = check_figure(parse_figure(CUBE + target))
    assert report.status == "unmeasurable"
    assert report.value == "none"


@pytest.mark.slow
@pytest.mark.parametrize(
    "figure",
    [
        # Two unit balls whose centres are one apart overlap.
        "solid sphere a = O\nsolid sphere b = Q\ngiven radius(a) = 1, radius(b) = 1, OQ = 1\n"
        "solid composite t = a + b\nfind volume(t)",
        # Nothing says where the ball is.
        "solid cube c\nsolid sphere a\ngiven edge(c) = 2, radius(a) = 3\nsolid composite t = c - a\nfind volume(t)",
        # A hemisphere taller than its cylinder.
        "solid cylinder k\nsolid hemisphere h\ngiven radius(k) = 2, height(k) = 1, inscribed(h, k)\nfind volume(h)",
        # A pair without a settled meaning.
        "solid cone k\nsolid cone c\ngiven radius(k) = 2, height(k) = 3, inscribed(c, k)\nfind volume(c)",
        # A frustum with equal bases is a cylinder.
        "solid cone_frustum k\ngiven radius(k) = 2, top_radius(k) = 2, height(k) = 1\nfind volume(k)",
    ],
)
def test_solids_that_overlap_stick_out_or_have_no_meaning_give_no_number(figure: str) -> None:
    assert not check_figure(parse_figure(figure)).ok


@pytest.mark.slow
@pytest.mark.parametrize(
    ("figure", "value"),
    [
        # The altitude from C falls beyond B: a line has no ends, a segment has.
        ("solid pyramid P-ABC\ngiven AB=1, BC=3, CA=3.5, PA=3, PB=3.2, PC=3.1\nfind distance(C, AB)", 2.7810744),
        ("solid pyramid P-ABC\ngiven AB=1, BC=3, CA=3.5, PA=3, PB=3.2, PC=3.1\nfind distance(C, segment(A,B))", 3.0),
        # The incircle, not one of the excircles: r = (a + b - c)/2 in a right triangle.
        (
            "solid right prism ABC-A1B1C1\ngiven AB=3, BC=4, CA=5, AA1=2\nsolid cone k\n"
            "given inscribed(k, ABC-A1B1C1)\nfind radius(k)",
            1.0,
        ),
        # Base on the rim, apex at the pole: (1/3)(3√2)²·3.
        (
            "solid hemisphere s\nsolid regular pyramid k = P-ABCD\n"
            "given radius(s) = 3, inscribed(k, s)\nfind volume(k)",
            18.0,
        ),
        # Centre of gravity of a trapezoid with sides 4 and 2: h(a + 2b)/(3(a + b)) from the longer one.
        (
            "solid right pyramid P-ABCD\ngiven trapezoid(A,B,C,D), AB = 4, CD = 2, BC = DA, height(P-ABCD) = 3\n"
            "given distance(C, AB) = 2\nfind distance(foot(P, plane(A,B,C)), AB)",
            8 / 9,
        ),
    ],
)
def test_words_mean_what_a_textbook_means(figure: str, value: float) -> None:
    report = check_figure(parse_figure(figure))
    assert report.ok, report.reason
    assert report.value == pytest.approx(value, rel=1e-6)
