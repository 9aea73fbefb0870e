"""Content keys of checkpoints: the same key means the same output."""

import hashlib
import json
from typing import Any

from pydantic import BaseModel


def content_key(*facts: Any) -> str:
    """Hash of JSON-able facts, independent of the order of dictionary keys."""
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_plain)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _plain(fact: Any) -> Any:
    if isinstance(fact, BaseModel):
        return fact.model_dump(mode="json")
    raise TypeError(f"{type(fact).__name__} cannot be part of a key")
