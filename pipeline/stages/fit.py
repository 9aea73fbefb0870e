"""The figure in the camera's space, the brief for its script, and whether its points can be told apart."""

from typing import Any

from agents.records import Record
from geometry.errors import GeometryError
from geometry.fit import fit
from geometry.state import Coordinates
from geometry.syntax import Figure
from pipeline.figures import figure_of
from pipeline.palette import PALETTE
from pipeline.run_records import FittedScene
from pipeline.scene_brief import marker_spacing, open_hollows, scene_brief
from pipeline.stage_tools import Quarantine, Tools
from pipeline.versions import STAGE_VERSIONS

NAME, OUTPUT = "fit", FittedScene
VERSION = STAGE_VERSIONS[NAME]


class Given(Record):
    """What the stage works on."""

    figure: str
    coordinates: Coordinates


def facts(given: Given, tools: Tools) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return {"seed": tools.seed, "palette": [colour.name for colour in PALETTE]}


def run(given: Given, tools: Tools) -> FittedScene:
    """The fitted figure and its brief."""
    return tools.work_out(fitted_scene, figure_of(given.figure), given.coordinates, tools.seed)


def fitted_scene(figure: Figure, coordinates: Coordinates, seed: int) -> FittedScene:
    """The same as a plain function, for a worker."""
    try:
        fitted = fit(figure, coordinates, seed)
        brief = scene_brief(figure, fitted, [colour.name for colour in PALETTE])
        checks = (marker_spacing(brief), open_hollows(brief))
    except GeometryError as error:
        raise Quarantine("scene", f"the figure cannot be shown: {error}") from error
    failed = [check.sentence for check in checks if check.status != "passed"]
    if failed:
        raise Quarantine("scene", "; ".join(failed), checks)
    return FittedScene(fitted=fitted, brief=brief, checks=checks)
