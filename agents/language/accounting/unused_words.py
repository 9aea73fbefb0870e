"""From words to lines: labels, relations, measures and kinds of a passage that none of its lines has."""

import re
from collections.abc import Iterator, Sequence

from agents.language.accounting.passages import Told, calls_used, label_groups, names_used
from agents.language.statements.relation_words import unsaid_relations
from agents.language.statements.statement_tokens import Token, labels_in
from geometry.notation import syntax as s
from geometry.notation.catalogue import KINDS, faces_of, is_hidden
from geometry.notation.printer import print_expr, print_figure, print_line

_MEASURES: tuple[tuple[str, frozenset[str]], ...] = (
    (r"\bvolumes?\b(?! (?:of )?(?:the )?ratio)", frozenset({"volume"})),
    (r"\bsurface areas?\b", frozenset({"surface_area", "lateral_area", "area"})),
    (
        r"(?<!on the )(?<!on its )\bcircumferences?\b",
        frozenset({"circumference", "circle", "perimeter", "radius", "diameter"}),
    ),
    (
        r"\bperimeters?\b",
        frozenset({"perimeter", "circumference", "square", "equilateral", "regular", "edge", "base_edge"}),
    ),
    (r"\bslant height", frozenset({"slant", "lateral_edge", "distance", "foot", "midpoint"})),
    (r"\bdihedral angle", frozenset({"dihedral", "angle"})),
)
"""Words for a measure and the functions that may stand for it; written out in length and area they are left alone."""

_SOLIDS: tuple[tuple[str, frozenset[str]], ...] = (
    (r"\bcubes?\b(?! roots?)", frozenset({"cube"})),
    (
        r"\b(?:spheres?|balls?)\b",
        frozenset(
            {"sphere", "hemisphere", "circumradius", "inradius", "midradius", "cospherical", "circumcenter", "incenter"}
        ),
    ),
    (r"\bhemispheres?\b", frozenset({"hemisphere", "part", "sphere"})),
    (r"\bcones?\b", frozenset({"cone", "cone_frustum"})),
    (r"\bcylinders?\b", frozenset({"cylinder"})),
    (
        r"\bpyramids?\b",
        frozenset(
            {"pyramid", "tetrahedron", "frustum", "octahedron", "polyhedron", "volume", "part", "smaller_part", "hull"}
        ),
    ),
    (r"\bprisms?\b", frozenset({"prism", "cuboid", "cube", "parallelepiped", "polyhedron", "hull", "part", "volume"})),
    (
        r"\btetrahedr(?:on|a|ons)\b",
        frozenset({"tetrahedron", "pyramid", "polyhedron", "volume", "hull", "part", "smaller_part", "common"}),
    ),
    (r"\boctahedr(?:on|a|ons)\b", frozenset({"octahedron", "polyhedron", "hull"})),
    (r"\bicosahedr(?:on|a|ons)\b", frozenset({"icosahedron", "polyhedron", "hull"})),
    (r"\bdodecahedr(?:on|a|ons)\b", frozenset({"dodecahedron", "polyhedron", "hull"})),
    (
        r"\bfrust(?:um|ums|a)\b|\btruncated\b",
        frozenset({"frustum", "cone_frustum", "part", "larger_part", "smaller_part", "polyhedron"}),
    ),
    (
        r"\bcuboids?\b|\brectangular (?:prism|box|solid|parallelepiped)",
        frozenset({"cuboid", "cube", "composite"}),
    ),
)
"""Words for a solid and the kinds or functions of a figure that may stand for it."""

_PROPERTIES: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    # A statement may call only the base regular; then it must be given as such.
    (
        (
            r"\bregular\s+(?:(?!polygon|hexagon|pentagon|octagon|triangle\b)[\w-]+\s+){0,3}(?:pyramid"
            r"|prism|tetrahedron|frustum)"
        ),
        frozenset({"regular"}),
        frozenset({"cube"}),
    ),
    (r"\bregular\s+octahedron", frozenset({"regular"}), frozenset({"hull"})),
    (
        r"\bright[, ]+(?!triangle\b|angle|circular)(?:(?!triangle\b|angle)[\w-]+\s+){0,3}(?:pyramid|frustum)",
        frozenset({"right", "regular"}),
        frozenset({"cube", "cone"}),
    ),
    (
        r"\bright[, ]+(?!triangle\b|angle|circular)(?:(?!triangle\b|angle)[\w-]+\s+){0,3}prism",
        frozenset({"right", "regular"}),
        frozenset({"cube", "cuboid", "composite"}),
    ),
)
"""Words for a property of a solid, the properties that say it, and kinds that have it by themselves."""

