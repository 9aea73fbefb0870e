"""What is left to do in a run, and what became of a call of convert. Light: needs neither stages nor kernel."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

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


def to_do(rows: Mapping[str, str], store: Store, fingerprint: str) -> set[str]:
    """Of problems by id and JSON those without an ending under today's code and settings, or whose video is gone."""
    endings = store.endings()

    def is_kept(identity: str, row: str) -> bool:
        status, key, video = endings.get(identity, ("", "", ""))
        if status not in ("published", "quarantined") or key != final_key(row, fingerprint):
            return False
        return not video or (store.folder / video).is_file()

    return {identity for identity, row in rows.items() if not is_kept(identity, row)}
