"""Hypothesis strategies for figures: well-typed syntax of every kind, condition and function, no geometry.

A drawn figure is what `resolve` would return: names declared before use, arguments of the right type, sides of
one dimension. Whether any such figure exists in space is not asked here.
"""

import math
import operator
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, Literal

import numpy as np
from hypothesis import HealthCheck, Phase, assume, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from geometry.notation import syntax as s
from geometry.notation.catalogue import BASE_WORDS, KINDS, edge_classes, faces_of
from geometry.notation.labels import split_labels
from geometry.notation.main_solid import Sign
from geometry.notation.parser import parse_statements
from geometry.notation.signatures import FUNCTIONS, SUBTYPES, Signature
from geometry.shapes.coordinates import Coordinates, PlaneEquation
from tests.support.paths import ROOT

TRUTH = ROOT / "assets" / "truth"


def examples(count: int, shrink: bool = True) -> settings:
    """Settings of a repeatable property test; shrinking a whole figure takes minutes, so that can be left out."""
    quiet = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    phases = [Phase.explicit, Phase.reuse, Phase.generate, Phase.target, *([Phase.shrink] if shrink else [])]
    return settings(
        max_examples=count,
        suppress_health_check=quiet,
        phases=phases,
        deadline=None,
        derandomize=True,
        database=None,
        print_blob=False,
    )


def truth_cases() -> list[dict[str, Any]]:
    """Every row of the truth tables, with the table's name under `table`."""
    return [
        row | {"table": path.stem}
        for path in sorted(TRUTH.glob("*.toml"))
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    ]


def moved(coordinates: Coordinates, rng: np.random.Generator, scale: float = 1.0) -> Coordinates:
    """The coordinates after a random rotation, perhaps a reflection, a shift and a scaling."""
    points = np.array(list(coordinates.points.values()))
    turn = Rotation.random(random_state=int(rng.integers(2**31))).as_matrix() * rng.choice([-1, 1])
    shift = rng.normal(size=3) * np.ptp(points, axis=0).max(initial=1.0)
    places = scale * points @ turn.T + shift
    planes = {}
    for name, plane in coordinates.planes.items():
        normal = turn @ plane.normal
        planes[name] = PlaneEquation(normal=tuple(normal), offset=scale * plane.offset + float(normal @ shift))
    numbers = {name: v * scale if "." in name else v for name, v in coordinates.numbers.items()}
    return Coordinates(
        points=dict(zip(coordinates.points, map(tuple, places), strict=True)), numbers=numbers, planes=planes
    )


# Words of the notation that are no functions may be names: the lexer tells them apart by their place.
NAMES = ("k", "a", "b", "cup1", "side_a", "θ", "α1", "rad", "deg", "and", "is", "with", "where", "given", "pi2", "x9")
LABELS = split_labels("ABCDEFGHA1B1C1D1PQOO'M2N1'X''Z10")

LENGTH, AREA, VOLUME, RATIO = Fraction(1), Fraction(2), Fraction(3), Fraction(0)
ANGLE, CONSTANT = "angle", "constant"
Dimension = Fraction | str
_PURE: list[Dimension] = [RATIO, CONSTANT]
_MEASURED: list[Dimension] = [LENGTH, AREA, VOLUME, RATIO, ANGLE, CONSTANT]
# Stands for an unknown where the size of a constant is judged.
UNDETERMINED = 1.2345
_RESULTS: dict[str, Dimension] = {"length": LENGTH, "area": AREA, "volume": VOLUME, "angle": ANGLE}
_OPERATORS: tuple[Literal["+", "-", "*", "/", "^"], ...] = ("+", "-", "*", "/", "^")
_ROOTS = {"sqrt", "cbrt", "root", "abs", "floor", "ceil"}
_ARITHMETIC = _ROOTS | {"sin", "cos", "tan", "asin", "acos", "atan", "degrees", "radians"}


