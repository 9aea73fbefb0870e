"""The benchmark's verdicts and the nsolve baseline, on figures with textbook answers."""

import re
import statistics
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.geometry_speed import format_bench, quantile, run_bench
from bench.nsolve import baseline
from bench.nsolve.baseline import NoRootError, nsolve_target
from bench.nsolve.formulas import NotCoveredError
from bench.truth_table import TruthCase, answer_value, load_truth_table
from geometry.notation.resolve import parse_figure


def _case(name: str, answer: str, figure: str) -> TruthCase:
    return TruthCase(name=name, kind="any", target_class="other", answer=answer, source="see name", figure=figure)


TWO_SIDED = (
    "solid cuboid ABCD-EFGH; point P; given AB = 6, AD = 8, AE = 12, PA = PB = PC = PD = 13\n"
    "given {}(P, E, plane(A,B,C)); find PE"
)
SIZED = [
    # a sqrt(3)
    _case("cube diagonal", "5*sqrt(3)", "solid cube ABCD-EFGH; given AB = 5; find AG"),
    # The isosceles tetrahedron fills a third of its box 3 x 4 x 5.
    _case(
        "isosceles tetrahedron",
        "20",
        "solid tetrahedron ABCD; given AB = CD = 5, AC = BD = sqrt(34), AD = BC = sqrt(41); find volume(ABCD)",
    ),
    # tan of the base dihedral angle: h / (a/2)
    _case(
        "dihedral of a pyramid",
        "atan(2)",
        "solid regular pyramid P-ABCD; given AB = 4, height(P-ABCD) = 4; find dihedral(P-AB-C)",
    ),
    # The corner plane A1BD cuts the space diagonal AC1 at right angles, a third of the way: 6 sqrt(3) / 3.
    _case(
        "foot in a cube",
        "2*sqrt(3)",
        "solid cube ABCD-A1B1C1D1; point F = foot(A, plane(A1,B,D)); given AB = 6; find AF",
    ),
    # Skew face diagonals of a cube are a / sqrt(3) apart.
    _case(
        "skew diagonals of a cube",
        "2*sqrt(3)",
        "solid cube ABCD-EFGH; given AE = 6; find distance(line(E,B), line(A,C))",
    ),
    # EF^2 = AC^2 + (2x - x)^2 gives x = 1; then BE = sqrt(10), BF = sqrt(13), EF = sqrt(19) and Heron.
    _case(
        "points on two edges of a cube",
        "3*sqrt(14)/2",
        "unknown x; solid cube ABCD-A1B1C1D1\n"
        "point E on segment(A,A1) with AE = x; point F on segment(C,C1) with CF = 2*x\n"
        "given AB = 3, EF = sqrt(19); find area(B,E,F)",
    ),
    # The chord's middle is 4 cos 60° = 2 from O; the altitude of the right triangle with legs 2 and 2.
    _case(
        "plane over a chord of a cone",
        "sqrt(2)",
        "solid cone k = S-O; point A on circle(k); point B on circle(k)\n"
        "given radius(k) = 4, height(k) = 2, angle(A,O,B) = 120°\nfind distance(O, plane(S,A,B))",
    ),
    # h (R^2 + R r + r^2) pi / 3 with h = sqrt(5^2 - 3^2)
    _case(
        "frustum of a cone",
        "84*pi",
        "solid cone_frustum k; given radius(k) = 6, top_radius(k) = 3, slant(k) = 5; find volume(k)",
    ),
    # The mantle of a regular hexagonal prism is 6 a h, the base 3 sqrt(3) / 2 a^2.
    _case(
        "hexagonal prism",
        "12*sqrt(3) + 60",
        "solid regular hexagonal prism k; given base_edge(k) = 2, height(k) = 5; find surface_area(k)",
    ),
    # A = 4 pi r^2
    _case("sphere", "288*pi", "solid sphere s; given surface_area(s) = 144*pi; find volume(s)"),
    # P is 12 above or below the middle of the base; the inequality tells which: sqrt(3^2 + 4^2), sqrt(5^2 + 24^2).
    _case("point above a base", "5", TWO_SIDED.format("same_side")),
    _case("point below a base", "sqrt(601)", TWO_SIDED.format("opposite_sides")),
]
UNSIZED = [
    # The angle of a cube's space diagonal with a face has tangent 1 / sqrt(2).
    _case("slope of a cube's diagonal", "atan(sqrt(2)/2)", "solid cube ABCD-EFGH; find angle(line(A,G), plane(A,B,C))"),
    # 2 r h / (2 r h + 2 r^2) with h = 3 r
    _case(
        "share of a cylinder's mantle",
        "3/4",
        "solid cylinder k; given height(k) = 3*radius(k); find lateral_area(k) : surface_area(k)",
    ),
]
# r = R h / (R + l): a figure for the kernel alone
UNCOVERED = _case(
    "sphere in a cone",
    "3/2",
    "solid cone k; solid sphere s; given radius(k) = 3, height(k) = 4, inscribed(s, k); find radius(s)",
)


