"""The question in all its variants: without what must be seen, recoloured, rescaled, and audited for leaks."""

from typing import Any

from agents.gateway.asker import Complaint, Turn
from agents.language.leaks import paraphrase_check
from agents.language.leaks.leak_audit import leak_checks
from agents.language.wording import variants
from agents.language.wording.describe import describe
from agents.records import Reading
from agents.roles import stripper
from geometry.errors import GeometryError
from geometry.notation.syntax import Figure
from geometry.record import Record
from pipeline.scene.presentation import AngleUnit
from pipeline.stages.context import ProblemState, Quarantine, RecordingAsker, StageContext
from pipeline.stages.figure_cache import figure_of
from pipeline.stages.records import Questioned
from workers.blender_jobs import ScaleCue

CUES: dict[ScaleCue, str] = {
    "none": "",
    "rule": "Each ruler on the floor is 1 m long.",
    "tiles": "The tiles of the floor are 0.5 m wide.",
}

OWN_WORDS = "offline rules"
"""Author of a question that is worded by rules from the figure."""


class Input(Record):
    """What the stage works on."""

    reading: Reading
    asked: str
    """The figure that the question is about."""
    text: str
    """The figure of the variant that is answered without the film."""
    colours: dict[str, str]
    scale: float
    cue: ScaleCue
    angles: AngleUnit
    turns: tuple[Turn, ...] = ()


def input_of(state: ProblemState) -> Input:
    """The input, from the outputs of earlier stages."""
    fitted = state.outputs["fit"]
    return Input(
        reading=state.outputs["read"].reading,
        asked=state.outputs["ask"].figure,
        text=state.outputs["ask"].text_figure,
        colours=fitted.colours,
        scale=fitted.fitted.scale,
        cue=state.context.scale_cue,
        angles=state.context.presentation.angles,
        turns=state.turns_of("rewrite"),
    )


def key_inputs(given: Input, context: StageContext) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return context.role_fingerprint("stripper", "strip")


def run(given: Input, context: StageContext) -> Questioned:
    """The stripped text and its variants; a leak is a Complaint to the model that stripped it, while it has tries."""
    figure = figure_of(given.asked)
    if context.is_offline("stripper"):
        return context.run_in_kernel(offline_question, given, figure)
    marks = stripper.Marks(colours=given.colours, scale=given.scale)
    try:
        return _models_question(given, figure, marks, context)
    except Complaint:
        if len(given.turns) + 1 < context.tries:
            raise
        # The rules can word every figure; a problem is not lost because a model cannot.
        return context.run_in_kernel(offline_question, given, figure)


def _models_question(given: Input, figure: Figure, marks: stripper.Marks, context: StageContext) -> Questioned:
    heard = RecordingAsker(context.asker)
    stripped = stripper.run(heard, given.reading, figure, marks, given.turns, whole=figure_of(given.reading.figure))
    question = _question(given, figure, _vouched(stripped, figure, context.model("stripper")))
    if failed := _failed(question):
        raise _refusal(question, failed, heard.reply)
    return question


def _refusal(question: Questioned, sentence: str, reply: str) -> Complaint | Quarantine:
    """Complaint to the model that worded the question; Quarantine if rules did, which would leak again."""
    if question.by == OWN_WORDS:
        return Quarantine("leak", sentence, question.checks)
    return Complaint(sentence, reply)


def _vouched(stripped: str, figure: Figure, model: str) -> tuple[str, str]:
    """The model's wording if it provably says what the figure says, else the rules' wording; and its author."""
    if paraphrase_check.says_the_same(stripped, describe(figure)):
        return stripped, model
    return stripper.strip_offline(figure), OWN_WORDS


def offline_question(given: Input, figure: Figure) -> Questioned:
    """The question worded by rules, as a plain function for a kernel worker."""
    question = _question(given, figure, (stripper.strip_offline(figure), OWN_WORDS))
    if failed := _failed(question):
        raise _refusal(question, failed, reply="")
    return question


def _question(given: Input, figure: Figure, text: tuple[str, str]) -> Questioned:
    stripped, by = text
    try:
        text_figure = figure_of(given.text)
        rewritten = variants.rewrite(
            figure,
            stripped,
            given.colours,
            given.scale,
            CUES[given.cue],
            text_figure,
            radians=given.angles == "radians",
        )
    except GeometryError as error:
        raise Quarantine("question", f"the question cannot be worded: {error}") from error
    # The sentence about the scale cue describes the room, so its numbers are not leaks.
    about_object = variants.unpolished_question(figure, stripped, given.colours, given.scale)
    checks = (
        paraphrase_check.check(stripped, describe(figure)),
        *leak_checks(about_object, figure, given.colours, given.scale),
    )
    return Questioned(stripped=stripped, rewritten=rewritten, by=by, checks=checks)


def _failed(question: Questioned) -> str:
    return " ".join(check.sentence for check in question.checks if check.status != "passed")
