"""From a figure to a verified scene: solve, fit, write the script, build it in the sandbox, audit it.

`convert` runs these steps one by one, `render` and the scene commands all at once. The script is the template's unless
one is given. A figure or script that fails is rejected with its findings (SceneRefused).
"""

from geometry.checks import Check
from geometry.notation.syntax import Figure
from geometry.pose.fitted import SolidSize
from geometry.record import Evidence
from geometry.report.check_figure import check_figure
from pipeline.scene.audit.scene_audit import audit_scene
from pipeline.scene.fit_scene import SceneRefused, fit_scene, reject_failed
from pipeline.scene.records import FittedScene, SceneBrief, SceneData
from pipeline.scene.sandbox.build_scene import build_scene
from pipeline.scene.sandbox.records import SandboxMode
from pipeline.scene.smooth_faces import with_smooth_faces
from pipeline.scene.template.script import write_script


class PreparedScene(Evidence):
    """A scene with all its evidence."""

    fit: FittedScene
    script: str
    scene: SceneData
    checks: tuple[Check, ...]
    """Checks of the fit, then those of the audit."""


def solve_and_fit(figure: Figure, seed: int = 0, longest_m: float | None = None) -> FittedScene:
    """Solve and fit a figure; rejects figures whose shape or answer the conditions do not determine.

    `longest_m` is the longest extent that the solid is to have; by default it fills the view of the widest lens.
    """
    report = check_figure(figure, seed)
    if not report.ok or report.coordinates == "none":
        raise SceneRefused(
            f"the figure cannot be shown: it is {report.status}. Remedy: solidscene geo check shows the reason"
        )
    size = None if longest_m is None else SolidSize(longest_m=longest_m, least_m=longest_m, most_m=longest_m)
    return fit_scene(figure, report.coordinates, seed, size)


def build_and_audit(brief: SceneBrief, source: str, sandbox: SandboxMode) -> tuple[SceneData, tuple[Check, ...]]:
    """What the script builds in the sandbox, and its audit; if it passes, smooth faces are set by the brief."""
    built = build_scene(source, mode=sandbox)
    if built.scene == "none":
        raise SceneRefused(built.sentence)
    checks = audit_scene(brief, built.scene)
    passed = all(check.status == "passed" for check in checks)
    return with_smooth_faces(brief, built.scene) if passed else built.scene, checks


def prepare_scene(
    figure: Figure,
    script: str | None = None,
    sandbox: SandboxMode = "auto",
    seed: int = 0,
    longest_m: float | None = None,
) -> PreparedScene:
    """A verified scene of the figure, from the given script or the template's."""
    fitted = solve_and_fit(figure, seed, longest_m)
    source = write_script(fitted.brief) if script is None else script
    scene, checks = build_and_audit(fitted.brief, source, sandbox)
    reject_failed(checks)
    return PreparedScene(fit=fitted, script=source, scene=scene, checks=(*fitted.checks, *checks))
