"""`solidscene doctor`: checks this machine. Calls one function, prints."""

from typing import Annotated

import typer

from solidscene.cli.help_text import examples

DOCTOR_EXAMPLE = examples(
    "solidscene doctor",
    "solidscene doctor --json",
)


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check that this machine can make films and samples; exit code 1 if something necessary is missing."""
    from solidscene.doctor.doctor import examine, format_diagnosis

    diagnosis = examine()
    typer.echo(diagnosis.model_dump_json(indent=2) if as_json else format_diagnosis(diagnosis))
    if not diagnosis.ready:
        raise typer.Exit(1)
