"""The figure in the camera's space, the brief for its script, and whether its points can be distinguished."""

from typing import Any

from geometry.record import Record
from geometry.shapes.coordinates import Coordinates
from pipeline.scene.fit_scene import SceneRefused, fit_scene
from pipeline.scene.palette import PALETTE
from pipeline.stages.context import ProblemState, Quarantine, StageContext
from pipeline.stages.figure_cache import figure_of
from pipeline.stages.records import FittedScene


class Input(Record):
    """What the stage works on."""

    figure: str
    coordinates: Coordinates


def input_of(state: ProblemState) -> Input:
    """The input, from the outputs of earlier stages."""
    figure = state.outputs["read"].reading.figure
    return Input(figure=figure, coordinates=state.outputs["solve"].coordinates)


def key_inputs(given: Input, context: StageContext) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return {"seed": context.seed, "palette": [colour.name for colour in PALETTE]}


def run(given: Input, context: StageContext) -> FittedScene:
    """The fitted figure and its brief."""
    try:
        return context.run_in_kernel(fit_scene, figure_of(given.figure), given.coordinates, context.seed)
    except SceneRefused as refusal:
        raise Quarantine("scene", "; ".join(str(refusal).splitlines()), refusal.checks) from refusal
