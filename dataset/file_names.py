"""File names for ids: readable, unique, and safe against path traversal."""

import hashlib
import re

_LONGEST = 80


def safe_name(identity: str) -> str:
    """The id itself if it is a safe file name, else its safe characters and a hash."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", identity).strip("._")[:_LONGEST]
    if plain == identity:
        return plain
    return f"{plain or 'problem'}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"
