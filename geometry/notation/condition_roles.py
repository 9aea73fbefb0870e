"""Which conditions of a figure are primary: those that seeing the main solid shows as well.

A condition is primary if everything in it belongs to the main solid: its vertices, its name and measures, and points
and planes constructed from these alone (seeing an edge also shows its midpoint). It is auxiliary if it mentions
anything added: points that could lie elsewhere, free planes, other solids, coordinates.
"""

from typing import Literal

from geometry.notation import syntax as s
from geometry.notation.catalogue import KINDS
from geometry.notation.figure_memo import figure_memo
from geometry.notation.main_solid import main_labels, main_names
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
    seen = {*main_names(figure), *main_labels(figure)}
    seen |= {label for solid in figure.solids if solid.name in seen for label in solid.labels}
    for item in figure.declarations:
        match item:
            case s.SolidDecl(name=name, kind=kind) if KINDS[kind].family == "polyhedron" and set(item.labels) <= seen:
                # A round solid has a radius in addition to its labels.
                seen.add(name)
            case s.PointDecl(label=name, how="equals") | s.PlaneDecl(name=name):
                parts = set().union(*(names_in(d) for d in item.definition))
                if parts and parts - _constants(figure) <= seen:
                    seen.add(name)
    return frozenset(seen)


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
    own = main_names(figure)
    kept = []
    for item in reversed(figure.declarations):
        names = declared_names(item)
        if isinstance(item, s.Param) or (isinstance(item, s.SolidDecl) and item.name in own) or not names & used:
            continue
        kept.append(item)
        used |= names_inside(item)
    return tuple(reversed(kept))


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
