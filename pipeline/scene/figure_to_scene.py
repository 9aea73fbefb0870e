"""The one way from a figure to a scene that is proved right: solved, fitted, scripted, built in the sandbox, audited.

`convert` takes its steps one by one, `render` and the scene commands all at once. The script is the template's unless
one is given. A figure or script that fails is rejected with its own findings.
"""

from typing import Any

from geometry.checks import Check
from geometry.errors import GeometryError
from geometry.notation.syntax import Figure
from geometry.pose.fit import fit
from geometry.record import Evidence
from geometry.report.check_figure import check_figure
from geometry.shapes.coordinates import Coordinates
from pipeline.scene.audit.scene_audit import audit_scene
from pipeline.scene.brief import marker_spacing, open_hollows, scene_brief
from pipeline.scene.palette import PALETTE
from pipeline.scene.records import FittedScene, SceneBrief, SceneData
from pipeline.scene.sandbox.build_scene import build_scene
from pipeline.scene.sandbox.records import SandboxMode
from pipeline.scene.smooth_faces import with_smooth_faces
from pipeline.scene.template.script import write_script


class SceneRefused(ValueError):  # noqa: N818
    """There is no verified scene; the message holds the findings, one a line."""

    def __init__(self, findings: str, checks: tuple[Check, ...] = ()) -> None:
        super().__init__(findings)
        self.checks = checks

    def __reduce__(self) -> tuple[type["SceneRefused"], tuple[Any, ...]]:
        # The default would lose the checks between a worker and its caller.
        return type(self), (str(self), self.checks)


class PreparedScene(Evidence):
    """A scene with everything that vouches for it."""

    fit: FittedScene
    script: str
    scene: SceneData
    checks: tuple[Check, ...]
    """The evidence of the fit, then that of the audit."""


def fit_scene(figure: Figure, coordinates: Coordinates, seed: int) -> FittedScene:
    """The figure in the camera's space and the brief for its script; rejects what a film could not show."""
    try:
        fitted = fit(figure, coordinates, seed)
        brief = scene_brief(figure, fitted, [colour.name for colour in PALETTE])
        checks = (marker_spacing(brief), open_hollows(brief))
    except GeometryError as error:
        raise SceneRefused(f"the figure cannot be shown: {error}") from error
    _reject_failed(checks)
    return FittedScene(fitted=fitted, brief=brief, checks=checks)


def solve_and_fit(figure: Figure, seed: int = 0) -> FittedScene:
    """Solve and fit a figure; rejects figures whose shape or answer the conditions do not decide."""
    report = check_figure(figure, seed)
    if not report.ok or report.coordinates == "none":
        raise SceneRefused(
            f"the figure cannot be shown, it is {report.status}. Remedy: see solidscene geo check for the reason"
        )
    return fit_scene(figure, report.coordinates, seed)


def build_and_audit(brief: SceneBrief, source: str, sandbox: SandboxMode) -> tuple[SceneData, tuple[Check, ...]]:
    """What the script builds in the sandbox, and the audit of it; a scene that passes is shaded as the brief has it."""
    built = build_scene(source, mode=sandbox)
    if built.scene == "none":
        raise SceneRefused(built.sentence)
    checks = audit_scene(brief, built.scene)
    passed = all(check.status == "passed" for check in checks)
    return with_smooth_faces(brief, built.scene) if passed else built.scene, checks


def prepare_scene(
    figure: Figure, script: str | None = None, sandbox: SandboxMode = "auto", seed: int = 0
) -> PreparedScene:
    """A verified scene of the figure, from the given script or the template's."""
    fitted = solve_and_fit(figure, seed)
    source = write_script(fitted.brief) if script is None else script
    scene, checks = build_and_audit(fitted.brief, source, sandbox)
    _reject_failed(checks)
    return PreparedScene(fit=fitted, script=source, scene=scene, checks=(*fitted.checks, *checks))


def _reject_failed(checks: tuple[Check, ...]) -> None:
    failed = [check.sentence for check in checks if check.status != "passed"]
    if failed:
        raise SceneRefused("\n".join(failed), checks)
