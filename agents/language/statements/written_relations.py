"""Relations that a statement writes out with labels, as conditions of the notation.

`AB \\perp` plane `BCD`, `AC \\parallel BD`, `\\angle ABC = 60^\\circ`, `AB = AC`, `AE : EB = 1 : 2`, "M is the midpoint
of AB", "the area of face ABC is 15", "ABCD is a square", `A = (0, 1, 2)`: they need no reading, so they can be measured
on a solved figure whatever a model made of them. Only unambiguous ones are taken; words between two labels that are not
in the short lists below end a relation.
"""

import re
from collections.abc import Iterator
from itertools import combinations

from agents.language.statements.statement_account import without_asides
from geometry.notation.labels import LABEL_PATTERN, split_labels

_RUN = rf"{LABEL_PATTERN}(?:{LABEL_PATTERN})+"
_OPERAND = rf"(?:(?:the )?(?:planes?|faces?|base|edges?|lines?|segments?|sides?) )?(?:{_RUN})"
_NUMBER = r"\d+(?:\.\d+)?"
_NOT_BEFORE = r"(?<![A-Za-z0-9'+*/=<>:|^-])(?<![+*/=<>:|^-] )"
_NOT_AFTER = r"(?![A-Za-z0-9'^*/|-])(?! ?[+*/^:-])"
_PERP = re.compile(rf"{_NOT_BEFORE}({_OPERAND})(?: is| are)? ?(?:⊥|perpendicular to) ?({_OPERAND}){_NOT_AFTER}")
_PARALLEL = re.compile(rf"{_NOT_BEFORE}({_OPERAND})(?: is| are)? ?(?:∥|parallel to) ?({_OPERAND}){_NOT_AFTER}")
_ANGLE = re.compile(rf"(?:∠ ?|\bangle )({_RUN})(?: ?= ?| is | equals )({_NUMBER}) ?°")
_RIGHT = re.compile(rf"(?:∠ ?|\bangle )({_RUN}) (?:is|be) a right angle")
_EQUAL = re.compile(rf"{_NOT_BEFORE}({_RUN}) ?= ?({_RUN})(?= ?(?:[,.;)=]|$| and\b| [a-z]{{2,}}))")
_RATIO = re.compile(rf"{_NOT_BEFORE}({_RUN}) ?: ?({_RUN}) ?= ?({_NUMBER}) ?: ?({_NUMBER})(?! ?[:\d.])")
_MIDPOINT = re.compile(
    rf"(?<!and )(?<!, )\b({LABEL_PATTERN})(?: is| are| be|,)? the mid-?points? of "
    rf"(?:(?:the )?(?:edge|side|segment|line|diagonal)s? )*({_RUN}){_NOT_AFTER}"
)
_VALUE = rf"({_NUMBER})(?= ?(?:[,;)]|\.(?!\d)|$|mm|cm|m\b|inch|feet|and\b|units?|square|respectively))"
_IS = r"(?: is| are| be| equals?| measures?| has(?: a)? length(?: of)?| is of length| have lengths?| ?=) ?"
_LENGTH = re.compile(rf"{_NOT_BEFORE}(?<!of )({_RUN}){_IS}{_VALUE}")
_LENGTH_OF = re.compile(rf"\blengths? of (?:(?:the )?(?:edge|side|segment|diagonal)s? )?({_RUN}){_IS}{_VALUE}")
_DISTANCE = re.compile(
    rf"\bdistances? (?:from|between) (?:(?:a|the)? ?points? )?({LABEL_PATTERN})(?: in space)? (?:to|and) "
    rf"(?:(?:the )?(?:points?|vert(?:ex|ices)) )?({LABEL_PATTERN})(?![A-Za-z])"
    rf"(?: of (?:a|the) [a-z ]*(?:{_RUN}))?{_IS}{_VALUE}"
)
_FACE = r"(?:lateral )?(?:faces?|triangles?|base|section|cross-section|quadrilateral|square|rectangle|parallelogram)"
_AREA = re.compile(rf"\bareas? of (?:the )?(?:{_FACE} )?({_RUN}){_IS}{_VALUE}")
_DIHEDRAL = re.compile(
    rf"\bdihedral angle ({LABEL_PATTERN})-({LABEL_PATTERN})({LABEL_PATTERN})-({LABEL_PATTERN})"
    rf"(?: is| equals| of| ?=) ?({_NUMBER}) ?°"
)
_SHAPES = {"square": 4, "rectangle": 4, "rhombus": 4, "parallelogram": 4, "equilateral triangle": 3}
_SHAPE = re.compile(rf"\b(?P<shape>(?i:{'|'.join(_SHAPES)})) (?P<run>{_RUN}){_NOT_AFTER}")
_SHAPED = re.compile(rf"(?<![A-Za-z-])({_RUN}) is an? ({'|'.join(_SHAPES)})\b")
_EQUILATERAL = re.compile(rf"\btriangle ({_RUN}) is equilateral")
_ON = re.compile(
    rf"\b({LABEL_PATTERN})(?: is| lies| lie| are|,)(?: a)?(?: points?)?(?: located)? on "
    rf"(?:the )?(?:edge|side|segment)s? ({_RUN}){_NOT_AFTER}"
)
_CENTRE = re.compile(
    rf"\b({LABEL_PATTERN}) (?:is|be) the cent(?:er|re) of (?:the )?(?:face|square|rectangle|base) ({_RUN}){_NOT_AFTER}"
)
_SIGNED = rf"-?{_NUMBER}"
_PLACED = re.compile(rf"(?<![A-Za-z])({LABEL_PATTERN}) ?=? ?\( ?({_SIGNED}) ?, ?({_SIGNED}) ?, ?({_SIGNED}) ?\)")
_ITEM = rf"(?:{LABEL_PATTERN})+|{_NUMBER}"
_LIST = re.compile(
    rf"(?<![A-Za-z0-9])(?:{_ITEM})(?:, (?:{_ITEM}))*(?:,? and |, )(?:the )?(?:{_ITEM})(?![A-Za-z0-9(])(?!\.\d)"
)
_SYMBOLS: tuple[tuple[str, str], ...] = (
    (r"\\perp\b|⟂", "⊥"),
    (r"\\parallel\b|//", "∥"),
    (r"\\angle\b", "∠"),
    (r"\\triangle\b|△", " triangle "),
    (r"\^\s*\{?\s*\\circ\s*\}?|\\degree\b|\s*degrees\b", "°"),
    (r"\\overline\b|\\(?:text|mathrm|mbox|rm|bf)\b|\\[,;!\s]|~|\\left|\\right", " "),
    (r"\^\s*\{?\s*\\prime\s*\}?|′|’", "'"),
    (r"_\s*\{\s*(\d+)\s*\}|_\s*(\d+)", r"\1\2"),
    (r"[${}]", ""),
    (r"\s+", " "),
)


