"""The conditions that a kind of solid implies, written in the notation itself.

The predicates that solve and verify the given conditions therefore also solve, verify and report what it means to
be a right prism or a regular pyramid.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from geometry.notation import syntax as s
from geometry.notation.catalogue import KINDS, Group, faces_of, neighbours_in_order


def call(name: str, *args: s.Expr | str) -> s.Call:
    """A call node; strings are point labels."""
    return s.Call(name, tuple(s.Labels((a,)) if isinstance(a, str) else a for a in args))


def length(a: str, b: str) -> s.Labels:
    return s.Labels((a, b))


def _equal(left: s.Expr, right: s.Expr) -> s.Relation:
    return s.Relation("=", left, right)


def implied_conditions(solid: s.SolidDecl) -> tuple[s.Condition, ...]:
    """The conditions implied by this kind of solid with these properties."""
    if KINDS[solid.kind].family != "polyhedron":
        return (call("proper", s.Name(solid.name)),) if KINDS[solid.kind].family == "round" else ()
    return (*_STRUCTURES[solid.kind](solid), call("proper", s.Name(solid.name)))


def _all_equal(pairs: Sequence[tuple[str, str]]) -> list[s.Condition]:
    return [_equal(length(*first), length(*second)) for first, second in pairwise(pairs)]


def _translated(solid: s.SolidDecl) -> list[s.Condition]:
    """Corresponding vertices of the two bases differ by one vector."""
    bottom, top = solid.groups
    steps = [call("vector", a, b) for a, b in zip(bottom, top, strict=True)]
    return [_equal(first, second) for first, second in pairwise(steps)]


def _upright(solid: s.SolidDecl) -> list[s.Condition]:
    bottom, top = solid.groups
    return [call("perp", call("line", bottom[0], top[0]), call("plane", *bottom[:3]))]


def _leaning(line: s.Call, base: Group) -> s.Condition:
    right_angle = s.Call("degrees", (s.Number("90"),))
    return s.Relation("<", call("angle", line, call("plane", *base)), right_angle)


def _cube(solid: s.SolidDecl) -> list[s.Condition]:
    bottom, top = solid.groups
    side = _equal(length(bottom[0], top[0]), length(bottom[0], bottom[1]))
    return [call("square", *bottom), *_translated(solid), *_upright(solid), side]


def _cuboid(solid: s.SolidDecl) -> list[s.Condition]:
    return [call("rectangle", *solid.groups[0]), *_translated(solid), *_upright(solid)]


def _parallelepiped(solid: s.SolidDecl) -> list[s.Condition]:
    return [call("parallelogram", *solid.groups[0]), *_translated(solid), *_prism_lean(solid)]


def _prism_lean(solid: s.SolidDecl) -> list[s.Condition]:
    if "oblique" in solid.properties:
        return [_leaning(call("line", solid.groups[0][0], solid.groups[1][0]), solid.groups[0])]
    return _upright(solid) if solid.properties else []


def _flat(base: Group) -> list[s.Condition]:
    return [call("coplanar", *base)] if len(base) > 3 else []


def _prism(solid: s.SolidDecl) -> list[s.Condition]:
    base = solid.groups[0]
    shape = [call("regular", *base)] if "regular" in solid.properties else _flat(base)
    return [*shape, *_translated(solid), *_prism_lean(solid)]


def _pyramid(solid: s.SolidDecl) -> list[s.Condition]:
    (apex,), base = solid.groups
    height_line = call("line", apex, call("base_center", s.Name(solid.name)))
    if "regular" in solid.properties:
        return [call("regular", *base), call("perp", height_line, call("plane", *base))]
    if "right" in solid.properties:
        return [*_flat(base), call("perp", height_line, call("plane", *base))]
    lean = [_leaning(height_line, base)] if "oblique" in solid.properties else []
    return [*_flat(base), *lean]


def _tetrahedron(solid: s.SolidDecl) -> list[s.Condition]:
    return _all_equal(list(combinations(solid.labels, 2))) if solid.properties else []


def _frustum(solid: s.SolidDecl) -> list[s.Condition]:
    bottom, top = solid.groups
    shape = [call("regular", *bottom)] if "regular" in solid.properties else _flat(bottom)
    shape.append(call("homothetic", *bottom, *top))
    centres = call("line", *(call(end, s.Name(solid.name)) for end in ("base_center", "top_center")))
    if "oblique" in solid.properties:
        return [*shape, _leaning(centres, bottom)]
    return [*shape, call("perp", centres, call("plane", *bottom))] if solid.properties else [*shape]


def _octahedron(solid: s.SolidDecl) -> list[s.Condition]:
    (upper,), ring, (lower,) = solid.groups
    if not solid.properties:
        return _flat(ring)
    spokes = [(end, x) for end in (upper, lower) for x in ring]
    return [call("square", *ring), *_all_equal([(ring[0], ring[1]), *spokes])]


def _icosahedron(solid: s.SolidDecl) -> list[s.Condition]:
    """The five neighbours of every vertex are a regular pentagon; equal edges alone would allow a dent."""
    return [call("regular", *neighbours_in_order(solid, vertex)) for vertex in solid.labels]


def _dodecahedron(solid: s.SolidDecl) -> list[s.Condition]:
    return [call("regular", *face) for face in faces_of(solid)]


def _polyhedron(solid: s.SolidDecl) -> list[s.Condition]:
    return [call("coplanar", *face) for face in solid.faces if len(face) > 3]


_STRUCTURES: dict[str, Callable[[s.SolidDecl], list[s.Condition]]] = {
    "cube": _cube,
    "cuboid": _cuboid,
    "parallelepiped": _parallelepiped,
    "prism": _prism,
    "pyramid": _pyramid,
    "tetrahedron": _tetrahedron,
    "frustum": _frustum,
    "octahedron": _octahedron,
    "icosahedron": _icosahedron,
    "dodecahedron": _dodecahedron,
    "polyhedron": _polyhedron,
}
