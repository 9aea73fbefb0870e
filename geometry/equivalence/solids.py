"""The solids of two figures compared: which kinds there are, how large each is, and how the targets measure them.

Two readings of one statement show the same solids. Labels that a statement leaves open are matched solid by solid.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from geometry.conditions.verify import verify
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.catalogue import KINDS
from geometry.notation.dimensions import dimension_of
from geometry.notation.printer import print_expr
from geometry.notation.rigid_groups import names_in, rigid_groups
from geometry.report.check_figure import measure_target
from geometry.shapes.coordinates import Coordinates
from geometry.solver.solve import SolvedFigure, solve
from geometry.tolerances import SAME_TARGET_RELATIVE

ALIKE_RELATIVE = 1e-6
"""Tolerance for the size of a solid in two readings, each solved on its own."""
GENERAL_FIGURES = 4
"""Figures without their conditions on which two targets are compared."""
_MEASURES = ("volume", "surface_area")
_THIRD = {"polyhedron": "edge_sum", "round": "radius"}
"""A third measure by family: two pyramids may have the same volume and the same surface."""
_FURTHER = {"volume": "surface_area", "surface_area": "volume", "area": "perimeter"}
"""A second measure of what a target measures."""
NEAR_RELATIVE = 1e-5
"""Tolerance for the distance between two solids, relative to it or to the unit."""
_ADJECTIVES = {3: "triangular", 4: "quadrangular", 5: "pentagonal", 6: "hexagonal", 8: "octagonal"}
_ON_ANY_BASE = frozenset({"pyramid", "prism", "frustum"})
_CALLED = {"tetrahedron": "pyramid"}
"""Kinds that a statement may call by another name."""


def kind_of(solid: s.SolidDecl) -> str:
    """The kind of a solid, the same for kinds that are two names of one shape; with the corners of its base."""
    kind = _CALLED.get(solid.kind, solid.kind)
    if kind not in _ON_ANY_BASE:
        return kind
    corners = len(solid.groups[-1])
    return f"{_ADJECTIVES.get(corners, f'{corners}-gonal')} {kind}"


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
        is_part = KINDS[solid.kind].family == "polyhedron" and solid.labels and set(solid.labels) <= known
        if solid.kind != "composite" and not is_part:
            yield solid
        known |= set(solid.labels)


def untied_solids(figures: tuple[s.Figure, s.Figure]) -> Iterator[str]:
    """Solids that have a place beside each other in one figure only.

    A composite has places of its own choice, so figures with one are left alone.
    """
    if any(solid.kind == "composite" for figure in figures for solid in figure.solids):
        return
    groups = [rigid_groups(figure) for figure in figures]
    apart = [len({g.find(d.name) for d in figure.solids}) for g, figure in zip(groups, figures, strict=True)]
    if apart[0] != apart[1] and len(figures[0].solids) == len(figures[1].solids):
        yield "One reading says how its solids lie beside each other, the other does not or says less."


def unlike_solids(
    figures: tuple[s.Figure, s.Figure], solutions: tuple[Sequence[Coordinates], Sequence[Coordinates]]
) -> Iterator[str]:
    """Solids of one kind that do not have the same size in both figures.

    Sizes that change from solution to solution are left alone, but must change in both figures. In figures that may
    have any scale, sizes are compared with the largest.
    """
    scale_free = all(is_scale_free(figure, found[0]) for figure, found in zip(figures, solutions, strict=True))
    sizes = [_fixed_sizes(figure, found, scale_free) for figure, found in zip(figures, solutions, strict=True)]
    for kind in sorted({kind for _, kind, _ in sizes[0]} & {kind for _, kind, _ in sizes[1]}):
        ours, theirs = ([values for _, each, values in side if each == kind and values] for side in sizes)
        if bool(ours) != bool(theirs):
            yield f"The size of the {kind.replace('_', ' ')} is fixed in one reading and open in the other."
            continue
        # One reader may declare a copy that the other does without; each solid must have its like.
        for values in ours if len(ours) <= len(theirs) else theirs:
            others = theirs if len(ours) <= len(theirs) else ours
            if not any(_alike(values, other) for other in others):
                yield f"The {kind.replace('_', ' ')} does not have the same size in both readings."
                break


def is_scale_free(figure: s.Figure, coordinates: Coordinates) -> bool:
    """Whether the figure's conditions also hold on its solution at twice the size."""
    try:
        return all(check.status == "passed" for check in verify(figure, scaled(coordinates, 2.0), ALIKE_RELATIVE))
    except (GeometryError, KeyError):
        return False


