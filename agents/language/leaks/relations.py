"""Leak detection for relations between visible points (equal, perpendicular, a square ...) stated in a question.

The text is first reduced: every point that is visible with the main solid becomes one sign, every other named object
another. A relation is a leak if everything it connects is visible, or if its sentence mentions nothing that was added.
"""

import re
from collections.abc import Iterator, Mapping

from agents.language.leaks.shape_words import SHAPES, allowed_kinds, without_units
from agents.language.statements.label_text import find_labels
from agents.language.wording.naming import all_labels, tex_name
from agents.language.wording.recolour import COLOURED
from geometry.notation import syntax as s
from geometry.notation.condition_roles import condition_role, needed_declarations, seen_names
from geometry.notation.main_solid import main_labels
from geometry.notation.rigid_groups import names_in

SEEN, ADDED = "\ue000", "\ue001"
"""Private-use characters for a visible point and for an added object."""

_QUESTION = re.compile(
    r"\?\s*$|^\W*(?:what|find|determine|calculate|compute|how|which|give|evaluate|measure)\b|\b(?:what is|find the)\b",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"(?<=[.?!])\s+(?=[A-Z$\\(\[\ue000\ue001])|\n+")
_NOISE = re.compile(r"\$|\\(?:overline|overrightarrow|vec|mathrm|text)|\\[,; ]|\\(?:left|right)\b|[{}]")
_SIGNS = (
    (r"\\perp|⟂|⊥", " is perpendicular to "),
    (r"\\parallel|∥|//", " is parallel to "),
    (r"\\triangle|△|\\Delta", " triangle "),
    (r"\\angle|∠", " angle "),
)

