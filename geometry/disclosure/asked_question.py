"""The figure that a question is asked about: as little as the target needs, and what that tells."""

from collections.abc import Iterator
from dataclasses import replace

from geometry.disclosure.film_needed import Disclosure, disclosure
from geometry.disclosure.midpoints import with_midpoints
from geometry.disclosure.needed_conditions import with_needed_conditions, without_idle_objects
from geometry.notation import syntax as s
from geometry.notation.printer import print_figure
from geometry.notation.rigid_groups import names_in
from geometry.shapes.coordinates import Coordinates


class AskedQuestion(Disclosure):
    """The figures that the question's sentences are made from, and what they disclose."""

    figure: str
    """The figure with those added conditions only that the target needs."""
    text_figure: str
    """The figure for a text that must do without the film: it has one value for the target."""
    left_out: tuple[str, ...]
    """Lines of the solved figure that the question does without."""


def asked_question(figure: s.Figure, coordinates: Coordinates, seed: int = 0) -> AskedQuestion:
    """The smallest question about a solved figure; it asks for the quantity, whatever its corpus states."""
    figure = figure.without_key
    asked = _asked(figure, coordinates, seed)
    found = disclosure(asked, coordinates, seed, has_one_value=asked.givens == figure.givens)
    text = asked if found.dimensions_determine else without_idle_objects(figure)
    kept = set(print_figure(asked).splitlines())
    return AskedQuestion(
        **found.model_dump(),
        figure=print_figure(asked),
        text_figure=print_figure(text),
        left_out=tuple(line for line in print_figure(figure).splitlines() if line not in kept),
    )


def _asked(figure: s.Figure, coordinates: Coordinates, seed: int) -> s.Figure:
    """The smallest figure; of two quantities that are told to be equal, it asks for the one that needs fewer things."""
    asked = with_midpoints(with_needed_conditions(figure, coordinates, seed))
    for target in _equal_quantities(figure):
        other = with_midpoints(with_needed_conditions(replace(figure, target=target), coordinates, seed))
        if len(other.declarations) < len(asked.declarations):
            asked = other
    return asked


def _equal_quantities(figure: s.Figure) -> Iterator[s.Expr]:
    """Lengths between points that a condition sets equal to a target of this kind, with fewer added points."""
    added = {item.label for item in figure.declarations if isinstance(item, s.PointDecl)}
    if not isinstance(figure.target, s.Labels) or not names_in(figure.target) & added:
        return
    for condition in figure.givens:
        if isinstance(condition, s.Relation) and condition.sign == "=":
            for side, other in ((condition.left, condition.right), (condition.right, condition.left)):
                fewer = len(names_in(other) & added) < len(names_in(figure.target) & added)
                if side == figure.target and isinstance(other, s.Labels) and fewer:
                    yield other
