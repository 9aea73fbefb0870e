"""A solved figure followed to other numbers: many choices of numbers at once, as rows of one batch.

Every number that changes becomes a variable that is held at its value in each row, so that a dozen figures cost little
more than one. What is found is verified, but says nothing about uniqueness; not found does not mean that nothing is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from geometry.conditions.verify_batch import satisfying, target_values
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.literals import literals_of, with_named_literals
from geometry.notation.rigid_groups import names_in
from geometry.numerics.least_squares import minimise
from geometry.numerics.vectors import Array
from geometry.solver.parametrise import model_of
from geometry.solver.solve import declared_only, is_valid
from geometry.solver.system import System

Texts = Mapping[int, str]
"""Other spellings of a figure's literals by their place."""

TAIL = 30
"""Iterations for the slower half of the rows: figures with other numbers converge at different speeds."""


def followed_targets(figure: s.Figure, changes: Sequence[Texts], vectors: Array, units: Array) -> list[float | None]:
    """The target under each change of the numbers, on a solution close to those that are known; None if not found.

    `vectors` are solutions `(k, n)` of the figure as it stands and `units` the sizes `(n,)` of their variables. Raises
    GeometryError for a figure that cannot be followed like this: with an extremum, or with other variables.
    """
    places = sorted(set().union(*changes))
    varied = _with_variables(figure, places)
    model = replace(model_of(varied), size=model_of(figure).size)
    width = len(model.variables.start) - len(places)
    if figure.extrema or vectors.shape != (len(vectors), width) or not width:
        raise GeometryError("the figure has other variables once its numbers are variable")
    literals = literals_of(figure)
    values = np.array([[float(texts.get(place, literals[place].text)) for place in places] for texts in changes])
    known = vectors / units * model.units[len(places) :]
    rows = np.repeat(np.arange(len(changes)), len(known))
    starts = np.concatenate([values[rows], np.tile(known, (len(changes), 1))], axis=1)
    held = np.where(np.arange(starts.shape[1]) < len(places), 0.0, model.units)
    system = System(model)
    x, worst = minimise(system.residuals, starts, held, tail=TAIL)
    left = np.flatnonzero(is_valid(system, x, worst))
    targets: list[float | None] = [None] * len(changes)
    while len(left):
        # One solution of each change is enough: the next is looked at if a condition does not hold on the first.
        _, first = np.unique(rows[left], return_index=True)
        for row, value in zip(rows[left[first]], _targets(varied, system, x[left[first]]), strict=True):
            targets[row] = float(value) if np.isfinite(value) else None
        left = np.array([k for k in np.delete(left, first) if targets[rows[k]] is None], dtype=int)
    return targets


def _with_variables(figure: s.Figure, places: Sequence[int]) -> s.Figure:
    """The figure with an unknown, declared first, for the literal at each place."""
    named = with_named_literals(figure, {place: f"#{place}" for place in places})
    # The value of a parameter is a number, so the parameter itself becomes the unknown.
    params = {d.value.id: d for d in named.params if isinstance(d.value, s.Name) and d.value.id.startswith("#")}
    if any(name.startswith("#") for d in named.params if d not in params.values() for name in names_in(d.value)):
        raise GeometryError("the value of a parameter is an expression of numbers that change")
    unknowns = [s.Unknown(params[f"#{k}"].name if f"#{k}" in params else f"#{k}") for k in places]
    kept = [d for d in named.declarations if not any(d is param for param in params.values())]
    return replace(named, declarations=(*unknowns, *kept))


def _targets(figure: s.Figure, system: System, x: Array) -> Array:
    """The target in each row; NaN where a condition does not hold or the target does not exist."""
    if not len(x):
        return np.zeros(0)
    state = declared_only(figure, system.model.place(x))
    return np.where(satisfying(figure, state, len(x)), target_values(figure, state, len(x)), np.nan)
