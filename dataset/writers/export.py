"""Exports items in the formats of other tools: datasets and benchmark folders.

One function per format; all share the rows, the folder and the evidence beside it. Exports published samples only, and
does not change the run.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from dataset.folder import ITEMS, ItemSource, place_file, without_machine_paths, write_dataset, write_text
from dataset.items import Item
from dataset.version import program_version
from dataset.writers.card import dataset_card
from dataset.writers.folder import draft_folder, write_manifest
from dataset.writers.frames import write_pictures
from dataset.writers.lmms_eval import TABLE, task_name, write_judge, write_task
from dataset.writers.parquet import Row, need_pyarrow, write_parquet
from dataset.writers.records import ExportError, ExportRequest, ExportRow, Selection
from dataset.writers.rows import evidence_line, row_of, select_items
from dataset.writers.vlmevalkit import DEFAULT_FRAMES, write_tsv

EVIDENCE = "evidence.jsonl"
_TIME = re.compile(r"\d{4}-\d\d-\d\d(?:[ T][\d:.]+Z?)?$")
_SCORE = Path(__file__).with_name("vlm_score.py")


def write_export(source: ItemSource, request: ExportRequest, out: Path) -> str:
    """Write the items in the format asked for; returns a sentence for the user."""
    check_request(request)
    selection = select_items(source, request)
    if out.resolve() == source.folder.resolve():
        raise ExportError(f"{out} is the source itself. Remedy: choose another --out")
    rows = [row_of(chosen, request) for chosen in selection.chosen]
    if request.format == "dataset":
        kept = source.model_copy(update={"items": tuple(_licensed(c.item, request) for c in selection.chosen)})
        write_dataset(kept, out, dataset_card(selection, rows, request, [ITEMS]))
        return _sentence(out, request, selection)
    with draft_folder(out) as draft:
        _WRITERS[request.format](draft, selection, rows, request)
        write_text(draft / EVIDENCE, "".join(evidence_line(c.item) + "\n" for c in selection.chosen))
        write_manifest(draft, _facts(request, selection))
    return _sentence(out, request, selection)


def _licensed(item: Item, request: ExportRequest) -> Item:
    """The item with the licence that the user states, and without this machine's paths."""
    process = without_machine_paths(item.provenance.process)
    provenance = item.provenance.model_copy(update={"licence": request.licence, "process": process})
    return item.model_copy(update={"provenance": provenance, "media": () if request.text_only else item.media})


def check_request(request: ExportRequest) -> None:
    """Fail, before anything is read, if the request contradicts itself."""
    if request.text_only and request.variant != "text":
        raise ExportError(
            f"a {request.variant} question cannot be answered without its film. "
            "Remedy: --variant text, or leave out --allow-no-video"
        )
    if request.text_only and request.format == "vlmevalkit":
        raise ExportError("VLMEvalKit's custom questions need pictures. Remedy: --format lmms-eval or jsonl for texts")
    if request.text_only and request.frames:
        raise ExportError("a text-only export has no frames. Remedy: leave out --frames or --allow-no-video")
    if request.format in ("parquet", "lmms-eval"):
        need_pyarrow()


def _facts(request: ExportRequest, selection: Selection) -> dict[str, Any]:
    return {
        "program": program_version(),
        "samples": len(selection.chosen),
        "unpublished_left_out": selection.unpublished,
        "filmless_left_out": selection.filmless,
        "weaker_evidence_left_out": selection.weaker,
        "easier_left_out": selection.easier,
        **request.model_dump(),
    }


def _sentence(out: Path, request: ExportRequest, selection: Selection) -> str:
    text = f"{len(selection.chosen)} {request.variant} samples as {request.format} in {out}"
    if selection.filmless:
        text += f"; {selection.filmless} published samples without film were left out"
    if selection.weaker:
        text += f"; {selection.weaker} with weaker evidence for their reading were left out"
    if selection.easier:
        text += f"; {selection.easier} easier than {request.min_difficulty} were left out (--min-difficulty)"
    return text


