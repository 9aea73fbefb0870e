"""What stages may use, what they know of their problem, and the exceptions with which a stage ends it (`Complaint`
is the gateway's)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from agents.gateway.asker import Asker, Message, Role, Turn
from agents.gateway.model_settings import OFFLINE, RoleSettings
from agents.gateway.prompt_files import load_prompt
from agents.records import Problem
from geometry.checks import Check
from pipeline.film.records import FilmSpec
from pipeline.scene.presentation import Presentation
from pipeline.scene.sandbox.records import SandboxMode
from pipeline.stages.records import Verdict
from workers.blender_jobs import ScaleCue
from workers.blender_pool import BlenderPool
from workers.blender_worker import Progress
from workers.kernel_pool import KernelStopped

T = TypeVar("T")


class Quarantine(Exception):  # noqa: N818
    """This problem ends here and is not published, for a reason that is not a program error."""

    def __init__(
        self, reason: str, sentence: str, checks: tuple[Check, ...] = (), figures: tuple[str, ...] = ()
    ) -> None:
        super().__init__(sentence)
        self.reason, self.sentence, self.checks = reason, sentence, checks
        self.figures = figures

    def __reduce__(self) -> tuple[type["Quarantine"], tuple[Any, ...]]:
        # Pickled by workers; the default would call the class with the sentence alone.
        return type(self), (self.reason, self.sentence, self.checks, self.figures)


class Reread(Quarantine):
    """The figure cannot be right: the reader is retried with this sentence; without a model the problem ends."""


class Outvoted(Reread):
    """Two other readings agree with each other: the reader's is replaced, which costs no attempt of the reader."""


class RecordingAsker:
    """An asker that remembers the last reply, for stages whose own checks may reject it."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self.reply = ""

    def ask(self, role: Role, messages: Sequence[Message], schema: type[BaseModel] | None = None) -> str:
        self.reply = self._asker.ask(role, messages, schema)
        return self.reply


class Kernel(Protocol):
    """Runs functions on figures, in another process or in this one."""

    def call(self, function: Callable[..., T], *arguments: Any, near: str = "") -> T: ...


@dataclass(frozen=True)
class Filming:
    """What the render stage works with."""

    pool: BlenderPool
    spec_of: Callable[[str, float], FilmSpec]
    """The film's specification by problem id and longest extent of the solid."""
    scale_cue: ScaleCue
    cache: Path
    folder: Path
    """The run's folder."""
    progress: Progress


@dataclass(frozen=True)
class StageContext:
    """Everything a stage may use, bound to one problem."""

    problem: str
    asker: Asker
    roles: dict[Role, RoleSettings]
    """Model settings of each role; the model `offline` means its rule-based twin."""
    tries: int
    """Attempts that a role has."""
    kernel: Kernel
    seed: int
    readings: int
    """Readings of each statement by models: 1 and an audit, 2, or 3."""
    sandbox: SandboxMode
    presentation: Presentation
    filming: Filming | None
    """None: both Blender stages are skipped."""
    provenance: Mapping[str, Any]
    """Provenance of the samples, the same for all of a run."""

    def run_in_kernel(self, function: Callable[..., T], *arguments: Any) -> T:
        """What the function returns in a kernel worker; Quarantine for a figure that exceeds the kernel's timeout."""
        try:
            return self.kernel.call(function, *arguments, near=self.problem)
        except KernelStopped as stop:
            raise Quarantine("unsolved", f"{stop}") from stop

    def model(self, role: Role) -> str:
        return self.roles[role].model

    def is_offline(self, role: Role) -> bool:
        return self.model(role) == OFFLINE

    def role_fingerprint(self, role: Role, prompt: str) -> dict[str, Any]:
        """What a role's output depends on: its settings and prompt, or only that it is offline."""
        if self.is_offline(role):
            return {"model": OFFLINE}
        settings = self.roles[role].model_dump(mode="json")
        return {"role": settings, "prompt": load_prompt(prompt).sha256}

    @property
    def scale_cue(self) -> ScaleCue:
        """The scale cue in the room; `none` without a film."""
        return self.filming.scale_cue if self.filming else "none"


@dataclass(frozen=True)
class ProblemState:
    """What is known of a problem when a stage begins."""

    problem: Problem
    outputs: Mapping[str, Any]
    """Outputs of finished stages, by stage."""
    turns: Mapping[str, tuple[Turn, ...]]
    """Failed attempts and complaints, by stage."""
    verdict: Verdict | None
    keys: Mapping[str, str]
    """Checkpoint keys of finished stages."""
    context: StageContext

    def turns_of(self, stage: str) -> tuple[Turn, ...]:
        return self.turns.get(stage, ())
