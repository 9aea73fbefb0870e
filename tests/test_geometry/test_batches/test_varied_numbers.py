"""A figure followed to other numbers has the target that a search for those numbers finds."""

import pytest

from bench.truth_table import TruthCase, load_truth_table
from geometry.equivalence.perturb import choices, groups_by_value, other_texts
from geometry.errors import GeometryError
from geometry.notation.literals import literals_of, with_literals
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import measured_figure
from geometry.solver.parametrise import model_of
from geometry.solver.solve import solve_keeping_vectors
from geometry.solver.varied_numbers import followed_targets

CASES = load_truth_table()[3::12]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_found_by_following_is_what_a_search_finds(case: TruthCase) -> None:
    figure = parse_figure(case.figure)
    literals = literals_of(figure)
    changes = [other_texts(literals, chosen, rng) for chosen, rng in choices(groups_by_value(literals), 0, 4)]
    vectors = solve_keeping_vectors(figure, 0)[1][:4]
    try:
        found = followed_targets(figure, changes, vectors, model_of(figure).units) if changes else []
    except GeometryError as reason:
        pytest.skip(str(reason))
    for texts, value in zip(changes, found, strict=True):
        if value is not None and (report := measured_figure(with_literals(figure, texts))).ok:
            assert value == pytest.approx(report.value, rel=1e-6)


def test_a_parameter_may_change() -> None:
    figure = parse_figure("param a = 2\nsolid cube k\ngiven edge(k) = a\nfind volume(k)")
    vectors = solve_keeping_vectors(figure, 0)[1]
    found = followed_targets(figure, [{0: "3"}, {0: "5"}], vectors, model_of(figure).units)
    assert found == [pytest.approx(27.0), pytest.approx(125.0)]


def test_an_extremum_is_not_followed() -> None:
    figure = parse_figure("solid cube ABCD-EFGH\npoint P on segment(B,F)\ngiven AB = 4\nminimize AP + PG\nfind AP + PG")
    vectors = solve_keeping_vectors(figure, 0)[1]
    with pytest.raises(GeometryError):
        followed_targets(figure, [{0: "3"}], vectors, model_of(figure).units)
