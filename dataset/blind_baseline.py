"""The blind baseline: how often one constant guess per class of question would be close to the answer.

Anyone who answers without looking can do this well; a score means something only above it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

CLOSE = (0.2, 0.4)
"""Relative errors that count as close, those of the field's protocols."""


class BlindGuess(NamedTuple):
    """The best constant guess for one class of question and one bound on its error."""

    quantity: str
    questions: int
    within: float
    """Greatest relative error that counts as close."""
    guess: float
    share: float
    """Share of the questions to which the guess is close."""


def blind_baseline(answers: Iterable[tuple[str, float]]) -> tuple[BlindGuess, ...]:
    """The best guesses for (quantity, answer) pairs, by quantity and bound."""
    by_quantity: dict[str, list[float]] = defaultdict(list)
    for quantity, answer in answers:
        by_quantity[quantity].append(answer)
    return tuple(
        BlindGuess(quantity, len(values), within, *_best_guess(values, within))
        for quantity, values in sorted(by_quantity.items())
        for within in CLOSE
    )


def _best_guess(answers: Sequence[float], within: float) -> tuple[float, float]:
    """The constant that is within a relative error of the most answers, and its share.

    A guess g is close to the answer a if it lies in the interval from a(1 - within) to a(1 + within). Some best guess
    is the lower end of such an interval, so only those are tried.
    """
    intervals = [sorted((a * (1 - within), a * (1 + within))) for a in answers]

    def hits(guess: float) -> int:
        # Slack for a guess that is the end of an interval itself.
        slack = 1e-9 * abs(guess)
        return sum(low - slack <= guess <= high + slack for low, high in intervals)

    best = max((low for low, _ in intervals), key=hits)
    return best, hits(best) / len(answers)
