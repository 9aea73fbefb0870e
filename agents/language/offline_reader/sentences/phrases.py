"""Measures and properties of solids in words: the mutually recursive part of the grammar, hence one module.

`measure` reads what can be measured, `relative` what it is set equal to (`half its height`), `modifiers` what follows a
noun (`with base radius 6 cm and slant height 10 cm`). A measure without one clear owner is rejected.
"""

from collections.abc import Iterator

from agents.language.offline_reader.solids.bases import shaped_base
from agents.language.offline_reader.solids.containment import contained, fitting, sphere_of
from agents.language.offline_reader.solids.coordinates import vertices
from agents.language.offline_reader.solids.labelled_measures import labelled_measure
from agents.language.offline_reader.solids.measures import dimension_of, measure_noun, of_solid
from agents.language.offline_reader.solids.rolled import rolled_cone, swept
from agents.language.offline_reader.solids.sizes import box_sizes, sizes, three_sizes
from agents.language.offline_reader.solids.solids import only, owner, past_diagram, solid
from agents.language.offline_reader.solids.threads import thread_length
from agents.language.offline_reader.text.algebra import Value, number, power_of, quantity
from agents.language.offline_reader.text.equations import equate, fits
from agents.language.offline_reader.text.state import Parses, State, joint, phrase, sign, skip, word
from agents.language.offline_reader.text.units import POWERS, past_of, unit

_DOWN = tuple(
    f"from {its} {apex} to the center of {base}"
    for its, apex in (("its", "peak"), ("the", "vertex"))
    for base in ("the base", "its square base")
)
"""What may follow the height of a right solid without changing it."""
_OF_BASE = {"radius": "radius", "diameter": "diameter", "area": "base_area"}
"""Measures of a base and the measures of the solid that they are."""


# What can be measured


def measure(state: State) -> Parses[Value]:
    """A quantity of the figure."""
    for value, key, _, end in keyed_measure(state):
        if key == "height":
            yield from ((value, last) for last in phrase(end, *_DOWN))
        yield value, _past_brackets(end)
    yield from labelled_measure(state)
    yield from _space_between(state)
    yield from thread_length(state)
    yield from _ratio(state)


Keyed = tuple[Value, str, str, State]
"""A measure of a solid: its value, its key, the solid's name and the state behind it."""


def keyed_measure(state: State) -> Iterator[Keyed]:
    """A measure of a solid with its key and owner: `the radius of the cone`, `its height`, `the slant height`."""
    yield from _with_owner_behind(state)
    for opened in phrase(state, "the length"):
        for of in past_of(opened, 1):
            yield from (found for found in keyed_measure(of) if found[0].dimension == "length")
    yield from _with_owner_before(state)
    yield from _before_or_after(state)
    yield from _without_owner(state)


def _with_owner_behind(state: State) -> Iterator[Keyed]:
    for opened in word(state, "the", "each", "one"):
        for key, after in measure_noun(opened):
            for of in past_of(_past_brackets(after), power_of(dimension_of(key))):
                inside = of if dimension_of(key) == "area" else skip(of, "the interior of")
                for name, end in qualified_solid(inside):
                    yield from ((v, key, name, last) for v, last in of_solid(end, name, key))
                for name, end in _base_of(of) if key in _OF_BASE else ():
                    yield from ((v, _OF_BASE[key], name, last) for v, last in of_solid(end, name, _OF_BASE[key]))


def _base_of(state: State) -> Parses[str]:
    """`the base of the cone`, `the cone's base`."""
    for opened in phrase(state, "the base of"):
        yield from qualified_solid(opened)
    for name, owned in owner(state):
        yield from ((name, end) for end in word(owned, "base"))


def _with_owner_before(state: State) -> Iterator[Keyed]:
    for name, owned in owner(state):
        opened = skip(owned, "interior")
        for key, after in measure_noun(opened):
            # The inner surface of a vessel is not its surface.
            if opened is owned or dimension_of(key) != "area":
                yield from ((v, key, name, end) for v, end in of_solid(after, name, key))


def _before_or_after(state: State) -> Iterator[Keyed]:
    """`its original volume`, `its volume now`: a measure before or after a change."""
    old, new = state.change
    for opened in word(state, "its") if old else ():
        for chosen in word(opened, "original"):
            for key, after in measure_noun(chosen):
                yield from ((v, key, old, end) for v, end in of_solid(after, old, key))
        for key, after in measure_noun(opened):
            for now in word(after, "now"):
                yield from ((v, key, new, end) for v, end in of_solid(now, new, key))


