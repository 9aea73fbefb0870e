"""Parametrisation of a figure: a map from a few variables to all coordinates, plus the equations left to solve.

Each declaration contributes its variables and one step that places its points. Solids come from their
templates; the first of each rigid group is in a standard position, so that rigid motions are not searched
over. Points already placed by an earlier declaration are shared, and conditions that the template then no
longer guarantees become equations.
"""

from dataclasses import dataclass

import numpy as np

from geometry.conditions.kind_conditions import implied_conditions
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.catalogue import HIDDEN, KINDS
from geometry.notation.rigid_groups import FRAME, names_in, rigid_groups
from geometry.numerics.vectors import Array, rotate, unit
from geometry.shapes.coordinates import Coordinates
from geometry.shapes.state import FigureState, plane_equation
from geometry.shapes.templates import template_for
from geometry.solver.model import Model, Step, Variables, figure_size
from geometry.solver.placing import along, as_rows, assign, round_circle, within
from geometry.solver.smooth_conditions import smoothed


@dataclass(frozen=True)
class FixedSolids:
    """Solids that are not searched for: they stand where the coordinates have them."""

    names: frozenset[str]
    coordinates: Coordinates


NONE_FIXED = FixedSolids(frozenset(), Coordinates(points={}))


def model_of(figure: s.Figure, without: frozenset[s.Condition] = frozenset(), fixed: FixedSolids = NONE_FIXED) -> Model:
    """The model of a figure; conditions in `without` are left out (used to find which of them conflict)."""
    return _Builder(figure, tuple(c for c in figure.givens if c not in without), fixed).model()


