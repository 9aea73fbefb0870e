"""Model settings: server, model per role, retry and rate limits, prices.

Data only; loaded elsewhere. The API key does not appear in any dump, repr or log of these records, and a server
address that contains a password fails validation.
"""

from typing import Literal, get_args
from urllib.parse import urlsplit

from pydantic import Field, JsonValue, SecretStr, field_validator

from agents.gateway.asker import Role
from agents.gateway.exchange import ReplyMode
from geometry.record import Record

OFFLINE = "offline"
"""The model name that selects a role's offline twin."""
ROLES: tuple[Role, ...] = get_args(Role)
OPENAI_URL = "https://api.openai.com/v1"

_OWN_FIELDS = frozenset(
    ("model", "messages", "temperature", "max_tokens", "max_completion_tokens", "response_format", "stream", "n")
)
"""Fields of the request body that the gateway sets itself."""


class RoleSettings(Record):
    """Model settings of one role."""

    model: str = Field(default=OFFLINE, min_length=1)
    """The server's name of the model, or `offline` for the role's offline twin."""
    temperature: float = Field(default=0.0, ge=0, le=2)
    """Not sent to models that reject it."""
    max_tokens: int = Field(default=8192, gt=0)
    """Token limit of the reply, including a reasoning model's thoughts; doubled once if a reply is truncated."""
    extra: dict[str, JsonValue] = Field(default={})
    """Further fields of the request body, such as `reasoning_effort`."""

    @field_validator("extra")
    @classmethod
    def _leaves_own_fields_alone(cls, extra: dict[str, JsonValue]) -> dict[str, JsonValue]:
        if taken := sorted(_OWN_FIELDS & extra.keys()):
            raise ValueError(f"`extra` cannot hold {', '.join(taken)}: the gateway sets these fields")
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
    """The server's API key, empty for a server without keys."""
    api_key_env: str = "OPENAI_API_KEY"
    """The environment variable of the key, for error messages; empty for a server without keys."""
    roles: dict[Role, RoleSettings] = Field(default={})
    """Settings per role; a role that is not named runs offline."""
    reply_mode: ReplyMode = "json_schema"
    """The first structured-output mode to try; a mode that the server rejects is not tried again."""
    concurrency: int = Field(default=8, gt=0)
    """Most concurrent calls; lower it if the server returns rate-limit errors (429)."""
    timeout_s: float = Field(default=300.0, gt=0)
    """Read timeout of one call: the longest time without data from the server."""
    tries: int = Field(default=6, gt=0)
    """Most attempts for one reply, including retries."""
    first_wait_s: float = Field(default=1.0, ge=0)
    """Backoff after the first failure; doubled after each further one."""
    longest_wait_s: float = Field(default=60.0, ge=0)
    """Upper bound of the backoff. A longer wait requested by the server (Retry-After) is honoured."""
    total_s: float = Field(default=1800.0, gt=0)
    """No retry starts later than this after the first attempt."""
    repair_tries: int = Field(default=3, gt=0)
    """Most replies of a role per problem, including the first, before the problem is given up."""
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
        """The settings of this role; a second reader or auditor that is not set is the reader's model."""
        if role not in self.roles and role in ("reader_check", "auditor"):
            role = "reader"
        return self.roles.get(role, RoleSettings())

    @property
    def models(self) -> tuple[str, ...]:
        """The models in use, without duplicates; empty if everything runs offline."""
        asked = (self.role(role).model for role in ROLES)
        return tuple(dict.fromkeys(model for model in asked if model != OFFLINE))

    @property
    def lacks_key(self) -> bool:
        """Whether a required API key is missing."""
        return bool(self.api_key_env) and not self.api_key.get_secret_value()


Source = Literal["live", "recorded", "offline"]
"""Where replies come from: a server, recordings only, or no model at all (the offline twins run)."""