@dataclass
class Scope:
    """What the lines so far have declared."""

    points: list[str] = field(default_factory=list)
    numbers: dict[str, float] = field(default_factory=dict)
    planes: list[str] = field(default_factory=list)
    solids: dict[str, s.SolidDecl] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        return {*self.numbers, *self.planes, *self.solids}


Compound = Callable[[st.DrawFn, Scope, Dimension, int], s.Expr]


def call(name: str, *args: s.Expr) -> s.Call:
    return s.Call(name, tuple(args))


@cache
def makers(wanted: str) -> list[tuple[str, Signature]]:
    """Functions that give a thing of type `wanted`, with the signature that does."""
    accepted = {wanted, *SUBTYPES.get(wanted, ())}
    return [
        (n, sig)
        for n, f in FUNCTIONS.items()
        for sig in f.signatures
        if sig.result in accepted and n not in _ARITHMETIC
    ]


# Things: points, lines, planes, regions, solids


def point(draw: st.DrawFn, scope: Scope) -> s.Labels:
    return s.Labels((draw(st.sampled_from(scope.points)),))


def leaf(draw: st.DrawFn, scope: Scope, wanted: str) -> s.Expr:
    """The simplest expression of a type."""
    if wanted == "point":
        return point(draw, scope)
    if wanted == "solid":
        return s.Name(draw(st.sampled_from(list(scope.solids))))
    if wanted == "plane" and scope.planes and draw(st.booleans()):
        return s.Name(draw(st.sampled_from(scope.planes)))
    if wanted == "pieces":
        return call("blocks", leaf(draw, scope, "solid"), _count(draw))
    if wanted in ("circle", "surface", "interior"):
        return call(wanted, leaf(draw, scope, "solid"))
    counts = {"line": 2, "segment": 2, "ray": 2, "vector": 2, "plane": 3, "region": 3}
    name = "polygon" if wanted == "region" else wanted
    return call(name, *(point(draw, scope) for _ in range(counts[wanted])))


def thing(draw: st.DrawFn, scope: Scope, wanted: str, depth: int) -> s.Expr:
    """An expression of a type, built with any function that gives one."""
    if depth <= 0 or draw(st.booleans()):
        return leaf(draw, scope, wanted)
    if wanted in ("point", "vector") and draw(st.integers(0, 3)) == 0:
        return _vector_arithmetic(draw, scope, wanted, depth)
    name, signature = draw(st.sampled_from(makers(wanted)))
    return applied(draw, scope, name, signature, depth - 1)


def _vector_arithmetic(draw: st.DrawFn, scope: Scope, wanted: str, depth: int) -> s.Expr:
    sign: Sign = draw(st.sampled_from(["+", "-"]))
    right = thing(draw, scope, "vector", depth - 1)
    if wanted == "point" or draw(st.booleans()):
        return s.Op(sign, thing(draw, scope, wanted, depth - 1), right)
    factor = quantity(draw, scope, draw(st.sampled_from(_PURE)), depth - 1)
    ways: list[s.Expr] = [s.Op("*", factor, right), s.Op("/", right, factor), s.Neg(right)]
    return draw(st.sampled_from(ways))


def applied(draw: st.DrawFn, scope: Scope, name: str, signature: Signature, depth: int) -> s.Call:
    """A call of `name` with arguments that fit `signature`."""
    if name == "edges":
        return _edge_set(draw, scope, depth)
    more = draw(st.integers(0, 2)) if signature.rest else 0
    least = max(signature.least, len(signature.args))
    args = [argument(draw, scope, signature.type_at(i), depth) for i in range(least + more)]
    if name == "root":
        return call(name, s.Number(str(draw(st.integers(2, 9)))), *args[1:])
    if name in ("slices", "blocks"):
        return call(name, args[0], _count(draw), *args[2:])
    return call(name, *([_sine_value(draw, scope, depth)] if name in ("asin", "acos") else args))


def _count(draw: st.DrawFn) -> s.Number:
    return s.Number(str(draw(st.integers(2, 9))))