def _without_owner(state: State) -> Iterator[Keyed]:
    for opened in (*word(state, "the"), state):
        for key, after in measure_noun(opened):
            if next(word(after, "of"), None) is None:
                for name in only(after):
                    # `the length` alone is a measure of a box; elsewhere it may be that of a thing on the solid.
                    if key != "length" or after.solid(name).kind == "cuboid":
                        yield from ((v, key, name, end) for v, end in of_solid(after, name, key))


def _past_brackets(state: State) -> State:
    """Past `(AB)` behind a measure: another name for it, if its labels are used nowhere else."""
    for opened in sign(state, "("):
        token = opened.token
        if token is not None and token.groups and sum(set(token.labels) <= set(t.labels) for t in state.tokens) == 1:
            return next(sign(opened.moved(), ")"), state)
    return state


def _space_between(state: State) -> Parses[Value]:
    """`the volume of the space inside the cylinder but outside the cone`, if one is known to be inscribed."""
    heads = (f"{lead}the {space} inside" for lead in ("the volume of ", "") for space in ("space", "solid"))
    for inside in phrase(state, *heads):
        for outer, middle in solid(inside):
            for outside in phrase(middle, "but outside"):
                for inner, end in solid(outside):
                    if any(f"given inscribed({inner}, {outer})" in fact.lines for fact in end.facts):
                        yield Value(f"(volume({outer}) - volume({inner}))", "volume"), end


def _ratio(state: State) -> Parses[Value]:
    for opened in phrase(state, "the ratio of"):
        for first, middle in measure(opened):
            for to in word(middle, "to"):
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


# What it is set equal to


def relative(state: State, like: Value) -> Parses[Value]:
    """A value for `like`: a number with its unit, a multiple of another measure, a new letter."""
    for factor, after in _factors(state):
        for value, end in measure(after):
            if value.dimension == like.dimension:
                yield Value(f"{factor}*({value.text})", like.dimension), end
    yield from ((value, end) for value, end in quantity(state) if fits(value, like))
    if _is_new_letter(state):
        after = state.moved()
        units = (end for (_, power), end in unit(after) if POWERS[power] == like.dimension)
        for end in (*units, after):
            yield Value("", like.dimension, letter=state.tokens[state.at].text), end


def _factors(state: State) -> Parses[str]:
    """`half`, `25% of`."""
    yield from (("(1/2)", end) for end in word(state, "half"))
    for text, after in number(state):
        yield from ((f"({text}/100)", end) for end in phrase(after, "% of"))


def _is_new_letter(state: State) -> bool:
    """Whether the token is a letter without a meaning; a capital only inside dollars and if it is not a point."""
    token = state.token
    if token is None or len(token.text) != 1 or state.meaning(token.text) is not None:
        return False
    used = any(token.text in t.labels for t in state.tokens if len(t.labels) > 1) or token.text in state.labels()
    return bool(token.letter) or (bool(token.groups) and not token.word and not used)


# What follows a noun


def qualified_solid(state: State) -> Parses[str]:
    """A solid with its modifiers."""
    for name, after in solid(state):
        yield from ((name, end) for end in modifiers(past_diagram(after), name))
    for opened in word(state, "a"):
        for three, middle in three_sizes(opened):
            for name, after in solid(middle):
                yield from ((name, end) for end in box_sizes(after, state.at, name, three))
    yield from sphere_of(state, qualified_solid)


def modifiers(state: State, name: str) -> Iterator[State]:
    """With everything that follows the solid, and with less."""
    for opened in word(state, "with"):
        yield from properties(opened, name)
    for opened in phrase(state, ","):
        yield from (skip(after, ",") for after in sizes(opened, name))
    for after in contained(state, name, qualified_solid):
        yield from modifiers(after, name)
    yield from fitting(state, name, qualified_solid)
    yield from vertices(state, name)
    yield from rolled_cone(state, name)
    yield from swept(state, name)
    yield state


def properties(state: State, name: str) -> Iterator[State]:
    """One or more properties of the solid, joined by commas and `and`."""
    for after in _one_property(state, name):
        for between in joint(after):
            yield from properties(between, name)
        yield after


def _one_property(state: State, name: str) -> Iterator[State]:
    """`a base radius of 6 cm`, `edges of length 2`, `3 by 4 by 5`, `a square base`."""
    for opened in (*word(state, "a", "an"), state):
        for key, after in (*measure_noun(opened), *(("edge", end) for end in phrase(opened, "edges of length"))):
            for value, measured in of_solid(after, name, key):
                for of in (*phrase(measured, "of", "which is"), measured):
                    yield from (equate(end, state.at, value, amount) for amount, end in relative(of, value))
    yield from sizes(state, name)
    yield from shaped_base(state, name)
