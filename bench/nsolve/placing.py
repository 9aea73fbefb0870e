"""Placing a figure's declarations in a Scene: standard positions, coordinate symbols, and what they leave to solve.

Each rigid group has one solid standing by itself, polyhedra first, in the position a person would choose: a
regular or rectangular base about the origin, any other with its first vertex at the origin, the second on the
x-axis and the third in the xy-plane; a round solid with its base centre at the origin and its axis along z.
Every other solid gets coordinate symbols and the equations of its kind.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import sympy as sp

from bench.nsolve import measures as m
from bench.nsolve.measures import UnformulatedError, Vec
from bench.nsolve.scene import Array, Frame, Scene
from geometry.conditions.kind_conditions import structure
from geometry.notation import syntax as s
from geometry.notation.catalogue import KINDS, base_of
from geometry.notation.dependencies import names_in

ON_AXIS = 1e-7
"""A centre this near to the z-axis, in sizes of the figure, is on it by symmetry."""

_REGULAR = {"square", "equilateral", "regular"}
_TOGETHER = {"inscribed", "circumscribed", "stacked", "coaxial"}


def place(scene: Scene) -> list[s.Condition]:
    """Places everything; returns the conditions that the placing does not make true by itself."""
    for item in scene.figure.declarations:
        if isinstance(item, s.Param):
            scene.numbers[item.name] = scene.value(item.value)
        elif isinstance(item, s.Unknown):
            scene.numbers[item.name] = scene.size(item.name, scene.coordinates.numbers[item.name])
    left: list[s.Condition] = [*scene.figure.givens]
    standing = _standing_solids(scene)
    for solid in standing.values():
        left += _stand(scene, solid)
    for item in scene.figure.declarations:
        if isinstance(item, s.SolidDecl) and item.name not in standing:
            left += _attach(scene, item)
        elif isinstance(item, s.PlaneDecl):
            left += _plane(scene, item)
        elif isinstance(item, s.PointDecl):
            left += _point(scene, item)
    return left


def _standing_solids(scene: Scene) -> dict[str, s.SolidDecl]:
    """The solid of each group that stands in its standard position: polyhedra before cones before spheres."""
    made = {d.label for d in scene.figure.declarations if isinstance(d, s.PointDecl)}
    solids = [d for d in scene.figure.solids if d.kind != "composite" and not made & set(d.labels)]
    rank = {"polyhedron": 0, "round": 1}
    solids.sort(key=lambda d: (rank[KINDS[d.kind].family], d.kind == "sphere"))
    chosen: dict[str, s.SolidDecl] = {}
    for solid in solids:
        root = scene.groups.find(solid.name)
        if root not in scene.frames and root not in chosen:
            chosen[root] = solid
    return {d.name: d for d in chosen.values()}


# Standing solids


def _frame(origin: Array, *directions: Array) -> Frame:
    """Axes along the first direction, in the plane of the first two, and on the side of the third."""
    axes, upper = np.linalg.qr(np.array(directions).T)
    signs = np.sign(np.diag(upper))
    if not np.all(signs):
        raise UnformulatedError("a flat solid")
    return Frame(origin, (axes * signs).T)


def _stand(scene: Scene, solid: s.SolidDecl) -> list[s.Condition]:
    if KINDS[solid.kind].family == "round":
        _stand_round(scene, solid)
        return []
    ring = solid.faces[0] if solid.kind == "polyhedron" else base_of(solid)
    above = next(label for label in _upper_labels(solid) if label not in ring)
    shape = _shape(scene, solid, ring)
    _lay_axes(scene, solid.name, (*ring, above), shape)
    points = _RINGS[shape](scene, ring)
    scene.points |= dict(zip(ring, points, strict=True))
    _raise_rest(scene, solid, points)
    return [c for c in structure(solid) if not _is_proper(c)] if solid.kind == "polyhedron" else []


def _upper_labels(solid: s.SolidDecl) -> tuple[str, ...]:
    return solid.labels if solid.kind in ("pyramid", "tetrahedron", "octahedron", "polyhedron") else solid.groups[1]


def _is_proper(condition: s.Condition) -> bool:
    return isinstance(condition, s.Call) and condition.name == "proper"


def _shape(scene: Scene, solid: s.SolidDecl, ring: Sequence[str]) -> str:
    """What the kind and the givens say about the base polygon."""
    said = {
        c.name
        for c in scene.figure.givens
        if isinstance(c, s.Call) and names_in(c) == set(ring) and c.name in _REGULAR | {"rectangle", "parallelogram"}
    }
    if solid.kind == "cube" or "regular" in solid.properties or said & _REGULAR:
        return "square" if len(ring) == 4 else "regular"
    if solid.kind == "cuboid" or "rectangle" in said:
        return "rectangle"
    return "parallelogram" if solid.kind == "parallelepiped" or "parallelogram" in said else "free"


def _lay_axes(scene: Scene, name: str, labels: Sequence[str], shape: str) -> None:
    """The group's axes from the kernel's places of the base ring and one label above it."""
    *ring, above = (np.array(scene.coordinates.points[x]) for x in labels)
    middle = np.mean(ring, axis=0)
    if shape == "regular":
        frame = _frame(middle, ring[0] - middle, ring[1] - middle, above - middle)
    else:
        origin = middle if shape in ("square", "rectangle") else ring[0]
        side = ring[2] if shape == "free" else ring[-1]
        frame = _frame(origin, ring[1] - ring[0], side - ring[0], above - ring[0])
    scene.frames[scene.groups.find(name)] = frame


def _side(scene: Scene, a: str, b: str) -> Any:
    return scene.size(f"{a}{b}", float(np.linalg.norm(scene.local(b) - scene.local(a))))


def _regular_ring(scene: Scene, ring: Sequence[str]) -> list[Vec]:
    n = len(ring)
    radius = _side(scene, ring[0], ring[1]) / (2 * sp.sin(sp.pi / n))
    turns = [2 * sp.pi * k / n for k in range(n)]
    return [Vec(radius * sp.cos(t), radius * sp.sin(t), sp.S.Zero) for t in turns]


def _rectangle_ring(scene: Scene, ring: Sequence[str], is_square: bool = False) -> list[Vec]:
    x = _side(scene, ring[0], ring[1]) / 2
    y = x if is_square else _side(scene, ring[0], ring[3]) / 2
    return [Vec(i * x, j * y, sp.S.Zero) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _flat_point(scene: Scene, label: str) -> Vec:
    x, y, _ = scene.local(label)
    return Vec(scene.symbol(f"{label}_x", float(x)), scene.symbol(f"{label}_y", float(y)), sp.S.Zero)


def _parallelogram_ring(scene: Scene, ring: Sequence[str]) -> list[Vec]:
    b = Vec(_side(scene, ring[0], ring[1]), sp.S.Zero, sp.S.Zero)
    d = _flat_point(scene, ring[3])
    return [m.ZERO, b, b + d, d]


def _free_ring(scene: Scene, ring: Sequence[str]) -> list[Vec]:
    second = Vec(_side(scene, ring[0], ring[1]), sp.S.Zero, sp.S.Zero)
    return [m.ZERO, second, *(_flat_point(scene, label) for label in ring[2:])]


_RINGS = {
    "regular": _regular_ring,
    "square": lambda scene, ring: _rectangle_ring(scene, ring, is_square=True),
    "rectangle": _rectangle_ring,
    "parallelogram": _parallelogram_ring,
    "free": _free_ring,
}


def _raise_rest(scene: Scene, solid: s.SolidDecl, ring: list[Vec]) -> None:
    """The vertices above (and below) the base."""
    upright = bool({"regular", "right"} & set(solid.properties)) or solid.kind in ("cube", "cuboid")
    if solid.kind == "tetrahedron" and upright:
        scene.points[solid.groups[0][0]] = Vec(0, 0, m.norm(ring[1] - ring[0]) * sp.sqrt(sp.Rational(2, 3)))
    elif solid.kind == "octahedron" and upright:
        up = Vec(0, 0, (ring[1] - ring[0]).x / sp.sqrt(2))
        scene.points |= {solid.groups[0][0]: up, solid.groups[2][0]: -up}
    elif solid.kind == "pyramid" and upright:
        apex = solid.groups[0][0]
        scene.points[apex] = m.mean(ring) + _lift(scene, apex, float(scene.local(apex)[2]))
    elif solid.kind in ("pyramid", "tetrahedron", "octahedron", "polyhedron"):
        rest = [label for label in solid.labels if label not in scene.points]
        scene.points |= {label: scene.free_vector(label) for label in rest}
    else:
        _raise_top(scene, solid, ring, upright)


def _lift(scene: Scene, label: str, value: float) -> Vec:
    return Vec(sp.S.Zero, sp.S.Zero, scene.size(f"{label}_h", value))


def _raise_top(scene: Scene, solid: s.SolidDecl, ring: list[Vec], upright: bool) -> None:
    """The top polygon: the base shifted, in a frustum also scaled about its middle."""
    bottom, top = solid.groups
    base, upper = (np.array([scene.local(label) for label in group]) for group in (bottom, top))
    middle = m.mean(ring)
    scaled = ring
    if solid.kind == "frustum":
        share = float(np.linalg.norm(upper[1] - upper[0]) / np.linalg.norm(base[1] - base[0]))
        ratio = scene.symbol("ratio", share, is_length=False)
        scaled = [middle + (p - middle) * ratio for p in ring]
    if solid.kind == "cube":
        shift = Vec(sp.S.Zero, sp.S.Zero, (ring[1] - ring[0]).x)
    else:
        across = upper.mean(axis=0) - base.mean(axis=0)
        shift = _lift(scene, top[0], float(across[2]))
        if not upright:
            name = f"{bottom[0]}{top[0]}"
            x, y = (scene.symbol(f"{name}_{axis}", float(v)) for axis, v in zip("xy", across[:2], strict=True))
            shift = Vec(x, y, shift.z)
    scene.points |= {label: p + shift for label, p in zip(top, scaled, strict=True)}


def _stand_round(scene: Scene, solid: s.SolidDecl) -> None:
    base, top = (solid.labels[1], solid.labels[0]) if solid.kind == "cone" else (solid.labels[0], solid.labels[-1])
    origin = np.array(scene.coordinates.points[base])
    radius = _radii(scene, solid)
    frame = Frame(origin, np.eye(3))
    if top != base:
        up = np.array(scene.coordinates.points[top]) - origin
        others = np.delete(np.eye(3), np.abs(up).argmax(), axis=0)
        frame = _frame(origin, up, *others)
        frame = Frame(origin, frame.axes[[1, 2, 0]])
    scene.frames[scene.groups.find(solid.name)] = frame
    scene.points[base] = m.ZERO
    if solid.kind == "hemisphere":
        scene.points[top] = Vec(sp.S.Zero, sp.S.Zero, radius)
    elif top != base:
        scene.points[top] = _lift(scene, top, float(scene.local(top)[2]))


def _radii(scene: Scene, solid: s.SolidDecl) -> Any:
    """Symbols for the radii of a round solid; the base's is returned."""
    for key in ("radius", "top_radius"):
        name = f"{solid.name}.{key}"
        if name in scene.coordinates.numbers:
            scene.numbers[name] = scene.size(name, scene.coordinates.numbers[name])
    return scene.numbers[f"{solid.name}.radius"]


