"""Structured output: the modes in which a JSON reply is requested, and extraction of the JSON from the reply.

`json_schema` sends the schema to the server, `json_object` enables its JSON mode and puts the schema in the prompt,
`text` asks in the prompt for a line `Final Answer:` with the JSON after it. Extraction is the same for all modes, so
that a model need not follow the format exactly. It repairs nothing: invalid JSON is returned for the role to reject.
"""

import json
import re
from functools import cache
from typing import Any

from agents.gateway.asker import Message
from agents.gateway.exchange import ReplyMode, Request
from agents.gateway.strict_schema import strict_schema
from dataset.paths import PROMPTS

MODES: tuple[ReplyMode, ...] = ("json_schema", "json_object", "text")
"""From the strictest to the one that every server supports."""

_PROTOCOLS = PROMPTS / "protocol"
_THOUGHTS = re.compile(r"\A\s*(?:<think(?:ing)?>)?.*?</think(?:ing)?>", re.DOTALL)
"""Some servers leave a reasoning model's thoughts in the text, sometimes without the opening tag."""
_MARKER = re.compile(r"^[ \t*_#>]*final answer[ \t*_]*[:：][ \t*_]*", re.IGNORECASE | re.MULTILINE)
_FENCED = re.compile(r"^[ \t]*```[^\n`]*\n(.*?)^[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE)

_BRACES_AND_STRINGS = re.compile(r'[{}]|"(?:\\.|[^"\\])*"', re.DOTALL)


def next_mode(mode: ReplyMode) -> ReplyMode | None:
    """The next less strict mode (fallback); None after the last."""
    following = MODES.index(mode) + 1
    return MODES[following] if following < len(MODES) else None


def response_format(request: Request) -> dict[str, Any] | None:
    """The `response_format` of the request body; None if the mode has none."""
    if not request.schema_text or request.mode == "text":
        return None
    if request.mode == "json_object":
        return {"type": "json_object"}
    schema, strict = strict_schema(json.loads(request.schema_text))
    return {"type": "json_schema", "json_schema": {"name": request.schema_name, "strict": strict, "schema": schema}}


def messages_with_schema(request: Request) -> tuple[Message, ...]:
    """The messages, with the reply format described in the prompt if the server does not get the schema."""
    if not request.schema_text or request.mode == "json_schema":
        return request.messages
    words = _protocol(request.mode).replace("{{schema}}", request.schema_text)
    *before, last = request.messages
    return (*before, last.model_copy(update={"content": f"{last.content}\n\n{words}"}))


@cache
def _protocol(mode: ReplyMode) -> str:
    """The text of `prompts/protocol/MODE.md` after its front matter."""
    return (_PROTOCOLS / f"{mode}.md").read_text(encoding="utf-8").split("\n---\n", 1)[1].strip()


def without_reasoning(reply: str) -> str:
    """The reply without thoughts."""
    return _THOUGHTS.sub("", reply, count=1).strip()


def bare_json(reply: str) -> str:
    """The JSON text of a reply; if none is valid, the closest candidate."""
    text = without_reasoning(reply)
    if _is_json(text):
        return text
    if markers := list(_MARKER.finditer(text)):
        text = text[markers[-1].end() :].strip()
    blocks: list[str] = [block[1].strip() for block in _FENCED.finditer(text)]
    for candidate in (text, *reversed(blocks)):
        if _is_json(candidate):
            return candidate
    objects = _objects(text)
    whole = [piece for piece in objects if _is_json(piece)]
    # The complaint should be about an incomplete or malformed object, so it is returned too.
    return (whole or blocks or objects or [text])[-1]


def _is_json(text: str) -> bool:
    """Whether the text is a JSON object or list; a bare string or number is not a valid reply."""
    if not text.startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _objects(text: str) -> list[str]:
    """The outermost pieces between braces; the last may be incomplete."""
    pieces = []
    start = text.find("{")
    while start >= 0:
        end = _end_of_object(text, start)
        pieces.append(text[start:end])
        start = text.find("{", end)
    return pieces


def _end_of_object(text: str, start: int) -> int:
    """The end of the object whose brace is at `start`, or the text's end. Braces inside strings do not count."""
    depth = 0
    for token in _BRACES_AND_STRINGS.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    return len(text)
