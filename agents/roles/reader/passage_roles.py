"""Which line of a figure came from which condition, and whether it is primary or auxiliary.

Declared points, planes and further solids are auxiliary; conditions are classified by `condition_role`. Decided from
the figure, not from the model's reply.
"""

from geometry.notation import syntax as s
from geometry.notation.condition_roles import ConditionRole, condition_role
from geometry.notation.main_solid import main_solid
from geometry.notation.printer import print_line
from geometry.record import Record


class FigureLine(Record):
    """One line of a figure in canonical spelling."""

    text: str
    """The line in the canonical figure."""
    source_line: int
    """The 1-based line of the text that was parsed."""
    role: ConditionRole
    """Primary if it is about the main solid alone."""


def figure_lines(figure: s.Figure) -> tuple[FigureLine, ...]:
    """Every line except the target and the key, in canonical order; the figure must have been parsed from text."""
    items = [*figure.declarations, *figure.givens, *figure.extrema]
    return tuple(
        FigureLine(text=print_line(item), source_line=item.span.line, role=_role(figure, item)) for item in items
    )


def _role(figure: s.Figure, item: s.Declaration | s.Condition | s.Extremum) -> ConditionRole:
    match item:
        case s.SolidDecl(name=name):
            solid = main_solid(figure)
            return "primary" if name in (solid.name, *(part for _, part in solid.parts)) else "auxiliary"
        case s.Param() | s.Unknown():
            return "primary"
        case s.PointDecl() | s.PlaneDecl():
            return "auxiliary"
        case _:
            return condition_role(figure, item)