def scaled(coordinates: Coordinates, factor: float) -> Coordinates:
    """The coordinates of a figure that many times as large; its unknowns are taken as lengths."""
    return Coordinates(
        points={name: (factor * p[0], factor * p[1], factor * p[2]) for name, p in coordinates.points.items()},
        numbers={name: factor * value for name, value in coordinates.numbers.items()},
        planes={
            name: plane.model_copy(update={"offset": factor * plane.offset})
            for name, plane in coordinates.planes.items()
        },
    )


def _fixed_sizes(
    figure: s.Figure, solutions: Sequence[Coordinates], scale_free: bool
) -> list[tuple[str, str, tuple[float, ...]]]:
    """Name, kind and measures of each solid; no measures for one that has not the same ones on all solutions."""
    found = [list(_sizes(figure, coordinates)) for coordinates in solutions]
    found = [_normalised(sizes) for sizes in found] if scale_free else found
    by_name = [{name: values for name, _, values in sizes} for sizes in found]
    return [
        (name, kind, values if all(_alike(values, other.get(name, values)) for other in by_name) else ())
        for name, kind, values in found[0]
    ]


def _normalised(sizes: list[tuple[str, str, tuple[float, ...]]]) -> list[tuple[str, str, tuple[float, ...]]]:
    """Volumes, areas and lengths as if the largest solid had the volume 1."""
    largest = max((values[0] for _, _, values in sizes), default=1.0) or 1.0
    return [
        (name, kind, (v / largest, a / largest ** (2 / 3), x / largest ** (1 / 3))) for name, kind, (v, a, x) in sizes
    ]


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


def unlike_terms(figures: tuple[s.Figure, s.Figure], solutions: tuple[Coordinates, Coordinates]) -> Iterator[str]:
    """Ratios of equal value whose numerators differ: the cubes of two corners are not the cubes themselves."""
    targets = [figure.target for figure in figures]
    above = [target.left for target in targets if isinstance(target, s.Op) and target.op == "/"]
    if len(above) < 2:
        return
    pairs = zip(figures, above, solutions, strict=True)
    values = [_value(replace(figure, target=term), coordinates) for figure, term, coordinates in pairs]
    same_kind = dimension_of(above[0]) == dimension_of(above[1])
    if same_kind and values[0] is not None and values[1] is not None and not _alike((values[0],), (values[1],)):
        yield f"One reading compares {print_expr(above[0])}, the other {print_expr(above[1])}."


def unlike_places(
    figures: tuple[s.Figure, s.Figure], solutions: tuple[Sequence[Coordinates], Sequence[Coordinates]]
) -> Iterator[str]:
    """Solids whose centres are as far apart on all solutions of each figure, but not as far in both figures."""
    scale_free = all(is_scale_free(figure, found[0]) for figure, found in zip(figures, solutions, strict=True))
    found = [_fixed_gaps(figure, each, scale_free) for figure, each in zip(figures, solutions, strict=True)]
    for kinds in sorted(found[0].keys() & found[1].keys()):
        ours, theirs = found[0][kinds], found[1][kinds]
        if len(ours) == len(theirs) and not all(map(_near, ours, theirs)):
            words = " and the ".join(kind.replace("_", " ") for kind in kinds)
            yield f"The {words} do not lie beside each other in the same way in both readings."


