"""Settings from file and environment: what goes before what, where keys may go, and errors that help."""

import tomllib
from pathlib import Path

import pytest

from agents.gateway.model_settings import OPENAI_URL, ROLES, ModelSettings
from pipeline.run.settings import load_settings
from pipeline.run.settings_file import SettingsError
from tests.support.paths import ROOT

KEY = "sk-test-0123456789abcdef"
DASHSCOPE = 'base_url = "https://dashscope.example/v1"\napi_key_env = "DASHSCOPE_API_KEY"\n'


def load(tmp_path: Path, text: str, **environ: str) -> ModelSettings:
    path = tmp_path / "s.toml"
    path.write_text(text, encoding="utf-8")
    return load_settings(path, environ).models


def test_without_file_and_environment_everything_runs_offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for environ in ({}, {"OPENAI_API_KEY": KEY}):
        settings = load_settings(environ=environ).models
        assert settings.models == ()
        assert settings.base_url == OPENAI_URL


def test_the_file_in_the_working_folder_is_read_when_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "solidscene.toml").write_text('[models]\nmodel = "m"\n')
    settings = load_settings(environ={})
    assert settings.models.models == ("m",)
    assert settings.origin == "solidscene.toml"


def test_the_environment_alone_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    environ = {
        "OPENAI_API_KEY": f" {KEY}\n",
        "OPENAI_BASE_URL": "http://10.0.0.5:8000/v1/",
        "SOLIDSCENE_MODEL": "m",
        "SOLIDSCENE_MODEL_CODE_WRITER": "offline",
    }
    settings = load_settings(environ=environ).models
    assert (settings.base_url, settings.api_key.get_secret_value()) == ("http://10.0.0.5:8000/v1", KEY)
    assert {role: settings.role(role).model for role in ROLES} == dict.fromkeys(ROLES, "m") | {"code_writer": "offline"}


def test_one_role_goes_before_all_and_the_environment_before_the_file(tmp_path: Path) -> None:
    text = '[models]\nmodel = "a"\ntemperature = 0.5\n[models.roles]\nreader.model = "b"\nsolver.model = "c"\n'
    settings = load(tmp_path, text, SOLIDSCENE_MODEL="d", SOLIDSCENE_MODEL_SOLVER="e")
    assert [settings.role(role).model for role in ("translator", "reader", "solver")] == ["d", "b", "e"]
    assert {settings.role(role).temperature for role in ROLES} == {0.5}


def test_further_fields_of_a_role_are_added_to_those_of_all(tmp_path: Path) -> None:
    text = "[models.extra]\na = 1\nb = 1\n[models.roles.reader.extra]\nb = 2\n"
    settings = load(tmp_path, text)
    assert settings.role("reader").extra == {"a": 1, "b": 2}
    assert settings.role("solver").extra == {"a": 1, "b": 1}


def test_a_key_goes_only_to_the_server_it_belongs_to(tmp_path: Path) -> None:
    both = {"OPENAI_API_KEY": "sk-openai-key", "DASHSCOPE_API_KEY": KEY, "OPENAI_BASE_URL": "https://other.example/v1"}
    settings = load(tmp_path, f"[models]\n{DASHSCOPE}", **both)
    assert (settings.base_url, settings.api_key.get_secret_value()) == ("https://dashscope.example/v1", KEY)
    with pytest.raises(SettingsError, match=r"set models\.base_url beside it"):
        load(tmp_path, '[models]\napi_key_env = "DASHSCOPE_API_KEY"\n', **both)
    with pytest.raises(SettingsError, match=r"set models\.api_key_env beside it"):
        load(tmp_path, '[models]\nbase_url = "https://dashscope.example/v1"\n', **both)
    local = load(tmp_path, '[models]\nbase_url = "http://localhost:11434/v1"\n', **both)
    assert local.api_key.get_secret_value() == ""
    assert not local.lacks_key


