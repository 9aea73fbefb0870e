"""The second reader: reads the same statement independently of the first, in another form.

The statement has other letters and its question first, unless another model reads; the prompt shares the long system
message. The reply passes the same gates. Its figure comes back with the original letters.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from agents.gateway.asker import Asker, Complaint, Message, Turn, with_complaints
from agents.gateway.prompt_files import load_prompt
from agents.language.accounting.shared_numbers import PlacesByNumber, places_by_number
from agents.language.statements.disguise import Disguised, disguised, undisguised
from agents.records import Problem, Reading, Refusal
from agents.roles.reader import reader
from agents.roles.reader.reply import ReadingReply
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure
from geometry.record import Record

T = TypeVar("T")


class SecondReading(Record):
    """A further reading of a statement, in the letters of the original."""

    figure: str
    places: dict[float | str, tuple[int, ...]]
    """Places of the figure's literals by the number of the statement that they are."""
    reading: Reading
    """The reading in the letters that its reader saw."""


def dress(statement: str, seed: int, same_model: bool) -> Disguised:
    """The statement as this reader sees it: changed for a model that has read it before."""
    return disguised(statement, seed) if same_model else plain(statement)


def plain(statement: str) -> Disguised:
    """The statement as it is."""
    return Disguised(statement=statement, letters={})


def messages(dressed: Disguised) -> tuple[Message, ...]:
    """The prompt of the second reader."""
    return load_prompt("read_again").fill({"statement": dressed.statement})


def read(reply: str, problem: Problem, dressed: Disguised) -> SecondReading | Refusal:
    """The reading in a reply; raises Complaint listing everything that is wrong with it."""
    found = reader.read(reply, problem.model_copy(update={"statement": dressed.statement}))
    if isinstance(found, Refusal):
        return found
    figure = parse_figure(found.figure)
    places: PlacesByNumber = places_by_number(dressed.statement, found, figure)
    return SecondReading(
        figure=print_figure(undisguised(figure, dressed.letters)),
        places=places,
        reading=found,
    )


def third(asker: Asker, problem: Problem, tries: int) -> tuple[Reading | Refusal, str]:
    """A reading of the statement as it is, which may take the place of the first, and the reply.

    It differs from the first by its prompt; raises the last Complaint if no reply passes the gates.
    """
    return _passing(asker, plain(problem.statement), [], tries, lambda reply: reader.read(reply, problem))


def as_second(statement: str, reading: Reading) -> SecondReading:
    """A reading in the statement's own letters, for a comparison."""
    figure = parse_figure(reading.figure)
    return SecondReading(figure=reading.figure, places=places_by_number(statement, reading, figure), reading=reading)


def run(
    asker: Asker, problem: Problem, dressed: Disguised, remarks: Sequence[str], tries: int
) -> SecondReading | Refusal:
    """The reading after all remarks on earlier ones; raises the last Complaint if no reply passes the gates.

    Earlier replies are asked for again with the same messages, so the gateway has them and pays nothing.
    """
    turns: list[Turn] = []
    found, reply = _passing(asker, dressed, turns, tries, lambda reply: read(reply, problem, dressed))
    for remark in remarks:
        turns.append(Turn(reply=reply, complaint=remark))
        found, reply = _passing(asker, dressed, turns, tries, lambda reply: read(reply, problem, dressed))
    return found


def _passing(
    asker: Asker, dressed: Disguised, turns: list[Turn], tries: int, parse: Callable[[str], T]
) -> tuple[T, str]:
    """What a reply that passes the gates says, and the reply; those that fail are added to the conversation."""
    for attempt in range(1, tries + 1):
        reply = asker.ask("reader_check", with_complaints(messages(dressed), turns), ReadingReply)
        try:
            return parse(reply), reply
        except Complaint as complaint:
            if attempt == tries:
                raise
            turns.append(Turn(reply=reply, complaint=complaint.sentence))
    raise ValueError("at least one attempt is needed")
