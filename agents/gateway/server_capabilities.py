"""What a server and model turn out to accept, learnt from their refusals and remembered.

Three things differ in practice: the form of JSON replies, whether `temperature` may be set, and the name of the bound
on the reply. A refusal teaches something only if it names what it refuses; every other error is passed on.
"""

import re
import threading
from typing import Any, Literal

from agents.gateway.exchange import ReplyMode, Request
from agents.gateway.structured_output import MODES, next_mode, response_format, worded_messages
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


class Dialect(Record):
    """How to speak to one model of one server."""

    mode: ReplyMode
    """The form of JSON replies."""
    sends_temperature: bool = True
    """Reasoning models often allow none."""
    tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """The field that bounds the reply."""

    def body(self, request: Request) -> dict[str, Any]:
        """The request body in this dialect."""
        request = request.model_copy(update={"mode": self.mode})
        body: dict[str, Any] = {**request.extra, "model": request.model}
        body["messages"] = [message.model_dump() for message in worded_messages(request)]
        body[self.tokens_field] = request.max_tokens
        if self.sends_temperature:
            body["temperature"] = request.temperature
        if wanted := response_format(request):
            body["response_format"] = wanted
        return body


class Dialects:
    """The dialects of one server, by model. Thread-safe: what one call learns, the others use."""

    def __init__(self, first_mode: ReplyMode) -> None:
        self._first = Dialect(mode=first_mode)
        self._lock = threading.Lock()
        self._known: dict[str, Dialect] = {}

    def of(self, model: str) -> Dialect:
        """How to speak to a model, as far as is known."""
        with self._lock:
            return self._known.get(model, self._first)

    def learn(self, model: str, learnt: Dialect) -> None:
        """Take in what a refusal taught, never unlearning what another call has learnt meanwhile."""
        with self._lock:
            known = self._known.get(model, self._first)
            self._known[model] = Dialect(
                mode=max(known.mode, learnt.mode, key=MODES.index),
                sends_temperature=known.sends_temperature and learnt.sends_temperature,
                tokens_field=max(
                    known.tokens_field, learnt.tokens_field, key=("max_tokens", "max_completion_tokens").index
                ),
            )


def taught_by(failure: WireFailure, used: Dialect, request: Request) -> Dialect | None:
    """The dialect to go on with after a refusal; None when the failure is about something else."""
    if failure.status not in _REFUSING:
        return None
    said = failure.said
    if used.tokens_field == "max_tokens" and "max_completion_tokens" in said and _NEW_NAME.search(said):
        return used.model_copy(update={"tokens_field": "max_completion_tokens"})
    if used.sends_temperature and _TEMPERATURE.search(said):
        return used.model_copy(update={"sends_temperature": False})
    about_extra = any(name in said for name in request.extra)
    if not request.schema_text or about_extra or not _speaks_of_format(said):
        return None
    following = next_mode(used.mode)
    return used.model_copy(update={"mode": following}) if following else None


def _speaks_of_format(said: str) -> bool:
    """Some servers say only that something is not supported; if it is the model, asking otherwise will not help."""
    return bool(_FORMAT.search(said)) or (bool(_PLAIN_REFUSAL.search(said)) and "model" not in said.lower())
