"""Base classes of the records passed between packages. Frozen; an unknown field is a validation error."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A record of finite numbers: scenes, settings, requests."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Evidence(BaseModel):
    """A record that may hold an infinite deviation, which means that a check could not measure it.

    Infinity is serialised as the string "Infinity", which parses back into a float; JSON null would not.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="strings")
