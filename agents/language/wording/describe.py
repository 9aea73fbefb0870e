"""A figure described in plain English: the solid, its primary conditions, what is added to it, and the question.

Labels are letters in LaTeX and numbers that depend on the scale are marked, as in `⟦length: 2⟧`; `recolour` replaces
letters by colours, `quantities` replaces marks by metres. The whole notation is covered; nothing is inferred, so the
sentences state exactly what the figure states.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from agents.language.wording.conditions import condition_sentences, predicate, sentence
from agents.language.wording.measures import asked, quantity
from agents.language.wording.naming import (
    OBJECT,
    SIMILAR,
    Naming,
    kind_words,
    label_text,
    listed,
    naming,
    tex_label,
    tex_name,
    tex_run,
)
from agents.language.wording.noun_phrases import coordinates, noun_phrase
from agents.language.wording.solids import introduced, solid_sentence
from agents.language.wording.symbols import power
from geometry.notation import syntax as s
from geometry.notation.catalogue import KINDS
from geometry.notation.condition_roles import (
    condition_role,
    folds_in,
    is_own_vertex,
    like_the_object,
    needed_declarations,
)
from geometry.notation.dimensions import RATIO
from geometry.notation.main_solid import main_labels, main_names, main_solid
from geometry.notation.rigid_groups import names_in
from geometry.record import Record

_CONTACTS = ("inscribed", "circumscribed", "stacked", "internally_tangent", "tangent")
_TURNED = {"inscribed": "circumscribed", "circumscribed": "inscribed", "tangent": "tangent"}
"""The same contact with the two solids swapped."""
_POSSIBLE = {"minimize": "smallest", "maximize": "greatest"}
_POWER_NOUNS: dict[Fraction | None, str] = {Fraction(1): "a length", Fraction(2): "an area", Fraction(3): "a volume"}


class Description(Record):
    """A figure in sentences, with letters and marked quantities."""

    solid: str
    """What the main solid is, with its labels."""
    primary: tuple[str, ...]
    """What is given about the main solid alone, with the constructions that only these sentences use."""
    auxiliary: tuple[str, ...]
    """What is added to the main solid, and what is given about that."""
    question: str
    """The question."""


def describe(figure: s.Figure, as_object: bool = True) -> Description:
    """The figure in sentences; the main solid is "the object", or named by its kind if `as_object` is false."""
    words = naming(figure, as_object)
    needed = needed_declarations(figure)
    return Description(
        solid=solid_sentence(words),
        primary=(*_declared(_others(figure, needed), [], words), *_given(figure, "primary", [], words)),
        auxiliary=tuple(_auxiliary(figure, needed, words)),
        question=_question(figure, words),
    )


def _question(figure: s.Figure, words: Naming) -> str:
    said = asked(figure.target, words)
    for extremum in figure.extrema:
        if _is_asked(extremum, words):
            said = f"the {_POSSIBLE[extremum.direction]} possible value of {said.removeprefix('the value of ')}"
    return sentence(f"what is {said}").removesuffix(".") + "?"


def _is_asked(extremum: s.Extremum, words: Naming) -> bool:
    """Whether the extreme value itself is asked for; of an object that is seen, the value of that object is."""
    figure = words.figure
    seen = words.solids.get(main_solid(figure).name) == OBJECT
    return extremum.quantity == figure.target and not (seen and condition_role(figure, extremum) == "primary")


def _others(figure: s.Figure, needed: Sequence[s.Declaration]) -> list[s.Declaration]:
    """Declarations that only the primary conditions use."""
    own = main_names(figure)
    rest = [d for d in figure.declarations if d not in needed and not isinstance(d, s.Param)]
    rest = [d for d in rest if not (is_own_vertex(d, figure) and d.how == "free")]
    return [d for d in rest if not (isinstance(d, s.SolidDecl) and d.name in own)]


def _auxiliary(figure: s.Figure, needed: Sequence[s.Declaration], words: Naming) -> Iterator[str]:
    contacts: list[s.Condition] = []
    yield from _declared(needed, contacts, words)
    yield from _given(figure, "auxiliary", contacts, words)


def _given(figure: s.Figure, role: str, said: Sequence[s.Condition], words: Naming) -> Iterator[str]:
    conditions = [c for c in figure.givens if condition_role(figure, c) == role and c not in said]
    yield from condition_sentences(conditions, words)
    for extremum in figure.extrema:
        if condition_role(figure, extremum) == role and not _is_asked(extremum, words):
            yield _extremum(extremum, words)


def _extremum(item: s.Extremum, words: Naming) -> str:
    said = quantity(item.quantity, power(item.quantity, words) or RATIO.power, words)
    return sentence(f"{said} is as {'small' if item.direction == 'minimize' else 'large'} as possible")


def _declared(items: Sequence[s.Declaration], said: list[s.Condition], words: Naming) -> Iterator[str]:
    """A sentence for each declaration; conditions that it already states are added to `said`."""
    known = {*main_names(words.figure)}
    for item in _grouped(items):
        match item:
            case s.SolidDecl():
                yield _solid_said(item, known, said, words)
                known.add(item.name)
            case s.PlaneDecl(name, ()):
                yield f"${tex_name(name)}$ is a plane."
            case s.PlaneDecl(name, (definition,)):
                yield f"${tex_name(name)}$ is {_definite(noun_phrase(definition, words))}."
            case s.Unknown(name):
                yield f"${tex_name(name)}$ is {_POWER_NOUNS.get(words.powers.get(name), 'a positive number')}."
            case [s.PointDecl() as point, *_] as points if point.how == "free":
                yield from (sentence(text) for text in _free_points(points, said, words))
            case [s.PointDecl() as point]:
                yield sentence(_point_said(point, words))
            case [s.PointDecl() as point, *_] as points:
                place = s.Call("on", (s.Labels((point.label,)), *point.definition))
                yield sentence(predicate(place, listed(f"${tex_label(p.label)}$" for p in points), words)).replace(
                    " lies ", " lie ", 1
                )


def _grouped(items: Sequence[s.Declaration]) -> Iterator[s.Declaration | list[s.PointDecl]]:
    """Consecutive points on the same object or without a place, grouped."""
    group: list[s.PointDecl] = []
    for item in items:
        same = (
            isinstance(item, s.PointDecl)
            and item.how in ("on", "free")
            and group
            and (group[-1].how, group[-1].definition) == (item.how, item.definition)
        )
        if group and not same:
            yield group
            group = []
        if isinstance(item, s.PointDecl):
            group.append(item)
        else:
            yield item
    if group:
        yield group


def _free_points(points: Sequence[s.PointDecl], said: list[s.Condition], words: Naming) -> Iterator[str]:
    """The introduction of points declared free: by the first condition that places each, the others together."""
    bare, flat = list[str](), list[str]()
    sheet = {before for before, _, _ in folds_in(words.figure)}
    for point in points:
        place = _place_of(point, said, words)
        if place is None and point.label in sheet:
            flat.append(f"${tex_label(point.label)}$")
        elif place is None:
            bare.append(f"${tex_label(point.label)}$")
        else:
            said.append(place)
            yield predicate(place, f"${tex_label(point.label)}$", words)
    whole = words.solids[main_solid(words.figure).name]
    for labels, place_said in ((bare, ""), (flat, f" of the flat sheet from which {whole} is folded")):
        if labels:
            yield f"{listed(labels)} {'is a point' if len(labels) == 1 else 'are points'}{place_said}"


def _place_of(point: s.PointDecl, said: Sequence[s.Condition], words: Naming) -> s.Call | None:
    """The condition that says where a free point lies, if it names nothing that is introduced later."""
    earlier = {*main_labels(words.figure), *main_names(words.figure), "pi"}
    for item in words.figure.declarations:
        if item is point:
            break
        earlier |= {item.label} if isinstance(item, s.PointDecl) else {item.name}
        earlier |= set(item.labels) if isinstance(item, s.SolidDecl) else set()
    for condition in words.figure.givens:
        match condition:
            case s.Call("on", (s.Labels((label,)), place)) if label == point.label and condition not in said:
                if names_in(place) <= earlier:
                    return condition
    return None


def _definite(noun: str) -> str:
    return noun if noun.startswith("the ") else f"the {noun}" if noun.startswith("plane $") else noun


def _solid_said(solid: s.SolidDecl, known: set[str], contacts: list[s.Condition], words: Naming) -> str:
    """The solid's first mention, with the contact that places it if there is one."""
    if words.solids[solid.name] == SIMILAR:
        contacts.append(like_the_object(words.figure)[solid.name])
        return "Consider a solid that is similar to the object."
    for condition in words.figure.givens:
        call = _contact_of(solid, condition)
        if call and condition not in contacts and _is_known(call.args[1], known, words):
            contacts.append(condition)
            return sentence(predicate(call, introduced(solid, words), words))
    if _is_fixed(solid, words.figure):
        return f"Consider the tetrahedron ${tex_run(solid.labels)}$."
    if _is_constructed(solid, words.figure):
        return f"Consider the {kind_words(solid, with_properties=False)} ${label_text(solid)}$."
    return f"Consider {introduced(solid, words)}." if solid.kind != "composite" else _composite_said(solid, words)


