"""Reads the tables of `solidscene.toml` and checks them key by key.

An unknown key is an error that names the closest known one, so that a misspelled setting never silently has no effect.
A key that looks like it holds a secret is rejected: API keys come from the environment only. Values of rejected keys
are never repeated in an error.
"""

import difflib
import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from agents.gateway.model_settings import ROLES, ModelSettings, Price, RoleSettings

_ROLE_KEYS = tuple(RoleSettings.model_fields)
_SERVER_KEYS = tuple(name for name in ModelSettings.model_fields if name != "api_key")
_MODELS_KEYS = (*_ROLE_KEYS, *_SERVER_KEYS)
"""Keys of `[models]`: settings shared by all roles, overridden per role, and those of the server."""
_SECRET = re.compile(r"api_?key(?!_env)|^key$|token$|secret|password|passwd|bearer|authorization", re.IGNORECASE)
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class SettingsError(ValueError):
    """The settings cannot be used; the message names where they are from and the remedy."""


def read_models_table(path: Path) -> dict[str, Any]:
    """The `[models]` table of a settings file, its keys checked."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path} cannot be read ({error.strerror}). Remedy: check --config") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not a TOML file: {error}. Remedy: correct it there") from error
    _check_keys(path, "", document, ("models",))
    models = _table(path, "models", document.get("models", {}))
    _check_keys(path, "models", models, _MODELS_KEYS)
    _check_inner(path, models)
    return models


def _check_inner(path: Path, models: dict[str, Any]) -> None:
    """The tables inside `[models]`, and the name of the key's variable."""
    roles = _table(path, "models.roles", models.get("roles", {}))
    _check_keys(path, "models.roles", roles, ROLES)
    for role, table in roles.items():
        _check_keys(path, f"models.roles.{role}", _table(path, f"models.roles.{role}", table), _ROLE_KEYS)
    for model, table in _table(path, "models.prices", models.get("prices", {})).items():
        _check_keys(path, f"models.prices.{model}", _table(path, f"models.prices.{model}", table), Price.model_fields)
    for table in (models, *roles.values()):
        _check_extra(path, table.get("extra", {}))
    variable = models.get("api_key_env", "")
    if not isinstance(variable, str) or (variable and not _VARIABLE.fullmatch(variable)):
        raise SettingsError(
            f"{path}: models.api_key_env is not the name of an environment variable. "
            'Remedy: write a name such as "DASHSCOPE_API_KEY" and put the key itself into that variable'
        )


def _check_extra(path: Path, extra: Any) -> None:
    """Extra fields of the request body may not contain secrets: they are recorded with the request."""
    for key in _table(path, "extra", extra):
        if _SECRET.search(key) and not key.endswith("token"):
            raise _secret_found(path, f"extra.{key}")


def _table(path: Path, name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise SettingsError(f"{path}: {name} must be a table. Remedy: write it as [{name}]")
    return value


def _check_keys(path: Path, table: str, found: Mapping[str, Any], known: Collection[str]) -> None:
    """Reject unknown keys."""
    for key in found:
        if key in known:
            continue
        place = f"{table}.{key}" if table else key
        if _SECRET.search(key):
            raise _secret_found(path, place)
        near = difflib.get_close_matches(key, known, n=1)
        hint = f"Remedy: did you mean {near[0]}?" if near else f"Remedy: use one of {', '.join(known)}"
        raise SettingsError(f"{path}: unknown setting {place}. {hint}")


def _secret_found(path: Path, place: str) -> SettingsError:
    return SettingsError(
        f"{path}: {place} looks like a secret, and secrets are not read from files. "
        'Remedy: delete the line, export the key as a variable and name the variable in api_key_env = "..."'
    )