# Everything else


def _attach(scene: Scene, solid: s.SolidDecl) -> list[s.Condition]:
    """A solid beside the standing one: coordinate symbols for its new points, and its kind's equations."""
    if solid.kind == "composite":
        return []
    missing = [label for label in solid.labels if label not in scene.points]
    if KINDS[solid.kind].family == "polyhedron":
        scene.points |= {label: _free_point(scene, label) for label in missing}
        return [c for c in structure(solid) if not _is_proper(c)]
    radius = _radii(scene, solid)
    upright = _shares_axis(scene, solid)
    for label in missing:
        if solid.kind == "hemisphere" and label == solid.labels[1]:
            return _pole(scene, solid, radius, upright)
        if upright:
            scene.points[label] = Vec(sp.S.Zero, sp.S.Zero, scene.symbol(f"{label}_z", float(scene.local(label)[2])))
        else:
            scene.points[label] = _free_point(scene, label)
    return []


def _shares_axis(scene: Scene, solid: s.SolidDecl) -> bool:
    """Whether a stated contact and the kernel's solution put all its centres on the z-axis."""
    linked = any(
        isinstance(c, s.Call) and c.name in _TOGETHER and solid.name in names_in(c) for c in scene.figure.givens
    )
    places = np.array([scene.local(label) for label in solid.labels])
    reach = float(np.abs(places).max() + scene.coordinates.numbers[f"{solid.name}.radius"])
    return linked and bool((np.abs(places[:, :2]) < ON_AXIS * reach).all())


