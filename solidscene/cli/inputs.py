"""What commands read: text files and figures, or exit code 2 with one line that says what is wrong and what to do."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from solidscene.cli.errors import complain

if TYPE_CHECKING:
    from geometry.notation.syntax import Figure
    from pipeline.film.request import FilmRequest

MOST_CHARACTERS = 4_000_000
"""What is read of a file at most: coordinates of thousands of points, but not an endless device."""

FigureFile = Annotated[
    Path, typer.Argument(metavar="FILE.geo", help="A figure in the notation; - reads standard input.")
]


def refuse(message: str, code: int = 2) -> NoReturn:
    """End the command with one line; the message names its remedy."""
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
    """Exit 2 for options of a film that mean nothing, before anything is written."""
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