def _media(
    draft: Path, selection: Selection, request: ExportRequest, films: bool
) -> Iterator[tuple[str | None, list[str]]]:
    """Place films and frames of each sample; yields their names relative to the export."""
    for chosen in selection.chosen:
        name = None
        if films and chosen.video is not None:
            name = f"videos/{chosen.video.name}"
            place_file(chosen.video, draft / name)
        pictured = request.frames > 0 and chosen.video is not None
        yield name, write_pictures(chosen, request.frames, draft) if pictured else []


def _hf(draft: Path, selection: Selection, rows: Sequence[ExportRow], request: ExportRequest) -> None:
    """VideoFolder: `metadata.jsonl` beside `videos/`; a text-only export is plain JSON Lines."""
    _refuse_times(rows)
    lines = []
    for (video, frames), row in zip(_media(draft, selection, request, films=True), rows, strict=True):
        media: dict[str, Any] = {} if video is None else {"file_name": video}
        lines.append(json.dumps(media | row.model_dump() | ({"frames": frames} if frames else {}), ensure_ascii=False))
    name = "data.jsonl" if request.text_only else "metadata.jsonl"
    write_text(draft / name, "\n".join(lines) + "\n")
    data_files = [name] if request.text_only else [name, "videos/*.mp4"]
    write_text(draft / "README.md", dataset_card(selection, rows, request, data_files))


def _refuse_times(rows: Sequence[ExportRow]) -> None:
    """JSON has no types, and `datasets` infers timestamps from a column of dates, whatever the card says."""
    for column in ("id", "stated_answer"):
        if all(_TIME.match(getattr(row, column)) for row in rows):
            raise ExportError(f"`datasets` would read every {column} as a timestamp. Remedy: --format parquet")


def _parquet(draft: Path, selection: Selection, rows: Sequence[ExportRow], request: ExportRequest) -> None:
    write_parquet(draft / TABLE, _table_rows(draft, selection, rows, request), request.videos, request.text_only)
    write_text(draft / "README.md", dataset_card(selection, rows, request, [TABLE]))


def _table_rows(draft: Path, selection: Selection, rows: Sequence[ExportRow], request: ExportRequest) -> Iterator[Row]:
    media = _media(draft, selection, request, films=request.videos == "paths")
    for chosen, row, (video, frames) in zip(selection.chosen, rows, media, strict=True):
        yield chosen, row, video, frames


def _lmms(draft: Path, selection: Selection, rows: Sequence[ExportRow], request: ExportRequest) -> None:
    # The task's functions open films by path, so this table never embeds them.
    beside = request.model_copy(update={"videos": "paths"})
    _parquet(draft, selection, rows, beside)
    write_task(draft, beside)


def _vlmevalkit(draft: Path, selection: Selection, rows: Sequence[ExportRow], request: ExportRequest) -> None:
    # VLMEvalKit treats a custom dataset as open-ended questions only if its name says so.
    name = f"{task_name(request)}_openended.tsv"
    write_tsv(draft / name, zip(selection.chosen, rows, strict=True), request.frames or DEFAULT_FRAMES)
    write_judge(draft)
    write_text(draft / "score.py", _SCORE.read_text(encoding="utf-8"))


def _jsonl(draft: Path, selection: Selection, rows: Sequence[ExportRow], request: ExportRequest) -> None:
    lines = []
    for (video, frames), row in zip(_media(draft, selection, request, films=True), rows, strict=True):
        body = row.model_dump() | {"colours": json.loads(row.colours), "video": video, "frames": frames}
        lines.append(json.dumps(body, ensure_ascii=False))
    write_text(draft / "samples.jsonl", "\n".join(lines) + "\n")


_Writer = Callable[[Path, Selection, Sequence[ExportRow], ExportRequest], None]
_WRITERS: dict[str, _Writer] = {
    "hf": _hf,
    "parquet": _parquet,
    "vlmevalkit": _vlmevalkit,
    "lmms-eval": _lmms,
    "jsonl": _jsonl,
}
