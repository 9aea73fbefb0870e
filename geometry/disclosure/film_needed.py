"""Whether a question can be answered without its film, and what it tells about the object.

Shown by examples: figures that satisfy everything the question tells, with different values of the target.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

import numpy as np

from geometry.conditions.verify import verify
from geometry.disclosure.told_figure import told_figure
from geometry.equivalence.solids import scaled
from geometry.equivalence.solutions import verified_solutions
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.condition_roles import condition_role
from geometry.notation.dimensions import dimension_of, target_class
from geometry.notation.figure_errors import FigureError
from geometry.notation.main_solid import main_labels, main_names, main_solid
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure
from geometry.notation.walk import calls_in
from geometry.numerics.blas_threads import single_threaded
from geometry.record import Evidence
from geometry.report.check_figure import measure_target, measured_figure, measured_solution
from geometry.report.only_value import has_only_value
from geometry.shapes.coordinates import Coordinates
from geometry.solver.solve import concluded, found_anywhere

FilmVerdict = Literal["needed", "answerable", "not shown"]

DIFFERENT_RELATIVE = 1e-3
"""Values of the target count as different from here on; the kernel finds equal ones to nine digits."""
LEAST_SOLUTIONS = 4
"""Figures on which a length must be the same before it counts as told."""
TOLD_RELATIVE = 1e-6
_OF_A_BALL = frozenset({"radius", "diameter", "circumference"})
"""Measures that belong to a ball as a whole; of other round solids they are those of the base."""


class Disclosure(Evidence):
    """What a question tells someone who does not see the object."""

    film: FilmVerdict
    """`needed`: the target has different values. `answerable`: it has one. `not shown`: no figure was found."""
    values: tuple[float, ...]
    """Values of the target on figures that satisfy everything that is told."""
    reveals: tuple[str, ...]
    """Lengths between labelled points of the object that everything told fixes."""
    solid_told: bool
    """Whether every length between labelled points of the object is told."""
    type_determines: bool
    """Whether the target has one value for someone who is also told the object's kind."""
    dimensions_determine: bool
    """The same for someone who is told the object's own conditions as well."""


def disclosure(figure: s.Figure, coordinates: Coordinates, seed: int = 0, *, has_one_value: bool = False) -> Disclosure:
    """What the question of a figure, solved at these coordinates, tells: alone and with what its variants add.

    `has_one_value`: that the figure as a whole determines its target is known already.
    """
    own = tuple(c for c in figure.givens if condition_role(figure, c) == "primary")
    of_kind = _of_kind(replace(figure, givens=tuple(c for c in figure.givens if c not in own)))
    value = measure_target(figure, coordinates)
    values, solutions = _told(figure, coordinates, seed)
    pairs = list(combinations(main_labels(figure), 2))
    revealed = _one_valued(pairs, solutions)
    by_dimensions = has_one_value or _determines(figure, value, coordinates, seed)
    # Fewer conditions determine less, but for a least or greatest value, which is then that of another figure.
    is_open = (own or of_kind.declarations != figure.declarations) and (by_dimensions or figure.extrema)
    by_kind = _determines(of_kind, value, coordinates, seed) if is_open else by_dimensions
    told = _one_value((value, *values)) or (by_kind and _tells_its_kind(figure))
    return Disclosure(
        film="not shown" if not values else "answerable" if told else "needed",
        values=tuple(dict.fromkeys((value, *values))),
        reveals=tuple(f"{a}{b}" for a, b in revealed),
        solid_told=len(main_labels(figure)) > 3 and len(revealed) == len(pairs),
        type_determines=by_kind,
        dimensions_determine=by_dimensions,
    )


def _of_kind(figure: s.Figure) -> s.Figure:
    """The figure with the bare kind of its object, neither regular nor right; unchanged if it speaks of such a one."""
    own = main_names(figure)
    bare = [
        replace(item, properties=()) if isinstance(item, s.SolidDecl) and item.name in own else item
        for item in figure.declarations
    ]
    try:
        return parse_figure(print_figure(replace(figure, declarations=tuple(bare))))
    except FigureError:
        return figure


def _tells_its_kind(figure: s.Figure) -> bool:
    """Whether the question speaks of the radius of the object itself, which only a ball has."""
    spoken = (figure.target, *(c for c in figure.givens if condition_role(figure, c) == "auxiliary"))
    return main_solid(figure).kind == "sphere" and any(
        call.name in _OF_A_BALL and call.args == (s.Name(main_solid(figure).name),)
        for part in spoken
        for call in calls_in(part)
    )


def _determines(figure: s.Figure, value: float, coordinates: Coordinates, seed: int) -> bool:
    """Whether the conditions of a figure, all of which hold at the coordinates, leave the target one value."""
    # Where no condition fixes a size, a least or greatest size has none either.
    if _twice_as_large(figure, coordinates):
        return False
    if figure.extrema:
        # With fewer conditions another figure is the least or greatest: not the value counts, but that there is one.
        return measured_figure(figure, seed).ok
    return has_only_value(figure, value, lambda: found_anywhere(figure, seed))


def _told(figure: s.Figure, coordinates: Coordinates, seed: int) -> tuple[tuple[float, ...], tuple[Coordinates, ...]]:
    """Values of the target where only what the question tells holds, and figures like that; none if none is known."""
    try:
        told = told_figure(figure)
    except FigureError:
        return (), ()
    larger = _twice_as_large(told, coordinates)
    if larger:
        return larger, ()
    with single_threaded():
        try:
            # Why a figure without its object has no solution is not asked.
            outcome = concluded(found_anywhere(told, seed))
        except (GeometryError, np.linalg.LinAlgError):
            return (), ()
        report = measured_solution(told, outcome)
        solutions = verified_solutions(told, outcome)
    if figure.extrema and report.status == "ill_posed":
        # The least or greatest value may be told although the value itself is open.
        chosen = measured_figure(told_figure(figure, with_extrema=True), seed)
        return (chosen if chosen.ok else report).spread, solutions
    return report.spread, solutions


def _twice_as_large(told: s.Figure, coordinates: Coordinates) -> tuple[float, ...]:
    """The target of the solved figure at twice its size, if all that is told holds there and the target changes.

    A question that tells no length leaves every length, area and volume open; nothing needs to be solved for that.
    """
    if target_class(dimension_of(told.target)) not in ("length", "area", "volume"):
        return ()
    larger = scaled(coordinates, 2.0)
    try:
        checks = verify(replace(told, extrema=()), larger)
        if all(check.status == "passed" for check in checks):
            return (measure_target(told, larger),)
    except (GeometryError, KeyError):
        pass  # the question speaks of the object as a whole
    return ()


def _one_value(values: Sequence[float]) -> bool:
    return max(values) - min(values) <= DIFFERENT_RELATIVE * max(map(abs, values))


def _one_valued(pairs: Sequence[tuple[str, str]], solutions: Sequence[Coordinates]) -> list[tuple[str, str]]:
    """Those pairs of points whose distance is the same in all figures."""
    if len(solutions) < LEAST_SOLUTIONS:
        return []
    found = []
    for a, b in pairs:
        if any(a not in each.points or b not in each.points for each in solutions):
            continue
        lengths = [float(np.linalg.norm(np.subtract(each.points[a], each.points[b]))) for each in solutions]
        if max(lengths) - min(lengths) <= TOLD_RELATIVE * max(lengths):
            found.append((a, b))
    return found
