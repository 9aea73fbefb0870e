"""Clauses about a solid as a whole: `A cone has ...`, `ABCD is a tetrahedron`, `The can is 6 inches tall`.

Each rule reads a whole clause and yields the state behind it; what only repeats what is known adds nothing.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.sentences.cuts import cut_by, sphere_cut
from agents.language.offline_reader.sentences.edge_facts import edge_fact
from agents.language.offline_reader.sentences.measure_facts import measure_fact
from agents.language.offline_reader.sentences.phrases import modifiers, properties, qualified_solid
from agents.language.offline_reader.sentences.recasting import recast
from agents.language.offline_reader.sentences.relations import equation
from agents.language.offline_reader.solids.bases import base_clause, base_measured, shaped_as
from agents.language.offline_reader.solids.containment import contained
from agents.language.offline_reader.solids.labelled_measures import cutting_plane
from agents.language.offline_reader.solids.places import known_label
from agents.language.offline_reader.solids.regions import placed_on
from agents.language.offline_reader.solids.rolled import swept
from agents.language.offline_reader.solids.sizes import extent, sizes
from agents.language.offline_reader.solids.solids import only, owner, past_diagram, redescribed, solid
from agents.language.offline_reader.solids.threads import thread
from agents.language.offline_reader.text.labelling import placed
from agents.language.offline_reader.text.state import Parses, State, joint, listed, phrase, skip, word


def fact(state: State) -> Iterator[State]:
    """Any clause about solids."""
    yield from about_solid(state)
    yield from elliptic(state)
    yield from measure_fact(state)
    yield from labels_are(state)
    yield from shaped_like(state)
    yield from base_is(state)
    yield from base_has(state)
    yield from edge_fact(state)
    yield from on_a_sphere(state)
    yield from idle_fact(state)
    for _, end in qualified_solid(state):
        if len(end.solids) > len(state.solids):
            yield end


_HAVE = ("has", "have", "will have", "has a", "had")


def about_solid(state: State) -> Iterator[State]:
    """A solid and what is said of it: `A right circular cone has a base radius of 6 cm and slant height 10 cm`."""
    for name, after in qualified_solid(state):
        after = replace(skip(after, ","), subject=name) if _verb_follows(after) else replace(after, subject=name)
        yield from predicate(after, name)


def elliptic(state: State) -> Iterator[State]:
    """`... and is inscribed in a sphere`: the subject was named in the clause before."""
    if state.subject:
        yield from predicate(state, state.subject)


def holding(state: State, name: str) -> Iterator[State]:
    """Behind `A cone ... has`: `a sphere inscribed in it`."""
    for inner, after in solid(state):
        for end in phrase(after, "inscribed in it", "inscribed inside it"):
            if inner != name:
                yield end.with_fact(state.at, f"given inscribed({inner}, {name})")


def _verb_follows(state: State) -> bool:
    return next(phrase(state, ", has", ", is", ", measures"), None) is not None


def predicate(state: State, name: str) -> Iterator[State]:
    """What a verb says of the solid."""
    for have in phrase(state, *_HAVE, "that has"):
        yield from properties(have, name)
        yield from equation(have)
    for verb in phrase(state, "is", "was", "that is", "which is", "are"):
        yield from _extent_list(verb, name)
    for verb in phrase(state, "measures", "is", "measuring", ", measuring", ","):
        for end in sizes(verb, name):
            yield skip(end, ",")
    for verb in word(state, "is"):
        for after in redescribed(verb, name):
            yield from modifiers(after, name)
    for verb in word(state, "is"):
        yield from swept(verb, name)
        drawn = past_diagram(verb)
        if drawn.at > verb.at:
            yield drawn
    for have in word(state, "has"):
        yield from thread(have)
        yield from holding(have, name)
    yield from recast(state, name, qualified_solid)
    yield from placed_on(state, name, qualified_solid)
    yield from contained(skip(state, "is"), name, qualified_solid)
    yield from contained(state, name, qualified_solid)
    yield from sphere_cut(state, name)
    for by in phrase(state, "is cut by", "is sliced by", "is divided by", "is cut with", "is intersected by"):
        for plane, end in cutting_plane(by):
            yield from cut_by(end, name, plane)


def _extent_list(state: State, name: str) -> Iterator[State]:
    for end in extent(state, name):
        for between in (*joint(end), *phrase(end, "and is")):
            yield from _extent_list(between, name)
            for have in phrase(between, "has"):
                yield from properties(have, name)
        for have in phrase(end, "and has", ", has", "with"):
            yield from properties(have, name)
        yield end


def labels_are(state: State) -> Iterator[State]:
    """`ABCDEFGH is a cube with volume 1`: the labels first, then what they are."""
    token = state.token
    if token is None or len(token.labels) < 4 or (state.solids and set(token.labels) <= state.declared()):
        return
    after = past_diagram(state.moved())
    for verb in phrase(after, "is", "be"):
        for name, described in solid(verb):
            made = described.solid(name)
            if made.labels or made.span[0] < verb.at:
                continue
            spanned = replace(made, span=(state.at, made.span[1]))
            for labelled in placed(spanned, token.groups):
                yield from modifiers(past_diagram(described.with_solid(labelled)), name)


def shaped_like(state: State) -> Iterator[State]:
    """`A tin has the shape of a cylinder`: another word for the solid."""
    opened = skip(state, "a", "the", "an")
    token = opened.token
    if token is None or not token.word.isalpha():
        return
    for verb in phrase(opened.moved(), "is in the shape of", "has the shape of", "is shaped like", "in the shape of"):
        for name, after in solid(verb):
            made = after.solid(name)
            if made.span[0] < verb.at:
                continue
            called = replace(made, nouns=made.nouns | {token.word}, span=(state.at, made.span[1]))
            yield from modifiers(after.with_solid(called), name)


def base_is(state: State) -> Iterator[State]:
    """`Its bases are equilateral triangles with side length 12`, `The base of the pyramid is a square of side 4`."""
    for opened in phrase(state, "the base", "its base", "the bases", "its bases", "base"):
        for of in phrase(opened, "of"):
            for name, after in solid(of):
                for verb in phrase(after, "is", "are"):
                    yield from base_clause(verb, name)
        for name in only(opened):
            for verb in phrase(opened, "is", "are"):
                yield from base_clause(verb, name)


def base_has(state: State) -> Iterator[State]:
    """`The pyramid's base has edges measuring 7 feet each`, `Its square base measures 3 cm by 4 cm`."""
    owners = [*owner(state), *((name, after) for after in word(state, "the") for name in only(after))]
    for name, owned in owners:
        for opened in phrase(owned, "base", "square base", "square bases", "rectangular base", "bases"):
            adjective = opened.tokens[opened.at - 2].word
            shaped = {"square": "square", "rectangular": "rectangle"}.get(adjective, "")
            for ready in shaped_as(opened, name, shaped) if shaped else (opened,):
                for verb in phrase(ready, "has", "have", "measures", "measure", "is", "are"):
                    yield from base_measured(verb, name)


def _second_solid(state: State) -> Parses[str]:
    """`the cylinder and cone`: the article may stand once for both."""
    yield from solid(state)
    token = state.token
    found = [known for known in state.solids if token is not None and token.word in known.nouns]
    if len(found) == 1:
        yield found[0].name, state.moved()


_ALL_VERTICES = (
    "all the vertices of",
    "all vertices of",
    "the vertices of",
    "all of the vertices of",
    "all four vertices of",
)


def on_a_sphere(state: State) -> Iterator[State]:
    """`All the vertices of the pyramid lie on the surface of sphere O`."""
    for opened in phrase(
        state, *_ALL_VERTICES, "the four vertices of", "the eight vertices of", "all eight vertices of"
    ):
        for name, after in qualified_solid(opened):
            for verb in phrase(
                after, "lie on", "are on", "are all on", "all lie on", "are all located on", "all are on"
            ):
                for ball, end in solid(skip(verb, "the surface of", "the same")):
                    if end.solid(ball).kind == "sphere":
                        yield end.with_fact(state.at, f"given inscribed({name}, {ball})")


def idle_fact(state: State) -> Iterator[State]:
    """What only repeats that one solid is inscribed in the other."""
    if any("inscribed(" in line for fact_ in state.facts for line in fact_.lines):
        for opened in phrase(
            state, "all of its vertices", "all its vertices", "all eight of its vertices", "its vertices"
        ):
            for verb in phrase(opened, "are on", "lie on"):
                for _, end in solid(verb):
                    yield end
        for opened in phrase(state, "their axes coincide", "the axes coincide"):
            yield opened
        for opened in phrase(state, "the axes of"):
            for _, after in solid(opened):
                for between in word(after, "and"):
                    for _, middle in _second_solid(between):
                        yield from phrase(middle, "coincide", "are the same")
        for opened in phrase(state, "its bases are parallel to the base of", "one base lies on the base of"):
            for _, end in solid(opened):
                yield end
    token = skip(state, "points", "the points", "point", "the point")
    for names, after in listed(token, known_label):
        for end in phrase(after, "are in space", "are points in space", "lie in space", "lies in space", "is in space"):
            if names:
                yield end