def written_relations(statement: str) -> tuple[tuple[str, str], ...]:
    """Each relation as written, and as a condition of the notation, in order."""
    plain = plain_text(without_asides(statement))
    return tuple(dict.fromkeys((*_found(plain), *_measured(plain), *_shaped(plain), *_placed(plain))))


def _found(text: str) -> Iterator[tuple[str, str]]:
    """Right angles, parallels, angles, equal lengths, ratios and midpoints."""
    for name, pattern in (("perp", _PERP), ("parallel", _PARALLEL)):
        for found in pattern.finditer(text):
            first, second = _object(found[1]), _object(found[2])
            if first and second:
                yield found[0], f"{name}({first}, {second})"
    for found in _ANGLE.finditer(text):
        if len(labels := split_labels(found[1])) == 3:
            yield found[0], f"angle({', '.join(labels)}) = {found[2]}°"
    for found in _RIGHT.finditer(text):
        if len(labels := split_labels(found[1])) == 3:
            yield found[0], f"right_angle({', '.join(labels)})"
    for found in _EQUAL.finditer(text):
        if len(split_labels(found[1])) == 2 == len(split_labels(found[2])):
            yield found[0], f"{''.join(split_labels(found[1]))} = {''.join(split_labels(found[2]))}"
    for found in _RATIO.finditer(text):
        if len(split_labels(found[1])) == 2 == len(split_labels(found[2])):
            first, second = ("".join(split_labels(found[k])) for k in (1, 2))
            yield found[0], f"{first} / {second} = {found[3]} / {found[4]}"
    for found in _MIDPOINT.finditer(text):
        if len(ends := split_labels(found[2])) == 2:
            middle = split_labels(found[1])[0]
            yield found[0], f"vector({ends[0]}, {middle}) = vector({middle}, {ends[1]})"