def _pole(scene: Scene, solid: s.SolidDecl, radius: Any, upright: bool) -> list[s.Condition]:
    center, pole = solid.labels
    if upright:
        side = float(np.sign(scene.local(pole)[2] - scene.local(center)[2]))
        scene.points[pole] = scene.points[center] + Vec(sp.S.Zero, sp.S.Zero, radius * int(side))
        return []
    scene.points[pole] = scene.free_vector(pole)
    return [s.Relation("=", s.Labels((center, pole)), s.Call("radius", (s.Name(solid.name),)))]


def _free_point(scene: Scene, label: str) -> Vec:
    """Stated coordinates where the givens have them, else symbols."""
    for c in scene.figure.givens:
        if isinstance(c, s.Relation) and c.left == s.Labels((label,)) and isinstance(c.right, s.Triple):
            return scene.value(c.right)  # type: ignore[no-any-return]
    return scene.free_vector(label)


def _plane(scene: Scene, item: s.PlaneDecl) -> list[s.Condition]:
    if item.definition:
        scene.planes[item.name] = scene.value(item.definition[0])
        return []
    found, frame = scene.coordinates.planes[item.name], scene.frame(item.name)
    normal = frame.axes @ np.array(found.normal)
    offset = found.offset - float(np.array(found.normal) @ frame.origin)
    parts = [
        scene.symbol(f"{item.name}_{axis}", float(v), is_length=False) for axis, v in zip("xyz", normal, strict=True)
    ]
    away = scene.symbol(f"{item.name}_d", offset)
    # With n·n = 1, which becomes an equation of its own, the plane n·x = d passes through n d.
    scene.unit_normals.append(Vec(*parts))
    scene.planes[item.name] = m.Plane(Vec(*parts) * away, Vec(*parts))
    return []


