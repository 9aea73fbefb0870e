"""Prepared replies for a role, and the sentence it sends back about one."""

from collections.abc import Callable, Sequence

import pytest
from pydantic import BaseModel

from agents.gateway.asker import Complaint, Message, Role


class Script:
    """An asker that gives prepared replies in turn and keeps what it was asked."""

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)
        self.asked: list[tuple[Role, tuple[Message, ...], type[BaseModel] | None]] = []

    def ask(self, role: Role, messages: Sequence[Message], schema: type[BaseModel] | None = None) -> str:
        self.asked.append((role, tuple(messages), schema))
        return self.replies.pop(0)


def complaint(call: Callable[..., object], *arguments: object) -> str:
    with pytest.raises(Complaint) as caught:
        call(*arguments)
    assert caught.value.reply
    return caught.value.sentence
