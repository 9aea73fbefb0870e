"""Every function of the notation with its argument and result types: one table for checking and for the docs.

Types of objects: point, vector, line (segment and ray are lines), plane, region (circle is one), surface,
interior, solid, pieces (congruent parts of a solid). Types of quantities: length, area, volume, angle, number. `scalar`
takes any quantity.
"""

from dataclasses import dataclass

SCALARS = ("length", "area", "volume", "angle", "number")

SUBTYPES: dict[str, tuple[str, ...]] = {
    "line": ("line", "segment", "ray"),
    "region": ("region", "circle"),
    "scalar": SCALARS,
}


@dataclass(frozen=True)
class Signature:
    """One way to call a function; `rest` is the type of any further arguments."""

    args: tuple[str, ...]
    result: str
    rest: str = ""
    least: int = 0
    form: str = ""
    """How it is written, if not as a call."""

    def accepts(self, count: int) -> bool:
        return count == len(self.args) or (bool(self.rest) and count >= max(self.least, len(self.args)))

    def type_at(self, index: int) -> str:
        return self.args[index] if index < len(self.args) else self.rest

    def shown(self, name: str) -> str:
        if self.form:
            return self.form
        further = [f"{self.rest}, ..."] if self.rest else []
        return f"{name}({', '.join([*self.args, *further])})"


@dataclass(frozen=True)
class Function:
    """A function of the notation: group for the docs, one sentence of meaning, its signatures."""

    group: str
    meaning: str
    signatures: tuple[Signature, ...]


def _points(count: int, result: str, more: bool = False) -> Signature:
    return Signature(("point",) * count, result, "point" if more else "", count)


def _pairs(result: str, *pairs: str) -> tuple[Signature, ...]:
    return tuple(Signature(tuple(pair.split()), result) for pair in pairs)


_OBJECTS = {
    "line": ("the line through two points", (_points(2, "line"),)),
    "segment": ("the segment between two points", (_points(2, "segment"),)),
    "ray": ("the ray from the first point through the second", (_points(2, "ray"),)),
    "plane": ("the plane through three or more points", (_points(3, "plane", more=True),)),
    "polygon": ("the polygon with these vertices in order", (_points(3, "region", more=True),)),
    "vector": ("the vector from the first point to the second", (_points(2, "vector"),)),
    "parallel_plane": ("the plane through a point parallel to a plane", _pairs("plane", "point plane")),
    "normal_plane": ("the plane through a point perpendicular to a line", _pairs("plane", "point line")),
    "bisector_plane": ("the plane of points equally far from two points", (_points(2, "plane"),)),
    "normal_line": ("the line through a point perpendicular to a plane", _pairs("line", "point plane")),
    "parallel_line": ("the line through a point parallel to a line", _pairs("line", "point line")),
    "axis": (
        "the axis of a round solid, or of a pyramid or prism through its centres",
        _pairs("line", "solid"),
    ),
    "base": ("the plane of the base", _pairs("plane", "solid")),
    "top": ("the plane of the top face", _pairs("plane", "solid")),
    "circle": (
        "the base circle of a round solid; for a sphere, its section by a plane",
        _pairs("circle", "solid", "solid plane"),
    ),
    "topcircle": ("the top circle of a cylinder or cone frustum", _pairs("circle", "solid")),
    "surface": ("the surface of a solid, to put a point on", _pairs("surface", "solid")),
    "interior": ("the inside of a solid, to put a point in", _pairs("interior", "solid")),
    "section": ("where a plane cuts a solid", _pairs("region", "solid plane")),
    "part": (
        "the part of a solid on the side of a plane where the point is",
        _pairs("solid", "solid plane point"),
    ),
    "larger_part": ("the larger part of a solid cut by a plane", _pairs("solid", "solid plane")),
    "smaller_part": ("the smaller part of a solid cut by a plane", _pairs("solid", "solid plane")),
    "slices": (
        "the n equal slices of a box, prism or cylinder, cut perpendicular to a line or parallel to a plane; "
        "of slices, each of them cut again",
        _pairs("pieces", "solid number plane", "solid number line", "pieces number plane", "pieces number line"),
    ),
    "blocks": (
        "the n^3 equal blocks of a cube, cuboid or parallelepiped, n along each edge",
        _pairs("pieces", "solid number"),
    ),
    "piece": ("one of the equal pieces", _pairs("solid", "pieces")),
    "hull": ("the convex solid with these corners", (_points(4, "solid", more=True),)),
    "common": ("what two convex polyhedra have in common", _pairs("solid", "solid solid")),
}