def _edge_set(draw: st.DrawFn, scope: Scope, depth: int) -> s.Call:
    """As many lengths as the solid has unlike edges."""
    flat = [solid for solid in scope.solids.values() if KINDS[solid.kind].family == "polyhedron"]
    solid = draw(st.sampled_from(flat))
    return call(
        "edges", s.Name(solid.name), *(quantity(draw, scope, CONSTANT, min(depth, 1)) for _ in edge_classes(solid))
    )


def _sine_value(draw: st.DrawFn, scope: Scope, depth: int) -> s.Expr:
    """What may be a sine: a ratio of measures, or a constant between 0 and 1."""
    return draw(st.sampled_from([quantity(draw, scope, RATIO, depth), s.Op("/", s.Number("1"), s.Number("3"))]))


def argument(draw: st.DrawFn, scope: Scope, wanted: str, depth: int) -> s.Expr:
    if wanted in ("scalar", "number"):
        return quantity(draw, scope, draw(st.sampled_from(_PURE)), depth)
    return quantity(draw, scope, ANGLE, depth) if wanted == "angle" else thing(draw, scope, wanted, depth)


# Quantities of one dimension: a power of length, an angle, or a bare number


def quantity(draw: st.DrawFn, scope: Scope, dimension: Dimension, depth: int) -> s.Expr:
    simple = depth <= 0 or draw(st.booleans())
    if dimension == CONSTANT:
        return _number(draw, scope) if simple else _constant(draw, scope, depth)
    if simple:
        return _measure(draw, scope, dimension, depth - 1)
    return draw(st.sampled_from(_compounds(dimension)))(draw, scope, dimension, depth - 1)


def _number(draw: st.DrawFn, scope: Scope) -> s.Expr:
    if draw(st.booleans()):
        return s.Name(draw(st.sampled_from(["pi", *scope.numbers])))
    whole, decimals = draw(st.integers(1, 999)), draw(st.sampled_from(["", ".5", ".25", ".125", ".333333333333333"]))
    return s.Number(f"{whole}{decimals}")


def _constant(draw: st.DrawFn, scope: Scope, depth: int) -> s.Expr:
    """Arithmetic of constants that has a value, neither huge nor next to nothing."""
    left, right = (quantity(draw, scope, CONSTANT, depth - 1) for _ in range(2))
    ways: list[s.Expr] = [
        *(s.Op(op, left, right) for op in _OPERATORS),
        s.Neg(left),
        s.Op("^", left, s.Neg(s.Number("2"))),
    ]
    ways += [call("sqrt", left), call("cbrt", left), call("root", s.Number("4"), left)]
    return draw(
        st.sampled_from([way for way in ways if 1e-3 < abs(constant_value(way, scope.numbers)) < 1e9] or [left])
    )


def constant_value(expr: s.Expr, numbers: dict[str, float]) -> float:
    """The value of a constant expression, 0 where it has none."""
    match expr:
        case s.Number(text):
            return float(text)
        case s.Name(name):
            return math.pi if name == "pi" else numbers[name]
        case s.Neg(operand):
            return -constant_value(operand, numbers)
        case s.Op("^", left, right) if constant_value(left, numbers) <= 0 or constant_value(right, numbers) > 20:
            return 0.0
        case s.Op(op, left, right):
            apply: dict[str, Callable[[float, float], float]] = {
                "+": operator.add,
                "-": operator.sub,
                "*": operator.mul,
                "/": operator.truediv,
                "^": operator.pow,
            }
            return apply[op](constant_value(left, numbers), constant_value(right, numbers))
        case s.Call(name, args):
            index = {"sqrt": 2, "cbrt": 3}.get(name, 4)
            root: float = max(constant_value(args[-1], numbers), 0.0) ** (1 / index)
            return root
    raise AssertionError(f"{expr} is no constant")


