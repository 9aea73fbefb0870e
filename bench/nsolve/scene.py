"""A figure written down for sympy: symbols for what is unknown, expressions for everything else.

The usual simplifications of someone solving by hand are made: one solid of each rigid group stands in a
convenient position with its few natural sizes as symbols (a cube is one edge), constructed points are
formulas, points on a line are one number, solids on a common axis stay on it. Every symbol remembers its value
in the kernel's solution, from which the start is taken. Extremal figures raise UnformulatedError.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from bench.nsolve import measures as m
from bench.nsolve.bodies import BODY_MEASURES, circumradius, sphere_circle
from bench.nsolve.measures import Line, Plane, PolyBody, RoundBody, UnformulatedError, Vec
from geometry.notation import syntax as s
from geometry.notation.catalogue import faces_of
from geometry.notation.dependencies import FRAME, Groups, rigid_groups
from geometry.shapes.coordinates import Coordinates

Array = NDArray[np.float64]

WHOLE_SLACK = sp.Float("1e-9")
"""Rounding up or down forgives this much, as anyone counting pipes would."""


@dataclass(frozen=True)
class Frame:
    """The convenient axes of a rigid group: `axes` rows are orthonormal, mirrored ones allowed."""

    origin: Array
    axes: Array

    def local(self, p: Array) -> Array:
        return np.asarray(self.axes @ (p - self.origin))


AS_GIVEN = Frame(np.zeros(3), np.eye(3))


@dataclass
class Scene:
    """Symbols with their values, and the symbolic points, numbers and planes of a figure."""

    figure: s.Figure
    coordinates: Coordinates
    groups: Groups = field(init=False)
    solids: dict[str, s.SolidDecl] = field(init=False)
    frames: dict[str, Frame] = field(default_factory=dict)
    values: dict[Any, Any] = field(default_factory=dict)
    lengths: set[Any] = field(default_factory=set)
    points: dict[str, Vec] = field(default_factory=dict)
    numbers: dict[str, Any] = field(default_factory=dict)
    planes: dict[str, Plane] = field(default_factory=dict)
    unit_normals: list[Vec] = field(default_factory=list)
    """Normals of free planes, each to be of length one."""

    def __post_init__(self) -> None:
        if self.figure.extrema:
            raise UnformulatedError("an extremal figure")
        self.groups = rigid_groups(self.figure)
        self.solids = {d.name: d for d in self.figure.solids}
        self.frames[self.groups.find(FRAME)] = AS_GIVEN

    # Symbols and what they are in the kernel's solution

    def symbol(self, name: str, value: float, is_length: bool = True) -> Any:
        found = sp.Symbol(f"{name}_{len(self.values)}", real=True)
        return self._known(found, value, is_length)

    def size(self, name: str, value: float) -> Any:
        """A symbol for a positive length, which lets sympy take roots of its square."""
        return self._known(sp.Symbol(f"{name}_{len(self.values)}", positive=True), value, True)

    def _known(self, found: Any, value: float, is_length: bool) -> Any:
        self.values[found] = sp.Float(value)
        if is_length:
            self.lengths.add(found)
        return found

    def near(self, expr: Any) -> float:
        """An expression's value in the kernel's solution."""
        return float(sp.re(sp.N(sp.sympify(expr).xreplace(self.values))))

    def frame(self, name: str) -> Frame:
        return self.frames.get(self.groups.find(name), AS_GIVEN)

    def local(self, label: str) -> Array:
        """Where the kernel put a point, in the axes of its group."""
        return self.frame(label).local(np.array(self.coordinates.points[label]))

    def free_vector(self, label: str) -> Vec:
        """Three coordinate symbols for a point."""
        here = self.local(label)
        return Vec(*(self.symbol(f"{label}_{axis}", float(v)) for axis, v in zip("xyz", here, strict=True)))

    # Values of expressions

    def value(self, expr: s.Expr) -> Any:
        """The symbolic number, point, line, plane, region or body of an expression."""
        match expr:
            case s.Number(text):
                return sp.Rational(text)
            case s.Name(name):
                return self._named(name)
            case s.Labels((label,)):
                return self._point(label)
            case s.Labels((a, b)):
                return m.norm(self._point(b) - self._point(a))
            case s.Triple(x, y, z):
                return Vec(*(self.value(c) for c in (x, y, z)))
            case s.Neg(operand):
                return -self.value(operand)
            case s.Op(op, left, right):
                return _arithmetic(op, self.value(left), self.value(right))
            case s.Call(name, args):
                return self._call(name, [self.value(arg) for arg in args])
            case _:
                raise TypeError(f"{expr!r} was not resolved")

    def _point(self, label: str) -> Vec:
        if label not in self.points:
            raise UnformulatedError(f"the point {label} is used before it is placed")
        return self.points[label]

    def _named(self, name: str) -> Any:
        if name in self.numbers:
            return self.numbers[name]
        if name in self.planes:
            return self.planes[name]
        return self.body(self.solids[name]) if name in self.solids else sp.pi

    def body(self, solid: s.SolidDecl) -> Any:
        if solid.kind == "composite":
            return m.Composite(tuple((sign, self.body(self.solids[name])) for sign, name in solid.parts))
        points = tuple(self._point(label) for label in solid.labels)
        radius = self.numbers.get(f"{solid.name}.radius")
        if radius is None:
            index = {label: i for i, label in enumerate(solid.labels)}
            faces = tuple(tuple(index[label] for label in face) for face in faces_of(solid))
            groups = tuple(tuple(index[label] for label in group) for group in solid.groups)
            return PolyBody(points, faces, solid.kind, groups)
        if solid.kind == "cone":
            return RoundBody("cone", points[1], points[0], radius, sp.S.Zero)
        top = self.numbers.get(f"{solid.name}.top_radius", radius)
        return RoundBody(solid.kind, points[0], points[-1], radius, top)

    def _call(self, name: str, args: list[Any]) -> Any:
        if name in ("angle", "dihedral"):
            return m.turn(name, args).angle
        if name == "distance":
            return m.distance(args[0], args[1], self.near)
        if name == "circumradius":
            return circumradius(self.near, *args)
        if name == "hull":
            return m.hull(tuple(args), self.near)
        if name not in _MAKERS:
            raise UnformulatedError(name)
        return _MAKERS[name](*args)


def _arithmetic(op: str, left: Any, right: Any) -> Any:
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return right * left if isinstance(right, Vec) else left * right
        case "/":
            return left / right
        case _:
            return left**right


def _circle(body: RoundBody, plane: Plane | None = None) -> m.Circle:
    return sphere_circle(body, plane) if plane else m.Circle(body.base, m.axis_of(body), body.radius)


def _apex(body: Any) -> Vec:
    return body.top if isinstance(body, RoundBody) else body.top[0]


_MAKERS: dict[str, Any] = {
    **BODY_MEASURES,
    "sqrt": sp.sqrt,
    "cbrt": lambda x: x ** sp.Rational(1, 3),
    "root": lambda n, x: x ** (1 / n),
    "abs": sp.Abs,
    "sin": sp.sin,
    "cos": sp.cos,
    "tan": sp.tan,
    "asin": sp.asin,
    "acos": sp.acos,
    "atan": sp.atan,
    "degrees": lambda x: x * sp.pi / 180,
    "radians": lambda x: x,
    "floor": lambda x: sp.floor(x + WHOLE_SLACK),
    "ceil": lambda x: sp.ceiling(x - WHOLE_SLACK),
    "line": lambda a, b: Line(a, b - a),
    "segment": lambda a, b: Line(a, b - a, "segment"),
    "ray": lambda a, b: Line(a, b - a, "ray"),
    "polygon": lambda *points: m.Ring(points),
    "vector": lambda a, b: b - a,
    "norm": m.norm,
    "dot": m.dot,
    "gap": lambda thing, plane: m.plane_distance(thing.point, plane),
    "plane": lambda *points: Plane(points[0], m.ring_normal(points[:3])),
    "parallel_plane": lambda p, plane: Plane(p, plane.normal),
    "normal_plane": lambda p, line: Plane(p, line.direction),
    "bisector_plane": lambda a, b: Plane((a + b) / 2, b - a),
    "normal_line": lambda p, plane: Line(p, plane.normal),
    "parallel_line": lambda p, line: Line(p, line.direction),
    "axis": lambda body: Line(m.base_center(body), m.axis_of(body)),
    "base": m.base_plane,
    "top": m.top_plane,
    "circle": _circle,
    "topcircle": lambda body: m.Circle(body.top, m.axis_of(body), body.top_radius),
    "surface": lambda body: m.Skin(body, inside=False),
    "interior": lambda body: m.Skin(body, inside=True),
    "midpoint": lambda a, b: (a + b) / 2,
    "divide": lambda a, b, ratio: a + (b - a) * (ratio / (1 + ratio)),
    "centroid": lambda *points: m.mean(points),
    "circumcenter": m.circumcenter,
    "incenter": m.incenter,
    "orthocenter": m.orthocenter,
    "foot": m.foot,
    "intersection": m.intersection,
    "reflect": m.reflect,
    "center": m.center,
    "apex": _apex,
    "base_center": m.base_center,
    "top_center": m.top_center,
}