_CONSTRUCTIONS = {
    "midpoint": ("the middle of two points", (_points(2, "point"),)),
    "divide": (
        "the point X of segment AB with AX : XB equal to the ratio",
        _pairs("point", "point point number"),
    ),
    "centroid": ("the mean of the points", (_points(2, "point", more=True),)),
    "circumcenter": (
        "the centre of the circle through 3 points or sphere through 4",
        (_points(3, "point"), _points(4, "point")),
    ),
    "incenter": (
        "the centre of the circle inside a triangle or sphere inside a tetrahedron",
        (_points(3, "point"), _points(4, "point")),
    ),
    "orthocenter": ("where the altitudes of a triangle meet", (_points(3, "point"),)),
    "foot": ("the foot of the perpendicular from a point", _pairs("point", "point line", "point plane")),
    "intersection": (
        "where two lines or a line and a plane meet; for two planes, their line",
        (*_pairs("point", "line line", "line plane", "plane line"), *_pairs("line", "plane plane")),
    ),
    "reflect": (
        "the mirror image in a point, line or plane",
        _pairs("point", "point point", "point line", "point plane"),
    ),
    "center": ("the centre of a sphere, or the mean of a polyhedron's vertices", _pairs("point", "solid")),
    "apex": ("the apex of a pyramid or cone", _pairs("point", "solid")),
    "base_center": ("the centre (of gravity) of the base", _pairs("point", "solid")),
    "top_center": ("the centre (of gravity) of the top face", _pairs("point", "solid")),
}

_LENGTHS = {
    "distance": (
        "the distance between points, lines, planes in every pair; AB is the line, segment(A,B) ends at A and B",
        _pairs(
            "length",
            "point point",
            "point line",
            "line point",
            "point plane",
            "plane point",
            "line line",
            "line plane",
            "plane line",
            "plane plane",
        ),
    ),
    "gap": (
        "the distance of a line or plane that is parallel to a plane, measured from one of its points",
        _pairs("length", "line plane", "plane plane"),
    ),
    "perimeter": (
        "the length round a polygon or section",
        (_points(3, "length", more=True), *_pairs("length", "region")),
    ),
    "radius": (
        "the radius of a sphere or of a round solid's base, or of a circle",
        _pairs("length", "solid", "region"),
    ),
    "top_radius": ("the radius of the top of a cone frustum", _pairs("length", "solid")),
    "diameter": ("twice the radius", _pairs("length", "solid")),
    "circumference": ("the length round the base circle", _pairs("length", "solid")),
    "height": ("the distance between the bases, or from apex to base", _pairs("length", "solid")),
    "slant": ("the slant height of a cone, cone frustum or regular pyramid", _pairs("length", "solid")),
    "edge": ("the edge of a cube or regular solid whose edges are all equal", _pairs("length", "solid")),
    "base_edge": ("the side of a regular base", _pairs("length", "solid")),
    "lateral_edge": ("the lateral edge of a prism or regular pyramid", _pairs("length", "solid")),
    "diagonal": ("the space diagonal of a box", _pairs("length", "solid")),
    "longest_segment": (
        "the greatest distance between two points of a solid, of a part or of joined solids; none if a part is removed",
        _pairs("length", "solid"),
    ),
    "edge_sum": ("the sum of all edges of a polyhedron", _pairs("length", "solid")),
    "circumradius": (
        "the radius of the circle or sphere through all vertices",
        (*_pairs("length", "solid"), _points(3, "length", more=True)),
    ),
    "inradius": (
        "the radius of the circle or sphere touching all sides or faces",
        (*_pairs("length", "solid"), _points(3, "length")),
    ),
    "midradius": ("the radius of the sphere touching all edges", _pairs("length", "solid")),
    "surface_path": (
        "the shortest way between two points along a solid's surface",
        _pairs("length", "point point solid"),
    ),
    "helix": (
        "the length of a thread winding evenly n times round a cylinder from bottom to top",
        _pairs("length", "solid number"),
    ),
    "norm": ("the length of a vector", _pairs("length", "vector")),
}

