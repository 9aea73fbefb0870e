"""Measures that a statement gives in words: "a height of 5 inches", "a 3-inch diameter", "6 cm in diameter".

Each pairs one number with the noun beside it. They need no reading, so they can be measured on a solved figure whatever
a model made of them: a figure that exchanges radius and height has the right numbers, but not beside the right nouns.
Only plain ones are taken: multiples, comparisons, sums and ratios are left to the reading, and so are statements that
mix units.
"""

import math
import re
from collections.abc import Iterator

from agents.language.accounting.passages import sentences_around
from agents.language.accounting.vocabulary import says
from agents.language.statements.statement_account import mixes_units, without_asides
from agents.language.statements.statement_tokens import NUMBER_WORDS, labels_in
from geometry.answers.answer_text import AnswerRefused, clean
from geometry.answers.bounded_eval import evaluate
from geometry.equivalence.stated import StatedMeasure
from geometry.notation import syntax as s
from geometry.notation.walk import nodes_in

_NOUNS: tuple[tuple[str, str, float], ...] = (
    # word, what the kernel measures, and that measure for one of the word
    (r"slant heights?|generat(?:or|rix)", "slant", 1.0),
    (r"radi(?:us|i)", "radius", 1.0),
    (r"diameters?", "radius", 0.5),
    (r"circumferences?", "radius", 0.5 / math.pi),
    (r"(?:perpendicular )?heights?|altitudes?|depth", "height", 1.0),
    (r"volumes?", "volume", 1.0),
    (r"lateral (?:surface )?areas?", "lateral_area", 1.0),
    (r"(?:total )?surface areas?", "surface_area", 1.0),
    (r"base areas?|area of (?:the|its) base", "base_area", 1.0),
    (r"(?:edge|side)[- ]lengths?|lengths? of (?:each|an|its|one|the) (?:edge|side)s?", "edge", 1.0),
    (r"(?:edges?|sides?) of length", "edge", 1.0),
)
_ADJECTIVES: tuple[tuple[str, str, float], ...] = (
    (r"in radius", "radius", 1.0),
    (r"in diameter|across", "radius", 0.5),
    (r"in circumference", "radius", 0.5 / math.pi),
    (r"high|tall|deep|in height|in depth", "height", 1.0),
)
_SMALL = {word: number for word, number in NUMBER_WORDS.items() if 2 <= number <= 10}
_KINDS: dict[str, str] = {
    "cube": r"\bcub(?:es?|ical)\b",
    "cuboid": r"cuboid|\bbox|rectangular (?:prism|solid|parallelepiped)",
    "prism": r"prism|\bbox",
    "pyramid": r"pyramid",
    "tetrahedron": r"tetrahedr|pyramid",
    "frustum": r"frust|truncated",
    "octahedron": r"octahedr",
    "icosahedron": r"icosahedr",
    "dodecahedron": r"dodecahedr",
    "cylinder": r"cylind",
    "cone": r"\bcon(?:e|es|ical)\b",
    "cone_frustum": r"frust|truncated|\bcon(?:e|es|ical)\b",
    "sphere": r"(?<!hemi)spher|\bballs?\b",
    "hemisphere": r"hemispher",
}
"""By kind: its own nouns; things of daily life name none."""
_NUMBER = (
    r"(?P<number>(?:\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\\[dt]?frac|\\sqrt|√)"
    r"(?:\d+(?:\.\d+)?|\\[dt]?frac|\\sqrt|√|[{}/]|\s?\\pi|π)*)"
)
_UNIT = r"(?:mm|cm|dm|km|m|in|ft|yd|inch(?:es)?|feet|foot|yards?|(?:centi|milli|deci|kilo)?met(?:er|re)s?|units?)"
_POWER = r"(?:(?:square|cubic) )?"
_GAP = r"(?:[\s~$]|\\[,;!\s])*"
_OWNER = r"(?:\s+of\s+(?:the|a|an|its|each|this|one)(?:\s+[a-z][a-z'-]+){1,4}?|\s+[a-zA-Z])?"
_LINK = rf"{_GAP}(?:of|is|are|was|be|to be|equals?|is equal to|measures?|measuring|being|=|:|has length){_GAP}|{_GAP}"
_COMPARED = r"(?:times|percent|more|less|greater|longer|larger|shorter|smaller|higher|taller|to|by|or)\b"
_MEASURED = rf"{_POWER}{_UNIT}(?![A-Za-z])(?!{_GAP}{_COMPARED})"
_ENDS = rf"(?={_GAP}(?:{_MEASURED}|[,.;)?]|\Z|\n|(?!{_COMPARED}|{_UNIT}\b)[a-z]{{2,}}))"
_BEFORE = re.compile(
    r"(?:ratio|sum|differ|product|average|total|times|twice|half|equal|same)\b[^.;]{0,40}\Z"
    r"|(?:radi(?:us|i)|diameters?|heights?|areas?|volumes?|lengths?)\s+(?:and|or|to|by|plus|minus)\s+(?:the\s+|its\s+)?\Z",
    re.IGNORECASE,
)
"""Words before a noun that make the number that of a calculation or of several nouns."""
_FLAT = re.compile(r"\bsectors?\b|\brolled?\b|\brolling|\bsheet|\bpaper|\bfold|\bnet\b", re.IGNORECASE)
"""Words of a sentence whose circle is flat and becomes a solid only later."""
_CUT_CIRCLE = re.compile(r"\b(?:cut|intersect|meet|section)[a-z]*\b[^.;]{0,60}\bcircles?\b[^.;]{0,60}\Z", re.IGNORECASE)
"""Words before a radius that is the radius of a section."""
_UPRIGHT = re.compile(r"\\(?:text|mathrm|mbox|rm|textbf)\s*\{\s*([^{}]*?)\s*\}")


