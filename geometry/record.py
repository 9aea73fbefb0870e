"""The two kinds of records that cross boundaries. Frozen, and closed: an unknown field is an error, never ignored."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A record of finite numbers: scenes, settings, requests."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Evidence(BaseModel):
    """A record that may hold an infinite deviation: what a check could not measure.

    It is written as the word Infinity, which reads back; JSON's null would not.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="strings")
