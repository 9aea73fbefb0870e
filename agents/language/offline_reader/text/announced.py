"""Solids named by their labels anywhere in the statement, so that their vertices are known before their declaration.

`Faces ABC and BCD of tetrahedron ABCD` uses the vertices first. Nothing is declared here: an announced label that never
becomes a vertex makes a figure that does not parse.
"""

from itertools import pairwise

from agents.language.offline_reader.text.tokens import Token
from agents.language.offline_reader.text.vocabulary import KIND_NOUNS


def announced(tokens: tuple[Token, ...]) -> tuple[frozenset[str], ...]:
    """The label sets of solids named as in `pyramid PABCD`, without subsets of others."""
    found = [
        frozenset(token.labels)
        for noun, token in pairwise(tokens)
        if KIND_NOUNS.get(noun.word, "sphere") not in ("sphere", "hemisphere") and len(token.labels) >= 4
    ]
    return tuple(labels for labels in found if not any(labels < other for other in found))
