"""Distinguishing points and vectors from numbers in resolved expressions, by their form alone."""

from geometry.notation import syntax as s

SPATIAL_CALLS = frozenset(
    [
        "vector",
        "midpoint",
        "divide",
        "centroid",
        "circumcenter",
        "incenter",
        "orthocenter",
        "foot",
        "intersection",
        "reflect",
        "center",
        "apex",
        "base_center",
        "top_center",
    ]
)
"""Functions of the notation whose value is a point or a vector."""


def is_spatial(expr: s.Expr) -> bool:
    """Whether a side of an equation is a point or a vector rather than a number."""
    match expr:
        case s.Labels(labels):
            return len(labels) == 1
        case s.Triple():
            return True
        case s.Neg(operand):
            return is_spatial(operand)
        case s.Op("/", left, _):
            return is_spatial(left)
        case s.Op(_, _, right):
            return is_spatial(right)
        case s.Call(name):
            return name in SPATIAL_CALLS
        case _:
            return False
