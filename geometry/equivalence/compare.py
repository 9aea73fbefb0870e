"""Two figures compared: main solid, conditions of each on solutions of the other, targets under other numbers.

Neither figure is taken as right. A difference is one neutral sentence that names what differs.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from geometry.conditions.verify import verify
from geometry.equivalence.naming import with_labels_of, with_names_of
from geometry.equivalence.perturb import change, choices, groups_by_value, scaled_texts
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.literals import FigureLiteral, literals_of, with_literals
from geometry.notation.main_solid import main_solid
from geometry.notation.printer import print_expr
from geometry.record import Evidence
from geometry.report.check_figure import check_figure, measure_target
from geometry.report.figure_report import FigureReport
from geometry.shapes.coordinates import Coordinates
from geometry.tolerances import SAME_TARGET_RELATIVE

PERTURBATIONS = 12
HELD_RELATIVE = 1e-6
"""Tolerance for a condition on the other figure's solution: looser than for its own, which was solved for."""

SharedNumber = tuple[tuple[int, ...], tuple[int, ...]]
"""Places of the literals in the first and in the second figure that are the same number of a statement."""
_WORDS = {"tetrahedron": "pyramid"}
"""Kinds that a statement may call by another name."""


class FigureComparison(Evidence):
    """What a comparison of two figures found."""

    verdict: Literal["same", "different", "not solved"]
    perturbations: int
    """Changes of numbers under which both figures had a solution and the same target."""
    sentence: str
    """What differs or why it could not be compared; empty if the figures mean the same."""


def compare(
    first: s.Figure,
    second: s.Figure,
    shared: Sequence[SharedNumber] | None = None,
    seed: int = 0,
    perturbations: int = PERTURBATIONS,
) -> FigureComparison:
    """Whether two figures mean the same. Without `shared`, numbers of equal value are taken as the same number."""
    second = with_names_of(first, second)
    reports = check_figure(first, seed), check_figure(second, seed)
    if not (reports[0].ok and reports[1].ok):
        reason = next(report.reason for report in reports if not report.ok)
        return FigureComparison(verdict="not solved", perturbations=0, sentence=f"One figure has no value: {reason}.")
    for difference in _differences(first, second, reports):
        return FigureComparison(verdict="different", perturbations=0, sentence=difference)
    same = 0
    for other in _pairs(first, second, shared, seed, perturbations):
        found = check_figure(other[0], seed), check_figure(other[1], seed)
        if "unsolved" in (found[0].status, found[1].status) or not (found[0].ok or found[1].ok):
            continue
        if found[0].ok != found[1].ok:
            reason = next(report.reason for report in found if not report.ok)
            sentence = f"With other numbers one reading has a solution and the other has none: {reason}."
            return FigureComparison(verdict="different", perturbations=same, sentence=sentence)
        for difference in _targets(other, found, "With other numbers, "):
            return FigureComparison(verdict="different", perturbations=same, sentence=difference)
        same += 1
    return FigureComparison(verdict="same", perturbations=same, sentence="")


def _differences(first: s.Figure, second: s.Figure, reports: tuple[FigureReport, FigureReport]) -> Iterator[str]:
    solids = main_solid(first), main_solid(second)
    kinds = [_WORDS.get(solid.kind, solid.kind) for solid in solids]
    if kinds[0] != kinds[1]:
        yield f"One reading has a {_shown(solids[0])}, the other a {_shown(solids[1])}."
    yield from _targets((first, second), reports, "")
    yield from _broken(with_labels_of(second, first), reports[1].coordinates)
    yield from _broken(with_labels_of(first, second), reports[0].coordinates)


def _targets(
    figures: tuple[s.Figure, s.Figure], reports: tuple[FigureReport, FigureReport], when: str
) -> Iterator[str]:
    first, second = reports
    shown = [print_expr(figure.target) for figure in figures]
    if first.target_class != second.target_class:
        yield f"One reading asks for {shown[0]}, which is {_a(first)}, the other for {shown[1]}, which is {_a(second)}."
    elif not _equal(first.value, second.value):
        yield f"{when}{shown[0]} is {first.value:.6g} in one reading, {shown[1]} is {second.value:.6g} in the other."
    # A target that both figures can measure must mean the same on the same solution.
    for figure, other in ((figures[0], second), (figures[1], first)):
        value = _measured(figure, other.coordinates)
        if value is not None and not _equal(value, other.value):
            yield f"{when}{shown[0]} and {shown[1]} differ on one and the same figure."


def _broken(figure: s.Figure, coordinates: Coordinates | Literal["none"]) -> Iterator[str]:
    """Conditions of a figure that do not hold on the solution of the other; none if they cannot be measured there."""
    if coordinates == "none":
        return
    try:
        checks = verify(figure, coordinates, HELD_RELATIVE)
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


def _pairs(
    first: s.Figure, second: s.Figure, shared: Sequence[SharedNumber] | None, seed: int, count: int
) -> Iterator[tuple[s.Figure, s.Figure]]:
    """Both figures with the same numbers changed."""
    literals = literals_of(first), literals_of(second)
    groups = list(_by_value(*literals) if shared is None else shared)
    for chosen, rng in choices([(k,) for k in range(len(groups))], seed, count):
        factors = [change(rng) for _ in groups]
        picked = [k for (k,) in chosen]
        texts = [
            scaled_texts(literals[side], {place: factors[k] for k in picked for place in groups[k][side]})
            for side in (0, 1)
        ]
        yield with_literals(first, texts[0]), with_literals(second, texts[1])


def _by_value(first: Sequence[FigureLiteral], second: Sequence[FigureLiteral]) -> Iterator[SharedNumber]:
    """Numbers of equal value and role in both figures; one that only a single figure has changes there alone."""
    ours, theirs = (
        {(literals[group[0]].value, literals[group[0]].role): group for group in groups_by_value(literals)}
        for literals in (first, second)
    )
    for number in dict.fromkeys((*ours, *theirs)):
        yield ours.get(number, ()), theirs.get(number, ())


def _equal(a: float | Literal["none"], b: float | Literal["none"]) -> bool:
    if a == "none" or b == "none":
        return a == b
    return abs(a - b) <= SAME_TARGET_RELATIVE * max(abs(a), abs(b), 1e-300)


def _shown(solid: s.SolidDecl) -> str:
    return " ".join([*solid.properties, solid.kind.replace("_", " ")])


def _a(report: FigureReport) -> str:
    return {"length": "a length", "area": "an area", "volume": "a volume", "angle": "an angle"}.get(
        report.target_class, f"a {report.target_class}"
    )
