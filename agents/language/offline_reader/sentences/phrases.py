"""Quantities in words and the properties that follow a solid: the part of the grammar that speaks of itself.

`measure` reads what can be measured, `relative` what it is compared with (`twice the height`), `modifiers` what is said
behind a noun (`with base radius 6 cm and slant height 10 cm`). They call each other, so they share a module.
"""

from collections.abc import Iterator

from agents.language.offline_reader.sentences.comparing import (
    DOWN,
    before_or_after,
    factors,
    named_in_brackets,
    proportion,
)
from agents.language.offline_reader.sentences.pairs import their_ratio
from agents.language.offline_reader.solids.bases import shaped_base
from agents.language.offline_reader.solids.containment import contained, fitting, sphere_of
from agents.language.offline_reader.solids.coordinates import vertices
from agents.language.offline_reader.solids.derived import joined_centres
from agents.language.offline_reader.solids.labelled_measures import labelled_measure
from agents.language.offline_reader.solids.measures import DIMENSION, measure_noun, of_solid
from agents.language.offline_reader.solids.regions import space_between, total_volume
from agents.language.offline_reader.solids.rolled import rolled_cone, swept
from agents.language.offline_reader.solids.sizes import box_sizes, extents, sizes, three_sizes
from agents.language.offline_reader.solids.solids import only, owner, past_diagram, solid
from agents.language.offline_reader.solids.threads import thread_length
from agents.language.offline_reader.text.algebra import Value, power_of, quantity
from agents.language.offline_reader.text.equations import as_like, equate, fits
from agents.language.offline_reader.text.state import Parses, State, joint, phrase, skip, word
from agents.language.offline_reader.text.units import POWERS, past_of, unit

# What can be measured


def measure(state: State) -> Parses[Value]:
    """A quantity of the figure."""
    yield from solid_measure(state)
    yield from labelled_measure(state)
    yield from total_volume(state)
    yield from space_between(state)
    yield from thread_length(state)
    yield from longest_rod(state)
    yield from their_ratio(state)
    yield from _ratio(state)
    yield from _sum(state)


def solid_measure(state: State) -> Parses[Value]:
    for value, key, _name, end in keyed_measure(state):
        if key == "height":
            yield from ((value, last) for last in phrase(end, *DOWN))
        yield value, named_in_brackets(end, value)


Keyed = tuple[Value, str, str, State]
"""A measure of a solid: its value, its key, the solid's name and the state behind it."""


def keyed_measure(state: State) -> Iterator[Keyed]:
    """A measure of a solid with its key and owner: `the radius of the cone`, `its height`, `the slant height`."""
    yield from _with_owner_behind(state)
    for opened in phrase(state, "the length"):
        for of in past_of(opened, 1):
            yield from (found for found in keyed_measure(of) if found[0].dimension == "length")
    yield from _with_owner_before(state)
    yield from before_or_after(state)
    yield from _without_owner(state)


def _with_owner_behind(state: State) -> Iterator[Keyed]:
    for opened in (*word(state, "the", "each", "every", "a", "an", "one", "any"), state):
        for key, after in measure_noun(opened):
            named = named_in_brackets(after, Value("", ""))
            plain = named if named.meanings == after.meanings else after
            for of in past_of(plain, power_of(DIMENSION.get(key, "length"))):
                inside = of if DIMENSION.get(key) == "area" else skip(of, "the interior of", "the inside of")
                for name, end in qualified_solid(inside):
                    yield from ((v, key, name, last) for v, last in of_solid(end, name, key))
                for based, name, end in _base_of(of, key):
                    yield from ((v, based, name, last) for v, last in of_solid(end, name, based))


def _with_owner_before(state: State) -> Iterator[Keyed]:
    for name, owned in owner(state):
        opened = skip(owned, "interior")
        for key, after in measure_noun(opened):
            # The surface inside a vessel is another one than its surface.
            if opened is owned or DIMENSION.get(key) != "area":
                yield from ((v, key, name, end) for v, end in of_solid(after, name, key))


def _without_owner(state: State) -> Iterator[Keyed]:
    for opened in (*word(state, "the"), state):
        for key, after in measure_noun(opened):
            if next(word(after, "of"), None) is None:
                for name in only(after):
                    # `the length` alone is a measure of a box; elsewhere it may be that of a thing on the solid.
                    if key != "length" or after.solid(name).kind == "cuboid":
                        yield from ((v, key, name, end) for v, end in of_solid(after, name, key))


_OF_BASE = {
    "radius": "radius",
    "diameter": "diameter",
    "circumference": "circumference",
    "area": "base_area",
    "edge": "base_edge",
    "perimeter": "base_perimeter",
    "diagonal": "base_diagonal",
}