_AREAS = {
    "area": (
        "the area of a polygon, section or circle",
        (_points(3, "area", more=True), *_pairs("area", "region")),
    ),
    "lateral_area": ("the area of the side faces or curved side", _pairs("area", "solid")),
    "surface_area": (
        "the area of the whole surface; of pieces, of all of them together, cut faces included",
        _pairs("area", "solid", "pieces"),
    ),
    "base_area": ("the area of the base", _pairs("area", "solid")),
    "top_area": ("the area of the top face", _pairs("area", "solid")),
}

_OTHERS = {
    "volume": (
        "volume",
        "the volume of a solid, part or hull; of pieces, of all of them together",
        _pairs("volume", "solid", "pieces"),
    ),
    "angle": (
        "angle",
        "the angle ABC at B; between lines or planes 0..90°; between vectors 0..180°",
        (
            _points(3, "angle"),
            *_pairs("angle", "line line", "line plane", "plane line", "plane plane", "vector vector"),
        ),
    ),
    "dihedral": (
        "angle",
        "dihedral(A-BC-D): between the half-planes from edge BC to A and to D, 0..180°",
        (_points(4, "angle"),),
    ),
    "sector_angle": (
        "angle",
        "the angle of the sector into which the side of a cone (or cone frustum) unrolls, 0..360°",
        _pairs("angle", "solid"),
    ),
    "degrees": ("angle", "60° is degrees(60)", _pairs("angle", "number")),
    "radians": ("angle", "pi/3 rad is radians(pi/3)", _pairs("angle", "number")),
    "asin": ("angle", "inverse sine", _pairs("angle", "number")),
    "acos": ("angle", "inverse cosine", _pairs("angle", "number")),
    "atan": ("angle", "inverse tangent", _pairs("angle", "number")),
    "sin": ("number", "sine", _pairs("number", "angle")),
    "cos": ("number", "cosine", _pairs("number", "angle")),
    "tan": ("number", "tangent", _pairs("number", "angle")),
    "dot": ("number", "the scalar product of two vectors", _pairs("area", "vector vector")),
    "sqrt": ("number", "square root", _pairs("number", "scalar")),
    "cbrt": ("number", "cube root", _pairs("number", "scalar")),
    "root": ("number", "root(n, x): the n-th root", _pairs("number", "number scalar")),
    "abs": ("number", "absolute value", _pairs("number", "scalar")),
    "floor": ("number", "the next whole number below", _pairs("number", "scalar")),
    "ceil": ("number", "the next whole number above", _pairs("number", "scalar")),
}

