"""`samples.jsonl`: every finished problem of a run, one per line."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError

from dataset.atomic_write import draft_of
from dataset.errors import DatasetError
from pipeline.stages.records import Sample

SAMPLES = "samples.jsonl"


def write_samples(folder: Path, lines: Iterable[str]) -> int:
    """Write all samples in one atomic write; returns their number."""
    count = 0
    with draft_of(folder / SAMPLES) as draft, draft.open("w", encoding="utf-8") as file:
        for count, line in enumerate(lines, start=1):  # noqa: B007
            file.write(line + "\n")
    return count


def read_samples(run: Path) -> Iterator[Sample]:
    """The lines of `samples.jsonl`, each validated."""
    try:
        with (run / SAMPLES).open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                yield _sample(run, number, line)
    except OSError as error:
        raise DatasetError(
            f"{run} has no {SAMPLES} ({error.strerror}). Remedy: name the folder given to convert --out"
        ) from error


def _sample(run: Path, number: int, line: str) -> Sample:
    try:
        return Sample.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the line"
        raise DatasetError(
            f"{run / SAMPLES}:{number}: {place}: {first['msg']}. Remedy: run the same convert command again"
        ) from error
