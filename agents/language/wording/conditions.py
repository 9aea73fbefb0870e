"""Conditions of a figure as English sentences, equations in LaTeX where both sides have symbols.

Equations from one chain are written as one chain; nothing else is left out, merged or inferred.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from agents.language.wording.contacts import inscribed
from agents.language.wording.measures import quantity
from agents.language.wording.naming import Naming, a, listed, tex_label, tex_run
from agents.language.wording.noun_phrases import (
    Args,
    all_of,
    coordinates,
    is_vector,
    joined_phrase,
    kind_of,
    noun_phrase,
    polygon,
)
from agents.language.wording.symbols import (
    is_stated,
    marked,
    number_tex,
    power,
    relation_power,
    relation_symbol,
    stated_value,
    symbol,
    vector_tex,
)
from geometry.notation import syntax as s
from geometry.notation.catalogue import KINDS
from geometry.notation.spatial import is_spatial

_VERBS = {"=": "equals", "<": "is less than", ">": "is greater than", "<=": "is at most", ">=": "is at least"}
_FLIPPED: dict[str, s.RelationSign] = {"=": "=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_ZERO = Fraction(0)


def sentence(text: str) -> str:
    """The text with an initial capital and a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def condition_sentences(conditions: Sequence[s.Condition], words: Naming) -> tuple[str, ...]:
    """All conditions in order; consecutive equations in symbols share one sentence."""
    sentences: list[str] = []
    formulas: list[str] = []
    for group in _chains(_with_contacts_together(conditions)):
        text = _chain_symbol(group, words)
        if text is not None:
            formulas.append(f"${text}$")
            continue
        sentences += [sentence(listed(formulas))] if formulas else []
        formulas = []
        sentences += _in_words(group, words)
    return tuple([*sentences, sentence(listed(formulas))] if formulas else sentences)


def _with_contacts_together(conditions: Sequence[s.Condition]) -> list[s.Condition]:
    """The conditions with all that one sphere touches side by side, where it is first said to touch something."""
    ordered: list[s.Condition] = []
    for condition in conditions:
        if condition not in ordered:
            ordered.append(condition)
            ordered += [c for c in conditions if _same_contact(condition, c) and c not in ordered]
    return ordered


def _same_contact(first: s.Condition | None, second: s.Condition) -> bool:
    match first, second:
        case s.Call("tangent", (ball, _)), s.Call("tangent", (other, _)):
            return ball == other
        case _:
            return False


def _in_words(group: list[s.Condition], words: Naming) -> list[str]:
    """Sentences for conditions that are not formulas; equal measures and contacts of one ball share a sentence."""
    touched = [c.args[1] for c in group if isinstance(c, s.Call) and c.name == "tangent"]
    if len(touched) > 1:
        first = group[0]
        assert isinstance(first, s.Call)
        things = listed(_touched(other, words) for other in touched)
        return [sentence(f"{noun_phrase(first.args[0], words)} touches {things}")]
    relations = [c for c in group if isinstance(c, s.Relation)]
    sides = [relations[0].left, *(r.right for r in relations)] if relations else []
    measured = [side for side in sides if not is_stated(side, words)]
    plain = not any(_equates_places(r) or _is_quotient(r, words) for r in relations)
    if len(relations) < 2 or len(sides) > len(measured) + 1 or not plain:
        return [sentence(condition_clause(condition, words)) for condition in group]
    exponent = max(relation_power(r.left, r.right, words) for r in relations)
    said = listed(quantity(side, exponent, words) for side in measured)
    if len(measured) == len(sides):
        return [sentence(f"{said} are equal")]
    (number,) = (side for side in sides if is_stated(side, words))
    return [
        sentence(f"{said} are {'both' if len(measured) == 2 else 'all'} equal to {quantity(number, exponent, words)}")
    ]


