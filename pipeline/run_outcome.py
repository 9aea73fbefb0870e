"""What is left to do in a run, and what became of a call of convert. Light: needs neither stages nor kernel."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from agents.records import Problem
from pipeline.run_options import final_key
from pipeline.store import Store

StopReason = Literal["", "interrupted", "budget", "server", "error"]


@dataclass
class Outcome:
    """What became of a run."""

    finished: dict[str, int] = field(default_factory=dict)
    """Problems by status, of this call."""
    kept: int = 0
    """Problems that were finished before."""
    stopped: StopReason = ""
    sentence: str = ""
    seconds: float = 0.0


def to_do(problems: Sequence[Problem], store: Store, fingerprint: str) -> list[Problem]:
    """Problems without an ending under today's code and settings, or whose video is gone."""
    endings = store.endings()

    def is_kept(problem: Problem) -> bool:
        status, key, video = endings.get(problem.id, ("", "", ""))
        if status not in ("published", "quarantined") or key != final_key(problem, fingerprint):
            return False
        return not video or (store.folder / video).is_file()

    return [problem for problem in problems if not is_kept(problem)]
