"""Records of a request to a model and its reply (an exchange), and the interface of their storage.

The key of an exchange is the hash of everything that can change its reply: role, model, messages, schema, sampling
settings. The reply mode and the server's address are not part of it, so that a recording made on one machine is found
on another. The API key is not in any record.
"""

import hashlib
import json
import threading
from collections.abc import Iterable
from typing import Any, Literal, Protocol

from pydantic import Field, JsonValue

from agents.gateway.asker import Message, Role
from geometry.record import Record

ReplyMode = Literal["json_schema", "json_object", "text"]
"""How structured output is requested: by the server's strict schema, by its JSON mode, or in the prompt only."""

FinishReason = Literal["stop", "length", "content_filter", "gave_up"]
"""`length`: truncated twice; `content_filter`: refused; `gave_up`: tokens were spent without a usable reply."""


class Request(Record):
    """One request to a model."""

    role: Role
    model: str = Field(min_length=1)
    messages: tuple[Message, ...] = Field(min_length=1)
    schema_name: str = ""
    """Name of the record that the reply must be, empty for free text."""
    schema_text: str = ""
    """JSON schema of that record as canonical JSON, empty for free text."""
    temperature: float = Field(ge=0)
    max_tokens: int = Field(gt=0)
    """Token limit of the reply, including a reasoning model's thoughts."""
    extra: dict[str, JsonValue] = Field(default={})
    """Further fields of the request body that this server supports, such as `reasoning_effort`."""
    mode: ReplyMode = "json_schema"
    """The structured-output mode that was finally used; not part of the key."""

    @property
    def key(self) -> str:
        """SHA-256 of everything that can change the reply."""
        return hashlib.sha256(canonical_json(self.model_dump(mode="json", exclude={"mode"})).encode()).hexdigest()


class Usage(Record):
    """Calls, tokens and cost of a set of exchanges."""

    calls: int = Field(default=0, ge=0)
    """Requests sent, including retries."""
    replayed: int = Field(default=0, ge=0)
    """Exchanges taken from recordings; they cost nothing and their tokens are not counted."""
    prompt_tokens: int = Field(default=0, ge=0)
    completion_tokens: int = Field(default=0, ge=0)
    cost_usd: float = Field(default=0.0, ge=0)

    @property
    def tokens(self) -> int:
        """Prompt and completion together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(**{name: getattr(self, name) + getattr(other, name) for name in Usage.model_fields})


class Exchange(Record):
    """One request with its reply, as stored."""

    key: str = Field(min_length=1)
    """The request's key; for an exchange that gave up, the key with a suffix, so that the request is sent again."""
    problem_id: str
    """The problem that first sent the request."""
    role: Role
    model: str
    request_json: str
    """The request as canonical JSON, with the reply mode that was used."""
    reply: str
    """The model's raw text, including fences and thoughts."""
    finish_reason: FinishReason
    prompt_tokens: int = Field(ge=0)
    """Over all attempts, including those with an unusable reply."""
    completion_tokens: int = Field(ge=0)
    """Over all attempts."""
    tokens_from: Literal["server", "estimate"] = "server"
    """`estimate` when the server reported no usage."""
    cost_usd: float = Field(ge=0)
    """Over all attempts, by the prices in the settings; 0 for a model without a price."""
    seconds: float = Field(ge=0)
    """Time in calls, without the backoff between them."""
    attempts: int = Field(ge=0)
    """Requests sent."""
    source: Literal["live", "recorded"] = "live"
    """`recorded` when it was copied from a cassette and nothing was paid for it here."""

    @property
    def usage(self) -> Usage:
        """Its usage in this run."""
        if self.source == "recorded":
            return Usage(replayed=1)
        return Usage(
            calls=self.attempts,
            prompt_tokens=self.prompt_tokens,
            completion_tokens=self.completion_tokens,
            cost_usd=self.cost_usd,
        )


class ExchangeStore(Protocol):
    """A store of exchanges. Both methods are called from several threads."""

    def find(self, key: str) -> Exchange | None:
        """The exchange with this key."""

    def add(self, exchange: Exchange) -> None:
        """Store an exchange; an existing key is not overwritten."""


class MemoryExchanges:
    """Exchanges kept in memory."""

    def __init__(self, exchanges: Iterable[Exchange] = ()) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, Exchange] = {}
        for exchange in exchanges:
            self.add(exchange)

    def find(self, key: str) -> Exchange | None:
        with self._lock:
            return self._kept.get(key)

    def add(self, exchange: Exchange) -> None:
        with self._lock:
            self._kept.setdefault(exchange.key, exchange)

    def exchanges(self) -> tuple[Exchange, ...]:
        """All exchanges, in the order they were added."""
        with self._lock:
            return tuple(self._kept.values())


class LayeredExchanges:
    """A store with a fallback to recordings: exchanges found only there are copied to the store, marked as recorded."""

    def __init__(self, store: ExchangeStore, recordings: ExchangeStore) -> None:
        self._store = store
        self._recordings = recordings

    def find(self, key: str) -> Exchange | None:
        if found := self._store.find(key):
            return found
        if found := self._recordings.find(key):
            found = found.model_copy(update={"source": "recorded"})
            self._store.add(found)
        return found

    def add(self, exchange: Exchange) -> None:
        self._store.add(exchange)


def canonical_json(value: Any) -> str:
    """The canonical serialisation of a JSON value: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def total_usage(exchanges: Iterable[Exchange]) -> Usage:
    """What a run has spent so far; the initial value of its budget when it is resumed."""
    return sum((exchange.usage for exchange in exchanges), Usage())


def usage_by_role(exchanges: Iterable[Exchange]) -> dict[tuple[str, Role], Usage]:
    """The usage of each role for each problem, keyed by problem and role."""
    sums: dict[tuple[str, Role], Usage] = {}
    for exchange in exchanges:
        place = (exchange.problem_id, exchange.role)
        sums[place] = sums.get(place, Usage()) + exchange.usage
    return sums