def _is_quotient(item: s.Relation, words: Naming) -> bool:
    """Whether it is one link of a proportion such as volume(a) / 1 = volume(b) / 2."""
    return any(isinstance(x, s.Op) and x.op == "/" and is_stated(x.right, words) for x in (item.left, item.right))


def condition_clause(condition: s.Condition, words: Naming) -> str:
    """One condition as a clause without its full stop."""
    if isinstance(condition, s.Call):
        # Some predicates are about quantities, which have no noun phrase.
        subject = noun_phrase(condition.args[0], words) if condition.name in _ABOUT_FIRST else ""
        return predicate(condition, subject, words)
    return _relation(condition, words)


def _chains(conditions: Sequence[s.Condition]) -> Iterator[list[s.Condition]]:
    group: list[s.Condition] = []
    for condition in conditions:
        last = group[-1] if group else None
        follows = _same_contact(last, condition) or (
            isinstance(condition, s.Relation)
            and isinstance(last, s.Relation)
            and condition.sign == last.sign == "="
            and condition.left == last.right
        )
        if group and not follows:
            yield group
            group = []
        group.append(condition)
    if group:
        yield group


def _chain_symbol(group: list[s.Condition], words: Naming) -> str | None:
    """A chain of equations in LaTeX; None if part of it needs words."""
    relations = [c for c in group if isinstance(c, s.Relation)]
    if len(relations) < len(group) or any(_equates_places(r) for r in relations):
        return None
    proportion = _proportion([relations[0].left, *(r.right for r in relations)], words)
    if proportion is not None:
        return proportion
    texts = [relation_symbol(r, words) for r in relations]
    if None in texts:
        return None
    exponent = max(relation_power(r.left, r.right, words) for r in relations)
    rights = [symbol(r.right, exponent, words) for r in relations[1:]]
    return " = ".join(str(text) for text in (relation_symbol_of(relations[0], exponent, words), *rights))


def relation_symbol_of(item: s.Relation, exponent: Fraction, words: Naming) -> str | None:
    return relation_symbol(item, words) if item.sign != "=" else _equation(item, exponent, words)


def _equation(item: s.Relation, exponent: Fraction, words: Naming) -> str:
    left, right = item.left, item.right
    if is_stated(left, words) and not is_stated(right, words):
        left, right = right, left
    match left:
        case s.Op("/", s.Labels((_, _)) as first, s.Labels((_, _)) as second) if is_stated(right, words):
            value = stated_value(right, words)
            if value.is_Rational:
                parts = [symbol(part, Fraction(1), words) for part in (first, second)]
                return f"{parts[0]} : {parts[1]} = {value.p} : {value.q}"
    return f"{symbol(left, exponent, words)} = {symbol(right, exponent, words)}"


def _proportion(sides: list[s.Expr], words: Naming) -> str | None:
    """`AB : AD : AA_1 = 1 : 2 : 3` from AB/1 = AD/2 = AA1/3; None when it is not that."""
    pairs = [(x.left, x.right) for x in sides if isinstance(x, s.Op) and x.op == "/" and is_stated(x.right, words)]
    measured = [symbol(x, _ZERO, words) for x, _ in pairs if not is_stated(x, words)]
    if len(measured) < len(sides) or None in measured:
        return None
    return f"{' : '.join(str(m) for m in measured)} = {' : '.join(number_tex(n, words) for _, n in pairs)}"


def _relation(item: s.Relation, words: Naming) -> str:
    if _equates_places(item):
        return _same_place(item, words)
    left, right, sign = item.left, item.right, item.sign
    if is_stated(left, words) and not is_stated(right, words):
        left, right, sign = right, left, _FLIPPED[sign]
    exponent = relation_power(left, right, words)
    match left, right:
        case s.Op("/", x, n), s.Op("/", y, m) if is_stated(n, words) and is_stated(m, words):
            ratio = f"{number_tex(n, words)} : {number_tex(m, words)}"
            return f"the ratio of {quantity(x, _ZERO, words)} to {quantity(y, _ZERO, words)} is ${ratio}$"
    verb = "is" if sign == "=" and is_stated(right, words) else _VERBS[sign]
    return f"{quantity(left, exponent, words)} {verb} {quantity(right, exponent, words)}"