_PREDICATES = {
    "perp": (
        "perpendicular",
        _pairs("bool", "line line", "line plane", "plane line", "plane plane", "vector vector"),
    ),
    "parallel": (
        "parallel",
        _pairs("bool", "line line", "line plane", "plane line", "plane plane", "vector vector"),
    ),
    "square": ("ABCD is a square", (_points(4, "bool"),)),
    "rectangle": ("ABCD is a rectangle", (_points(4, "bool"),)),
    "rhombus": ("ABCD is a rhombus", (_points(4, "bool"),)),
    "parallelogram": ("ABCD is a parallelogram", (_points(4, "bool"),)),
    "trapezoid": ("ABCD is a trapezoid with AB ∥ CD", (_points(4, "bool"),)),
    "equilateral": ("ABC is an equilateral triangle", (_points(3, "bool"),)),
    "isosceles": ("ABC is isosceles with AB = AC (the first label is the apex)", (_points(3, "bool"),)),
    "right_angle": ("angle ABC is right (at the middle label)", (_points(3, "bool"),)),
    "regular": ("a regular polygon with its vertices in order", (_points(3, "bool", more=True),)),
    "convex": ("a convex polygon with its vertices in order", (_points(4, "bool", more=True),)),
    "collinear": ("on one line", (_points(3, "bool", more=True),)),
    "coplanar": ("in one plane", (_points(4, "bool", more=True),)),
    "concyclic": ("on one circle", (_points(4, "bool", more=True),)),
    "cospherical": ("on one sphere", (_points(5, "bool", more=True),)),
    "on": (
        "the point lies on the object",
        _pairs(
            "bool",
            "point segment",
            "point ray",
            "point line",
            "point plane",
            "point circle",
            "point region",
            "point surface",
            "point interior",
            "point solid",
        ),
    ),
    "tangent": (
        "a sphere touches a plane, a line or another sphere from outside",
        _pairs("bool", "solid plane", "solid line", "solid solid"),
    ),
    "internally_tangent": ("the first sphere touches the second from inside", _pairs("bool", "solid solid")),
    "inscribed": ("the first solid is inscribed in the second", _pairs("bool", "solid solid")),
    "circumscribed": ("the first solid is circumscribed about the second", _pairs("bool", "solid solid")),
    "stacked": ("the base of the first solid stands on the top of the second", _pairs("bool", "solid solid")),
    "coaxial": ("two round solids have one axis", _pairs("bool", "solid solid")),
    "similar": ("two solids of one kind have one shape, vertices in order", _pairs("bool", "solid solid")),
    "integer": (
        "a number is whole, or a length, area or volume in the figure's own unit; other conditions bound it",
        _pairs("bool", "scalar"),
    ),
    "edges": (
        "the edges have these lengths, in any order; one length for edges that the kind makes equal (a box has three)",
        (Signature(("solid", "length"), "bool", "length", 2, "edges(solid) = {length, ...}"),),
    ),
    "same_side": ("two points on one side of a plane", _pairs("bool", "point point plane")),
    "opposite_sides": ("two points on different sides of a plane", _pairs("bool", "point point plane")),
    "folded": (
        "folding the flat sheet along the line takes the first point to the second, the third to the fourth ...",
        tuple(Signature(("line", *("point",) * (2 * pairs)), "bool") for pairs in range(1, 4)),
    ),
    "homothetic": (
        "the second half of the points is a scaled, shifted copy of the first half",
        (_points(6, "bool", more=True),),
    ),
    "proper": (
        "the solid is not flat and its faces are convex with vertices in order",
        _pairs("bool", "solid"),
    ),
}

FUNCTIONS: dict[str, Function] = {
    **{name: Function("object", *row) for name, row in _OBJECTS.items()},
    **{name: Function("point", *row) for name, row in _CONSTRUCTIONS.items()},
    **{name: Function("length", *row) for name, row in _LENGTHS.items()},
    **{name: Function("area", *row) for name, row in _AREAS.items()},
    **{name: Function(*row) for name, row in _OTHERS.items()},
    **{name: Function("condition", *row) for name, row in _PREDICATES.items()},
}


def is_a(actual: str, wanted: str) -> bool:
    """Whether a value of type `actual` is accepted where `wanted` is required."""
    return actual == wanted or actual in SUBTYPES.get(wanted, ())
