"""From a figure to a map: a few numbers in, coordinates of everything out, plus the equations left to solve.

Each declaration contributes its variables and one step that places its points. Solids come from their
templates; the first of each rigid group stands in a standard position, so that rigid motions are not
searched over. Points already placed by an earlier declaration are shared, and what a template cannot
promise then becomes an equation.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from geometry import syntax as s
from geometry.catalogue import KINDS, structure
from geometry.dependencies import FRAME, Groups, names_in, rigid_groups
from geometry.dimensions import dimension_of
from geometry.evaluate import evaluate
from geometry.state import State
from geometry.templates import template_for
from geometry.values import Circle, Line, Plane, Polygon
from geometry.vectors import Array, cross, rotate, unit

Step = Callable[[Array, State], None]

SPREAD = 0.35
"""Relative scatter of random starts about a template's handsome first guess."""


@dataclass
class Variables:
    """The search space: for each variable its start, how widely to scatter it, and its unit (size or one)."""

    start: list[float] = field(default_factory=list)
    scatter: list[float] = field(default_factory=list)
    is_length: list[bool] = field(default_factory=list)

    def add(self, start: "Array | list[float]", scatter: float, is_length: bool = True) -> slice:
        first = len(self.start)
        self.start += [float(v) for v in start]
        self.scatter += [scatter] * len(start)
        self.is_length += [is_length] * len(start)
        return slice(first, len(self.start))


@dataclass
class Model:
    """A figure ready for the solver: `place(x)` puts `(N, n)` variables into a State; `equations` must hold."""

    figure: s.Figure
    size: float
    steps: list[Step]
    variables: Variables
    equations: tuple[s.Condition, ...]
    promised: tuple[s.Condition, ...]
    groups: Groups

    def place(self, x: Array) -> State:
        state = State({d.name: d for d in self.figure.solids})
        for step in self.steps:
            step(x, state)
        return state

    @property
    def units(self) -> Array:
        """The size of one unit of each variable."""
        return np.where(self.variables.is_length, self.size, 1.0)

    def starts(self, rng: np.random.Generator, count: int) -> Array:
        """`count` starting points: the handsome one first, then scattered ones."""
        start, scatter = np.array(self.variables.start), np.array(self.variables.scatter)
        noise = rng.normal(size=(count, len(start))) * scatter
        noise[0] = 0
        return (start + noise) * self.units


def model_of(figure: s.Figure, without: frozenset[s.Condition] = frozenset()) -> Model:
    """The model of a figure; conditions in `without` are left out (to find which of them conflict)."""
    return _Builder(figure, tuple(c for c in figure.givens if c not in without)).model()


def figure_size(givens: tuple[s.Condition, ...], params: dict[str, float]) -> float:
    """The length scale that the stated numbers suggest: the median of c^(1/power), 1 when none is stated."""
    sizes = []
    state = State({}, numbers={name: np.asarray(v) for name, v in params.items()})
    for relation in givens:
        if not isinstance(relation, s.Relation):
            continue
        for known, other in ((relation.left, relation.right), (relation.right, relation.left)):
            if names_in(known) <= {*params, "pi"} and dimension_of_scalar(other) > 0:
                value = abs(float(evaluate(known, state)))
                sizes += [value ** (1 / dimension_of_scalar(other))] if 0 < value < np.inf else []
    return float(np.median(sizes)) if sizes else 1.0


def dimension_of_scalar(expr: s.Expr) -> float:
    """The power of length of a numeric expression, 0 for anything else."""
    from geometry.spatial import is_spatial

    if is_spatial(expr):
        return 0.0
    dimension = dimension_of(expr)
    return float(dimension.power) if dimension.kind == "quantity" else 0.0


