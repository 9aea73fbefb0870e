"""Selects the items to export and makes a row of each.

The film that an item names must exist and be complete: an export has no dangling reference. Paths outside the source
are rejected, and no path of this machine is exported.
"""

import json
from pathlib import Path
from typing import Any, Literal

from dataset.folder import ItemSource, without_machine_paths
from dataset.items import EVIDENCE_LEVELS, EvidenceLevel, Item
from dataset.writers.records import Chosen, ExportError, ExportRequest, ExportRow, Selection
from geometry.disclosure.difficulty_record import BANDS, Band

PLAIN_UNIT = "1"
"""Unit of ratios and other plain numbers: a value that no table reader takes for a missing one."""


def select_items(source: ItemSource, request: ExportRequest) -> Selection:
    """The items to export, in the order of the source; fails if there is none."""
    where = source.folder
    if not source.items:
        raise ExportError(f"{where} has no published sample to export. Remedy: solidscene status {where} shows why")
    proved = [item for item in source.items if _is_proved(item, request.min_evidence)]
    if not proved:
        raise ExportError(
            f"no published sample of {where} has the evidence {request.min_evidence!r} or better. "
            "Remedy: a weaker --min-evidence, or convert with --readings 2"
        )
    hard = [item for item in proved if _is_hard_enough(item, request.min_difficulty)]
    if not hard:
        raise ExportError(
            f"no published sample of {where} is {request.min_difficulty} or harder. "
            "Remedy: an easier --min-difficulty, such as trivial"
        )
    usable = [item for item in hard if item.film() is not None or request.text_only]
    if not usable:
        raise ExportError(
            f"no published sample of {where} has a film. Remedy: solidscene convert without --no-render, "
            "or --variant text --allow-no-video"
        )
    chosen = tuple(_chosen(source.folder, item, request.text_only) for item in usable)
    return Selection(
        chosen=chosen,
        unpublished=source.unpublished,
        filmless=len(hard) - len(usable),
        weaker=len(source.items) - len(proved),
        easier=len(proved) - len(hard),
    )


def _is_proved(item: Item, least: EvidenceLevel | Literal[""]) -> bool:
    """Whether the evidence for the item's reading is at least this strong; unknown evidence is the weakest."""
    if not least:
        return True
    reading = item.proof.reading
    return reading != "" and EVIDENCE_LEVELS.index(reading) <= EVIDENCE_LEVELS.index(least)


def _is_hard_enough(item: Item, least: Band) -> bool:
    """Whether the question is at least this hard; one of unknown difficulty counts as easy."""
    return BANDS.index(item.level if item.level in BANDS else "easy") >= BANDS.index(least)


def _chosen(folder: Path, item: Item, text_only: bool) -> Chosen:
    film = None if text_only else item.film()
    return Chosen(item=item, video=folder / film.path if film else None, film=film)


def row_of(chosen: Chosen, request: ExportRequest) -> ExportRow:
    """The item as a row of the wanted variant."""
    item, film = chosen.item, chosen.film
    if request.variant not in item.variants or item.answer.value == "not_a_number":
        raise ExportError(f"{item.id} has no variant {request.variant}. Remedy: choose from {', '.join(item.variants)}")
    return ExportRow(
        id=item.id,
        question=item.variants[request.variant],
        answer=item.answer.value,
        answer_tolerance=item.answer.tolerance,
        unit=item.answer.unit or PLAIN_UNIT,
        answer_exact=item.answer.text,
        answer_in_statement=_parameter(item, "answer_in_statement"),
        problem_type=item.task,
        geometry_type=item.category,
        variant=request.variant,
        scale=_parameter(item, "scale"),
        size_m=item.provenance.parameters.get("size_m"),
        colours=json.dumps(_parameter(item, "colours"), ensure_ascii=False, sort_keys=True),
        statement=item.provenance.source["statement"],
        stated_answer=item.provenance.source["stated_answer"],
        figure=_parameter(item, "figure"),
        evidence=item.proof.reading,
        perturbations=item.proof.perturbations,
        difficulty=item.level,
        checks_passed=sum(check.status == "passed" for check in item.proof.checks),
        film_frames=film.frames if film else None,
        film_fps=film.fps if film else None,
        film_width_px=film.width_px if film else None,
        film_height_px=film.height_px if film else None,
        film_sha256=film.sha256 if film else None,
        generator=item.provenance.version,
        seed=item.provenance.seed,
    )


def _parameter(item: Item, name: str) -> Any:
    value = item.provenance.parameters.get(name)
    if value is None:
        raise ExportError(f"{item.id} is published without its {name}. Remedy: run the same convert command again")
    return value


def evidence_line(item: Item) -> str:
    """Checks and provenance of an item as one line of JSON, without this machine's paths."""
    body = json.loads(item.model_dump_json(include={"proof": {"checks"}, "provenance": {"process"}}))
    line = {"id": item.id, "checks": body["proof"]["checks"]}
    line["provenance"] = without_machine_paths(body["provenance"]["process"])
    return json.dumps(line, ensure_ascii=False, sort_keys=True)
