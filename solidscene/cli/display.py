"""How commands display a run: messages and progress on standard error."""

import typer

from pipeline.run.convert import Display
from solidscene.cli.run_progress import watching


def shown() -> Display:
    """A display on this terminal."""
    return Display(say=lambda line: typer.echo(line, err=True), watching=watching)
