"""Two figures compared: their solids, conditions of each on solutions of the other, targets under other numbers.

Neither figure is taken as right. A difference is one neutral sentence that names what differs.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from geometry.conditions.verify import verify
from geometry.equivalence.keys import unlike_keys
from geometry.equivalence.naming import with_labels_of, with_names_of, with_own_labels_apart, with_solids_of
from geometry.equivalence.perturb import change, choices, groups_by_value, scaled_texts
from geometry.equivalence.solids import (
    missing_solids,
    other_measures,
    unlike_extrema,
    unlike_places,
    unlike_solids,
    unlike_targets,
    unlike_terms,
    untied_solids,
)
from geometry.equivalence.solutions import HELD_RELATIVE, WANDERED_RELATIVE, solutions_of
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.condition_roles import folds_in
from geometry.notation.literals import FigureLiteral, literals_of, with_literals
from geometry.notation.printer import print_expr
from geometry.notation.rigid_groups import names_in
from geometry.numerics.blas_threads import single_threaded
from geometry.numerics.vectors import Array
from geometry.record import Evidence
from geometry.report.check_figure import measure_target, measured_figure
from geometry.report.figure_report import FigureReport
from geometry.shapes.coordinates import Coordinates
from geometry.solver.parametrise import model_of
from geometry.solver.solve import SolvedFigure, solve, solve_keeping_vectors, solve_nearby
from geometry.solver.varied_numbers import Texts, followed_targets
from geometry.tolerances import SAME_TARGET_RELATIVE

PERTURBATIONS = 12
MOST_SOLUTIONS = 6
"""Solutions on which the sizes of solids are compared."""
BRANCHES = 4
"""Solutions of the stated numbers from which a solution for other numbers is sought."""

SharedNumber = tuple[tuple[int, ...], tuple[int, ...]]
"""Places of the literals in the first and in the second figure that are the same number of a statement."""


class FigureComparison(Evidence):
    """What a comparison of two figures found."""

    verdict: Literal["same", "different", "not solved"]
    perturbations: int
    """Changes of numbers under which both figures had a solution and the same target."""
    deviation: float = 0.0
    """The largest relative difference between the targets, with the stated and with other numbers."""
    sentence: str
    """What differs or why it could not be compared; empty if the figures mean the same."""


@dataclass(frozen=True)
class _Solved:
    """A figure with its report and what is needed to solve it again with other numbers."""

    figure: s.Figure
    report: FigureReport
    solutions: tuple[Coordinates, ...]
    free: tuple[Coordinates, ...]
    """Solutions without the extremum, if the figure has one."""
    freedom: int
    """Measures that the conditions leave open; of a sought extremum those that it is sought over."""
    vectors: Array
    units: Array


def compare(
    first: s.Figure,
    second: s.Figure,
    shared: Sequence[SharedNumber] | None = None,
    seed: int = 0,
    named: Collection[str] | None = None,
) -> FigureComparison:
    """Whether two figures mean the same. Without `shared`, numbers of equal value are taken as the same number.

    `named` are the labels that the statement gives; other labels are a reader's choice and not compared. Without it all
    labels count as given.
    """
    second = with_names_of(first, second)
    if named is not None:
        second = with_own_labels_apart(second, named)
    for difference in unlike_keys(first, second):
        return FigureComparison(verdict="different", perturbations=0, sentence=difference)
    with single_threaded():
        ours = _solved(first, seed)
        # Figures that are the same word for word, with the same numbers in the same places, are solved once.
        solved = ours, ours if first == second and _in_the_same_places(shared) else _solved(second, seed)
        for each in solved:
            if not each.report.ok:
                sentence = f"The figure has no value: {each.report.reason}."
                return FigureComparison(verdict="not solved", perturbations=0, sentence=sentence)
        for difference in () if solved[1] is ours else _differences(solved, seed, named):
            return FigureComparison(verdict="different", perturbations=0, sentence=difference)
        return _perturbed(solved, shared, seed)


def _in_the_same_places(shared: Sequence[SharedNumber] | None) -> bool:
    return shared is None or all(ours == theirs for ours, theirs in shared)


def _solved(figure: s.Figure, seed: int) -> _Solved:
    _, vectors = solve_keeping_vectors(figure, seed)
    units = model_of(figure).units if len(vectors) else np.ones(0)
    # An extremum is sought anew from each start, which takes long.
    branches = vectors[: 1 if figure.extrema else BRANCHES]
    free = replace(figure, extrema=())
    general = solve(free, seed)
    return _Solved(
        figure=figure,
        report=measured_figure(figure, seed),
        solutions=solutions_of(figure, seed)[:MOST_SOLUTIONS],
        free=solutions_of(free, seed)[:MOST_SOLUTIONS],
        freedom=general.freedom if isinstance(general, SolvedFigure) else 0,
        vectors=branches,
        units=units,
    )


def _perturbed(solved: tuple[_Solved, _Solved], shared: Sequence[SharedNumber] | None, seed: int) -> FigureComparison:
    """The comparison of the targets under other numbers."""
    same = 0
    deviation = _apart(solved[0].report.value, solved[1].report.value)
    shown = [print_expr(each.figure.target) for each in solved]
    changes = list(_changes(solved[0].figure, solved[1].figure, shared, seed, PERTURBATIONS))
    ours = _followed(solved[0], [texts for texts, _ in changes])
    followed = ours, ours if solved[1] is solved[0] else _followed(solved[1], [texts for _, texts in changes])
    for texts, *found in zip(changes, *followed, strict=True):
        values: list[float | Literal["unsolved"] | None] = list(found)
        if values == [None, None] and not any(_has_edge_set(each.figure) for each in solved):
            continue
        # Following a solution may fail where a search succeeds; only a search can say that there is none.
        values = [
            _searched(with_literals(each.figure, other), seed) if v is None else v
            for each, other, v in zip(solved, texts, values, strict=True)
        ]
        if "unsolved" in values or values == [None, None]:
            continue
        if None in values:
            sentence = "With other numbers one reading has a solution and the other has none."
            return FigureComparison(verdict="different", perturbations=same, sentence=sentence)
        if not _equal(*values):
            sentence = (
                f"With other numbers, {shown[0]} is {_digits(values[0])} in one reading, "
                f"{shown[1]} is {_digits(values[1])} in the other."
            )
            return FigureComparison(verdict="different", perturbations=same, sentence=sentence)
        same += 1
        deviation = max(deviation, _apart(*values))
    return FigureComparison(verdict="same", perturbations=same, deviation=deviation, sentence="")


def _has_edge_set(figure: s.Figure) -> bool:
    return any(isinstance(given, s.Call) and given.name == "edges" for given in figure.givens)


def _differences(solved: tuple[_Solved, _Solved], seed: int, named: Collection[str] | None = None) -> Iterator[str]:
    first, second = solved[0].figure, solved[1].figure
    reports = solved[0].report, solved[1].report
    yield from missing_solids(first, second)
    yield from _targets((first, second), reports)
    if named is not None and _asks_about_own_points(first, named) != _asks_about_own_points(second, named):
        shown = print_expr(first.target), print_expr(second.target)
        yield f"One reading asks for {shown[0]}, the other for {shown[1]}: only one of them adds points to ask about."
    if named is not None:
        yield from _unlike_labels(first, second, named)
    yield from _broken(with_labels_of(second, first), solved[1].free)
    yield from _broken(with_labels_of(first, second), solved[0].free)
    freedom = [each.freedom for each in solved]
    if freedom[0] != freedom[1]:
        yield f"One reading leaves {_count(freedom[0])} of the figure open, the other {_count(freedom[1])}."
    yield from untied_solids((first, second))
    yield from unlike_solids((first, second), (solved[0].solutions, solved[1].solutions))
    yield from unlike_places((first, second), (solved[0].solutions, solved[1].solutions))
    if not any(freedom):
        one_each = solved[0].solutions[0], solved[1].solutions[0]
        yield from other_measures((first, second), one_each)
        yield from unlike_terms((first, second), one_each)
    yield from unlike_extrema(first, with_solids_of(first, second), seed)
    yield from unlike_targets(first, with_solids_of(first, second), seed)


def _asks_about_own_points(figure: s.Figure, named: Collection[str]) -> bool:
    """Whether the target is about points that a reader added."""
    own = {item.label for item in figure.declarations if isinstance(item, s.PointDecl)} - set(named)
    return bool(own & names_in(figure.target))


def _unlike_labels(first: s.Figure, second: s.Figure, named: Collection[str]) -> Iterator[str]:
    """Labels of the statement that only one figure has, and points that the readers added to unlike places."""
    ours, theirs = (_labels(figure) & set(named) for figure in (first, second))
    for label in sorted(ours ^ theirs):
        yield f"One reading has the point {label} of the statement, the other has it not or under another name."
    added, other = (Counter(_places(figure, named)) for figure in (first, second))
    if added != other:
        places = [", ".join(sorted((side - rest).elements())) for side, rest in ((added, other), (other, added))]
        shown = [place or "none" for place in places]
        yield f"One reading adds points of its own ({shown[0]}) that the other has not ({shown[1]})."


def _labels(figure: s.Figure) -> set[str]:
    points = {item.label for item in figure.declarations if isinstance(item, s.PointDecl)}
    return points | {label for solid in figure.solids for label in solid.labels}


def _places(figure: s.Figure, named: Collection[str]) -> Iterator[str]:
    """Where each added point lies, in a word."""
    lies_on = {
        given.args[0].labels[0]: given.args[1]
        for given in figure.givens
        if isinstance(given, s.Call) and given.name == "on" and isinstance(given.args[0], s.Labels)
    }
    corners = {label for solid in figure.solids for label in solid.labels}
    # Nor are a reader's labels for the places of folded points in the flat sheet.
    corners |= {before for before, _, _ in folds_in(figure)}
    for item in figure.declarations:
        # A centre that is declared before its sphere is no further point.
        if not isinstance(item, s.PointDecl) or item.label in named or item.label in corners:
            continue
        place = item.definition[0] if item.definition else lies_on.get(item.label)
        kind = place.name if isinstance(place, s.Call) else "plane or solid" if isinstance(place, s.Name) else ""
        # The centre of a square is the midpoint of a diagonal, a crossing or a centroid: one place, many words.
        yield "anywhere" if place is None else "constructed" if item.how == "equals" else f"on {kind}"


def _count(measures: int) -> str:
    return "nothing" if not measures else "1 measure" if measures == 1 else f"{measures} measures"


def _targets(figures: tuple[s.Figure, s.Figure], reports: tuple[FigureReport, FigureReport]) -> Iterator[str]:
    first, second = reports
    shown = [print_expr(figure.target) for figure in figures]
    if first.target_class != second.target_class:
        yield f"One reading asks for {shown[0]}, which is {_a(first)}, the other for {shown[1]}, which is {_a(second)}."
    elif not _equal(first.value, second.value):
        yield f"{shown[0]} is {first.value:.6g} in one reading, {shown[1]} is {second.value:.6g} in the other."
    # A target that both figures can measure must mean the same on the same solution.
    values = _measured(figures[0], second.coordinates), _measured(figures[1], first.coordinates)
    for value, other in zip(values, (second, first), strict=True):
        if value is not None and not _equal(value, other.value):
            yield f"{shown[0]} and {shown[1]} differ on one and the same figure."
    if (values[0] is None) != (values[1] is None):
        yield f"One reading asks for {shown[0]}, the other for {shown[1]}, with points of its own."


def _broken(figure: s.Figure, solutions: Sequence[Coordinates]) -> Iterator[str]:
    """Conditions of a figure that do not hold on a solution of the other; none if they cannot be measured there."""
    for place, coordinates in enumerate(solutions):
        try:
            checks = verify(replace(figure, extrema=()), coordinates, WANDERED_RELATIVE if place else HELD_RELATIVE)
        except GeometryError:
            return
        for check in checks:
            if check.status == "failed":
                yield f"One reading has {check.name.removeprefix('given ')!r}, which does not hold in the other."


def _measured(figure: s.Figure, coordinates: Coordinates | Literal["none"]) -> float | None:
    if coordinates == "none":
        return None
    try:
        return measure_target(figure, coordinates)
    except (GeometryError, KeyError):
        return None


def _searched(figure: s.Figure, seed: int) -> float | Literal["unsolved"] | None:
    """The target by a full search; None if there is no solution, `unsolved` if that is not known."""
    report = measured_figure(figure, seed)
    if report.ok and report.value != "none":
        return report.value
    return "unsolved" if report.status == "unsolved" else None


def _followed(solved: _Solved, changes: Sequence[Texts]) -> list[float | None]:
    """The target under each change of the numbers, followed from the solutions that are known; None if it got lost."""
    if _has_edge_set(solved.figure):
        # With other lengths the edges may change their places; only a search finds out.
        return [None for _ in changes]
    if not changes:
        return []
    try:
        return followed_targets(solved.figure, changes, solved.vectors, solved.units)
    except (GeometryError, np.linalg.LinAlgError):
        return [_followed_alone(with_literals(solved.figure, texts), solved) for texts in changes]


def _followed_alone(figure: s.Figure, solved: _Solved) -> float | None:
    coordinates = solve_nearby(figure, solved.vectors, solved.units)
    return _measured(figure, coordinates) if coordinates else None


def _changes(
    first: s.Figure, second: s.Figure, shared: Sequence[SharedNumber] | None, seed: int, count: int
) -> Iterator[tuple[Texts, Texts]]:
    """Other spellings for the literals of both figures, in which the same numbers are changed."""
    literals = literals_of(first), literals_of(second)
    groups = list(_by_value(*literals) if shared is None else shared)
    for chosen, rng in choices([(k,) for k in range(len(groups))], seed, count):
        factors = [change(rng) for _ in groups]
        ours, theirs = (
            scaled_texts(literals[side], {place: factors[k] for (k,) in chosen for place in groups[k][side]})
            for side in (0, 1)
        )
        yield ours, theirs


def _by_value(first: Sequence[FigureLiteral], second: Sequence[FigureLiteral]) -> Iterator[SharedNumber]:
    """Numbers of equal value and role in both figures; one that only a single figure has changes there alone."""
    ours, theirs = (
        {(literals[group[0]].value, literals[group[0]].role): group for group in groups_by_value(literals)}
        for literals in (first, second)
    )
    for number in dict.fromkeys((*ours, *theirs)):
        yield ours.get(number, ()), theirs.get(number, ())


def _digits(value: float | str | None) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _equal(a: float | str | None, b: float | str | None) -> bool:
    return a == b or _apart(a, b) <= SAME_TARGET_RELATIVE


def _apart(a: float | str | None, b: float | str | None) -> float:
    """The relative difference of two values; infinite if one is missing."""
    if not isinstance(a, float) or not isinstance(b, float):
        return math.inf
    return abs(a - b) / max(abs(a), abs(b), 1e-300)


def _a(report: FigureReport) -> str:
    return {"length": "a length", "area": "an area", "volume": "a volume", "angle": "an angle"}.get(
        report.target_class, f"a {report.target_class}"
    )
