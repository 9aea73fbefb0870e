"""Rigid groups: which points and solids the conditions tie together so that they move as one piece.

Two solids related only by their sizes ("a cylinder with twice the radius") do not fix each other's position;
each such group can be placed anywhere, and its six rigid motions do not count as freedom of the figure.
"""

from collections.abc import Iterable, Iterator

from geometry.notation import syntax as s
from geometry.notation.spatial import is_spatial

FRAME = "#frame"
"""Represents the coordinate axes: a group tied to it by stated coordinates cannot move freely."""


def atoms(condition: s.Condition | s.Expr) -> Iterator[set[str]]:
    """The groups of names that one measurement or relation ties together."""
    match condition:
        case s.Relation(_, left, right):
            if is_spatial(left) or is_spatial(right):
                yield names_in(left) | names_in(right)
            else:
                yield from atoms(left)
                yield from atoms(right)
        case s.Op(_, left, right):
            yield from atoms(left)
            yield from atoms(right)
        case s.Neg(operand):
            yield from atoms(operand)
        case s.Call("sqrt" | "cbrt" | "root" | "abs" | "floor" | "ceil" | "integer" | "sin" | "cos" | "tan", args):
            for arg in args:
                yield from atoms(arg)
        case s.Call("asin" | "acos" | "atan" | "degrees" | "radians", args):
            for arg in args:
                yield from atoms(arg)
        # Sizes of two solids are compared, not their positions.
        case s.Call("similar", args):
            for arg in args:
                yield names_in(arg)
        case _:
            yield names_in(condition)


def declared_names(item: s.Declaration) -> set[str]:
    """The names that a declaration introduces, with the labels of a solid."""
    if isinstance(item, s.SolidDecl):
        return {item.name, *item.labels}
    return {item.label if isinstance(item, s.PointDecl) else item.name}


def names_inside(item: s.Declaration) -> set[str]:
    """The names that a declaration uses."""
    if isinstance(item, s.SolidDecl):
        return {*item.labels, *(name for _, name in item.parts)}
    return set().union(*(names_in(definition) for definition in getattr(item, "definition", ())))


def names_in(expr: s.Condition | s.Expr) -> set[str]:
    """Every point label, solid, plane and number name in an expression; coordinates count as FRAME."""
    match expr:
        case s.Labels(labels):
            return set(labels)
        case s.Name(name):
            return {name}
        case s.Triple(x, y, z):
            return {FRAME} | names_in(x) | names_in(y) | names_in(z)
        case s.Neg(operand):
            return names_in(operand)
        case s.Op(_, left, right) | s.Relation(_, left, right):
            return names_in(left) | names_in(right)
        case s.Call(_, args):
            return set().union(*(names_in(arg) for arg in args))
        case _:
            return set()


class Groups:
    """Union-find over names."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def find(self, name: str) -> str:
        parent = self._parent.setdefault(name, name)
        if parent != name:
            parent = self._parent[name] = self.find(parent)
        return parent

    def join(self, names: Iterable[str]) -> None:
        roots = [self.find(name) for name in names]
        for root in roots[1:]:
            self._parent[self.find(root)] = self.find(roots[0])


def rigid_groups(figure: s.Figure) -> Groups:
    """The groups of points, solids and planes that only move together."""
    numbers = {d.name for d in figure.declarations if isinstance(d, s.Param | s.Unknown)} | {"pi"}
    groups = Groups()
    for declaration in figure.declarations:
        match declaration:
            case s.SolidDecl():
                groups.join([declaration.name, *declaration.labels, *(name for _, name in declaration.parts)])
            case s.PointDecl(label, _, definition) | s.PlaneDecl(label, definition):
                groups.join([label, *set().union(*(names_in(d) for d in definition)) - numbers])
            case _:
                pass
    measured = [*figure.givens, *(e.quantity for e in figure.extrema), figure.target]
    for condition in measured:
        for names in atoms(condition):
            groups.join(sorted(names - numbers))
    return groups
