"""Names of the solids, planes and numbers of a figure in a sentence.

A name is chosen once for a whole text: the main solid is "the object" or named by its kind; other solids are named by
their kind, distinguished by their labels or by their order. No measures and no conditions here.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy

from geometry.notation import syntax as s
from geometry.notation.catalogue import KINDS, is_hidden
from geometry.notation.condition_roles import like_the_object
from geometry.notation.exact_numbers import exact_number
from geometry.notation.figure_errors import FigureError
from geometry.notation.main_solid import main_names, main_solid
from geometry.notation.rigid_groups import names_in, names_inside
from geometry.notation.spatial import is_spatial
from geometry.notation.unknown_powers import unknown_powers

OBJECT = "the object"
SIMILAR = "the similar solid"

SIDES = {3: "triangular", 4: "quadrangular", 5: "pentagonal", 6: "hexagonal", 7: "heptagonal", 8: "octagonal"}
POLYGONS = {3: "triangle", 4: "quadrilateral", 5: "pentagon", 6: "hexagon", 7: "heptagon", 8: "octagon"}
GREEK = frozenset(
    {"alpha", "beta", "gamma", "delta", "epsilon", "theta", "lambda", "mu", "pi", "sigma", "phi", "omega"}
)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_SPOKEN = {"cone_frustum": "frustum of a cone"}


@dataclass(frozen=True)
class Naming:
    """The names used in one text."""

    figure: s.Figure
    solids: dict[str, str]
    """Noun phrase of every solid by its name in the figure, such as `the sphere`."""
    kinds: dict[str, s.SolidDecl]
    """Declaration of every solid by its name."""
    planes: frozenset[str]
    numbers: dict[str, Any]
    """Exact value of every parameter; a letter that the statement leaves general has a value in the scene."""
    powers: dict[str, Fraction]
    """Power of length of each unknown."""


def naming(figure: s.Figure, as_object: bool) -> Naming:
    """The names for a text in which the main solid is "the object", or is named by its kind."""
    return Naming(
        figure=figure,
        solids=_solid_names(figure, as_object),
        kinds={solid.name: solid for solid in figure.solids},
        planes=frozenset(d.name for d in figure.declarations if isinstance(d, s.PlaneDecl)),
        numbers=_parameters(figure),
        powers=_powers(figure),
    )


def tex_label(label: str) -> str:
    """A point's label in LaTeX: `A1'` is `A_1'`."""
    head, rest = label[0], label[1:]
    digits, primes = rest.rstrip("'"), "'" * rest.count("'")
    index = "" if not digits else f"_{digits}" if len(digits) == 1 else f"_{{{digits}}}"
    return f"{head}{index}{primes}"


def tex_run(labels: Iterable[str]) -> str:
    return "".join(tex_label(label) for label in labels)


def tex_name(name: str) -> str:
    """A lower-case name in LaTeX: Greek by its command, words upright."""
    if name in GREEK:
        return f"\\{name}"
    head = name.rstrip("0123456789")
    index = name[len(head) :]
    body = head if len(head) == 1 else f"\\{head}" if head in GREEK else f"\\mathrm{{{head}}}"
    return f"{body}_{{{index}}}" if index else body


