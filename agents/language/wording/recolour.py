"""Letters of marked points replaced by the colours of their balls: `SA` becomes `P_{orange}P_{blue}`.

Deterministic: only labels that `label_text` finds and that have a marker are replaced; every other letter stays.
`letters` is the inverse. Raises ValueError for two points of the same colour, which could not be distinguished.
"""

import re
from collections.abc import Mapping, Sequence

from agents.language.statements.label_text import LabelSpan, find_labels
from agents.language.wording.naming import listed, tex_label, tex_run

COLOURED = re.compile(r"P_\{([a-z]+(?: [a-z]+)*)\}")
"""A point named by its colour."""

_LATEX_BEFORE = re.compile(r"\\[A-Za-z]+\s*(?:\{[^{}]*\}\s*)*\{?\s*$")
_LATEX_AFTER = re.compile(r"\s*\}?\s*\\[A-Za-z]")


def coloured(colour: str) -> str:
    """The name of the point with this ball, in LaTeX."""
    return f"P_{{{colour}}}"


def recolour(text: str, colours: Mapping[str, str], known: Sequence[str] = ()) -> str:
    """The text with every marked label replaced; `known` are labels that stay, so that runs with them are found too."""
    if len(set(colours.values())) < len(colours):
        raise ValueError("two points have balls of one colour; give every marked point a colour of its own")
    for colour in colours.values():
        if not COLOURED.fullmatch(coloured(colour)):
            raise ValueError(f"{colour!r} is not a colour name here; write small letters and single spaces")
    pieces, place = [], 0
    for span in find_labels(text, {*colours, *known}):
        if not any(label in colours for label in span.labels):
            continue
        pieces += [text[place : span.start], _replaced(text, span, colours)]
        place = span.end
    return _merged_dollars("".join([*pieces, text[place:]]))


def letters(text: str, colours: Mapping[str, str]) -> str:
    """The text with colours replaced by letters, for roles and messages that use letters."""
    labels = {colour: label for label, colour in colours.items()}
    return COLOURED.sub(lambda found: tex_label(labels[found[1]]) if found[1] in labels else found[0], text)


def used_colours(text: str) -> tuple[str, ...]:
    """The colours in a text, in the order of their first mention."""
    return tuple(dict.fromkeys(COLOURED.findall(text)))


def convention(text: str) -> str:
    """The sentence that states which ball marks which point, for the points of this text; empty if it has none."""
    colours = used_colours(text)
    names = [f"${coloured(colour)}$" for colour in colours]
    if len(names) < 2:
        return f"{names[0]} is the point marked by the {colours[0]} ball." if names else ""
    return f"{listed(names)} are the points marked by the {listed(colours)} balls, respectively."


def _replaced(text: str, span: LabelSpan, colours: Mapping[str, str]) -> str:
    name = "".join(coloured(colours[x]) if x in colours else tex_run((x,)) for x in span.labels)
    after = text[span.end :]
    if len(span.labels) > 1 and re.match(r"\s*\^\s*(?!\{?\\(?:circ|prime))", after):
        # An exponent applies to the whole length, not to its second end point.
        name = f"({name})"
    if span.in_math or _LATEX_BEFORE.search(text[: span.start]) or _LATEX_AFTER.match(after):
        return name
    return f"${name}$"


def _merged_dollars(text: str) -> str:
    """`$P_{a}$-$P_{b}$`, which was one name in the prose, as one formula."""
    return re.sub(r"(P_\{[a-z ]+\})\$([-=])\$(?=P_\{|[A-Z])", r"\1\2", text)
