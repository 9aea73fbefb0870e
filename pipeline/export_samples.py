"""Which samples of a run are exported, and what a row of each says.

Only published ones. A film that a sample names must be there and whole: an export never points at nothing. Paths that
would lead out of the run are refused, and nothing of this machine's folders gets into what is exported.
"""

import hashlib
import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pipeline.export_records import Chosen, ExportError, ExportRequest, ExportRow, FilmFacts, Selection
from pipeline.mp4_container import VideoError, read_container
from pipeline.run_records import Sample
from pipeline.sample_files import SAMPLES

PLAIN_UNIT = "1"
"""Unit of ratios and other plain numbers: a word that no reader of tables takes for a missing value."""


def select_samples(run: Path, request: ExportRequest) -> Selection:
    """The samples to export, in the order of the corpus; refuses a run that has none."""
    samples = list(read_samples(run))
    published = [sample for sample in samples if sample.status == "published"]
    if not published:
        raise ExportError(
            f"{run} has no published sample to export. Remedy: solidscene status {run} says what stopped them"
        )
    usable = [sample for sample in published if sample.video or request.text_only]
    if not usable:
        raise ExportError(
            f"no published sample of {run} has a film. Remedy: solidscene convert without --no-render, "
            "or --variant text --allow-no-video"
        )
    chosen = tuple(_chosen(run, sample, request.text_only) for sample in usable)
    return Selection(chosen=chosen, unpublished=len(samples) - len(published), filmless=len(published) - len(usable))


def read_samples(run: Path) -> Iterator[Sample]:
    """The lines of `samples.jsonl`, checked one by one."""
    try:
        with (run / SAMPLES).open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                yield _sample(run, number, line)
    except OSError as error:
        raise ExportError(
            f"{run} has no {SAMPLES} ({error.strerror}). Remedy: name the folder given to convert --out"
        ) from error


def _sample(run: Path, number: int, line: str) -> Sample:
    try:
        return Sample.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the line"
        raise ExportError(
            f"{run / SAMPLES}:{number}: {place}: {first['msg']}. Remedy: run the same convert command again"
        ) from error


def _chosen(run: Path, sample: Sample, text_only: bool) -> Chosen:
    if text_only:
        return Chosen(sample=sample, video=None, film=None)
    video = run / sample.video
    if not video.resolve().is_relative_to(run.resolve()):
        raise ExportError(f"{sample.id}: its film {sample.video} is outside {run}. Remedy: run convert again")
    if not video.is_file():
        raise ExportError(
            f"{sample.id}: its film {sample.video} is missing in {run}. Remedy: the same convert command makes it again"
        )
    return Chosen(sample=sample, video=video, film=film_facts(video))


def film_facts(path: Path) -> FilmFacts:
    """What the film's boxes say, without decoding it."""
    try:
        container = read_container(path)
        data = path.read_bytes()
        width, height = _picture_size(data)
        ticks = sum(count * step for count, step in container.steps)
        fps = container.frames * container.ticks_per_s / ticks
    except (VideoError, ValueError, struct.error, ZeroDivisionError) as error:
        raise ExportError(f"{path} is not a whole film. Remedy: delete it and run convert again") from error
    return FilmFacts(
        frames=container.frames,
        fps=round(fps, 6),
        width_px=width,
        height_px=height,
        sha256=hashlib.sha256(data).hexdigest(),
    )


def _picture_size(data: bytes) -> tuple[int, int]:
    """Width and height of the first sample entry (VisualSampleEntry, ISO/IEC 14496-12 § 12.1.3)."""
    entry = data.index(b"stsd") + 4 + 8
    # Size, format, reserved and index are 16 bytes; 16 more are predefined before the size of the picture.
    width, height = struct.unpack_from(">HH", data, entry + 32)
    return int(width), int(height)


def row_of(chosen: Chosen, request: ExportRequest) -> ExportRow:
    """The sample as a row of the wanted variant."""
    sample, film = chosen.sample, chosen.film
    if request.variant not in sample.variants or sample.answer is None:
        raise ExportError(
            f"{sample.id} has no variant {request.variant}. Remedy: choose from {', '.join(sample.variants)}"
        )
    return ExportRow(
        id=sample.id,
        question=sample.variants[request.variant],
        answer=sample.answer,
        unit=sample.unit or PLAIN_UNIT,
        answer_exact=sample.answer_exact,
        answer_in_statement=_known(sample, sample.answer_in_statement),
        problem_type=sample.problem_type,
        geometry_type=sample.geometry_type,
        variant=request.variant,
        scale=_known(sample, sample.scale),
        colours=json.dumps(sample.colours, ensure_ascii=False, sort_keys=True),
        statement=sample.statement,
        stated_answer=sample.stated_answer,
        figure=sample.figure,
        checks_passed=sum(check.status == "passed" for check in sample.checks),
        film_frames=film.frames if film else None,
        film_fps=film.fps if film else None,
        film_width_px=film.width_px if film else None,
        film_height_px=film.height_px if film else None,
        film_sha256=film.sha256 if film else None,
        generator=str(sample.provenance.get("program", "unknown")),
        seed=int(sample.provenance.get("seed", 0)),
    )


def _known(sample: Sample, value: float | None) -> float:
    if value is None:
        raise ExportError(f"{sample.id} is published without its numbers. Remedy: run the same convert command again")
    return value


def evidence_line(sample: Sample) -> str:
    """Checks and provenance of a sample as one line of JSON, without this machine's paths."""
    body = json.loads(sample.model_dump_json(include={"id", "checks", "provenance"}))
    body["provenance"] = _without_paths(body["provenance"])
    return json.dumps(body, ensure_ascii=False, sort_keys=True)


def _without_paths(value: Any) -> Any:
    """Folders of this machine shortened to their last name: `3d-front:/data/front` to `3d-front:front`."""
    if isinstance(value, dict):
        return {key: _without_paths(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_without_paths(each) for each in value]
    if isinstance(value, str) and (value.startswith("/") or ":/" in value) and "://" not in value:
        head, colon, path = value.rpartition(":")
        return f"{head}{colon}{Path(path).name}"
    return value
