"""From lines to words: labels, numbers, relations and kinds of a figure that its quoted words do not say.

A relation without its word may still be right: it then follows from the rest of the figure, which only the kernel can
show. Such conditions are returned apart.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.language.accounting import vocabulary
from agents.language.accounting.asked_quantity import LETTER_ASKED
from agents.language.accounting.passages import Item, Told, calls_used, label_groups, signs_used
from agents.language.accounting.plain_arithmetic import (
    calculated_numbers,
    factors,
    hidden_numbers,
    is_constant,
    is_stated,
)
from agents.language.accounting.vocabulary import says
from agents.language.statements.figure_claims import item_parts
from agents.language.statements.statement_account import number_values
from agents.language.statements.statement_tokens import labels_in, numbers_in
from geometry.notation import syntax as s
from geometry.notation.catalogue import ALWAYS_REGULAR, is_hidden
from geometry.notation.dimensions import dimension_of, target_class
from geometry.notation.printer import print_condition, print_expr, print_line
from geometry.notation.walk import children, nodes_in

_LENGTHS_OF_SUMS = frozenset({"radius", "diameter", "height", "edge"})
# A noun that stands for vertices without naming them. Followed by a label it names them.
_UNNAMED_PART = re.compile(
    r"\b(?:edges?|sides?|faces?|bases?|vert(?:ex|ices)|corners?|diagonals?|lateral|heights?|altitudes?"
    r"|lengths?|width|top|bottom"
    r"|upper|lower|cubes?|cuboid|box|prism|pyramid|tetrahedron|octahedron|icosahedron|dodecahedron|frustum"
    r"|parallelepiped|solid"
    r"|its|each|all|every|equal|both"
    r"|them|respectively|opposite|adjacent|centers?|centres?|dimensions?|legs?|hypotenuse|triangles?"
    r"|square|rectangle|hexagon"
    r"|pentagon|polygon|quadrilateral|trapezoid|rhombus|parallelogram|apex|planes?|lines?|origin|axis"
    r"|axes|coordinates?|spheres?"
    r"|points?|segments?|circles?|it|ground|field|floor|directly|above|below|angles?|cones?|cylinders?"
    r"|feet|foot|pieces?|parts?|latitude|longitude|midpoints?|distances?|perpendicular|parallel|cross[- ]section)\b"
    r"(?!\s*(?:is\s+|of\s+|be\s+)?[$\\({]*\s*(?:\\?overline|\\?triangle|\\?angle)?\s*[{]*\s*[A-Z](?![a-z]))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Unsaid:
    """Something of a figure that its words do not say."""

    sentence: str
    condition: str = ""
    """The condition without `given`, if the rest of the figure may imply it; empty if it must be said."""
    is_doubt: bool = False
    """Whether it rests on the table of words, which cannot list every way to say a thing."""


def unsaid_items(statement: str, told: Sequence[Told]) -> tuple[Unsaid, ...]:
    """Everything that the lines of the passages have and their words do not."""
    in_statement = {token.text for token in labels_in(statement)}
    found: list[Unsaid] = []
    for each in told:
        found += _labels(each, in_statement)
        found += _numbers(each)
        found += _asked_functions(each)
        for item in each.items:
            found += (
                _solid(item, each, statement) if isinstance(item, s.SolidDecl) else _relations(item, each, statement)
            )
    return tuple(dict.fromkeys(found))


def _labels(told: Told, in_statement: set[str]) -> Iterator[Unsaid]:
    if _UNNAMED_PART.search(told.text) or (told.target is not None and LETTER_ASKED.search(told.text)):
        return
    said = {token.text for token in labels_in(told.text)}
    # A solid has to be declared before its vertices are used, so its line may stand beside earlier words.
    items: tuple[Item | s.Expr, ...] = tuple(item for item in told.items if not isinstance(item, s.SolidDecl))
    items = items if told.target is None else (*items, told.target)
    used = {label for group in label_groups(items) for label in group if not is_hidden(label)}
    for label in sorted(used & in_statement - said):
        yield Unsaid(
            f"The lines beside {told.text!r} use {label}, which these words do not mention; write what they say.",
            is_doubt=True,
        )


def _numbers(told: Told) -> Iterator[Unsaid]:
    known = [abs(value) for value in number_values(told.text)]
    nearby = [abs(value) for value in number_values(told.context)]
    implied = [n for words, numbers in vocabulary.IMPLIED_NUMBERS if says(words, told.context) for n in numbers]
    known += [number for number in implied if number not in known]
    nearby += [number for number in implied if number not in nearby]
    # A letter that stays general has a value that only the solver needs.
    parts = [part for item in told.items if not isinstance(item, s.Param) for part in item_parts(item)]
    own = [float(token.text) for token in numbers_in(told.context)]
    # What a letter is asked for stands elsewhere in the statement.
    asked = () if told.target is None or LETTER_ASKED.search(told.text) else (told.target,)
    for part in (*parts, *asked):
        yield from map(Unsaid, hidden_numbers(part))
        for calculation in () if says(vocabulary.CALCULATIONS, told.context) else calculated_numbers(part, nearby, own):
            yield Unsaid(
                f"The lines beside {told.text!r} calculate {print_expr(calculation)}, which these words do not; write "
                "each number where the statement has it."
            )
        for constant in _unknown_constants(part, known, nearby):
            if _is_rise(constant, nearby) and says(vocabulary.LEVELS, told.context):
                continue
            yield Unsaid(
                f"The lines beside {told.text!r} have the number {print_expr(constant)}, which these words do not; "
                "write only numbers that the statement gives."
            )


def _unknown_constants(node: s.Expr | s.Condition, known: list[float], nearby: list[float]) -> Iterator[s.Expr]:
    """Constant expressions that are neither a known number nor made of known numbers."""
    if not isinstance(node, s.Relation | s.Triple) and is_constant(node):
        # A calculation may repeat a number of the same sentence; a number alone is a new condition.
        if not is_stated(node, known if isinstance(node, s.Number) else nearby):
            yield node
        return
    if isinstance(node, s.Op) and node.op in "*/":
        constant = _constant_factors(node)
        # Of a product with a quantity the constant factors count together: 270/360 * 2 * pi * slant.
        if constant is not None:
            # A quantity divided by a stated number: AB / 2 = BC / 3.
            divisor = constant.right if isinstance(constant, s.Op) and constant.left == s.Number("1") else constant
            if not is_stated(divisor, nearby):
                yield constant
            for factor in (factor for side in factors(node) for factor in side if not is_constant(factor)):
                yield from _unknown_constants(factor, known, nearby)
            return
    for child in _inner(node):
        yield from _unknown_constants(child, known, nearby)


def _is_rise(constant: s.Expr, known: list[float]) -> bool:
    """Whether a constant is the difference of two known numbers, such as two altitudes."""
    match constant:
        case s.Op("-", s.Number() as left, s.Number() as right):
            return left != right and is_stated(left, known) and is_stated(right, known)
        case _:
            return False


def _constant_factors(node: s.Expr) -> s.Expr | None:
    """The constant factors of a product as one expression; None if there are none."""
    above, below = ([f for f in side if is_constant(f)] for side in factors(node))
    if not above and not below:
        return None
    result: s.Expr = above[0] if above else s.Number("1")
    for factor in above[1:]:
        result = s.Op("*", result, factor)
    for factor in below:
        result = s.Op("/", result, factor)
    return result


def _inner(node: s.Expr | s.Condition) -> tuple[s.Expr, ...]:
    match node:
        # An exponent or a root's index says which quantity it is, not how much.
        case s.Op("^", left, _):
            return (left,)
        case s.Call("root", (_, radicand)):
            return (radicand,)
        case _:
            return children(node)


def _solid(solid: s.SolidDecl, told: Told, statement: str) -> Iterator[Unsaid]:
    # A solid has to be declared before its vertices are used, often before the statement names it.
    is_free = solid.kind in vocabulary.NAMELESS_KINDS or says(vocabulary.INEQUALITIES, statement)
    is_free &= not says(vocabulary.ANY_KIND, statement)
    if not is_free and not says(vocabulary.KINDS[solid.kind], statement):
        yield Unsaid(
            f"The line beside {told.text!r} makes a {solid.kind.replace('_', ' ')}, which these words do not name; "
            "declare the kind that the statement names.",
            is_doubt=True,
        )
    for word in () if solid.kind in ALWAYS_REGULAR else solid.properties:
        if not says(vocabulary.PROPERTIES[word], told.context):
            yield Unsaid(f"The line beside {told.text!r} makes the {solid.kind} {word}, which these words do not say.")


def _asked_functions(told: Told) -> Iterator[Unsaid]:
    """Functions of the target that the question's own words do not name."""
    if told.target is None:
        return
    # A height may be asked for as the sum of a distance and a radius.
    terms = _LENGTHS_OF_SUMS if isinstance(told.target, s.Op) and told.target.op in "+-" else frozenset()
    for name in sorted((calls_used((told.target,)) & vocabulary.FUNCTIONS.keys()) - terms):
        if not says(vocabulary.asked_words(name), told.context):
            yield Unsaid(
                f"The find line asks for {name.replace('_', ' ')}, which the words {told.text!r} do not name.",
                is_doubt=True,
            )


