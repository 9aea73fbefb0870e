"""Settings of the models: which server, which model for which role, how patiently, at which price.

Data only; where it comes from is decided elsewhere. The API key is in no dump, repr or log of these records, and a
server address that contains a password is refused.
"""

from typing import Literal, get_args
from urllib.parse import urlsplit

from pydantic import Field, JsonValue, SecretStr, field_validator

from agents.gateway.asker import Role
from agents.gateway.exchange import ReplyMode
from geometry.record import Record

OFFLINE = "offline"
"""The model name that stands for a role's offline twin."""
ROLES: tuple[Role, ...] = get_args(Role)
OPENAI_URL = "https://api.openai.com/v1"

_OWN_FIELDS = frozenset(
    ("model", "messages", "temperature", "max_tokens", "max_completion_tokens", "response_format", "stream", "n")
)
"""Fields of the request body that the gateway sets itself."""


class RoleSettings(Record):
    """What one role asks with."""

    model: str = Field(default=OFFLINE, min_length=1)
    """The server's name of the model, or `offline` for the role's offline twin."""
    temperature: float = Field(default=0.0, ge=0, le=2)
    """Not sent to models that refuse it."""
    max_tokens: int = Field(default=8192, gt=0)
    """Room for the reply, a reasoning model's thoughts included; doubled once when a reply is cut off."""
    extra: dict[str, JsonValue] = Field(default={})
    """Further fields of the request body, such as `reasoning_effort`."""

    @field_validator("extra")
    @classmethod
    def _leaves_own_fields_alone(cls, extra: dict[str, JsonValue]) -> dict[str, JsonValue]:
        if taken := sorted(_OWN_FIELDS & extra.keys()):
            raise ValueError(f"`extra` cannot hold {', '.join(taken)}: the program sets these itself")
        return extra


class Price(Record):
    """What a model costs, as its provider states it."""

    input_usd_per_million: float = Field(ge=0)
    """US dollars per million prompt tokens."""
    output_usd_per_million: float = Field(ge=0)
    """US dollars per million completion tokens."""

    def cost_usd(self, prompt_tokens: int, completion_tokens: int) -> float:
        """The price of one call."""
        return (prompt_tokens * self.input_usd_per_million + completion_tokens * self.output_usd_per_million) / 1e6


class ModelSettings(Record):
    """Everything the gateway needs to know."""

    base_url: str = OPENAI_URL
    """Address of the server up to and including `/v1`."""
    api_key: SecretStr = Field(default=SecretStr(""), exclude=True, repr=False)
    """The server's key, empty for a server that wants none."""
    api_key_env: str = "OPENAI_API_KEY"
    """The environment variable the key came from, for remedies; empty for a server that wants none."""
    roles: dict[Role, RoleSettings] = Field(default={})
    """Settings per role; a role that is not named runs offline."""
    reply_mode: ReplyMode = "json_schema"
    """The first form of JSON reply that is tried; what a server refuses is not tried again."""
    concurrency: int = Field(default=8, gt=0)
    """Calls that may be under way at once."""
    timeout_s: float = Field(default=300.0, gt=0)
    """Longest silence of the server within one call."""
    tries: int = Field(default=6, gt=0)
    """Calls for one reply before giving up."""
    first_wait_s: float = Field(default=1.0, ge=0)
    """Wait after the first failure; doubled after each further one."""
    longest_wait_s: float = Field(default=60.0, ge=0)
    """Bound of that doubling. A wait the server asks for is honoured whole."""
    total_s: float = Field(default=1800.0, gt=0)
    """No further try begins when this much time would have passed since the first."""
    repair_tries: int = Field(default=3, gt=0)
    """How often a role may answer before a problem is given up, the first answer included."""
    prices: dict[str, Price] = Field(default={})
    """Prices by model."""

    @field_validator("base_url")
    @classmethod
    def _is_plain_http(cls, url: str) -> str:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("must be an address such as http://localhost:8000/v1")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ValueError("must not contain a user name, password, query or fragment; the key comes from elsewhere")
        return url.rstrip("/")

    def role(self, role: Role) -> RoleSettings:
        """What this role asks with."""
        return self.roles.get(role, RoleSettings())

    @property
    def models(self) -> tuple[str, ...]:
        """The models that are asked, without repetition; empty when everything runs offline."""
        asked = (self.role(role).model for role in ROLES)
        return tuple(dict.fromkeys(model for model in asked if model != OFFLINE))

    @property
    def lacks_key(self) -> bool:
        """Whether a key is expected and not there."""
        return bool(self.api_key_env) and not self.api_key.get_secret_value()


Source = Literal["live", "recorded", "offline"]
"""Where replies come from: a server, recordings only, or nobody (the offline twins run)."""