class _Builder:
    def __init__(self, figure: s.Figure, givens: tuple[s.Condition, ...]) -> None:
        self.figure = figure
        self.givens = givens
        self.groups = rigid_groups(figure)
        self.variables = Variables()
        self.steps: list[Step] = []
        self.placed: set[str] = set()
        self.standing: set[str] = {self.groups.find(FRAME)}
        self.implied: set[s.Condition] = set()
        self.demands: list[s.Condition] = []
        self.promised: list[s.Condition] = []
        self.params: dict[str, float] = {}
        self.fixed = _stated_coordinates(givens)

    def model(self) -> Model:
        for declaration in self.figure.declarations:
            self._declare(declaration)
        size = figure_size(self.givens, self.params)
        equations = [c for c in (*self.givens, *self.demands) if c not in self.implied]
        return Model(
            self.figure, size, self.steps, self.variables, tuple(equations), tuple(self.promised), self.groups
        )

    def _declare(self, declaration: s.Declaration) -> None:
        match declaration:
            case s.Param(name, value):
                state = State({}, numbers={n: np.asarray(v) for n, v in self.params.items()})
                self.params[name] = float(evaluate(value, state))
                fixed = np.asarray(self.params[name])
                self.steps.append(lambda x, st: st.numbers.__setitem__(name, fixed))
            case s.Unknown(name):
                self._scalar(name, 1.0, 0.6)
            case s.PlaneDecl(name, definition):
                self._plane(name, definition)
            case s.PointDecl():
                self._point(declaration)
            case s.SolidDecl():
                self._solid(declaration)

    # Numbers, planes and points

    def _scalar(self, name: str, start: float, scatter: float = SPREAD) -> None:
        at = self.variables.add([start], scatter)
        self.steps.append(lambda x, st: st.numbers.__setitem__(name, x[:, at.start]))

    def _plane(self, name: str, definition: tuple[s.Expr, ...]) -> None:
        if definition:
            self.steps.append(lambda x, st: st.planes.__setitem__(name, _equation(evaluate(definition[0], st))))
            return
        direction = self.variables.add([0.1, 0.2, 1.0], 0.6, is_length=False)
        offset = self.variables.add([0.3], 0.5)

        def place(x: Array, state: State) -> None:
            state.planes[name] = (unit(x[:, direction]), x[:, offset.start])

        self.steps.append(place)

    def _free_point(self, label: str, start: tuple[float, float, float] = (0.3, 0.4, 0.5)) -> None:
        if label in self.fixed:
            relation = self.fixed[label]
            self.steps.append(lambda x, st: st.points.__setitem__(label, _rows(evaluate(relation.right, st), x)))
            self.implied.add(relation)
        else:
            at = self.variables.add(list(start), 0.8)
            self.steps.append(lambda x, st: st.points.__setitem__(label, x[:, at]))
        self.placed.add(label)

    def _point(self, item: s.PointDecl) -> None:
        if item.how == "free":
            return self._free_point(item.label)
        self.placed.add(item.label)
        expr, label = item.definition[0], item.label
        if item.how == "equals":
            self.steps.append(lambda x, st: st.points.__setitem__(label, _rows(evaluate(expr, st), x)))
            if isinstance(expr, s.Call) and expr.name == "intersection":
                # Two lines in space seldom meet; the construction only finds the nearest point of the first.
                self.demands += [_lies_on(label, arg) for arg in expr.args]
            return None
        return self._point_on(label, expr)

    def _point_on(self, label: str, expr: s.Expr) -> None:
        """Coordinates along a line, in a plane or round a circle; on other surfaces a free point and an equation."""
        name = expr.name if isinstance(expr, s.Call) else "plane"
        condition = _lies_on(label, expr)
        if name in ("segment", "line", "ray"):
            at = self.variables.add([0.45], 0.2 if name == "segment" else 0.6, is_length=False)
            self.steps.append(lambda x, st: st.points.__setitem__(label, _along(evaluate(expr, st), x[:, at])))
        elif name in ("plane", "polygon", "parallel_plane", "normal_plane", "bisector_plane", "base", "top"):
            at = self.variables.add([0.3, 0.35], 0.15 if name == "polygon" else 0.6, is_length=name != "polygon")
            self.steps.append(lambda x, st: st.points.__setitem__(label, _within(evaluate(expr, st), x[:, at])))
        elif name in ("circle", "topcircle") and len(expr.args) == 1:  # type: ignore[union-attr]
            at = self.variables.add([0.4 + 0.9 * len(self.placed)], 1.5, is_length=False)
            self.steps.append(lambda x, st: st.points.__setitem__(label, _round(evaluate(expr, st), x[:, at.start])))
        else:
            self._free_point(label)
            self.demands.append(condition)
            return
        # True by construction as an equation, but a segment or polygon still has ends to stay within.
        self.promised.append(condition)

    # Solids

    def _solid(self, solid: s.SolidDecl) -> None:
        family = KINDS[solid.kind].family
        if family == "composite":
            return
        conditions = structure(solid)
        if family == "round":
            self._round_solid(solid)
        elif any(label in self.placed for label in solid.labels) or self._mostly_fixed(solid):
            self._attach(solid)
            self.demands += conditions
            return
        else:
            self._place_template(solid)
        self.promised += conditions

    def _mostly_fixed(self, solid: s.SolidDecl) -> bool:
        """Nearly all vertices have stated coordinates: then points are simpler than a template in some pose."""
        return sum(label in self.fixed for label in solid.labels) >= len(solid.labels) - 1

    def _stands_free(self, solid: s.SolidDecl) -> bool:
        """Whether this solid is the first of its rigid group and may stand in the standard position."""
        group = self.groups.find(solid.name)
        first = group not in self.standing
        self.standing.add(group)
        return first

    def _place_template(self, solid: s.SolidDecl) -> None:
        template = template_for(solid, self.givens)
        self.implied |= template.implied
        sizes = self.variables.add(template.start, SPREAD)
        self.placed.update(solid.labels)
        labels = solid.labels
        if self._stands_free(solid):
            self.steps.append(lambda x, st: _assign(st, labels, template.build(x[:, sizes])))
            return
        turn = self.variables.add([0.2, -0.3, 0.1], 1.2, is_length=False)
        shift = self.variables.add([0.1, 0.2, 0.1], 0.6)

        def place(x: Array, state: State) -> None:
            posed = rotate(template.build(x[:, sizes]), x[:, turn]) + x[:, None, shift]
            _assign(state, labels, posed)

        self.steps.append(place)

    def _attach(self, solid: s.SolidDecl) -> None:
        """Vertices not yet placed become free points, or one shared vector where a whole base is there."""
        if solid.kind in ("cube", "cuboid", "parallelepiped", "prism"):
            bottom, top = solid.groups
            for here, there in ((bottom, top), (top, bottom)):
                if set(here) <= self.placed and not set(there) & self.placed:
                    self._translate(here, there)
                    return
        for label in solid.labels:
            if label not in self.placed:
                self._free_point(label, _scattered(len(self.placed)))

    def _translate(self, here: tuple[str, ...], there: tuple[str, ...]) -> None:
        at = self.variables.add([0.2, 0.1, 1.0], 0.8)
        self.placed.update(there)

        def place(x: Array, state: State) -> None:
            for old, new in zip(here, there, strict=True):
                state.points[new] = state.points[old] + x[:, at]

        self.steps.append(place)

    def _round_solid(self, solid: s.SolidDecl) -> None:
        stands = self._stands_free(solid)
        first, *others = (solid.labels[1], solid.labels[0]) if solid.kind == "cone" else solid.labels
        if first not in self.placed:
            if stands:
                self.placed.add(first)
                self.steps.append(lambda x, st: st.points.__setitem__(first, np.zeros((len(x), 3))))
            else:
                self._free_point(first, (0.1, 0.2, 0.15))
        self._scalar(f"{solid.name}.radius", 0.7)
        for other in others:
            if other not in self.placed:
                self._far_end(solid, first, other, stands)
        if solid.kind == "cone_frustum":
            self._scalar(f"{solid.name}.top_radius", 0.4)
        if solid.kind == "hemisphere":
            pole = s.Relation("=", s.Labels((first, others[0])), s.Call("radius", (s.Name(solid.name),)))
            self.demands.append(pole)

    def _far_end(self, solid: s.SolidDecl, first: str, other: str, stands: bool) -> None:
        self.placed.add(other)
        if stands:
            at = self.variables.add([1.1], SPREAD)
            up = np.array([0.0, 0.0, 1.0])
            self.steps.append(lambda x, st: st.points.__setitem__(other, st.points[first] + x[:, at] * up))
        else:
            at = self.variables.add([0.2, 0.1, 1.0], 0.6)
            self.steps.append(lambda x, st: st.points.__setitem__(other, st.points[first] + x[:, at]))


