"""`samples.jsonl`: every finished problem of a run, one a line."""

from collections.abc import Iterable
from pathlib import Path

SAMPLES = "samples.jsonl"


def write_samples(folder: Path, lines: Iterable[str]) -> int:
    """All samples in one go, whole or not at all; returns their number."""
    draft = folder / f".{SAMPLES}.draft"
    count = 0
    with draft.open("w", encoding="utf-8") as file:
        for count, line in enumerate(lines, start=1):  # noqa: B007
            file.write(line + "\n")
    draft.replace(folder / SAMPLES)
    return count
