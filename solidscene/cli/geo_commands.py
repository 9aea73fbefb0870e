"""`solidscene geo`: check a figure, measure it on given coordinates, list the catalogue.

Exit codes: 0 the figure is valid; 1 it was parsed but is not valid (contradictory, ill-posed, a check failed);
2 the input cannot be parsed, and then only the offending line with a caret is printed.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from solidscene.cli.help_text import examples
from solidscene.cli.inputs import FigureFile, read_figure, read_text, refuse

if TYPE_CHECKING:
    from geometry.shapes.coordinates import Coordinates

geo_app = typer.Typer(
    help="Work with figures: parse, solve, verify, measure.",
    epilog=examples("solidscene geo check assets/figures/pyramid.geo", "solidscene geo kinds"),
    no_args_is_help=True,
    rich_markup_mode=None,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print the whole report as JSON.")]


@geo_app.command(
    epilog=examples("solidscene geo check assets/figures/pyramid.geo"),
    help="Parse, solve, verify and measure a figure.",
)
def check(
    file: FigureFile,
    as_json: AsJson = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the search; the same seed gives the same coordinates.")] = 0,
) -> None:
    from geometry.report.check_figure import check_figure
    from solidscene.cli.geo_text import report_text

    figure = read_figure(file)
    report = check_figure(figure, seed)
    typer.echo(report.model_dump_json(indent=2) if as_json else report_text(report))
    raise typer.Exit(0 if report.ok else 1)


@geo_app.command(
    epilog=examples("solidscene geo measure assets/figures/pyramid.geo --coords assets/figures/pyramid.coords.json"),
    help="Verify a figure's conditions and measure its target on coordinates from elsewhere.",
)
def measure(
    file: FigureFile,
    coords: Annotated[Path, typer.Option(help='JSON: {"points": {"A": [0, 0, 0], ...}, "numbers": {"k.radius": 1}}.')],
    as_json: AsJson = False,
    tolerance: Annotated[float, typer.Option(help="Largest relative deviation of a condition that passes.")] = 1e-9,
) -> None:
    from geometry.errors import GeometryError
    from geometry.report.measure_figure import measure_figure
    from solidscene.cli.geo_text import measurement_text

    figure = read_figure(file)
    coordinates = _read_coordinates(coords)
    try:
        found = measure_figure(figure, coordinates, tolerance)
    except GeometryError as error:
        refuse(f"{coords}: {error}")
    typer.echo(found.model_dump_json(indent=2) if as_json else measurement_text(found))
    raise typer.Exit(0 if found.ok else 1)


@geo_app.command(epilog=examples("solidscene geo kinds"), help="List the solids of the catalogue.")
def kinds(as_json: AsJson = False) -> None:
    from solidscene.cli.geo_text import kinds_json, kinds_text

    typer.echo(kinds_json() if as_json else kinds_text())


def _read_coordinates(file: Path) -> "Coordinates":
    from pydantic import ValidationError

    from geometry.shapes.coordinates import Coordinates

    text = read_text(file)
    try:
        return Coordinates.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        refuse(f'{file}: {where}: {first["msg"]}. Remedy: {{"points": {{"A": [0, 0, 0], ...}}}}')