def _stated_coordinates(givens: tuple[s.Condition, ...]) -> dict[str, s.Relation]:
    """Points whose coordinates are stated outright, by label."""
    stated: dict[str, s.Relation] = {}
    for relation in givens:
        if isinstance(relation, s.Relation) and isinstance(relation.left, s.Labels) and isinstance(relation.right, s.Triple):
            if not names_in(relation.right) - {FRAME, "pi"}:
                stated.setdefault(relation.left.labels[0], relation)
    return stated


def _lies_on(label: str, place: s.Expr) -> s.Call:
    return s.Call("on", (s.Labels((label,)), place))


def _scattered(index: int) -> tuple[float, float, float]:
    """A fixed, well-spread guess for the index-th free vertex."""
    turn = 2.4 * index
    return (float(np.cos(turn)), float(np.sin(turn)), 0.5 + 0.3 * (index % 3))


def _rows(point: Array, x: Array) -> Array:
    return np.broadcast_to(point, (len(x), 3)) if point.ndim == 1 else point


def _assign(state: State, labels: tuple[str, ...], vertices: Array) -> None:
    for i, label in enumerate(labels):
        state.points[label] = vertices[:, i, :]


def _equation(plane: Plane) -> tuple[Array, Array]:
    normal = unit(plane.normal)
    return normal, np.asarray((normal * plane.point).sum(-1))


def _along(line: Line, t: Array) -> Array:
    return line.point + line.direction * t


def _within(place: Plane | Polygon, uv: Array) -> Array:
    """Affine coordinates in a plane (unit axes) or a polygon (its first two sides)."""
    u, v = uv[:, 0, None], uv[:, 1, None]
    if isinstance(place, Polygon):
        a, b, c = (place.vertices[..., i, :] for i in (0, 1, -1))
        return a + (b - a) * u + (c - a) * v
    first, second = _plane_axes(place.normal)
    return place.point + first * u + second * v


def _plane_axes(normal: Array) -> tuple[Array, Array]:
    n = unit(normal)
    # The axis least aligned with the normal gives a well-conditioned frame; chosen once for a whole batch.
    least = np.eye(3)[np.argmin(np.abs(n).reshape(-1, 3).mean(0))]
    first = unit(cross(np.broadcast_to(least, n.shape), n))
    return first, cross(n, first)


def _round(circle: Circle, turn: Array) -> Array:
    first, second = _plane_axes(circle.normal)
    spoke = first * np.cos(turn)[:, None] + second * np.sin(turn)[:, None]
    return circle.center + spoke * np.asarray(circle.radius)[..., None]
