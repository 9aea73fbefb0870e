"""The condition stripper: the question of a problem without anything that is visible on its main solid.

The model rewrites in letters and marks lengths, areas and volumes; rules then insert colours and metres, and leak
detection runs on the final text. A leak, a lost condition or an unreadable mark goes back as a complaint. The offline
twin describes the figure in generated sentences.
"""

from collections.abc import Sequence

from pydantic import Field

from agents.gateway.asker import Asker, Complaint, Message, Turn, with_complaints
from agents.gateway.json_replies import Reply, read_json
from agents.gateway.prompt_files import load_prompt
from agents.language.accounting.key_words import without_key_words
from agents.language.leaks.leak_audit import audit
from agents.language.wording.describe import describe
from agents.language.wording.quantities import QuantityError, find_quantities
from agents.language.wording.recolour import letters
from agents.language.wording.variants import unpolished_question
from agents.records import Reading
from geometry.notation import syntax as s
from geometry.notation.condition_roles import condition_role, needed_declarations
from geometry.notation.printer import print_condition, print_expr, print_figure
from geometry.record import Record

MOST_CHARS = 4000
"""Longest question accepted; statements in the corpora have a few hundred characters."""

MOST_FINDINGS = 8
"""Most findings of one audit in a complaint."""


class Marks(Record):
    """How the scene shows the figure."""

    colours: dict[str, str]
    """Colour of the ball on each marked point, by label."""
    scale: float = Field(gt=0)
    """Metres in the scene per unit of the statement."""


class StripperReply(Reply):
    """The stripped question."""

    question: str
    """Auxiliary conditions and the question, in letters, with lengths, areas and volumes marked."""


def messages(reading: Reading, figure: s.Figure, whole: s.Figure) -> tuple[Message, ...]:
    """The prompt of the stripper: the statement's passages, and which lines to drop and which to keep.

    `figure` is what the question is about, `whole` the figure of the statement.
    """
    return load_prompt("strip").fill(
        {
            "conditions": "\n".join(f"- {condition.text.strip()}" for condition in reading.conditions) or "(none)",
            "question": _asked(reading, whole),
            "drop": "\n".join([*_dropped(figure), *_left_out(figure, whole)]),
            "keep": "\n".join(_kept(figure)),
        }
    )


def _asked(reading: Reading, whole: s.Figure) -> str:
    """The words of the question; without those for a key, because the question is for the quantity itself."""
    text = reading.question.text
    if whole.key is None:
        return text.strip()
    return " ".join(without_key_words(text, (0, len(text)), whole).split())


def read(reply: str) -> str:
    """The stripped question; raises Complaint if it is empty, too long or contains an unreadable mark."""
    text = read_json(reply, StripperReply).question.strip()
    if not text or len(text) > MOST_CHARS:
        raise Complaint(f"The question must have 1 to {MOST_CHARS} characters; it has {len(text)}.", reply)
    try:
        find_quantities(text)
    except QuantityError as error:
        raise Complaint(str(error), reply) from error
    return text


def run(
    asker: Asker, reading: Reading, figure: s.Figure, marks: Marks, turns: Sequence[Turn] = (), *, whole: s.Figure
) -> str:
    """Ask once, including the complaints about earlier replies, and audit the text that a viewer would read."""
    reply = asker.ask("stripper", with_complaints(messages(reading, figure, whole), turns), StripperReply)
    text = read(reply)
    faults = findings(text, figure, marks)
    if faults:
        raise Complaint(" ".join(faults), reply)
    return text


def strip_offline(figure: s.Figure) -> str:
    """The stripped question in generated sentences."""
    said = describe(figure)
    return " ".join([*said.auxiliary, said.question])


def findings(text: str, figure: s.Figure, marks: Marks) -> tuple[str, ...]:
    """The audit findings for a stripped question, in letters, most urgent first."""
    spatial = unpolished_question(figure, text, marks.colours, marks.scale)
    leaks = audit(spatial, figure, marks.colours, marks.scale)
    return tuple(letters(leak.sentence, marks.colours) for leak in leaks[:MOST_FINDINGS])


def _dropped(figure: s.Figure) -> list[str]:
    """The lines of the figure that seeing the object makes unnecessary."""
    kept = needed_declarations(figure)
    lines = _declarations(figure)
    declared = [line for item, line in lines if item not in kept and not isinstance(item, s.Param | s.Unknown)]
    given = [f"given {print_condition(c)}" for c in figure.givens if condition_role(figure, c) == "primary"]
    return [*declared, *given, *_extrema(figure, "primary")]


def _left_out(figure: s.Figure, whole: s.Figure) -> list[str]:
    """Lines of the whole figure that the question does without."""
    asked = set(print_figure(figure).splitlines())
    return [line for line in print_figure(whole.without_key).splitlines() if line not in asked]


def _kept(figure: s.Figure) -> list[str]:
    """The lines of the figure that the question must still state, and the target."""
    kept = needed_declarations(figure)
    declared = [line for item, line in _declarations(figure) if item in kept or isinstance(item, s.Param)]
    given = [f"given {print_condition(c)}" for c in figure.givens if condition_role(figure, c) == "auxiliary"]
    return [*declared, *given, *_extrema(figure, "auxiliary"), f"find {print_expr(figure.target)}"]


def _extrema(figure: s.Figure, role: str) -> list[str]:
    return [f"{e.direction} {print_expr(e.quantity)}" for e in figure.extrema if condition_role(figure, e) == role]


def _declarations(figure: s.Figure) -> list[tuple[s.Declaration, str]]:
    # The printer writes one line per declaration, in order and before everything else.
    return list(zip(figure.declarations, print_figure(figure).splitlines(), strict=False))
