"""The figure as someone knows it who reads the question and does not see the object.

The object's kind and its own conditions are forgotten. Its labelled points are free in space, and each of its measures,
planes, axes and centres is any quantity or place of that kind. What the question adds to the object stays as it is.
"""

from collections.abc import Sequence

from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.condition_roles import condition_role, needed_declarations
from geometry.notation.main_solid import main_labels, main_names
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure
from geometry.notation.rigid_groups import declared_names, names_in, names_inside
from geometry.notation.signatures import FUNCTIONS
from geometry.notation.walk import calls_in

_FLAT = ("plane", "polygon", "area", "perimeter")


def told_figure(figure: s.Figure, with_extrema: bool = False) -> s.Figure:
    """The figure without its object; raises FigureError for one that cannot be written."""
    return _Forgetting(figure).told(with_extrema)


class _AboutTheObjectError(Exception):
    """The object as a whole stands where nothing can stand for it."""


class _Forgetting:
    """One figure being rewritten; collects the declarations that stand for the object's measures and places."""

    def __init__(self, figure: s.Figure) -> None:
        self._figure = figure
        self._object = {*main_names(figure), *_hidden_labels(figure)}
        self._stand_ins: dict[s.Expr, s.Expr] = {}
        self._declared: list[s.Declaration] = []
        parts = (figure.target, *_told_conditions(figure))
        self._is_cut_into_blocks = any(call.name == "blocks" for part in parts for call in calls_in(part))
        """Whoever reads of equal blocks along every edge knows that the object is a box, however oblique."""
        self._box = ""
        self._taken = {name for item in figure.declarations for name in declared_names(item)}

    def told(self, with_extrema: bool) -> s.Figure:
        figure = self._figure
        target = self._expr(figure.target)
        added = [self._declaration(item) for item in needed_declarations(figure)]
        given = [c for c in map(self._condition, _told_conditions(figure)) if c is not None]
        given += _flat_polygons([*given, target, *(d for item in added for d in getattr(item, "definition", ()))])
        extrema = [s.Extremum(e.direction, self._expr(e.quantity)) for e in figure.extrema if with_extrema]
        used = set().union(*(names_in(part) for part in (*given, target)), *(names_inside(item) for item in added))
        defined = set().union(*(declared_names(item) for item in added))
        corners = [s.PointDecl(label, "free") for label in main_labels(figure) if label in used - defined]
        told = s.Figure(
            declarations=(*figure.params, *corners, *self._declared, *added),
            givens=tuple(given),
            extrema=tuple(extrema),
            target=target,
        )
        # Parsed again: positions, dimensions and the order of declarations are checked.
        return parse_figure(print_figure(told))

    def _declaration(self, item: s.Declaration) -> s.Declaration:
        match item:
            case s.PointDecl(label, how, (definition,)):
                try:
                    return s.PointDecl(label, how, (self._expr(definition),))
                except _AboutTheObjectError:
                    return s.PointDecl(label, "free")
            case s.PlaneDecl(name, (definition,)):
                try:
                    return s.PlaneDecl(name, (self._expr(definition),))
                except _AboutTheObjectError:
                    return s.PlaneDecl(name)
            case _:
                return item

    def _condition(self, condition: s.Condition) -> s.Condition | None:
        """The condition without the object; None if it says something about the object as a whole."""
        try:
            if isinstance(condition, s.Relation):
                return s.Relation(condition.sign, self._expr(condition.left), self._expr(condition.right))
            return s.Call(condition.name, tuple(self._expr(arg) for arg in condition.args))
        except _AboutTheObjectError:
            return None

    def _expr(self, expr: s.Expr) -> s.Expr:
        if not names_in(expr) & self._object:
            return expr
        match expr:
            case s.Op(op, left, right):
                return s.Op(op, self._expr(left), self._expr(right))
            case s.Neg(operand):
                return s.Neg(self._expr(operand))
            case s.Triple(x, y, z):
                return s.Triple(self._expr(x), self._expr(y), self._expr(z))
            case s.Call(name, args):
                try:
                    return s.Call(name, tuple(self._expr(arg) for arg in args))
                except _AboutTheObjectError:
                    return self._stand_in(expr)
            case s.Name() if self._is_cut_into_blocks:
                self._box = self._box or self._solid("parallelepiped")
                return s.Name(self._box)
            case _:
                raise _AboutTheObjectError

    def _stand_in(self, call: s.Call) -> s.Expr:
        """Any quantity or place of the kind that the call gives; the same for the same call."""
        if call not in self._stand_ins:
            self._stand_ins[call] = self._any(FUNCTIONS[call.name].signatures[0].result)
        return self._stand_ins[call]

    def _any(self, kind: str) -> s.Expr:
        match kind:
            case "length" | "area" | "volume":
                sphere = self._solid("sphere")
                name = {"length": "radius", "area": "surface_area", "volume": "volume"}[kind]
                return s.Call(name, (s.Name(sphere),))
            case "angle":
                return s.Call("angle", (self._point(), self._point(), self._point()))
            case "number":
                return s.Op("/", self._any("length"), self._any("length"))
            case "point":
                return self._point()
            case "line" | "segment" | "ray":
                return s.Call("line", (self._point(), self._point()))
            case "plane":
                name = self._free_name("told")
                self._declared.append(s.PlaneDecl(name))
                return s.Name(name)
            case _:
                raise _AboutTheObjectError

    def _point(self) -> s.Labels:
        label = self._free_name("Q")
        self._declared.append(s.PointDecl(label, "free"))
        return s.Labels((label,))

    def _solid(self, kind: str) -> str:
        name = self._free_name("told")
        # Labels that nobody can write: the printed figure names the kind alone, and is parsed again.
        self._declared.append(s.SolidDecl(kind, (), name, ((f"{name}.1",),)))
        return name

    def _free_name(self, stem: str) -> str:
        number = next(n for n in range(1, 1000) if f"{stem}{n}" not in self._taken)
        self._taken.add(f"{stem}{number}")
        return f"{stem}{number}"


def _flat_polygons(parts: Sequence[s.Expr | s.Condition]) -> list[s.Condition]:
    """That polygons and planes through four or more points are flat and in order, as every reader takes for granted."""
    calls = [call for part in parts for call in calls_in(part) if call.name in _FLAT and len(call.args) > 3]
    flat = [s.Call("coplanar" if call.name == "plane" else "convex", call.args) for call in calls]
    return [call for call in dict.fromkeys(flat) if all(isinstance(arg, s.Labels) for arg in call.args)]


def _told_conditions(figure: s.Figure) -> list[s.Condition]:
    return [c for c in figure.givens if condition_role(figure, c) == "auxiliary"]


def _hidden_labels(figure: s.Figure) -> set[str]:
    own = main_names(figure)
    return {label for solid in figure.solids if solid.name in own for label in solid.labels if is_hidden(label)}