def _equates_places(item: s.Relation) -> bool:
    """Whether points or vectors are equated, not quantities."""
    return is_spatial(item.left) or is_spatial(item.right)


def _same_place(item: s.Relation, words: Naming) -> str:
    left, right = item.left, item.right
    if isinstance(left, s.Triple):
        left, right = right, left
    if isinstance(right, s.Triple):
        return f"{noun_phrase(left, words)} has the coordinates ${coordinates((right.x, right.y, right.z), words)}$"
    texts = vector_tex(left, words), vector_tex(right, words)
    if all(texts):
        return f"${texts[0]} = {texts[1]}$"
    return f"{noun_phrase(left, words)} {'equals' if is_vector(left) else 'is'} {noun_phrase(right, words)}"


# Predicates


def predicate(call: s.Call, subject: str, words: Naming) -> str:
    """A predicate as a clause about `subject`, which stands for its first argument."""
    if call.name in _ABOUT_FIRST:
        return f"{subject} {_ABOUT_FIRST[call.name](call.args, words)}"
    return _ABOUT_ALL[call.name](call.args, words)


def _shape(noun: str) -> Callable[[Args, Naming], str]:
    return lambda args, words: f"{_corners(args, words)} is {a(noun)}"


def _corners(args: Args, words: Naming) -> str:
    return polygon(args, words).split(" ", 1)[1] if _lettered(args) else polygon(args, words)


def _lettered(args: Args) -> bool:
    return all(isinstance(arg, s.Labels) for arg in args)


def _pair(args: Args, i: int, j: int, words: Naming) -> str:
    return f"${tex_run((_label(args[i]), _label(args[j])))}$" if _lettered(args) else all_of((args[i], args[j]), words)


def _label(arg: s.Expr) -> str:
    return arg.labels[0] if isinstance(arg, s.Labels) else ""


def _right_angle(args: Args, words: Naming) -> str:
    return f"{quantity(s.Call('angle', args), _ZERO, words)} is a right angle"


def _isosceles(args: Args, words: Naming) -> str:
    if not _lettered(args):
        return f"{polygon(args, words)} is isosceles with its equal sides meeting at {noun_phrase(args[0], words)}"
    first, second, third = (tex_label(_label(arg)) for arg in args)
    return f"{polygon(args, words)} is isosceles with ${first}{second} = {first}{third}$"


def _regular(args: Args, words: Naming) -> str:
    noun = {3: "equilateral triangle", 4: "square"}.get(len(args))
    return f"{_corners(args, words)} is {a(noun or f'regular {polygon(args, words).split()[0]}')}"


def _on(args: Args, words: Naming) -> str:
    place = args[1]
    match place:
        case s.Call("interior", (solid,)):
            return f"lies inside {noun_phrase(solid, words)}"
        case s.Call("polygon", _):
            return f"lies inside {noun_phrase(place, words)} or on its boundary"
        case s.Call("section", _):
            return f"lies in {noun_phrase(place, words)}"
        case s.Call("plane" | "parallel_plane" | "normal_plane" | "bisector_plane", _):
            return f"lies in {noun_phrase(place, words)}"
        case s.Name(name):
            return f"lies {'in' if name in words.planes else 'on the surface of'} {noun_phrase(place, words)}"
        case s.Call("base" | "top", _):
            return f"lies in the plane of {noun_phrase(place, words)}"
        case _:
            return f"lies on {noun_phrase(place, words)}"


def _tangent(args: Args, words: Naming) -> str:
    return f"touches {_touched(args[1], words)}"


def _touched(other: s.Expr, words: Naming) -> str:
    outside = isinstance(other, s.Name) and other.id not in words.planes
    return f"{noun_phrase(other, words)}{' from outside' if outside else ''}"


