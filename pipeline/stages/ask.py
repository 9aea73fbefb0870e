"""What the question has to say: nothing that the target does not need, and not so much that the film is not needed.

Decided by the kernel on the solved figure. A problem ends here if its question can be answered from the text or tells
the whole object. What is left out of the question stays in the figure.
"""

from typing import Any

from geometry.checks import Check
from geometry.disclosure.asked_question import AskedQuestion, asked_question
from geometry.disclosure.film_needed import DIFFERENT_RELATIVE
from geometry.record import Record
from geometry.shapes.coordinates import Coordinates
from pipeline.stages.context import ProblemState, Quarantine, StageContext
from pipeline.stages.figure_cache import figure_of
from pipeline.stages.records import Asked


class Input(Record):
    """What the stage works on."""

    figure: str
    coordinates: Coordinates


def input_of(state: ProblemState) -> Input:
    """The input, from the outputs of earlier stages."""
    return Input(figure=state.outputs["read"].reading.figure, coordinates=state.outputs["solve"].coordinates)


def key_inputs(given: Input, context: StageContext) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return {"seed": context.seed}


def run(given: Input, context: StageContext) -> Asked:
    """The figure of the question, and what it tells; Quarantine for one that needs no film."""
    found = context.run_in_kernel(asked_question, figure_of(given.figure), given.coordinates, context.seed)
    checks = (_film_check(found),)
    if found.film == "answerable":
        raise Quarantine("answerable from the text", _answerable(found), checks)
    if found.film == "not shown":
        raise Quarantine(
            "film not shown to be needed",
            "no other figure was found that fits what the question tells, so it is not shown that one has to look",
            checks,
        )
    if found.solid_told:
        shown = ", ".join(found.reveals)
        raise Quarantine("object told", f"what the question tells fixes every length of the object: {shown}", checks)
    return Asked(
        figure=found.figure,
        text_figure=found.text_figure,
        left_out=found.left_out,
        reveals=found.reveals,
        type_determines=found.type_determines,
        dimensions_determine=found.dimensions_determine,
        checks=checks,
    )


def _answerable(found: AskedQuestion) -> str:
    return (
        f"everything that the question tells gives the target the value {found.values[0]:.6g} without the object. "
        "Whoever reads it need not look at the film."
    )


def _film_check(found: AskedQuestion) -> Check:
    """How far apart the target's values are on figures that the question does not tell apart."""
    spread = max(found.values) - min(found.values)
    relative = spread / max(abs(value) for value in found.values) if spread else 0.0
    least, most = min(found.values), max(found.values)
    return Check(
        name="the film is needed",
        status="passed" if found.film == "needed" else "failed",
        measured=relative,
        tolerance=DIFFERENT_RELATIVE,
        sentence=f"What the question tells allows the values {least:.6g} to {most:.6g}, and others.",
    )
