"""Clauses about all edges, all faces or all angles at a vertex of a solid: `All edges have length 2`.

They are read for solids on which the words name every edge or face beyond doubt.
"""

from collections.abc import Iterator
from itertools import combinations

from agents.language.offline_reader.solids.bases import equilateral_faces
from agents.language.offline_reader.solids.labelled_measures import face_angle
from agents.language.offline_reader.solids.measures import of_solid
from agents.language.offline_reader.solids.places import corner_run, known_label, polygon
from agents.language.offline_reader.solids.solids import only, solid
from agents.language.offline_reader.text.algebra import Value, formula, quantity
from agents.language.offline_reader.text.equations import equate, equate_all, fits
from agents.language.offline_reader.text.labelling import is_regular, with_labels
from agents.language.offline_reader.text.state import State, listed, phrase, skip, word


def edge_fact(state: State) -> Iterator[State]:
    """Any clause about edges, faces or plane angles."""
    yield from edges_are(state)
    yield from lateral_edges_are(state)
    yield from apex_distance(state)
    yield from faces_meet(state)
    yield from these_faces_meet(state)
    yield from lateral_faces_are(state)
    yield from upright_lateral_edges(state)
    yield from plane_angles(state)


def edges_are(state: State) -> Iterator[State]:
    """`All edges of the pyramid have length 2`, `Each edge of ... is 3`: every edge, whatever the solid."""
    heads = ("all edges of", "every edge of", "each edge of", "all the edges of", "all of the edges of", "the edges of")
    owners = [(name, after) for opened in phrase(state, *heads) for name, after in solid(opened)]
    for opened in phrase(
        state, "all edges", "all its edges", "all the edges", "each edge", "all of its edges", "every edge"
    ):
        owners += [(name, opened) for name in only(opened) if next(word(opened, "of"), None) is None]
    for name, after in owners:
        for verb in phrase(
            after, "have length", "are equal to", "has length", "is", "are", "have a length of", "are of length"
        ):
            for amount, end in quantity(verb):
                for value, last in of_solid(end, name, "edge"):
                    if fits(amount, value):
                        yield equate(last, state.at, value, amount)
                if after.solid(name).kind in ("pyramid", "prism") and is_regular(after.solid(name)):
                    both = Value(f"base_edge({name})", "length"), Value(f"lateral_edge({name})", "length")
                    if fits(amount, both[0]):
                        yield equate_all(end, state.at, both, (amount, amount))


def lateral_edges_are(state: State) -> Iterator[State]:
    """`All its lateral edges are 13 cm`: from the apex to every corner of the base."""
    for opened in phrase(state, "all its lateral edges", "all lateral edges", "each lateral edge", "the lateral edges"):
        for name in only(opened):
            for verb in phrase(
                opened, "are", "is", "are equal to", "have length", "has length", "are all", "are of length"
            ):
                for amount, end in quantity(verb):
                    if end.solid(name).kind != "pyramid" or not end.solid(name).sides or not fits(amount, _LENGTH):
                        continue
                    made, after = with_labels(end, name)
                    if made.dashed or made.invented:
                        (apex,), base = made.groups
                        values = tuple(Value(f"{apex}{corner}", "length") for corner in base)
                        yield equate_all(after, state.at, values, (amount,) * len(values))


_LENGTH = Value("", "length")


def apex_distance(state: State) -> Iterator[State]:
    """`Its apex is 7 cm from each of the other vertices`: the lateral edge of a pyramid."""
    for opened in phrase(state, "its apex is", "its peak is", "the apex is", "the peak is", "its vertex is"):
        for name in only(opened):
            for amount, after in quantity(opened):
                ends = (
                    "from each of the other vertices",
                    "from each of the base vertices",
                    "from each vertex of the base",
                )
                for end in phrase(after, *ends, "from each vertex of its base", "away from each of the other vertices"):
                    for value, last in of_solid(end, name, "lateral_edge"):
                        if fits(amount, value):
                            yield equate(last, state.at, value, amount)