def _measure(draw: st.DrawFn, scope: Scope, dimension: Dimension, depth: int) -> s.Expr:
    """A function of the notation that measures, or the nearest thing to it."""
    if dimension == LENGTH and draw(st.booleans()):
        return s.Labels(tuple(draw(st.lists(st.sampled_from(scope.points), min_size=2, max_size=2, unique=True))))
    if dimension == RATIO:
        power = draw(st.sampled_from([LENGTH, AREA, VOLUME]))
        left, right = (_measure(draw, scope, power, depth) for _ in range(2))
        return s.Op("/", left, right)
    if dimension == ANGLE and draw(st.booleans()):
        return call(draw(st.sampled_from(["degrees", "radians"])), _number(draw, scope))
    wanted = next(name for name, power in _RESULTS.items() if power == dimension)
    name, signature = draw(st.sampled_from(makers(wanted)))
    return applied(draw, scope, name, signature, depth)


def _compounds(dimension: Dimension) -> list[Compound]:
    """Ways to build a quantity of a dimension from others."""
    special: dict[Dimension, list[Compound]] = {ANGLE: [_inverse_sine], RATIO: [_sine, _whole]}
    return [_sum, _multiple, _signed, *special.get(dimension, [_product, _root])]


def _sum(draw: st.DrawFn, scope: Scope, dimension: Dimension, depth: int) -> s.Expr:
    other = CONSTANT if dimension != ANGLE and draw(st.booleans()) else dimension
    sides = [quantity(draw, scope, dimension, depth), quantity(draw, scope, other, depth)]
    sign: Sign = draw(st.sampled_from(["+", "-"]))
    left, right = draw(st.permutations(sides))
    return s.Op(sign, left, right)


def _multiple(draw: st.DrawFn, scope: Scope, dimension: Dimension, depth: int) -> s.Expr:
    factor, unit = quantity(draw, scope, CONSTANT, depth), quantity(draw, scope, dimension, depth)
    return draw(st.sampled_from([s.Op("*", factor, unit), s.Op("*", unit, factor), s.Op("/", unit, factor)]))


def _signed(draw: st.DrawFn, scope: Scope, dimension: Dimension, depth: int) -> s.Expr:
    inner = quantity(draw, scope, dimension, depth)
    ways: list[s.Expr] = [s.Neg(inner), call("abs", inner)]
    return draw(st.sampled_from(ways))


def _inverse_sine(draw: st.DrawFn, scope: Scope, _dimension: Dimension, depth: int) -> s.Expr:
    name = draw(st.sampled_from(["asin", "acos", "atan", "degrees", "radians"]))
    inner = quantity(draw, scope, draw(st.sampled_from(_PURE)), depth)
    return call(name, _sine_value(draw, scope, depth) if name in ("asin", "acos") else inner)


def _sine(draw: st.DrawFn, scope: Scope, _dimension: Dimension, depth: int) -> s.Expr:
    # An angle that measures something: the sine of a constant is a constant.
    name, signature = draw(st.sampled_from(makers("angle")))
    return call(draw(st.sampled_from(["sin", "cos", "tan"])), applied(draw, scope, name, signature, depth))


def _whole(draw: st.DrawFn, scope: Scope, _dimension: Dimension, depth: int) -> s.Expr:
    return call(draw(st.sampled_from(["floor", "ceil"])), quantity(draw, scope, RATIO, depth))


def _product(draw: st.DrawFn, scope: Scope, dimension: Dimension, depth: int) -> s.Expr:
    assert isinstance(dimension, Fraction)
    other = draw(st.sampled_from([RATIO, LENGTH]))
    parts = quantity(draw, scope, dimension - other, depth), quantity(draw, scope, other, depth)
    over = s.Op("/", quantity(draw, scope, dimension, depth), quantity(draw, scope, RATIO, depth))
    power = s.Op("^", quantity(draw, scope, LENGTH, depth), s.Number(str(dimension)))
    return draw(st.sampled_from([s.Op("*", *parts), over, power]))


