"""Checkpoint keys of version 0.1, so that `--keep-made` finds the checkpoints of such a run.

Frozen: version 0.1 had manual version numbers instead of code hashes, and these are its last ones.
"""

from typing import Any

from pipeline.run.keys import content_key

_VERSIONS = {
    "translate": 1,
    "read": 1,
    "solve": 2,
    "fit": 1,
    "script": 3,
    "render": 2,
    "rewrite": 2,
    "answer": 2,
}
_ROOM_CODE = "9d143d105af1688bfd171288e18d46e7a65311ef75e6a3f931d286f16b91d993"
"""The version of the rooms' code in version 0.1."""


def legacy_key(stage: str, given: str, facts: dict[str, Any]) -> str:
    """The key of version 0.1 for the same input and settings; empty for a stage it did not have."""
    if stage not in _VERSIONS:
        return ""
    if stage == "render":
        facts = {**facts, "code": _ROOM_CODE}
    return content_key(stage, _VERSIONS[stage], given, facts)
