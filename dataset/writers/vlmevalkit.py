"""Samples as the TSV that VLMEvalKit reads from its data folder: frames as base64 in one cell, a question, an answer.

VLMEvalKit reads it with `pandas.read_csv(sep="\\t")` and nothing else, which turns `NA` and `None` into missing values,
`007` into 7 and rounds long decimals. So every cell except the index is text that it reads back unchanged: the answer
carries its unit, and everything from the corpus is inside one JSON cell. Its custom questions need pictures, so a
text-only export is rejected.
"""

import base64
import csv
import json
from collections.abc import Iterable
from pathlib import Path

from dataset.writers.frames import sampled_pictures
from dataset.writers.records import Chosen, ExportError, ExportRow

DEFAULT_FRAMES = 16
HEADER = (
    "index",
    "image",
    "image_path",
    "question",
    "answer",
    "unit",
    "category",
    "l2-category",
    "split",
    "meta",
)
UNIT_WORDS = {
    "m": "metres",
    "m²": "square metres",
    "m³": "cubic metres",
    "°": "degrees",
    "rad": "radians",
    "1": "(plain number)",
}
_TAKEN_FOR_MISSING = frozenset(
    {"", "#n/a", "#n/a n/a", "#na", "-1.#ind", "-1.#qnan", "-nan", "1.#ind", "1.#qnan", "<na>", "n/a", "na", "null"}
    | {"nan", "none", "true", "false"}
)
"""Lower-case texts that pandas reads as missing by default, or as booleans."""


def write_tsv(path: Path, rows: Iterable[tuple[Chosen, ExportRow]], frames: int) -> int:
    """Write all rows with their frames; returns the number of rows."""
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerow(HEADER)
        for count, (chosen, row) in enumerate(rows, start=1):
            writer.writerow([count - 1, *_cells(chosen, row, frames)])
    return count


def _cells(chosen: Chosen, row: ExportRow, frames: int) -> list[str]:
    assert chosen.video is not None
    pictures = sampled_pictures(chosen, frames)
    images = [base64.b64encode(data).decode("ascii") for _, data in pictures]
    names = [f"{chosen.video.stem}_{index:03d}.jpg" for index, _ in pictures]
    cells = [json.dumps(images), json.dumps(names, ensure_ascii=False), *text_cells(row)]
    for name, cell in zip(HEADER[1:], cells, strict=True):
        if not survives(cell):
            raise ExportError(
                f"{row.id}: its {name} ({cell[:20]!r}) would be changed by VLMEvalKit's reader. Remedy: --format jsonl"
            )
    return cells


def text_cells(row: ExportRow) -> list[str]:
    """The cells from `question` on."""
    words = UNIT_WORDS.get(row.unit, f"({row.unit})")
    meta = json.dumps(row.model_dump(exclude={"question"}), ensure_ascii=False)
    answer = f"{row.answer!r} {words}"
    return [row.question, answer, words, row.problem_type, row.geometry_type, row.variant, meta]


def survives(cell: str) -> bool:
    """Whether pandas reads this cell back as the same text, whatever else is in its column."""
    if cell.lower() in _TAKEN_FOR_MISSING or "\0" in cell:
        return False
    try:
        float(cell.strip().replace(",", ""))
    except ValueError:
        return True
    return False
