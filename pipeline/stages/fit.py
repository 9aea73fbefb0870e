"""The figure in the camera's space, the brief for its script, and whether its points can be distinguished."""

from typing import Any

from agents.language.wording.describe import Description, describe
from agents.language.wording.quantities import stated_lengths
from agents.language.wording.variants import named_points
from geometry.notation.syntax import Figure
from geometry.pose.fitted import SolidSize
from geometry.record import Record
from geometry.shapes.coordinates import Coordinates
from pipeline.scene.fit_scene import SceneRefused, fit_scene
from pipeline.scene.palette import PALETTE
from pipeline.scene.presentation import MarkerChoice, drawn_size, problem_seed
from pipeline.stages.context import ProblemState, Quarantine, StageContext
from pipeline.stages.figure_cache import figure_of
from pipeline.stages.records import FittedScene


class Input(Record):
    """What the stage works on."""

    figure: str
    asked: str
    """The figure that the question is about: its points need markers."""
    text: str
    """The figure of the variant without a film: its lengths are stated."""
    coordinates: Coordinates


def input_of(state: ProblemState) -> Input:
    """The input, from the outputs of earlier stages."""
    return Input(
        figure=state.outputs["read"].reading.figure,
        asked=state.outputs["ask"].figure,
        text=state.outputs["ask"].text_figure,
        coordinates=state.outputs["solve"].coordinates,
    )


def key_inputs(given: Input, context: StageContext) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return {
        "problem_seed": problem_seed(context.seed, context.problem),
        "palette": [colour.name for colour in PALETTE],
        "size_m": context.presentation.size_m,
        "markers": context.presentation.markers,
    }


def run(given: Input, context: StageContext) -> FittedScene:
    """The fitted figure and its brief."""
    seed = problem_seed(context.seed, context.problem)
    size = drawn_size(context.presentation.size_m, seed)
    figures = figure_of(given.figure), figure_of(given.asked), figure_of(given.text)
    try:
        return context.run_in_kernel(fitted_scene, figures, given.coordinates, seed, size, context.presentation.markers)
    except SceneRefused as refusal:
        raise Quarantine("scene", "; ".join(str(refusal).splitlines()), refusal.checks) from refusal


def fitted_scene(
    figures: tuple[Figure, Figure, Figure], coordinates: Coordinates, seed: int, size: SolidSize, markers: MarkerChoice
) -> FittedScene:
    """The scene of the first figure, marked for the second and scaled for the third; a function for a kernel worker."""
    figure, asked, text = figures
    marked = named_points(asked) if markers == "needed" else None
    return fit_scene(
        figure, coordinates, seed, size, stated_lengths(_all_words(describe(text, as_object=False))), marked
    )


def _all_words(words: Description) -> str:
    return " ".join([words.solid, *words.primary, *words.auxiliary])