_RUN = rf"(?<![{SEEN}{ADDED}]){SEEN}+(?![{SEEN}{ADDED}])"
_THING = rf"(?:(?:the|a|line|lines|plane|edge|face|segment|side|base|triangle|quadrilateral|and|both|to)\s+)*{_RUN}"
_PAIR = rf"(?<![{SEEN}{ADDED}]){SEEN}{{2,}}(?![{SEEN}{ADDED}])"
# A single point is not a line, and the points that define a plane are not the subject of the sentence.
_LINES = (
    r"(?<!through )(?<!containing )(?<!contains )(?:(?:the|line|plane|edge|face|segment|side|base|triangle|both)\s+)*"
    rf"(?<!through )(?<!containing )(?<!contains ){_PAIR}"
)
_FORM = (
    r"(?:square|rectangle|rhombus|parallelogram|trapezoid|trapezium|kite|equilateral|isosceles|regular"
    r"|right[- ]angled|right)"
)
_NUMBER = r"[-\d.\\√π]"
_EQUAL = r"(?:[=<>]|\\leq?|\\geq?|equals|is (?:equal to|less than|greater than|longer than|shorter than)|is)"
_TIGHT = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_PAIR}(?:\s*\^\s*2)?\s*{_EQUAL}\s*(?:{_NUMBER}[^{ADDED},;]*?)?{_PAIR}",
        rf"{_PAIR}\s*(?:{_EQUAL}|has (?:the )?length)\s*{_NUMBER}",
        rf"(?:{_LINES}\s*(?:is|are|,)|with\s+{_LINES})\s*(?:both |also )?"
        rf"(?:perpendicular|parallel|orthogonal|congruent|similar)\s*to\s*{_LINES}",
        rf"(?:lines|planes|edges|faces|segments)\s+{_THING}(?:,?\s+(?:and\s+)?{_THING})+\s+are"
        r"\s+(?:perpendicular|parallel|equal)",
        rf"{_PAIR}(?:\s*(?:,|and)\s*{_PAIR})+\s+are\s+(?:all |both |mutually |pairwise )?"
        r"(?:equal|perpendicular|parallel)",
        rf"{_FORM}(?:\s+(?:triangle|quadrilateral|polygon|pentagon|hexagon|base|face))?\s+{SEEN}{{3,}}",
        rf"{SEEN}{{3,}}\s+(?:is|are|forms|be)\s+(?:an?\s+|also\s+)*(?:\w+\s+)?{_FORM}",
    )
)
_LOOSE = re.compile(
    r"\b(?:perpendicular|parallel|equal|equals|congruent|equilateral|isosceles|regular|squares?|rectangles?|rhombus"
    r"|trapezoid|parallelogram|right[- ]angled|right angles?|same length|twice|half as|opposite sides"
    r"|same side|one (?:circle|sphere|plane|line)|collinear|coplanar|concyclic|convex|not flat|coordinates"
    r"|largest|smallest|greatest|least|(?:maxi|mini)m(?:al|um)|as (?:large|small) as possible)\b|[=<>]",
    re.IGNORECASE,
)
_OWN_MEASURE = re.compile(
    r"\b(?:height|radius|diameter|edge|edges|side|sides|volume|area|slant height|circumference|diagonal)s?\b[^.?]*?"
    rf"\b(?:the )?object(?:'s)?\b[^.?{ADDED}]*?(?:\b(?:is|are|equals?|measures?)\b|=)\s*(?!inscribed|cut|to\b)",
    re.IGNORECASE,
)


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text."""
    return tuple(piece.strip() for piece in _SENTENCES.split(text) if piece.strip())


def is_question(sentence: str) -> bool:
    return bool(_QUESTION.search(sentence))


def told_relations(text: str, figure: s.Figure, colours: Mapping[str, str]) -> Iterator[str]:
    """The pieces of a question that state a visible relation, with the points as written in the question."""
    for sentence in sentences(without_units(text)):
        plain = reduced(sentence, figure, colours)
        tight = next((found for pattern in _TIGHT if (found := pattern.search(plain))), None)
        if tight:
            yield sentence
        elif is_question(sentence) or _speaks_of_added(plain, figure):
            continue
        elif _LOOSE.search(plain) or _OWN_MEASURE.search(plain):
            yield sentence


def reduced(sentence: str, figure: s.Figure, colours: Mapping[str, str]) -> str:
    """The sentence with its points replaced by SEEN and ADDED and its LaTeX removed."""
    labels = {colour: label for label, colour in colours.items()}
    seen = _told_of(figure)
    spans = find_labels(sentence, {label for label in all_labels(figure) if label not in colours})
    pieces, place = [], 0
    for span in spans:
        pieces += [sentence[place : span.start], "".join(SEEN if x in seen else ADDED for x in span.labels)]
        place = span.end
    text = "".join([*pieces, sentence[place:]])
    text = COLOURED.sub(lambda found: SEEN if labels.get(found[1], "") in seen else ADDED, text)
    for pattern, words in _SIGNS:
        text = re.sub(pattern, words, text)
    return re.sub(r"\s+", " ", _NOISE.sub(" ", text)).replace(f"{SEEN} {SEEN}", SEEN * 2)


def _told_of(figure: s.Figure) -> frozenset[str]:
    """Points whose relations are primary: the object's own, and constructed ones that occur in a primary condition.

    If no condition mentions a constructed point, an equation on it only restates its construction.
    """
    primary = [c for c in figure.givens if condition_role(figure, c) == "primary"]
    named = set().union(*(names_in(condition) for condition in primary))
    return frozenset(x for x in seen_names(figure) if x in named or x in main_labels(figure))


def _speaks_of_added(plain: str, figure: s.Figure) -> bool:
    """Whether a reduced sentence names anything that was added: a declared point, plane, unknown or solid."""
    declared = [d for d in needed_declarations(figure) if not isinstance(d, s.PointDecl | s.SolidDecl)]
    names = [tex_name(item.name) for item in declared if isinstance(item, s.PlaneDecl | s.Unknown)]
    constructed = any(isinstance(d, s.PointDecl) for d in needed_declarations(figure)) and SEEN in plain
    kinds = "|".join(SHAPES[kind] for kind in allowed_kinds(figure))
    return (
        ADDED in plain
        or any(re.search(rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z])", plain) for name in names)
        or bool(kinds and re.search(rf"\b(?:{kinds})\b", plain, re.IGNORECASE))
        or bool(constructed and re.search(r"\b(?:midpoint|centroid|foot|section|intersection|mirror|image)\b", plain))
        or bool(re.search(r"\b(?:section|plane of all points)", plain))
        or bool(declared and re.search(rf"\b(?:an?|the|this|that) plane\b(?!\s+{SEEN}{{3}})", plain, re.IGNORECASE))
    )
