"""Recorded replies (cassette) of a corpus: where the file is, and which models it was recorded with.

`problems.jsonl` has its recordings in `problems.cassette.jsonl` beside it. A recording is looked up by model name and
sampling settings, so if the user has set no model, those of the recording are used.
"""

from pathlib import Path

from agents.gateway.asker import Role
from agents.gateway.cassette import CassetteExchanges
from agents.gateway.exchange import Request
from agents.gateway.model_settings import ModelSettings, RoleSettings
from pipeline.store.sqlite_store import Store

ENDING = ".cassette.jsonl"


def cassette_beside(corpus: Path) -> Path | None:
    """The cassette beside a corpus, if there is one."""
    path = corpus.with_suffix("").with_name(corpus.stem + ENDING)
    return path if path.is_file() else None


def as_recorded(settings: ModelSettings, cassette: Path | None) -> ModelSettings:
    """The settings with the recorded roles, unless models are set already."""
    if cassette is None or settings.models:
        return settings
    roles: dict[Role, RoleSettings] = {}
    for exchange in CassetteExchanges(cassette).exchanges():
        request = Request.model_validate_json(exchange.request_json)
        roles.setdefault(request.role, _settings_of(request))
    return settings.model_copy(update={"roles": roles})


def _settings_of(request: Request) -> RoleSettings:
    return RoleSettings(
        model=request.model, temperature=request.temperature, max_tokens=request.max_tokens, extra=request.extra
    )


def record(run: Path, cassette: Path) -> int:
    """Add every exchange of a run to a cassette; returns the number of exchanges in it."""
    with Store(run, writable=False) as store:
        kept = sorted(store.exchanges(), key=lambda exchange: (exchange.problem_id, exchange.role, exchange.key))
    book = CassetteExchanges(cassette)
    for exchange in kept:
        if exchange.finish_reason == "stop":
            book.add(exchange)
    return sum(1 for _ in book.exchanges())
