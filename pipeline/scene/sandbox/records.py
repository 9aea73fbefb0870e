"""Records of a sandboxed run: its limits, its outcome, and which sandboxes this machine has. Data only."""

from typing import Literal, cast, get_args

from pydantic import Field

from geometry.record import Record
from pipeline.scene.records import SceneData

SandboxMode = Literal["auto", "landlock", "bubblewrap", "none"]
SandboxKind = Literal["landlock", "bubblewrap", "none"]
SandboxOutcome = Literal["built", "refused", "script_error", "crashed", "timed_out", "too_large", "malformed"]


def sandbox_mode(word: str) -> SandboxMode:
    """The sandbox mode of this name."""
    if word not in get_args(SandboxMode):
        raise ValueError(f"unknown sandbox {word!r}. Remedy: choose from {', '.join(get_args(SandboxMode))}")
    return cast(SandboxMode, word)


class SandboxLimits(Record):
    """Resource limits of one script; generous for a solid with its markers, too small for anything else."""

    wall_seconds: float = Field(default=60.0, gt=0)
    """Time from start to the last byte, including Blender's start (about a second)."""
    cpu_seconds: int = Field(default=60, gt=0)
    """Processor time over all threads."""
    memory_mb: int = Field(default=4096, gt=0)
    """Address space; Blender itself needs about 1100."""
    threads: int = Field(default=256, gt=0)
    """Threads of the process; Blender starts a handful per processor."""
    cpus: int = Field(default=2, gt=0)
    """Processors that the script may run on."""
    output_bytes: int = Field(default=1 << 20, gt=0)
    """Output after which the script is killed."""
    result_bytes: int = Field(default=24 << 20, gt=0)
    """Size of the reply: enough for the largest allowed mesh."""
    vertices: int = Field(default=200_000, gt=0)
    faces: int = Field(default=200_000, gt=0)
    markers: int = Field(default=64, gt=0)


class SandboxResult(Record):
    """How a script ended; `scene` is set if and only if the outcome is `built`."""

    outcome: SandboxOutcome
    """`refused`: rejected by the vetting before it ran; `script_error`: it raised; `crashed`: its process died;
    `malformed`: the reply is not a scene."""
    scene: SceneData | Literal["none"] = "none"
    sentence: str
    """What happened, for a person or a model to act on."""
    stdout_tail: str = ""
    """The last part of what the script printed."""
    seconds: float = Field(ge=0)
    """Wall-clock time."""
    sandbox: SandboxKind | Literal["not_started"]
    """The confinement it ran in."""


class SandboxAvailability(Record):
    """Whether one kind of sandbox works on this machine, by a real probe."""

    kind: Literal["landlock", "bubblewrap"]
    available: bool
    reason: str
    """The layers that are active, or what is missing and how to get it."""
