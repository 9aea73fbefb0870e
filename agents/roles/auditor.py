"""The auditor: lists differences between a statement and a description of its figure in plain English.

The description is written by rules, so it says exactly what the figure says. A finding counts only if its quote is in
the text it comes from; whether a condition said to be missing follows from the figure is for the kernel.
"""

import re
from typing import Literal

from agents.gateway.asker import Asker, Complaint, Message, Turn, with_complaints
from agents.gateway.json_replies import Reply, read_json
from agents.gateway.prompt_files import load_prompt
from agents.language.wording.describe import describe
from agents.roles.reader.quotes import find_quote
from geometry.notation import syntax as s
from geometry.notation.printer import print_figure


class DifferenceReply(Reply):
    """One difference between the statement and the description."""

    what: Literal["missing", "added", "changed", "target"]
    """missing: only in the statement; added: only in the description; changed: different; target: what is asked."""
    quote: str
    """The words, copied exactly: of the description for added, of the statement otherwise."""
    sentence: str
    """What differs, in one sentence."""
    line: str
    """For missing the condition in the notation, if it can be written; empty otherwise."""


class AuditReply(Reply):
    """A statement and a description compared."""

    comparison: str
    """The comparison, clause by clause."""
    differences: tuple[DifferenceReply, ...]
    """The differences; empty when there are none."""


def description_of(figure: s.Figure) -> str:
    """The figure in plain English, with its own letters and numbers."""
    told = describe(figure, as_object=False)
    text = " ".join((told.solid, *told.primary, *told.auxiliary, told.question))
    return re.sub(r"⟦[^⟦⟧:]*:\s*([^⟦⟧]*)⟧", r"\1", text)


def messages(statement: str, figure: s.Figure) -> tuple[Message, ...]:
    """The prompt of the auditor."""
    inputs = {"statement": statement, "description": description_of(figure), "figure": print_figure(figure)}
    return load_prompt("audit").fill(inputs)


def read(reply: str, statement: str, figure: s.Figure) -> tuple[DifferenceReply, ...]:
    """The differences in a reply whose quotes are where they claim to be; raises Complaint for a quote that is not."""
    parsed = read_json(reply, AuditReply)
    texts = {"added": f"{description_of(figure)}\n{print_figure(figure)}"}
    for each in parsed.differences:
        text = texts.get(each.what, statement)
        if find_quote(text, each.quote) is None:
            where = "description" if each.what == "added" else "statement"
            raise Complaint(f"The quote {each.quote!r} is not in the {where}; copy its words exactly.", reply)
    return parsed.differences


def run(asker: Asker, statement: str, figure: s.Figure, tries: int) -> tuple[DifferenceReply, ...]:
    """The differences that the auditor found; raises the last Complaint if no reply can be checked."""
    turns: list[Turn] = []
    for attempt in range(1, tries + 1):
        reply = asker.ask("auditor", with_complaints(messages(statement, figure), turns), AuditReply)
        try:
            return read(reply, statement, figure)
        except Complaint as complaint:
            if attempt == tries:
                raise
            turns.append(Turn(reply=reply, complaint=complaint.sentence))
    raise ValueError("at least one attempt is needed")