def faces_meet(state: State) -> Iterator[State]:
    """`Faces ABC and BCD of the tetrahedron meet at an angle of 30°`, `These two faces meet at a 30° angle`."""
    for first, after in polygon(state):
        for between in word(after, "and"):
            for second, middle in corner_run(between):
                yield from _meeting_angle(middle, state.at, first, second)


def lateral_faces_are(state: State) -> Iterator[State]:
    """`The lateral faces are equilateral triangles`."""
    for opened in phrase(state, "the lateral faces", "its lateral faces", "all lateral faces", "all its lateral faces"):
        for name in only(opened):
            for end in phrase(opened, "are equilateral triangles", "are all equilateral triangles"):
                yield from equilateral_faces(end, state.at, name)


def upright_lateral_edges(state: State) -> Iterator[State]:
    """`The three lateral edges are mutually perpendicular`, of a triangular pyramid."""
    owners = [(name, after) for after in phrase(state, *_THREE_EDGES) for name in only(after)]
    owners += [(n, end) for of in phrase(state, *(f"{edges} of" for edges in _THREE_EDGES)) for n, end in solid(of)]
    for name, after in owners:
        for verb in phrase(after, "are mutually perpendicular", "are pairwise perpendicular"):
            if verb.solid(name).kind == "pyramid" and verb.solid(name).sides == 3:
                made, end = with_labels(verb, name)
                (apex,), base = made.groups
                lines = (f"given perp(line({apex}, {a}), line({apex}, {b}))" for a, b in combinations(base, 2))
                end = end.with_fact(state.at, *lines)
                yield from (*_with_lengths(end, apex, base), end) if made.dashed or made.invented else ()


_THREE_EDGES = ("the three lateral edges", "the lateral edges", "its lateral edges", "its three lateral edges")


def _with_lengths(state: State, apex: str, base: tuple[str, ...]) -> Iterator[State]:
    for have in phrase(state, "and have lengths", "and their lengths are", "with lengths", "and have lengths of"):
        for amounts, end in listed(have, quantity, least=3):
            values = tuple(Value(f"{apex}{corner}", "length") for corner in base)
            if len(amounts) == 3 and all(map(fits, amounts, values)):
                yield equate_all(end, have.at, values, amounts)


def these_faces_meet(state: State) -> Iterator[State]:
    """`These two faces meet at a 30° angle`: the two faces named last."""
    for opened in phrase(state, "these two faces", "these faces", "the two faces"):
        if len(state.faces) >= 2:
            yield from _meeting_angle(opened, state.at, *state.faces[-2:])


def _meeting_angle(state: State, first: int, one: tuple[str, ...], two: tuple[str, ...]) -> Iterator[State]:
    for after in _of_solid(state):
        for verb in phrase(after, *_MEET):
            for value in face_angle(after, one, two):
                for amount, end in formula(verb):
                    if amount.dimension == "angle":
                        yield equate(skip(end, "angle", "dihedral angle"), first, value, amount)


_MEET = (
    "meet at an angle of",
    "form a dihedral angle of",
    "meet at a",
    "form an angle of",
    "meet at",
    "meet each other at a",
    "meet each other at an angle of",
    "form a",
    "form an",
)


def _of_solid(state: State) -> Iterator[State]:
    for of in word(state, "of"):
        for _, end in solid(of):
            yield end
    yield state


def plane_angles(state: State) -> Iterator[State]:
    """`All plane angles at vertex S are right angles`: three faces meet there at right angles."""
    for opened in phrase(
        state, "all plane angles with vertex", "all plane angles at vertex", "all the plane angles at vertex"
    ):
        for corner, after in known_label(opened):
            rest = [
                tuple(x for x in k.labels if x != corner)
                for k in state.solids
                if corner in k.labels and len(k.labels) == 4
            ]
            for end in phrase(after, "are equal to 90 °", "are right angles", "are 90 °", "are right", "equal 90 °"):
                if len(rest) == 1:
                    pairs = combinations(rest[0], 2)
                    yield end.with_fact(state.at, *(f"given right_angle({a}, {corner}, {b})" for a, b in pairs))
