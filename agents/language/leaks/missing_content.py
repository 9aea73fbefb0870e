"""What a question lost: every auxiliary point, number and relation, and the whole target must still be stated.

Any paraphrase is allowed, so only what it must contain is searched for: names, values, and one word of a word family.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agents.language.leaks.numbers import (
    FigureNumber,
    TextNumber,
    figure_numbers,
    same,
    target_numbers,
    word_numbers,
    written_numbers,
)
from agents.language.leaks.relations import is_question, sentences
from agents.language.leaks.shape_words import SHAPES, without_units
from agents.language.statements.label_text import find_labels
from agents.language.wording.naming import all_labels, tex_label
from agents.language.wording.recolour import COLOURED
from agents.records import Leak
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.condition_roles import condition_role, like_the_object, needed_declarations
from geometry.notation.main_solid import main_labels
from geometry.notation.printer import print_condition, print_expr
from geometry.notation.rigid_groups import FRAME, names_in
from geometry.notation.walk import calls_in, nodes_in

_RELATION_WORDS = {
    "perp": r"perpendicular|\\perp|⊥|⟂|right angle|orthogonal|altitude|normal|90",
    "parallel": r"parallel|\\parallel|∥",
    "inscribed": r"inscrib|circumscrib|insphere|circumsphere|tangent|touch|contain|inside|through|vertices|lies? on",
    "circumscribed": r"inscrib|circumscrib|insphere|circumsphere|tangent|touch|contain|around|about|through|vertices"
    r"|lies? on",
    "tangent": r"tangent|touch",
    "internally_tangent": r"tangent|touch",
    "stacked": r"stand|stack|on top|top of|placed|mounted|rests?",
    "coaxial": r"ax[ie]s|coaxial",
    "similar": r"similar",
    "equilateral": r"equilateral|regular|equal",
    "square": r"square",
    "rectangle": r"rectang",
    "right_angle": r"right|perpendicular|\\perp|90",
    "folded": r"fold|crease|bend|bent|flat",
    "integer": r"integer|whole|multiple",
    "edges": r"edge|side|length",
    "same_side": r"same side",
    "opposite_sides": r"opposite|different sides|other side",
}
MEASURE_WORDS = {
    "volume": r"volume|capacity",
    "area": r"area",
    "lateral_area": r"area",
    "surface_area": r"area",
    "base_area": r"area",
    "top_area": r"area",
    "angle": r"angle|\\angle|∠|inclin",
    "dihedral": r"angle",
    "distance": r"distance|far|length|height|altitude|\\overline",
    "radius": r"radius|radii|diameter",
    "diameter": r"diameter|radius",
    "height": r"height|high|altitude|tall",
    "slant": r"slant|generat|length",
    "perimeter": r"perimeter|around|length",
    "circumradius": r"radius|circum",
    "inradius": r"radius|inscribed|insphere",
    "midradius": r"radius",
    "surface_path": r"path|way|shortest|route",
    "longest_segment": r"longest|greatest|largest|maxim|farthest|furthest",
    "sector_angle": r"angle",
    "helix": r"length|thread|helix|wind",
    "sin": r"sin",
    "cos": r"cos",
    "tan": r"tan",
    "section": r"section|cross|cut|intersect",
    "slices": r"slice|piece|cut|divid|saw|part",
    "blocks": r"block|piece|cut|divid|saw|part|cube",
    "larger_part": r"larger|bigger|greater",
    "smaller_part": r"smaller|lesser",
}
_EXTREMUM_WORDS = r"as possible|smallest|least|minim|shortest|largest|greatest|maxim|longest|lowest|highest"


@dataclass(frozen=True)
class QuestionContent:
    """A question's text with the points and numbers found in it."""

    text: str
    labels: frozenset[str]
    numbers: tuple[TextNumber, ...]
    worded: frozenset[float]


