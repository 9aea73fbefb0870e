"""Which numbers of two figures are the same number of the statement: matched through the sentences they come from.

Only a literal that equals a numeral of its own sentence counts. Factors that a reader adds (12 inches a foot, the 2 of
a circumference) are part of a formula and stay as they are when the statement's numbers change.
"""

from collections.abc import Iterator

from agents.language.accounting.passages import sentences_around
from agents.language.statements.statement_tokens import numbers_in
from agents.records import Passage, Reading
from geometry.notation import syntax as s
from geometry.notation.literals import FigureLiteral, literals_of
from geometry.notation.printer import print_line

PlacesByNumber = dict[float | str, tuple[int, ...]]
"""Places of literals by the numeral they are, or by the word `letter` for the values of general letters."""
LETTER = "letter"


def shared_numbers(first: PlacesByNumber, second: PlacesByNumber) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Places in both figures of each number that both have."""
    return [
        (first[number], second[number])
        for number in first
        if number in second and (number != LETTER or len(first[number]) == len(second[number]))
    ]


def unshared_number(first: PlacesByNumber, second: PlacesByNumber) -> str:
    """A sentence if one reading uses a number of the statement that the other does not; empty if they use the same.

    Such a number cannot be changed in both, so that a comparison under other numbers would say nothing.
    """
    only = [number for number in (*first, *second) if (number in first) != (number in second)]
    if not only:
        return ""
    shown = "a general letter" if only[0] == LETTER else f"the number {only[0]:g}"
    return f"One reading uses {shown} of the statement, the other does not."


def places_by_number(statement: str, reading: Reading, figure: s.Figure) -> PlacesByNumber:
    """The places of the literals of a reading's figure that are numerals of the sentences they come from."""
    found: dict[float | str, list[int]] = {}
    roles = [literal.role for literal in literals_of(figure)]
    place = 0
    for item, texts in _items(statement, reading, figure):
        stated = {float(token.text) for text in texts for token in numbers_in(text)}
        for literal in _literals(item):
            if isinstance(item, s.Param) and roles[place] != "structure":
                found.setdefault(LETTER, []).append(place)
            elif roles[place] != "structure" and literal.value and literal.value in stated:
                found.setdefault(literal.value, []).append(place)
            place += 1
    return {number: tuple(places) for number, places in found.items()}


def _items(
    statement: str, reading: Reading, figure: s.Figure
) -> Iterator[tuple[s.Declaration | s.Condition | s.Extremum | s.Expr, list[str]]]:
    """Each item in the order of its literals, with the passages that it stands beside."""
    for item in (*figure.declarations, *figure.givens, *figure.extrema):
        line = print_line(item)
        said = [passage for passage in reading.conditions if line in passage.lines]
        own: list[Passage] = [*said] or [reading.question]
        yield item, [sentences_around(statement, passage.start, passage.end) for passage in own]
    yield figure.target, [reading.question.text]


def _literals(item: s.Declaration | s.Condition | s.Extremum | s.Expr) -> tuple[FigureLiteral, ...]:
    bare = s.Figure((), (), (), s.Name("pi"))
    match item:
        case s.Param() | s.Unknown() | s.SolidDecl() | s.PlaneDecl() | s.PointDecl():
            return literals_of(s.Figure((item,), (), (), bare.target))
        case s.Extremum():
            return literals_of(s.Figure((), (), (item,), bare.target))
        case s.Relation():
            return literals_of(s.Figure((), (item,), (), bare.target))
        case _:
            return literals_of(s.Figure((), (), (), item))
