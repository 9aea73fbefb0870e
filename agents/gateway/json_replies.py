"""Structured output: the JSON text of a model parsed and validated as a record, or rejected with a complaint.

Tolerates only two common deviations: text or a code fence around the object, and LaTeX whose backslashes were not
doubled. Everything else raises Complaint, which goes back to the model.
"""

import json
import re
from typing import Any, TypeVar

from pydantic import ConfigDict, ValidationError

from agents.gateway.asker import Complaint
from geometry.record import Record

MOST_FAULTS = 4
"""Most faults of one reply in a complaint; more would only repeat each other."""

# A backslash is a JSON escape only before these characters; `\u` is one only before four hexadecimal digits.
_LONE_BACKSLASH = re.compile(r'\\\\|\\(?!["\\/bfnrtu]|u[0-9a-fA-F]{4})')
# What a LaTeX command becomes if its single backslash happens to be a JSON escape: \frac, \beta, \times, \rangle.
_MANGLED = {"\x0c": r"\f", "\x08": r"\b", "\t": r"\t", "\r": r"\r"}
_MANGLED_COMMAND = re.compile("[\x0c\x08\t\r](?=[a-z])")


class Reply(Record):
    """What a model must answer; the sentence under each field is its description in the schema it is shown."""

    model_config = ConfigDict(use_attribute_docstrings=True)


R = TypeVar("R", bound=Reply)


def read_json(reply: str, schema: type[R]) -> R:
    """The reply as a record; raises Complaint naming every fault by its field."""
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
    """The data with LaTeX commands repaired whose backslash was parsed as an escape."""
    match data:
        case str():
            # A lone surrogate can be neither stored nor sent; the replacement character can.
            whole = data.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            return _MANGLED_COMMAND.sub(lambda found: _MANGLED[found[0]], whole)
        case list():
            return [_restored(item) for item in data]
        case dict():
            return {key: _restored(value) for key, value in data.items()}
        case _:
            return data


def _place(location: tuple[int | str, ...]) -> str:
    """The location of a pydantic error as a path such as `conditions[2].quote`."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in location]
    return "".join(parts).removeprefix(".") or "the object"
