"""The reading of a row that brings its own figure: nothing is guessed, the figure says it all."""

from agents.categories import geometry_category, problem_type
from agents.records import Passage, Problem, Reading
from geometry.figure_errors import FigureError
from geometry.printer import print_figure
from geometry.resolve import parse_figure


def reading_of(problem: Problem) -> Reading:
    """The figure checked and brought into canonical spelling; raises FigureError when it is none."""
    figure = parse_figure(problem.figure)
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