def _base_of(state: State, key: str) -> Iterator[tuple[str, str, State]]:
    """`the base`, `the base of the cone`, `the cone's base` behind a measure that a base has."""
    if key not in _OF_BASE:
        return
    for opened in phrase(
        state, *(f"{a} {b}base" for a in ("the", "its", "a", "one") for b in ("", "square ", "circular "))
    ):
        for of in word(opened, "of"):
            for name, end in qualified_solid(of):
                yield _OF_BASE[key], name, end
        for name in only(opened):
            yield _OF_BASE[key], name, opened
    for name, owned in owner(state):
        for end in phrase(owned, "base", "circular base", "square base"):
            yield _OF_BASE[key], name, end


def longest_rod(state: State) -> Parses[Value]:
    """`the length of the longest rod that can be placed in the box`: its space diagonal."""
    rods = tuple(f"the length of the longest {rod} that can" for rod in ("rod", "pole", "stick", "bar", "straight rod"))
    for opened in phrase(state, *rods):
        for inside in phrase(
            opened, *(f"{fit} {at}" for fit in ("be placed", "fit", "be kept", "be put") for at in ("in", "inside"))
        ):
            for name, end in qualified_solid(inside):
                yield from of_solid(end, name, "diagonal")


def _ratio(state: State) -> Parses[Value]:
    for opened in phrase(state, "the ratio of", "ratio of", "the ratio between"):
        for first, middle in measure(opened):
            for to in phrase(middle, "to", "and"):
                for second, end in (*measure(to), *_that_of(to, first)):
                    if first.dimension == second.dimension:
                        yield Value(f"({first.text}) / ({second.text})", "number"), end


def _that_of(state: State, like: Value) -> Parses[Value]:
    """`that of the cone`: the same measure of another solid."""
    function, _, rest = like.text.partition("(")
    for after in phrase(state, "that of"):
        for name, end in qualified_solid(after):
            if rest.rstrip(")").isalnum():
                yield Value(f"{function}({name})", like.dimension), end


def _sum(state: State) -> Parses[Value]:
    for opened in phrase(state, "the sum of", "the total of"):
        for first, middle in measure(opened):
            for between in word(middle, "and"):
                for second, end in measure(between):
                    if first.dimension == second.dimension:
                        yield Value(f"({first.text} + {second.text})", first.dimension), end


# What it is compared with


def relative(state: State, like: Value) -> Parses[Value]:
    """A quantity to set `like` equal to: a number with its unit, another measure, a multiple of one, a new letter."""
    for opened in (*phrase(state, "equal to", "the same as", "exactly"), state):
        yield from _multiple(opened, like)
        if like.dimension == "number":
            yield from proportion(opened)
        yield from _more(opened, like)
        for value, end in quantity(opened):
            if fits(value, like):
                yield value, end
        for value, end in (*measure(opened), *_that_of(opened, like)):
            if value.dimension == like.dimension and value.text != like.text:
                yield value, end
    token = state.token
    if token is not None and _is_new_letter(state):
        for end in (*_letter_unit(state.moved(), like), state.moved()):
            yield Value("", like.dimension, letter=token.text), end


def _is_new_letter(state: State) -> bool:
    """Whether a letter stands here that means nothing yet; a capital only inside dollars and where it is no point."""
    token = state.token
    if token is None or len(token.text) != 1 or state.meaning(token.text) is not None:
        return False
    used = sum(token.text in t.labels for t in state.tokens if len(t.labels) > 1)
    return bool(token.letter) or (
        bool(token.groups) and not token.word and not used and token.text not in state.labels()
    )


def _letter_unit(state: State, like: Value) -> Iterator[State]:
    for (_, power), end in unit(state):
        if POWERS[power] == like.dimension:
            yield from (*phrase(end, "long"), end)


def _multiple(state: State, like: Value) -> Parses[Value]:
    for factor, after in factors(state):
        for value, end in (*measure(after), *_that_of(after, like)):
            if value.dimension == like.dimension:
                yield Value(f"{factor}*({value.text})", like.dimension), end


def _more(state: State, like: Value) -> Parses[Value]:
    for amount, after in quantity(state):
        for operator, words in (("+", "more greater longer larger higher taller"), ("-", "less shorter smaller")):
            for than in word(after, *words.split()):
                for opened in word(than, "than"):
                    for value, end in (*measure(opened), *_that_of(opened, like)):
                        if fits(amount, like) and value.dimension == like.dimension:
                            yield Value(f"{value.text} {operator} {as_like(amount, like)}", like.dimension), end


# What is said behind a noun


def qualified_solid(state: State) -> Parses[str]:
    """A solid with whatever is said behind it."""
    for name, after in solid(state):
        yield from ((name, end) for end in modifiers(past_diagram(after), name))
    yield from _sized_solid(state)
    yield from sphere_of(state, qualified_solid)


