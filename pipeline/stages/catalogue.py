"""The catalogue of stages: name, output, model role and predecessors of each. Everything that lists stages reads it.

The workflow builds its graph from it; replay, status, the commands and the viewer read names, roles and dependencies.
A new stage is one module in this folder, its output record in `records` and one entry here (and its name in `after` of
the stages that wait for it). Light on purpose: shell completion of a stage's name must not wait for numpy.

A stage's module has the stage's name, and in it: `Input`, a record of its input; `input_of(state)`, which takes that
from the outputs of earlier stages; `key_inputs(given, context)`, the other facts of its checkpoint key; and
`run(given, context)`. It imports neither the workflow nor the store.
"""

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from agents.gateway.asker import Role


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of the workflow."""

    name: str
    output: str
    """Name of its output record in `pipeline.stages.records`."""
    after: tuple[str, ...] = ()
    """The stages whose outputs it waits for; with several, it starts when all branches of the workflow have ended."""
    role: "Role | Literal['']" = ""
    """The role that asks a model; empty if the stage asks none."""
    prompt: str = ""
    """Name of the role's prompt."""
    helper: "Role | Literal['']" = ""
    """A second role that the stage may ask."""
    returns_to: str = ""
    """The earlier stage that is asked again if this one finds its output at fault."""
    is_filmed: bool = False
    """Skipped in a run without films."""
    blender_sources: tuple[str, ...] = ()
    """Folders and files of `blender_scripts/` that run for it in another process: code it depends on without import."""

    @property
    def module_name(self) -> str:
        return f"{__package__}.{self.name}"

    @property
    def module(self) -> ModuleType:
        return import_module(self.module_name)

    @property
    def output_type(self) -> Any:
        return getattr(import_module(f"{__package__}.records"), self.output)


STAGES: tuple[Stage, ...] = (
    Stage("translate", "Translated", role="translator", prompt="translate"),
    Stage("read", "Read", after=("translate",), role="reader", prompt="read"),
    Stage("solve", "Solved", after=("read",), role="solver", prompt="solve", returns_to="read"),
    Stage(
        "compare",
        "Compared",
        after=("solve",),
        role="reader_check",
        prompt="read_again",
        helper="auditor",
        returns_to="read",
    ),
    Stage("ask", "Asked", after=("compare",)),
    Stage("fit", "FittedScene", after=("ask",)),
    Stage("answer", "Answered", after=("fit",), role="normalizer", prompt="normalize"),
    Stage("rewrite", "Questioned", after=("fit",), role="stripper", prompt="strip"),
    Stage(
        "script",
        "Scripted",
        after=("fit",),
        role="code_writer",
        prompt="scene_script",
        is_filmed=True,
        blender_sources=("sandbox",),
    ),
    Stage(
        "render",
        "Rendered",
        after=("script",),
        is_filmed=True,
        blender_sources=("worker.py", "film", "light", "render", "rooms", "front3d"),
    ),
    Stage("publish", "Sample", after=("render", "rewrite", "answer")),
)
"""In the order in which they are displayed, and in which a sample lists its evidence."""

STAGE_NAMES: tuple[str, ...] = tuple(stage.name for stage in STAGES)
LAST = STAGE_NAMES[-1]
"""The stage that every problem ends with, published or not."""
ROLE_OF: dict[str, str] = {stage.name: stage.role for stage in STAGES if stage.role}
STAGE_OF: dict[str, str] = {role: stage.name for stage in STAGES for role in (stage.role, stage.helper) if role}


def stage_named(name: str) -> Stage:
    """The entry of a stage."""
    return STAGES[STAGE_NAMES.index(name)]


def stages_of_run(filmed: bool) -> tuple[Stage, ...]:
    """The stages of a run with or without films."""
    return tuple(stage for stage in STAGES if filmed or not stage.is_filmed)


def following(name: str) -> tuple[str, ...]:
    """The stage and all that depend on it: what runs again when it does."""
    found = {name}
    for stage in STAGES:
        if found.intersection(stage.after):
            found.add(stage.name)
    return tuple(each for each in STAGE_NAMES if each in found)
