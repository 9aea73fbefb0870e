"""The dataset card: front matter that the Hub and `datasets` read, and a page for people.

Says what the data are, how the films were made and what was checked. Claims no licence for the problem texts: they
have the corpus's licence, which the user states.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from dataset.blind_baseline import blind_baseline
from dataset.items import evidence_words
from dataset.version import program_version
from dataset.writers.records import (
    COLUMNS,
    FRAMES_COLUMN,
    VIDEO_COLUMN,
    Chosen,
    ExportRequest,
    ExportRow,
    Selection,
)

SPLIT = "test"
_BODY = """\
# SolidScene: {variant} questions

{count} questions about solid figures, each with {shown}. A question is published only when
every machine check of it passed: the scene satisfies each condition of the problem, the question states nothing that
must be seen, and the answer is what one measures in the scene. `evidence.jsonl` lists the checks of every sample.

| | |
|---|---|
| samples | {count} |
| variant | `{variant}`: {variant_meaning} |
| problem types | {types} |
| film protocol | {protocol} |
| generator | SolidScene {generator} |
| seed | {seed} |
| evidence for the readings | {evidence} |
| not exported | {left_out} |

Proved by machine, given the figure: the solid satisfies it, the answer is what one measures, the film shows it and the
question tells no more than it may. That the figure says what the statement says rests on evidence (column `evidence`),
strongest first: two independent readings that agree, also when the statement's numbers are changed; one reading and an
audit of it; one reading; a figure written by hand; a reading by fixed rules.

## Blind baseline

What answering without the film is worth here: for each class of question the best constant guess, and the share of the
questions to which it is within 20 % and within 40 % of the answer.

| class | questions | within 20 % | with the guess | within 40 % | with the guess |
|---|---|---|---|---|---|
{baseline}

## Columns

| column | type | meaning |
|---|---|---|
{columns}

## Licence

The problem texts (`statement`, `stated_answer`) belong to the corpus they are from; their licence, as stated by the
user who made this export: `{licence}`. Films, questions and figures were made by SolidScene, whose own licence
(GPL-3.0-or-later) covers the program and does not extend to what it makes.
"""
VARIANT_MEANINGS = {
    "spatial": "nothing about the object is stated, it has to be seen",
    "type": "the kind of solid is named, its size has to be seen",
    "dimensions": "the solid and its conditions in metres are stated",
    "text": "everything is stated in words, nothing has to be seen",
}


def dataset_card(
    selection: Selection, rows: Sequence[ExportRow], request: ExportRequest, data_files: Sequence[str]
) -> str:
    """The README.md of a dataset."""
    return f"---\n{_front_matter(rows, request, data_files)}---\n\n{_page(selection, rows, request)}"


def _front_matter(rows: Sequence[ExportRow], request: ExportRequest, data_files: Sequence[str]) -> str:
    lines = ["pretty_name: " + _quoted(f"SolidScene {request.variant}"), f"license: {request.licence}"]
    lines += ["language:", "- en", "task_categories:", *_categories(request), "tags:", "- geometry"]
    lines += ["- spatial-reasoning", "- synthetic", f"size_categories:\n- {_size_category(len(rows))}"]
    lines += ["configs:", f"- config_name: {request.variant}", "  data_files:", f"  - split: {SPLIT}", "    path:"]
    lines += [f"    - {_quoted(pattern)}" for pattern in data_files]
    lines += ["dataset_info:", f"- config_name: {request.variant}", "  features:"]
    lines += _features(request)
    film = _common_film(rows)
    lines += ["solidscene:", f"  generator: {_quoted(program_version())}", f"  seed: {rows[0].seed}"]
    if film is not None:
        lines += ["  film:", f"    frames: {film.film_frames}", f"    fps: {film.film_fps:g}"]
        lines += [f"    width_px: {film.film_width_px}", f"    height_px: {film.film_height_px}"]
    return "\n".join(lines) + "\n"


def _categories(request: ExportRequest) -> list[str]:
    return ["- question-answering"] if request.text_only else ["- visual-question-answering"]


def _features(request: ExportRequest) -> list[str]:
    """Names and types in the order of `datasets`: the film comes first in a VideoFolder, last in a table."""
    plain = [f"  - name: {column.name}\n    dtype: {column.kind}" for column in COLUMNS]
    frames = [f"  - name: {FRAMES_COLUMN}\n    list: string"]
    if request.text_only:
        return plain
    if request.format == "hf":
        return [f"  - name: {VIDEO_COLUMN}\n    dtype: video", *plain, *(frames if request.frames else [])]
    kind = "video" if request.videos == "bytes" else "string"
    return [*plain, f"  - name: {VIDEO_COLUMN}\n    dtype: {kind}", *frames]


def _page(selection: Selection, rows: Sequence[ExportRow], request: ExportRequest) -> str:
    types = Counter(row.problem_type for row in rows)
    return _BODY.format(
        variant=request.variant,
        variant_meaning=VARIANT_MEANINGS[request.variant],
        count=len(rows),
        shown="no film" if request.text_only else "a film of one turn of the camera around the object",
        types=", ".join(f"{kind} {count}" for kind, count in sorted(types.items())),
        protocol=_protocol(selection.chosen),
        generator=", ".join(sorted({row.generator for row in rows})),
        seed=", ".join(sorted({str(row.seed) for row in rows})),
        left_out=_left_out(selection, request),
        evidence=", ".join(f"{evidence_words(e, n)}: {count}" for (e, n), count in _evidence(rows)),
        baseline="\n".join(_baseline_lines(rows)),
        columns="\n".join(f"| `{column.name}` | {column.kind} | {column.meaning} |" for column in COLUMNS),
        licence=request.licence,
    )


def _left_out(selection: Selection, request: ExportRequest) -> str:
    return (
        f"{selection.unpublished} problems that did not pass, {selection.filmless} without film, "
        f"{selection.weaker} with weaker evidence, {selection.easier} easier than `{request.min_difficulty}`"
    )


def _baseline_lines(rows: Sequence[ExportRow]) -> Iterator[str]:
    guesses = blind_baseline((row.problem_type, row.answer) for row in rows)
    for near, far in zip(guesses[::2], guesses[1::2], strict=True):
        cells = [f"{each.share:.0%} | {each.guess:.3g}" for each in (near, far)]
        yield f"| {near.quantity} | {near.questions} | {' | '.join(cells)} |"


def _evidence(rows: Sequence[ExportRow]) -> list[tuple[tuple[str, int], int]]:
    return sorted(Counter((row.evidence, row.perturbations) for row in rows).items(), key=lambda each: -each[1])


def _protocol(chosen: Sequence[Chosen]) -> str:
    films = Counter((c.film.frames, c.film.fps, c.film.width_px, c.film.height_px) for c in chosen if c.film)
    if not films:
        return "none, questions are answered from their text"
    return "; ".join(
        f"{frames} frames at {fps:g} per second ({frames / fps:g} s), {width}×{height}"
        for frames, fps, width, height in sorted(films)
    )


def _common_film(rows: Sequence[ExportRow]) -> ExportRow | None:
    """A row with the film protocol, if all films share one."""
    shapes = {(row.film_frames, row.film_fps, row.film_width_px, row.film_height_px) for row in rows}
    if len(shapes) != 1 or rows[0].film_frames is None:
        return None
    return rows[0]


def _size_category(count: int) -> str:
    """The Hub's size category for a number of rows."""
    for most, word in ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K")):
        if count < most:
            return word
    return "100K<n<1M"


def _quoted(text: str) -> str:
    """A YAML string; every JSON string is one."""
    return json.dumps(text, ensure_ascii=False)
