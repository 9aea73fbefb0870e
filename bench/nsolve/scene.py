"""A figure in symbols: unknown sizes and coordinates, and everything else as formulas of them.

As in a solution by hand, the solid stands in a convenient position with few unknowns (a cube is one edge), a point
on a line is one number, and the first length is one if the figure states none. A figure with several solids, an
octahedron, icosahedron, dodecahedron or polyhedron given by faces, a free plane or stated coordinates is not covered.
"""

import operator
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from bench.nsolve.formulas import FUNCTIONS, Body, Circle, Expression, Line, NotCoveredError, Vector, mean, norm, vec
from geometry.notation import syntax as s
from geometry.notation.catalogue import BASELESS, KINDS, base_of, faces_of

_OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": operator.pow}


@dataclass
class Scene:
    """The symbols with where they start, and the points and named things made of them."""

    is_sized: bool
    """Whether a length is known; otherwise the first one becomes one."""
    starts: dict[Any, float] = field(default_factory=dict)
    positive: list[Expression] = field(default_factory=list)
    """What is positive at the root that is meant: sizes, shares of a segment, inequalities."""
    points: dict[str, Vector] = field(default_factory=dict)
    named: dict[str, Any] = field(default_factory=lambda: {"pi": sp.pi})
    """Numbers, planes and the solid."""
    is_turned: bool = False
    """Whether a point of a rim has its place, so that nothing can be turned about the axis any more."""

    def symbol(self, start: float, positive: bool | None = None) -> Expression:
        """An unknown coordinate, share or angle."""
        found = sp.Symbol(f"x{len(self.starts)}", real=True, positive=positive)
        self.starts[found] = start
        return found

    def size(self, start: float = 1.0) -> Expression:
        """An unknown length, or one if no length is known."""
        if not self.is_sized:
            self.is_sized = True
            return sp.S.One
        self.positive.append(self.symbol(start, positive=True))
        return self.positive[-1]

    def value(self, expr: s.Expr) -> Any:
        """The number, point, line, plane or solid that an expression stands for."""
        match expr:
            case s.Number(text):
                return sp.Rational(text)
            case s.Name(name):
                return self.named[name]
            case s.Labels((label,)):
                return self.points[label]
            case s.Labels((a, b)):
                return norm(self.points[b] - self.points[a])
            case s.Neg(operand):
                return -self.value(operand)
            case s.Op(op, left, right):
                return _OPERATIONS[op](self.value(left), self.value(right))
            case s.Call("circle", (_, _)):
                raise NotCoveredError("the circle in which a plane cuts a sphere")
            case s.Call(name, args) if name in FUNCTIONS:
                return FUNCTIONS[name](*(self.value(arg) for arg in args))
            case _:
                raise NotCoveredError(expr.name if isinstance(expr, s.Call) else "stated coordinates")


def place(figure: s.Figure, scene: Scene) -> None:
    """Gives the numbers, the solid, the points and the planes of a figure their places."""
    if len(figure.solids) != 1 or figure.solids[0].kind in ("octahedron", *BASELESS):
        raise NotCoveredError(" and ".join(d.kind for d in figure.solids))
    if any(isinstance(d, s.PointDecl) and d.label in figure.solids[0].labels for d in figure.declarations):
        raise NotCoveredError("a solid on points that have a place already")
    for item in figure.declarations:
        match item:
            case s.Param(name, value) | s.PlaneDecl(name, (value,)):
                scene.named[name] = scene.value(value)
            case s.Unknown(name):
                scene.named[name] = scene.size()
            case s.SolidDecl(kind=kind, name=name):
                scene.named[name] = (_round if KINDS[kind].family == "round" else _polyhedron)(item, scene)
            case s.PointDecl(label, "equals", (where,)):
                scene.points[label] = scene.value(where)
            case s.PointDecl(label, "on", (where,)):
                scene.points[label] = _point_on(scene.value(where), scene)
            case s.PointDecl(label):
                scene.points[label] = vec(scene.symbol(0.3), scene.symbol(0.2), scene.symbol(0.5))
            case _:
                raise NotCoveredError("a free plane")


