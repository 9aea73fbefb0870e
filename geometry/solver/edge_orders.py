"""Edges given as a set: the ways in which the stated lengths can be given to the edges of a solid.

Ways that differ by a symmetry of the solid which the rest of the figure shares are one way; ways that break a triangle
or a stated edge are left out. Whether a way exists as a solid is left to the search.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from math import factorial

import numpy as np

from geometry.errors import GeometryError
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.catalogue import edge_classes, edges_of, faces_of
from geometry.notation.printer import print_condition
from geometry.notation.rigid_groups import names_in
from geometry.notation.walk import children
from geometry.shapes.state import FigureState

MOST_LENGTHS = 7
"""Lengths of a set: seven have 5040 orders."""

SAME_LENGTH = 1e-9
"""Relative difference up to which stated lengths are equal."""

_UNORDERED = frozenset(
    ["line", "segment", "plane", "midpoint", "centroid", "distance", "perp", "parallel", "collinear", "coplanar", "="]
)
"""Functions and relations whose arguments may change places."""

_MIXED_GROUPS = ("tetrahedron", "cube", "cuboid")
"""Kinds whose symmetries need not keep the label groups: any face may be the base."""

Numbers = Mapping[str, float]
Order = tuple[int, ...]


def edge_orders(figure: s.Figure, condition: s.Call) -> Iterator[tuple[s.Relation, ...]]:
    """The equations of each way to give the stated lengths to the edges, one for each class of edges."""
    assert isinstance(condition.args[0], s.Name)
    solid = {d.name: d for d in figure.solids}[condition.args[0].id]
    classes, lengths = edge_classes(solid), condition.args[1:]
    if len(lengths) > MOST_LENGTHS:
        count = factorial(len(lengths))
        raise GeometryError(f"{print_condition(condition)} has {count} orders; state which edge is which")
    others = replace(figure, givens=tuple(given for given in figure.givens if given != condition))
    numbers = _numbers(figure)
    values = [_value(length, numbers) for length in lengths]
    turns = [_turn(classes, relabelling) for relabelling in _shared_symmetries(others, solid)]
    seen: set[Order] = set()
    # Lengths of equal value are one: the place of the first of them stands for all.
    for order in permutations([next(k for k, v in enumerate(values) if _equal(v, value)) for value in values]):
        if order not in seen:
            seen |= {tuple(order[k] for k in turn) for turn in turns}
            if _fits(others, solid, [values[k] for k in order], numbers):
                pairs = zip(classes, order, strict=True)
                yield tuple(s.Relation("=", s.Labels(edges[0]), lengths[k]) for edges, k in pairs)


# Symmetries


def _shared_symmetries(others: s.Figure, solid: s.SolidDecl) -> list[dict[str, str]]:
    """The relabellings of a solid under which it and all else that the figure says stay the same."""
    said = _spelt_figure(others, solid, {})
    return [each for each in symmetries(solid) if _spelt_figure(others, solid, each) == said]


def symmetries(solid: s.SolidDecl) -> Iterator[dict[str, str]]:
    """The relabellings of a solid that keep its edges and, but for boxes and tetrahedra, which labels are its base.

    A polyhedron's symmetries are those of its graph of edges (Whitney: 3-connected planar graphs have one embedding).
    """
    labels, joined = solid.labels, {frozenset(edge) for edge in edges_of(solid)}
    groups = {frozenset(group) for group in solid.groups}

    def extended(images: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(images) == len(labels):
            yield images
            return
        label = labels[len(images)]
        for image in labels:
            pairs = zip(labels, images, strict=False)
            if image not in images and all(({label, a} in joined) == ({image, b} in joined) for a, b in pairs):
                yield from extended((*images, image))

    for images in extended(()):
        relabelling = dict(zip(labels, images, strict=True))
        turned = {frozenset(relabelling[label] for label in group) for group in groups}
        if turned == groups or solid.kind in _MIXED_GROUPS:
            yield relabelling


def _turn(classes: Sequence[tuple[tuple[str, str], ...]], relabelling: Mapping[str, str]) -> Order:
    """For each class of edges the class that it becomes."""
    place = {frozenset(edge): k for k, edges in enumerate(classes) for edge in edges}
    return tuple(place[frozenset(relabelling[label] for label in edges[0])] for edges in classes)


def _spelt_figure(figure: s.Figure, solid: s.SolidDecl, relabelling: Mapping[str, str]) -> list[str]:
    """All that a figure says besides the kind of one solid, relabelled, in one order."""
    parts: list[s.Expr | s.Condition] = [*figure.givens, figure.target, *(e.quantity for e in figure.extrema)]
    lines = [_spelt(part, relabelling) for part in parts]
    for item in figure.declarations:
        if isinstance(item, s.SolidDecl) and item != solid:
            lines += ["".join(relabelling.get(label, label) for label in item.labels)]
        elif isinstance(item, s.PointDecl | s.PlaneDecl):
            name = item.label if isinstance(item, s.PointDecl) else item.name
            lines += [f"{name} {_spelt(definition, relabelling)}" for definition in item.definition]
    return sorted(lines)


def _spelt(node: s.Expr | s.Condition, relabelling: Mapping[str, str]) -> str:
    """A text that is the same for expressions that differ only in the order of interchangeable parts."""
    match node:
        case s.Number(text) | s.Name(text):
            return text
        case s.Labels(labels):
            named = [relabelling.get(label, label) for label in labels]
            return "".join(sorted(named) if len(named) == 2 else named)
        case s.Call(word) | s.Op(word) | s.Relation(word):
            pass
        case _:
            word = type(node).__name__
    inner = [_spelt(child, relabelling) for child in children(node)]
    is_triangle = word == "area" and len(inner) == 3
    return f"{word}({','.join(sorted(inner) if word in _UNORDERED or is_triangle else inner)})"


# Lengths


def _numbers(figure: s.Figure) -> Numbers:
    state = FigureState({})
    for param in figure.params:
        state.numbers[param.name] = np.asarray(evaluate(param.value, state))
    return {name: float(value) for name, value in state.numbers.items()}


def _value(length: s.Expr, numbers: Numbers) -> float | str:
    """The value of a stated length; its text if that depends on an unknown."""
    if not names_in(length) <= {*numbers, "pi"}:
        return _spelt(length, {})
    return float(evaluate(length, FigureState({}, numbers={name: np.asarray(v) for name, v in numbers.items()})))


def _equal(first: float | str, second: float | str) -> bool:
    if isinstance(first, str) or isinstance(second, str):
        return first == second
    return abs(first - second) <= SAME_LENGTH * max(abs(first), abs(second))


def _fits(figure: s.Figure, solid: s.SolidDecl, values: Sequence[float | str], numbers: Numbers) -> bool:
    """Whether no triangular face and no stated edge speaks against the lengths of the classes of edges."""
    length = {frozenset(edge): v for edges, v in zip(edge_classes(solid), values, strict=True) for edge in edges}
    for face in faces_of(solid):
        sides = [length[frozenset(pair)] for pair in zip(face, (*face[1:], face[0]), strict=True)]
        known = sorted(side for side in sides if not isinstance(side, str))
        if len(known) == len(sides) and sum(known[:-1]) <= known[-1]:
            return False
    for relation in figure.givens:
        if isinstance(relation, s.Relation) and relation.sign == "=":
            for side, other in ((relation.left, relation.right), (relation.right, relation.left)):
                edge = frozenset(side.labels) if isinstance(side, s.Labels) else frozenset()
                both = (_value(other, numbers), length.get(edge, ""))
                if not any(isinstance(each, str) for each in both) and not _equal(*both):
                    return False
    return True
