"""Which variants of a batch satisfy every condition of their figure: the verdict of `verify` on many at once.

Without sentences and without extrema, and like `verify` without any knowledge of the solver. Measures that are stricter
on a single figure than on a batch, where the search needs a value, are taken of each variant by itself.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.conditions.degeneracy import heights, missing_object, object_margins
from geometry.conditions.predicates import residuals_of
from geometry.conditions.residuals import columns
from geometry.conditions.verify import check_condition, complete, conditions_of
from geometry.errors import GeometryError
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.walk import nodes_in
from geometry.numerics.vectors import Array
from geometry.shapes.coordinates import Coordinates
from geometry.shapes.state import FigureState, pick, states_of
from geometry.tolerances import EQUAL_LENGTHS_RELATIVE, MARGIN_SLACK, SOLVED_RELATIVE

Rows = NDArray[np.bool_]


def completed_batch(figure: s.Figure, coordinates: Sequence[Coordinates]) -> FigureState:
    """Coordinates of one figure as a batch, with what the figure constructs from them."""
    state = complete(figure, states_of(figure, coordinates))
    state.is_placed = True
    return state


def satisfying(figure: s.Figure, state: FigureState, count: int, tolerance: float = SOLVED_RELATIVE) -> Rows:
    """Which of `count` variants satisfy all conditions of the figure."""
    size = extents(state, count)
    holds = np.ones(count, dtype=bool)
    with np.errstate(all="ignore"):
        for _, condition in conditions_of(figure):
            holds &= _held(condition, state, size, tolerance)
            if not holds.any():
                break
    return holds


def _held(condition: s.Condition, state: FigureState, size: Array, tolerance: float) -> Rows:
    if not _is_stricter_alone(condition, state):
        try:
            found = residuals_of(condition, state, size)
            holds = _all(np.abs(found.residuals) <= tolerance, len(size))
            holds = holds & _all(found.margins >= -MARGIN_SLACK, len(size))
            return holds & _existing(condition, state, size)
        except GeometryError:
            pass  # perhaps only on some of the variants
    checks = [check_condition("", condition, pick(state, i), float(each), tolerance) for i, each in enumerate(size)]
    return np.array([check.status == "passed" for check in checks])


def target_values(figure: s.Figure, state: FigureState, count: int) -> Array:
    """The target on each variant; NaN where it does not exist."""
    size = extents(state, count)
    with np.errstate(all="ignore"):
        if not _is_stricter_alone(figure.target, state):
            try:
                values = np.broadcast_to(np.asarray(evaluate(figure.target, state), dtype=float), (count,))
                return np.where(_existing(figure.target, state, size), values, np.nan)
            except GeometryError:
                pass  # perhaps only on some of the variants
        return np.array([_value_alone(figure.target, pick(state, i), float(each)) for i, each in enumerate(size)])


def _value_alone(target: s.Expr, state: FigureState, size: float) -> float:
    try:
        return np.nan if missing_object(target, state, size) else float(evaluate(target, state))
    except GeometryError:
        return np.nan


_LENGTHS = frozenset(("edge", "base_edge", "lateral_edge", "slant", "inradius"))
_CUTS = frozenset(("section", "part", "larger_part", "smaller_part", "common", "slices", "blocks", "piece"))
_STRICTER_ALONE = _LENGTHS | _CUTS | {"area", "perimeter"}
"""Measures that need equal lengths, flat polygons or a cut, which is only insisted on in a single figure."""


def _is_stricter_alone(expr: s.Expr | s.Condition, state: FigureState) -> bool:
    nodes = list(nodes_in([expr]))
    # Parts of a composite may overlap in a batch.
    composite = {name for name, solid in state.solids.items() if solid.parts}
    return any(
        (isinstance(node, s.Call) and node.name in _STRICTER_ALONE and not _is_triangle(node))
        or (isinstance(node, s.Name) and node.id in composite)
        for node in nodes
    )


def _is_triangle(call: s.Call) -> bool:
    return call.name == "area" and len(call.args) == 3


def extents(state: FigureState, count: int) -> Array:
    """The longest extent of each variant, from its points and its radii."""
    points = np.array([np.broadcast_to(p, (count, 3)) for p in state.points.values()]).reshape(-1, count, 3)
    sizes = [np.linalg.norm(np.ptp(points, axis=0), axis=-1)] if len(points) else []
    sizes += [np.broadcast_to(np.abs(v), (count,)) for name, v in state.numbers.items() if is_hidden(name)]
    return np.asarray(np.maximum.reduce([*sizes, np.full(count, np.finfo(float).tiny)]))


def _existing(expr: s.Expr | s.Condition, state: FigureState, size: Array) -> Rows:
    """Which variants have every line, plane and polygon that an expression names."""
    exists = _all(columns(object_margins(expr, state, size)) > 0, len(size))
    return exists & _all(columns(heights(expr, state)) <= EQUAL_LENGTHS_RELATIVE * size[:, None], len(size))


def _all(held: Rows, count: int) -> Rows:
    return np.broadcast_to(held.all(-1), (count,))
