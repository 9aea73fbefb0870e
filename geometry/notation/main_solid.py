"""Which solid of a figure a scene shows, and the simple solids it is made of.

One solid is shown: a scene with a pyramid inside its circumsphere would show only the sphere. Raises GeometryError for
a figure without a solid, and for composites of composites, whose volume the kernel does not define either.
"""

from typing import Literal

from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.figure_memo import figure_memo

Sign = Literal["+", "-"]


def main_solid(figure: s.Figure) -> s.SolidDecl:
    """The composite if there is one; else the solid with the most named vertices.

    Among equals the first that is not inscribed in another, because the outer solid would hide it.
    """
    if not figure.solids:
        raise GeometryError("the figure has no solid to show; declare one, such as: solid tetrahedron ABCD")
    used = {part for solid in figure.solids for _, part in solid.parts}
    composites = [solid for solid in figure.solids if solid.kind == "composite"]
    outermost = [solid for solid in composites if solid.name not in used]
    if outermost:
        return outermost[0]
    inner = _inner_names(figure)
    return max(figure.solids, key=lambda solid: (named_vertices(solid), solid.name not in inner))


def _inner_names(figure: s.Figure) -> set[str]:
    """Names of solids that are inscribed in another."""
    place = {"inscribed": 0, "circumscribed": 1}
    calls = [c for c in figure.givens if isinstance(c, s.Call) and c.name in place]
    return {arg.id for call in calls if isinstance(arg := call.args[place[call.name]], s.Name)}


def named_vertices(solid: s.SolidDecl) -> int:
    """The number of the solid's points that have a label in the statement."""
    return sum(not is_hidden(label) for label in solid.labels)


def simple_parts(figure: s.Figure, solid: s.SolidDecl) -> tuple[tuple[Sign, s.SolidDecl], ...]:
    """The solid itself, or the parts of a composite with their signs, in the order written."""
    if solid.kind != "composite":
        return (("+", solid),)
    declared = {d.name: d for d in figure.solids}
    parts = tuple((sign, declared[name]) for sign, name in solid.parts)
    nested = next((part.name for _, part in parts if part.kind == "composite"), "")
    if nested:
        raise GeometryError(f"part {nested} of {solid.name} is a composite itself; write its parts out in {solid.name}")
    if not any(sign == "+" for sign, _ in parts):
        raise GeometryError(f"nothing is left of {solid.name}: every part is removed")
    return parts


@figure_memo
def main_names(figure: s.Figure) -> frozenset[str]:
    """The main solid's name and, of a composite, those of its parts."""
    main = main_solid(figure)
    return frozenset({main.name, *(part.name for _, part in simple_parts(figure, main))})


@figure_memo
def main_labels(figure: s.Figure) -> tuple[str, ...]:
    """The named points of the main solid in the order declared, each once."""
    parts = simple_parts(figure, main_solid(figure))
    labels = (label for _, part in parts for label in part.labels)
    return tuple(dict.fromkeys(label for label in labels if not is_hidden(label)))
