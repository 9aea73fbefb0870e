"""Input of commands: text files and figures; a bad one exits with code 2 and one line with problem and remedy."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from solidscene.cli.errors import complain

if TYPE_CHECKING:
    from geometry.notation.syntax import Figure
    from pipeline.film.request import FilmRequest

MOST_CHARACTERS = 4_000_000
"""Most that is read of a file: enough for coordinates of thousands of points, but not an endless device."""

FigureFile = Annotated[
    Path, typer.Argument(metavar="FILE.geo", help="A figure in the notation; - reads standard input.")
]


def refuse(message: str, code: int = 2) -> NoReturn:
    """Exit the command with one line on standard error; the message names its remedy."""
    complain(message)
    raise typer.Exit(code)


def read_text(file: Path) -> str:
    """A file's text (standard input for -), or exit 2 with one line."""
    try:
        if str(file) == "-":
            text = sys.stdin.read(MOST_CHARACTERS + 1) if sys.stdin else ""
        else:
            with file.open(encoding="utf-8") as handle:
                text = handle.read(MOST_CHARACTERS + 1)
    except OSError as error:
        refuse(f"{file}: {error.strerror}. Remedy: check the path")
    except UnicodeDecodeError:
        refuse(f"{file}: not UTF-8 text. Remedy: save the file as UTF-8")
    if len(text) > MOST_CHARACTERS:
        refuse(f"{file}: longer than {MOST_CHARACTERS} characters. Remedy: check that this is the right file")
    return text.removeprefix("\ufeff")


def check_film(request: "FilmRequest") -> None:
    """Exit 2 for invalid film options, before anything is written."""
    from pipeline.film.request import RequestError

    try:
        request.check()
    except RequestError as error:
        refuse(str(error))


def read_figure(file: Path) -> "Figure":
    from geometry.notation.figure_errors import FigureError
    from geometry.notation.resolve import parse_figure

    source = read_text(file)
    try:
        return parse_figure(source)
    except FigureError as error:
        refuse(error.render(source))
