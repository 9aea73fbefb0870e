"""Records passed between the agents: the problem, its reading, its question.

Data only. Positions in a text are 0-based character offsets, end exclusive, into the English statement.
"""

from typing import Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from geometry.record import Record

ProblemType = Literal["angle", "ratio", "length", "area", "volume"]

RefusalClass = Literal[
    "proof",
    "several_questions",
    "count",
    "missing_figure",
    "not_numerical",
    "not_solid_geometry",
    "transformed_answer",
    "not_understood",
]
"""Why a problem is out of scope. `transformed_answer`: it asks for something made from the quantity, not by a key."""


class Problem(Record):
    """One row of a corpus."""

    id: str = Field(min_length=1)
    statement: str = Field(min_length=1)
    """The problem text from the corpus, without the choices."""
    answer: str
    """The stated answer from the corpus; for multiple choice the text of the correct choice."""
    choices: dict[str, str] = Field(default_factory=dict)
    """Letters and texts of a multiple choice, empty otherwise."""
    figure: str = ""
    """A figure in our notation written by a person; empty when the statement has to be read."""
    parent: str = ""
    """Id of the problem that this one is an instance of, with other numbers."""

    @model_serializer(mode="wrap")
    def _without_empty_parent(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # Without a parent a row is written as by earlier versions, so that its keys stay the same.
        return {name: value for name, value in written(self).items() if value or name != "parent"}


class Passage(Record):
    """A verbatim span of the statement."""

    text: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class StatedCondition(Passage):
    """One condition that the statement gives for the figure."""

    role: Literal["primary", "auxiliary"]
    """Primary: about the main solid's own vertices and measures only. Auxiliary: about anything added to it."""
    lines: tuple[str, ...]
    """The lines of the figure that it became, as written there, such as `given AB = 2`."""


class Reading(Record):
    """A statement split into its components, with its geometry as a figure in our notation."""

    category: str
    """Geometry category of the main solid in words, such as `quadrangular pyramid`."""
    diagram: tuple[Passage, ...]
    """References to a drawing that carry no information ("as shown in the figure"); discarded."""
    conditions: tuple[StatedCondition, ...]
    question: Passage
    """The final question."""
    problem_type: ProblemType
    figure: str
    """The figure in our notation, in canonical spelling."""
    doubts: tuple[str, ...] = ()
    """What no table of words finds in the statement, as sentences: another reading must have it too."""
    to_show: tuple[str, ...] = ()
    """Conditions whose words are not in their quote: they follow from the others, or another reading has them too."""
    unit: str = ""
    """Unit of length of the figure's numbers when the statement names one, such as `cm`."""


class Refusal(Record):
    """A problem that is not read, and the reason."""

    reason: RefusalClass
    sentence: str
    """The reason in words, quoting what was not understood."""


class Leak(Record):
    """Something in a question that gives away what the viewer should find by seeing the object, or that got lost."""

    what: Literal["shape", "label", "number", "relation", "lost_condition", "lost_question", "unmarked_quantity"]
    words: str
    """The words of the question, or the condition that is missing from it."""
    sentence: str
    """The remedy in one sentence."""


class Rewritten(Record):
    """The question of a sample in all its variants. All have the same answer."""

    spatial: str
    """Nothing about the object is stated."""
    type: str
    """The solid is named."""
    dimensions: str
    """Its primary conditions are restated in the scene's metres."""
    text: str
    """The full statement, rescaled."""