def _relations(item: Item, told: Told, statement: str) -> Iterator[Unsaid]:
    parts = item_parts(item)
    line = print_line(item)
    for name in sorted(calls_used(parts)):
        words = vocabulary.PREDICATES.get(name, vocabulary.FUNCTIONS.get(name, ""))
        # A solid that is changed or made anew keeps its shape, which was told before.
        heard = statement if name in vocabulary.SHAPES else told.context
        if not says(words, heard):
            # A condition may follow from the others; a point or a plane is what its line says.
            condition = print_condition(item) if isinstance(item, s.Relation | s.Call) else ""
            yield Unsaid(
                f"The line {line!r} beside {told.text!r} says {name}, which these words do not.",
                condition,
                is_doubt=not condition,
            )
    if isinstance(item, s.Extremum):
        yield from _extremum(item, told, line, statement)
    has_arithmetic = any(isinstance(node, s.Op) for node in nodes_in(parts))
    equality = vocabulary.EQUALITY if has_arithmetic else vocabulary.SAME
    equality = vocabulary.VECTORS if "vector" in calls_used(parts) else equality
    if isinstance(item, s.Relation) and item.sign == "=" and not says(equality, told.context):
        sides = item.left, item.right
        if not any(map(_is_value, sides)):
            condition = print_condition(item)
            yield Unsaid(
                f"The line {line!r} beside {told.text!r} equates two quantities, which these words do not.", condition
            )
    for sign in sorted(signs_used(parts) & vocabulary.SIGNS.keys()):
        if not says(vocabulary.SIGNS[sign], told.text):
            yield Unsaid(
                f"The line {line!r} beside {told.text!r} compares with {sign}, which these words do not.",
                line.removeprefix("given "),
            )


