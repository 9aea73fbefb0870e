"""The interface through which a role asks a model: messages in, text out, and complaints from checks sent back.

A role is a module with `messages`, `read` and `run`; only `run` asks. The caller does not know where replies come
from: a live server, a cassette of recorded replies, or a test.
"""

from collections.abc import Sequence
from typing import Literal, Protocol

from pydantic import BaseModel

from geometry.record import Record

Role = Literal["translator", "reader", "reader_check", "auditor", "solver", "code_writer", "stripper", "normalizer"]


class Message(Record):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class Turn(Record):
    """An earlier attempt: the model's reply and what was wrong with it."""

    reply: str
    complaint: str


class Complaint(ValueError):  # noqa: N818
    """A reply failed a check; the message is the sentence that goes back to the model."""

    def __init__(self, sentence: str, reply: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.reply = reply


class Asker(Protocol):
    """A source of replies, bound to one problem."""

    def ask(self, role: Role, messages: Sequence[Message], schema: type[BaseModel] | None = None) -> str:
        """The reply's text; with a schema (structured output) it should be JSON of that schema, not yet validated."""


def with_complaints(messages: Sequence[Message], turns: Sequence[Turn]) -> tuple[Message, ...]:
    """The conversation so far: the question, then each rejected reply with its complaint."""
    talk = list(messages)
    for turn in turns:
        talk.append(Message(role="assistant", content=turn.reply))
        talk.append(Message(role="user", content=f"{turn.complaint}\n\nAnswer again, in full and in the same form."))
    return tuple(talk)
