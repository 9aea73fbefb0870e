"""The solids of two figures compared: which kinds there are, how large each is, and how the targets measure them.

Two readings of one statement show the same solids. Labels that a statement leaves open are matched solid by solid.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from geometry.conditions.verify import verify
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.printer import print_expr
from geometry.report.check_figure import measure_target
from geometry.shapes.coordinates import Coordinates
from geometry.solver.solve import SolvedFigure, solve
from geometry.tolerances import SAME_TARGET_RELATIVE

ALIKE_RELATIVE = 1e-6
"""Tolerance for the size of a solid in two readings, each solved on its own."""
GENERAL_FIGURES = 4
"""Figures without their conditions on which two targets are compared."""
_MEASURES = ("volume", "surface_area")
_FURTHER = {"volume": "surface_area", "surface_area": "volume", "area": "perimeter"}
"""A second measure of what a target measures."""
_CALLED = {"tetrahedron": "pyramid"}
"""Kinds that a statement may call by another name."""


def kind_of(solid: s.SolidDecl) -> str:
    """The kind of a solid, the same for kinds that are two names of one shape."""
    return _CALLED.get(solid.kind, solid.kind)


def missing_solids(first: s.Figure, second: s.Figure) -> Iterator[str]:
    """Solids that only one of the figures has."""
    counts = [Counter(kind_of(solid) for solid in _own_solids(figure)) for figure in (first, second)]
    for kind in sorted(counts[0].keys() | counts[1].keys()):
        one, other = counts[0][kind], counts[1][kind]
        if one != other:
            words = kind.replace("_", " ")
            yield f"One reading has {one or 'no'} {words}{'s' * (one != 1)}, the other {other or 'none'}."


def _own_solids(figure: s.Figure) -> Iterator[s.SolidDecl]:
    """Solids that bring points of their own; a part of another solid, named by its corners, is no further solid."""
    known = {d.label for d in figure.declarations if isinstance(d, s.PointDecl)}
    for solid in figure.solids:
        if solid.kind != "composite" and not (solid.labels and set(solid.labels) <= known):
            yield solid
        known |= set(solid.labels)


def unlike_solids(figures: tuple[s.Figure, s.Figure], solutions: tuple[Coordinates, Coordinates]) -> Iterator[str]:
    """Solids of one kind that do not have the same size in both figures.

    For figures without freedom, or whose only freedom is their scale: then sizes are compared with the largest.
    """
    sizes = [list(_sizes(figure, found)) for figure, found in zip(figures, solutions, strict=True)]
    if all(is_scale_free(figure, found) for figure, found in zip(figures, solutions, strict=True)):
        sizes = [_normalised(side) for side in sizes]
    for kind in sorted({kind for _, kind, _ in sizes[0]} & {kind for _, kind, _ in sizes[1]}):
        ours, theirs = ([values for _, each, values in side if each == kind] for side in sizes)
        # One reader may declare a copy that the other does without; each solid must have its like.
        for values in ours if len(ours) <= len(theirs) else theirs:
            others = theirs if len(ours) <= len(theirs) else ours
            if not any(_alike(values, other) for other in others):
                yield f"The {kind.replace('_', ' ')} does not have the same size in both readings."
                break


def is_scale_free(figure: s.Figure, coordinates: Coordinates) -> bool:
    """Whether the figure's conditions also hold on its solution at twice the size."""
    larger = Coordinates(
        points={name: (2 * p[0], 2 * p[1], 2 * p[2]) for name, p in coordinates.points.items()},
        numbers={name: 2 * value for name, value in coordinates.numbers.items()},
        planes={
            name: plane.model_copy(update={"offset": 2 * plane.offset}) for name, plane in coordinates.planes.items()
        },
    )
    try:
        return all(check.status == "passed" for check in verify(figure, larger, ALIKE_RELATIVE))
    except (GeometryError, KeyError):
        return False


