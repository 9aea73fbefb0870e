"""The kernel against closed forms: every row of the truth table is solved, verified, measured and equal.

Each row says where its answer comes from (a formula or a derivation in a line), independent of the kernel.
"""

from collections import Counter

import pytest
import sympy

from bench.truth_table import TruthCase, load_truth_table
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure

CASES = load_truth_table()
CLASSES = ("length", "area", "volume", "angle", "ratio")
PLAIN_KINDS = [
    *("cube", "cuboid", "parallelepiped", "tetrahedron", "octahedron", "polyhedron"),
    *("icosahedron", "dodecahedron"),
    *("cylinder", "cone", "cone_frustum", "sphere", "hemisphere", "composite"),
]
SIDES = ("triangular", "quadrangular", "pentagonal", "hexagonal")
KINDS = [*PLAIN_KINDS, *(f"{n} {kind}" for kind in ("prism", "pyramid") for n in SIDES)]
KINDS += ["triangular frustum", "quadrangular frustum", "hexagonal frustum"]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_measured_target_equals_the_closed_form(case: TruthCase) -> None:
    expected = float(sympy.N(sympy.sympify(case.answer), 20))
    report = check_figure(parse_figure(case.figure))
    assert report.ok, f"{report.status}: {report.reason}"
    assert report.target_class == case.target_class
    assert report.value == pytest.approx(expected, rel=1e-8, abs=1e-8)
    assert all(check.status == "passed" and check.measured <= 1e-9 for check in report.checks)


def test_the_table_is_large_and_covers_every_kind_with_every_class() -> None:
    count: Counter[tuple[str, str]] = Counter((case.kind, case.target_class) for case in CASES)
    missing = [(kind, target) for kind in KINDS for target in CLASSES if not count[kind, target]]
    assert len(CASES) >= 150
    assert missing == []


def test_every_row_says_where_its_answer_comes_from() -> None:
    assert [case.name for case in CASES if len(case.source) < 12] == []