def read_question(text: str, figure: s.Figure, colours: Mapping[str, str]) -> QuestionContent:
    """The points and numbers that a question mentions."""
    by_colour = {colour: label for label, colour in colours.items()}
    spans = find_labels(text, set(all_labels(figure)))
    labels = {label for span in spans for label in span.labels}
    labels |= {by_colour[colour] for colour in COLOURED.findall(text) if colour in by_colour}
    return QuestionContent(text, frozenset(labels), written_numbers(text), word_numbers(text))


def lost_parts(text: str, figure: s.Figure, colours: Mapping[str, str], scale: float) -> Iterator[Leak]:
    """Everything auxiliary that is missing, then what is missing from the question itself."""
    # The sentence about the balls names every colour and would hide a lost point.
    asked = read_question(without_units(text), figure, colours)
    yield from _lost_declarations(asked, figure)
    yield from _lost_conditions(asked, figure)
    yield from _lost_numbers(asked, figure, scale)
    yield from _lost_frame(figure)
    yield from _lost_question(asked, figure)


def _lost(words: str, sentence: str) -> Leak:
    return Leak(what="lost_condition", words=words, sentence=sentence)


def _lost_declarations(asked: QuestionContent, figure: s.Figure) -> Iterator[Leak]:
    alike = like_the_object(figure)
    for item in needed_declarations(figure):
        if isinstance(item, s.PointDecl) and item.label not in asked.labels:
            words = f"point {item.label}"
            yield _lost(words, f"Say where point ${tex_label(item.label)}$ is; the question needs it.")
        if isinstance(item, s.PlaneDecl) and not re.search(r"plane|section|cut", asked.text):
            yield _lost(f"plane {item.name}", f"Say which plane {item.name} is; the question needs it.")
        if (
            isinstance(item, s.SolidDecl)
            and item.kind in SHAPES
            and item.name not in alike
            and not _names(asked.text, item.kind)
        ):
            noun = item.kind.replace("_", " ")
            yield _lost(noun, f"Mention the {noun} that is added to the object, by that name.")


def _names(text: str, kind: str) -> bool:
    return bool(re.search(rf"\b(?:{SHAPES[kind]})", text, re.IGNORECASE))


def _lost_conditions(asked: QuestionContent, figure: s.Figure) -> Iterator[Leak]:
    known = set(all_labels(figure))
    for condition in figure.givens:
        if condition_role(figure, condition) != "auxiliary":
            continue
        said = print_condition(condition)
        missing = sorted(names_in(condition) & known - asked.labels)
        if missing:
            yield _lost(said, f"Keep the condition {said}: {', '.join(missing)} is not mentioned.")
        elif isinstance(condition, s.Call) and not _says(asked.text, _RELATION_WORDS.get(condition.name, "")):
            yield _lost(said, f"Keep the condition {said}; no word for it is left.")
    for extremum in figure.extrema:
        if condition_role(figure, extremum) == "auxiliary" and not _says(asked.text, _EXTREMUM_WORDS):
            said = f"{extremum.direction} {print_expr(extremum.quantity)}"
            yield _lost(said, f"Say that the case is meant where {print_expr(extremum.quantity)} is extreme.")


def _says(text: str, family: str) -> bool:
    return not family or bool(re.search(family, text, re.IGNORECASE))


def _lost_numbers(asked: QuestionContent, figure: s.Figure, scale: float) -> Iterator[Leak]:
    numbers = figure_numbers(figure, "auxiliary")
    free = [number.value for number in (*numbers, *target_numbers(figure)) if not number.power]
    for number in numbers:
        said = print_expr(number.where)
        if number.power and _stands_unmarked(asked, number, scale, free):
            kind = {1: "length", 2: "area", 3: "volume"}.get(int(number.power), f"length^{number.power}")
            sentence = f"Write ⟦{kind}: {said}⟧ where the text says {said}, so that it can be restated in metres."
            yield Leak(what="unmarked_quantity", words=said, sentence=sentence)
        elif number.value and not _is_written(asked, number, number.scaled(scale)):
            yield _lost(said, f"Keep the number {said}, which belongs to what is added to the object.")