def _stacked(args: Args, words: Naming) -> str:
    face = "flat face" if kind_of(args[0], words) == "hemisphere" else "base"
    return f"stands with its {face} on the top of {noun_phrase(args[1], words)}, centre on centre"


def _similar(args: Args, words: Naming) -> str:
    flat = KINDS[kind_of(args[0], words) or "polyhedron"].family == "polyhedron"
    return f"{joined_phrase(args, words)} are similar{', their vertices taken in order' if flat else ''}"


def _integer(args: Args, words: Naming) -> str:
    """A whole number, or a whole multiple of the statement's unit, which is another number of metres in the scene."""
    exponent = power(args[0], words) or _ZERO
    said = quantity(args[0], exponent, words)
    return f"{said} is a whole multiple of ${marked('1', exponent)}$" if exponent else f"{said} is a whole number"


def _edges(args: Args, words: Naming) -> str:
    lengths = listed(quantity(length, Fraction(1), words) for length in args[1:])
    order = "" if len(args) == 2 else ", not necessarily in this order"
    return f"the edges of {noun_phrase(args[0], words)} have the length{'s' * (len(args) > 2)} {lengths}{order}"


def _homothetic(args: Args, words: Naming) -> str:
    half = len(args) // 2
    first, second = polygon(args[:half], words), polygon(args[half:], words)
    return f"{second} is a scaled and shifted copy of {first}, with the vertices in this order"


def _folded(args: Args, words: Naming) -> str:
    moves = (f"{noun_phrase(a, words)} to {noun_phrase(b, words)}" for a, b in zip(args[1::2], args[2::2], strict=True))
    return f"folding the sheet along {noun_phrase(args[0], words)} takes {listed(moves)}"


def _points(tail: str) -> Callable[[Args, Naming], str]:
    return lambda args, words: f"the points {all_of(args, words)} {tail}"


def _relates(text: str) -> Callable[[Args, Naming], str]:
    return lambda args, words: f"{text} {noun_phrase(args[1], words)}"


def _sides(side: str) -> Callable[[Args, Naming], str]:
    return lambda args, words: f"{all_of(args[:2], words)} lie on {side} of {noun_phrase(args[2], words)}"


_ABOUT_FIRST: dict[str, Callable[[Args, Naming], str]] = {
    "perp": _relates("is perpendicular to"),
    "parallel": _relates("is parallel to"),
    "on": _on,
    "tangent": _tangent,
    "internally_tangent": lambda args, words: f"touches {noun_phrase(args[1], words)} from inside",
    "inscribed": inscribed,
    "circumscribed": _relates("is circumscribed about"),
    "stacked": _stacked,
    "proper": lambda args, words: "is not flat, and all its faces are convex",
}

_ABOUT_ALL: dict[str, Callable[[Args, Naming], str]] = {
    "square": _shape("square"),
    "rectangle": _shape("rectangle"),
    "rhombus": _shape("rhombus"),
    "parallelogram": _shape("parallelogram"),
    "trapezoid": lambda args, words: (
        f"{_corners(args, words)} is a trapezoid with {_pair(args, 0, 1, words)} parallel to {_pair(args, 2, 3, words)}"
    ),
    "equilateral": lambda args, words: f"{polygon(args, words)} is equilateral",
    "isosceles": _isosceles,
    "right_angle": _right_angle,
    "regular": _regular,
    "convex": lambda args, words: f"{_corners(args, words)} is a convex {polygon(args, words).split()[0]}",
    "collinear": _points("lie on one line"),
    "coplanar": _points("lie in one plane"),
    "concyclic": _points("lie on one circle"),
    "cospherical": _points("lie on one sphere"),
    "coaxial": lambda args, words: f"{joined_phrase(args, words)} have the same axis",
    "similar": _similar,
    "integer": _integer,
    "edges": _edges,
    "same_side": _sides("the same side"),
    "opposite_sides": _sides("opposite sides"),
    "homothetic": _homothetic,
    "folded": _folded,
}
