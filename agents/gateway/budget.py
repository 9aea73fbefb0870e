"""A budget of tokens and dollars that concurrent calls cannot exceed.

Before a call its maximum cost is reserved; after it, the actual cost is recorded. A call that does not fit beside the
calls in flight waits for them; one that does not fit at all raises BudgetSpent. Prompt tokens are estimated before the
call, so the server's own count may differ slightly; nothing else can exceed the budget.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from agents.gateway.errors import BudgetSpent
from agents.gateway.exchange import Request, Usage
from geometry.record import Record

_BYTES_PER_TOKEN = 2
"""A conservative estimate: English has about four bytes per token, formulas and Chinese two to three."""
_TOKENS_PER_MESSAGE = 8
"""Tokens that chat templates add around a message."""


class Limits(Record):
    """The budget over all sessions of a run."""

    tokens: int | Literal["unlimited"] = "unlimited"
    """Prompt and completion tokens."""
    usd: float | Literal["unlimited"] = "unlimited"
    """US dollars by the stated prices."""


class Reservation:
    """The maximum reserved for one call; `book` replaces it by the actual usage."""

    def __init__(self) -> None:
        self.took = Usage()

    def book(self, took: Usage) -> None:
        """Record the actual usage of the call. Without it the call counts as free."""
        self.took = took


class Budget:
    """The budget of a run. Thread-safe."""

    def __init__(self, limits: Limits | None = None, spent: Usage | None = None) -> None:
        self.limits = limits or Limits()
        self._spent = spent or Usage()
        self._under_way: list[Usage] = []
        self._changed = threading.Condition()

    @property
    def spent(self) -> Usage:
        """The recorded usage, including earlier sessions."""
        with self._changed:
            return self._spent

    @contextmanager
    def reserve(self, most: Usage) -> Iterator[Reservation]:
        """Reserve the maximum of a call, waiting for calls in flight if it fits without them."""
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
    """A conservative estimate of the prompt tokens of a request: rather too high than too low."""
    texts = [message.content for message in request.messages] + [request.schema_text]
    return sum(text_estimate(text) + _TOKENS_PER_MESSAGE for text in texts)


def text_estimate(text: str) -> int:
    """A conservative estimate of the tokens of a text."""
    return len(text.encode()) // _BYTES_PER_TOKEN + 1