def _stands_unmarked(asked: QuestionContent, number: FigureNumber, scale: float, free: list[float]) -> bool:
    """Whether a length, area or volume is in the question as in the statement, without a unit."""
    if any(same(number.value, value) for value in free):
        return number.value != 0 and not _is_written(asked, number, number.scaled(scale))
    bare = [w.value for w in asked.numbers if w.is_measure and not w.has_unit and not w.is_angle]
    return any(same(value, number.value) for value in bare if value)


def _is_written(asked: QuestionContent, number: FigureNumber, value: float) -> bool:
    """Whether the question contains the value, or for a ratio any usual form of it."""
    wanted = {value}
    if not number.power and not number.is_angle and value > 0:
        wanted |= {1 / value, value / (1 + value), 1 / (1 + value), 1 + value, (1 + value) / value, value**2}
    if number.is_angle and same(value, 1.5707963267948966) and re.search("right|perpendicular", asked.text):
        return True
    if value == 1 and not number.power:
        return True
    written = [w.value for w in asked.numbers if w.is_angle == number.is_angle or not number.is_angle]
    spoken = () if number.power or number.is_angle else asked.worded
    said = (*written, *spoken)
    return any(same(abs(w), abs(v)) for v in wanted for w in said) or _is_written_out(number, said)


def _is_written_out(number: FigureNumber, said: Sequence[float]) -> bool:
    """Whether every number of a ratio that the figure computes is there, as in `50 percent more` for `1 + 50/100`."""
    if number.power or number.is_angle:
        return False
    literals = {float(node.text) for node in nodes_in([number.where]) if isinstance(node, s.Number)} - {1.0, 100.0}
    return bool(literals) and all(any(same(literal, value) for value in said) for literal in literals)


def _lost_frame(figure: s.Figure) -> Iterator[Leak]:
    """Coordinates of added points are meaningless if those of the object's own vertices are not stated."""
    own = set(main_labels(figure))
    fixed = [c for c in figure.givens if isinstance(c, s.Relation) and FRAME in names_in(c)]
    placed = any(names_in(c) & own for c in fixed)
    added = [item for item in needed_declarations(figure) if isinstance(item, s.PointDecl) and _is_placed(item)]
    added_too = [c for c in fixed if not names_in(c) & own]
    if placed and (added or added_too):
        words = added[0].label if added else print_condition(added_too[0])
        yield _lost(words, f"The coordinates in {words} need axes that only the object's own coordinates would fix.")


def _is_placed(item: s.PointDecl) -> bool:
    return any(FRAME in names_in(definition) for definition in item.definition)


def _lost_question(asked: QuestionContent, figure: s.Figure) -> Iterator[Leak]:
    target = print_expr(figure.target)
    if not any(is_question(sentence) for sentence in sentences(asked.text)):
        yield Leak(what="lost_question", words=target, sentence=f"End with the question: it asks for {target}.")
        return
    labels = {name for name in names_in(figure.target) & set(all_labels(figure)) if not is_hidden(name)}
    missing = sorted(labels - asked.labels)
    if missing:
        sentence = f"The question asks for {target}, but {', '.join(missing)} is not mentioned."
        yield Leak(what="lost_question", words=target, sentence=sentence)
    for call in calls_in(figure.target):
        # A formula may be asked for by its own name: `4*pi*radius(b)^2` is the area of a sphere.
        formula = "" if isinstance(figure.target, s.Call) else "|area|volume|circumference"
        family = MEASURE_WORDS.get(call.name, "")
        if not _says(asked.text, family and family + formula):
            sentence = f"The question asks for {target}, but no word says {call.name.replace('_', ' ')}."
            yield Leak(what="lost_question", words=target, sentence=sentence)
            return
