"""Fits a solved figure into the camera's space and writes the brief; rejects what a film could not show."""

from collections.abc import Collection, Sequence
from typing import Any

from geometry.checks import Check
from geometry.errors import GeometryError
from geometry.notation.syntax import Figure
from geometry.pose.fit import fit
from geometry.pose.fitted import Fitted, SolidSize
from geometry.pose.short_scale import StatedLength
from geometry.shapes.coordinates import Coordinates
from pipeline.scene.brief import marker_spacing, open_hollows, scene_brief
from pipeline.scene.palette import PALETTE
from pipeline.scene.records import FittedScene
from pipeline.scene.size_steps import size_step

LEAST_THICKNESS = 0.02
"""Least extent of a solid relative to its longest: eight pixels in a film of 900 lines."""


class SceneRefused(ValueError):  # noqa: N818
    """There is no verified scene; the message contains the findings, one per line."""

    def __init__(self, findings: str, checks: tuple[Check, ...] = ()) -> None:
        super().__init__(findings)
        self.checks = checks

    def __reduce__(self) -> tuple[type["SceneRefused"], tuple[Any, ...]]:
        # Pickled by workers; the default would lose the checks.
        return type(self), (str(self), self.checks)


def fit_scene(
    figure: Figure,
    coordinates: Coordinates,
    seed: int,
    size: SolidSize | None = None,
    stated: Sequence[StatedLength] = (),
    marked: Collection[str] | None = None,
) -> FittedScene:
    """The figure in the camera's space and the brief for its script; rejects what a film could not show.

    `marked` are the only points that get markers; by default every vertex has one. See `fit` for the other arguments.
    """
    try:
        fitted = fit(figure, coordinates, seed, size, stated)
        brief = scene_brief(figure, fitted, [colour.name for colour in PALETTE], only=marked)
        checks = (thick_enough(fitted), marker_spacing(brief, size_step(fitted.longest_m)), open_hollows(brief))
    except GeometryError as error:
        raise SceneRefused(f"the figure cannot be shown: {error}") from error
    reject_failed(checks)
    return FittedScene(fitted=fitted, brief=brief, checks=checks)


def thick_enough(fitted: Fitted) -> Check:
    """Whether the solid is thick enough for its thickness to be read from a film."""
    share = fitted.thinnest_m / fitted.longest_m
    passed = share >= LEAST_THICKNESS
    return Check(
        name="the object is thick enough to be measured",
        status="passed" if passed else "failed",
        measured=share,
        tolerance=LEAST_THICKNESS,
        sentence=f"the object's least extent is {share:.1%} of its longest"
        + ("" if passed else f"; below {LEAST_THICKNESS:.0%} it cannot be read from a film"),
    )


def reject_failed(checks: tuple[Check, ...]) -> None:
    """Raise SceneRefused with the findings of the checks that failed, if any did."""
    failed = [check.sentence for check in checks if check.status != "passed"]
    if failed:
        raise SceneRefused("\n".join(failed), checks)
