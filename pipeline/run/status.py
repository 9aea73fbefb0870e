"""The status of a run, counted in the store: the table at the end of convert, and `solidscene status`."""

from collections.abc import Mapping

from geometry.record import Record
from pipeline.store.sqlite_store import Store

RERUN = "the same convert command runs them again; --keep-made keeps them"


class StageTime(Record):
    """One stage over all problems."""

    stage: str
    done: int
    quarantined: int
    seconds: float
    """Sum over its checkpoints."""
    other_code: int
    """Problems whose newest result of this stage was written by code that has changed since."""


class RoleCost(Record):
    """One role over all problems."""

    role: str
    model: str
    exchanges: int
    tokens: int
    cost_usd: float


class RunStatus(Record):
    """A run in numbers."""

    problems: int
    by_status: dict[str, int]
    """Problems by published, quarantined, failed and pending."""
    by_reason: dict[str, int]
    """Problems that are not published, by `stage: reason`."""
    stages: tuple[StageTime, ...]
    slowest: tuple[tuple[str, float], ...]
    """Ids and seconds."""
    roles: tuple[RoleCost, ...]


def run_status(store: Store, code: Mapping[str, str]) -> RunStatus:
    """Count everything; fast with tens of thousands of problems. `code` is the current code hash of each stage."""
    by_status = {status: int(n) for status, n in store.rows("SELECT status, COUNT(*) FROM problem GROUP BY status")}
    reasons = store.rows(
        "SELECT stage, reason, COUNT(*) FROM problem WHERE status IN ('quarantined', 'failed') "
        "GROUP BY stage, reason ORDER BY COUNT(*) DESC, stage, reason"
    )
    stages = store.rows(
        "SELECT stage, code, SUM(status = 'done'), SUM(status = 'quarantined'), SUM(seconds) FROM stage "
        'GROUP BY stage, code ORDER BY MIN("order")'
    )
    # Counting by problem takes longer than all the rest, and most runs were made by one version of the code.
    changed = any(made_by != code.get(stage, made_by) for stage, made_by, *_ in stages)
    other_code = _made_by_other_code(store, code) if changed else {}
    slowest = store.rows("SELECT id, seconds FROM problem WHERE seconds > 0 ORDER BY seconds DESC LIMIT 5")
    roles = store.rows(
        "SELECT role, model, COUNT(*), SUM(prompt_tokens + completion_tokens), SUM(cost_usd) FROM exchange "
        "GROUP BY role, model ORDER BY role, model"
    )
    return RunStatus(
        problems=sum(by_status.values()),
        by_status=by_status,
        by_reason={f"{stage}: {reason}": int(n) for stage, reason, n in reasons},
        stages=tuple(
            StageTime(
                stage=name,
                done=sum(int(done) for stage, _, done, _, _ in stages if stage == name),
                quarantined=sum(int(stopped) for stage, _, _, stopped, _ in stages if stage == name),
                seconds=sum(seconds for stage, _, _, _, seconds in stages if stage == name),
                other_code=other_code.get(name, 0),
            )
            for name in dict.fromkeys(stage for stage, *_ in stages)
        ),
        slowest=tuple((i, s) for i, s in slowest),
        roles=tuple(RoleCost(role=r, model=m, exchanges=n, tokens=t, cost_usd=c) for r, m, n, t, c in roles),
    )


def _made_by_other_code(store: Store, code: Mapping[str, str]) -> dict[str, int]:
    """By stage, the number of problems whose newest row was not written by the current code."""
    newest = 'SELECT stage, code, MAX("order") FROM stage GROUP BY problem, stage'
    counts: dict[str, int] = {}
    for stage, made_by, count in store.rows(f"SELECT stage, code, COUNT(*) FROM ({newest}) GROUP BY stage, code"):
        if made_by != code.get(stage, made_by):
            counts[stage] = counts.get(stage, 0) + int(count)
    return counts


def format_status(status: RunStatus) -> str:
    """The numbers as a readable table."""
    words = ("published", "quarantined", "failed", "pending")
    lines = [f"{status.problems} problems"]
    lines += [f"  {word:<12} {status.by_status[word]:>7}" for word in words if word in status.by_status]
    if status.by_reason:
        lines += ["", "not published, by stage and reason"]
        lines += [f"  {reason:<42} {count:>6}" for reason, count in status.by_reason.items()]
    if status.stages:
        lines += ["", f"  {'stage':<12} {'done':>7} {'stopped':>8} {'seconds':>10}"]
        lines += [f"  {s.stage:<12} {s.done:>7} {s.quarantined:>8} {s.seconds:>10.1f}" for s in status.stages]
        if older := [f"{s.stage} {s.other_code}" for s in status.stages if s.other_code]:
            lines += ["", f"made by code that has changed since: {', '.join(older)}", f"  {RERUN}"]
    if status.roles:
        lines += ["", f"  {'role':<12} {'model':<24} {'replies':>8} {'tokens':>10} {'dollars':>9}"]
        lines += [
            f"  {r.role:<12} {r.model:<24} {r.exchanges:>8} {r.tokens:>10} {r.cost_usd:>9.4f}" for r in status.roles
        ]
    if status.slowest:
        lines += ["", "slowest problems"]
        lines += [f"  {identity:<42} {seconds:>8.1f} s" for identity, seconds in status.slowest]
    return "\n".join(lines)