def _sized_solid(state: State) -> Parses[str]:
    """`a 3 by 4 by 5 box`, `a 2-inch cube`: the size stands before the noun."""
    for opened in word(state, "a", "an", "one"):
        for three, middle in three_sizes(opened):
            for name, after in solid(middle):
                yield from ((name, end) for end in box_sizes(after, state.at, name, three))
        for amount, middle in quantity(opened):
            for name, after in solid(middle):
                if after.solid(name).kind == "cube" and after.solid(name).span[0] == middle.at:
                    like = Value(f"edge({name})", "length")
                    if fits(amount, like) and amount.dimension != "bare":
                        yield name, equate(after, state.at, like, amount)


def modifiers(state: State, name: str) -> Iterator[State]:
    """With everything said of the solid behind it, and with less."""
    leads = ("with", "having", "of", "that has", "which has", "whose", "measuring", "that measures", "which measures")
    for opened in phrase(state, *leads):
        yield from properties(opened, name)
    for opened in phrase(state, ", with", ", having", ", whose", ", measuring"):
        yield from properties(opened, name)
    for opened in phrase(state, ","):
        for after in sizes(opened, name):
            yield next(phrase(after, ","), after)
    for after in contained(state, name, qualified_solid):
        yield from modifiers(after, name)
    yield from extents(state, name)
    yield from fitting(state, name, qualified_solid)
    yield from vertices(state, name)
    yield from rolled_cone(state, name)
    yield from swept(state, name)
    yield from joined_centres(state, name, qualified_solid)
    yield state


def properties(state: State, name: str) -> Iterator[State]:
    """One or more properties of the solid, joined by commas and `and`."""
    for after in one_property(state, name):
        for between in (*joint(after), *phrase(after, "and with", ", with", "with", "and has", "and whose")):
            yield from properties(between, name)
        yield after


def one_property(state: State, name: str) -> Iterator[State]:
    """`a base radius of 6 cm`, `a 3-inch diameter`, `edges of length 2`, `dimensions 3 by 4 by 5`, `a square base`."""
    yield from _noun_first(state, name)
    yield from _number_first(state, name)
    yield from edges_of_length(state, name)
    yield from sizes(state, name)
    yield from _same_as(state, name)
    yield from shaped_base(state, name)


def _noun_first(state: State, name: str) -> Iterator[State]:
    for opened in (*word(state, "a", "an", "the", "its", "each"), state):
        for key, after in measure_noun(opened):
            for value, measured in of_solid(after, name, key):
                for of in (
                    *phrase(
                        measured,
                        "of",
                        "equal to",
                        "is",
                        "are",
                        "=",
                        "of length",
                        "measuring",
                        "which is",
                        "that is",
                        "which are",
                    ),
                    measured,
                ):
                    for amount, end in relative(of, value):
                        yield equate(end, state.at, value, amount)


def _number_first(state: State, name: str) -> Iterator[State]:
    for opened in (*word(state, "a", "an"), state):
        for amount, after in quantity(opened):
            for key, end in measure_noun(after):
                # `has 6 sides` counts them; only a length makes `a 3-inch side` a measure.
                if key == "edge" and amount.dimension == "bare":
                    continue
                for value, measured in of_solid(end, name, key):
                    if fits(amount, value):
                        yield equate(measured, state.at, value, amount)


_EDGES = (
    "edges of length",
    "sides of length",
    "edges each of length",
    "all edges of length",
    "edges of",
    "sides of",
    "edges measuring",
    "sides measuring",
    "each edge of length",
    "all its edges of length",
    "all edges equal to",
    "edges with length",
    "all its edges equal to",
    "each edge measuring",
    "edges that are",
    "edges that measure",
    "side of length",
    "edge of length",
)


def edges_of_length(state: State, name: str) -> Iterator[State]:
    """`edges of length 2`, for a solid whose edges are all equal."""
    for after in phrase(state, *_EDGES):
        for value, measured in of_solid(after, name, "edge"):
            for amount, end in relative(measured, value):
                for last in (*word(end, "each"), *phrase(end, "in length"), end):
                    yield equate(last, state.at, value, amount)


def _same_as(state: State, name: str) -> Iterator[State]:
    """`the same volume as the cone`."""
    for opened in phrase(state, "the same", "equal"):
        for key, after in measure_noun(opened):
            for than in word(after, "as"):
                for other, end in qualified_solid(than):
                    for mine, one in of_solid(end, name, key):
                        for theirs, last in of_solid(one, other, key):
                            yield last.with_fact(state.at, f"given {mine.text} = {theirs.text}")