def _root(draw: st.DrawFn, scope: Scope, dimension: Dimension, depth: int) -> s.Expr:
    index = draw(st.sampled_from([2, 3, 4]))
    inner = s.Op("^", quantity(draw, scope, dimension, depth), s.Number(str(index)))
    return {2: call("sqrt", inner), 3: call("cbrt", inner)}.get(index, call("root", s.Number(str(index)), inner))


# Conditions and declarations


def condition(draw: st.DrawFn, scope: Scope, depth: int = 2) -> s.Condition:
    form = draw(st.sampled_from(["equation", "predicate", "places"]))
    if form == "predicate":
        name, signature = draw(st.sampled_from(makers("bool")))
        return applied(draw, scope, name, signature, depth)
    if form == "places":
        wanted = draw(st.sampled_from(["point", "vector"]))
        left, right = (thing(draw, scope, wanted, depth) for _ in range(2))
        return s.Relation("=", left, right)
    dimension = draw(st.sampled_from(_MEASURED))
    other = dimension if dimension == ANGLE else draw(st.sampled_from([dimension, CONSTANT]))
    sides = quantity(draw, scope, dimension, depth), quantity(draw, scope, other, depth)
    return s.Relation(draw(st.sampled_from(["=", "<", ">", "<=", ">="])), *sides)


def new_name(draw: st.DrawFn, scope: Scope) -> str:
    return draw(st.sampled_from([n for n in NAMES if n not in scope.names]))


def _label_groups(draw: st.DrawFn, kind: str) -> list[list[str]]:
    sides = draw(st.integers(3, 6))
    sizes: dict[str, tuple[int, ...]]
    sizes = {"pyramid": (1, sides), "prism": (sides, sides), "frustum": (sides, sides), "tetrahedron": (1, 3)}
    sizes |= dict.fromkeys(("cube", "cuboid", "parallelepiped"), (4, 4)) | {"octahedron": (1, 4, 1)}
    sizes |= {"icosahedron": (1, 5, 5, 1), "dodecahedron": (5, 5, 5, 5)}
    sizes |= dict.fromkeys(("sphere", "hemisphere"), (1,))
    cuts = sizes.get(kind, (1, 1))
    labels = draw(st.permutations(LABELS))
    return [[labels.pop() for _ in range(size)] for size in cuts]


def solid_text(draw: st.DrawFn, scope: Scope, kind: str) -> str:
    """A solid as people write it: with labels, with a name, or both."""
    properties = draw(st.sampled_from(["", *KINDS[kind].properties]))
    groups = "-".join("".join(group) for group in _label_groups(draw, kind))
    name = new_name(draw, scope)
    form = draw(st.sampled_from(["labels", "both", "name"]))
    if form == "name":
        sides = draw(st.sampled_from(list(BASE_WORDS))) if KINDS[kind].has_base else ""
        return f"solid {properties} {sides} {kind} {name}"
    return f"solid {properties} {kind} " + (groups if form == "labels" else f"{name} = {groups}")


def _free_polyhedron(draw: st.DrawFn, scope: Scope) -> str:
    """A closed polyhedron by its faces, each begun anywhere and run through either way."""
    kind = draw(st.sampled_from(["prism", "pyramid", "octahedron", "cube"]))
    (model,) = parse_statements(f"solid {kind} " + "-".join("".join(g) for g in _label_groups(draw, kind)))
    faces = []
    for face in draw(st.permutations(faces_of(model))):
        start = draw(st.integers(0, len(face) - 1))
        ring = face[start:] + face[:start]
        faces.append("".join(draw(st.sampled_from([ring, ring[::-1]]))))
    return f"solid polyhedron {new_name(draw, scope)} = faces({', '.join(faces)})"


