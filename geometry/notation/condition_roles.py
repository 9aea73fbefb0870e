"""Which conditions of a figure are primary: those that seeing the main solid shows as well.

A condition is primary if everything in it belongs to the main solid: its vertices, its name and measures, and points
and planes constructed from these alone (seeing an edge also shows its midpoint). It is auxiliary if it mentions
anything added: points that could lie elsewhere, free planes, other solids, coordinates.

A point of a flat sheet that was folded to the solid (`folded(BD, A, A1)`) is not on the solid, but what is given about
it is about the solid's own edges and faces. It counts as seen, unless the question needs the flat sheet.
"""

from collections.abc import Iterator
from typing import Literal, TypeGuard

from geometry.notation import syntax as s
from geometry.notation.catalogue import KINDS
from geometry.notation.figure_memo import figure_memo
from geometry.notation.main_solid import main_labels, main_names, main_solid
from geometry.notation.rigid_groups import FRAME, declared_names, names_in, names_inside

ConditionRole = Literal["primary", "auxiliary"]


def condition_role(figure: s.Figure, condition: s.Condition | s.Extremum) -> ConditionRole:
    """The role of one of the figure's conditions, or of what it minimizes or maximizes."""
    if _names(condition) & _unknowns(figure):
        return "auxiliary" if condition in kept_definitions(figure) or _is_added(figure, condition) else "primary"
    return "auxiliary" if _is_added(figure, condition) else "primary"


@figure_memo
def seen_names(figure: s.Figure) -> frozenset[str]:
    """Names that seeing the main solid shows: its points, itself, and everything constructed from these alone."""
    own = {*main_names(figure), *main_labels(figure)}
    own |= {label for solid in figure.solids if solid.name in own for label in solid.labels}
    seen = _with_constructed(figure, own)
    flat = {before for before, after, crease in folds_in(figure) if {after, *crease} <= seen} - seen
    sheet = _with_constructed(figure, seen | flat) - seen
    return frozenset(seen | (sheet - _needed_of_sheet(figure, seen, sheet)))


def folds_in(figure: s.Figure) -> Iterator[tuple[str, str, set[str]]]:
    """Every point that a fold moves: its label in the flat sheet, its label after folding, the names of the crease."""
    for condition in figure.givens:
        match condition:
            case s.Call("folded", (crease, *points)):
                for before, after in zip(points[::2], points[1::2], strict=True):
                    if isinstance(before, s.Labels) and isinstance(after, s.Labels):
                        yield before.labels[0], after.labels[0], names_in(crease)


def _needed_of_sheet(figure: s.Figure, seen: set[str], sheet: set[str]) -> set[str]:
    """Those names of the flat sheet that the question or anything added to the solid uses, and what they rest on."""
    known = seen | _constants(figure)
    uses = [_names(condition) for condition in (*figure.givens, *figure.extrema)]
    uses += [declared_names(d) | names_inside(d) for d in figure.declarations if not isinstance(d, s.SolidDecl)]
    needed = names_in(figure.target) & sheet
    size = -1
    while size != len(needed):
        size = len(needed)
        for names in uses:
            if names & needed or not names <= known | sheet:
                needed |= names & sheet
    return needed


def _with_constructed(figure: s.Figure, seen: set[str]) -> set[str]:
    """The names with everything that is constructed from them alone."""
    seen = set(seen)
    for item in figure.declarations:
        match item:
            case s.SolidDecl(name=name, kind=kind) if KINDS[kind].family == "polyhedron" and set(item.labels) <= seen:
                # A round solid has a radius in addition to its labels.
                seen.add(name)
            case s.PointDecl(label=name, how="equals") | s.PlaneDecl(name=name):
                parts = set().union(*(names_in(d) for d in item.definition))
                if parts and parts - _constants(figure) <= seen:
                    seen.add(name)
    return seen


@figure_memo
def kept_definitions(figure: s.Figure) -> tuple[s.Condition, ...]:
    """Conditions on the main solid alone that must be stated because they define an unknown used elsewhere.

    One equation `AB = x` per unknown reveals no number; if there is none, all conditions with the unknown are kept.
    """
    needed = _unknowns_in_use(figure)
    kept: dict[s.Condition, None] = {}
    for name in sorted(needed):
        holding = [c for c in figure.givens if name in names_in(c) and not _is_added(figure, c)]
        plain = [c for c in holding if isinstance(c, s.Relation) and _defines(c, name)]
        kept |= dict.fromkeys(plain[:1] or holding)
    return tuple(kept)


@figure_memo
def needed_declarations(figure: s.Figure) -> tuple[s.Declaration, ...]:
    """Points, planes, unknowns and solids besides the main one that the auxiliary conditions or the question use."""
    used = set(names_in(figure.target))
    for condition in (*figure.givens, *figure.extrema):
        if condition_role(figure, condition) == "auxiliary":
            used |= _names(condition)
    known = seen_names(figure) | _constants(figure)
    # A vertex that is constructed from something added ties that to the solid, like a condition.
    ties = [d for d in figure.declarations if is_own_vertex(d, figure) and not names_inside(d) <= known]
    used |= {item.label for item in ties}
    own = main_names(figure)
    kept = []
    for item in reversed(figure.declarations):
        names = declared_names(item)
        if isinstance(item, s.Param) or (isinstance(item, s.SolidDecl) and item.name in own) or not names & used:
            continue
        if is_own_vertex(item, figure) and names_inside(item) <= known:
            continue
        kept.append(item)
        used |= names_inside(item)
    return tuple(reversed(kept))


def is_own_vertex(item: s.Declaration, figure: s.Figure) -> TypeGuard[s.PointDecl]:
    """Whether a point is declared by itself although it is a vertex of the main solid."""
    return isinstance(item, s.PointDecl) and item.label in main_labels(figure)


def like_the_object(figure: s.Figure) -> dict[str, s.Condition]:
    """Added solids that are similar to the main one, with the condition that says so: their kind is the object's."""
    found: dict[str, s.Condition] = {}
    main = main_solid(figure).name
    for condition in figure.givens:
        match condition:
            case s.Call("similar", (s.Name(first), s.Name(second))) if main in (first, second):
                found[second if first == main else first] = condition
    return found


def _is_added(figure: s.Figure, condition: s.Condition | s.Extremum) -> bool:
    names = _names(condition) - _constants(figure) - _unknowns(figure)
    if isinstance(condition, s.Relation) and names <= {*main_labels(figure), FRAME}:
        # Coordinates of the solid's own vertices state only its size.
        return False
    return not names <= seen_names(figure)


def _names(item: s.Condition | s.Extremum) -> set[str]:
    return names_in(item.quantity if isinstance(item, s.Extremum) else item)


@figure_memo
def _constants(figure: s.Figure) -> set[str]:
    return {"pi", *(param.name for param in figure.params)}


@figure_memo
def _unknowns(figure: s.Figure) -> set[str]:
    return {d.name for d in figure.declarations if isinstance(d, s.Unknown)}


@figure_memo
def _unknowns_in_use(figure: s.Figure) -> set[str]:
    used = names_in(figure.target)
    for item in (*figure.givens, *figure.extrema):
        used |= _names(item) if _is_added(figure, item) else set()
    for declared in figure.declarations:
        used |= names_inside(declared) if isinstance(declared, s.PointDecl | s.PlaneDecl) else set()
    return used & _unknowns(figure)


def _defines(relation: s.Relation, name: str) -> bool:
    return relation.sign == "=" and s.Name(name) in (relation.left, relation.right)