_WHOLE_SOLID = frozenset(
    {
        "edge",
        "base_edge",
        "lateral_edge",
        "height",
        "radius",
        "diameter",
        "volume",
        "surface_area",
        "lateral_area",
        "base_area",
    }
    | {
        "slant",
        "diagonal",
        "base",
        "top",
        "apex",
        "axis",
        "center",
        "base_center",
        "circle",
        "topcircle",
        "section",
        "part",
        "slices",
        "blocks",
        "top_center",
    }
    | {
        "larger_part",
        "smaller_part",
        "inscribed",
        "circumscribed",
        "top_area",
        "top_radius",
        "edge_sum",
        "edges",
        "longest_segment",
        "sector_angle",
        "circumradius",
        "inradius",
    }
)
"""Functions of a whole solid, which stand for its labelled edges, faces and centres."""


_SHAPE = re.compile(
    r"(?:in|circum)scribed|squares?|rectang|rhomb|trapez|equilateral|isosceles|right[- ]triangle|regular", re.IGNORECASE
)


def unused_words(
    statement: str, told: Sequence[Told], figure: s.Figure, aside: Sequence[tuple[int, int]] = ()
) -> tuple[str, ...]:
    """A sentence for each part of the passages that their lines leave out."""
    faults = [
        *_labels(statement, told, figure, aside),
        *_relations(told, figure),
        *_measures(told),
        *_solids(statement, figure, aside),
    ]
    return tuple(dict.fromkeys(faults))


def _labels(statement: str, told: Sequence[Told], figure: s.Figure, aside: Sequence[tuple[int, int]]) -> Iterator[str]:
    # A pair that another line or the target joins is used there: a rope that the find line adds.
    own = [
        item for item in (*figure.declarations, *figure.givens, *figure.extrema) if not isinstance(item, s.SolidDecl)
    ]
    elsewhere = list(label_groups((*own, figure.target)))
    for run in _runs(statement, figure):
        place = (run[0].start, run[-1].end)
        covering = [each for each in told if each.start <= place[0] and place[1] <= each.end]
        if not covering or any(a <= place[0] and place[1] <= b for a, b in aside):
            continue
        labels = frozenset(token.text for token in run)
        asked = all(each.target is not None for each in covering)
        # What the question names has to be in its own lines, unless it is a polygon or a solid.
        used = _joined(labels, elsewhere) and (not asked or len(labels) >= 4)
        if not used and not any(_accounts(each, labels, figure) for each in covering):
            quote = min((each.text for each in covering), key=len)
            shown = "".join(token.text for token in run)
            yield f"The words {quote!r} mention {shown}, and no line beside them does; write what they say."


def _joined(labels: frozenset[str], groups: Sequence[frozenset[str]]) -> bool:
    """Whether one group has all the labels, or, of four or more, enough of them for a plane."""
    return any(labels <= group or (len(labels) >= 4 and len(group) >= 3 and group <= labels) for group in groups)


def _runs(statement: str, figure: s.Figure) -> Iterator[list[Token]]:
    """Labels of the figure written together, such as AB or P-ABCD."""
    known = {label for solid in figure.solids for label in solid.labels}
    known |= {d.label for d in figure.declarations if isinstance(d, s.PointDecl)}
    run: list[Token] = []
    for token in labels_in(statement):
        if run and statement[run[-1].end : token.start].strip(" ~-–—") == "" and token.start - run[-1].end <= 2:
            run.append(token)
            continue
        if run and all(t.text in known for t in run):
            yield run
        run = [token]
    if run and all(t.text in known for t in run):
        yield run


