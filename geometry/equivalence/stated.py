"""Whether a solved figure has a measure that a statement gives: some solid with that radius, height, edge or volume."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from geometry.conditions.verify import completed
from geometry.equivalence.solutions import solutions_of
from geometry.errors import GeometryError
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.catalogue import KINDS, edges_of
from geometry.notation.walk import nodes_in
from geometry.shapes.state import FigureState

HELD_RELATIVE = 1e-3
"""Looser than the kernel's tolerance: a figure may use 2*sqrt(3) for a stated 3.464; another measure is off by more."""

_FUNCTIONS: dict[str, tuple[str, ...]] = {
    "radius": ("radius", "top_radius", "circumradius", "inradius", "midradius"),
    "height": ("height",),
    "slant": ("slant",),
    "volume": ("volume",),
    "surface_area": ("surface_area",),
    "lateral_area": ("lateral_area",),
    "base_area": ("base_area", "top_area"),
    "edge": ("edge", "base_edge", "lateral_edge"),
}
_WRITTEN: dict[str, tuple[str, ...]] = {
    "height": ("gap", "distance"),
    "slant": ("distance",),
    "surface_area": ("lateral_area", "area"),
    "lateral_area": ("area",),
    "base_area": ("area",),
}
"""Further functions that count where a line of the figure has them."""
_LENGTHS = frozenset({"radius", "height", "slant", "edge"})


@dataclass(frozen=True)
class StatedMeasure:
    """One measure of a statement: what is measured, how much, and kinds of solid that its sentence names."""

    what: str
    value: float
    kinds: tuple[str, ...] = ()


def measure_gaps(figure: s.Figure, stated: Sequence[StatedMeasure], seed: int = 0) -> tuple[float, ...]:
    """By measure, how far the nearest part of the figure is from it on the worst solution, relative.

    nan for a measure that nothing in the figure could have.
    """
    states = [completed(figure, each) for each in solutions_of(figure, seed)] if stated else []
    gaps = [[_gap(figure, measure, state) for state in states] for measure in stated]
    return tuple(max((gap for gap in each if not math.isnan(gap)), default=math.nan) for each in gaps)


def asks_for(figure: s.Figure, what: str, factor: float, seed: int = 0) -> bool:
    """Whether the target is such a measure of some part of the figure on every solution, times 1 / `factor`."""
    for coordinates in solutions_of(figure, seed):
        state = completed(figure, coordinates)
        for value in _value(figure.target, state):
            if _gap(figure, StatedMeasure(what, value * factor), state) > HELD_RELATIVE:
                return False
    return True


def _gap(figure: s.Figure, measure: StatedMeasure, state: FigureState) -> float:
    # An edge or a side may be that of a polygon or of a part, whatever solid the sentence names.
    named = [solid for solid in figure.solids if solid.kind in measure.kinds and measure.what != "edge"]
    found = list(_of_solids(named or figure.solids, measure.what, state))
    found += _of_lines(figure, measure.what, state)
    if measure.what == "edge" or (not found and measure.what in _LENGTHS):
        found += [value for node in _nodes(figure) if isinstance(node, s.Labels) for value in _value(node, state)]
    return min((abs(value - measure.value) / max(abs(measure.value), 1e-300) for value in found), default=math.nan)


def _of_solids(solids: Sequence[s.SolidDecl], what: str, state: FigureState) -> Iterator[float]:
    for solid in solids:
        for function in _FUNCTIONS[what]:
            yield from _value(s.Call(function, (s.Name(solid.name),)), state)
        if what == "edge" and KINDS[solid.kind].family == "polyhedron":
            for ends in edges_of(solid):
                yield from _value(s.Labels(ends), state)


def _of_lines(figure: s.Figure, what: str, state: FigureState) -> Iterator[float]:
    names = (*_FUNCTIONS[what], *_WRITTEN.get(what, ()))
    for node in _nodes(figure):
        if isinstance(node, s.Call) and node.name in names:
            yield from _value(node, state)


def _nodes(figure: s.Figure) -> Iterator[s.Expr | s.Condition]:
    parts: list[s.Expr | s.Condition] = [*figure.givens, figure.target, *(e.quantity for e in figure.extrema)]
    parts += [d for item in figure.declarations if isinstance(item, s.PointDecl | s.PlaneDecl) for d in item.definition]
    yield from nodes_in(parts)


def _value(expr: s.Expr, state: FigureState) -> Iterator[float]:
    """The value of an expression, if it has one on this figure."""
    with np.errstate(all="ignore"):
        try:
            value = float(evaluate(expr, state))
        except (GeometryError, KeyError, TypeError, ValueError, AttributeError):
            return
    if np.isfinite(value):
        yield value
