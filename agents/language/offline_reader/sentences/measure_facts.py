"""Clauses that state measures: `Its height is half its radius`, `The areas of faces ABC and ABD are 15 and 12`.

A list of numbers is read only if it is as long as the list of measures; a verb that states no equality is rejected.
"""

from collections.abc import Iterator

from agents.language.offline_reader.sentences.phrases import measure, relative
from agents.language.offline_reader.solids.measures import measure_noun, measures_of
from agents.language.offline_reader.solids.places import corner_run
from agents.language.offline_reader.solids.sizes import spread
from agents.language.offline_reader.solids.solids import solid
from agents.language.offline_reader.text.algebra import Value, number, quantity
from agents.language.offline_reader.text.equations import equate, equate_all, fits
from agents.language.offline_reader.text.state import Parses, State, listed, phrase, sign, skip, word


def measure_fact(state: State) -> Iterator[State]:
    """Any clause that states measures."""
    for value, after in measure(state):
        for verb in phrase(after, "is", "was", "is equal to", "has length"):
            for amount, end in relative(verb, value):
                for last in (*word(end, "long"), end):
                    yield equate(last, state.at, value, amount)
    yield from _areas(state)
    yield from _proportions(state)


def _areas(state: State) -> Iterator[State]:
    """`The areas of triangles OAB, OAC and OBC are 3, 4 and 6, respectively`."""
    for opened in phrase(state, "the areas of"):
        for corners, after in listed(skip(opened, "the lateral faces"), corner_run, least=2):
            values = tuple(Value(f"area({', '.join(run)})", "area") for run in corners)
            for verb in word(after, "are"):
                for amounts, end in listed(verb, quantity):
                    amounts = spread(amounts, 2)
                    if len(amounts) == len(values) and all(map(fits, amounts, values)):
                        yield equate_all(skip(end, ", respectively"), state.at, values, amounts)


def nouns_of_one(state: State) -> Iterator[tuple[tuple[str, ...], str, State]]:
    """The keys and the owner of `the length, width and height of a box`."""
    for keys, after in listed(skip(state, "the"), measure_noun, least=2):
        for of in word(after, "of"):
            for name, end in solid(of):
                yield keys, name, end


def _proportions(state: State) -> Iterator[State]:
    """`The length, width and height of a box are in the ratio 1 : 2 : 3`."""
    for keys, name, after in nouns_of_one(state):
        for verb in phrase(after, "are in the ratio"):
            for values, measured in measures_of(verb, name, keys):
                for numbers, end in _colons(measured):
                    if len(numbers) == len(values) and len({value.dimension for value in values}) == 1:
                        pairs = zip(values, numbers, values[1:], numbers[1:], strict=False)
                        lines = (f"given ({n})*({a.text}) = ({m})*({b.text})" for a, m, b, n in pairs)
                        yield end.with_fact(state.at, *lines)


def _colons(state: State) -> Parses[tuple[str, ...]]:
    for first, after in number(state):
        for colon in sign(after, ":"):
            yield from (((first, *rest), end) for rest, end in _colons(colon))
        yield (first,), after