def _normalised(sizes: list[tuple[str, str, tuple[float, ...]]]) -> list[tuple[str, str, tuple[float, ...]]]:
    """Volumes and areas as if the largest solid had the volume 1."""
    largest = max((values[0] for _, _, values in sizes), default=1.0) or 1.0
    return [(name, kind, (v / largest, a / largest ** (2 / 3))) for name, kind, (v, a) in sizes]


def other_measures(figures: tuple[s.Figure, s.Figure], solutions: tuple[Coordinates, Coordinates]) -> Iterator[str]:
    """A body or region that is asked about and has the same measure in both figures, but not another one.

    Half a tetrahedron has the volume of the octahedron inside it, and another surface.
    """
    values = []
    for figure, coordinates in zip(figures, solutions, strict=True):
        target = figure.target
        if not isinstance(target, s.Call) or target.name not in _FURTHER:
            return
        values.append(_value(replace(figure, target=s.Call(_FURTHER[target.name], target.args)), coordinates))
    if values[0] is not None and values[1] is not None and not _alike((values[0],), (values[1],)):
        yield "What is asked about has another shape in one reading than in the other."


def unlike_extrema(first: s.Figure, second: s.Figure, seed: int) -> Iterator[str]:
    """Quantities that are least or greatest in one reading, and other ones in the other."""
    ours, theirs = first.extrema, second.extrema
    if [e.direction for e in ours] != [e.direction for e in theirs]:
        yield "One reading asks for the least or greatest of a quantity, the other does not or for the opposite."
    for mine, other in zip(ours, theirs, strict=False):
        pair = replace(first, target=mine.quantity), replace(second, target=other.quantity)
        for _ in unlike_targets(*pair, seed):
            shown = print_expr(mine.quantity), print_expr(other.quantity)
            yield f"One reading has an extreme of {shown[0]}, the other of {shown[1]}."


def unlike_targets(first: s.Figure, second: s.Figure, seed: int) -> Iterator[str]:
    """A difference of targets that shows only when the conditions are dropped: then equal formulas stay equal.

    `second` has the names and labels of `first`. Targets that one figure cannot measure are left alone, and letters:
    what a letter stands for is a condition.
    """
    if first.target == second.target or isinstance(first.target, s.Name) or isinstance(second.target, s.Name):
        return
    general = solve(replace(first, givens=(), extrema=()), seed)
    if not isinstance(general, SolvedFigure):
        return
    for coordinates in (general.coordinates, *general.others)[:GENERAL_FIGURES]:
        values = [_value(replace(first, target=figure.target), coordinates) for figure in (first, second)]
        if values[0] is None or values[1] is None:
            return
        if abs(values[0] - values[1]) > SAME_TARGET_RELATIVE * max(map(abs, (values[0], values[1], 1e-300))):
            asked = [print_expr(figure.target) for figure in (first, second)]
            yield f"One reading asks for {asked[0]}, the other for {asked[1]}, which is another quantity."
            return


def _sizes(figure: s.Figure, coordinates: Coordinates) -> Iterator[tuple[str, str, tuple[float, ...]]]:
    """Name, kind and measures of each solid that can be measured."""
    for solid in figure.solids:
        if solid.kind == "composite":
            continue
        targets = (s.Call(measure, (s.Name(solid.name),)) for measure in _MEASURES)
        values = [_value(replace(figure, target=target), coordinates) for target in targets]
        if None not in values:
            yield solid.name, kind_of(solid), tuple(v for v in values if v is not None)


def _value(figure: s.Figure, coordinates: Coordinates) -> float | None:
    try:
        return measure_target(figure, coordinates)
    except (GeometryError, KeyError):
        return None


def _alike(first: tuple[float, ...], second: tuple[float, ...]) -> bool:
    return all(abs(a - b) <= ALIKE_RELATIVE * max(abs(a), abs(b)) for a, b in zip(first, second, strict=True))
