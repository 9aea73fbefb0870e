"""Leak detection for words that name a shape, and the nouns a question may use for objects added to the solid.

Units ("cubic metres"), measures that share a stem ("dihedral angle", "base of the object") and the balls that mark
points are not shape words. Names of auxiliary solids are allowed if the figure declares such a solid.
"""

import re
from collections.abc import Iterator, Set
from functools import lru_cache

from geometry.notation import syntax as s
from geometry.notation.condition_roles import like_the_object, needed_declarations
from geometry.notation.main_solid import main_names
from geometry.notation.rigid_groups import names_in
from geometry.notation.walk import calls_in

SHAPES: dict[str, str] = {
    "cube": r"cubes?|cubical|cubic|hexahedr(?:on|ons|a|al)",
    "cuboid": r"cuboids?|cuboidal|box(?:es)?|rectangular (?:solid|block|prism|box|parallelepiped)s?|blocks?|bricks?",
    "parallelepiped": r"parallelepipeds?|rhombohedr(?:on|a|al)",
    "prism": r"prisms?|prismatic",
    "pyramid": r"pyramids?|pyramidal",
    "tetrahedron": r"tetrahedr(?:on|ons|a|al)",
    "frustum": r"frust(?:um|ums|a)|frustrums?|truncated",
    "cone_frustum": r"frust(?:um|ums|a)|frustrums?|truncated|cones?",
    "octahedron": r"octahedr(?:on|ons|a|al)|bipyramids?|dipyramids?",
    "icosahedron": r"icosahedr(?:on|ons|a|al)",
    "dodecahedron": r"dodecahedr(?:on|ons|a|al)",
    "polyhedron": r"polyhedr(?:on|ons|a|al)|(?:penta|hepta|deca|dodeca|icosa)hedr(?:on|ons|a|al)|wedges?",
    "cylinder": r"cylinders?|cylindrical|tubes?",
    "cone": r"cones?|conical|conic",
    "sphere": r"spheres?|spherical|globes?|balls?",
    "hemisphere": r"hemispheres?|hemispherical|half[- ]spheres?|domes?",
}
"""Words for each kind of solid, with their derivatives."""

# Adjectives that reveal the number of sides; "triangle ABC" only names three marked points.
_SIDED = (
    r"(?:tri|quadr|rect)angular|quadrilateral (?:base|face|based)|(?:penta|hexa|hepta|octa)gonal"
    r"|(?:\d+|three|four|five|six|seven|eight)[- ]?(?:sided|faced)"
    r"|(?:square|triangle|rectangle|pentagon|hexagon)[- ](?:based?|faced?)"
    r"|(?:square|rectangular|triangular|circular|round) (?:base|top|faces?|bottom)"
)
_OTHER_WAYS = r"obelisks?|spheroids?|ellipsoids?|(?:round|convex) bod(?:y|ies)|solids? of revolution"

_UNITS = re.compile(
    r"\b(?:cubic|square) (?:met(?:re|er)s?|units?|centimet(?:re|er)s?|decimet(?:re|er)s?)\b", re.IGNORECASE
)
_BALLS = re.compile(
    r"(?:\$P_\{[a-z ]+\}\$(?:, | and )?)+ (?:is the point|are the points) marked by the [a-z ,]+ balls?"
    r"(?:, respectively)?\."
)
"""Matches only the sentence of `recolour.convention`: any other text is about the object."""

_IDENTIFIED = (
    r"object\s+(?:is|has the (?:shape|form) of|forms|represents)\s+(?:an?|the|made of an?)\s+(?:[\w-]+\s+){0,3}?"
)

# A sphere or circle that is only part of the wording of a measure, such as a circumradius.
_MEASURE_SPHERES = frozenset({"circumradius", "inradius", "midradius", "circumcenter", "incenter", "cospherical"})


@lru_cache(maxsize=64)
def without_units(text: str) -> str:
    """The text with units and the sentence about the balls blanked out, at the same length."""
    return _BALLS.sub(_blank, _UNITS.sub(_blank, text))


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def shape_words(text: str, allowed: Set[str]) -> Iterator[str]:
    """Words of the text that name a shape, except those of the allowed kinds."""
    plain = without_units(text)
    every = "|".join(SHAPES.values())
    # A kind that is allowed for an auxiliary solid must still not be used for the object.
    yield from (m[1] for m in re.finditer(rf"{_IDENTIFIED}({every})\b", plain, re.IGNORECASE))
    for kind in allowed:
        sided = rf"(?:(?:{_SIDED}|regular|right|oblique)\s+)*" if kind in ("pyramid", "prism", "frustum") else ""
        plain = re.sub(rf"\b{sided}(?:{SHAPES[kind]})\b", lambda found: " " * len(found[0]), plain, flags=re.IGNORECASE)
    words = "|".join([every, _SIDED, _OTHER_WAYS])
    for match in re.finditer(rf"(?<!\w)(?:{words})(?!\w)", plain, re.IGNORECASE):
        yield match[0]


def allowed_kinds(figure: s.Figure) -> frozenset[str]:
    """Kinds a question may name: auxiliary solids, parts it has to mention, and spheres that are part of a measure."""
    own = main_names(figure)
    alike = like_the_object(figure)
    added = [item for item in needed_declarations(figure) if isinstance(item, s.SolidDecl)]
    kinds = {item.kind for item in added if item.name not in alike}
    kinds |= {solid.kind for solid in figure.solids if solid.name in _spoken_of(figure) and solid.parts == ()} & {
        solid.kind for solid in figure.solids if len(own) > 1 and solid.name in own
    }
    kinds |= {"sphere"} if _MEASURE_SPHERES & set(_functions(figure)) else set()
    kinds |= {"tetrahedron", "pyramid", "prism", "polyhedron"} if "hull" in _functions(figure) else set()
    kinds |= {"frustum", "cone"} if "cone_frustum" in kinds else {"pyramid"} if "frustum" in kinds else set()
    return frozenset(kinds - {"composite"})


def _spoken_of(figure: s.Figure) -> set[str]:
    """Names in the target and in declarations."""
    names = names_in(figure.target)
    for item in figure.declarations:
        if isinstance(item, s.PointDecl | s.PlaneDecl):
            names |= set().union(*(names_in(d) for d in item.definition))
    return names


def _functions(figure: s.Figure) -> Iterator[str]:
    yield from (call.name for call in _calls(figure))


def _calls(figure: s.Figure) -> Iterator[s.Call]:
    exprs: list[s.Expr | s.Condition] = [figure.target, *figure.givens, *(e.quantity for e in figure.extrema)]
    for item in figure.declarations:
        exprs += item.definition if isinstance(item, s.PointDecl | s.PlaneDecl) else ()
    for expr in exprs:
        yield from calls_in(expr)
