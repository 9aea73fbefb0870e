"""Whether the conditions of a figure leave its target a value that is known: the search ends at a counterexample."""

from collections.abc import Callable

import numpy as np

from geometry.conditions.verify_batch import satisfying, target_values
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.numerics.blas_threads import single_threaded
from geometry.report.check_figure import measured_solution, same_target
from geometry.solver.solve import Found, concluded, declared_only

SAMPLES = 3
"""Solutions among which a counterexample is looked for before all are refined; usually the first or second is one."""


def has_only_value(figure: s.Figure, value: float, search: Callable[[], Found]) -> bool:
    """Whether every solution that `search` finds gives the target this value; False if it finds none."""
    with single_threaded():
        try:
            found = search()
            if not len(found.vectors) or (not figure.extrema and _other_value(figure, value, found)):
                return False
            report = measured_solution(figure, concluded(found))
        except (GeometryError, np.linalg.LinAlgError):
            return False
    return report.ok and report.value != "none" and same_target(report.value, value)


def _other_value(figure: s.Figure, value: float, found: Found) -> bool:
    """Whether the target differs on one of the solutions."""
    sampled = found.vectors[np.unique(np.linspace(0, len(found.vectors) - 1, SAMPLES).astype(int))]
    for x in sampled[:, None]:
        state = declared_only(figure, found.model.place(x))
        other = float(target_values(figure, state, 1)[0])
        if np.isfinite(other) and not same_target(other, value) and satisfying(figure, state, 1)[0]:
            return True
    return False
