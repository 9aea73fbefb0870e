"""The reply schema of the reader (structured output), as shown to the model."""

from typing import Literal

from agents.gateway.json_replies import Reply
from agents.records import ProblemType, RefusalClass


class ConditionReply(Reply):
    """One thing the statement says about the figure."""

    quote: str
    """The words that say it, copied exactly from the statement."""
    role: Literal["primary", "auxiliary"]
    """Primary when it is about the main solid alone, auxiliary when it adds or uses any other point, plane or solid."""
    lines: tuple[str, ...]
    """The lines of the figure these words become; each line of the figure stands in exactly one place."""


class QuestionReply(Reply):
    """The final question."""

    quote: str
    """The words that ask, copied exactly from the statement; empty when the verdict is not readable."""
    lines: tuple[str, ...]
    """The find line, after any points, minimize or maximize line that only the question brings in; then a key line."""


class AsideReply(Reply):
    """Words with a number or capital letter that the figure does not need."""

    quote: str
    """The words, copied exactly from the statement."""
    reason: str
    """Why the figure does not need them."""


class ReadingReply(Reply):
    """A statement taken apart."""

    plan: str
    """Two or three sentences first: the main solid and its labels, what is added to it, what is asked, and any trap."""
    verdict: Literal["readable", RefusalClass]
    """readable, or the class of problem that is refused."""
    sentence: str
    """For a refusal one sentence that says why, quoting the words; empty otherwise."""
    diagram: tuple[str, ...]
    """Quotes that only point to a drawing and tell nothing."""
    conditions: tuple[ConditionReply, ...]
    """Every condition, in the order of the statement."""
    question: QuestionReply
    """What is asked."""
    problem_type: Literal[ProblemType, "none"]
    """The class of the asked quantity; none when the verdict is not readable."""
    unit: str
    """The unit of length of the figure's numbers: mm, cm, dm, m, km, in, ft or yd; empty when none is stated."""
    not_in_figure: tuple[AsideReply, ...]
    """Words with a number or capital letter that the figure rightly leaves out; empty when there are none."""
