"""Text with LaTeX as HTML: prose escaped, formulas as MathML, which browsers render themselves.

Formulas are untrusted input: only MathML elements and attributes on an allowlist pass, and a formula that cannot be
parsed, or is too long, stays as it was written. Points named by colours get a ball of that colour.
"""

import re
from functools import lru_cache
from typing import Final
from xml.etree import ElementTree as Xml

from latex2mathml import exceptions
from latex2mathml.converter import convert
from markupsafe import Markup, escape

from agents.language.wording.recolour import COLOURED
from pipeline.scene.palette import PALETTE

LONGEST_FORMULA: Final = 600
"""Longest formula that is converted, in characters; deeper nesting than people write only costs time."""

FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$]+)\$|\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)
_COMMAND = re.compile(r"\\[A-Za-z]+(?:\s*\{[A-Za-z ]*\})?")
_PROSE = re.compile(r"[A-Za-z]{3}|[^\x00-\xff]{2}")
_UPRIGHT = re.compile(r"\\mathrm\s*\{([A-Za-z]+)\}")
"""Units: the converter does not set a single upright letter upright."""
_ELEMENTS = frozenset(
    [
        "math",
        "mrow",
        "mi",
        "mn",
        "mo",
        "mtext",
        "mspace",
        "ms",
        "msub",
        "msup",
        "msubsup",
        "munder",
        "mover",
        "munderover",
        "mfrac",
        "msqrt",
        "mroot",
        "mstyle",
        "mpadded",
        "mphantom",
        "mtable",
        "mtr",
        "mtd",
        "mmultiscripts",
        "mprescripts",
        "none",
        "semantics",
    ]
)
_ATTRIBUTES = frozenset(
    [
        "mathvariant",
        "stretchy",
        "fence",
        "form",
        "separator",
        "lspace",
        "rspace",
        "accent",
        "accentunder",
        "linethickness",
        "displaystyle",
        "scriptlevel",
        "width",
        "height",
        "depth",
        "minsize",
        "maxsize",
        "largeop",
        "movablelimits",
        "symmetric",
        "columnalign",
        "rowspacing",
        "columnspacing",
    ]
)
_WIDE: Final = 24
"""Characters of a formula that always fit a phone's width."""
_RELATIONS = frozenset(["=", "<", ">", "≤", "≥", "≠", "≈", "∼", "⟂", "⊥", "∥", "∈", "⇒", "→"])
_BARS = frozenset("―‾¯")
_NAMES = frozenset(colour.name for colour in PALETTE)
_UNREADABLE: Final[tuple[type[Exception], ...]] = (
    *(kind for kind in vars(exceptions).values() if isinstance(kind, type) and issubclass(kind, Exception)),
    *(ValueError, LookupError, TypeError, AttributeError, RecursionError, StopIteration, RuntimeError, Xml.ParseError),
)


def with_formulas(text: str) -> Markup:
    """The text as HTML."""
    pieces, place = [], 0
    for found in FORMULA.finditer(text):
        pieces += [escape(text[place : found.start()]), formula(next(filter(None, found.groups())), found[0])]
        place = found.end()
    return Markup("").join([*pieces, escape(text[place:])])


def answer_as_html(text: str) -> Markup:
    """A stated answer as HTML: corpora often omit the dollar signs around an answer that is a single formula."""
    is_bare = "$" not in text and "\\" in text and not _PROSE.search(_COMMAND.sub(" ", text))
    return formula(text) if is_bare else with_formulas(text)


@lru_cache(maxsize=4096)
def formula(source: str, written: str = "") -> Markup:
    """A formula as MathML, or as it was written if it cannot be converted."""
    written = written or source
    if len(source) > LONGEST_FORMULA:
        return escape(written)
    try:
        root = Xml.fromstring(convert(_UPRIGHT.sub(r"\\text{\1}", COLOURED.sub(r"P_{\\text{\1}}", source))))
    except _UNREADABLE:
        return escape(written)
    tree = _clean(root)
    if tree is None:
        return escape(written)
    return Markup("<wbr>").join(_shown(piece) for piece in _pieces(tree))


def _pieces(tree: Xml.Element) -> list[Xml.Element]:
    """A formula split where a line may break, before a relation or between two points: browsers never break MathML."""
    row = tree[0] if len(tree) == 1 and tree[0].tag == "mrow" and not tree[0].attrib else tree
    groups: list[list[Xml.Element]] = [[]]
    for child in row:
        if groups[-1] and (_is_relation(child) or (_is_ball(child) and _is_ball(groups[-1][-1]))):
            groups.append([])
        groups[-1].append(child)
    pieces = []
    for group in groups:
        piece = Xml.Element("math")
        Xml.SubElement(piece, "mrow").extend(group)
        pieces.append(piece)
    return pieces


def _is_relation(element: Xml.Element) -> bool:
    return element.tag in ("mo", "mi") and (element.text or "") in _RELATIONS


def _is_ball(element: Xml.Element) -> bool:
    return element.get("class", "").startswith("ball")


def _shown(piece: Xml.Element) -> Markup:
    """A piece that may be wider than a phone gets a scrollable frame."""
    text = Markup(Xml.tostring(piece, encoding="unicode"))
    return Markup('<span class="long">{}</span>').format(text) if len("".join(piece.itertext())) > _WIDE else text


def _clean(element: Xml.Element) -> Xml.Element | None:
    """A copy with only allowed content; None if there is anything else. Without namespaces, which HTML implies."""
    name = element.tag.rpartition("}")[2]
    if name not in _ELEMENTS:
        return None
    copy = Xml.Element(name, {key: value for key, value in element.attrib.items() if key in _ATTRIBUTES})
    copy.text, copy.tail = element.text, element.tail
    for child in element:
        cleaned = _clean(child)
        if cleaned is None:
            return None
        copy.append(cleaned)
    if name == "mover" and len(copy) == 2 and copy[1].text in _BARS:
        # A bar over a segment's ends: fonts without a MATH table cannot stretch it, a style sheet can.
        return _with_bar(copy)
    if name == "msub" and len(copy) == 2 and (colour := "".join(copy[1].itertext())) in _NAMES:
        copy.set("class", f"ball ball-{colour}")
    return copy


def _with_bar(over: Xml.Element) -> Xml.Element:
    row = Xml.Element("mrow", {"class": "bar"})
    row.append(over[0])
    row.tail = over.tail
    return row


def palette_css() -> str:
    """One rule for each colour of the palette: the ball beside a point's name. Style attributes are not allowed."""
    rules = []
    for colour in PALETTE:
        red, green, blue = (round(255 * channel) for channel in colour.srgb)
        rules.append(f".ball-{colour.name}{{--ball:#{red:02x}{green:02x}{blue:02x}}}")
    return "\n".join(rules) + "\n"
