"""Prompts as files: `prompts/NAME.md` loaded, validated and filled.

A file starts with front matter (name, version, role, inputs, output), one `key: value` per line. Its text up to the
heading `## Your task` is the system message, the same for every problem; the rest is the user message, with each input
as `{{input}}`. A prompt with the sixth field `system` takes the system message of the prompt it names, so that servers
cache the long common text. Raises PromptError for front matter that is incomplete or does not match the text,
placeholders in the system message, and inputs other than the declared ones.
"""

import hashlib
import re
from functools import cache
from typing import cast, get_args

from agents.gateway.asker import Message, Role
from dataset.paths import PROMPTS
from geometry.record import Record

TASK_HEADING = "## Your task"
"""The line that separates the system message from the user message."""

_FIELDS = ("name", "version", "role", "inputs", "output")
_FILE = re.compile(r"---\n(?P<head>.*?)\n---\n(?P<body>.*)", re.DOTALL)
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


class PromptError(ValueError):
    """A prompt file, or its inputs, do not match its declaration; the message names the file and the remedy."""


class Prompt(Record):
    """One prompt file."""

    name: str
    """The file's name without its ending."""
    version: int
    """Increased when the meaning of the prompt changes."""
    role: Role
    """The role that uses it."""
    inputs: tuple[str, ...]
    """Names of the placeholders."""
    output: str
    """The format of the reply, in words."""
    system: str
    """The part that is the same for every problem."""
    user: str
    """The part with the placeholders."""
    sha256: str
    """Hash of the whole file, so that a changed prompt is a different prompt."""

    def fill(self, inputs: dict[str, str]) -> tuple[Message, ...]:
        """The system and the user message with every placeholder filled."""
        if set(inputs) != set(self.inputs):
            wrong = ", ".join(sorted(set(inputs) ^ set(self.inputs)))
            raise PromptError(f"{self.name}.md takes {', '.join(self.inputs)}; missing or unknown: {wrong}")
        # A single pass, so that an input that contains {{...}} itself is not filled again.
        text = _PLACEHOLDER.sub(lambda found: inputs[found[1]].strip("\n"), self.user)
        return Message(role="system", content=self.system), Message(role="user", content=text)


@cache
def load_prompt(name: str) -> Prompt:
    """The prompt `prompts/NAME.md`, loaded once (memoization)."""
    path = PROMPTS / f"{name}.md"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in PROMPTS.glob("*.md")))
        raise PromptError(f"there is no prompt {name!r}; known prompts: {known}")
    return parse_prompt(name, path.read_text(encoding="utf-8"))


def parse_prompt(name: str, text: str) -> Prompt:
    """The prompt in a file's text; raises PromptError if it does not have the format described above."""
    found = _FILE.fullmatch(text)
    if found is None:
        raise PromptError(f"{name}.md must start with front matter between two lines ---")
    fields = _fields(name, found["head"])
    common = load_prompt(fields["system"]) if "system" in fields else None
    system, user = _parts(name, found["body"], common.system if common else "")
    inputs = tuple(re.findall(r"\w+", fields["inputs"]))
    _check_inputs(name, inputs, user)
    return Prompt(
        name=fields["name"],
        version=int(fields["version"]),
        role=cast(Role, fields["role"]),
        inputs=inputs,
        output=fields["output"],
        system=system,
        user=user,
        sha256=hashlib.sha256((text + (common.sha256 if common else "")).encode()).hexdigest(),
    )


def _fields(name: str, head: str) -> dict[str, str]:
    """The front matter, with each field validated."""
    fields = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in head.splitlines())}
    if tuple(fields) not in (_FIELDS, (*_FIELDS, "system")) or not all(fields.values()):
        known = ", ".join(_FIELDS)
        raise PromptError(f"{name}.md must declare {known}, each once, in this order and not empty; then only `system`")
    if fields["name"] != name:
        raise PromptError(f"{name}.md calls itself {fields['name']!r}; name and file name must agree")
    if not fields["version"].isdecimal():
        raise PromptError(f"{name}.md has the version {fields['version']!r}; write a whole number")
    if fields["role"] not in get_args(Role):
        raise PromptError(f"{name}.md is for an unknown role {fields['role']!r}; roles: {', '.join(get_args(Role))}")
    return fields


def _parts(name: str, body: str, common: str) -> tuple[str, str]:
    """The system and the user text; a common system text replaces one of its own."""
    before, heading, after = body.partition(f"\n{TASK_HEADING}\n")
    if common and before.strip():
        raise PromptError(f"{name}.md takes its system message from another prompt and cannot have one of its own")
    before = before.strip() or common
    if not heading or not before or TASK_HEADING in after:
        raise PromptError(f"{name}.md needs one heading {TASK_HEADING!r} after the text that is the system message")
    if _PLACEHOLDER.search(before):
        raise PromptError(f"{name}.md has a placeholder before {TASK_HEADING!r}; inputs belong after it")
    return before, after.strip()


def _check_inputs(name: str, declared: tuple[str, ...], user: str) -> None:
    used = set(_PLACEHOLDER.findall(user))
    if set(declared) != used or len(set(declared)) < len(declared):
        raise PromptError(f"{name}.md declares the inputs {sorted(declared)} and uses {sorted(used)}; they must match")
