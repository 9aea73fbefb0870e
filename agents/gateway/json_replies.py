"""Structured replies: JSON text of a model turned into the record it must be, or into a complaint.

Tolerant only to what models do to valid content: text or a fence round the object, and LaTeX whose backslashes were
not doubled. Everything else goes back as a sentence.
"""

import json
import re
from typing import Any, TypeVar

from pydantic import ConfigDict, ValidationError

from agents.gateway.asker import Complaint
from geometry.record import Record

MOST_FAULTS = 4
"""Faults of one reply that are told at once; more would only repeat each other."""

# A single backslash is no JSON escape before these letters; `\u` is one only before four hexadecimal digits.
_LONE_BACKSLASH = re.compile(r'\\\\|\\(?!["\\/bfnrtu]|u[0-9a-fA-F]{4})')
# What a LaTeX command turns into when its lone backslash happens to be an escape: \frac, \beta, \times, \rangle.
_MANGLED = {"\x0c": r"\f", "\x08": r"\b", "\t": r"\t", "\r": r"\r"}
_MANGLED_COMMAND = re.compile("[\x0c\x08\t\r](?=[a-z])")


class Reply(Record):
    """What a model must answer; the sentence under each field is its description in the schema it is shown."""

    model_config = ConfigDict(use_attribute_docstrings=True)


R = TypeVar("R", bound=Reply)


def read_json(reply: str, schema: type[R]) -> R:
    """The reply as a record; raises Complaint with every fault named by its field."""
    data = _restored(_parsed(reply))
    try:
        return schema.model_validate(data)
    except ValidationError as error:
        faults = [f"{_place(e['loc'])}: {e['msg']}" for e in error.errors()[:MOST_FAULTS]]
        raise Complaint(f"The JSON does not fit the schema. {'; '.join(faults)}.", reply) from error


def _parsed(reply: str) -> Any:
    text = reply[reply.find("{") : reply.rfind("}") + 1]
    if not text:
        raise Complaint("There is no JSON object in the reply; answer with one object and nothing else.", reply)
    try:
        return json.loads(text)
    except RecursionError as error:
        raise Complaint("The JSON is nested far too deeply; answer with the object of the schema.", reply) from error
    except json.JSONDecodeError:
        return _parsed_with_latex(text, reply)


def _parsed_with_latex(text: str, reply: str) -> Any:
    doubled = _LONE_BACKSLASH.sub(r"\\\\", text)
    try:
        return json.loads(doubled, strict=False)
    except json.JSONDecodeError as error:
        found = f"The reply is not valid JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        raise Complaint(f"{found}. Escape quotes and double every backslash inside strings.", reply) from error


def _restored(data: Any) -> Any:
    """The data with LaTeX commands mended whose backslash was taken for an escape."""
    match data:
        case str():
            # Half a surrogate pair can be neither stored nor sent; the replacement character can.
            whole = data.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            return _MANGLED_COMMAND.sub(lambda found: _MANGLED[found[0]], whole)
        case list():
            return [_restored(item) for item in data]
        case dict():
            return {key: _restored(value) for key, value in data.items()}
        case _:
            return data


def _place(location: tuple[int | str, ...]) -> str:
    """`conditions[2].quote` for the place pydantic names."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in location]
    return "".join(parts).removeprefix(".") or "the object"
