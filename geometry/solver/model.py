"""A figure as a search problem: variables with their starts and units, and the map from them to coordinates."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.dimensions import dimension_of
from geometry.notation.rigid_groups import Groups, names_in
from geometry.notation.spatial import is_spatial
from geometry.numerics.vectors import Array
from geometry.shapes.state import FigureState

Step = Callable[[Array, FigureState], None]

SPREAD = 0.35
"""Relative scatter of random starts around the template start."""


@dataclass
class Variables:
    """The search space: for each variable its start, its scatter, and its unit (figure size or one)."""

    start: list[float] = field(default_factory=list)
    scatter: list[float] = field(default_factory=list)
    is_length: list[bool] = field(default_factory=list)
    is_size: list[bool] = field(default_factory=list)

    def add(self, start: "Array | list[float]", scatter: float, is_length: bool = True) -> slice:
        """New variables of any sign: positions, directions, fractions of a segment."""
        first = len(self.start)
        self.start += [float(v) for v in start]
        self.scatter += [scatter] * len(start)
        self.is_length += [is_length] * len(start)
        self.is_size += [False] * len(start)
        return slice(first, len(self.start))

    def add_sizes(self, start: "Array | list[float]", is_size: "NDArray[np.bool_] | list[bool]") -> slice:
        """New lengths; those that are sizes (an edge, a radius, a height) should be positive."""
        at = self.add(start, SPREAD)
        self.is_size[at] = [bool(v) for v in is_size]
        return at


@dataclass
class Model:
    """A figure ready for the solver: `place(x)` maps variables `(N, n)` to a FigureState; `equations` must hold."""

    figure: s.Figure
    size: float
    steps: list[Step]
    variables: Variables
    equations: tuple[s.Condition, ...]
    promised: tuple[s.Condition, ...]
    groups: Groups
    solids: dict[str, s.SolidDecl]

    def place(self, x: Array) -> FigureState:
        state = FigureState(dict(self.solids))
        with np.errstate(all="ignore"):
            for step in self.steps:
                step(x, state)
        state.is_placed = True
        return state

    def exists(self, x: Array) -> NDArray[np.bool_]:
        """Which rows give every point finite coordinates; a construction that does not exist gives NaN."""
        finite = np.ones(len(x), dtype=bool)
        for p in self.place(x).points.values():
            finite &= np.isfinite(np.broadcast_to(p, (len(x), 3))).all(-1)
        return finite

    @property
    def units(self) -> Array:
        """The size of one unit of each variable."""
        return np.where(self.variables.is_length, self.size, 1.0)

    def starts(self, rng: np.random.Generator, count: int) -> Array:
        """`count` starting points: the template start first, then random ones around it."""
        start, scatter = np.array(self.variables.start), np.array(self.variables.scatter)
        noise = rng.normal(size=(count, len(start))) * scatter
        noise[0] = 0
        # A third of the starts stay near the template start, the others are farther away, to find other branches.
        noise[count // 3 :] *= 2
        noise[2 * count // 3 :, self.variables.is_size] *= 2
        # A size is scattered by a factor, so that it stays positive; a position by a distance.
        return np.where(self.variables.is_size, start * np.exp(noise), start + noise) * self.units


def figure_size(givens: tuple[s.Condition, ...], params: dict[str, float]) -> float:
    """The length scale implied by the stated numbers: the median of c^(1/power), 1 if none is stated."""
    sizes = []
    state = FigureState({}, numbers={name: np.asarray(v) for name, v in params.items()})
    for known, other in _compared(givens):
        power = dimension_of_scalar(other)
        if power > 0 and names_in(known) <= {*params, "pi"}:
            value = abs(float(evaluate(known, state)))
            sizes += [value ** (1 / power)] if 0 < value < np.inf else []
    return float(np.median(sizes)) if sizes else 1.0


def _compared(givens: tuple[s.Condition, ...]) -> Iterator[tuple[s.Expr, s.Expr]]:
    """Pairs of expressions that are equated, compared, added or subtracted, in both orders."""
    for relation in givens:
        if isinstance(relation, s.Relation) and not is_spatial(relation.left):
            pending: list[s.Expr | s.Relation] = [relation]
            while pending:
                node = pending.pop()
                if isinstance(node, s.Op | s.Relation):
                    pending += [node.left, node.right]
                    if isinstance(node, s.Relation) or node.op in "+-":
                        yield node.left, node.right
                        yield node.right, node.left
                elif isinstance(node, s.Neg):
                    pending.append(node.operand)


def dimension_of_scalar(expr: s.Expr) -> float:
    """The power of length of a numeric expression, 0 for anything else."""
    if is_spatial(expr):
        return 0.0
    dimension = dimension_of(expr)
    return float(dimension.power) if dimension.kind == "quantity" else 0.0
