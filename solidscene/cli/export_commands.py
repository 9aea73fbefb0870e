"""`solidscene export`: a run as a dataset or a benchmark folder. Parses options, calls one function, prints."""

from pathlib import Path
from typing import Annotated

import typer

from solidscene.cli.help_text import BANDS, EVIDENCE_LEVELS, FORMATS, STORAGES, VARIANTS, examples, one_of
from solidscene.cli.inputs import refuse

EXPORT_EXAMPLE = examples(
    "solidscene export runs/first --format hf --out data/spatial",
    "solidscene export runs/first --format vlmevalkit --frames 8 --out data/vlm",
    "solidscene export runs/first --format dataset --min-evidence 'two readings' --out data/checked",
    "solidscene export runs/first --format lmms-eval --variant text --allow-no-video --out tasks/text",
)


def export(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run or of a dataset.")],
    out: Annotated[Path, typer.Option(help="Folder of the export; an earlier export there is replaced.")],
    form: Annotated[
        str,
        typer.Option(
            "--format", help="dataset, hf, parquet, vlmevalkit, lmms-eval or jsonl.", autocompletion=one_of(FORMATS)
        ),
    ],
    variant: Annotated[
        str,
        typer.Option(help="What questions state: spatial, type, dimensions or text.", autocompletion=one_of(VARIANTS)),
    ] = "spatial",
    frames: Annotated[int, typer.Option(min=0, max=2000, help="Also this many frames of each film (8, 16).")] = 0,
    videos: Annotated[
        str, typer.Option(help="Films in a Parquet file: bytes or paths.", autocompletion=one_of(STORAGES))
    ] = "paths",
    allow_no_video: Annotated[bool, typer.Option("--allow-no-video", help="Texts only, without any film.")] = False,
    min_evidence: Annotated[
        str,
        typer.Option(
            help="Only samples whose reading has this evidence or better: two readings, audited reading, one reading, "
            "figure given or rules.",
            autocompletion=one_of(EVIDENCE_LEVELS),
        ),
    ] = "",
    min_difficulty: Annotated[
        str,
        typer.Option(
            help="Only questions of this difficulty or harder: trivial (one size is asked for), easy, medium, hard.",
            autocompletion=one_of(BANDS),
        ),
    ] = "easy",
    licence: Annotated[str, typer.Option(help="Licence of the problem texts, as the Hub names it.")] = "unknown",
) -> None:
    """Export the published samples of a run for other tools."""
    from dataset.writers.records import ExportError, ExportRequest
    from pipeline.run.export import export_run

    values = {
        "format": _one_of("format", form, FORMATS),
        "variant": _one_of("variant", variant, VARIANTS),
        "videos": _one_of("videos", videos, STORAGES),
        "frames": frames,
        "text_only": allow_no_video,
        "licence": _licence(licence),
        "min_difficulty": _one_of("difficulty", min_difficulty, BANDS),
        "min_evidence": _one_of("evidence", min_evidence, ("", *EVIDENCE_LEVELS)),
    }
    try:
        typer.echo(export_run(run, ExportRequest.model_validate(values), out))
    except ExportError as error:
        refuse(str(error))


def _one_of(option: str, word: str, known: tuple[str, ...]) -> str:
    if word not in known:
        refuse(f"unknown {option} {word!r}. Remedy: choose from {', '.join(known)}")
    return word


def _licence(word: str) -> str:
    """It is written to YAML unquoted, so it has to be one plain word."""
    if not word or not all(letter.isalnum() or letter in "-." for letter in word):
        refuse(f"invalid licence {word!r}. Remedy: use an identifier of the Hub's list, such as cc-by-4.0 or unknown")
    return word