class _Builder:
    def __init__(self, figure: s.Figure, givens: tuple[s.Condition, ...], fixed_solids: FixedSolids) -> None:
        self.figure = figure
        self.fixed_solids = fixed_solids
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
        size = self._extent() or figure_size(self.givens, self.params)
        searched = smoothed(tuple(c for c in self.givens if c not in self.implied), self.figure)
        for sphere in searched.spheres.values():
            # The solid first: its group keeps its representative, which is already placed.
            self.groups.join([sphere.name.split(HIDDEN)[0], sphere.name, *sphere.labels])
            self._solid(sphere)
        return Model(
            figure=self.figure,
            size=size,
            steps=self.steps,
            variables=self.variables,
            equations=(*searched.conditions, *self.demands),
            promised=tuple(self.promised),
            groups=self.groups,
            solids={d.name: d for d in self.figure.solids} | searched.spheres,
        )

    def _declare(self, declaration: s.Declaration) -> None:
        match declaration:
            case s.Param(name, value):
                state = FigureState({}, numbers={n: np.asarray(v) for n, v in self.params.items()})
                self.params[name] = float(evaluate(value, state))
                fixed = np.asarray(self.params[name])
                self.steps.append(lambda x, st: st.numbers.__setitem__(name, fixed))
            case s.Unknown(name):
                self._size(name, 1.0)
            case s.PlaneDecl(name, definition):
                self._plane(name, definition)
            case s.PointDecl():
                self._point(declaration)
            case s.SolidDecl():
                self._solid(declaration)

    # Numbers, planes and points

    def _size(self, name: str, start: float) -> None:
        at = self.variables.add_sizes([start], [True])
        self.steps.append(lambda x, st: st.numbers.__setitem__(name, x[:, at.start]))

    def _plane(self, name: str, definition: tuple[s.Expr, ...]) -> None:
        if definition:
            self.steps.append(lambda x, st: st.planes.__setitem__(name, plane_equation(evaluate(definition[0], st))))
            return
        direction = self.variables.add([0.1, 0.2, 1.0], 0.6, is_length=False)
        offset = self.variables.add([0.3], 0.5)

        def place(x: Array, state: FigureState) -> None:
            state.planes[name] = (unit(x[:, direction]), x[:, offset.start])

        self.steps.append(place)

    def _free_point(self, label: str, start: tuple[float, float, float]) -> None:
        if label in self.fixed:
            relation = self.fixed[label]
            self.steps.append(lambda x, st: st.points.__setitem__(label, as_rows(evaluate(relation.right, st), x)))
            self.implied.add(relation)
        elif self._fourth_corner(label):
            a, b, c = self._fourth_corner(label)
            self.steps.append(lambda x, st: st.points.__setitem__(label, st.points[a] - st.points[b] + st.points[c]))
        else:
            at = self.variables.add(list(start), 0.8)
            self.steps.append(lambda x, st: st.points.__setitem__(label, x[:, at]))
        self.placed.add(label)

    def _fourth_corner(self, label: str) -> tuple[str, ...]:
        """The three placed corners, in order, of a stated parallelogram whose fourth corner is `label`."""
        for condition in self.givens:
            if isinstance(condition, s.Call) and condition.name in (
                "square",
                "rectangle",
                "rhombus",
                "parallelogram",
            ):
                ring = [arg.labels[0] for arg in condition.args if isinstance(arg, s.Labels)]
                if len(ring) == 4 and label in ring and set(ring) - {label} <= self.placed:
                    i = ring.index(label)
                    return (ring[i - 3], ring[i - 2], ring[i - 1])
        return ()

    def _point(self, item: s.PointDecl) -> None:
        if item.how == "free":
            return self._free_point(item.label, _scattered(len(self.placed)))
        self.placed.add(item.label)
        expr, label = item.definition[0], item.label
        if item.how == "equals":
            self.steps.append(lambda x, st: st.points.__setitem__(label, as_rows(evaluate(expr, st), x)))
            if isinstance(expr, s.Call) and expr.name == "intersection":
                # Two lines in space rarely intersect; the construction only finds the nearest point of the first.
                self.demands += [_lies_on(label, arg) for arg in expr.args]
            return None
        return self._point_on(label, expr)

    def _point_on(self, label: str, expr: s.Expr) -> None:
        """Coordinates along a line, in a plane or on a circle; on other surfaces a free point and an equation."""
        name = expr.name if isinstance(expr, s.Call) else "plane"
        condition = _lies_on(label, expr)
        if name in ("segment", "line", "ray"):
            at = self.variables.add(
                [0.35 + 0.11 * (len(self.placed) % 4)], 0.2 if name == "segment" else 0.6, is_length=False
            )
            self.steps.append(lambda x, st: st.points.__setitem__(label, along(evaluate(expr, st), x[:, at])))
        elif name in ("plane", "polygon", "parallel_plane", "normal_plane", "bisector_plane", "base", "top"):
            step = 0.07 * (len(self.placed) % 4)
            at = self.variables.add(
                [0.25 + step, 0.4 - step], 0.15 if name == "polygon" else 0.6, is_length=name != "polygon"
            )
            self.steps.append(lambda x, st: st.points.__setitem__(label, within(evaluate(expr, st), x[:, at])))
        elif name in ("circle", "topcircle"):
            at = self.variables.add([0.4 + 0.9 * len(self.placed)], 1.5, is_length=False)
            self.steps.append(
                lambda x, st: st.points.__setitem__(label, round_circle(evaluate(expr, st), x[:, at.start]))
            )
        else:
            self._free_point(label, _scattered(len(self.placed)))
            self.demands.append(condition)
            return
        # The equation holds by construction, but the point must still stay within the segment or polygon.
        self.promised.append(condition)

    # Solids

    def _solid(self, solid: s.SolidDecl) -> None:
        family = KINDS[solid.kind].family
        if family == "composite":
            return
        if solid.name in self.fixed_solids.names:
            self._fixed_solid(solid)
            return
        conditions = implied_conditions(solid)
        if family == "round":
            self._round_solid(solid)
        elif any(label in self.placed for label in solid.labels) or self._mostly_fixed(solid):
            if self._attach(solid):
                self.promised += conditions
            else:
                self.demands += conditions
            return
        else:
            self._place_template(solid)
            if solid.kind == "polyhedron":
                # Its template is any set of points; planarity of the faces remains to be solved.
                self.demands += conditions
                return
        self.promised += conditions

    def _fixed_solid(self, solid: s.SolidDecl) -> None:
        known = self.fixed_solids.coordinates
        points = {label: np.array(known.points[label]) for label in solid.labels}
        numbers = {name: v for name, v in known.numbers.items() if name.startswith(f"{solid.name}{HIDDEN}")}
        self.placed.update(points)
        self.standing.add(self.groups.find(solid.name))

        def place(x: Array, state: FigureState) -> None:
            state.points.update({label: np.broadcast_to(p, (len(x), 3)) for label, p in points.items()})
            state.numbers.update({name: np.asarray(value) for name, value in numbers.items()})

        self.steps.append(place)

    def _extent(self) -> float:
        """The extent of the fixed solids, 0 if there are none."""
        if not self.fixed_solids.names:
            return 0.0
        known = self.fixed_solids.coordinates
        fixed = [solid for solid in self.figure.solids if solid.name in self.fixed_solids.names]
        points = np.array([known.points[label] for solid in fixed for label in solid.labels])
        radii = [known.numbers.get(f"{solid.name}{HIDDEN}radius", 0.0) for solid in fixed]
        return max(float(np.linalg.norm(np.ptp(points, axis=0))), *radii)

    def _mostly_fixed(self, solid: s.SolidDecl) -> bool:
        """Whether nearly all vertices have stated coordinates: then points are simpler than a posed template."""
        return sum(label in self.fixed for label in solid.labels) >= len(solid.labels) - 1

    def _stands_free(self, solid: s.SolidDecl) -> bool:
        """Whether this solid is the first of its rigid group and may take the standard position."""
        group = self.groups.find(solid.name)
        first = group not in self.standing
        self.standing.add(group)
        return first

    def _place_template(self, solid: s.SolidDecl) -> None:
        template = template_for(solid, self.givens)
        self.implied |= template.implied
        sizes = self.variables.add_sizes(template.start, template.is_size)
        self.placed.update(solid.labels)
        labels = solid.labels
        if self._stands_free(solid):
            self.steps.append(lambda x, st: assign(st, labels, template.build(x[:, sizes])))
            return
        turn = self.variables.add([0.2, -0.3, 0.1], 1.2, is_length=False)
        shift = self.variables.add([0.1, 0.2, 0.1], 0.6)

        def place(x: Array, state: FigureState) -> None:
            posed = rotate(template.build(x[:, sizes]), x[:, turn]) + x[:, None, shift]
            assign(state, labels, posed)

        self.steps.append(place)

    def _attach(self, solid: s.SolidDecl) -> bool:
        """Places the vertices that are not placed yet; true if the kind's conditions then hold by construction.

        They become free points, one shared vector if a whole base is placed, or a pinned template."""
        if solid.kind in ("cube", "cuboid", "parallelepiped", "prism"):
            bottom, top = solid.groups
            for here, there in ((bottom, top), (top, bottom)):
                if set(here) <= self.placed and not set(there) & self.placed:
                    self._translate(here, there)
                    return False
        missing = [label for label in solid.labels if label not in self.placed]
        if len(missing) > 1 and (solid.kind in ("cube", "cuboid") or "regular" in solid.properties):
            self._pin_template(solid)
            return True
        for label in missing:
            self._free_point(label, _scattered(len(self.placed)))
        return False

    def _pin_template(self, solid: s.SolidDecl) -> None:
        """A template pinned at its first placed vertex; equations make the other placed vertices coincide."""
        template = template_for(solid, self.givens)
        self.implied |= template.implied
        sizes = self.variables.add_sizes(template.start, template.is_size)
        turn = self.variables.add([0.2, -0.3, 0.1], 1.2, is_length=False)
        labels, shared = solid.labels, [label for label in solid.labels if label in self.placed]
        pin = labels.index(shared[0])
        names = tuple(f"{solid.name}{HIDDEN}{x}" if x in self.placed else x for x in labels)

        def place(x: Array, state: FigureState) -> None:
            posed = rotate(template.build(x[:, sizes]), x[:, turn])
            assign(state, names, posed - posed[:, pin : pin + 1] + state.points[shared[0]][..., None, :])

        self.steps.append(place)
        self.placed.update(labels)
        for label in shared[1:]:
            self.demands.append(s.Relation("=", s.Labels((label,)), s.Labels((f"{solid.name}{HIDDEN}{label}",))))

    def _translate(self, here: tuple[str, ...], there: tuple[str, ...]) -> None:
        at = self.variables.add([0.2, 0.1, 1.0], 0.8)
        self.placed.update(there)

        def place(x: Array, state: FigureState) -> None:
            for old, new in zip(here, there, strict=True):
                state.points[new] = state.points[old] + x[:, at]

        self.steps.append(place)

    def _round_solid(self, solid: s.SolidDecl) -> None:
        stands = self._stands_free(solid)
        first, *others = base_to_top(solid)
        seat = self._seat(solid) if not stands else None
        if first not in self.placed:
            if seat:
                self.placed.add(first)
                self.steps.append(lambda x, st: st.points.__setitem__(first, st.points[seat[0]]))
            elif stands:
                self.placed.add(first)
                self.steps.append(lambda x, st: st.points.__setitem__(first, np.zeros((len(x), 3))))
            else:
                self._free_point(first, (0.1, 0.2, 0.15))
        self._size(f"{solid.name}.radius", 0.7)
        for other in others:
            if other not in self.placed and seat:
                self._along_axis(first, other, seat)
            elif other not in self.placed:
                self._far_end(solid, first, other, stands)
        if solid.kind == "cone_frustum":
            self._size(f"{solid.name}.top_radius", 0.4)
        if solid.kind == "hemisphere":
            pole = s.Relation("=", s.Labels((first, others[0])), s.Call("radius", (s.Name(solid.name),)))
            self.demands.append(pole)

    def _seat(self, solid: s.SolidDecl) -> tuple[str, str, str] | None:
        """Where a round solid is placed on or in an earlier one: the point of its base, and the shared axis.

        Only if none of its own points are placed; the stated contact then holds except for the sizes.
        """
        if solid.kind == "sphere" or set(solid.labels) & self.placed:
            return None
        earlier = {d.name: d for d in self.figure.solids if set(d.labels) <= self.placed}
        for condition in self.givens:
            match condition:
                case s.Call("inscribed", (s.Name(inner), s.Name(outer))) if inner == solid.name:
                    low, where = outer, 0
                case s.Call("circumscribed", (s.Name(outer), s.Name(inner))) if inner == solid.name:
                    low, where = outer, 0
                case s.Call("stacked", (s.Name(inner), s.Name(outer))) if inner == solid.name:
                    low, where = outer, 1
                case _:
                    continue
            if low in earlier and KINDS[earlier[low].kind].family == "round" and earlier[low].kind != "sphere":
                base, top = base_to_top(earlier[low])
                return (base, top)[where], base, top
        return None

    def _along_axis(self, first: str, other: str, seat: tuple[str, str, str]) -> None:
        at = self.variables.add_sizes([0.8], [True])
        self.placed.add(other)

        def place(x: Array, state: FigureState) -> None:
            axis = unit(state.points[seat[2]] - state.points[seat[1]])
            state.points[other] = state.points[first] + axis * x[:, at]

        self.steps.append(place)

    def _far_end(self, solid: s.SolidDecl, first: str, other: str, stands: bool) -> None:
        self.placed.add(other)
        if stands:
            at = self.variables.add_sizes([1.1], [True])
            up = np.array([0.0, 0.0, 1.0])
            self.steps.append(lambda x, st: st.points.__setitem__(other, st.points[first] + x[:, at] * up))
        else:
            at = self.variables.add([0.2, 0.1, 1.0], 0.6)
            self.steps.append(lambda x, st: st.points.__setitem__(other, st.points[first] + x[:, at]))


def base_to_top(solid: s.SolidDecl) -> tuple[str, ...]:
    """The labels of a round solid from the centre of its base upwards; a cone is written apex first."""
    return tuple(reversed(solid.labels)) if solid.kind == "cone" else solid.labels


def _stated_coordinates(givens: tuple[s.Condition, ...]) -> dict[str, s.Relation]:
    """Points whose coordinates are stated explicitly, by label."""
    stated: dict[str, s.Relation] = {}
    for relation in givens:
        match relation:
            case s.Relation("=", s.Labels((label,)), s.Triple() as place) if names_in(place) <= {FRAME, "pi"}:
                stated.setdefault(label, relation)
            case _:
                pass
    return stated


def _lies_on(label: str, place: s.Expr) -> s.Call:
    return s.Call("on", (s.Labels((label,)), place))


def _scattered(index: int) -> tuple[float, float, float]:
    """A fixed, well-spread guess for the index-th free vertex."""
    turn = 2.4 * index
    return (float(np.cos(turn)), float(np.sin(turn)), 0.5 + 0.3 * (index % 3))
