"""Many variants of a figure are judged as each of them is by itself."""

import numpy as np
import pytest

from bench.truth_table import TruthCase, load_truth_table
from geometry.conditions.verify import verify
from geometry.conditions.verify_batch import completed_batch, satisfying, target_values
from geometry.equivalence.solutions import solutions_of
from geometry.errors import GeometryError
from geometry.notation.resolve import parse_figure
from geometry.notation.syntax import Figure, PlaneDecl
from geometry.report.check_figure import measure_target
from geometry.shapes.coordinates import Coordinates

CASES = [case for case in load_truth_table() if "minimize" not in case.figure and "maximize" not in case.figure][::5]


def moved(coordinates: Coordinates, by: float) -> Coordinates:
    """The coordinates with the first point elsewhere, so that some conditions fail."""
    label, place = next(iter(coordinates.points.items()))
    return coordinates.model_copy(update={"points": {**coordinates.points, label: (place[0] + by, *place[1:])}})


def without_planes(figure: Figure, coordinates: Coordinates) -> Coordinates:
    """The coordinates without planes that the figure defines, which a batch computes."""
    defined = {d.name for d in figure.declarations if isinstance(d, PlaneDecl) and d.definition}
    planes = {name: plane for name, plane in coordinates.planes.items() if name not in defined}
    return coordinates.model_copy(update={"planes": planes})


def value_alone(figure: Figure, coordinates: Coordinates) -> float:
    try:
        return measure_target(figure, coordinates)
    except GeometryError:
        return float("nan")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_verdict_on_a_batch_is_that_on_each_figure(case: TruthCase) -> None:
    figure = parse_figure(case.figure)
    solved = solutions_of(figure, 0)
    rows = [*solved[:3], *(moved(solved[0], by) for by in (1e-12, 1e-5, 0.3))]
    state = completed_batch(figure, rows)
    alone = [all(check.status == "passed" for check in verify(figure, without_planes(figure, each))) for each in rows]
    assert satisfying(figure, state, len(rows)).tolist() == alone
    expected = [value_alone(figure, each) for each in rows]
    np.testing.assert_allclose(target_values(figure, state, len(rows)), expected, rtol=1e-9)
