"""Clauses that state measures: `Its height is twice its radius`, `The areas of faces ABC and ABD are 15 and 12`.

A verb that states no equality is not read; a list of numbers is read only when it is as long as the list of measures.
"""

from collections.abc import Iterator

from agents.language.offline_reader.sentences.phrases import measure, qualified_solid, relative
from agents.language.offline_reader.solids.labelled_measures import labelled_measure
from agents.language.offline_reader.solids.measures import measure_noun, measures_of
from agents.language.offline_reader.solids.places import corner_run
from agents.language.offline_reader.solids.sizes import sizes, spread
from agents.language.offline_reader.solids.solids import only, owner, solid
from agents.language.offline_reader.text.algebra import Value, number, power_of, quantity
from agents.language.offline_reader.text.equations import equate, equate_all, fits
from agents.language.offline_reader.text.state import Parses, State, listed, phrase, sign, skip, word


def measure_fact(state: State) -> Iterator[State]:
    """Any clause that states measures."""
    yield from measure_is(state)
    yield from several_measures(state)
    yield from is_sized(state)
    yield from face_areas(state)
    yield from proportions(state)
    yield from equal_measures(state)


_BE = ("is", "are", "equals", "equal", "measures", "was", "is equal to", "are equal to", "be", "of", "=", "is always")


def measure_is(state: State) -> Iterator[State]:
    """`The radius of the cone is twice its height`, `Each edge of a cube has length 3 inches`."""
    for value, after in measure(state):
        for verb in phrase(
            after, *_BE, "has length", "has a length of", "has measure", "is given to be", "is known to be"
        ):
            for amount, end in relative(verb, value):
                for last in (*phrase(end, "long", "in length", "each"), end):
                    yield equate(last, state.at, value, amount)
        for amount, end in _apposed(after, value):
            yield equate(end, state.at, value, amount)


def _apposed(state: State, like: Value) -> Parses[Value]:
    """A number right behind the measure: `slant height 13m`."""
    for amount, end in quantity(state):
        if fits(amount, like):
            yield amount, end


def several_measures(state: State) -> Iterator[State]:
    """`The radius and height of a cylinder are 3 and 4`, `The areas of faces ABC and ABD are 15 and 12`."""
    for values, after in _shared(state):
        for verb in phrase(after, "are", "measure", "have length", "have lengths", "equal", "is"):
            for amounts, end in listed(verb, quantity, least=1):
                end = skip(end, ", respectively", "respectively")
                amounts = spread(amounts, power_of(values[0].dimension) or 1)
                if len(amounts) == len(values) and all(map(fits, amounts, values)):
                    yield equate_all(end, state.at, values, amounts)
            for each in phrase(verb, "both", "each", "all", "all equal to", "both equal to", "each equal to"):
                for amount, end in quantity(each):
                    if all(fits(amount, value) for value in values):
                        yield equate_all(end, state.at, values, (amount,) * len(values))


def _shared(state: State) -> Parses[tuple[Value, ...]]:
    """Two or more measures told together."""
    yield from _nouns_of_one(state)
    yield from _areas(state)
    yield from listed(state, labelled_measure, least=2)
    for opened in phrase(state, "edges", "sides", "segments", "the lengths of", "the lengths of edges"):
        yield from listed(opened, labelled_measure, least=2)


def _nouns_of_one(state: State) -> Parses[tuple[Value, ...]]:
    opened = skip(state, "the")
    for keys, after in listed(opened, _noun_with_article, least=2):
        for of in word(after, "of"):
            for name, end in solid(of):
                yield from measures_of(end, name, keys)
        for name in only(after):
            yield from measures_of(after, name, keys)
    for name, owned in owner(state):
        for keys, after in listed(owned, _noun_with_article, least=2):
            yield from measures_of(after, name, keys)


def _noun_with_article(state: State) -> Parses[str]:
    for opened in (*word(state, "the", "its"), state):
        yield from measure_noun(opened)


def _areas(state: State) -> Parses[tuple[Value, ...]]:
    """`the areas of triangles OAB, OAC and OBC`."""
    for opened in phrase(state, "the areas of", "areas of"):
        opened = skip(opened, "the lateral faces", "lateral faces", "the faces")
        for corners, end in listed(opened, corner_run, least=2):
            yield tuple(Value(f"area({', '.join(run)})", "area") for run in corners), end