def _measured(text: str) -> Iterator[tuple[str, str]]:
    """Lengths, areas and dihedral angles with their number."""
    for pattern in (_LENGTH, _LENGTH_OF):
        for found in pattern.finditer(text):
            if len(ends := split_labels(found[1])) == 2:
                yield found[0], f"{''.join(ends)} = {found[2]}"
    for found in _DISTANCE.finditer(text):
        first, second = (split_labels(found[k])[0] for k in (1, 2))
        yield found[0], f"{first}{second} = {found[3]}"
    for found in _AREA.finditer(text):
        if len(labels := split_labels(found[1])) >= 3:
            yield found[0], f"area({', '.join(labels)}) = {found[2]}"
    for found in _DIHEDRAL.finditer(text):
        a, b, c, d = (split_labels(found[k])[0] for k in (1, 2, 3, 4))
        yield found[0], f"dihedral({a}-{b}{c}-{d}) = {found[5]}°"


def _shaped(text: str) -> Iterator[tuple[str, str]]:
    """Polygons by their name, points on an edge, centres of quadrilaterals."""
    named = [(found[0], found["shape"].lower(), found["run"]) for found in _SHAPE.finditer(text)]
    named += [(found[0], found[2], found[1]) for found in _SHAPED.finditer(text)]
    named += [(found[0], "equilateral triangle", found[1]) for found in _EQUILATERAL.finditer(text)]
    for words, shape, run in named:
        if len(labels := split_labels(run)) == _SHAPES[shape]:
            yield words, f"{shape.removesuffix(' triangle')}({', '.join(labels)})"
    for found in _ON.finditer(text):
        if len(ends := split_labels(found[2])) == 2:
            yield found[0], f"on({split_labels(found[1])[0]}, segment({', '.join(ends)}))"
    for found in _CENTRE.finditer(text):
        if len(labels := split_labels(found[2])) == 4:
            centre = split_labels(found[1])[0]
            yield found[0], f"vector({labels[0]}, {centre}) = vector({centre}, {labels[2]})"


def _placed(text: str) -> Iterator[tuple[str, str]]:
    """Points with coordinates: the distance of each two, because a figure may stand elsewhere."""
    places = {split_labels(f[1])[0]: (f[0], [float(f[k]) for k in (2, 3, 4)]) for f in _PLACED.finditer(text)}
    for (first, (words, a)), (second, (others, b)) in combinations(places.items(), 2):
        square = sum((x - y) ** 2 for x, y in zip(a, b, strict=True))
        if square:
            yield f"{words} and {others}", f"{first}{second} = sqrt({square:.12g})"


def _object(operand: str) -> str:
    """A line or a plane by its labels; empty for three labels that are not called a plane."""
    words, _, run = operand.rpartition(" ")
    labels = split_labels(run)
    if len(labels) == 2:
        return f"line({', '.join(labels)})"
    # Three letters without a word may also be an angle or a triangle's name; their plane is meant either way.
    return f"plane({', '.join(labels[:3])})" if len(labels) >= 3 else words and ""


def plain_text(text: str) -> str:
    """The text with one spelling for each symbol, and labels of a formula joined."""
    for pattern, symbol in _SYMBOLS:
        text = re.sub(pattern, symbol, text)
    # `A B` inside a formula is AB; in prose two single capitals beside each other do not occur.
    text = re.sub(rf"(?<![A-Za-z])({LABEL_PATTERN}) (?={LABEL_PATTERN}(?![a-z]))", r"\1", text)
    return re.sub(r"[^.?!]*\b(?:respectively|mid-?points)\b[^.?!]*", _each_alone, text)


def _each_alone(found: re.Match[str]) -> str:
    """A sentence with "respectively" or "midpoints" as one sentence for each place of its lists."""
    sentence = found[0]
    lists = list(_LIST.finditer(sentence))
    items = [re.findall(_ITEM, each[0]) for each in lists]
    if len(lists) < 2 or len(set(map(len, items))) > 1:
        return sentence
    alone = []
    for place in range(len(items[0])):
        one = sentence
        for each, choices in reversed(list(zip(lists, items, strict=True))):
            one = one[: each.start()] + choices[place] + one[each.end() :]
        alone.append(one)
    return ".".join(alone)
