"""The settings of a run, from `solidscene.toml` and the environment, which only this module reads for them.

What is said of one role goes before what is said of all, and `SOLIDSCENE_MODEL...` before the file; the file goes
before `OPENAI_BASE_URL`. A key is only ever sent to the server it belongs to: whoever names a server in the file also
names the variable with its key, and a variable without a server is refused.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import SecretStr, ValidationError

from agents.gateway.model_settings import OPENAI_URL, ROLES, ModelSettings, RoleSettings
from geometry.record import Record
from pipeline.run.settings_file import SettingsError, read_models_table

FILE_NAME = "solidscene.toml"
_MODEL = "SOLIDSCENE_MODEL"
_OPENAI_KEY = "OPENAI_API_KEY"
_OPENAI_ADDRESS = "OPENAI_BASE_URL"
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Settings(Record):
    """Everything a person can set for a run."""

    models: ModelSettings = ModelSettings()
    origin: str = "defaults"
    """Where the settings are from, for messages."""


def load_settings(config: Path | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings from `config`, else from `./solidscene.toml` where there is one, and the environment."""
    path = config or Path(FILE_NAME)
    has_file = config is not None or path.exists()
    table = read_models_table(path) if has_file else {}
    origin = str(path) if has_file else "the environment"
    table = table | _server(origin, table, environ) | {"roles": _roles(table, environ)}
    for shared in RoleSettings.model_fields:
        table.pop(shared, None)
    return Settings(models=_validated(origin, table), origin=origin)


def _server(origin: str, table: dict[str, Any], environ: Mapping[str, str]) -> dict[str, Any]:
    """Address, key, and the variable the key is from."""
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
            'Remedy: set models.api_key_env beside it, to "" if the server wants no key'
        )
    key = environ.get(variable, "").strip() if variable else ""
    return {"base_url": base_url, "api_key_env": variable, "api_key": SecretStr(key)}


def _usual_variable(base_url: Any) -> str:
    """A server on this machine wants no key, as a rule."""
    return "" if _host(base_url) in _LOOPBACK else _OPENAI_KEY


def _is_openai(base_url: Any) -> bool:
    return _host(base_url) == _host(OPENAI_URL)


def _host(base_url: Any) -> str:
    try:
        return urlsplit(str(base_url)).hostname or ""
    except ValueError:
        return ""


def _roles(table: dict[str, Any], environ: Mapping[str, str]) -> dict[str, Any]:
    """The settings of every role: shared ones, then its own, then the environment's model."""
    _check_variables(environ)
    shared = {name: table[name] for name in RoleSettings.model_fields if name in table}
    if model := environ.get(_MODEL):
        shared["model"] = model
    roles: dict[str, Any] = {}
    for role in ROLES:
        own = table.get("roles", {}).get(role, {})
        roles[role] = shared | own | {"extra": {**shared.get("extra", {}), **own.get("extra", {})}}
        if model := environ.get(_variable(role)):
            roles[role]["model"] = model
    return roles


def _variable(role: str) -> str:
    return f"{_MODEL}_{role.upper()}"


def _check_variables(environ: Mapping[str, str]) -> None:
    """A misspelled role in a variable's name would silently be without effect."""
    known = {_MODEL, *map(_variable, ROLES)}
    for name in environ:
        if name.startswith(_MODEL) and name not in known:
            raise SettingsError(
                f"the environment: there is no role for {name}. Remedy: known are {', '.join(sorted(known))}"
            )


def _validated(origin: str, table: dict[str, Any]) -> ModelSettings:
    try:
        return ModelSettings.model_validate(table)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(("models", *map(str, first["loc"])))
        reason = first["msg"].removeprefix("Value error, ")
        # `from None`: pydantic's own text repeats the values, the key among them.
        raise SettingsError(f"{origin}: {place}: {reason}. Remedy: correct it there") from None