def equal_measures(state: State) -> Iterator[State]:
    """`A cone and a cylinder have equal volumes`, `have the same radius and height`."""
    for one, after in qualified_solid(state):
        for between in word(after, "and"):
            for two, middle in qualified_solid(between):
                for have in phrase(middle, "have", "with", "having"):
                    for keys, end in listed(have, _same_noun):
                        if one != two and keys[0][0]:
                            yield from _same(end, state.at, (one, two), tuple(key for _, key in keys))


def _same_noun(state: State) -> Parses[tuple[bool, str]]:
    """`equal volumes`, `the same radius`; the words may stand once for several nouns."""
    for opened in phrase(state, "equal", "the same", "the same base"):
        yield from (((True, key), end) for key, end in measure_noun(opened))
    yield from (((False, key), end) for key, end in measure_noun(state))


def _same(state: State, first: int, names: tuple[str, str], keys: tuple[str, ...]) -> Iterator[State]:
    for mine, one in measures_of(state, names[0], keys):
        for theirs, two in measures_of(one, names[1], keys):
            yield two.with_fact(first, *(f"given {a.text} = {b.text}" for a, b in zip(mine, theirs, strict=True)))


def is_sized(state: State) -> Iterator[State]:
    """`The dimensions of the box are 3, 4 and 5`."""
    for opened in phrase(
        state, "the dimensions of", "the edge lengths of", "the lengths of the edges of", "the edges of"
    ):
        for name, after in solid(opened):
            for verb in phrase(after, "are", "measure"):
                yield from sizes(verb, name)
                yield from _three_listed(verb, state.at, name)
    for name, owned in owner(state):
        for verb in phrase(owned, "dimensions are"):
            yield from sizes(verb, name)
            yield from _three_listed(verb, state.at, name)


def _three_listed(state: State, first: int, name: str) -> Iterator[State]:
    for amounts, end in listed(state, quantity, least=3):
        if len(amounts) == 3 and state.solid(name).kind == "cuboid":
            for values, after in measures_of(end, name, ("length", "width", "height")):
                if all(map(fits, amounts, values)):
                    yield equate_all(after, first, values, spread(amounts))


def proportions(state: State) -> Iterator[State]:
    """`The length, width and height of a box are in the ratio 1 : 2 : 3`."""
    for values, after in (*_nouns_of_one(state), *listed(state, measure, least=2)):
        for verb in phrase(after, "are in the ratio", "are in ratio", "are in the ratio of", "have the ratio"):
            for numbers, end in _colons(verb):
                if len(numbers) == len(values) and len({value.dimension for value in values}) == 1:
                    pairs = zip(values, numbers, values[1:], numbers[1:], strict=False)
                    lines = (f"given ({n})*({a.text}) = ({m})*({b.text})" for a, m, b, n in pairs)
                    yield end.with_fact(state.at, *lines)


def _colons(state: State) -> Parses[tuple[str, ...]]:
    for first, after in number(state):
        for colon in (*sign(after, ":"), *word(after, "to")):
            for rest, end in _colons(colon):
                yield (first, *rest), end
        yield (first,), after


def face_areas(state: State) -> Iterator[State]:
    """`The areas of three faces of a box are 6, 8 and 12`: the three faces at one corner."""
    heads = ("the areas of three faces of", "the areas of three adjacent faces of", "the areas of the three faces of")
    others = (
        "the areas of three mutually adjacent faces of",
        "the areas of three different faces of",
        "the areas of the faces of",
    )
    for opened in phrase(state, *heads, *others, "the face areas of"):
        for name, after in solid(opened):
            for verb in word(after, "are"):
                for amounts, end in listed(verb, quantity, least=3):
                    end = skip(end, ", respectively", "respectively")
                    if len(amounts) == 3 and end.solid(name).kind == "cuboid":
                        yield from _corner_areas(end, state.at, name, spread(amounts, 2))


def _corner_areas(state: State, first: int, name: str, amounts: tuple[Value, ...]) -> Iterator[State]:
    for (x, y, z), after in measures_of(state, name, ("length", "width", "height")):
        products = tuple(Value(f"{a.text}*{b.text}", "area") for a, b in ((x, y), (y, z), (z, x)))
        if all(map(fits, amounts, products)):
            yield equate_all(after, first, products, amounts)
