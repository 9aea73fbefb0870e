"""`solidscene plates`: packages of prerendered room plates."""

from pathlib import Path
from typing import Annotated

import typer

from solidscene.cli.help_text import PROFILES, ROOMS, SCALE_CUES, examples, one_of
from solidscene.cli.inputs import refuse

PACK_LINE = "solidscene plates pack --rooms oak_loft --scale-cue rule --out assets/plates/oak_loft-rule.zip"

plates_app = typer.Typer(
    help="Prerendered room plates.", epilog=examples(PACK_LINE), no_args_is_help=True, rich_markup_mode=None
)


@plates_app.callback()
def _plates() -> None:
    """Prerendered room plates."""


@plates_app.command(epilog=examples(PACK_LINE))
def pack(
    out: Annotated[Path, typer.Option(help="The package to write; packages in assets/plates are found automatically.")],
    rooms: Annotated[str, typer.Option(help="One room, NAME or NAME:SEED.", autocompletion=one_of(ROOMS))] = "oak_loft",
    scale_cue: Annotated[str, typer.Option(help="none, rule or tiles.", autocompletion=one_of(SCALE_CUES))] = "rule",
    profile: Annotated[str, typer.Option(help="baked or preview.", autocompletion=one_of(PROFILES))] = "baked",
    cache: Annotated[
        Path | None, typer.Option(help="The cache of room plates. [default: the user's cache folder]")
    ] = None,
) -> None:
    """Pack the plates of a room, for films of the usual size, so that others need not render them."""
    from dataset.paths import cache_folder
    from pipeline.film.make_film import plates_for
    from pipeline.film.plates.shipped import PackageError
    from pipeline.film.plates.shipped import pack as write_package
    from pipeline.film.profiles import quality_of
    from pipeline.film.request import FilmRequest, RequestError
    from workers.blender_jobs import BakedQuality
    from workers.blender_pool import BlenderPool

    folder = cache or cache_folder()
    try:
        with BlenderPool(folder / "logs") as pool:
            spec = FilmRequest(rooms=rooms, scale_cue=scale_cue, profile=profile).spec(pool)
        quality = quality_of(spec)
        if not isinstance(quality, BakedQuality):
            refuse(f"the {profile} profile uses no plates. Remedy: --profile baked or --profile preview")
        size = write_package(folder, plates_for(spec, quality), out)
    except RequestError as error:
        refuse(str(error))
    except PackageError as error:
        options = f"--rooms {rooms} --scale-cue {scale_cue} --profile {profile}"
        refuse(f"{error}: solidscene render FILE.geo --out DIR {options}", 1)
    typer.echo(f"{out}: {size / 2**20:.1f} MB")
