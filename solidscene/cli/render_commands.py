"""`solidscene render`: film one figure. Parses options, calls the film maker, prints what was written."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from solidscene.cli.help_text import (
    CAMERA_HELP,
    LIGHT_HELP,
    LOOK_HELP,
    PROFILES,
    ROOMS,
    SANDBOXES,
    SCALE_CUES,
    examples,
    one_of,
)
from solidscene.cli.inputs import FigureFile, read_figure, read_text, refuse

if TYPE_CHECKING:
    from pipeline.film.records import FilmSpec
    from pipeline.scene.figure_to_scene import PreparedScene
    from workers.blender_pool import BlenderPool

RENDER_EXAMPLE = examples(
    "solidscene render assets/figures/pyramid.geo --out out",
    "solidscene render assets/figures/pyramid.geo --out out --profile preview --rooms library --scale-cue rule",
    "solidscene render assets/figures/pyramid.geo --out out --camera tilt=40 --light tint=warm --look edges=lines",
    "solidscene render assets/figures/pyramid.geo --out out --stills 4 --vary camera,light,room,material --seed 7",
)


def render(
    file: FigureFile,
    out: Annotated[Path, typer.Option(help="Folder for the video, its pictures and its evidence.")],
    profile: Annotated[
        str,
        typer.Option(
            help="baked (fast), path (full path tracing) or preview (small).", autocompletion=one_of(PROFILES)
        ),
    ] = "baked",
    rooms: Annotated[
        str,
        typer.Option(
            help="Room names (NAME or NAME:SEED, commas between), all, or 3d-front:FOLDER.",
            autocompletion=one_of(ROOMS),
        ),
    ] = "oak_loft",
    scale_cue: Annotated[
        str,
        typer.Option(help="none, rule (1 m on the floor) or tiles (0.5 m).", autocompletion=one_of(SCALE_CUES)),
    ] = "none",
    vary: Annotated[str, typer.Option(help="Let the seed choose: any of camera,light,room,material.")] = "",
    camera: Annotated[str, typer.Option(metavar="WORDS", help=CAMERA_HELP)] = "",
    light: Annotated[str, typer.Option(metavar="WORDS", help=LIGHT_HELP)] = "",
    look: Annotated[str, typer.Option(metavar="WORDS", help=LOOK_HELP)] = "",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the pose and of what is varied.")] = 0,
    stills: Annotated[int, typer.Option(min=0, help="Instead of a video, this many still views as PNG.")] = 0,
    samples: Annotated[int, typer.Option(min=0, help="Also this many evenly spaced frames as PNG (8, 16).")] = 0,
    width: Annotated[int, typer.Option(min=64, help="Pixels.")] = 1200,
    height: Annotated[int, typer.Option(min=64, help="Pixels.")] = 900,
    frames: Annotated[int, typer.Option(min=1, help="Frames of the orbit.")] = 48,
    fps: Annotated[int, typer.Option(min=1, help="Frames a second.")] = 6,
    script: Annotated[
        Path | None, typer.Option(help="A bpy script to build the solid with, instead of the template's.")
    ] = None,
    sandbox: Annotated[
        str, typer.Option(help="auto, landlock, bubblewrap or none.", autocompletion=one_of(SANDBOXES))
    ] = "auto",
    cache: Annotated[
        Path | None, typer.Option(help="Where room plates are kept. [default: the user's cache folder]")
    ] = None,
) -> None:
    """Film a figure: a verified scene in a room, an orbit video, poster, contact sheet and evidence."""
    from dataset.paths import cache_folder
    from pipeline.film.request import FilmRequest, RequestError
    from pipeline.scene.figure_to_scene import SceneRefused, prepare_scene
    from pipeline.scene.sandbox.build_scene import SandboxUnavailable
    from solidscene.cli.scene_commands import sandbox_mode
    from workers.blender_pool import BlenderPool

    request = FilmRequest(
        profile=profile,
        rooms=rooms,
        scale_cue=scale_cue,
        vary=vary,
        seed=seed,
        stills=stills,
        samples=samples,
        shape=(width, height, frames, fps),
        camera=camera,
        light=light,
        look=look,
    )
    folder = cache or cache_folder()
    try:
        request.check()
        source = None if script is None else read_text(script)
        prepared = prepare_scene(read_figure(file), source, sandbox_mode(sandbox), seed)
        with BlenderPool(folder / "logs") as pool:
            spec = request.spec(pool, lambda sentence: typer.echo(sentence, err=True))
            _film(pool, prepared, spec, (out, file.stem if str(file) != "-" else "figure", folder), (stills, samples))
    except (SceneRefused, SandboxUnavailable) as error:
        refuse(f"{file}: {error}", 1)
    except RequestError as error:
        refuse(str(error))


def _film(
    pool: "BlenderPool",
    prepared: "PreparedScene",
    spec: "FilmSpec",
    where: tuple[Path, str, Path],
    counts: tuple[int, int],
) -> None:
    from pipeline.film.evidence_files import write_evidence
    from pipeline.film.make_film import make_film, make_stills
    from solidscene.cli.progress_lines import shown_progress
    from workers.blender_jobs import JobFailed
    from workers.blender_pool import RenderFailed

    out, name, cache = where
    stills, samples = counts
    try:
        with shown_progress(name) as report:
            if stills:
                made = make_stills(pool, prepared.scene, spec, cache, out / name, report)
            else:
                made = make_film(pool, prepared.scene, spec, cache, out / f"{name}.mp4", report, samples)
    except (RenderFailed, JobFailed) as error:
        refuse(f"{name} · render: {error}", 1)
    write_evidence(out / name, prepared, made)
    failed = [check for check in made.checks if check.status != "passed"]
    for path in made.files:
        typer.echo(str(path))
    for check in failed:
        typer.echo(f"failed: {check.sentence}", err=True)
    typer.echo(
        f"{made.result.description} {made.result.seconds:.1f} s on {made.result.device}, "
        f"{len(prepared.checks) + len(made.checks) - len(failed)} checks passed",
        err=True,
    )
    if failed:
        sys.exit(1)
