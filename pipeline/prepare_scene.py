"""From a figure to a scene that is proved right: solved, fitted, scripted, built in the sandbox and audited.

The script is the template's unless one is given. A figure or script that fails is refused with its own findings.
"""

from geometry.check_figure import check_figure
from geometry.checks import Check
from geometry.errors import GeometryError
from geometry.fit import Fitted, fit
from geometry.syntax import Figure
from pipeline.palette import PALETTE
from pipeline.sandbox import build_scene
from pipeline.sandbox_records import SandboxMode
from pipeline.scene_audit import audit_scene
from pipeline.scene_brief import scene_brief
from pipeline.scene_records import Record, SceneBrief, SceneData
from pipeline.smooth_faces import with_smooth_faces
from pipeline.template_script import write_script


class SceneRefused(ValueError):  # noqa: N818
    """There is no verified scene; the message holds the findings, one a line."""


class PreparedScene(Record):
    """A scene with everything that vouches for it."""

    fitted: Fitted
    brief: SceneBrief
    script: str
    scene: SceneData
    checks: tuple[Check, ...]


def brief_of(figure: Figure, seed: int = 0) -> tuple[Fitted, SceneBrief]:
    """Solve and fit a figure; refuses figures whose shape or answer the conditions do not decide."""
    report = check_figure(figure, seed)
    if not report.ok or report.coordinates == "none":
        raise SceneRefused(
            f"the figure cannot be shown, it is {report.status}. Remedy: see solidscene geo check for the reason"
        )
    try:
        fitted = fit(figure, report.coordinates, seed)
        return fitted, scene_brief(figure, fitted, [colour.name for colour in PALETTE])
    except GeometryError as error:
        raise SceneRefused(f"the figure cannot be shown: {error}") from error


def prepare_scene(
    figure: Figure, script: str | None = None, sandbox: SandboxMode = "auto", seed: int = 0
) -> PreparedScene:
    """A verified scene of the figure, from the given script or the template's."""
    fitted, brief = brief_of(figure, seed)
    source = write_script(brief) if script is None else script
    scene, checks = build_and_audit(brief, source, sandbox)
    failed = [check.sentence for check in checks if check.status != "passed"]
    if failed:
        raise SceneRefused("\n".join(failed))
    return PreparedScene(fitted=fitted, brief=brief, script=source, scene=scene, checks=checks)


def build_and_audit(brief: SceneBrief, source: str, sandbox: SandboxMode) -> tuple[SceneData, tuple[Check, ...]]:
    """What the script builds, and what the audit says of it; a scene that passes is shaded as the brief has it."""
    built = build_scene(source, mode=sandbox)
    if built.scene == "none":
        raise SceneRefused(built.sentence)
    checks = audit_scene(brief, built.scene)
    passed = all(check.status == "passed" for check in checks)
    return with_smooth_faces(brief, built.scene) if passed else built.scene, checks
