"""The numbers of a run for its report: how problems ended, their types, time of stages, cost of models.

Counted in the run's rows, in a deterministic order: the same run gives the same report.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from dataset.items import evidence_words
from geometry.disclosure.difficulty_record import BANDS
from geometry.record import Record
from pipeline.stages.catalogue import STAGE_NAMES
from web.rows import RunRows
from web.viewer.index import UNKNOWN

STATUSES = ("published", "quarantined", "failed", "pending")


class StageFacts(Record):
    """One stage over all problems."""

    stage: str
    done: int
    quarantined: int
    seconds: float
    """Sum over its checkpoints."""
    median_s: float
    slowest_s: float
    slowest: str
    """Id of the problem it took longest for."""


class RoleFacts(Record):
    """One role with one model over all problems."""

    role: str
    model: str
    exchanges: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float
    seconds: float


class RunFacts(Record):
    """A run in numbers."""

    problems: int
    by_status: dict[str, int]
    by_reason: tuple[tuple[str, str, int], ...]
    """Stage, reason and number of the problems that are not published, most frequent first."""
    geometry: dict[str, dict[str, int]]
    """Problems by geometry type and status, most frequent type first."""
    asked: dict[str, dict[str, int]]
    """Problems by problem type and status."""
    stages: tuple[StageFacts, ...]
    roles: tuple[RoleFacts, ...]
    films: int
    """Published problems with a video."""
    seconds: float
    """Sum over all problems."""
    difficulty: tuple[tuple[str, int], ...]
    """Published problems by the difficulty of their question, from the easiest."""
    evidence: tuple[tuple[str, int], ...]
    """Published problems by the evidence for their reading, in words."""

    @property
    def cost_usd(self) -> float:
        return sum(role.cost_usd for role in self.roles)

    @property
    def tokens(self) -> int:
        return sum(role.prompt_tokens + role.completion_tokens for role in self.roles)


def run_facts(rows: RunRows) -> RunFacts:
    """Count everything; a few seconds at tens of thousands of problems."""
    statuses = {str(s): int(n) for s, n in rows.rows("SELECT status, COUNT(*) FROM problem GROUP BY status")}
    reasons = rows.rows(
        "SELECT stage, reason, COUNT(*) FROM problem WHERE status IN ('quarantined', 'failed') "
        "GROUP BY stage, reason ORDER BY COUNT(*) DESC, stage, reason"
    )
    films, seconds = rows.rows("SELECT SUM(video <> '' AND status = 'published'), SUM(seconds) FROM problem")[0]
    kinds = _kinds(rows)
    found = rows.rows("SELECT sample FROM problem WHERE status = 'published' AND sample <> ''")
    published = [json.loads(sample) for (sample,) in found]
    return RunFacts(
        problems=sum(statuses.values()),
        by_status={status: statuses[status] for status in STATUSES if status in statuses},
        by_reason=tuple((stage, reason, int(n)) for stage, reason, n in reasons),
        geometry=_by_status((geometry, status) for geometry, _, status in kinds),
        asked=_by_status((asked, status) for _, asked, status in kinds),
        stages=_stages(rows),
        roles=_roles(rows),
        films=int(films or 0),
        seconds=float(seconds or 0),
        evidence=_evidence(published),
        difficulty=_difficulty(published),
    )


def _evidence(published: Sequence[dict[str, Any]]) -> tuple[tuple[str, int], ...]:
    """Published problems by the evidence for their reading, frequent ones first."""
    levels = Counter(sample.get("evidence", "") for sample in published)
    return tuple((evidence_words(level), count) for level, count in levels.most_common())


def _difficulty(published: Sequence[dict[str, Any]]) -> tuple[tuple[str, int], ...]:
    bands = Counter((sample.get("difficulty") or {}).get("band", "") for sample in published)
    return tuple((band, bands[band]) for band in BANDS if bands[band])


def _kinds(rows: RunRows) -> list[tuple[str, str, str]]:
    """Geometry type, problem type and status of every problem."""
    found = rows.rows("SELECT status, sample FROM problem ORDER BY position, id")
    samples = ((status, json.loads(sample) if sample else {}) for status, sample in found)
    return [(s.get("geometry_type") or UNKNOWN, s.get("problem_type") or UNKNOWN, status) for status, s in samples]


def _by_status(pairs: Iterable[tuple[str, str]]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = {}
    for name, status in pairs:
        counts.setdefault(name, Counter())[status] += 1
    # `unknown` goes last, however frequent it is.
    order = sorted(counts, key=lambda name: (name == UNKNOWN, -counts[name].total(), name))
    return {name: {status: counts[name][status] for status in STATUSES if counts[name][status]} for name in order}


def _stages(rows: RunRows) -> tuple[StageFacts, ...]:
    found: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows.rows("SELECT stage, status, seconds, problem FROM stage ORDER BY seconds, problem"):
        found.setdefault(row[0], []).append(row)
    return tuple(_stage(name, found[name]) for name in STAGE_NAMES if name in found)


def _stage(name: str, rows: list[tuple[Any, ...]]) -> StageFacts:
    """Rows are sorted by seconds."""
    return StageFacts(
        stage=name,
        done=sum(row[1] == "done" for row in rows),
        quarantined=sum(row[1] == "quarantined" for row in rows),
        seconds=sum(row[2] for row in rows),
        median_s=(rows[(len(rows) - 1) // 2][2] + rows[len(rows) // 2][2]) / 2,
        slowest_s=rows[-1][2],
        slowest=rows[-1][3],
    )


def _roles(rows: RunRows) -> tuple[RoleFacts, ...]:
    found = rows.rows(
        "SELECT role, model, COUNT(*), SUM(prompt_tokens), SUM(completion_tokens), SUM(cost_usd), SUM(seconds) "
        "FROM exchange GROUP BY role, model ORDER BY role, model"
    )
    names = tuple(RoleFacts.model_fields)
    return tuple(RoleFacts(**dict(zip(names, row, strict=True))) for row in found)