def test_a_missing_key_is_noticed_by_its_variable(tmp_path: Path) -> None:
    assert load(tmp_path, f"[models]\n{DASHSCOPE}").lacks_key
    assert not load(tmp_path, '[models]\nbase_url = "http://10.0.0.5/v1"\napi_key_env = ""\n').lacks_key


@pytest.mark.parametrize(
    "text",
    [
        f'[models]\napi_key = "{KEY}"',
        f'api_key = "{KEY}"',
        f'[models]\nopenai_api_key = "{KEY}"',
        f'[models]\napi_key_env = "{KEY}"',
        f'[models.extra]\napi_key = "{KEY}"',
        f'[models]\nbase_url = "https://user:{KEY}@host/v1"\napi_key_env = ""',
        f'[models.roles.reader]\napi_key = "{KEY}"',
    ],
)
def test_a_key_in_the_file_is_refused_and_not_repeated(tmp_path: Path, text: str) -> None:
    with pytest.raises(SettingsError, match=r"s\.toml: .*Remedy: ") as raised:
        load(tmp_path, text)
    assert KEY not in str(raised.value)
    assert raised.value.__cause__ is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[model]\nmodel = "m"', "unknown setting model. Remedy: did you mean models?"),
        ("[models]\ntemprature = 1", "models.temprature. Remedy: did you mean temperature?"),
        ("[models]\nmax_token = 9", "models.max_token"),
        ('[models.roles.readr]\nmodel = "m"', "models.roles.readr. Remedy: did you mean reader?"),
        ("[models.roles.reader]\ntries = 2", "models.roles.reader.tries. Remedy: use one of model"),
        ("[models.prices.m]\ninput_usd = 1", "did you mean input_usd_per_million?"),
        ("[models]\ntries = 0", "models.tries: Input should be greater than 0"),
        ("[models]\nroles = 3", "models.roles must be a table"),
        ('[models]\nreply_mode = "xml"', "models.reply_mode: Input should be 'json_schema'"),
        ('[models]\nbase_url = "localhost:8000"\napi_key_env = ""', "must be an address such as"),
        ("[models.extra]\nmessages = []", "cannot hold messages"),
        ("[models\n", "is not a TOML file"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_remedy(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SettingsError) as raised:
        load(tmp_path, text)
    message = str(raised.value)
    assert told in message
    assert "s.toml" in message
    assert "Remedy: " in message


def test_a_file_that_is_not_there_is_an_error_when_it_was_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml cannot be read .*Remedy: check --config"):
        load_settings(tmp_path / "none.toml", {})


def test_a_variable_for_an_unknown_role_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="SOLIDSCENE_MODEL_READR"):
        load(tmp_path, "", SOLIDSCENE_MODEL_READR="m")


def test_the_key_is_in_no_dump_and_no_repr(tmp_path: Path) -> None:
    settings = load(tmp_path, f"[models]\n{DASHSCOPE}", DASHSCOPE_API_KEY=KEY)
    assert settings.api_key.get_secret_value() == KEY
    shown = [
        repr(settings),
        str(settings),
        settings.model_dump_json(),
        repr(settings.model_dump()),
        repr(settings.api_key),
    ]
    assert [text for text in shown if KEY in text] == []
    assert "api_key" not in settings.model_dump()


def test_the_example_file_states_the_defaults_and_every_setting() -> None:
    path = ROOT / "solidscene.example.toml"
    text = path.read_text(encoding="utf-8")
    assert load_settings(path, {}).models == load_settings(Path("/dev/null"), {}).models
    everything = tomllib.loads("\n".join(_without_mark(line) for line in text.splitlines()))
    known = set(ModelSettings.model_fields) - {"api_key"}
    assert known <= set(everything["models"])


def _without_mark(line: str) -> str:
    """Commented-out settings without their mark; prose stays a comment."""
    bare = line.removeprefix("# ")
    return bare if bare.startswith("[") or " = " in bare else line
