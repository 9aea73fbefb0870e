"""`solidscene multiply`: new instances of published problems. Parses options, calls one function, prints."""

from pathlib import Path
from typing import Annotated

import typer

from solidscene.cli.help_text import examples
from solidscene.cli.inputs import refuse

MULTIPLY_EXAMPLE = examples(
    "solidscene multiply runs/first --per-problem 5 --out more.jsonl",
    "solidscene multiply runs/first --per-problem 100 --seed 7 --out train.jsonl",
)
MOST_NAMED = 5


def multiply(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    out: Annotated[Path, typer.Option(help="The corpus to write, such as more.jsonl; convert it like any other.")],
    per_problem: Annotated[int, typer.Option(min=1, max=1000, help="Instances of each published problem.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the new numbers.")] = 0,
) -> None:
    """Write a corpus of published problems with other numbers, answers by the kernel."""
    from dataset.errors import DatasetError
    from pipeline.run.multiply import multiply as write_instances
    from solidscene.cli.progress_lines import shown_progress

    try:
        with shown_progress("multiply") as progress:
            found = write_instances(run, out, per_problem, seed, progress)
    except DatasetError as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"cannot write {out}: {error.strerror}. Remedy: choose another --out", 1)
    typer.echo(f"{out}: {found.written} instances of {found.parents} problems")
    if found.short:
        named = ", ".join(found.short[:MOST_NAMED]) + (" ..." if len(found.short) > MOST_NAMED else "")
        why = "their numbers allow no others, or there are none"
        typer.echo(f"{len(found.short)} have fewer than {per_problem}: {why} ({named})")
    typer.echo(f"next: solidscene convert {out} --out RUN")
