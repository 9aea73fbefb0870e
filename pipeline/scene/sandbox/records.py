"""Records of a sandboxed run: its limits, its outcome, and which sandboxes this machine has. Data only."""

from typing import Literal

from pydantic import Field

from geometry.record import Record
from pipeline.scene.records import SceneData

SandboxMode = Literal["auto", "landlock", "bubblewrap", "none"]
SandboxKind = Literal["landlock", "bubblewrap", "none"]
Outcome = Literal["built", "refused", "script_error", "crashed", "timed_out", "too_large", "malformed"]


class SandboxLimits(Record):
    """What one script may use; generous for a solid with its markers, nothing for anything else."""

    wall_seconds: float = Field(default=60.0, gt=0)
    """Time from start to the last byte, Blender's own start (about a second) included."""
    cpu_seconds: int = Field(default=60, gt=0)
    """Processor time over all threads."""
    memory_mb: int = Field(default=4096, gt=0)
    """Address space; Blender itself takes about 1100 of it."""
    threads: int = Field(default=256, gt=0)
    """Threads of the process; Blender starts a handful per processor."""
    cpus: int = Field(default=2, gt=0)
    """Processors that the script may run on."""
    output_bytes: int = Field(default=1 << 20, gt=0)
    """What may be printed before the script is stopped."""
    result_bytes: int = Field(default=24 << 20, gt=0)
    """The reply: room for the largest allowed mesh."""
    vertices: int = Field(default=200_000, gt=0)
    faces: int = Field(default=200_000, gt=0)
    markers: int = Field(default=64, gt=0)


class SandboxResult(Record):
    """How a script ended; `scene` is there exactly when the outcome is `built`."""

    outcome: Outcome
    """`refused` by the vetting before it ran, `script_error` when it raised, `crashed` when its process died,
    `malformed` when what came back is no scene."""
    scene: SceneData | Literal["none"] = "none"
    sentence: str
    """What happened, for a person or a model to act on."""
    stdout_tail: str = ""
    """The end of what the script printed."""
    seconds: float = Field(ge=0)
    """Wall-clock time."""
    sandbox: SandboxKind | Literal["not_started"]
    """The confinement it ran in."""


class SandboxAvailability(Record):
    """Whether one kind of sandbox works here, tried for real."""

    kind: Literal["landlock", "bubblewrap"]
    available: bool
    reason: str
    """The layers that hold, or what is missing and how to get it."""
