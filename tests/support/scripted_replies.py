"""Prepared replies for a role, and the sentence it sends back about one."""

import pytest

from agents.gateway.asker import Complaint


class Script:
    """An asker that gives prepared replies in turn and keeps what it was asked."""

    def __init__(self, *replies):
        self.replies = list(replies)
        self.asked = []

    def ask(self, role, messages, schema=None):
        self.asked.append((role, tuple(messages), schema))
        return self.replies.pop(0)


def complaint(call, *arguments):
    with pytest.raises(Complaint) as caught:
        call(*arguments)
    assert caught.value.reply
    return caught.value.sentence