def _is_fixed(solid: s.SolidDecl, figure: s.Figure) -> bool:
    """Whether it is the tetrahedron of four points that are introduced already."""
    placed = {item.label for item in figure.declarations if isinstance(item, s.PointDecl)} | set(main_labels(figure))
    return solid.kind == "tetrahedron" and not solid.properties and set(solid.labels) <= placed


def _is_constructed(solid: s.SolidDecl, figure: s.Figure) -> bool:
    """Whether all corners of a polyhedron stand already, so that what else it is can be seen or worked out."""
    made = {item.label for item in figure.declarations if isinstance(item, s.PointDecl) and item.how == "equals"}
    return (
        bool(label_text(solid))
        and set(solid.labels) <= made | set(main_labels(figure))
        and KINDS[solid.kind].family == "polyhedron"
    )


def _contact_of(solid: s.SolidDecl, condition: s.Condition) -> s.Call | None:
    """The condition as a contact with this solid as subject, if it is one."""
    match condition:
        case s.Call(name, (s.Name(first), _)) if name in _CONTACTS and first == solid.name:
            return condition
        case s.Call(name, (s.Name() as other, s.Name(second))) if name in _TURNED and second == solid.name:
            return s.Call(_TURNED[name], (s.Name(second), other))
        case _:
            return None


def _is_known(other: s.Expr, known: set[str], words: Naming) -> bool:
    names = names_in(other)
    return bool(names) and all(name in known for name in names if name in words.kinds) and bool(names & known)


def _composite_said(solid: s.SolidDecl, words: Naming) -> str:
    parts = " ".join(f"{'and' if sign == '+' else 'without'} {words.solids[name]}" for sign, name in solid.parts)
    return f"{words.solids[solid.name].capitalize()} consists of {parts.removeprefix('and ')}."


def _point_said(item: s.PointDecl, words: Naming) -> str:
    label = f"${tex_label(item.label)}$"
    (definition,) = item.definition
    if item.how == "on":
        return predicate(s.Call("on", (s.Labels((item.label,)), definition)), label, words)
    if isinstance(definition, s.Triple):
        place = coordinates((definition.x, definition.y, definition.z), words)
        return f"{label} is the point with the coordinates ${place}$"
    return f"{label} is {noun_phrase(definition, words)}"
