"""The options of a run, and the hashes of everything that determines how its problems end."""

import hashlib
from pathlib import Path
from typing import Any

from pydantic import Field

from agents.gateway.asker import Role
from agents.gateway.model_settings import OFFLINE, ROLES, ModelSettings, RoleSettings, Source
from agents.gateway.prompt_files import load_prompt
from dataset.paths import PROMPTS
from dataset.version import program_version
from geometry.record import Record
from pipeline.film.request import FilmRequest
from pipeline.run.code_hash import code_of_stages
from pipeline.run.keys import content_key
from pipeline.scene.presentation import Presentation
from pipeline.scene.sandbox.records import SandboxMode


class ConvertOptions(Record):
    """The options of a run."""

    agents: Source = "offline"
    film: FilmRequest | None = FilmRequest(scale_cue="rule")
    """None skips both Blender stages."""
    jobs: int = 4
    """Problems that are processed at once."""
    seed: int = 0
    sandbox: SandboxMode = "auto"
    presentation: Presentation = Presentation()
    budget_usd: float | None = None
    budget_tokens: int | None = None
    cassette: Path | None = None
    """Recorded replies, in addition to those of the run itself."""
    readings: int = Field(default=2, ge=1, le=3)
    """Readings of each statement by models: 1 and an audit, 2, or always 3."""
    keep_made: bool = False
    """Use checkpoints although other code wrote them."""


def settings_fingerprint(options: ConvertOptions, settings: ModelSettings) -> str:
    """Hash of everything besides the problem and the code that determines how a problem ends."""
    return content_key(_settings_facts(options, settings))


def run_code(options: ConvertOptions) -> dict[str, str]:
    """Hash of the code of each stage of the run, by stage."""
    return code_of_stages(filmed=options.film is not None)


def code_fingerprint(code: dict[str, str]) -> str:
    """One hash over the code of all stages."""
    return content_key(code)


def provenance(options: ConvertOptions, settings: ModelSettings) -> dict[str, Any]:
    """The provenance of a sample: how it was made."""
    return {"program": program_version(), "code": run_code(options), **_settings_facts(options, settings)}


def _settings_facts(options: ConvertOptions, settings: ModelSettings) -> dict[str, Any]:
    roles = roles_of(options, settings)
    asked = {role: each.model_dump(mode="json") for role, each in roles.items() if each.model != OFFLINE}
    return {
        # A recorded reply equals the live one, so the ending is the same.
        "agents": "offline" if options.agents == "offline" else "model",
        "roles": asked,
        "prompts": _prompts() if asked else {},
        "film": options.film.model_dump(mode="json") if options.film else {},
        "seed": options.seed,
        "presentation": options.presentation.model_dump(mode="json"),
        "readings": options.readings if asked else 0,
    }


def _prompts() -> dict[str, str]:
    return {path.stem: load_prompt(path.stem).sha256 for path in sorted(PROMPTS.glob("*.md"))}


def roles_of(options: ConvertOptions, settings: ModelSettings) -> dict[Role, RoleSettings]:
    """The model settings of each role in this run; all `offline` if no model is asked."""
    if options.agents == "offline":
        return {role: RoleSettings() for role in ROLES}
    return {role: settings.role(role) for role in ROLES}


def final_key(row: str, fingerprint: str) -> str:
    """What the ending of a problem depends on besides code: the problem, as its record's own JSON, and the settings."""
    return hashlib.sha256(f"{fingerprint}\n{row}".encode()).hexdigest()[:32]
