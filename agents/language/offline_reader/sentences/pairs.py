"""Two solids of one kind told together: `Two spheres have radii 3 and 4`, `the ratio of their volumes`.

Ratios are taken in the order in which the numbers stand. A pair that is told one by one has no order of its own, and
`their` is not read for it.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.measures import measure_noun, of_solid
from agents.language.offline_reader.text.algebra import Value, number, quantity
from agents.language.offline_reader.text.equations import equate_all, fits
from agents.language.offline_reader.text.state import Parses, Solid, State, listed, phrase, sign, skip, word

_KINDS = {"spheres": "sphere", "cubes": "cube", "balls": "sphere", "hemispheres": "hemisphere"}
_NOUNS = {"radii": "radius", "radiuses": "radius", "edges": "edge", "edge lengths": "edge", "side lengths": "edge"}
_NOUNS |= {
    "diameters": "diameter",
    "volumes": "volume",
    "surface areas": "surface",
    "edges of length": "edge",
    "sides": "edge",
}


def pair_clause(state: State) -> Iterator[State]:
    """Any clause that introduces a pair."""
    for pair, after in _pair(state):
        for have in phrase(after, "have", "with", "has"):
            for key, noun in _noun(have):
                yield from _measured(skip(noun, "of"), state.at, pair, key)
    for opened in phrase(state, "the ratio of the", "the"):
        for key, noun in _noun(opened):
            for of in word(noun, "of"):
                for pair, after in _pair(of):
                    yield from _related(after, state.at, pair, key)


def _pair(state: State) -> Parses[tuple[str, str]]:
    for opened in phrase(state, "two"):
        token = opened.token
        if token is not None and token.word in _KINDS and not state.solids:
            kind, span = _KINDS[token.word], (state.at, state.at + 1)
            end = opened.moved()
            for name, mark in (("k", "first"), ("k2", "second")):
                end = end.with_solid(Solid(name, kind, frozenset({kind}), span, frozenset({mark})))
            yield ("k", "k2"), replace(end, pair=("k", "k2"))


def _noun(state: State) -> Parses[str]:
    for words, key in _NOUNS.items():
        for end in phrase(state, words):
            yield key, end


def _measured(state: State, first: int, pair: tuple[str, str], key: str) -> Iterator[State]:
    for amounts, end in listed(state, quantity, least=2):
        values = [value for name in pair for value, _ in of_solid(end, name, key)]
        alike = len(amounts) == len(values) == 2 and amounts[0].dimension == amounts[1].dimension
        if alike and all(map(fits, amounts, values)):
            yield equate_all(end, first, tuple(values), amounts)
    yield from _related(state, first, pair, key)


def _related(state: State, first: int, pair: tuple[str, str], key: str) -> Iterator[State]:
    """`in the ratio 2:3`, `is 2:3`."""
    for verb in phrase(state, "is", "are in the ratio", "in the ratio", "are in the ratio of", "in a ratio of"):
        for one, after in number(verb):
            for colon in (*sign(after, ":"), *word(after, "to")):
                for two, end in number(colon):
                    for a, _ in of_solid(end, pair[0], key):
                        for b, _ in of_solid(end, pair[1], key):
                            yield end.with_fact(first, f"given ({two})*{a.text} = ({one})*{b.text}")


def their_ratio(state: State) -> Parses[Value]:
    """`the ratio of their volumes`, for solids that were introduced as a pair."""
    if state.pair[0]:
        for opened in phrase(state, "the ratio of their", "the ratio of the"):
            for key, end in (*_noun(opened), *measure_noun(opened)):
                for a, _ in of_solid(end, state.pair[0], key):
                    for b, _ in of_solid(end, state.pair[1], key):
                        for last in (*phrase(end, "of the two spheres", "of the spheres", "of the cubes"), end):
                            yield Value(f"({a.text}) / ({b.text})", "number"), last