def _quiet(done: int, total: int) -> None:
    assert 0 < done <= total


# The baseline


@pytest.mark.slow
def test_kernel_and_baseline_both_find_the_textbook_answers() -> None:
    bench = run_bench([*SIZED, *UNSIZED], _quiet)
    assert (bench.cases, bench.wrong, bench.wrong_names) == (14, 0, ())
    assert (bench.baseline_right, bench.baseline_wrong, bench.baseline_not_covered) == (14, 0, 0)
    assert isinstance(bench.speedup, float)
    assert bench.speedup > 0


@pytest.mark.slow
@pytest.mark.parametrize("case", [*SIZED, *UNSIZED], ids=lambda case: case.name)
def test_the_baseline_finds_the_answer_from_other_starts(case: TruthCase) -> None:
    for seed in (1, 2):
        assert nsolve_target(parse_figure(case.figure), seed) == pytest.approx(answer_value(case), rel=1e-9)


@pytest.mark.slow
def test_the_baseline_finds_no_false_value_in_the_truth_table() -> None:
    values = [(_by_nsolve(case), answer_value(case)) for case in load_truth_table()[::5]]
    solved = [(value, answer) for value, answer in values if not isinstance(value, str)]
    assert len(solved) > 20
    assert [value for value, _ in solved] == pytest.approx([answer for _, answer in solved], rel=1e-8)


def _by_nsolve(case: TruthCase) -> float | str:
    try:
        return nsolve_target(parse_figure(case.figure), 0)
    except (NotCoveredError, NoRootError) as error:
        return str(error)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("solid cube ABCD-EFGH; given AB = 1; find area(section(ABCD-EFGH, plane(A,C,F)))", "section"),
        ("solid cube ABCD-EFGH; given AB = 1; find surface_path(A, G, ABCD-EFGH)", "surface_path"),
        ("solid cube ABCD-EFGH; given AB = 1; find distance(segment(A,B), segment(C,G))", "a segment"),
        ("solid cone k = S-O; given radius(k) = 1, height(k) = 2; find area(circle(k))", "region"),
        ("solid cylinder k; given volume(k) = 2*pi\nminimize surface_area(k)\nfind radius(k)", "extremal"),
        ("solid sphere s; plane p; given radius(s) = 2; find radius(circle(s, p))", "free plane"),
        ("solid cube ABCD-EFGH; point P = (0,0,0); given AB = 1; find PA", "coordinates"),
        (UNCOVERED.figure, "cone and sphere"),
        # A parallelepiped's diagonals: any shape will do.
        (
            "solid parallelepiped ABCD-EFGH\nfind (AG^2 + BH^2 + CE^2 + DF^2) : (AB^2 + AD^2 + AE^2)",
            "fewer equations than unknowns",
        ),
    ],
)
def test_the_baseline_names_what_it_does_not_cover(source: str, why: str) -> None:
    with pytest.raises(NotCoveredError, match=why):
        nsolve_target(parse_figure(source), 0)


@pytest.mark.slow
def test_equations_without_a_real_solution_have_no_root() -> None:
    # The diagonal of a box is longer than its edges.
    figure = parse_figure("solid cuboid k = ABCD-EFGH; given AB = 3, AD = 4, diagonal(k) = 4; find volume(k)")
    with pytest.raises(NoRootError):
        nsolve_target(figure, 0)


