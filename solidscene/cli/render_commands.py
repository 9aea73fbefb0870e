"""`solidscene render`: render one figure. Parses options, calls one function, prints the files written."""

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
from solidscene.cli.inputs import FigureFile, check_film, read_figure, read_text, refuse
from solidscene.cli.scene_commands import sandbox_option

if TYPE_CHECKING:
    from pipeline.film.records import Film
    from pipeline.scene.figure_to_scene import PreparedScene

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
            help="Room names (NAME or NAME:SEED, separated by commas), all, or 3d-front:FOLDER.",
            autocompletion=one_of(ROOMS),
        ),
    ] = "oak_loft",
    scale_cue: Annotated[
        str,
        typer.Option(help="none, rule (1 m on the floor) or tiles (0.5 m).", autocompletion=one_of(SCALE_CUES)),
    ] = "none",
    vary: Annotated[str, typer.Option(help="Vary by seed: any of camera,light,room,material.")] = "",
    camera: Annotated[str, typer.Option(metavar="WORDS", help=CAMERA_HELP)] = "",
    light: Annotated[str, typer.Option(metavar="WORDS", help=LIGHT_HELP)] = "",
    look: Annotated[str, typer.Option(metavar="WORDS", help=LOOK_HELP)] = "",
    size: Annotated[
        float | None,
        typer.Option(min=0.5, max=2.0, help="Longest extent of the solid in m. [default: as large as fits the view]"),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the pose and of what is varied.")] = 0,
    stills: Annotated[int, typer.Option(min=0, help="Instead of a video, this many still views as PNG.")] = 0,
    samples: Annotated[int, typer.Option(min=0, help="Also this many evenly spaced frames as PNG (8, 16).")] = 0,
    width: Annotated[int, typer.Option(min=64, help="Pixels.")] = 1200,
    height: Annotated[int, typer.Option(min=64, help="Pixels.")] = 900,
    frames: Annotated[int, typer.Option(min=1, help="Frames of the orbit.")] = 48,
    fps: Annotated[int, typer.Option(min=1, help="Frames per second.")] = 6,
    script: Annotated[
        Path | None, typer.Option(help="A bpy script to build the solid with, instead of the template's.")
    ] = None,
    sandbox: Annotated[
        str, typer.Option(help="auto, landlock, bubblewrap or none.", autocompletion=one_of(SANDBOXES))
    ] = "auto",
    cache: Annotated[
        Path | None, typer.Option(help="The cache of room plates. [default: the user's cache folder]")
    ] = None,
) -> None:
    """Render a figure: a verified scene in a room, an orbit video, poster, contact sheet and evidence."""
    from dataset.paths import cache_folder
    from pipeline.film.render_figure import RenderTarget, render_figure
    from pipeline.film.request import FilmRequest, RequestError
    from pipeline.scene.fit_scene import SceneRefused
    from pipeline.scene.sandbox.build_scene import SandboxUnavailable
    from solidscene.cli.progress_lines import shown_progress
    from workers.blender_jobs import JobFailed
    from workers.blender_pool import RenderFailed

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
    check_film(request)
    name = file.stem if str(file) != "-" else "figure"
    target = RenderTarget(out, name, cache or cache_folder(), size)
    source = None if script is None else read_text(script)
    figure, mode = read_figure(file), sandbox_option(sandbox)
    try:
        with shown_progress(name) as report:
            prepared, made = render_figure(figure, request, target, source, mode, _say, report)
    except (SceneRefused, SandboxUnavailable) as error:
        refuse(f"{file}: {error}", 1)
    except RequestError as error:
        refuse(str(error))
    except (RenderFailed, JobFailed) as error:
        refuse(f"{name} · render: {error}", 1)
    _print(prepared, made)


def _say(sentence: str) -> None:
    typer.echo(sentence, err=True)


def _print(prepared: "PreparedScene", made: "Film") -> None:
    """The files on standard output, everything else on standard error; exit 1 if a check failed."""
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
        raise typer.Exit(1)
