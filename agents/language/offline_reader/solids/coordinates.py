"""Points given by coordinates: `A = (0, 1, 2)`, `the tetrahedron whose vertices are ...`.

Three numbers in brackets are a point; letters as coordinates are read only where they already have a meaning.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.text.algebra import formula, known
from agents.language.offline_reader.text.labelling import placed
from agents.language.offline_reader.text.state import Parses, State, listed, phrase, sign

_VERTICES = ("whose vertices are", "with vertices", "whose vertices are at", "with vertices at", "has vertices")


def triple(state: State) -> Parses[str]:
    """Three numbers in brackets."""
    for opened in sign(state, "("):
        for x, one in formula(opened):
            for comma in sign(one, ","):
                for y, two in formula(comma):
                    for again in sign(two, ","):
                        for z, three in formula(again):
                            for end in sign(three, ")"):
                                yield f"({x.text}, {y.text}, {z.text})", end


def labelled_triple(state: State) -> Parses[tuple[str, str]]:
    """A label with its coordinates."""
    token = state.token
    if token is not None and len(token.labels) == 1:
        for opened in (*sign(state.moved(), "="), state.moved()):
            for text, end in triple(opened):
                # `A = (0,1,2), $B = ...`: a comma inside the dollars may stand before the joint.
                yield (token.labels[0], text), end


def located(state: State) -> Iterator[State]:
    """`A = (0, 1, 2)` for a label that is known."""
    for (label, text), end in labelled_triple(state):
        if known(state, (label,)):
            yield end.with_fact(state.at, f"given {label} = {text}")


def vertices(state: State, name: str) -> Iterator[State]:
    """The four vertices of a tetrahedron, told behind it with their coordinates or as labels."""
    solid = state.solid(name)
    if solid.labels or solid.kind != "tetrahedron":
        return
    for opened in phrase(state, *_VERTICES):
        for found, end in listed(opened, labelled_triple, least=4):
            labels = tuple(label for label, _ in found)
            for made in placed(replace(solid, dashed=True), (labels,)):
                after = end.with_solid(replace(made, dashed=True))
                yield after.with_fact(opened.at, *(f"given {label} = {text}" for label, text in found))
        for texts, end in listed(opened, triple, least=4):
            if len(texts) == 4:
                labels, after = end.take_spare(4)
                for made in placed(solid, (labels,)):
                    after = after.with_solid(replace(made, dashed=True, invented=True))
                    pairs = zip(labels, texts, strict=True)
                    yield after.with_fact(opened.at, *(f"given {label} = {text}" for label, text in pairs))
