"""The lifecycle of one request: send, adapt to the server, retry, raise max_tokens, and add up the usage.

Only the HTTP call itself holds a concurrency slot and a budget reservation; a request waiting for a retry holds
neither.
"""

import re
import threading
from dataclasses import dataclass, field
from typing import Literal

from agents.gateway.budget import Budget, prompt_estimate, text_estimate
from agents.gateway.completion import Completion
from agents.gateway.errors import ProviderError, ServerUnusable
from agents.gateway.exchange import Request, Usage
from agents.gateway.model_settings import ModelSettings, Price
from agents.gateway.retry_policy import Clock, EmptyReply, is_transient, retrying
from agents.gateway.server_capabilities import CapabilityCache, ServerCapabilities, learned_from
from agents.gateway.structured_output import without_reasoning
from agents.gateway.wire import Wire, WireFailure

_FILTERED = ("content_filter", "content_policy", "data_inspection_failed", "DataInspectionFailed")
"""Error codes of servers whose content filter rejects a prompt before the model sees it."""
_TOO_LONG = re.compile(r"context.(length|window)|max_(completion_)?tokens|too (long|large)", re.IGNORECASE)
_FREE = Price(input_usd_per_million=0, output_usd_per_million=0)


@dataclass(frozen=True)
class Server:
    """State shared by all calls of a gateway."""

    settings: ModelSettings
    wire: Wire
    capabilities: CapabilityCache
    budget: Budget
    slots: threading.Semaphore
    clock: Clock


@dataclass
class Tally:
    """The usage of all attempts of one request so far."""

    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    tokens_from: Literal["server", "estimate"] = "server"


class LiveCall:
    """One request to a live server, with its retries."""

    def __init__(self, server: Server, request: Request) -> None:
        self.request = request
        self.tally = Tally()
        self._server = server
        self._price = server.settings.prices.get(request.model, _FREE)

    def run(self) -> Completion:
        """The completion; its finish reason is `stop`, `length` or `content_filter`. Raises GatewayError."""
        completion = self._send_with_retries(self.request)
        if completion.finish_reason == "length":
            completion = self._retry_with_more_tokens(completion)
        if completion.refusal:
            return completion.model_copy(update={"finish_reason": "content_filter", "text": completion.refusal})
        if completion.finish_reason not in ("length", "content_filter"):
            return completion.model_copy(update={"finish_reason": "stop"})
        return completion

    def _retry_with_more_tokens(self, cut_off: Completion) -> Completion:
        """A truncated reply, requested once more with twice the max_tokens."""
        try:
            return self._send_with_retries(self.request.model_copy(update={"max_tokens": 2 * self.request.max_tokens}))
        except ProviderError as error:
            # If the server rejects the larger max_tokens, the truncated reply is final.
            if isinstance(error.__cause__, WireFailure) and error.__cause__.status in (400, 422):
                return cut_off
            raise

    def _send_with_retries(self, request: Request) -> Completion:
        try:
            return retrying(self._server.settings, self._server.clock)(self._attempt, request)
        except EmptyReply as error:
            sentence = f"{request.model} returned an empty reply {self._server.settings.tries} times"
            raise ProviderError(sentence, "try again later, raise max_tokens, or choose another model") from error
        except WireFailure as failure:
            if failure.status == 400 and any(code in failure.said for code in _FILTERED):
                return Completion(text=failure.sentence, finish_reason="content_filter")
            kind = ServerUnusable if _is_server_wide(failure) else ProviderError
            raise kind(failure.sentence, remedy(failure, self._server.settings, request)) from failure

    def _attempt(self, request: Request) -> Completion:
        """One attempt, with the request format that the server accepts."""
        known = self._server.capabilities
        used = known.of(request.model)
        while True:
            try:
                completion = self._send(request, used)
            except WireFailure as failure:
                learnt = learned_from(failure, used, request)
                if learnt is None:
                    raise
                known.learn(request.model, learnt)
                used = known.of(request.model)
            else:
                self.request = self.request.model_copy(update={"mode": used.mode})
                return _not_empty(completion)

    def _send(self, request: Request, capabilities: ServerCapabilities) -> Completion:
        """One HTTP call, within the concurrency limit and the budget."""
        server = self._server
        most = self._usage(prompt_estimate(request), request.max_tokens)
        with server.slots, server.budget.reserve(most) as reservation:
            started = server.clock.monotonic()
            took = Usage(calls=1)
            try:
                completion = server.wire.send(capabilities.body(request))
                took = self._booked(completion)
                return completion
            finally:
                reservation.book(took)
                self.tally.usage += took
                self.tally.seconds += server.clock.monotonic() - started

    def _booked(self, completion: Completion) -> Usage:
        if completion.has_usage:
            return self._usage(completion.prompt_tokens, completion.completion_tokens)
        self.tally.tokens_from = "estimate"
        return self._usage(prompt_estimate(self.request), text_estimate(completion.text))

    def _usage(self, prompt_tokens: int, completion_tokens: int) -> Usage:
        return Usage(
            calls=1,
            prompt_tokens=prompt_tokens,
            completion_tokens=completion_tokens,
            cost_usd=self._price.cost_usd(prompt_tokens, completion_tokens),
        )


def _not_empty(completion: Completion) -> Completion:
    """The completion; raises EmptyReply if it has neither text nor a reason for its absence."""
    said_why = completion.refusal or completion.finish_reason in ("length", "content_filter")
    if not said_why and not without_reasoning(completion.text):
        raise EmptyReply("the reply is empty")
    return completion


def _is_server_wide(failure: WireFailure) -> bool:
    """Whether every other request would fail in the same way."""
    return failure.status in (401, 402, 403, 404) or (failure.status == 429 and not is_transient(failure))


def remedy(failure: WireFailure, settings: ModelSettings, request: Request) -> str:
    """What the user can do about a failure that retries did not resolve."""
    key = settings.api_key_env or "the key"
    if failure.status in (401, 403):
        return f"check {key} and that it belongs to {settings.base_url} and may use {request.model}"
    if failure.status == 404:
        return f"check base_url ({settings.base_url}) and that the server has a model called {request.model}"
    if failure.status in (402, 429) and not is_transient(failure):
        return f"the account behind {key} has no credit left: top it up, then start the same run again"
    if failure.status == 429:
        return "lower concurrency or raise tries and total_s, then start the same run again"
    if failure.status in (400, 413, 422) and _TOO_LONG.search(failure.said):
        return f"lower max_tokens of {request.role}, or raise the server's context length"
    if failure.kind == "status" and failure.status < 500:
        return f"the server rejects the request: check the settings of {request.role} and its model {request.model}"
    if failure.kind == "timeout":
        return "raise timeout_s, or choose a faster model"
    return f"check that {settings.base_url} is up, then start the same run again"
