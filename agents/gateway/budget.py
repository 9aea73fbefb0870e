"""A bound on tokens and dollars that calls under way cannot break.

Before a call the most it may take is set aside; after it, what it took is booked. A call that does not fit beside
those under way waits for them; one that does not fit at all is refused. Prompt tokens are estimated before the call,
so a reply's own accounting may differ a little; nothing else can exceed the bound.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from agents.gateway.errors import BudgetSpent
from agents.gateway.exchange import Request, Usage
from geometry.record import Record

_BYTES_PER_TOKEN = 2
"""Cautious: English has about four bytes a token, formulas and Chinese two to three."""
_TOKENS_PER_MESSAGE = 8
"""What chat templates add around a message."""


class Limits(Record):
    """How much may be spent, over all sessions of a run."""

    tokens: int | Literal["unlimited"] = "unlimited"
    """Prompt and completion tokens."""
    usd: float | Literal["unlimited"] = "unlimited"
    """US dollars by the stated prices."""


class Reservation:
    """What is set aside for one call; `book` replaces it by what the call took."""

    def __init__(self) -> None:
        self.took = Usage()

    def book(self, took: Usage) -> None:
        """Say what the call took. Without it the call counts as free."""
        self.took = took


class Budget:
    """The money box of a run. Thread-safe."""

    def __init__(self, limits: Limits | None = None, spent: Usage | None = None) -> None:
        self.limits = limits or Limits()
        self._spent = spent or Usage()
        self._under_way: list[Usage] = []
        self._changed = threading.Condition()

    @property
    def spent(self) -> Usage:
        """What was booked, earlier sessions included."""
        with self._changed:
            return self._spent

    @contextmanager
    def reserve(self, most: Usage) -> Iterator[Reservation]:
        """Set aside the most a call may take, waiting for calls under way if it fits without them."""
        with self._changed:
            while not self._fits(sum(self._under_way, self._spent) + most):
                if not self._fits(self._spent + most):
                    raise self._refusal(most)
                self._changed.wait()
            self._under_way.append(most)
        reservation = Reservation()
        try:
            yield reservation
        finally:
            with self._changed:
                self._under_way.remove(most)
                self._spent += reservation.took
                self._changed.notify_all()

    def _fits(self, usage: Usage) -> bool:
        tokens, usd = self.limits.tokens, self.limits.usd
        return (tokens == "unlimited" or usage.tokens <= tokens) and (usd == "unlimited" or usage.cost_usd <= usd)

    def _refusal(self, most: Usage) -> BudgetSpent:
        tokens, usd = self.limits.tokens, self.limits.usd
        if tokens != "unlimited" and (self._spent + most).tokens > tokens:
            sentence = f"{self._spent.tokens} of {tokens} tokens are spent and the next call may take {most.tokens}"
            return BudgetSpent(sentence, "raise --budget-tokens, or lower max_tokens, and start the same run again")
        sentence = f"${self._spent.cost_usd:.4f} of ${usd} are spent and the next call may cost ${most.cost_usd:.4f}"
        return BudgetSpent(sentence, "raise --budget-usd, or lower max_tokens, and start the same run again")


def prompt_estimate(request: Request) -> int:
    """Prompt tokens of a request, cautiously: rather too many than too few."""
    texts = [message.content for message in request.messages] + [request.schema_text]
    return sum(text_estimate(text) + _TOKENS_PER_MESSAGE for text in texts)


def text_estimate(text: str) -> int:
    """Tokens of a text, cautiously."""
    return len(text.encode()) // _BYTES_PER_TOKEN + 1