def _fixed_gaps(
    figure: s.Figure, solutions: Sequence[Coordinates], scale_free: bool
) -> dict[tuple[str, str], list[float]]:
    """Distances between the centres of solids that are tied to each other, by their kinds, relative to the figure."""
    groups = rigid_groups(figure)
    pairs = [
        (a, b)
        for a, b in combinations(_own_solids(figure), 2)
        if a.labels and b.labels and groups.find(a.name) == groups.find(b.name)
    ]
    found: dict[tuple[str, str], list[float]] = {}
    for a, b in pairs:
        gaps = [_centre_gap(a, b, each) / (_extent(each) if scale_free else 1.0) for each in solutions]
        if all(_near(gap, gaps[0]) for gap in gaps):
            kinds = sorted((kind_of(a), kind_of(b)))
            found.setdefault((kinds[0], kinds[1]), []).append(gaps[0])
    return {kinds: sorted(gaps) for kinds, gaps in found.items()}


def _centre_gap(first: s.SolidDecl, second: s.SolidDecl, coordinates: Coordinates) -> float:
    centres = [np.mean([coordinates.points[label] for label in solid.labels], axis=0) for solid in (first, second)]
    return float(np.linalg.norm(centres[0] - centres[1]))


def _extent(coordinates: Coordinates) -> float:
    points = np.array(list(coordinates.points.values()))
    return float(np.linalg.norm(np.ptp(points, axis=0))) or 1.0


def _near(a: float, b: float) -> bool:
    return abs(a - b) <= NEAR_RELATIVE * max(abs(a), abs(b), 1.0)


def unlike_extrema(first: s.Figure, second: s.Figure, seed: int) -> Iterator[str]:
    """Quantities that are least or greatest in one reading, and other ones in the other."""
    ours, theirs = first.extrema, second.extrema
    if [e.direction for e in ours] != [e.direction for e in theirs]:
        yield "One reading asks for the least or greatest of a quantity, the other does not or for the opposite."
    for mine, other in zip(ours, theirs, strict=False):
        pair = (
            replace(first, target=_spelt_out(first, mine.quantity)),
            replace(second, target=_spelt_out(second, other.quantity)),
        )
        for _ in unlike_targets(*pair, seed):
            shown = print_expr(mine.quantity), print_expr(other.quantity)
            yield f"One reading has an extreme of {shown[0]}, the other of {shown[1]}."


def _spelt_out(figure: s.Figure, quantity: s.Expr) -> s.Expr:
    """The quantity that a condition gives a letter: `minimize x` with `given x = AP + BP`."""
    for given in figure.givens:
        if isinstance(quantity, s.Name) and isinstance(given, s.Relation) and given.sign == "=":
            for side, other in ((given.left, given.right), (given.right, given.left)):
                if side == quantity and quantity.id not in names_in(other):
                    return other
    return quantity


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
    found = [
        [_value(replace(first, target=figure.target), coordinates) for figure in (first, second)]
        for coordinates in (general.coordinates, *general.others)[:GENERAL_FIGURES]
    ]
    both = [(a, b) for a, b in found if a is not None and b is not None]
    # A quantity that exists only under the conditions, where the other one always exists, is another one.
    is_only_one = not both and all((a is None) != (b is None) for a, b in found)
    unequal = any(abs(a - b) > SAME_TARGET_RELATIVE * max(abs(a), abs(b), 1e-300) for a, b in both)
    if unequal or (is_only_one and names_in(second.target) <= _names(first)):
        asked = [print_expr(figure.target) for figure in (first, second)]
        yield f"One reading asks for {asked[0]}, the other for {asked[1]}, which is another quantity."


def _names(figure: s.Figure) -> set[str]:
    """Everything that a target of a figure may name."""
    solids = {name for solid in figure.solids for name in (solid.name, *solid.labels)}
    return (
        solids | {item.label if isinstance(item, s.PointDecl) else item.name for item in figure.declarations} | {"pi"}
    )


def _sizes(figure: s.Figure, coordinates: Coordinates) -> Iterator[tuple[str, str, tuple[float, ...]]]:
    """Name, kind and measures of each solid that can be measured."""
    for solid in figure.solids:
        if solid.kind == "composite":
            continue
        measures = (*_MEASURES, _THIRD[KINDS[solid.kind].family])
        targets = (s.Call(measure, (s.Name(solid.name),)) for measure in measures)
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
