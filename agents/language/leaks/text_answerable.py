"""Whether a stripped question can be answered without seeing the object, which makes it unusable for the benchmark.

A length, area or volume follows from the text alone if it belongs to something added, which the text relates to the
object only as a whole, and the figure without the object still has one value for it: "a sphere of radius 3 is inscribed
in the object; what is the volume of the sphere?". Anything that depends on points of the object has to be seen. Without
a length, area or volume in the text nothing of that kind can follow, so most figures need no solving.
"""

from dataclasses import replace

from agents.language.leaks.numbers import figure_numbers
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.condition_roles import condition_role
from geometry.notation.dimensions import dimension_of, target_class
from geometry.notation.figure_errors import FigureError
from geometry.notation.main_solid import main_labels, main_names
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure
from geometry.notation.rigid_groups import names_in
from geometry.report.check_figure import check_figure


def may_follow_from_text(figure: s.Figure) -> bool:
    """Whether the text has a length, area or volume and asks for one of something added; a cheap pre-check."""
    if target_class(dimension_of(figure.target)) not in ("length", "area", "volume"):
        return False
    if not any(number.power for number in figure_numbers(figure, "auxiliary")):
        return False
    return not _tied_to(figure) & {*main_labels(figure), *main_names(figure)}


def follows_from_text(figure: s.Figure) -> bool:
    """Whether the target has one value in the figure without its object; runs the solver."""
    tied = _tied_to(figure)
    alone = replace(
        figure,
        declarations=tuple(d for d in figure.declarations if isinstance(d, s.Param) or _own_names(d) & tied),
        givens=tuple(c for c in _told(figure) if names_in(c) & tied),
        extrema=(),
    )
    try:
        # Parsed again, so that anything that still refers to the object raises an error.
        return check_figure(parse_figure(print_figure(alone))).ok
    except (FigureError, GeometryError):
        return False


def _tied_to(figure: s.Figure) -> frozenset[str]:
    """Names connected to the target by declarations and auxiliary conditions, except those about the whole object."""
    declared = [_own_names(d) | _used_names(d) for d in figure.declarations if not isinstance(d, s.Param)]
    links = [*declared, *(names_in(c) for c in _told(figure))]
    tied = set(names_in(figure.target))
    while more := {name for link in links if link & tied for name in link} - tied:
        tied |= more
    return frozenset(tied)


def _told(figure: s.Figure) -> list[s.Condition]:
    """The auxiliary conditions, without those about the object as a whole."""
    own = main_names(figure)
    return [c for c in figure.givens if condition_role(figure, c) == "auxiliary" and not names_in(c) & own]


def _own_names(item: s.Declaration) -> set[str]:
    match item:
        case s.SolidDecl():
            return {item.name, *item.labels}
        case s.PointDecl():
            return {item.label}
    return {item.name}


def _used_names(item: s.Declaration) -> set[str]:
    if isinstance(item, s.PointDecl | s.PlaneDecl):
        return set().union(*(names_in(definition) for definition in item.definition))
    return set()
