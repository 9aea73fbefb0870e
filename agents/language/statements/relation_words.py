"""Words of a statement that express a relation, compared with the figure: each relation must be in its lines.

A closed list of words, each with the spellings of the notation that satisfy it anywhere in the figure. It detects a
relation that is missing entirely; it does not check which points the relation is about.
"""

import re
from collections.abc import Iterator, Sequence

from agents.records import Passage

_UNIT_OF_AREA = r"(?:roots?|inch|feet|foot|ft|cent|met|units?|cm|mm|dm|km|m\b|yard|of\b|kilo|\\)"
_BOX = r"cube|cuboid|square|rectangle"
# Solids of revolution of a square, rectangle or right triangle about a side.
_TURNED = r"cylinder|cone"

_RULES: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(said, re.IGNORECASE), re.compile(answered))
    for said, answered in (
        (r"perpendicular|\\perp\b|⊥|⟂", rf"perp|right|foot|normal_|90°|regular|height|dot|{_BOX}|{_TURNED}"),
        (r"parallel(?!epip|ogram)|∥", rf"parallel|trapezoid|prism|frustum|cylinder|gap|axis|{_BOX}"),
        (r"mid-?points?\b", r"midpoint|divide|cent(?:er|roid)|bisector|1 / 2|2 \*"),
        (
            r"\b(?:in|circum)scribed|circumsphere|insphere",
            r"scribed|inradius|circumradius|midradius|tangent|spherical|on\(|midpoint|center",
        ),
        (r"\btangent to|\btouch(?:es|ing)\b", r"tangent|scribed|inradius|midradius|radius\(\w+\) [+-]|[+-] radius"),
        (r"\binternally tangent", r"internally_tangent|scribed|inradius|[+-] radius|radius\(\w+\) [+-]"),
        (r"\bequilateral", r"equilateral|regular|60°|slant"),
        # Two legs may also be given the same number.
        (r"\bisosceles", r"isosceles|equilateral|regular|slant|cone|[A-Z]\S* = [A-Z]|( = \S+)\n[\s\S]*\1\n"),
        (rf"\bsquares?(?![- ]{_UNIT_OF_AREA})\b", rf"square|regular|cube|octahedron|\^2|[A-Z]\S* = [A-Z]|{_TURNED}"),
        (r"\brectang(?:le|ular)", rf"{_BOX}|perp|right|regular|parallelepiped|{_TURNED}"),
        (r"\brhomb", r"rhombus|square"),
        (r"\btrapez", r"trapezoid|parallel|perp|frustum|polyhedron"),
        (r"\bregular\b", rf"regular|equilateral|octahedron|{_BOX}"),
        (r"\bright[- ](?:angle|triangle)", rf"right|perp|90°|height|{_BOX}|{_TURNED}"),
        (r"\bcentroid|cent(?:er|re) of gravity", r"cent(?:roid|er)"),
        (r"\b(?:dihedral)", r"dihedral|angle\(plane|angle\([a-z]"),
        (
            r"\bminimum(?! number)|\bleast\b(?! number)|\bsmallest|\bshortest",
            r"minimize|smaller_part|surface_path|helix|distance|scribed|gap|<|>",
        ),
        (r"\bmaximum|\bgreatest|\blargest", r"maximize|larger_part|scribed|radius|<|>"),
    )
)


_DENIED = re.compile(r"\b(?:no|not|nor|neither|never|without)\b[^.;,]{0,30}\Z", re.IGNORECASE)
"""A relation that is denied: "no face is equilateral" becomes an inequality, if anything."""


def unsaid_relations(statement: str, figure_text: str, aside: Sequence[Passage] = ()) -> tuple[str, ...]:
    """Words of the statement whose relation is not in any line of the figure, each once."""
    return tuple(dict.fromkeys(_unsaid(statement, figure_text, aside)))


def states_relation(text: str) -> str:
    """The first word of a text that expresses a relation; empty if it has none."""
    return next((found[0] for said, _ in _RULES if (found := said.search(text))), "")


def _unsaid(statement: str, figure_text: str, aside: Sequence[Passage]) -> Iterator[str]:
    for said, answered in _RULES:
        if answered.search(figure_text):
            continue
        for found in said.finditer(statement):
            denied = _DENIED.search(statement, 0, found.start())
            if not denied and not any(p.start <= found.start() and found.end() <= p.end for p in aside):
                yield found[0]
