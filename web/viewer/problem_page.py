"""Everything a run stores about one problem, as a record for its page: texts, evidence, exchanges, commands.

Reads rows only; what does not exist yet (a pending problem, a stage that never finished) is left out, not guessed. Long
values are truncated, with the number of characters left out.
"""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agents.gateway.exchange import Exchange
from agents.records import Problem
from dataset.items import evidence_words
from geometry.record import Record
from pipeline.scene.records import SceneBrief, SceneData
from pipeline.stages.catalogue import STAGE_NAMES
from pipeline.stages.records import FittedScene, Sample, Scripted
from web.rows import RunRows
from web.viewer.stage_sections import StageView, stage_views
from web.viewer.word_diff import Comparison, compare_words

REPLAYABLE = STAGE_NAMES


class Ball(Record):
    """A marked vertex in the scene."""

    label: str
    colour: str
    position_m: tuple[float, float, float]


class FilmFiles(Record):
    """Files of a film by their paths within the run; empty if missing."""

    video: str = ""
    poster: str = ""
    contact_sheet: str = ""


class ProblemView(Record):
    """One problem."""

    id: str
    status: str
    stage: str
    reason: str
    sentence: str
    """Why it is not published, in full."""
    seconds: float
    problem: Problem
    translation: str
    """The statement in English where the corpus has another language, else empty."""
    language: str
    """Language of the corpus row, such as `zh`; `en` until it has been detected."""
    sample: Sample | None
    """The sample; None while the problem is pending."""
    comparison: Comparison | None
    """Statement and question word by word; None without a question."""
    has_solid: bool
    """Whether it reached the stage that places the solid in the scene."""
    balls: tuple[Ball, ...]
    stages: tuple[StageView, ...]
    film: FilmFiles
    evidence: str
    """How the figure is known to say what the statement says, in words; empty if that was not judged."""
    readings: tuple[str, ...]
    """The figures of two readings, the reader's first; empty if there is only one."""
    command: str
    """The command that shows this problem in a terminal."""


def problem_view(rows: RunRows, identity: str) -> ProblemView | None:
    """The problem with this id."""
    found = rows.rows("SELECT row, status, stage, reason, sample, seconds FROM problem WHERE id = ?", (identity,))
    if not found:
        return None
    row, status, stage, reason, sample_text, seconds = found[0]
    problem = Problem.model_validate_json(row)
    sample = Sample.model_validate_json(sample_text) if sample_text else None
    stages = stage_rows(rows, identity)
    outputs = {name: json.loads(output) for name, state, _, output, _, _ in stages if state == "done"}
    fitted = FittedScene.model_validate(outputs["fit"]) if "fit" in outputs else None
    translation = _translation(problem, outputs)
    return ProblemView(
        id=identity,
        status=status,
        stage=stage,
        reason=reason,
        sentence=sample.sentence if sample else "",
        seconds=seconds,
        problem=problem,
        translation=translation,
        language=str(outputs.get("translate", {}).get("language") or "en"),
        sample=sample,
        comparison=_comparison(translation or problem.statement, sample, fitted),
        has_solid=fitted is not None,
        balls=_balls(fitted),
        stages=stage_views(stages, _exchanges(rows, identity), _again(rows.folder, identity), stage if reason else ""),
        film=_film(outputs.get("render", {})),
        evidence=evidence_words(sample.evidence, sample.perturbations) if sample and sample.evidence else "",
        readings=_readings(sample, {name: json.loads(output) for name, _, _, output, _, _ in stages}),
        command=replay_command(rows.folder, identity),
    )


def _readings(sample: Sample | None, outputs: dict[str, Any]) -> tuple[str, ...]:
    """Two readings that were compared: those that agreed, or those that could not be brought together."""
    compared = outputs.get("compare", {})
    if compared.get("figures"):
        return tuple(compared["figures"])
    other = compared.get("other_figure")
    return (sample.figure, other) if sample and other else ()


def solid_of(rows: RunRows, identity: str) -> tuple[SceneBrief, SceneData | None] | None:
    """The fitted brief and, if a script ran, the scene it built; None for a problem that did not get that far."""
    outputs = {name: output for name, state, _, output, _, _ in stage_rows(rows, identity) if state == "done"}
    if "fit" not in outputs:
        return None
    scene = Scripted.model_validate_json(outputs["script"]).scene if "script" in outputs else None
    return FittedScene.model_validate_json(outputs["fit"]).brief, scene


def film_of(rows: RunRows, identity: str) -> FilmFiles:
    """The film of a problem, published or not."""
    found = [row[3] for row in stage_rows(rows, identity) if row[:2] == ("render", "done")]
    return _film(json.loads(found[0]) if found else {})


def stage_rows(rows: RunRows, identity: str) -> list[tuple[Any, ...]]:
    """Stage, status, input, output, seconds and number of older rows of each stage's newest row, in order."""
    columns = "given, output, seconds" if rows.schema < 2 else "input, output, seconds"
    found = rows.rows(f'SELECT stage, status, {columns} FROM stage WHERE problem = ? ORDER BY "order"', (identity,))
    newest = {row[0]: row for row in found}
    older = {name: sum(row[0] == name for row in found) - 1 for name in newest}
    return [(*newest[name], older[name]) for name in STAGE_NAMES if name in newest]


def replay_command(run: Path, identity: str, from_stage: str = "") -> str:
    """The command line that shows a problem, or runs it again from a stage on; safe to paste into a shell."""
    # An id may begin with a dash; after `--` it is not parsed as an option.
    options = ["--from", from_stage] if from_stage else []
    words = ["solidscene", "replay", *options, *(["--"] if identity.startswith("-") else []), str(run), identity]
    return shlex.join(words)


def _film(rendered: dict[str, Any]) -> FilmFiles:
    return FilmFiles(**{name: str(rendered[name]) for name in FilmFiles.model_fields if name in rendered})


def _again(run: Path, identity: str) -> dict[str, str]:
    return {stage: replay_command(run, identity, stage) for stage in REPLAYABLE}


def _exchanges(rows: RunRows, identity: str) -> list[Exchange]:
    found = rows.rows("SELECT body FROM exchange WHERE problem_id = ? ORDER BY rowid", (identity,))
    return [Exchange.model_validate_json(body) for (body,) in found]


def _translation(problem: Problem, outputs: dict[str, dict[str, Any]]) -> str:
    statement = str(outputs.get("translate", {}).get("statement", ""))
    return statement if statement.split() != problem.statement.split() else ""


def _comparison(statement: str, sample: Sample | None, fitted: FittedScene | None) -> Comparison | None:
    if sample is None or not sample.question:
        return None
    others = set(fitted.fitted.coordinates.points) - set(sample.colours) if fitted else set()
    return compare_words(statement, sample.question, sample.colours, others)


def _balls(fitted: FittedScene | None) -> tuple[Ball, ...]:
    markers: Sequence[Any] = fitted.brief.markers if fitted else ()
    return tuple(Ball(label=m.label, colour=m.colour, position_m=m.position_m) for m in markers)
