"""`solidscene plates`: packages of ready-made room plates."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.command_help import ROOMS, SCALE_CUES, examples, one_of
from pipeline.command_input import refuse

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
    from pipeline.film import plates_for
    from pipeline.film_request import FilmRequest, RequestError
    from pipeline.places import cache_folder
    from pipeline.render_pool import RenderPool
    from pipeline.render_profiles import BAKED
    from pipeline.shipped_plates import PackageError
    from pipeline.shipped_plates import pack as write_package

    folder = cache or cache_folder()
    try:
        with RenderPool(folder / "logs") as pool:
            spec = FilmRequest(rooms=rooms, scale_cue=scale_cue).spec(pool)
        size = write_package(folder, plates_for(spec, BAKED), out)
    except RequestError as error:
        refuse(str(error))
    except PackageError as error:
        refuse(f"{error}: solidscene render FILE.geo --out DIR --rooms {rooms} --scale-cue {scale_cue}", 1)
    typer.echo(f"{out}: {size / 2**20:.1f} MB")
