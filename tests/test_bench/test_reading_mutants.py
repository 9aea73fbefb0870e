"""Changed figures are found by a comparison, and a figure is never different from itself."""

from random import Random

import pytest

from bench.reading_mutants import format_bench, mutants, run_bench
from bench.truth_table import load_truth_table
from geometry.notation.resolve import parse_figure


def test_each_mutant_differs_from_its_figure_in_one_place() -> None:
    text = "solid cube k = ABCD-EFGH\npoint M = midpoint(A, B)\ngiven edge(k) = 2\nfind volume(k)\n"
    found = dict(mutants(parse_figure(text), Random(1)))
    assert found.keys() == {"number", "predicate", "kind", "target", "label"}
    assert all(changed != text for changed in found.values())


@pytest.mark.slow
def test_no_change_of_meaning_is_missed_on_a_few_figures() -> None:
    cases = [case for case in load_truth_table() if len(case.figure) < 120][::40]
    bench = run_bench(cases, lambda done, total: None)
    assert bench.mutants > 12
    assert (bench.missed, bench.originals_apart) == (0, 0), format_bench(bench)
