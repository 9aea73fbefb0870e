"""The leak audit (leak detection): whether a question hides what should be seen and still states everything else.

It searches for words that name the object's shape, letters of its vertices, primary numbers (by value, in the
statement's units and in metres), and relations between visible points; and for auxiliary conditions and parts of the
question that got lost. Each finding is a sentence with a remedy. The audit matches words, not meaning, and misses a
leak in a paraphrase without such words. Therefore `paraphrase_check` decides whether a model's text is used at all.
"""

import re
from collections.abc import Iterator, Mapping

from agents.language.leaks.missing_content import MEASURE_WORDS, lost_parts
from agents.language.leaks.numbers import (
    ROUNDED_RELATIVE,
    FigureNumber,
    TextNumber,
    figure_numbers,
    same,
    target_numbers,
    written_numbers,
)
from agents.language.leaks.relations import is_question, sentences, told_relations
from agents.language.leaks.shape_words import allowed_kinds, shape_words, without_units
from agents.language.statements.label_text import find_labels
from agents.language.wording.naming import all_labels, tex_label
from agents.language.wording.variants import unplaced
from agents.records import Leak
from geometry.checks import Check
from geometry.notation import syntax as s
from geometry.notation.condition_roles import condition_role, seen_names
from geometry.notation.main_solid import main_labels
from geometry.notation.printer import print_expr
from geometry.notation.rigid_groups import FRAME, names_in
from geometry.notation.walk import calls_in

_CHECKS: dict[str, tuple[str, ...]] = {
    "question names no shape": ("shape",),
    "question uses no vertex letters": ("label",),
    "question states no primary number": ("number",),
    "question tells no primary relation": ("relation",),
    "question keeps what is added to the object": ("lost_condition", "unmarked_quantity"),
    "question still asks for the target": ("lost_question",),
}
_FINE: dict[str, str] = {
    "question names no shape": "no word names the shape of the object",
    "question uses no vertex letters": "marked vertices are called by their colours only",
    "question states no primary number": "no number of a primary condition stands in the question",
    "question tells no primary relation": "no relation between points that can be seen is told",
    "question keeps what is added to the object": "every auxiliary point, number and relation is in the question",
    "question still asks for the target": "all that the target measures is in the question",
}


def audit(question_text: str, figure: s.Figure, colours: Mapping[str, str], scale: float) -> tuple[Leak, ...]:
    """All leaks and losses in the spatial form of a question, in which letters are colours and lengths are metres."""
    found = [
        *_shapes(question_text, figure),
        *_labels(question_text, figure, colours),
        *_numbers(question_text, figure, scale),
        *_relations(question_text, figure, colours),
        *lost_parts(question_text, figure, colours, scale),
    ]
    return tuple(dict.fromkeys(found))


def leak_checks(question_text: str, figure: s.Figure, colours: Mapping[str, str], scale: float) -> tuple[Check, ...]:
    """The audit as evidence, one check per kind of finding."""
    leaks = audit(question_text, figure, colours, scale)
    return tuple(_check(name, [leak for leak in leaks if leak.what in kinds]) for name, kinds in _CHECKS.items())


def _check(name: str, leaks: list[Leak]) -> Check:
    return Check(
        name=name,
        status="failed" if leaks else "passed",
        measured=float(len(leaks)),
        tolerance=0.0,
        sentence=" ".join(leak.sentence for leak in leaks) if leaks else _FINE[name],
    )


def _shapes(text: str, figure: s.Figure) -> Iterator[Leak]:
    for word in dict.fromkeys(shape_words(text, allowed_kinds(figure))):
        yield Leak(what="shape", words=word, sentence=f'Do not say "{word}": call the solid "the object".')


def _labels(text: str, figure: s.Figure, colours: Mapping[str, str]) -> Iterator[Leak]:
    own = set(main_labels(figure))
    told = [label for span in find_labels(text, set(all_labels(figure))) for label in span.labels if label in own]
    for label in dict.fromkeys(told):
        if label in colours:
            sentence = f"Vertex {label} is still called by its letter; write it on its own, as ${tex_label(label)}$."
            yield Leak(what="label", words=label, sentence=sentence)
        elif label in unplaced(figure, colours):
            sentence = f"Point {label} has no ball; do not use it, or say where it is."
            yield Leak(what="label", words=label, sentence=sentence)


def _numbers(text: str, figure: s.Figure, scale: float) -> Iterator[Leak]:
    allowed = [*figure_numbers(figure, "auxiliary"), *target_numbers(figure)]
    secret = [n for n in figure_numbers(figure, "primary") if n.value and (n.power or n.is_angle or n.value % 1)]
    for written in written_numbers(text):
        if not written.is_measure or any(_matches(written, number, scale) for number in allowed):
            continue
        given = next((number for number in secret if _matches(written, number, scale)), None)
        if given is not None:
            sentence = (
                f"The number {written.words} tells the primary condition with {print_expr(given.where)}; leave it out."
            )
            yield Leak(what="number", words=written.words, sentence=sentence)


def _matches(written: TextNumber, number: FigureNumber, scale: float) -> bool:
    if written.is_angle != number.is_angle:
        return False
    values = {number.value, number.scaled(scale)}
    return any(same(abs(written.value), abs(value), ROUNDED_RELATIVE) for value in values)


def _relations(text: str, figure: s.Figure, colours: Mapping[str, str]) -> Iterator[Leak]:
    plain = without_units(text)
    for sentence in dict.fromkeys([*told_relations(plain, figure, colours), *_handed_on(plain, figure)]):
        advice = f'"{sentence}" tells what can be seen of the object; leave it out.'
        yield Leak(what="relation", words=sentence, sentence=advice)


def _handed_on(text: str, figure: s.Figure) -> Iterator[str]:
    """Sentences that equate a measure of the object with one whose number is stated."""
    seen = seen_names(figure)
    links = [c for c in figure.givens if isinstance(c, s.Relation) and condition_role(figure, c) == "primary"]
    for link in (c for c in links if not names_in(c) <= seen | {FRAME, "pi"}):
        families = {MEASURE_WORDS[call.name] for call in calls_in(link) if call.name in MEASURE_WORDS}
        for sentence in sentences(text):
            told = re.search(r"\bobject\b.*\b(?:equals?|same)\b|\b(?:equals?|same)\b.*\bobject\b", sentence)
            if families and told and not is_question(sentence) and all(re.search(f, sentence) for f in families):
                yield sentence
