"""How many solids and cutting planes a statement speaks of, beside how many its figure has.

A further solid is the plainest way to ask for something else: of the same kind, with the same value, but not the one
that the statement describes.
"""

import re
from collections.abc import Iterator

from agents.language.statements.statement_tokens import NUMBER_WORDS, labels_in
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.printer import print_expr
from geometry.notation.walk import nodes_in

_NOUNS: dict[str, tuple[str, str]] = {
    "cube": (r"cub(?:e|ical)", "cubes"),
    "cuboid": (r"cuboid|box|rectangular (?:solid|prism|parallelepiped)", "cuboids|boxes|solids|prisms"),
    "prism": (r"prism", "prisms"),
    "pyramid": (r"pyramid|tetrahedron", "pyramids|tetrahedra|tetrahedrons"),
    "tetrahedron": (r"tetrahedron|pyramid", "tetrahedra|tetrahedrons|pyramids"),
    "cone": (r"con(?:e|ical)", "cones"),
    "cylinder": (r"cylind(?:er|rical)", "cylinders"),
    "sphere": (r"spher(?:e|ical)|ball", "spheres|balls"),
    "hemisphere": (r"hemispher(?:e|ical)", "hemispheres"),
    "octahedron": (r"octahedron", "octahedra|octahedrons"),
    "icosahedron": (r"icosahedron", "icosahedra|icosahedrons"),
    "dodecahedron": (r"dodecahedron", "dodecahedra|dodecahedrons"),
    "frustum": (r"frustum", "frustums|frusta"),
}
"""By kind: its words for one and for many."""
_CUTS = frozenset({"part", "larger_part", "smaller_part"})
_COUNTS = {word: number for word, number in NUMBER_WORDS.items() if 2 <= number <= 8}
_CHANGED = re.compile(
    r"\b(?:hole|identical|congruent|similar|double\w*|triple\w*|halved|new|original\w*|percent|chang\w*|increas\w*"
    r"|decreas\w*|remain\w*|slices?|shell|hollow|thick\w*|pieces|parts|holes|water|poured?|level|cans?|pipe|tube|dropp\w*)\b|%",
    re.IGNORECASE,
)
"""Words after which one solid becomes another of its kind, or several."""
_FURTHER = r"another|other|second|third|each|both|every|smaller|larger|small|large|big|inner|outer"


def miscounted_solids(statement: str, figure: s.Figure) -> Iterator[str]:
    """A sentence for each kind of which the figure has more or fewer solids than the statement speaks of."""
    yield from _planes(statement, figure)
    named = {token.text for token in labels_in(statement)}
    for kind, (one, many) in _NOUNS.items():
        of_kind = [solid for solid in figure.solids if solid.kind == kind]
        # A solid whose vertices the statement names is one that it speaks of.
        own = [d for d in of_kind if not d.labels or any(is_hidden(x) or x not in named for x in d.labels)]
        if len(of_kind) > 1 and own and _most(statement, one, many) < len(of_kind):
            noun = kind.replace("_", " ")
            yield f"The statement speaks of one {noun}, and the figure has {len(of_kind)}; declare each solid once."
        for word in re.findall(rf"\b({'|'.join(_COUNTS)})\s(?:[\w-]+\s){{0,2}}(?:{many})\b", statement, re.IGNORECASE):
            if 1 < len(of_kind) < _COUNTS[word.lower()]:
                shown = f"{word.lower()} of them, and the figure has {len(of_kind)} of kind {kind}"
                yield f"The statement speaks of {shown}; declare each of them."


def _most(statement: str, one: str, many: str) -> int:
    """The largest number of solids that a statement may mean by a noun."""
    is_named = re.search(rf"\b(?:{one})\b", statement, re.IGNORECASE)
    if not is_named or re.search(rf"\b(?:{many})\b", statement, re.IGNORECASE) or _CHANGED.search(statement):
        return 99
    mentions = re.findall(rf"\b(an?|one|{_FURTHER})\s(?:[\w-]+\s){{0,3}}?(?:{one})\b", statement, re.IGNORECASE)
    return max(1, len(mentions))


def _planes(statement: str, figure: s.Figure) -> Iterator[str]:
    """A sentence if a solid is cut by one plane where the statement has several."""
    parts = [*figure.givens, figure.target, *(e.quantity for e in figure.extrema)]
    cuts = [n for n in nodes_in(parts) if isinstance(n, s.Call) and n.name in _CUTS]
    several = re.search(
        r"\b(?:cut|sliced?|divided|sawn|chopped)\b[^.;]{0,30}\bby (?:\w+ )?planes\b", statement, re.IGNORECASE
    )
    if several and len({print_expr(cut.args[1]) for cut in cuts}) == 1:
        yield f"The statement says {several[0]!r}, and the figure cuts with one plane."
