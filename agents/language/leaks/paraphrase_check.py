"""Whether a question is a paraphrase of the generated wording of the figure, so that a model's text can replace it.

Single words can be searched for, but not their combined meaning: "the distance from P to plane EBC" has every letter
and word of "the distance from E to plane PBC". So a text is reduced to its content, in order: content words, points,
numbers and signs. It is equivalent if it consists of the generated sentences, reduced the same way, in any order, with
the question last. Everything unknown counts as content: an unrecognised word is never treated as equivalent.
"""

import re
from collections.abc import Iterator, Sequence

from agents.language.wording.describe import Description
from geometry.checks import Check

Atom = str
"""A word, a number, a sign, the points that a run of letters names, or a whole formula."""

_EMPTY = frozenset(
    re.findall(
        r"\w+",
        "the a an this that is are be let lie lies point points such so with and of to from between in on at as what",
    )
)
"""Stop words: they do not change the meaning as long as the words around them are the same in the same order."""

_MAY_BE_LEFT_OUT = ("segment", "line")
"""Optional in the generated wording: two adjacent labels already mean this. Using the other word is not equivalent."""

_SAME = {
    "centre": "center",
    "lines": "line",
    "segments": "segment",
    "planes": "plane",
    "midpoints": "midpoint",
    "vertices": "vertex",
    r"\angle": "angle",
    "∠": "angle",
    r"\triangle": "triangle",
    r"\perp": "perpendicular",
    "⊥": "perpendicular",
    r"\parallel": "parallel",
    "∥": "parallel",
    r"\circ": "°",
}
_PHRASES = (
    (re.compile(r"\blateral surface area\b", re.IGNORECASE), "lateral area"),
    (re.compile(r"\btotal surface area\b", re.IGNORECASE), "surface area"),
    (re.compile(r"\bcross[- ]section\b", re.IGNORECASE), "section"),
    (re.compile(r"\^\s*\{?\s*\\circ\s*\}?"), "°"),
)
_LAYOUT = re.compile(r"\\(?:left|right|frac|dfrac|tfrac|[,;:! ])|[${}\s.,;?():/~]")
"""Typesetting only. A fraction and a ratio both reduce to their two numbers in order."""

_FORMULA = re.compile(r"[-+*^·×]|\\cdot|\\times|\\sqrt")
"""A formula with one of these is compared character by character: brackets and fraction bars matter there."""

_POINTS = r"(?:[A-Z](?:_\{?\d+\}?|'|\\prime|\^\{?(?:\\prime|')+\}?)*)+"
_TOKEN = re.compile(rf"⟦\s*\w+|\\[A-Za-z]+|\d+|(?P<points>{_POINTS})(?![a-z])|[A-Za-z][a-z-]*|.", re.DOTALL)
_POINT = re.compile(r"([A-Z])_?\{?(\d*)\}?((?:'|\\prime|\^|\{|\})*)")
_MATH = re.compile(r"\$([^$]*)\$")


def says_the_same(text: str, own: Description) -> bool:
    """Whether `text` is the generated auxiliary sentences in any order, then the question, ignoring stop words."""
    return _is_made_of(_atoms(text), [_atoms(sentence) for sentence in own.auxiliary], _atoms(own.question))


def check(text: str, own: Description) -> Check:
    """The same as evidence."""
    same = says_the_same(text, own)
    said = "the question is made of the figure's own sentences" if same else "The question says something else."
    return Check(
        name="question says what the figure says",
        status="passed" if same else "failed",
        measured=float(not same),
        tolerance=0.0,
        sentence=said,
    )


def _is_made_of(text: Sequence[Atom], sentences: Sequence[Sequence[Atom]], question: Sequence[Atom]) -> bool:
    if not sentences:
        return _after(text, question) == ()
    for number, sentence in enumerate(sentences):
        rest = _after(text, sentence) if sentence not in sentences[:number] else None
        if rest is not None and _is_made_of(rest, [*sentences[:number], *sentences[number + 1 :]], question):
            return True
    return False


def _after(text: Sequence[Atom], sentence: Sequence[Atom]) -> Sequence[Atom] | None:
    """The rest of the text after the sentence; None if the text does not begin with it."""
    place = 0
    for atom in sentence:
        if place < len(text) and text[place] == atom:
            place += 1
        elif atom not in _MAY_BE_LEFT_OUT:
            return None
    return tuple(text[place:])


def _atoms(text: str) -> tuple[Atom, ...]:
    for pattern, short in _PHRASES:
        text = pattern.sub(short, text)
    maths = [match.span() for match in _MATH.finditer(text)]
    return tuple(_content(text, maths))


def _content(text: str, maths: Sequence[tuple[int, int]]) -> Iterator[Atom]:
    place = 0
    while place < len(text):
        formula = next((text[a:b] for a, b in maths if a == place and _FORMULA.search(text[a:b])), "")
        if formula:
            yield re.sub(r"\s+", "", formula)
            place += len(formula)
            continue
        token = _LAYOUT.match(text, place) or _TOKEN.match(text, place)
        assert token is not None  # the last alternative is any character
        in_math = any(a < place < b for a, b in maths)
        place = token.end()
        if token.re is _TOKEN and (atom := _atom(token, in_math)):
            yield atom


def _atom(token: re.Match[str], in_math: bool) -> Atom:
    """A token in the form that is compared; empty for a stop word."""
    if token["points"] and (in_math or len(token[0]) > 1):
        return " ".join(_labels(token["points"]))
    word = token[0].lower() if token[0].isalpha() and not in_math else token[0]
    word = _SAME.get(word, word)
    return "" if word in _EMPTY and not in_math else word


def _labels(run: str) -> Iterator[str]:
    for letter, index, primes in _POINT.findall(run):
        yield letter + index + "'" * (primes.count("'") + primes.count("\\prime"))
