"""The question of a sample in its four variants, from the stripped question and the figure.

Spatial: nothing about the object is stated. Type: its kind is named. Dimensions: its primary conditions are restated in
metres. Text: the whole statement, to be answered without seeing the object. Letters of marked points become colours in
all of them, and every length, area and volume is in the scene's metres, so all four have the same answer. Raises
QuantityError for a stripped question whose quantities cannot be parsed.
"""

import re
from collections.abc import Mapping

from agents.language.statements.label_text import find_labels
from agents.language.wording.angle_units import in_radians
from agents.language.wording.describe import describe
from agents.language.wording.naming import all_labels, kind_words, listed, tex_label
from agents.language.wording.polish import polished, with_distinct_letters
from agents.language.wording.quantities import find_quantities, rescale
from agents.language.wording.recolour import convention, recolour
from agents.language.wording.solids import kind_sentence
from agents.records import Rewritten
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.condition_roles import condition_role, needed_declarations
from geometry.notation.dimensions import TargetClass, dimension_of, target_class
from geometry.notation.main_solid import main_labels, main_solid, simple_parts
from geometry.notation.rigid_groups import names_in, names_inside

UNIT_SENTENCES: dict[TargetClass, str] = {
    "length": "Give the answer in metres.",
    "area": "Give the answer in square metres.",
    "volume": "Give the answer in cubic metres.",
    "angle": "Give the answer in degrees.",
    "ratio": "",
    "other": "Measure all lengths in metres.",
}
"""The unit in which to state the answer; numbers such as sines and ratios have none."""

_PLACES = {
    "sphere": ("the centre",),
    "hemisphere": ("the centre of the flat face",),
    "cone": ("the apex", "the centre of the base"),
    "cylinder": ("the centre of the base", "the centre of the top face"),
    "cone_frustum": ("the centre of the base", "the centre of the top face"),
}


def rewrite(
    figure: s.Figure,
    stripped_text: str,
    colours: Mapping[str, str],
    scale: float,
    cue_sentence: str,
    text_figure: s.Figure | None = None,
    radians: bool = False,
) -> Rewritten:
    """All variants; `cue_sentence` states the scale of the picture and is added to every variant that has a picture.

    `text_figure` is described in the variant without a picture; by default it is the same figure. Angles are in
    degrees, or in `radians`.
    """
    unit = unit_sentence(figure).replace("degrees", "radians" if radians else "degrees")
    words = describe(figure)
    labels = all_labels(text_figure or figure)
    taken = {*labels, *(item.name for item in figure.declarations if not isinstance(item, s.PointDecl))}
    # A length that is told can be compared with the object only by a ruler.
    cue_sentence = cue_sentence if asks_for_size(figure) or find_quantities(stripped_text) else ""
    planes = [item.name for item in figure.declarations if isinstance(item, s.PlaneDecl)]

    def finished(*sentences: str, seen: bool = True) -> str:
        body = recolour(rescale(_joined(*sentences, unit), scale), colours, labels)
        body = with_distinct_letters(polished(body), taken, planes)
        body = in_radians(body) if radians else body
        return "\n".join(line for line in (convention(body), cue_sentence, body) if line) if seen else body

    anchors = anchor_sentence(figure, stripped_text, colours)
    told_apart = _another(figure, stripped_text)
    full = describe(text_figure or figure, as_object=False)
    return Rewritten(
        spatial=finished(anchors, stripped_text),
        type=finished(kind_sentence(figure), anchors, told_apart),
        dimensions=finished(_unmarked_sentence(figure, colours), words.solid, *words.primary, told_apart),
        text=finished(full.solid, *full.primary, *full.auxiliary, full.question, seen=False),
    )


def _another(figure: s.Figure, text: str) -> str:
    """The text beside a sentence that names the object's kind: an added solid of that kind is another one."""
    kind = kind_words(main_solid(figure), with_properties=False)
    noun = "frustum" if "frustum" in kind else kind.split()[-1]
    first_mention = rf"\b([Aa])n? ((?:\w+ )?{noun})\b(?! \$)"
    if figure.solids[1:] and len(re.findall(first_mention, text)) == 1:
        text = re.sub(first_mention, r"\1nother \2", text)
        return re.sub(rf"\b([Tt]he) ({noun})\b(?! \$)", r"\1 other \2", text)
    return text


def _unmarked_sentence(figure: s.Figure, colours: Mapping[str, str]) -> str:
    """What a letter means beside points that are named by their colours."""
    unmarked = [label for label in main_labels(figure) if label not in colours]
    return "Vertices of the object without a ball are named by letters." if unmarked and colours else ""


def unpolished_question(figure: s.Figure, stripped_text: str, colours: Mapping[str, str], scale: float) -> str:
    """The spatial question with every letter of the figure where its author has it, for an audit."""
    sentences = _joined(anchor_sentence(figure, stripped_text, colours), stripped_text, unit_sentence(figure))
    body = recolour(rescale(sentences, scale), colours, all_labels(figure))
    return "\n".join(line for line in (convention(body), body) if line)


def asks_for_size(figure: s.Figure) -> bool:
    """Whether the answer depends on the scale of the picture, so that a viewer needs a ruler."""
    return target_class(dimension_of(figure.target)) not in ("angle", "ratio")


def unit_sentence(figure: s.Figure) -> str:
    """The sentence that states the unit of the answer; empty for a plain number."""
    return UNIT_SENTENCES[target_class(dimension_of(figure.target))]


def anchor_sentence(figure: s.Figure, text: str, colours: Mapping[str, str]) -> str:
    """A sentence that locates named points of the main solid that have no ball in the text, such as a base's centre."""
    used = {label for span in find_labels(text, set(all_labels(figure))) for label in span.labels}
    places = {label: place for label, place in _places(figure).items() if label in used and label not in colours}
    if not places:
        return ""
    return f"Let {listed(f'${tex_label(label)}$ be {place}' for label, place in places.items())}."


def named_points(figure: s.Figure) -> frozenset[str]:
    """Points of the main solid that a question about the figure names: each needs a marker."""
    words = describe(figure)
    text = " ".join([*words.auxiliary, words.question])
    spoken = {label for span in find_labels(text, set(all_labels(figure))) for label in span.labels}
    kept = [c for c in (*figure.givens, *figure.extrema) if condition_role(figure, c) == "auxiliary"]
    written = set().union(*(names_in(c.quantity if isinstance(c, s.Extremum) else c) for c in kept))
    written |= names_in(figure.target).union(*(names_inside(d) for d in needed_declarations(figure)))
    return frozenset((spoken | written) & set(main_labels(figure)))


def unplaced(figure: s.Figure, colours: Mapping[str, str]) -> tuple[str, ...]:
    """Named points of the main solid that have no ball and cannot be located by a phrase."""
    places = _places(figure)
    return tuple(label for label in main_labels(figure) if label not in colours and label not in places)


def _places(figure: s.Figure) -> dict[str, str]:
    main = main_solid(figure)
    places: dict[str, str] = {}
    for _, part in simple_parts(figure, main):
        whole = "the object" if part is main else f"the {kind_words(part, with_properties=False)} of the object"
        for label, place in zip(part.labels, _PLACES.get(part.kind, ()), strict=False):
            if not is_hidden(label):
                places.setdefault(label, f"{place} of {whole}")
    return places


def _joined(*sentences: str) -> str:
    return " ".join(text.strip() for text in sentences if text.strip())