def _accounts(told: Told, labels: frozenset[str], figure: s.Figure) -> bool:
    items = told.items if told.target is None else (*told.items, told.target)
    groups = list(label_groups(items))
    if any(labels <= group for group in groups):
        return True
    used = frozenset(label for group in groups for label in group)
    solids = {solid.name: solid for solid in figure.solids}
    named = (
        [solids[name] for name in names_used(items) if name in solids] if calls_used(told.parts) & _WHOLE_SOLID else []
    )
    if told.target is None and any(
        labels <= set(solid.labels) or (_is_round(solid) and labels & set(solid.labels)) for solid in named
    ):
        return True
    declared = [item for item in told.items if isinstance(item, s.SolidDecl)]
    # The name of a whole solid or of one of its faces may introduce a condition on a few of its vertices.
    for solid in figure.solids:
        if labels == frozenset(solid.labels):
            return True
        if len(labels) >= 3 and labels in _faces(solid) and (declared or len(labels & used) >= 2):
            return True
    # Points in a row: "A, B and C" are separate runs; four or more labels in one are a polygon or a path of its parts.
    return len(labels) >= 4 and labels <= used


def _is_round(solid: s.SolidDecl) -> bool:
    return KINDS[solid.kind].family == "round"


def _faces(solid: s.SolidDecl) -> set[frozenset[str]]:
    if KINDS[solid.kind].family != "polyhedron" or any(map(is_hidden, solid.labels)):
        return set()
    return {frozenset(face) for face in faces_of(solid)}


def _relations(told: Sequence[Told], figure: s.Figure) -> Iterator[str]:
    solids = "\n".join(print_line(solid) for solid in figure.solids)
    whole = print_figure(figure)
    for each in told:
        near = [other for other in told if other.start < each.end and each.start < other.end]
        lines = [print_line(item) for other in near for item in other.items]
        lines += [print_expr(figure.target)]
        for word in unsaid_relations(each.text, "\n".join((solids, *lines)) + "\n"):
            if each.target is not None and _SHAPE.match(word) and not unsaid_relations(word, whole):
                continue  # "the area of square ABCD" names what was said to be one
            yield f"The words {each.text!r} say {word!r}, and no line beside them does; write the condition."


def _measures(told: Sequence[Told]) -> Iterator[str]:
    for each in told:
        near = [other for other in told if other.start < each.end and each.start < other.end]
        used = {name for other in near for name in calls_used(other.parts)}
        for words, functions in _MEASURES:
            found = re.search(words, each.text, re.IGNORECASE)
            if found and not used & functions and not _formula(near):
                yield f"The words {each.text!r} speak of the {found[0].lower()}, and no line beside them does."


def _formula(near: Sequence[Told]) -> bool:
    """Whether a line has a product or a power: a measure written out, such as 4*pi*r^2."""
    return any("^" in print_line(item) or "*" in print_line(item) for each in near for item in each.items) or any(
        "^" in print_expr(each.target) for each in near if each.target is not None
    )


def _solids(statement: str, figure: s.Figure, aside: Sequence[tuple[int, int]]) -> Iterator[str]:
    used = {solid.kind for solid in figure.solids}
    # A box on a square is a regular prism.
    used |= {"cuboid" for solid in figure.solids if solid.kind == "prism" and "regular" in solid.properties}
    for item in (*figure.declarations, *figure.givens, *figure.extrema):
        used |= calls_used(Told("", 0, 0, "", (item,)).parts)
    used |= calls_used((figure.target,))
    for words, names in _SOLIDS:
        found = _outside(words, statement, aside)
        if found and not used & names:
            yield f"The statement names a {found.lower()}, and the figure has none; declare it with its own kind."
    properties = {word for solid in figure.solids for word in solid.properties}
    for words, wanted, kinds in _PROPERTIES:
        found = _outside(words, statement, aside)
        if found and not properties & wanted and not used & kinds:
            yield f"The statement says {found!r}; say so in the solid's line: {' or '.join(sorted(wanted))}."


def _outside(words: str, statement: str, aside: Sequence[tuple[int, int]]) -> str:
    for found in re.finditer(words, statement, re.IGNORECASE):
        if not any(a <= found.start() and found.end() <= b for a, b in aside):
            return found[0]
    return ""