def _declare_solid(draw: st.DrawFn, scope: Scope, kind: str) -> s.SolidDecl:
    # A composite of composites can be written, but has neither a volume nor a description.
    named = [name for name, solid in scope.solids.items() if name.islower() and solid.kind != "composite"]
    if kind == "composite":
        signs: tuple[Sign, ...] = ("+", "-")
        rest = draw(st.lists(st.tuples(st.sampled_from(signs), st.sampled_from(named)), min_size=1, max_size=2))
        solid = s.SolidDecl(kind, (), new_name(draw, scope), parts=(("+", named[0]), *rest))
    else:
        text = _free_polyhedron(draw, scope) if kind == "polyhedron" else solid_text(draw, scope, kind)
        (solid,) = parse_statements(text)
        assume(solid.name not in scope.solids)
    scope.solids[solid.name] = solid
    scope.points += [x for x in solid.labels if "." not in x and x not in scope.points]
    return solid


def _declare_point(draw: st.DrawFn, scope: Scope) -> s.PointDecl:
    label = draw(st.sampled_from([f"{a}{i}" for a in "JKRST" for i in range(9) if f"{a}{i}" not in scope.points]))
    how: Literal["free", "equals", "on"] = draw(st.sampled_from(["free", "equals", "on"]))
    places = ["segment", "ray", "line", "plane", "circle", "region", "surface", "interior"]
    definition: tuple[s.Expr, ...] = ()
    if how == "equals":
        x, y, z = (quantity(draw, scope, CONSTANT, 1) for _ in range(3))
        triple = s.Triple(x, y, z)
        definition = (draw(st.sampled_from([triple, thing(draw, scope, "point", 2)])),)
    elif how == "on":
        definition = (thing(draw, scope, draw(st.sampled_from(places)), 2),)
    scope.points.append(label)
    return s.PointDecl(label, how, definition)


def _declare_number(draw: st.DrawFn, scope: Scope) -> s.Param | s.Unknown:
    name = new_name(draw, scope)
    # The value of a parameter is fixed before anything is measured or solved for.
    params = Scope(numbers={n: v for n, v in scope.numbers.items() if v != UNDETERMINED})
    value = _constant(draw, params, 1)
    if draw(st.booleans()):
        scope.numbers[name] = UNDETERMINED
        return s.Unknown(name)
    scope.numbers[name] = constant_value(value, params.numbers)
    return s.Param(name, value)


def _declare_plane(draw: st.DrawFn, scope: Scope) -> s.PlaneDecl:
    definition: tuple[s.Expr, ...] = draw(st.sampled_from([(), (thing(draw, scope, "plane", 2),)]))
    name = new_name(draw, scope)
    scope.planes.append(name)
    return s.PlaneDecl(name, definition)


@st.composite
def figures(draw: st.DrawFn) -> s.Figure:
    """A figure over every kind of declaration, condition and expression; a solid with three labels comes first."""
    scope = Scope()
    declared: list[s.Declaration] = [_declare_number(draw, scope) for _ in range(draw(st.integers(0, 2)))]
    (first,) = parse_statements("solid tetrahedron t = U-VWY")
    scope.solids[first.name], scope.points = first, list(first.labels)
    declared.append(first)
    kinds = draw(st.lists(st.sampled_from(sorted(KINDS)), max_size=3))
    declared += [_declare_solid(draw, scope, kind) for kind in kinds]
    ways: list[Callable[[st.DrawFn, Scope], s.Declaration]] = [_declare_point, _declare_plane]
    further = draw(st.lists(st.sampled_from(ways), max_size=3))
    declared += [declare(draw, scope) for declare in further]
    givens = [condition(draw, scope) for _ in range(draw(st.integers(0, 4)))]
    directions: list[Literal["minimize", "maximize"]] = draw(
        st.lists(st.sampled_from(["minimize", "maximize"]), max_size=1)
    )
    extrema = [s.Extremum(direction, quantity(draw, scope, LENGTH, 2)) for direction in directions]
    target = quantity(draw, scope, draw(st.sampled_from([LENGTH, AREA, VOLUME, RATIO])), 3)
    return s.Figure(tuple(declared), tuple(givens), tuple(extrema), target)
