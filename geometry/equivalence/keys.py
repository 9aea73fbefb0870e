"""Whether the keys of two figures are the same function of the quantity, whatever their letters are called.

Expressions are compared by value at random numbers for their letters: m + n and n + m are one key, m + n and m - n are
two.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from random import Random

import numpy as np

from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.answer_key import letters_of, power_of
from geometry.notation.printer import print_key
from geometry.shapes.state import FigureState

TRIES = 24
"""Random choices of the letters; enough for floors, which hide a small difference at some of them."""
LEAST_TRIES = 4
"""Choices at which both expressions must have a value: a root of a difference has none at some."""
SAME_RELATIVE = 1e-9
MOST_LETTERS = 6
"""Letters that are exchanged to find the same form under other names; no statement has more."""


def unlike_keys(first: s.Figure, second: s.Figure) -> Iterator[str]:
    """A sentence if only one of two figures has a key, or if their keys differ."""
    keys = [figure.key for figure in (first, second) if figure.key]
    if len(keys) == 1:
        yield f"One reading has the line '{print_key(keys[0])}', the other has no key."
    elif len(keys) == 2 and (_powers(first) != _powers(second) or not _same_key(keys[0], keys[1])):
        yield f"One reading has the line '{print_key(keys[0])}', the other '{print_key(keys[1])}'."


def same_expression(first: Sequence[s.Expr], second: Sequence[s.Expr], renamed: Mapping[str, str]) -> bool:
    """Whether expressions of letters have the same values, the letters of the second under their other names."""
    letters = sorted(letters_of(first))
    if {renamed.get(name, name) for name in letters_of(second)} != set(letters):
        return False
    rng = Random(0)
    compared = 0
    for _ in range(TRIES):
        numbers = {name: rng.uniform(0.05, 9.5) for name in letters}
        theirs = {name: numbers[renamed.get(name, name)] for name in letters_of(second)}
        pairs = list(zip(_values(first, numbers), _values(second, theirs), strict=True))
        if not all(_close(a, b) for a, b in pairs):
            return False
        compared += not any(math.isnan(a) for a, _ in pairs)
    return compared >= LEAST_TRIES


def _close(a: float, b: float) -> bool:
    both_missing = math.isnan(a) and math.isnan(b)
    return both_missing or math.isclose(a, b, rel_tol=SAME_RELATIVE, abs_tol=SAME_RELATIVE)


def _same_key(first: s.AnswerKey, second: s.AnswerKey) -> bool:
    ours, theirs = ([key.expression, key.form] for key in (first, second))
    names = sorted(letters_of(theirs))
    if len(names) != len(letters_of(ours)) or len(names) > MOST_LETTERS:
        return False
    orders = permutations(sorted(letters_of(ours)))
    return any(same_expression(ours, theirs, dict(zip(names, order, strict=True))) for order in orders)


def _powers(figure: s.Figure) -> int | None:
    assert figure.key is not None
    return power_of(figure.key.quantity, figure.target)


def _values(expressions: Sequence[s.Expr], numbers: Mapping[str, float]) -> list[float]:
    state = FigureState({}, numbers={name: np.asarray(number) for name, number in numbers.items()})
    with np.errstate(all="ignore"):
        return [float(evaluate(expression, state)) for expression in expressions]