def _point_on(thing: Any, scene: Scene) -> Vector:
    """One number along a line or circle. The first point of a rim may be anywhere on it."""
    if isinstance(thing, Line):
        share = scene.symbol(0.4)
        scene.positive += {"line": [], "ray": [share], "segment": [share, 1 - share]}[thing.extent]
        return thing.point + thing.direction * share
    if not isinstance(thing, Circle):
        raise NotCoveredError("a point on a plane or surface")
    turn = scene.symbol(1.1) if scene.is_turned else sp.S.Zero
    scene.is_turned = True
    return thing.center + vec(sp.cos(turn), sp.sin(turn), 0) * thing.radius


def _round(solid: s.SolidDecl, scene: Scene) -> Body:
    """A round solid with its base about the origin and its axis along z."""
    radius = scene.size()
    top_radius = radius if solid.kind == "cylinder" else scene.size(0.6) if solid.kind == "cone_frustum" else sp.S.Zero
    height = {"sphere": sp.S.Zero, "hemisphere": radius}.get(solid.kind)
    ends = vec(0, 0, 0), vec(0, 0, scene.size(1.3) if height is None else height)
    labels = solid.labels[::-1] if solid.kind == "cone" else solid.labels
    scene.points |= dict(zip(labels, ends, strict=False))
    return Body(solid.kind, ends[:1], ends[1:], (), radius, top_radius)


def _polyhedron(solid: s.SolidDecl, scene: Scene) -> Body:
    base = base_of(solid)
    top = next(group for group in solid.groups if group != base)
    ring = _ring(solid, scene)
    scene.points |= dict(zip(base, ring, strict=True)) | dict(zip(top, _top(solid, ring, scene), strict=True))
    base_at, top_at, *faces_at = (tuple(scene.points[x] for x in ring) for ring in (base, top, *faces_of(solid)))
    return Body(solid.kind, base_at, top_at, tuple(faces_at))


def _ring(solid: s.SolidDecl, scene: Scene) -> list[Vector]:
    """The base polygon in the plane z = 0, its first side along x."""
    n, side = len(base_of(solid)), scene.size()
    a, b = vec(0, 0, 0), vec(side, 0, 0)
    if solid.kind in ("cuboid", "parallelepiped"):
        d = vec(0 if solid.kind == "cuboid" else scene.symbol(0.2), scene.size(1.2), 0)
        return [a, b, b + d, d]
    corners = [a]
    for k in range(n - 1):
        turn = sp.N(2 * sp.pi * k / n) if n == 5 else 2 * sp.pi * k / n  # nested radicals are slow
        corners.append(corners[-1] + vec(sp.cos(turn), sp.sin(turn), 0))
    if solid.kind == "cube" or "regular" in solid.properties:
        return [p * side for p in corners]
    return [a, b, *(vec(scene.symbol(float(x)), scene.symbol(float(y)), 0) for x, y, _ in corners[2:])]


def _top(solid: s.SolidDecl, ring: list[Vector], scene: Scene) -> list[Vector]:
    """The apex, or the base polygon lifted and, in a frustum, scaled about its middle."""
    upright = bool({"regular", "right"} & set(solid.properties)) or solid.kind == "cuboid"
    middle, side = mean(*ring), norm(ring[1] - ring[0])
    if solid.kind == "cube" or (solid.kind == "tetrahedron" and upright):
        lift = vec(0, 0, side if solid.kind == "cube" else side * sp.sqrt(sp.Rational(2, 3)))
    else:
        x, y = (0, 0) if upright else (scene.symbol(0.1), scene.symbol(0.2))
        lift = vec(x, y, scene.size(1.3))
    if solid.kind in ("pyramid", "tetrahedron"):
        return [middle + lift]
    share = scene.symbol(0.6) if solid.kind == "frustum" else sp.S.One
    scene.positive.append(share)
    return [middle + (p - middle) * share + lift for p in ring]
