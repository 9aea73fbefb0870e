"""What a user asks of a run, and the hash of everything that decides how its problems end."""

import hashlib
from pathlib import Path
from typing import Any

from agents.asking import Role
from agents.model_settings import OFFLINE, ROLES, ModelSettings, RoleSettings, Source
from agents.prompt_files import PROMPTS, load_prompt
from agents.records import Record
from pipeline.film_request import FilmRequest
from pipeline.plate_keys import room_code_hash
from pipeline.sandbox_records import SandboxMode
from pipeline.stage_keys import content_key
from pipeline.versions import STAGE_VERSIONS, program_version


class ConvertOptions(Record):
    """What a user asks of a run."""

    agents: Source = "offline"
    film: FilmRequest | None = FilmRequest(scale_cue="rule")
    """None leaves out both Blender stages."""
    jobs: int = 4
    """Problems that may be with a model or the kernel at once."""
    seed: int = 0
    sandbox: SandboxMode = "auto"
    budget_usd: float | None = None
    budget_tokens: int | None = None
    cassette: Path | None = None
    """Recorded replies beside those of the run itself."""


def fingerprint(options: ConvertOptions, settings: ModelSettings) -> str:
    """Hash of everything besides the problem that decides its ending."""
    facts = _facts(options, settings)
    return content_key({name: value for name, value in facts.items() if name != "program"})


def provenance(options: ConvertOptions, settings: ModelSettings) -> dict[str, Any]:
    """What a sample says about how it was made."""
    return _facts(options, settings)


def _facts(options: ConvertOptions, settings: ModelSettings) -> dict[str, Any]:
    roles = roles_of(options, settings)
    asked = {role: each.model_dump(mode="json") for role, each in roles.items() if each.model != OFFLINE}
    return {
        "program": program_version(),
        "stages": STAGE_VERSIONS,
        # A recording stands for the live reply: the same ending.
        "agents": "offline" if options.agents == "offline" else "model",
        "roles": asked,
        "prompts": _prompts() if asked else {},
        "film": options.film.model_dump(mode="json") if options.film else {},
        "rooms": room_code_hash() if options.film else "",
        "seed": options.seed,
    }


def _prompts() -> dict[str, str]:
    return {path.stem: load_prompt(path.stem).sha256 for path in sorted(PROMPTS.glob("*.md"))}


def roles_of(options: ConvertOptions, settings: ModelSettings) -> dict[Role, RoleSettings]:
    """What each role asks with in this run; everything offline when no model is asked."""
    if options.agents == "offline":
        return {role: RoleSettings() for role in ROLES}
    return {role: settings.role(role) for role in ROLES}


def final_key(row: str, mark: str) -> str:
    """What the ending of a problem depends on: the problem, as its record's own JSON, and the run's fingerprint."""
    return hashlib.sha256(f"{mark}\n{row}".encode()).hexdigest()[:32]