def stated_measures(statement: str) -> tuple[tuple[str, StatedMeasure], ...]:
    """Each measure as written, and as the kernel can look for it, in order."""
    if mixes_units(statement):
        return ()
    text = _UPRIGHT.sub(r" \1 ", without_asides(statement)).replace("$", " ")
    return tuple(dict.fromkeys(_found(text)))


_ASKED = r"(?:what (?:is|are|was)|find|determine|compute|calculate|then)\s+(?:the\s+)?(?:length of the\s+)?"
_OF_SOLID = (
    r"(?! of (?:this|the|that|an?|its|each|one)\b(?! (?:\w+ ){0,2}(?:cube|cuboid|box|prism|pyramid|\w*hedron|frustum"
    r"|cylinder|cone|sphere|hemisphere|ball|solid)\b))"
)
"""Not followed by an owner that is no solid: the radius of a circle, the height of the water."""


def asked_measure(question: str) -> tuple[str, float] | None:
    """What a question asks to measure, and that measure for one of its word; None for anything but a plain noun."""
    text = _UPRIGHT.sub(r" \1 ", question).replace("$", " ")
    found = [
        (what, factor)
        for noun, what, factor in _NOUNS
        if what in ("radius", "height", "slant") and re.search(rf"{_ASKED}(?:{noun})\b{_OF_SOLID}", text, re.IGNORECASE)
    ]
    if re.search(r"\bhow (?:tall|high|deep)\b", text, re.IGNORECASE):
        found.append(("height", 1.0))
    return found[0] if len(found) == 1 else None


def is_named(statement: str, target: s.Expr) -> bool:
    """Whether a target is written with labels of the statement alone, so that its words say what it is."""
    labels = {label for node in nodes_in((target,)) if isinstance(node, s.Labels) for label in node.labels}
    return bool(labels) and labels <= {token.text for token in labels_in(statement)}


def _found(text: str) -> Iterator[tuple[str, StatedMeasure]]:
    for noun, what, factor in _NOUNS:
        # A longer noun that ends in this one is a noun of its own.
        first = r"(?<!slant )" if what == "height" else r"(?<!lateral )" if what == "surface_area" else ""
        yield from _matches(rf"\b{first}(?:{noun}){_OWNER}(?:{_LINK}){_NUMBER}{_ENDS}", text, what, factor)
        words = "|".join(_SMALL)
        for number in (_NUMBER, rf"(?P<number>{words})"):
            yield from _matches(rf"(?<![\d.\w]){number}[-\s~]{_UNIT}[-\s]+(?:{noun})\b", text, what, factor)
    for adjective, what, factor in _ADJECTIVES:
        yield from _matches(rf"(?<![\d.\w]){_NUMBER}{_GAP}{_UNIT}\s+(?:{adjective})\b", text, what, factor)


def _matches(pattern: str, text: str, what: str, factor: float) -> Iterator[tuple[str, StatedMeasure]]:
    for found in re.finditer(pattern, text, re.IGNORECASE):
        if _BEFORE.search(text, 0, found.start()):
            continue
        try:
            number = _SMALL.get(found["number"].lower()) or evaluate(clean(found["number"])).value
        except AnswerRefused:
            continue
        sentence = sentences_around(text, found.start(), found.end())
        if what == "radius" and (_FLAT.search(sentence) or _CUT_CIRCLE.search(text, 0, found.start())):
            continue
        kinds = tuple(kind for kind, words in _KINDS.items() if says(words, sentence))
        yield " ".join(found[0].split()), StatedMeasure(what, float(number) * factor, kinds)
