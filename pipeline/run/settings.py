"""Model settings of a run, from `solidscene.toml` and the environment. Only this module reads the environment for them.

The cache folder (`SOLIDSCENE_CACHE`) is in `dataset/paths.py`.

Precedence: a role's own setting over the shared one, `SOLIDSCENE_MODEL...` over the file, the file over
`OPENAI_BASE_URL`. A key is only ever sent to the server it belongs to: a file that names a server must also name the
variable that holds its key, and a key variable without a server is rejected.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import SecretStr, ValidationError
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from agents.gateway.model_settings import OPENAI_URL, ROLES, ModelSettings, RoleSettings
from pipeline.run.settings_file import SettingsError, read_models_table

FILE_NAME = "solidscene.toml"
_MODEL = "SOLIDSCENE_MODEL"
_OPENAI_KEY = "OPENAI_API_KEY"
_OPENAI_ADDRESS = "OPENAI_BASE_URL"
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Settings(BaseSettings):
    """What a user can set about the models of a run. Made directly, it reads neither a file nor the environment."""

    model_config = SettingsConfigDict(frozen=True, extra="forbid")

    models: ModelSettings = ModelSettings()
    origin: str = "defaults"
    """Source of the settings, for messages."""

    @classmethod
    def settings_customise_sources(
        cls, settings_cls: type[BaseSettings], init_settings: PydanticBaseSettingsSource, *_: Any, **__: Any
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (init_settings,)


def load_settings(config: Path | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings from `config`, else from `./solidscene.toml` if it exists, and the environment."""
    path = config or Path(FILE_NAME)
    has_file = config is not None or path.exists()
    table = read_models_table(path) if has_file else {}
    origin = str(path) if has_file else "the environment"
    return Settings(models=_merged(origin, _layers(origin, table, environ)), origin=origin)


def _layers(origin: str, table: dict[str, Any], environ: Mapping[str, str]) -> list[dict[str, Any]]:
    """Partial settings, the strongest first."""
    _check_variables(environ)
    server = {name: value for name, value in table.items() if name not in ("roles", *RoleSettings.model_fields)}
    shared = {name: table[name] for name in RoleSettings.model_fields if name in table}
    by_role = {role: {"model": environ[_variable(role)]} for role in ROLES if environ.get(_variable(role))}
    for_all = {"model": environ[_MODEL]} if environ.get(_MODEL) else {}
    return [
        {"roles": by_role},
        {"roles": table.get("roles", {})},
        {"roles": dict.fromkeys(ROLES, for_all)},
        {"roles": dict.fromkeys(ROLES, shared)},
        server | _server(origin, table, environ),
    ]


def _merged(origin: str, layers: list[dict[str, Any]]) -> ModelSettings:
    """The layers merged, nested tables too, and validated."""

    class Layered(Settings):
        @classmethod
        def settings_customise_sources(
            cls, settings_cls: type[BaseSettings], *_: Any, **__: Any
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return tuple(InitSettingsSource(settings_cls, {"models": layer}) for layer in layers)

    try:
        return Layered().models
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        reason = first["msg"].removeprefix("Value error, ")
        # `from None`: pydantic's own message repeats the values, including the key.
        raise SettingsError(f"{origin}: {place}: {reason}. Remedy: correct it there") from None


def _server(origin: str, table: dict[str, Any], environ: Mapping[str, str]) -> dict[str, Any]:
    """Base URL, key, and the variable the key is read from."""
    in_file = "base_url" in table
    base_url = table["base_url"] if in_file else environ.get(_OPENAI_ADDRESS) or OPENAI_URL
    variable = table.get("api_key_env", _usual_variable(base_url))
    if "api_key_env" in table and variable not in ("", _OPENAI_KEY) and not in_file:
        raise SettingsError(
            f"{origin}: api_key_env is {variable}, but no server is named that this key belongs to. "
            "Remedy: set models.base_url beside it"
        )
    if in_file and "api_key_env" not in table and variable and not _is_openai(base_url):
        raise SettingsError(
            f"{origin}: base_url names a server, but not which variable holds its key. "
            'Remedy: set models.api_key_env beside it, to "" if the server needs no key'
        )
    key = environ.get(variable, "").strip() if variable else ""
    return {"base_url": base_url, "api_key_env": variable, "api_key": SecretStr(key)}


def _usual_variable(base_url: Any) -> str:
    """The default key variable; none for a server on this machine, which usually needs no key."""
    return "" if _host(base_url) in _LOOPBACK else _OPENAI_KEY


def _is_openai(base_url: Any) -> bool:
    return _host(base_url) == _host(OPENAI_URL)


def _host(base_url: Any) -> str:
    try:
        return urlsplit(str(base_url)).hostname or ""
    except ValueError:
        return ""


def _variable(role: str) -> str:
    return f"{_MODEL}_{role.upper()}"


def _check_variables(environ: Mapping[str, str]) -> None:
    """Reject a misspelled role in a variable's name, which would silently have no effect."""
    known = {_MODEL, *map(_variable, ROLES)}
    for name in environ:
        if name.startswith(_MODEL) and name not in known:
            raise SettingsError(f"the environment: {name} names no role. Remedy: use one of {', '.join(sorted(known))}")
