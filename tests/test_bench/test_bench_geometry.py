"""The truth table's loader, the benchmark's verdicts and the nsolve baseline, on figures with textbook answers."""

import statistics
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.geometry_speed import format_bench, quantile, run_bench
from bench.nsolve.baseline import nsolve_target, run_baseline
from bench.nsolve.measures import UnformulatedError
from bench.truth_table import TruthCase, TruthTableError, answer_value, load_truth_table
from geometry.notation.resolve import parse_figure
from geometry.notation.syntax import Figure
from geometry.report.check_figure import check_figure
from geometry.report.figure_report import FigureReport
from geometry.shapes.coordinates import Coordinates

ROW = """
[[case]]
name = "{name}"
kind = "cube"
class = "length"
answer = "sqrt(3)"
source = "Pythagoras twice"
figure = "solid cube ABCD-EFGH; given AB = 1; find AG"
"""


def _case(name: str, answer: str, figure: str) -> TruthCase:
    return TruthCase(name=name, kind="any", target_class="other", answer=answer, source="see name", figure=figure)


SIZED = [
    # a sqrt(3)
    _case("cube diagonal", "5*sqrt(3)", "solid cube ABCD-EFGH; given AB = 5; find AG"),
    # The isosceles tetrahedron fills a third of its box 3 x 4 x 5.
    _case(
        "isosceles tetrahedron",
        "20",
        "solid tetrahedron ABCD; given AB = CD = 5, AC = BD = sqrt(34), AD = BC = sqrt(41); find volume(ABCD)",
    ),
    # r = R h / (R + l)
    _case(
        "sphere in a cone",
        "3/2",
        "solid cone k; solid sphere s; given radius(k) = 3, height(k) = 4, inscribed(s, k); find radius(s)",
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
    # Four equal slopes: the ridge is as much shorter than the eaves as the roof is wide, 8 - 4.
    _case(
        "hip roof",
        "4",
        "solid polyhedron w = faces(ABCD, ABFE, BCF, CDEF, DAE); given rectangle(ABCD), AB = 8, BC = 4\n"
        "given dihedral(E-AB-C) = dihedral(F-CD-A) = dihedral(F-BC-A) = dihedral(E-DA-B) = 45°; find EF",
    ),
    # Touching spheres on a plane stand 2 sqrt(r R) apart.
    _case(
        "touching spheres on a plane",
        "12",
        "plane p; solid sphere a = A; solid sphere b = B; point M = foot(A, p); point N = foot(B, p)\n"
        "given radius(a) = 4, radius(b) = 9, tangent(a, b), tangent(a, p), tangent(b, p), same_side(A, B, p)\nfind MN",
    ),
    # The chord's middle is 4 cos 60° = 2 from O; the altitude of the right triangle with legs 2 and 2.
    _case(
        "plane over a chord of a cone",
        "sqrt(2)",
        "solid cone k = S-O; point A on circle(k); point B on circle(k)\n"
        "given radius(k) = 4, height(k) = 2, angle(A,O,B) = 120°\nfind distance(O, plane(S,A,B))",
    ),
]
UNSIZED = [
    # The angle of a cube's space diagonal with a face has tangent 1 / sqrt(2).
    _case("slope of a cube's diagonal", "atan(sqrt(2)/2)", "solid cube ABCD-EFGH; find angle(line(A,G), plane(A,B,C))"),
    # Archimedes
    _case(
        "sphere in a cylinder",
        "2/3",
        "solid cylinder k; solid sphere s; given inscribed(s, k); find volume(s) : volume(k)",
    ),
]


def _solved(case: TruthCase) -> tuple[Figure, FigureReport]:
    figure = parse_figure(case.figure)
    return figure, check_figure(figure)


def _quiet(done: int, total: int) -> None:
    assert 0 < done <= total


# The truth table


def test_every_row_of_the_truth_table_has_a_real_answer() -> None:
    cases = load_truth_table()
    assert len(cases) > 400
    assert all(abs(answer_value(case)) < 1e6 for case in cases)


def test_rows_are_read_in_the_order_of_files_and_rows(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text(ROW.format(name="third"))
    (tmp_path / "a.toml").write_text(ROW.format(name="first") + ROW.format(name="second"))
    assert [case.name for case in load_truth_table(tmp_path)] == ["first", "second", "third"]
    assert load_truth_table(tmp_path)[0].target_class == "length"


@pytest.mark.parametrize("field", ["name", "kind", "class", "answer", "source", "figure"])
def test_a_missing_field_is_refused_with_file_and_row(tmp_path: Path, field: str) -> None:
    short = "\n".join(line for line in ROW.format(name="second").splitlines() if not line.startswith(f"{field} ="))
    (tmp_path / "a.toml").write_text(ROW.format(name="first") + short)
    with pytest.raises(TruthTableError, match=rf"a\.toml, row 2 .*'{field}'"):
        load_truth_table(tmp_path)


def test_a_name_used_twice_is_refused_naming_both_rows(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(ROW.format(name="same"))
    (tmp_path / "b.toml").write_text(ROW.format(name="other") + ROW.format(name="same"))
    with pytest.raises(TruthTableError, match=r"b\.toml, row 2 .*taken by a\.toml, row 1"):
        load_truth_table(tmp_path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (ROW.format(name="x") + 'rounding = "1"', r"a\.toml, row 1 \(x\): field 'rounding'"),
        (ROW.format(name="x").replace('"length"', '"weight"'), r"a\.toml, row 1 \(x\): field 'class'"),
        ("[[case]\n", r"a\.toml: "),
        ("title = 'no rows'\n", r"a\.toml: no rows"),
    ],
)
def test_what_is_no_row_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(TruthTableError, match=complaint):
        load_truth_table(tmp_path)


def test_a_folder_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TruthTableError, match="no truth tables"):
        load_truth_table(tmp_path)


@pytest.mark.parametrize("answer", ["x + 1", "sqrt(-1)", "1/0", "2 *"])
def test_an_answer_that_is_no_real_number_is_refused(answer: str) -> None:
    with pytest.raises(TruthTableError, match="odd"):
        answer_value(_case("odd", answer, "find AB"))


# The baseline


def test_kernel_and_baseline_both_find_the_textbook_answers() -> None:
    bench = run_bench([*SIZED, *UNSIZED], _quiet)
    assert (bench.cases, bench.wrong, bench.wrong_names) == (10, 0, ())
    assert (bench.baseline_cases, bench.baseline_wrong) == (10, 0)
    assert isinstance(bench.speedup, float)
    assert bench.speedup > 0


@pytest.mark.parametrize("case", SIZED, ids=lambda case: case.name)
def test_the_baseline_takes_the_answer_from_its_equations_and_not_from_the_solution_it_starts_at(
    case: TruthCase,
) -> None:
    figure, report = _solved(case)
    assert report.coordinates != "none"
    inflated = Coordinates(
        points={k: (1.02 * x, 1.02 * y, 1.02 * z) for k, (x, y, z) in report.coordinates.points.items()},
        numbers={k: 1.02 * v for k, v in report.coordinates.numbers.items()},
        planes={k: p.model_copy(update={"offset": 1.02 * p.offset}) for k, p in report.coordinates.planes.items()},
    )
    for seed in (0, 1):
        assert nsolve_target(figure, inflated, 0, seed) == pytest.approx(answer_value(case), rel=1e-9)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("solid cube ABCD-EFGH; given AB = 1; find area(section(ABCD-EFGH, plane(A,C,F)))", "section"),
        ("solid cube ABCD-EFGH; given AB = 1; find surface_path(A, G, ABCD-EFGH)", "surface_path"),
        ("solid cylinder k; given volume(k) = 2*pi\nminimize surface_area(k)\nfind radius(k)", "extremal"),
        # A parallelepiped's diagonals: any shape will do.
        (
            "solid parallelepiped ABCD-EFGH\nfind (AG^2 + BH^2 + CE^2 + DF^2) : (AB^2 + AD^2 + AE^2)",
            "freedom of shape",
        ),
    ],
)
def test_the_baseline_refuses_what_it_has_no_equations_for(source: str, why: str) -> None:
    case = _case("refused", "1", source)
    figure, report = _solved(case)
    assert report.ok
    assert report.coordinates != "none"
    with pytest.raises(UnformulatedError, match=why):
        nsolve_target(figure, report.coordinates, report.freedom, 0)
    assert not run_baseline(figure, report.coordinates, report.freedom, 0).formulated


