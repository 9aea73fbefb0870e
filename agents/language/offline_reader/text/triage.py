"""Rejection by regular expressions, before any grammar.

Rejects proofs, several questions, counts, answers that are transforms of a quantity, answers in letters, statements
without a solid, and statements too long or too deeply nested to read.
"""

import re

from agents.records import Refusal, RefusalClass

_PROOF = re.compile(r"\b(prove|proof|show that|verify that|disprove)\b", re.I)
_TRANSFORMED = re.compile(
    r"relatively prime|coprime|(find|what is|compute|determine)( the value of)? *\$?\\?[a-z] *(\+|-|\\cdot|\*) *[a-z]\b"
    r"|(written|expressed|simplified)( uniquely)? (in the form|as) *\$[^$]*[a-z]\b"
    r"|in the form *\$|not divisible by|(find|compute|determine|what is)( the value of)? \$?[a-z]\^\d"
    r"|positive integers",
    re.I,
)
_UNITS = (
    r"(square |cubic |sq\.? |cu\.? )?(units?|inch(es)?|feet|foot|yards?|(centi|milli|deci|kilo)?met(er|re)s?|cm|mm|m|km"
    r"|ft|in|degrees|lit(er|re)s?|gallons?|milliliters?|ml|quarts?)\b"
)
_COUNT = re.compile(rf"how many (?!{_UNITS})|(find|what is|determine) the (total )?number of (?!{_UNITS})", re.I)
_ASK = re.compile(
    r"(?:^|[.?!;:,]|\b(?:and|then|hence)\b)\s*(?:please )?(find|determine|calculate|compute"
    r"|what (?:is|are|was|would be)|by what|how (?:long|tall|high|deep|wide|far|much|big|large|many))\b",
    re.I,
)
_PARTS = re.compile(r"(^|\s)\(?(1|i|a)\)\s.*\s\(?(2|ii|b)\)\s", re.S | re.I)
_LETTERS = re.compile(r"in terms of (the )?(variables? )?\$?\\?(?!pi\b)[a-zA-Z]\b", re.I)
_TWO_MEASURES = re.compile(r"\b(volume|area|length|radius|height|angle|distance)\b[^.?]*\band (its|the|also)\b", re.I)
_SOLIDS = re.compile(
    r"cube|cuboid|box|prism|pyramid|tetrahedr|octahedr|sphere|spheric|ball\b|cylind|cone\b|cones\b|conical|frustum|"
    r"polyhedr|parallelepiped|hemispher|rectangular solid|dihedral|three-dimensional|in space|solid\b|cubic|block|"
    r"tank|\bdie\b|\bz\W*ax[ei]s\b|\broom\b|dodecahedr|icosahedr",
    re.I,
)
_CHOICES = re.compile(r"[\s$]*(?:\\(?:mathrm|textbf|text|mathbf|rm|bf)\s*)?\{?\s*\(?\\?(?:textbf\{)?\(A\)")


def without_choices(statement: str) -> str:
    """The statement up to its inline choices `(A) ... (B) ...`."""
    found = _CHOICES.search(statement)
    if found is None or not re.search(r"\(B\).*\(C\)", statement[found.end() :], re.S):
        return statement
    return statement[: found.start()]


LONGEST = 4000
"""Characters of a statement; the longest real problems have a third of it."""
DEEPEST = 12
"""Brackets within brackets; no formula of a textbook has half as many."""


def _overgrown(statement: str) -> bool:
    depth = most = 0
    for character in statement:
        depth += (character in "({[") - (character in ")}]")
        most = max(most, depth)
    return most > DEEPEST or len(statement) > LONGEST


def refused(statement: str) -> Refusal | None:
    """The rejection of a statement that the reader does not attempt, or None."""
    if _overgrown(statement):
        return Refusal(reason="not_understood", sentence=f'Too long or too deeply nested: "{statement[:40]} ...".')
    tests: tuple[tuple[RefusalClass, re.Pattern[str], str], ...] = (
        ("proof", _PROOF, "It asks for a proof"),
        ("transformed_answer", _TRANSFORMED, "It asks for a number made from the answer"),
        ("not_numerical", _LETTERS, "It asks for a formula"),
        ("count", _COUNT, "It asks how many there are"),
    )
    for reason, pattern, sentence in tests:
        found = pattern.search(statement)
        if found is not None:
            return Refusal(reason=reason, sentence=f'{sentence}: "{_around(statement, found)}".')
    return _structural(statement)


def _structural(statement: str) -> Refusal | None:
    asks = list(_ASK.finditer(statement))
    if len(asks) > 1 or _PARTS.search(statement):
        quoted = " ... ".join(found.group(1) for found in asks) or "(1) ... (2)"
        return Refusal(reason="several_questions", sentence=f'It asks more than one thing: "{quoted}".')
    if not _SOLIDS.search(statement):
        return Refusal(reason="not_solid_geometry", sentence="It names no solid.")
    return None


def asks_twice(sentence: str) -> bool:
    """Whether a sentence that was not understood asks for two measures."""
    return bool(_ASK.search(sentence)) and bool(_TWO_MEASURES.search(sentence))


def _around(statement: str, found: re.Match[str]) -> str:
    """The found words with the rest of their line, shortened."""
    return " ".join(statement[found.start() : found.end() + 40].split())
