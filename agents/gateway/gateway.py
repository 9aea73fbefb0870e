"""The gateway to the models: the source of every reply for every role.

`live` asks a server and records the replies; a recorded request is never sent, and never paid for, again. `recorded`
uses a cassette only: a missing recording raises MissingRecording, without a call. `offline` raises OfflineAsked for
every request, since the roles' offline twins should run. Replies are returned as text; the roles judge their content.
"""

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import TracebackType

from pydantic import BaseModel

from agents.gateway.asker import Asker, Message, Role
from agents.gateway.budget import Budget
from agents.gateway.call import LiveCall, Server
from agents.gateway.completion import Completion
from agents.gateway.errors import (
    GatewayError,
    MissingRecording,
    ModelRefused,
    OfflineAsked,
    ProviderError,
    ReplyTruncated,
)
from agents.gateway.exchange import Exchange, ExchangeStore, FinishReason, Request, canonical_json
from agents.gateway.model_settings import OFFLINE, ModelSettings, Source
from agents.gateway.retry_policy import Clock
from agents.gateway.server_capabilities import CapabilityCache
from agents.gateway.structured_output import bare_json, without_reasoning
from agents.gateway.wire import Wire

_QUOTED_REFUSAL = 300
"""Characters of a model's refusal that are quoted in the error."""


class Gateway:
    """One server, one store of exchanges, one budget, for all threads of a run. Close it, or use it in a `with`."""

    def __init__(
        self,
        settings: ModelSettings,
        book: ExchangeStore,
        source: Source,
        budget: Budget | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._settings = settings
        self._book = book
        self._source = source
        self._flights = _KeyedLocks()
        self._server = Server(
            settings=settings,
            wire=Wire(settings),
            capabilities=CapabilityCache(settings.reply_mode),
            budget=budget or Budget(),
            slots=threading.BoundedSemaphore(settings.concurrency),
            clock=clock or Clock(),
        )
        if source == "live" and settings.models:
            self._check_start()

    def __enter__(self) -> "Gateway":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._server.wire.close()

    def answers(self, role: Role) -> bool:
        """Whether this role asks a model; if not, its offline twin runs."""
        return self._source != "offline" and self._settings.role(role).model != OFFLINE

    def for_problem(self, problem_id: str) -> Asker:
        """A source of replies for one problem."""
        return _ProblemAsker(self, problem_id)

    def request(self, role: Role, messages: Sequence[Message], schema: type[BaseModel] | None = None) -> Request:
        """The request for a conversation; recordings are found by its key."""
        chosen = self._settings.role(role)
        return Request(
            role=role,
            model=chosen.model,
            messages=tuple(messages),
            schema_name=re.sub(r"[^\w-]+", "_", schema.__name__, flags=re.ASCII)[:64] if schema else "",
            schema_text=_schema_text(schema) if schema else "",
            temperature=chosen.temperature,
            max_tokens=chosen.max_tokens,
            extra=chosen.extra,
        )

    def exchange(self, problem_id: str, request: Request) -> Exchange:
        """The recorded or live exchange for a request."""
        if not self.answers(request.role):
            sentence = "a model was asked although this role runs offline"
            raise OfflineAsked(sentence, "set a model for the role and --agents live", problem_id, request.role)
        key = request.key
        with self._flights.hold(key):
            if found := self._book.find(key):
                return found
            if self._source == "recorded":
                sentence = f"there is no recording of this question to {request.model}"
                advice = (
                    "record it with --agents live, or replay with the prompts, models and settings of the recording"
                )
                raise MissingRecording(sentence, advice, problem_id, request.role)
            return self._pay(problem_id, request)

    def _pay(self, problem_id: str, request: Request) -> Exchange:
        """Ask the server and record the exchange, including tokens spent without a usable reply."""
        call = LiveCall(self._server, request)
        try:
            completion = call.run()
        except GatewayError as error:
            if call.tally.usage.tokens:
                lost = Completion(text="", finish_reason="gave_up")
                self._book.add(_written(problem_id, call, lost, self._free_key(request.key)))
            raise error.at(problem_id, request.role) from error.__cause__
        paid = _written(problem_id, call, completion, request.key)
        self._book.add(paid)
        return paid

    def _free_key(self, key: str) -> str:
        """A separate key for tokens spent without a usable reply, so that the request itself is sent again."""
        number = 1
        while self._book.find(f"{key}/gave-up-{number}"):
            number += 1
        return f"{key}/gave-up-{number}"

    def _check_start(self) -> None:
        """Fail before a live run without an API key, or with a dollar budget and a model without a price."""
        settings = self._settings
        if settings.lacks_key:
            sentence = f"there is no API key for {settings.base_url}"
            advice = f'export {settings.api_key_env}=..., or set api_key_env = "" for a server without keys'
            raise ProviderError(sentence, advice)
        unpriced = [model for model in settings.models if model not in settings.prices]
        if unpriced and self._server.budget.limits.usd != "unlimited":
            sentence = f"a budget in dollars needs the price of {', '.join(unpriced)}"
            raise ProviderError(sentence, f'state it under [models.prices."{unpriced[0]}"], or use --budget-tokens')
        for model in unpriced:
            self._server.clock.warn(f"no price is stated for {model}: its cost is counted as 0")


@cache
def _schema_text(schema: type[BaseModel]) -> str:
    return canonical_json(schema.model_json_schema())


class _ProblemAsker:
    """The gateway bound to one problem."""

    def __init__(self, gateway: Gateway, problem_id: str) -> None:
        self._gateway = gateway
        self._problem_id = problem_id

    def ask(self, role: Role, messages: Sequence[Message], schema: type[BaseModel] | None = None) -> str:
        request = self._gateway.request(role, messages, schema)
        exchange = self._gateway.exchange(self._problem_id, request)
        if exchange.finish_reason == "content_filter":
            sentence = f"{request.model} refused to answer: {exchange.reply[:_QUOTED_REFUSAL]}".rstrip(".: ")
            raise ModelRefused(
                sentence, f"choose another model for {role}, or leave this problem out", self._problem_id, role
            )
        if exchange.finish_reason == "length":
            sentence = f"the reply of {request.model} was cut off, even with {2 * request.max_tokens} tokens"
            raise ReplyTruncated(
                sentence, f"raise max_tokens of {role}, or the server's context length", self._problem_id, role
            )
        return bare_json(exchange.reply) if schema else without_reasoning(exchange.reply)


class _KeyedLocks:
    """A lock per key: one thread at a time per key; threads with other keys do not wait."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, tuple[threading.Lock, int]] = {}

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        with self._lock:
            turn, count = self._waiting.get(key, (threading.Lock(), 0))
            self._waiting[key] = (turn, count + 1)
        try:
            with turn:
                yield
        finally:
            with self._lock:
                turn, count = self._waiting.pop(key)
                if count > 1:
                    self._waiting[key] = (turn, count - 1)


def _written(problem_id: str, call: LiveCall, completion: Completion, key: str) -> Exchange:
    """The exchange as stored."""
    request, usage = call.request, call.tally.usage
    finish: dict[str, FinishReason] = {"length": "length", "content_filter": "content_filter", "gave_up": "gave_up"}
    return Exchange(
        key=key,
        problem_id=problem_id,
        role=request.role,
        model=request.model,
        request_json=canonical_json(request.model_dump(mode="json")),
        reply=completion.text,
        finish_reason=finish.get(completion.finish_reason, "stop"),
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        tokens_from=call.tally.tokens_from,
        cost_usd=usage.cost_usd,
        seconds=call.tally.seconds,
        attempts=usage.calls,
    )