def test_a_baseline_case_over_its_limit_counts_with_the_limit_and_without_a_value() -> None:
    figure, report = _solved(SIZED[5])
    assert report.coordinates != "none"
    run = run_baseline(figure, report.coordinates, report.freedom, 0, limit=0.002)
    assert (run.formulated, run.value, run.milliseconds) == (True, "none", 2.0)


# The verdicts


def test_a_false_answer_is_counted_wrong_for_both() -> None:
    false = SIZED[0].model_copy(update={"name": "false", "answer": "5*sqrt(3) + 1e-6"})
    bench = run_bench([SIZED[0], false], _quiet)
    assert (bench.wrong, bench.wrong_names, bench.baseline_wrong) == (1, ("false",), 1)


@pytest.mark.parametrize(
    "source",
    ["solid cube ABCD-EFGH; find", "solid cuboid ABCD-EFGH; given AB = 1; find AG", "solid cube k; given k; find 1"],
)
def test_a_figure_without_an_answer_is_counted_wrong_and_ends_nothing(source: str) -> None:
    bench = run_bench([_case("bad", "1", source), SIZED[0]], _quiet)
    assert (bench.cases, bench.wrong_names, bench.baseline_cases) == (2, ("bad",), 1)


def test_progress_counts_every_case_once_for_each_pass() -> None:
    seen: list[tuple[int, int]] = []
    run_bench([SIZED[0], UNSIZED[0]], lambda done, total: seen.append((done, total)))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_without_a_baseline_its_numbers_are_the_word_not_measured() -> None:
    bench = run_bench(SIZED[:1], _quiet, baseline=False)
    assert (bench.baseline_cases, bench.baseline_wrong) == (0, 0)
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