def _is_value(expr: s.Expr) -> bool:
    """Whether an expression is made of numbers and letters alone, such as 2*p."""
    labels = any(isinstance(node, s.Labels) for node in nodes_in((expr,)))
    return is_constant(expr) or (not labels and calls_used((expr,)) <= {"sqrt", "degrees"})


def _extremum(item: s.Extremum, told: Told, line: str, statement: str) -> Iterator[Unsaid]:
    labels = {label for group in label_groups((item.quantity,)) for label in group}
    asked = told.target is not None and print_expr(item.quantity) in print_expr(told.target)
    # A distance between points of the reader's own is made extreme only if it is asked for.
    if labels and not asked and not labels & {token.text for token in labels_in(statement)}:
        yield Unsaid(
            f"The line {line!r} takes the extreme of what the statement does not name and does not ask for.",
            is_doubt=True,
        )
    if not says(vocabulary.EXTREMA[item.direction], told.context):
        yield Unsaid(f"The line {line!r} beside {told.text!r} asks for an extreme, which these words do not.")
    # What makes the square of a length greatest makes the length greatest.
    quantity = item.quantity.left if isinstance(item.quantity, s.Op) and item.quantity.op == "^" else item.quantity
    kind = target_class(dimension_of(quantity))
    named = {name for name, words in vocabulary.EXTREME_NOUNS.items() if says(words, told.text)}
    if named and kind in vocabulary.EXTREME_NOUNS and kind not in named:
        yield Unsaid(f"The line {line!r} takes an extreme {kind}, but the words {told.text!r} speak of {named.pop()}.")
