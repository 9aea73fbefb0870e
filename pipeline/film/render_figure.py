"""Renders one figure: a verified scene, its film or stills, and the evidence beside them.

Called by `solidscene render` and `solidscene.render`; `convert` takes the same steps stage by stage.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from geometry.notation.syntax import Figure
from pipeline.film.evidence_files import write_evidence
from pipeline.film.make_film import make_film, make_stills
from pipeline.film.records import Film
from pipeline.film.request import FilmRequest
from pipeline.scene.figure_to_scene import PreparedScene, prepare_scene
from pipeline.scene.sandbox.records import SandboxMode
from workers.blender_pool import BlenderPool
from workers.blender_worker import Progress


@dataclass(frozen=True)
class RenderTarget:
    """Where a film is written, under which name, and how large its solid is."""

    out: Path
    """Folder for the film, its pictures and its evidence."""
    name: str
    cache: Path
    """The cache of room plates."""
    longest_m: float | None = None
    """Longest extent of the solid; by default it fills the view of the widest lens."""


def render_figure(
    figure: Figure,
    request: FilmRequest,
    target: RenderTarget,
    script: str | None = None,
    sandbox: SandboxMode = "auto",
    say: Callable[[str], None] = lambda sentence: None,
    progress: Progress = lambda what, share: None,
) -> tuple[PreparedScene, Film]:
    """The verified scene of a figure and its film, or its stills if the request asks for stills."""
    request.check()
    prepared = prepare_scene(figure, script, sandbox, request.seed, target.longest_m)
    with BlenderPool(target.cache / "logs") as pool:
        spec = request.spec(pool, say, prepared.fit.fitted.longest_m)
        if request.stills:
            made = make_stills(pool, prepared.scene, spec, target.cache, target.out / target.name, progress)
        else:
            video = target.out / f"{target.name}.mp4"
            made = make_film(pool, prepared.scene, spec, target.cache, video, progress, request.samples)
    write_evidence(target.out / target.name, prepared, made)
    return prepared, made