def test_the_baseline_shares_only_the_notation_with_the_kernel() -> None:
    sources = [path.read_text() for path in Path(baseline.__file__).parent.glob("*.py")]
    imported = {
        name for text in sources for name in re.findall(r"^(?:from|import) (geometry\.\w+)", text, re.MULTILINE)
    }
    assert imported == {"geometry.notation"}


# The verdicts


def test_a_false_answer_is_counted_wrong_for_both() -> None:
    false = SIZED[0].model_copy(update={"name": "false", "answer": "5*sqrt(3) + 1e-6"})
    bench = run_bench([SIZED[0], false], _quiet)
    assert (bench.wrong, bench.wrong_names) == (1, ("false",))
    assert (bench.baseline_right, bench.baseline_wrong, bench.baseline_not_covered) == (1, 1, 0)


def test_a_figure_that_the_baseline_does_not_cover_is_neither_right_nor_wrong() -> None:
    bench = run_bench([UNCOVERED, SIZED[0]], _quiet)
    assert (bench.wrong, bench.baseline_right, bench.baseline_wrong, bench.baseline_not_covered) == (0, 1, 0, 1)
    assert "nsolve        1  right, 0 wrong, 1 not covered" in format_bench(bench)


def test_without_a_figure_that_both_got_right_no_times_are_compared() -> None:
    bench = run_bench([UNCOVERED], _quiet)
    assert {bench.baseline_median_ms, bench.same_cases_median_ms, bench.speedup} == {"not_measured"}
    assert "nsolve        0  right, 0 wrong, 1 not covered" in format_bench(bench)


@pytest.mark.parametrize(
    "source",
    ["solid cube ABCD-EFGH; find", "solid cuboid ABCD-EFGH; given AB = 1; find AG", "solid cube k; given k; find 1"],
)
def test_a_figure_without_an_answer_is_counted_wrong_and_ends_nothing(source: str) -> None:
    bench = run_bench([_case("bad", "1", source), SIZED[0]], _quiet)
    assert (bench.cases, bench.wrong_names, bench.baseline_right) == (2, ("bad",), 1)


def test_progress_counts_every_case_once_for_each_pass() -> None:
    seen: list[tuple[int, int]] = []
    run_bench([SIZED[0], UNSIZED[0]], lambda done, total: seen.append((done, total)))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_without_a_baseline_its_numbers_are_the_word_not_measured() -> None:
    bench = run_bench(SIZED[:1], _quiet, baseline=False)
    assert (bench.baseline_right, bench.baseline_wrong, bench.baseline_not_covered) == (0, 0, 0)
    assert {bench.baseline_median_ms, bench.same_cases_median_ms, bench.speedup} == {"not_measured"}
    assert '"baseline_median_ms":"not_measured"' in bench.model_dump_json()
    assert "nsolve   not measured" in format_bench(bench)


def test_the_table_for_people_names_wrong_and_slow_cases() -> None:
    false = SIZED[0].model_copy(update={"name": "false", "answer": "8"})
    bench = run_bench([*SIZED[:2], false], _quiet)
    text = format_bench(bench)
    assert "wrong         1  false" in text
    assert all(name in text for name, _ in bench.slowest)
    assert [ms for _, ms in bench.slowest] == sorted((ms for _, ms in bench.slowest), reverse=True)


def test_no_cases_are_refused() -> None:
    with pytest.raises(ValueError, match="no cases"):
        run_bench([], _quiet)


def test_quantiles_of_known_lists() -> None:
    assert quantile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert quantile([4.0, 1.0, 2.0, 3.0], 0.5) == 2.5
    assert quantile([7.0], 0.99) == 7.0
    assert quantile([float(i) for i in range(101)], 0.99) == 99.0
    assert quantile([float(i) for i in range(1, 101)], 0.99) == pytest.approx(99.01)


@given(st.lists(st.floats(0, 1e6), min_size=2, max_size=60))
def test_quantiles_agree_with_the_standard_library(values: list[float]) -> None:
    assert quantile(values, 0.5) == pytest.approx(statistics.median(values))
    percentiles = statistics.quantiles(values, n=100, method="inclusive")
    assert quantile(values, 0.99) == pytest.approx(percentiles[98])