def _point(scene: Scene, item: s.PointDecl) -> list[s.Condition]:
    if item.how == "free":
        scene.points[item.label] = _free_point(scene, item.label)
        return []
    expr = item.definition[0]
    if item.how == "equals":
        scene.points[item.label] = scene.value(expr)
        crossing = isinstance(expr, s.Call) and expr.name == "intersection"
        # Two lines of space seldom meet: that these do is a condition.
        return [_lies_on(item.label, arg) for arg in expr.args] if crossing else []  # type: ignore[union-attr]
    return _point_on(scene, item.label, expr)


def _point_on(scene: Scene, label: str, expr: s.Expr) -> list[s.Condition]:
    """A number along a line, an angle round a circle about the z-axis, two numbers in a plane through points."""
    where = scene.value(expr)
    here = scene.local(label)
    if isinstance(where, m.Line):
        start, along = (np.array([scene.near(c) for c in v.parts]) for v in (where.point, where.direction))
        share = scene.symbol(f"{label}_t", float((here - start) @ along / (along @ along)), is_length=False)
        scene.points[label] = where.point + where.direction * share
        return []
    if isinstance(where, m.Circle) and where.normal.x == where.normal.y == 0 and where.center.x == where.center.y == 0:
        angle = scene.symbol(f"{label}_t", float(np.arctan2(here[1], here[0])), is_length=False)
        scene.points[label] = where.center + Vec(sp.cos(angle), sp.sin(angle), sp.S.Zero) * where.radius
        return []
    scene.points[label] = scene.free_vector(label)
    return [_lies_on(label, expr)]


def _lies_on(label: str, place: s.Expr) -> s.Call:
    return s.Call("on", (s.Labels((label,)), place))
