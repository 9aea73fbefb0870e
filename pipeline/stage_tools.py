"""What stages may use, and the two ways in which a stage says no."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from agents.asking import Asker, Message, Role
from agents.model_settings import OFFLINE, RoleSettings
from agents.prompt_files import load_prompt
from geometry.checks import Check
from pipeline.kernel_pool import KernelStopped
from pipeline.render_pool import RenderPool
from pipeline.render_records import FilmSpec
from pipeline.render_worker import Progress
from pipeline.sandbox_records import SandboxMode

T = TypeVar("T")


class Quarantine(Exception):  # noqa: N818
    """This problem ends here, for a reason that is not an error of ours."""

    def __init__(self, reason: str, sentence: str, checks: tuple[Check, ...] = ()) -> None:
        super().__init__(sentence)
        self.reason, self.sentence, self.checks = reason, sentence, checks

    def __reduce__(self) -> tuple[type["Quarantine"], tuple[Any, ...]]:
        # The default would call the class with the sentence alone, and workers send verdicts to their caller.
        return type(self), (self.reason, self.sentence, self.checks)


class Reread(Quarantine):
    """The figure cannot be right: the reader may try again with this sentence; without a model it is the end."""


class Heard:
    """An asker that remembers the last reply, for stages whose own checks may complain of it."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self.reply = ""

    def ask(self, role: Role, messages: Sequence[Message], schema: type[BaseModel] | None = None) -> str:
        self.reply = self._asker.ask(role, messages, schema)
        return self.reply


class Kernel(Protocol):
    """Works on figures, elsewhere or here."""

    def call(self, function: Callable[..., T], *arguments: Any) -> T: ...


@dataclass(frozen=True)
class Filming:
    """What the render stage works with."""

    pool: RenderPool
    spec_of: Callable[[str], FilmSpec]
    """The film's specification by problem id."""
    cache: Path
    folder: Path
    """The run's folder."""
    progress: Progress


@dataclass(frozen=True)
class Tools:
    """Everything a stage may use, bound to one problem."""

    problem: str
    asker: Asker
    roles: dict[Role, RoleSettings]
    """What each role asks with; the model `offline` stands for the twin."""
    tries: int
    """How often a role may try."""
    kernel: Kernel
    seed: int
    sandbox: SandboxMode
    filming: Filming | None
    """None: both Blender stages are left out."""

    def work_out(self, function: Callable[..., T], *arguments: Any) -> T:
        """What the function finds in the kernel; a figure that the kernel gives up is set aside."""
        try:
            return self.kernel.call(function, *arguments)
        except KernelStopped as stop:
            raise Quarantine("unsolved", f"{stop}") from stop

    def model(self, role: Role) -> str:
        return self.roles[role].model

    def is_offline(self, role: Role) -> bool:
        return self.model(role) == OFFLINE

    def voice(self, role: Role, prompt: str) -> dict[str, Any]:
        """What a role's output depends on: its settings and its prompt, or nothing but being offline."""
        if self.is_offline(role):
            return {"model": OFFLINE}
        settings = self.roles[role].model_dump(mode="json")
        return {"role": settings, "prompt": load_prompt(prompt).sha256}
