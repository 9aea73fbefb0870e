"""`solidscene plates`: packages of ready-made room plates."""

from pathlib import Path
from typing import Annotated

import typer

from solidscene.cli.help_text import ROOMS, SCALE_CUES, examples, one_of
from solidscene.cli.inputs import refuse

PACK_LINE = "solidscene plates pack --rooms oak_loft --scale-cue rule --out assets/plates/oak_loft-rule.zip"

plates_app = typer.Typer(
    help="Ready-made room plates.", epilog=examples(PACK_LINE), no_args_is_help=True, rich_markup_mode=None
)


@plates_app.callback()
def _plates() -> None:
    """Ready-made room plates."""


@plates_app.command(epilog=examples(PACK_LINE))
def pack(
    out: Annotated[Path, typer.Option(help="The package to write; those in assets/plates are found by themselves.")],
    rooms: Annotated[str, typer.Option(help="One room, NAME or NAME:SEED.", autocompletion=one_of(ROOMS))] = "oak_loft",
    scale_cue: Annotated[str, typer.Option(help="none, rule or tiles.", autocompletion=one_of(SCALE_CUES))] = "rule",
    cache: Annotated[Path | None, typer.Option(help="Where the plates are. [default: the user's cache folder]")] = None,
) -> None:
    """Pack the plates of a room, as the baked profile films it at full size, so that others need not make them."""
    from dataset.paths import cache_folder
    from pipeline.film.make_film import plates_for
    from pipeline.film.plates.shipped import PackageError
    from pipeline.film.plates.shipped import pack as write_package
    from pipeline.film.profiles import BAKED
    from pipeline.film.request import FilmRequest, RequestError
    from workers.blender_pool import BlenderPool

    folder = cache or cache_folder()
    try:
        with BlenderPool(folder / "logs") as pool:
            spec = FilmRequest(rooms=rooms, scale_cue=scale_cue).spec(pool)
        size = write_package(folder, plates_for(spec, BAKED), out)
    except RequestError as error:
        refuse(str(error))
    except PackageError as error:
        refuse(f"{error}: solidscene render FILE.geo --out DIR --rooms {rooms} --scale-cue {scale_cue}", 1)
    typer.echo(f"{out}: {size / 2**20:.1f} MB")
