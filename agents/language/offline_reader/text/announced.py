"""Solids that a statement names by their labels anywhere, so that their vertices are known before they are declared.

`Faces ABC and BCD of tetrahedron ABCD` speaks of the vertices first. Nothing is declared here: a label that is
announced but never becomes a vertex makes a figure that does not parse.
"""

from collections.abc import Iterator
from itertools import pairwise

from agents.language.offline_reader.text.tokens import Token
from agents.language.offline_reader.text.vocabulary import KIND_NOUNS


def announced(tokens: tuple[Token, ...]) -> tuple[frozenset[str], ...]:
    """The label sets of solids named as `pyramid PABCD` or `ABCD is a tetrahedron`; sub-solids of others left out."""
    found = list(_named(tokens))
    return tuple(labels for labels in found if not _made_of_others(labels, found))


def _named(tokens: tuple[Token, ...]) -> Iterator[frozenset[str]]:
    for noun, token in pairwise(tokens):
        if KIND_NOUNS.get(noun.word, "sphere") not in ("sphere", "hemisphere") and len(token.labels) >= 4:
            yield frozenset(token.labels)


def _made_of_others(labels: frozenset[str], found: list[frozenset[str]]) -> bool:
    return any(labels < other for other in found)
