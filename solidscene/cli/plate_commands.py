"""`solidscene plates`: prerendered room plates, and packages of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from solidscene.cli.help_text import PROFILES, ROOMS, SCALE_CUES, examples, one_of
from solidscene.cli.inputs import refuse

if TYPE_CHECKING:
    from pipeline.film.records import FilmSpec
    from workers.blender_jobs import BakedQuality
    from workers.blender_pool import BlenderPool

RENDER_LINE = "solidscene plates render --rooms library --scale-cue rule --size 0.8"
PACK_LINE = "solidscene plates pack --rooms oak_loft --scale-cue rule --out assets/plates/oak_loft-rule.zip"

plates_app = typer.Typer(
    help="Prerendered room plates.",
    epilog=examples(RENDER_LINE, PACK_LINE),
    no_args_is_help=True,
    rich_markup_mode=None,
)

RoomOption = Annotated[str, typer.Option(help="One room, NAME or NAME:SEED.", autocompletion=one_of(ROOMS))]
CueOption = Annotated[str, typer.Option(help="none, rule or tiles.", autocompletion=one_of(SCALE_CUES))]
ProfileOption = Annotated[str, typer.Option(help="baked or preview.", autocompletion=one_of(PROFILES))]
SizeOption = Annotated[float, typer.Option(min=0.01, help="Longest extent of the solids, in metres; sizes have steps.")]
CacheOption = Annotated[Path | None, typer.Option(help="The cache of room plates. [default: the user's cache folder]")]


@plates_app.callback()
def _plates() -> None:
    """Prerendered room plates."""


@plates_app.command(epilog=examples(RENDER_LINE))
def render(
    rooms: RoomOption = "oak_loft",
    scale_cue: CueOption = "rule",
    profile: ProfileOption = "baked",
    size: SizeOption = 2.0,
    cache: CacheOption = None,
) -> None:
    """Render the plates of a room into the cache, for films of the usual size and solids of one size step."""
    from dataset.paths import cache_folder
    from pipeline.film.make_film import render_plates
    from solidscene.cli.progress_lines import shown_progress
    from workers.blender_jobs import JobFailed
    from workers.blender_pool import BlenderPool, RenderFailed

    folder = cache or cache_folder()
    with BlenderPool(folder / "logs") as pool:
        spec, _ = _film(pool, (rooms, scale_cue, profile), size)
        try:
            with shown_progress(rooms) as report:
                render_plates(pool, spec, folder, report)
        except (RenderFailed, JobFailed) as error:
            refuse(f"{rooms} · plates: {error}", 1)


@plates_app.command(epilog=examples(PACK_LINE))
def pack(
    out: Annotated[Path, typer.Option(help="The package to write; packages in assets/plates are found automatically.")],
    rooms: RoomOption = "oak_loft",
    scale_cue: CueOption = "rule",
    profile: ProfileOption = "baked",
    size: SizeOption = 2.0,
    cache: CacheOption = None,
) -> None:
    """Pack the plates of a room, for films of the usual size, so that others need not render them."""
    from dataset.paths import cache_folder
    from pipeline.film.make_film import plates_for
    from pipeline.film.plates.shipped import PackageError
    from pipeline.film.plates.shipped import pack as write_package
    from workers.blender_pool import BlenderPool

    folder = cache or cache_folder()
    with BlenderPool(folder / "logs") as pool:
        spec, quality = _film(pool, (rooms, scale_cue, profile), size)
    try:
        written = write_package(folder, plates_for(spec, quality), out)
    except PackageError as error:
        options = f"--rooms {rooms} --scale-cue {scale_cue} --profile {profile} --size {size:g}"
        refuse(f"{error}: solidscene plates render {options}", 1)
    typer.echo(f"{out}: {written / 2**20:.1f} MB")


def _film(pool: "BlenderPool", words: tuple[str, str, str], size_m: float) -> "tuple[FilmSpec, BakedQuality]":
    """The film whose plates are meant, by room, scale cue and profile, and its quality."""
    from pipeline.film.profiles import quality_of
    from pipeline.film.request import FilmRequest, RequestError
    from workers.blender_jobs import BakedQuality

    rooms, scale_cue, profile = words
    try:
        spec = FilmRequest(rooms=rooms, scale_cue=scale_cue, profile=profile).spec(pool, longest_m=size_m)
    except RequestError as error:
        refuse(str(error))
    quality = quality_of(spec)
    if not isinstance(quality, BakedQuality):
        refuse(f"the {profile} profile uses no plates. Remedy: --profile baked or --profile preview")
    return spec, quality
