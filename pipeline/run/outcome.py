"""The outcome of a call of convert. Light: imports neither stages nor kernel."""

from dataclasses import dataclass, field
from typing import Literal

StopReason = Literal["", "interrupted", "budget", "server", "error"]


@dataclass
class RunOutcome:
    """The outcome of a run."""

    finished: dict[str, int] = field(default_factory=dict)
    """Problems by status, of this call."""
    kept: int = 0
    """Problems that were finished before."""
    stopped: StopReason = ""
    sentence: str = ""
    seconds: float = 0.0
