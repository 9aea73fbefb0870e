"""What a server and model support, learned from the requests that they reject.

Three things differ in practice: the structured-output mode, whether `temperature` may be set, and the name of the token
limit. An error is used only if it names the field that was rejected; every other error is passed on.
"""

import re
import threading
from typing import Any, Literal

from agents.gateway.exchange import ReplyMode, Request
from agents.gateway.structured_output import MODES, messages_with_schema, next_mode, response_format
from agents.gateway.wire import WireFailure
from geometry.record import Record

_REFUSING = frozenset((400, 404, 422))
_UNWANTED = (
    r"unsupported|not support|n't support|only the default|deprecated|unknown|unrecogni[sz]ed|not allowed|not permitted"
    r"|unexpected|extra inputs"
)
_TEMPERATURE = re.compile(rf"temperature.*({_UNWANTED})|({_UNWANTED}).*temperature", re.IGNORECASE | re.DOTALL)
_NEW_NAME = re.compile(rf"max_tokens.*({_UNWANTED}|instead)|({_UNWANTED}).*max_tokens", re.IGNORECASE | re.DOTALL)
_FORMAT = re.compile(r"response_?format|json_?\s?(schema|object|mode)|structured[ _]output|guided_json", re.IGNORECASE)
_PLAIN_REFUSAL = re.compile(r"unsupported|not supported", re.IGNORECASE)


class ServerCapabilities(Record):
    """The request format that one model of one server accepts."""

    mode: ReplyMode
    """The structured-output mode."""
    sends_temperature: bool = True
    """Reasoning models often reject a temperature."""
    tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """The field with the token limit of the reply."""

    def body(self, request: Request) -> dict[str, Any]:
        """The request body in this format."""
        request = request.model_copy(update={"mode": self.mode})
        body: dict[str, Any] = {**request.extra, "model": request.model}
        body["messages"] = [message.model_dump() for message in messages_with_schema(request)]
        body[self.tokens_field] = request.max_tokens
        if self.sends_temperature:
            body["temperature"] = request.temperature
        if wanted := response_format(request):
            body["response_format"] = wanted
        return body


class CapabilityCache:
    """The capabilities of one server, by model. Thread-safe: what one call learns, the others use."""

    def __init__(self, first_mode: ReplyMode) -> None:
        self._first = ServerCapabilities(mode=first_mode)
        self._lock = threading.Lock()
        self._known: dict[str, ServerCapabilities] = {}

    def of(self, model: str) -> ServerCapabilities:
        """The capabilities of a model, as far as known."""
        with self._lock:
            return self._known.get(model, self._first)

    def learn(self, model: str, learnt: ServerCapabilities) -> None:
        """Record what an error showed, merged with what other calls have learned meanwhile."""
        with self._lock:
            known = self._known.get(model, self._first)
            self._known[model] = ServerCapabilities(
                mode=max(known.mode, learnt.mode, key=MODES.index),
                sends_temperature=known.sends_temperature and learnt.sends_temperature,
                tokens_field=max(
                    known.tokens_field, learnt.tokens_field, key=("max_tokens", "max_completion_tokens").index
                ),
            )


def learned_from(failure: WireFailure, used: ServerCapabilities, request: Request) -> ServerCapabilities | None:
    """The capabilities to continue with after a rejected request; None if the failure has another cause."""
    if failure.status not in _REFUSING:
        return None
    said = failure.said
    if used.tokens_field == "max_tokens" and "max_completion_tokens" in said and _NEW_NAME.search(said):
        return used.model_copy(update={"tokens_field": "max_completion_tokens"})
    if used.sends_temperature and _TEMPERATURE.search(said):
        return used.model_copy(update={"sends_temperature": False})
    about_extra = any(name in said for name in request.extra)
    if not request.schema_text or about_extra or not _mentions_format(said):
        return None
    following = next_mode(used.mode)
    return used.model_copy(update={"mode": following}) if following else None


def _mentions_format(said: str) -> bool:
    """Whether an error is about the response format; some servers only report that something is not supported, and if
    that is the model, another format does not help."""
    return bool(_FORMAT.search(said)) or (bool(_PLAIN_REFUSAL.search(said)) and "model" not in said.lower())
