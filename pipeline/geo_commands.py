"""`solidscene geo`: check a figure, measure it on given coordinates, list the catalogue.

Exit codes: 0 the figure is good; 1 it is read but not good (contradictory, ill-posed, a check failed);
2 the input is bad, and then the offending line with a caret is all that is printed.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from geometry.state import Coordinates
    from geometry.syntax import Figure

geo_app = typer.Typer(
    help="Work with figures: parse, solve, verify, measure.", no_args_is_help=True, rich_markup_mode=None
)

MOST_CHARACTERS = 4_000_000
"""What is read of a file at most: coordinates of thousands of points, but not an endless device."""

FigureFile = Annotated[
    Path, typer.Argument(metavar="FILE.geo", help="A figure in the notation; - reads standard input.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the whole report as JSON.")]


@geo_app.command(
    epilog="Example:  solidscene geo check assets/figures/pyramid.geo",
    help="Parse, solve, verify and measure a figure.",
)
def check(
    file: FigureFile,
    as_json: AsJson = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the search; the same seed gives the same coordinates.")] = 0,
) -> None:
    from geometry.check_figure import check_figure
    from pipeline.geo_text import report_text

    figure = _read_figure(file)
    report = check_figure(figure, seed)
    typer.echo(report.model_dump_json(indent=2) if as_json else report_text(report))
    raise typer.Exit(0 if report.ok else 1)


@geo_app.command(
    epilog="Example:  solidscene geo measure assets/figures/pyramid.geo --coords assets/figures/pyramid.coords.json",
    help="Verify a figure's conditions and measure its target on coordinates from elsewhere.",
)
def measure(
    file: FigureFile,
    coords: Annotated[Path, typer.Option(help='JSON: {"points": {"A": [0, 0, 0], ...}, "numbers": {"k.radius": 1}}.')],
    as_json: AsJson = False,
    tolerance: Annotated[float, typer.Option(help="Largest relative deviation of a condition that passes.")] = 1e-9,
) -> None:
    from geometry.errors import GeometryError
    from geometry.measure_figure import measure_figure
    from pipeline.geo_text import measurement_text

    figure = _read_figure(file)
    coordinates = _read_coordinates(coords)
    try:
        found = measure_figure(figure, coordinates, tolerance)
    except GeometryError as error:
        _refuse(f"{coords}: {error}")
    typer.echo(found.model_dump_json(indent=2) if as_json else measurement_text(found))
    raise typer.Exit(0 if found.ok else 1)


@geo_app.command(epilog="Example:  solidscene geo kinds", help="List the solids of the catalogue.")
def kinds(as_json: AsJson = False) -> None:
    from pipeline.geo_text import kinds_json, kinds_text

    typer.echo(kinds_json() if as_json else kinds_text())


def _refuse(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(2)


def _read_text(file: Path) -> str:
    """A file's text (standard input for -), or exit 2 with one line."""
    try:
        if str(file) == "-":
            text = sys.stdin.read(MOST_CHARACTERS + 1) if sys.stdin else ""
        else:
            with file.open(encoding="utf-8") as handle:
                text = handle.read(MOST_CHARACTERS + 1)
    except OSError as error:
        _refuse(f"{file}: {error.strerror}. Remedy: check the path")
    except UnicodeDecodeError:
        _refuse(f"{file}: not UTF-8 text. Remedy: save the file as UTF-8")
    if len(text) > MOST_CHARACTERS:
        _refuse(f"{file}: longer than {MOST_CHARACTERS} characters. Remedy: check that this is the right file")
    return text.removeprefix("\ufeff")


def _read_figure(file: Path) -> "Figure":
    from geometry.figure_errors import FigureError
    from geometry.resolve import parse_figure

    source = _read_text(file)
    try:
        return parse_figure(source)
    except FigureError as error:
        _refuse(error.render(source))


def _read_coordinates(file: Path) -> "Coordinates":
    from pydantic import ValidationError

    from geometry.state import Coordinates

    text = _read_text(file)
    try:
        return Coordinates.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        _refuse(f'{file}: {where}: {first["msg"]}. Remedy: {{"points": {{"A": [0, 0, 0], ...}}}}')
