"""The body of a server's reply, parsed leniently: compatible servers agree only on the general structure.

Missing usage, missing finish reasons, text in parts and separate reasoning text all occur in practice. A body without a
choice that has a message raises MalformedReply.
"""

import json
from typing import Any

from pydantic import Field

from geometry.record import Record


class Completion(Record):
    """The result of one call."""

    text: str
    """The model's text, possibly empty."""
    finish_reason: str
    """The server's finish reason; `stop` if it reports none."""
    refusal: str = ""
    """The model's own words when it declined to answer."""
    prompt_tokens: int = Field(default=0, ge=0)
    completion_tokens: int = Field(default=0, ge=0)
    has_usage: bool = False
    """Whether the server reported tokens."""


class MalformedReply(ValueError):  # noqa: N818
    """The body is not a chat completion."""


def read_completion(body: str) -> Completion:
    """The completion in a reply's body; raises MalformedReply."""
    try:
        reply = json.loads(body)
        choice = reply["choices"][0]
        message = choice["message"]
        usage = reply.get("usage") or {}
        return Completion(
            text=_text(message.get("content")),
            finish_reason=choice.get("finish_reason") or "stop",
            refusal=message.get("refusal") or "",
            prompt_tokens=usage.get("prompt_tokens") or 0,
            completion_tokens=usage.get("completion_tokens") or 0,
            has_usage=bool(usage.get("prompt_tokens") or usage.get("completion_tokens")),
        )
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise MalformedReply(f"the reply's body is not a chat completion: {body[:200]!r}") from error


def _text(content: Any) -> str:
    """The text, which some servers return in parts."""
    if isinstance(content, list):
        return "".join(part.get("text") or "" for part in content if part.get("type") in ("text", "output_text"))
    return content or ""
