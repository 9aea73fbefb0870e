"""The smallest question: with the object seen, only the conditions that its target needs.

The object stands where the solved figure has it. A condition is left out if all that is added to the object still gives
the target its one value without it. Points, planes and solids that nothing uses any more are left out too.
"""

from collections.abc import Sequence
from dataclasses import replace

from geometry.notation import syntax as s
from geometry.notation.condition_roles import condition_role, is_own_vertex, needed_declarations
from geometry.notation.main_solid import main_names, main_solid
from geometry.notation.rigid_groups import declared_names, names_in, names_inside
from geometry.report.check_figure import measure_target
from geometry.report.only_value import has_only_value
from geometry.shapes.coordinates import Coordinates
from geometry.solver.parametrise import FixedSolids
from geometry.solver.solve import found_around


def with_needed_conditions(figure: s.Figure, coordinates: Coordinates, seed: int = 0) -> s.Figure:
    """The figure with those added conditions that its target needs when the object is seen, and what they use.

    Unchanged if the kernel cannot solve for what is added around the object that stands fixed.
    """
    added = [c for c in figure.givens if condition_role(figure, c) == "auxiliary"]
    value = measure_target(figure, coordinates)

    def is_fixed_by(kept: Sequence[s.Condition]) -> bool:
        if main_solid(_with_added(figure, kept)).name != main_solid(figure).name:
            return False  # a contact may decide which solid is shown
        around = _around_the_object(figure, kept)
        seen = FixedSolids(main_names(figure), coordinates)
        return has_only_value(around, value, lambda: found_around(around, seen, seed))

    if not added:
        return without_idle_objects(figure)
    if not is_fixed_by(added):
        return figure
    for solid in figure.solids:
        # All of a solid at once: a single contact that is left may decide which solid is shown.
        fewer = [c for c in added if solid.name not in names_in(c)]
        if solid.name not in names_in(figure.target) | main_names(figure) and len(fewer) < len(added):
            added = fewer if is_fixed_by(fewer) else added
    latest_first = added[::-1]
    for condition in sorted(latest_first, key=_telling, reverse=True):
        fewer = [c for c in added if c is not condition]
        if is_fixed_by(fewer):
            added = fewer
    return without_idle_objects(_with_added(figure, added))


def without_idle_objects(figure: s.Figure) -> s.Figure:
    """The figure without points, planes, unknowns and solids that no condition and no target uses."""
    used = set().union(*(names_in(part) for part in (*figure.givens, figure.target)))
    used |= {name for extremum in figure.extrema for name in names_in(extremum.quantity)}
    own = main_names(figure)
    kept: list[s.Declaration] = []
    for item in reversed(figure.declarations):
        if isinstance(item, s.Param) or declared_names(item) & (used | own):
            kept.append(item)
            used |= names_inside(item)
    return replace(figure, declarations=tuple(reversed(kept)))


def _around_the_object(figure: s.Figure, kept: Sequence[s.Condition]) -> s.Figure:
    """The object and what is added to it, without the object's own conditions."""
    reduced = _with_added(figure, kept)
    own, needed = main_names(figure), needed_declarations(reduced)
    around = [d for d in figure.declarations if any(d is n for n in needed) and not is_own_vertex(d, figure)]
    seen = [d for d in figure.declarations if isinstance(d, s.Param) or declared_names(d) & own]
    vertices = [_as_condition(d) for d in needed if is_own_vertex(d, figure) and d.definition]
    added = tuple(e for e in figure.extrema if condition_role(figure, e) == "auxiliary")
    return replace(reduced, declarations=(*seen, *around), givens=(*kept, *vertices), extrema=added)


def _as_condition(point: s.PointDecl) -> s.Condition:
    """What a point's declaration says of a point that stands already."""
    label, place = s.Labels((point.label,)), point.definition[0]
    return s.Call("on", (label, place)) if point.how == "on" else s.Relation("=", label, place)


def _with_added(figure: s.Figure, kept: Sequence[s.Condition]) -> s.Figure:
    givens = [c for c in figure.givens if condition_role(figure, c) == "primary" or any(c is k for k in kept)]
    return replace(figure, givens=tuple(givens))


def _telling(condition: s.Condition) -> tuple[bool, bool, int]:
    """How much a condition tells that can be seen: a number most, a relation of many points more than one of few."""
    sides = (condition.left, condition.right) if isinstance(condition, s.Relation) else ()
    measured = any(not names_in(side) - {"pi"} for side in sides)
    return measured, isinstance(condition, s.Call), len(names_in(condition))
