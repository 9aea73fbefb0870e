"""Whether coordinates are an extremum among the figures that satisfy the same conditions.

Judged on the raw coordinates, without the solver's parametrisation: the quantity must not change to first order
along any change the conditions allow, and no figure a short walk away may be better. This is a local verdict;
that no distant figure is better is the search's claim, not this check's.
"""

import numpy as np

from geometry import syntax as s
from geometry.checks import Check
from geometry.dependencies import rigid_groups
from geometry.evaluate import evaluate
from geometry.extremum import STATIONARY, Search, stationarity
from geometry.freedom import null_space
from geometry.least_squares import jacobian, minimise
from geometry.model import Model, Step, Variables
from geometry.placing import plane_equation
from geometry.printer import print_expr
from geometry.state import State
from geometry.system import System
from geometry.vectors import Array

WALK = 1e-3
"""How far, in figure sizes, neighbours are looked at; second-order changes of the quantity are then about 1e-6."""

BETTER = 1e-9
"""A neighbour is better when it improves the quantity by more than this fraction."""


def extremum_check(figure: s.Figure, conditions: tuple[s.Condition, ...], state: State, size: float) -> Check:
    """The check of the figure's one `minimize` or `maximize` at a single state."""
    extremum = figure.extrema[0]
    model, x = _raw_model(figure, conditions, state, size)
    search = Search(System(model), extremum)
    search.scale = abs(float(evaluate(extremum.quantity, state))) or 1.0
    slope = float(np.abs(stationarity(search, x)(x[None])).max())
    gain = _best_gain(search, x)
    holds = slope <= STATIONARY and gain <= BETTER
    name = f"{extremum.direction} {print_expr(extremum.quantity)}"
    verdict = (
        "is stationary and no neighbour is better"
        if holds
        else f"fails: slope {slope:.1e}, a neighbour gains {gain:.1e}"
    )
    return Check(
        name=name,
        status="passed" if holds else "failed",
        measured=max(slope, gain),
        tolerance=STATIONARY,
        sentence=f"{name} {verdict}",
    )


def _raw_model(figure: s.Figure, conditions: tuple[s.Condition, ...], state: State, size: float) -> tuple[Model, Array]:
    """A model whose variables are the coordinates themselves; constructed things follow from their definition."""
    variables = Variables()
    model = Model(
        figure=figure,
        size=size,
        steps=[],
        variables=variables,
        equations=conditions,
        promised=(),
        groups=rigid_groups(figure),
        solids=dict(state.solids),
    )
    fixed = {d.name for d in figure.params}
    start: list[float] = []
    for label, p in state.points.items():
        model.steps.append(_load_point(label, variables.add(list(p), 0.0)))
        start += [float(c) for c in p]
    for name, value in state.numbers.items():
        if name in fixed:
            model.steps.append(_load_fixed(name, value))
        else:
            model.steps.append(_load_number(name, variables.add([float(value)], 0.0)))
            start.append(float(value))
    defined = {d.name: d.definition[0] for d in figure.declarations if isinstance(d, s.PlaneDecl) and d.definition}
    for name, (normal, offset) in state.planes.items():
        if name in defined:
            model.steps.append(_construct_plane(name, defined[name]))
            continue
        equation = [*(float(c) for c in normal), float(offset)]
        model.steps.append(_load_plane(name, variables.add(equation, 0.0)))
        start += equation
    return model, np.array(start)


def _load_point(label: str, at: slice) -> Step:
    return lambda x, state: state.points.__setitem__(label, x[:, at])


def _load_fixed(name: str, value: Array) -> Step:
    return lambda x, state: state.numbers.__setitem__(name, value)


def _load_number(name: str, at: slice) -> Step:
    return lambda x, state: state.numbers.__setitem__(name, x[:, at.start])


def _construct_plane(name: str, definition: s.Expr) -> Step:
    return lambda x, state: state.planes.__setitem__(name, plane_equation(evaluate(definition, state)))


def _load_plane(name: str, at: slice) -> Step:
    return lambda x, state: state.planes.__setitem__(name, _plane(x[:, at]))


def _plane(rows: Array) -> tuple[Array, Array]:
    length = np.linalg.norm(rows[:, :3], axis=1)
    return rows[:, :3] / length[:, None], rows[:, 3] / length


def _best_gain(search: Search, x: Array) -> float:
    """The largest relative improvement among figures a short walk away that satisfy the conditions again."""
    system, units = search.system, search.system.model.units
    _, J = jacobian(system.residuals, x[None], units)
    directions = null_space(np.nan_to_num(J[0] * units)).T
    if not len(directions):
        return 0.0
    steps = np.concatenate([directions, -directions]) * WALK * units
    walked, worst = minimise(system.residuals, x + steps, units)
    valid = walked[(worst < 1e-11) & (system.margins(walked) >= 0)]
    if not len(valid):
        return 0.0
    here = float(search.quantity(x[None])[0, 0])
    return max(0.0, here - float(np.nanmin(search.quantity(valid))))
