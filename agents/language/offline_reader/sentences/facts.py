"""Clauses about a solid: `A cone has ...`, `ABCD is a tetrahedron`, `The can is 6 inches tall`.

Each rule reads a whole clause and yields the state behind it; a clause that repeats known facts adds nothing.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from agents.language.offline_reader.sentences.cuts import cut_by, sphere_cut
from agents.language.offline_reader.sentences.measure_facts import measure_fact
from agents.language.offline_reader.sentences.phrases import modifiers, properties, qualified_solid
from agents.language.offline_reader.solids.bases import base_clause, base_measured
from agents.language.offline_reader.solids.containment import contained
from agents.language.offline_reader.solids.labelled_measures import cutting_plane, face_angle
from agents.language.offline_reader.solids.measures import of_solid
from agents.language.offline_reader.solids.places import corner_run, polygon
from agents.language.offline_reader.solids.sizes import extents
from agents.language.offline_reader.solids.solids import only, owner, past_diagram, redescribed, solid
from agents.language.offline_reader.solids.threads import thread
from agents.language.offline_reader.text.algebra import formula, quantity
from agents.language.offline_reader.text.equations import equate, fits
from agents.language.offline_reader.text.labelling import placed
from agents.language.offline_reader.text.state import Parses, State, listed, phrase, skip, word


def fact(state: State) -> Iterator[State]:
    """Any clause about solids."""
    for name, after in qualified_solid(state):
        yield from _predicate(replace(after, subject=name), name)
    if state.subject:
        # `... and is inscribed in a sphere`: the subject is that of the clause before.
        yield from _predicate(state, state.subject)
    yield from measure_fact(state)
    yield from _labels_are(state)
    yield from _shaped_like(state)
    yield from _base_is(state)
    yield from _apex_distance(state)
    yield from _faces_meet(state)
    yield from _plane_angles(state)
    yield from _repeated(state)
    yield from (end for _, end in qualified_solid(state) if len(end.solids) > len(state.solids))


def _predicate(state: State, name: str) -> Iterator[State]:
    """A verb and what it says of the solid."""
    for have in phrase(state, "has", "has a"):
        yield from properties(have, name)
    for verb in word(state, "is"):
        yield from extents(verb, name)
        for after in redescribed(verb, name):
            yield from modifiers(after, name)
    for have in word(state, "has"):
        yield from thread(have)
    yield from contained(skip(state, "is"), name, qualified_solid)
    yield from sphere_cut(state, name)
    for by in phrase(state, "is cut by"):
        for plane, end in cutting_plane(by):
            yield from cut_by(end, name, plane)


def _labels_are(state: State) -> Iterator[State]:
    """`ABCDEFGH is a cube with volume 1`: the labels before the noun."""
    token = state.token
    if token is None or len(token.labels) < 4 or (state.solids and set(token.labels) <= state.declared()):
        return
    for verb in word(past_diagram(state.moved()), "is"):
        for name, described in solid(verb):
            made = described.solid(name)
            if not made.labels and made.span[0] >= verb.at:
                for labelled in placed(replace(made, span=(state.at, made.span[1])), token.groups):
                    yield from modifiers(past_diagram(described.with_solid(labelled)), name)


def _shaped_like(state: State) -> Iterator[State]:
    """`A can is in the shape of a cylinder`: another noun for the solid."""
    opened = skip(state, "a")
    token = opened.token
    for verb in phrase(opened.moved(), "is in the shape of") if token is not None and token.word.isalpha() else ():
        for name, after in solid(verb):
            made = after.solid(name)
            if token is not None and made.span[0] >= verb.at:
                called = replace(made, nouns=made.nouns | {token.word}, span=(state.at, made.span[1]))
                yield from modifiers(after.with_solid(called), name)


def _base_is(state: State) -> Iterator[State]:
    """`Its bases are equilateral triangles with side length 12`, `The pyramid's base has edges measuring 7 feet`."""
    for of in phrase(state, "the base of"):
        for name, after in solid(of):
            for verb in word(after, "is"):
                yield from base_clause(verb, name)
    for verb in phrase(state, "the base is", "its bases are"):
        for name in only(verb):
            yield from base_clause(verb, name)
    for name, owned in owner(state):
        for has in phrase(owned, "base has"):
            yield from base_measured(has, name)


def _apex_distance(state: State) -> Iterator[State]:
    """`Its apex is 7 cm from each of the other vertices`: the lateral edge of a pyramid."""
    for opened in phrase(state, "its apex is", "its peak is"):
        for name in only(opened):
            for amount, after in quantity(opened):
                for end in phrase(after, "from each of the other vertices"):
                    for value, last in of_solid(end, name, "lateral_edge"):
                        if fits(amount, value):
                            yield equate(last, state.at, value, amount)


def _faces_meet(state: State) -> Iterator[State]:
    """`Faces ABC and BCD of the tetrahedron meet at an angle of 30°`, `These two faces meet each other at a ...`."""
    for one, after in polygon(state):
        for between in word(after, "and"):
            for two, middle in corner_run(between):
                yield from _meeting_angle(middle, state.at, one, two)
    for opened in phrase(state, "these two faces") if len(state.faces) >= 2 else ():
        yield from _meeting_angle(opened, state.at, *state.faces[-2:])


def _meeting_angle(state: State, first: int, one: tuple[str, ...], two: tuple[str, ...]) -> Iterator[State]:
    for after in (*(end for of in word(state, "of") for _, end in solid(of)), state):
        for verb in phrase(after, "meet at an angle of", "meet each other at a"):
            for value in face_angle(after, one, two):
                for amount, end in formula(verb):
                    if amount.dimension == "angle":
                        yield equate(skip(end, "angle"), first, value, amount)


def _plane_angles(state: State) -> Iterator[State]:
    """`All plane angles with vertex S are equal to 90°`: three faces meet there at right angles."""
    for opened in phrase(state, "all plane angles with vertex"):
        for (corner,), after in opened.known_run(1):
            solids = [known for known in state.solids if corner in known.labels and len(known.labels) == 4]
            for end in phrase(after, "are equal to 90 °") if len(solids) == 1 else ():
                pairs = combinations((label for label in solids[0].labels if label != corner), 2)
                yield end.with_fact(state.at, *(f"given right_angle({a}, {corner}, {b})" for a, b in pairs))


def _repeated(state: State) -> Iterator[State]:
    """What only repeats that one solid is inscribed in another, or that points are in space."""
    if any("inscribed(" in line for known in state.facts for line in known.lines):
        for opened in phrase(state, "all eight of its vertices are on", "its bases are parallel to the base of"):
            yield from (end for _, end in solid(opened))
    for _, after in listed(skip(state, "points", "point"), _known_label):
        yield from phrase(after, "are in space", "lies in space")


def _known_label(state: State) -> Parses[tuple[str, ...]]:
    yield from state.known_run(1)