def listed(items: Iterable[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    parts = list(items)
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def a(noun: str) -> str:
    """The noun phrase with its indefinite article."""
    return f"an {noun}" if noun[0] in "aeio" else f"a {noun}"


def label_text(solid: s.SolidDecl) -> str:
    """The solid's labels in LaTeX with dashes between the groups, empty if it has none of its own."""
    groups = [group for group in solid.groups if not is_hidden(group[0])]
    if solid.kind in ("sphere", "hemisphere", "polyhedron") or not groups:
        return ""
    return "-".join(tex_run(group) for group in groups)


def kind_words(solid: s.SolidDecl, with_properties: bool) -> str:
    """The kind in words, such as `regular quadrangular pyramid`."""
    properties = [p for p in ("oblique", "right", "regular") if p in solid.properties] if with_properties else []
    if "regular" in properties and "right" in properties:
        properties.remove("right")
    if solid.kind in ("pyramid", "prism", "frustum"):
        count = len(solid.groups[-1])
        sides = SIDES.get(count, f"{count}-sided")
        if solid.kind == "frustum":
            return f"frustum of {a(' '.join([*properties, sides]))} pyramid"
        return " ".join([*properties, sides, solid.kind])
    return " ".join([*properties, _SPOKEN.get(solid.kind, solid.kind)])


def all_labels(figure: s.Figure) -> tuple[str, ...]:
    """Every point of the figure that has a letter."""
    solids = [label for solid in figure.solids for label in solid.labels if not is_hidden(label)]
    points = [item.label for item in figure.declarations if isinstance(item, s.PointDecl)]
    return tuple(dict.fromkeys([*solids, *points]))


def _solid_names(figure: s.Figure, as_object: bool) -> dict[str, str]:
    main = main_solid(figure).name
    # The main solid is mentioned first, so it is numbered first.
    ordered = sorted(figure.solids, key=lambda solid: solid.name != main)
    spoken = [solid for solid in ordered if not (as_object and solid.name == main)]
    names = {main: OBJECT} if as_object else {}
    alike = like_the_object(figure) if as_object else {}
    if len(alike) == 1:
        # The kind of such a solid would tell that of the object.
        names |= dict.fromkeys(alike, SIMILAR)
        spoken = [solid for solid in spoken if solid.name not in alike]
    idle = idle_labels(figure)
    for solid in spoken:
        noun = _short(solid)
        same = [other for other in spoken if _short(other) == noun]
        marks = [_told_apart(other, idle) for other in same]
        unlabelled = [other for other, mark in zip(same, marks, strict=True) if not mark or marks.count(mark) > 1]
        if len(same) == 1:
            names[solid.name] = f"the {noun}"
        elif solid not in unlabelled:
            names[solid.name] = f"the {noun} {_told_apart(solid, idle)}"
        elif len(unlabelled) == 1:
            names[solid.name] = f"the unlabelled {noun}"
        else:
            names[solid.name] = f"the {_ordinal(unlabelled.index(solid))} {noun}"
    return names


def idle_labels(figure: s.Figure) -> frozenset[str]:
    """Labels of centres and apexes of added round solids that nothing else speaks of: they need not be named.

    A label that is a point or belongs to another solid too says where the solid stands.
    """
    used = set().union(*(names_in(part) for part in (*figure.givens, figure.target)))
    used |= {name for extremum in figure.extrema for name in names_in(extremum.quantity)}
    used |= {name for item in figure.declarations if not isinstance(item, s.SolidDecl) for name in names_inside(item)}
    used |= {item.label for item in figure.declarations if isinstance(item, s.PointDecl)}
    owned = Counter(label for solid in figure.solids for label in solid.labels)
    used |= {label for label, count in owned.items() if count > 1}
    seen = main_names(figure)
    round_ones = [d for d in figure.solids if d.name not in seen and KINDS[d.kind].family != "polyhedron"]
    return frozenset(label for solid in round_ones if not used & set(solid.labels) for label in solid.labels)


def _short(solid: s.SolidDecl) -> str:
    if solid.kind == "composite":
        return "resulting solid"
    return _SPOKEN.get(solid.kind, solid.kind).split()[0]


def _told_apart(solid: s.SolidDecl, idle: Collection[str]) -> str:
    if solid.labels and solid.labels[0] in idle:
        return ""
    if solid.kind in ("sphere", "hemisphere") and not is_hidden(solid.labels[0]):
        return f"centred at ${tex_label(solid.labels[0])}$"
    return f"${label_text(solid)}$" if label_text(solid) else ""


def _ordinal(index: int) -> str:
    return ORDINALS[index] if index < len(ORDINALS) else f"{index + 1}th"


def _parameters(figure: s.Figure) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for param in figure.params:
        value = exact_number(param.value)
        values[param.name] = value.subs({sympy.Symbol(n, positive=True): v for n, v in values.items()})
    return values


def _powers(figure: s.Figure) -> dict[str, Fraction]:
    # Sums of points and vectors have no power of length, so equations with them determine none.
    scalar = tuple(c for c in figure.givens if isinstance(c, s.Relation) and not _adds_places(c))
    try:
        return dict(unknown_powers(replace(figure, givens=scalar)))
    except FigureError:
        return {}


def _adds_places(expr: s.Expr | s.Relation) -> bool:
    match expr:
        case s.Relation(_, left, right):
            return is_spatial(left) or is_spatial(right) or _adds_places(left) or _adds_places(right)
        case s.Op(_, left, right):
            return is_spatial(expr) or _adds_places(left) or _adds_places(right)
        case s.Neg(operand):
            return is_spatial(expr) or _adds_places(operand)
        case s.Call(_, args):
            return any(_adds_places(arg) for arg in args)
        case _:
            return False
