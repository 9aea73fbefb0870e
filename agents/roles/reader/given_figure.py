"""The reading of a row with its own figure, taken from the figure alone."""

from agents.language.wording.categories import geometry_category, problem_type
from agents.records import Passage, Problem, Reading
from geometry.notation import syntax as s
from geometry.notation.figure_errors import FigureError
from geometry.notation.printer import print_figure


def reading_of(problem: Problem, figure: s.Figure) -> Reading:
    """The reading of a row's parsed figure; raises FigureError if the target is not a geometric quantity."""
    kind = problem_type(figure)
    if kind is None:
        raise FigureError(figure.target.span, "the target is neither an angle, a ratio, a length, an area nor a volume")
    return Reading(
        category=geometry_category(figure),
        diagram=(),
        conditions=(),
        question=Passage(text=problem.statement, start=0, end=len(problem.statement)),
        problem_type=kind,
        figure=print_figure(figure),
    )
