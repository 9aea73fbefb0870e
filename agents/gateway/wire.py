"""One call to a server through the `openai` SDK. The only module that imports it, and only when a call is made.

Has no retries, budgets or recordings. Every failure is raised as `WireFailure` with the API key redacted from the
server's message; the SDK's own exceptions contain the request headers and are not passed on.
"""

import json
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from agents.gateway.completion import Completion, MalformedReply, read_completion
from agents.gateway.model_settings import ModelSettings

if TYPE_CHECKING:
    from openai import OpenAI

_SHORTEST_SECRET = 8
"""Shorter keys are placeholders such as `EMPTY` or `ollama`; redacting them would only damage the text."""
_LONGEST_QUOTE = 600
"""Characters of a server's error that are passed on."""


class WireFailure(Exception):  # noqa: N818
    """A call without a completion."""

    def __init__(
        self,
        kind: Literal["status", "connection", "timeout", "malformed"],
        sentence: str,
        status: int = 0,
        said: str = "",
    ) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence
        self.status = status
        """HTTP status, 0 when there was none."""
        self.said = said
        """The server's own error, as text."""
        self.headers: Mapping[str, str] = {}
        """Headers of the reply, names in lower case."""


class Wire:
    """The shared client of one server. Thread-safe."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._client: OpenAI | None = None

    def send(self, body: dict[str, Any]) -> Completion:
        """The completion for a request body; raises WireFailure."""
        import openai

        try:
            # The raw reply, because the SDK's handling of malformed bodies differs between versions.
            raw = self._open().chat.completions.with_raw_response.create(
                model=body["model"], messages=body["messages"], extra_body=_beyond(body)
            )
            return read_completion(self._redacted(raw.http_response.text))
        except (openai.APIConnectionError, openai.APIStatusError, MalformedReply) as error:
            failure = self._failure(error)
        # Outside the `except`: the SDK's exception contains the Authorization header and must not be chained.
        raise failure

    def close(self) -> None:
        """Close the connections."""
        with self._lock:
            if self._client is not None:
                self._client.close()
                self._client = None

    def _open(self) -> "OpenAI":
        from openai import OpenAI

        with self._lock:
            if self._client is None:
                self._client = OpenAI(
                    base_url=self._settings.base_url,
                    # The SDK requires a key and would otherwise take one from the environment.
                    api_key=self._settings.api_key.get_secret_value() or "none",
                    timeout=self._settings.timeout_s,
                    max_retries=0,
                )
            return self._client

    def _failure(self, error: Exception) -> WireFailure:
        import openai

        if isinstance(error, openai.APIStatusError):
            said = self._redacted(error.response.text)
            failure = WireFailure("status", f"HTTP {error.status_code}: {_words(said)}", error.status_code, said)
            failure.headers = {name.lower(): value for name, value in error.response.headers.items()}
            return failure
        if isinstance(error, openai.APITimeoutError):
            return WireFailure("timeout", f"the server sent nothing for {self._settings.timeout_s:g} s")
        if isinstance(error, openai.APIConnectionError):
            cause = self._redacted(str(error.__cause__ or error))
            return WireFailure("connection", f"no connection to {self._settings.base_url} ({cause})")
        return WireFailure("malformed", str(error))

    def _redacted(self, text: str) -> str:
        key = self._settings.api_key.get_secret_value()
        return text.replace(key, "[key]") if len(key) >= _SHORTEST_SECRET else text


def _beyond(body: dict[str, Any]) -> dict[str, Any]:
    """The fields that are not parameters of the SDK."""
    return {name: value for name, value in body.items() if name not in ("model", "messages")}


def _words(said: str) -> str:
    """The message in a server's error body, or the start of the body."""
    try:
        reply = json.loads(said)
        error = reply.get("error", reply)
        words = error.get("message") or error.get("detail") if isinstance(error, dict) else error
    except (ValueError, AttributeError):
        words = said
    return " ".join(str(words or said).split())[:_LONGEST_QUOTE].rstrip(".") or "no message"
